"""Tables as clubs of many countries type them: names in parts, marks and discs, words for wins."""

from __future__ import annotations

import pytest

from tests.sheets.any_table.test_read import points, read_text, refusal, scores
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.event import EventIndex, Status
from xltie.event.bridge import read_contract
from xltie.sheets.any_table import read_sheets
from xltie.sheets.read import read_event
from xltie.sheets.workbook import text_grid
from xltie.sheets.workbook.text_table import grids_of_page

DISCS = """
順位,氏名,1回戦,2回戦,3回戦,勝ち点,石差
1,山田,鈴木○+16,佐藤○+8,高橋○+2,3,+26
2,佐藤,高橋○+20,山田●-8,鈴木○+4,2,+16
3,鈴木,山田●-16,高橋○+10,佐藤●-4,1,-10
4,高橋,佐藤●-20,鈴木●-10,山田●-2,0,-32
"""
SIGNED = """
N°,Joueur,R1,R2,R3,Points
1,Tastet,+2B 40-24,+3N 36-28,=4B 32-32,"2,5"
2,Caspard,-1N 24-40,+4B 50-14,+3N 33-31,2
3,Nicolet,+4B 44-20,-1B 28-36,-2B 31-33,1
4,Serra,-3N 20-44,-2N 14-50,=1N 32-32,"0,5"
"""
NUMBERED = """
番号,氏名,1R,2R,3R,勝数
1,山田,2○40,3●24,4○33,2
2,佐藤,1●24,4○50,3○34,2
3,鈴木,4●20,1○40,2●30,1
4,高橋,3○44,2●14,1●31,1
"""


def _tallies(text: str) -> dict[str, object]:
    reading = read_text(text)
    assert reading.event is not None, reading.faults
    index = EventIndex(reading.event)
    totals: dict[str, object] = {}
    for match in reading.event.matches:
        for side in match.sides:
            name = index.name_of(side.who)
            totals[name] = totals.get(name, 0) + side.tally  # type: ignore[operator]
    return totals


def test_a_name_a_mark_and_a_margin_are_a_game_with_its_discs() -> None:
    assert scores(DISCS) == {"山田": 3, "佐藤": 2, "鈴木": 1, "高橋": 0}
    assert _tallies(DISCS)["山田"] == 96 + 13
    assert (
        refusal(DISCS.replace("鈴木○+4", "鈴木○+6")) == "E3: '鈴木○+6' contradicts '佐藤●-4' in E4"
    )


def test_more_wins_than_the_cells_hold_are_a_contradiction() -> None:
    table = """
番号,氏名,1R,2R,3R,勝数
1,山田,2○40,3○50,不戦勝,3
2,佐藤,1●24,不戦勝,3○34,2
3,鈴木,不戦勝,1●14,2●30,1
"""
    assert scores(table) == {"山田": 3, "佐藤": 2, "鈴木": 1}
    assert refusal(table.replace("3○50,不戦勝", "3○50,")).startswith("F2: '3' wins are printed")


def test_discs_stand_behind_sign_number_and_colour() -> None:
    assert scores(SIGNED) == {"Tastet": 2.5, "Caspard": 2, "Nicolet": 1, "Serra": 0.5}
    assert _tallies(SIGNED)["Caspard"] == 24 + 50 + 33
    assert "contradicts" in refusal(SIGNED.replace("50-14", "50-13"))


def test_marks_beside_discs_are_no_colours() -> None:
    event = read_text(NUMBERED).understood
    assert event.game == "othello"
    assert not any(side.seat for match in event.matches for side in match.sides)
    assert _tallies(NUMBERED)["鈴木"] == 20 + 40 + 30
    assert "contradicts" in refusal(NUMBERED.replace("1●31", "1○31"))


@pytest.mark.parametrize(
    "headings",
    [
        "Place,Nazwisko,Imię,Stopień,R1,R2,R3",
        "Pl,Nachname,Vorname,Stärke,Runde 1,Runde 2,Runde 3",
        "順位,姓,名,段位,第一局,第二局,第三局",
        "Platz,Name,Vorname,Kyu/Dan,1,2,3",
    ],
)
def test_names_in_two_columns_beside_ranks_that_look_like_results(headings: str) -> None:
    lines = """
1,Novak,Jan,4d,2+,3+,4+
2,Novak,Eva,3d,1-,4+,3+
3,Rossi,Marco,2d,4+,1-,2-
4,Smith,John,1d,3-,2-,1-
"""
    got = scores(headings + lines)
    assert got == {"Novak Jan": 3, "Novak Eva": 2, "Rossi Marco": 1, "Smith John": 0}


def test_first_and_last_names_of_both_sides() -> None:
    got = scores("""
White last name,White first name,Result,Black last name,Black first name
Kim,Ann,1-0,Kim,Bo
Lee,Cy,0-1,Kim,Ann
Kim,Bo,1-0,Lee,Cy
""")
    assert got == {"Kim Ann": 2, "Kim Bo": 1, "Lee Cy": 0}


@pytest.mark.parametrize(
    ("black", "white", "draw"),
    [
        ("黒中押し勝ち", "白2目半勝ち", "持碁"),
        ("黑中盘胜", "白1/4子胜", "和棋"),
        ("흑 불계승", "백 3집반승", "무승부"),
        ("B+R", "W+2.5", "="),
    ],
)
def test_a_result_says_which_colour_won_and_how(black: str, white: str, draw: str) -> None:
    got = scores(
        f"""
Round,Black player,White player,How it ended
1,A one,B two,{black}
1,C three,D four,{white}
2,A one,C three,{draw}
2,D four,B two,{black}
""".replace("How it ended", "結果")
    )
    assert got == {"A one": 1.5, "B two": 0, "C three": 0.5, "D four": 2}


def test_each_player_has_a_mark_of_their_own() -> None:
    table = """
先手,勝敗,後手,勝敗
山田,○,佐藤,●
鈴木,●,高橋,○
山田,○,高橋,●
鈴木,○,佐藤,●
伊藤,○,不戦勝,
"""
    assert scores(table) == {"山田": 2, "佐藤": 0, "鈴木": 1, "高橋": 1, "伊藤": 1}
    assert (
        refusal(table.replace("鈴木,○,佐藤,●", "鈴木,○,佐藤,○")) == "D5: '○' contradicts '○' in B5"
    )


@pytest.mark.parametrize(
    "rounds",
    ["第一轮,第二轮,第三轮", "I тур,II тур,III тур", "一回戦,二回戦,三回戦", "T1,T2,T3"],
)
def test_rounds_are_counted_in_chinese_and_roman_numbers(rounds: str) -> None:
    got = scores(f"""
№,Name,{rounds}
1,Kim,2+,3+,4+
2,Lee,1-,4+,3+
3,Pak,4+,1-,2-
4,Yun,3-,2-,1-
""")
    assert got == {"Kim": 3, "Lee": 2, "Pak": 1, "Yun": 0}


def test_a_mark_stands_before_what_both_counted() -> None:
    got = scores("""
チーム,FC青葉,緑,港,勝点
FC青葉,―,○3-1,△2-2,4
緑,●1-3,―,○1-0,3
港,△2-2,●0-1,―,1
""")
    assert got == {"FC青葉": 4, "緑": 3, "港": 1}


def test_the_opponents_name_stands_before_its_result_in_brackets() -> None:
    got = scores("""
순위,성명,기력,1국,2국,3국,승수
1,이민호,1급,배수지(승),송중기(승),한지민(승),3
2,배수지,2급,이민호(패),한지민(승),송중기(승),2
3,송중기,3급,한지민(승),이민호(패),배수지(패),1
4,한지민,4급,송중기(패),배수지(패),이민호(패),0
""")
    assert got == {"이민호": 3, "배수지": 2, "송중기": 1, "한지민": 0}


def test_ranks_are_no_names_where_the_heading_of_the_names_is_not_known() -> None:
    got = scores("""
Poř.,Hrdina,Síla,1. kolo,2. kolo,3. kolo
1,Novák Jiří,1k,2+,3+,4+
2,Svoboda Petr,2k,1-,4+,3+
3,Dvořák Jan,3k,4+,1-,2-
4,Černý Tomáš,4k,3-,2-,1-
""")
    assert set(got) == {"Novák Jiří", "Svoboda Petr", "Dvořák Jan", "Černý Tomáš"}
    other = scores("""
Síla,Hrdina,1. kolo,2. kolo,3. kolo
1k,Novák,2+,3+,4+
2k,Svoboda,1-,4+,3+
3k,Dvořák,4+,1-,2-
4k,Černý,3-,2-,1-
""")
    assert set(other) == {"Novák", "Svoboda", "Dvořák", "Černý"}


@pytest.mark.parametrize(
    ("headings", "bye"),
    [
        ("الرقم,الاسم,الجولة 1,الجولة 2,الجولة 3,النقاط", "باي"),
        ("מספר,שם,סיבוב 1,סיבוב 2,סיבוב 3,נקודות", "חופש"),
        ("№,Фамилия,1 тур,2 тур,3 тур,Очки", "вихідний"),
    ],
)
def test_byes_and_headings_of_further_alphabets(headings: str, bye: str) -> None:
    got = scores(f"""
{headings}
1,Kim,2+,{bye},3+,3
2,Lee,1-,3+,{bye},2
3,Pak,{bye},2-,1-,1
""")
    assert got == {"Kim": 3, "Lee": 2, "Pak": 1}


def _page(*tables: str) -> str:
    found = ["<!DOCTYPE html><html><body><h2>Club Cup</h2>"]
    for table in tables:
        title, *lines = table.strip().splitlines()
        rows = ("".join(f"<td>{cell}</td>" for cell in line.split("|")) for line in lines)
        body = "".join(f"<tr>{row}</tr>" for row in rows)
        found.append(f"<h3>{title}</h3><table>{body}</table>")
    return "".join(found)


def _of_page(*tables: str) -> dict[str, float]:
    return {
        who: float(value)
        for who, value in points(read_sheets(grids_of_page(_page(*tables)))).items()
    }


def test_the_rounds_of_a_saved_page_stand_in_tables_of_their_own() -> None:
    heads = "Bo.|No.|White|Rtg|Pts.|Result|Pts.|Black|Rtg|No."
    first = "1|1|Kim|2000|0|1 - 0|0|Lee|1900|2\n2|3|Pak|1800|0|1||bye||"
    second = "1|3|Pak|1800|1|½ - ½|1|Kim|2000|1\n2|2|Lee|1900|0|1||bye||"
    both = (f"Round {n} on 2025/10/0{n}\n{heads}\n{t}" for n, t in enumerate((first, second), 1))
    assert _of_page(*both) == {"Kim": 1.5, "Lee": 1, "Pak": 1.5}


@pytest.mark.parametrize(
    ("heads", "match"),
    [
        ("No.|Team|Team|Res.|:|Res.", "1|{a}|{b}|{x}|:|{y}"),
        ("Bo.|No.||Team|Rtg|-|No.||Team|Rtg|Res.", "1|{i}||{a}|2000|-|{j}||{b}|2000|{x}:{y}"),
    ],
)
def test_pairings_of_teams_as_servers_print_them(heads: str, match: str) -> None:
    teams = "ABCDEFG"
    lines = [
        match.format(a=a, b=b, x=x, y=y, i=teams.index(a[0]), j=teams.index(b[0]))
        for a, b, x, y in (
            ("Alpha", "Beta", "2½", "1½"), ("Gamma", "Delta", "2", "2"),
            ("Alpha", "Gamma", "4", "0"), ("Delta", "Beta", "½", "3½"),
        )
    ]  # fmt: skip
    rounds = [f"Round {n}\n{heads}\n" + "\n".join(lines[2 * n - 2 : 2 * n]) for n in (1, 2)]
    assert _of_page(*rounds) == {"Alpha": 2, "Beta": 1, "Gamma": 0.5, "Delta": 0.5}


def test_the_first_tie_break_of_teams_is_what_a_match_is_worth() -> None:
    got = scores("""
Rk.,Team,1,2,3,TB1,TB2
1,Alpha,*,2½,2½,4,5
2,Beta,1½,*,4,2,5½
3,Gamma,1½,0,*,0,1½
""")
    assert got == {"Alpha": 4, "Beta": 2, "Gamma": 0}


def test_sums_of_discs_that_are_printed_are_compared() -> None:
    table = NUMBERED.replace("勝数", "石数").replace(",2\n2,", ",97\n2,")
    table = table.replace("3○34,2", "3○34,108").replace("2●30,1", "2●30,90")
    table = table.replace("1●31,1", "1●31,89")
    printed = read_text(table).printed
    assert [column.heading for column in printed] == ["石数"]


TRAVELLERS = """
{headings}
1,1,2,4♠,N,+1,450,
1,3,4,3SA,E,-1,50,
2,1,4,2♥,S,=,110,
2,3,2,2♥,S,-1,,100
"""


@pytest.mark.parametrize(
    "headings",
    [
        "Donne,NS,EO,Contrat,Décl.,Rés.,Marque NS,Marque EO",
        "Spill,Nord-Syd,Øst-Vest,Kontrakt,Spillefører,Resultat,Poeng NS,Poeng ØV",
        "Board,NS,OW,Kontrakt,Spieler,Ergebnis,Punkte NS,Punkte OW",
        "Bord,KG,DB,Kontrat,Oynayan,Sonuç,KG Skor,DB Skor",
    ],
)
def test_travellers_say_the_scores_of_both_pairs_in_their_language(headings: str) -> None:
    text = TRAVELLERS.format(headings=headings).strip()
    if "KG" in headings:
        text = text.replace(",N,", ",K,").replace(",S,", ",G,").replace(",E,", ",D,")
    event = read_event(text_grid(text.encode(), "club.csv"))
    assert [board.ns_result for board in event.board_results] == [450, 50, 110, -100]


def test_scores_under_a_heading_that_is_not_understood_are_no_boards_to_be_played() -> None:
    text = TRAVELLERS.format(headings="Donne,NS,EO,Contrat,By,Made so,Gagné,Perdu").strip()
    with pytest.raises(InputError, match="no column holds the results; 'Gagné'") as error:
        read_event(text_grid(text.encode(), "club.csv"))
    assert str(error.value.faults[0].place) == "G1"


@pytest.mark.parametrize(
    ("text", "meant"),
    [("5sp", "5S"), ("4hjD", "4HX"), ("3 ru", "3D"), ("2klX", "2CX"), ("4♠D", "4SX"),
     ("4DD", "4DX"), ("4D", "4D"), ("3ut", "3NT"), ("4♥RD", "4HXX"), ("4 черви", "4H"),
     ("2 trefl", "2C")],
)  # fmt: skip
def test_contracts_in_northern_and_russian_words(text: str, meant: str) -> None:
    assert str(read_contract(text)) == meant


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # the result in words: the winner and how, or what the one who is named first did
        ("Home,Away,Winner\nKim,Kim Lee,Kim Lee won by 18 runs\nKim Lee,Ann,Ann won in a super over"
         "\nAnn,Kim,Ann\n", {"Kim": 0, "Kim Lee": 1, "Ann": 2}),
        ("Team,Opponent,Result\nKim,Lee,Won by 5 runs\nLee,Ann,Lost on penalties\nAnn,Kim,Draw\n",
         {"Kim": 1.5, "Lee": 0, "Ann": 1.5}),
        # beside the goals stand who shot them
        ("home_team,away_team,home_team_score,away_team_score,gols_home,gols_away\n"
         "Kim,Lee,2,1,\"Ann, Bob\",Cho\nLee,Kim,0,0,,\n", {"Kim": 1.5, "Lee": 0.5}),
        # clubs at home and away, and seasons, which are no results
        ("Seizoen,Thuisclub,Uitclub,Thuisscore,Uitscore\n1956-1957,Kim,Lee,3,0\n"
         "1957-1958,Lee,Kim,1,1\n", {"Kim": 1.5, "Lee": 0.5}),
        # H is a place in Hungarian, and here who is at home
        (",H,A,Result\n0,Kim,Lee,0 - 4\n1,Lee,Ann,5 - 0\n2,Ann,Kim,1 - 1\n3,Lee,Kim,2 - 1\n",
         {"Kim": 0.5, "Lee": 3, "Ann": 0.5}),
        ("Local Team,Visiting Team,Local Goals,Visiting Goals\nKim,Lee,0,1\nLee,Kim,2,2\n",
         {"Kim": 0.5, "Lee": 1.5}),
    ],
)  # fmt: skip
def test_results_of_leagues_in_words_and_beside_what_looks_like_them(
    text: str, expected: dict[str, float]
) -> None:
    assert scores(text) == expected


def test_a_winner_who_is_said_to_have_lost_is_refused() -> None:
    table = "Home,Away,Winner\nKim,Lee,Kim won by 3 runs\nLee,Kim,{}\n"
    for cell in ("Kim lost by 3 runs", "Kimberly won by 3 runs", "Ann won by 2 runs"):
        assert refusal(table.format(cell)).startswith("C3")


def test_of_two_columns_of_goals_a_spoiled_one_is_not_dropped() -> None:
    table = "home,away,home goals,away goals,gols_home,gols_away\nA1,B1,2,1,0,1\nB1,A1,{},1,0,1\n"
    for cell in ("1", "abandoned"):
        assert refusal(table.format(cell))


def test_players_are_in_two_columns_that_share_names_whatever_a_heading_says() -> None:
    table = "Zuhause,Resultado,Visitante,Local\n" + "".join(
        f"{home},{result},{away},Parque {home}\n"
        for home, result, away in (
            ("Kim", "3-1", "Lee"),
            ("Lee", "1-1", "Ann"),
            ("Ann", "–", "Kim"),
            ("Lee", "0-2", "Kim"),
            ("Ann", "2-0", "Lee"),
        )
    )
    assert scores(table) == {"Kim": 2, "Lee": 0.5, "Ann": 1.5}


def test_one_team_and_where_it_met_whom_is_no_list_of_games() -> None:
    table = "Nome adversário;Local;Resultado\nKim;Park A;derrota\nLee;Park B;vitoria\n"
    assert refusal(table).startswith("A1: the opponents in column 'Nome adversário' stand before")


def test_a_column_of_words_of_which_some_hold_a_number_names_no_rounds() -> None:
    lines = ["Kim,Lee,1-0,Ash", "Lee,Ann,0-1,Jarvan IV", "Ann,Kim,1-0,Neeko", "Kim,Ann,1-0,Poppy",
             "Lee,Kim,0-1,Senna"]  # fmt: skip
    table = "White,Black,Result,R1 ban\n" + "\n".join(lines)
    assert scores(table) == {"Kim": 3, "Lee": 0, "Ann": 2}


def test_signs_numbers_and_words_for_byes_are_names_of_who_comes_again_and_wins() -> None:
    got = scores("""
P1,P2,Winner
ghost,hiv+,1
1000,ghost,2
hiv+,1000,1
ghost,Lee,1
Lee,hiv+,2
Park,Lee,1
Kim,Park,2
Kim,Lee,1
Choi,Kim,1
""")
    assert got["ghost"] == 3 and got["hiv+"] == 2 and got["1000"] == 0


def test_a_word_for_a_bye_that_wins_once_is_a_slip_of_the_result() -> None:
    table = """
P1,P2,Winner
Kim,ghost,2
Lee,Park,1
Lee,Kim,2
Park,ghost,1
"""
    assert "C2: '2' stands beside Kim, but there is no opponent" in refusal(table)


def test_nobody_knows_what_a_name_alone_means_behind_finished_rounds() -> None:
    table = (
        "Pool,Round,White,Black,Result\nmain,1,Kim,Lee,1-0\nmain,1,Park,Choi,1-0\nmain,2,Kim,,\n"
    )
    assert refusal(table) == "C4: Kim has neither an opponent nor a bye here"


@pytest.mark.parametrize(
    ("won", "drawn", "lost"),
    [("فوز", "تعادل", "خسارة"), ("ניצחון", "תיקו", "הפסד"), ("sejr", "remis", "nederlag"),
     ("zmaga", "remi", "poraz"), ("pergalė", "lygiosios", "pralaimėjimas"),
     ("uzvara", "neizšķirts", "zaudējums"), ("võit", "viik", "kaotus")],
)  # fmt: skip
def test_games_are_won_drawn_and_lost_in_more_languages(won: str, drawn: str, lost: str) -> None:
    table = f"Round,White,Black,Result\n1,Kim,Lee,{won}\n1,Park,Choi,{drawn}\n2,Lee,Park,{lost}\n"
    got = scores(table)
    assert (got["Kim"], got["Lee"], got["Park"], got["Choi"]) == (1, 0, 1.5, 0.5)


def test_finnish_points_before_the_round_and_a_norwegian_bye_are_known() -> None:
    rounds = (
        "Kierros 1\nValkea,Pisteet,Tulos,Pisteet,Musta\nAho,0,1 - 0,0,Salo\nKoski,0,1 - 0,0,fri\n"
    )
    later = (
        "Kierros 2\nValkea,Pisteet,Tulos,Pisteet,Musta\nKoski,1,½ - ½,1,Aho\nSalo,0,1 - 0,0,fri\n"
    )
    assert scores(rounds + "\n" + later) == {"Aho": 1.5, "Koski": 1.5, "Salo": 1}


@pytest.mark.parametrize(
    "title", ["Hall 3-5 May 2025", "Hall,3-5 May 2025", "Ronde 12-14/05/2025 Lyon"]
)
def test_the_days_of_an_event_above_its_table_are_no_game(title: str) -> None:
    table = "Player,Adams,Brown,Clark\nAdams,,W,D\nBrown,L,,W\nClark,D,L,\n"
    assert scores(f"{title}\n\n{table}") == {"Adams": 1.5, "Brown": 1, "Clark": 0.5}


def test_columns_of_counts_are_known_by_one_word_of_scores_and_the_side() -> None:
    table = (
        "Equipo 1;Cant. goles 1;Cant. goles 2;Equipo 2\nArgentina;1;2;Arabia\nPolonia;0;0;México"
    )
    assert scores(table) == {"Argentina": 0, "Arabia": 1, "Polonia": 0.5, "México": 0.5}


def test_points_of_both_sides_are_results_though_games_are_to_come() -> None:
    lines = "A,B,2,1\nC,D,2,0\nA,C,1,3\nB,D,2,2\nD,A,0,4\nC,A,1,5\nB,C,0,1\nC,B,,"
    table = f"Mandante,Visitante,PontosMandante,PontosVisitante\n{lines}"
    assert scores(table) == {"A": 3, "B": 0.5, "C": 3, "D": 0.5}
    null = table.replace("C,B,,", "C,B,NULL,NULL")
    assert scores(null) == scores(table)


def test_shares_of_several_games_are_no_results() -> None:
    table = "Player 1,Player 2,Score 1,Score 2\nA,B,0.6,0.4\nB,C,1,0\nC,A,0.2,0.8"
    assert refusal(table) == "C2: '0.6' is a share of several games, not a result"
    hundred = table.replace("0.6,0.4", "60,40").replace("1,0", "100,0").replace("0.2,0.8", "20,80")
    assert refusal(hundred) == "C2: '60' is a share of several games, not a result"


def test_a_date_of_a_spreadsheet_under_fecha_is_no_round() -> None:
    games = "{},Leones,70,Condores,75\n{},Tigres,80,Leones,60\n{},Condores,71,Tigres,90"
    heading = "fecha,local,puntos_local,visitante,puntos_visitante\n"
    for days in (("2026-06-01", "2026-06-02", "2026-06-02"), (46174, 46175, 46175)):
        got = scores(heading + games.format(*days))
        assert got == {"Leones": 0, "Condores": 1, "Tigres": 2}
    short = "fecha,local,gl,visitante,gv\n1,Leones,0,Condores,1\n1,Tigres,2,Pumas,2"
    assert scores(short) == {"Leones": 0, "Condores": 1, "Tigres": 0.5, "Pumas": 0.5}


def test_results_of_a_season_without_opponents_name_nobody() -> None:
    lines = ["A;1:0;2:1;3:0;1:0", "B;2:1;1:0;0:0;2:1", "C;3:0;1:1;1:0;3:0", "D;0:0;2:2;1:0;3:0"]
    assert read_text("\n".join(lines)).event is None


def test_a_letter_for_drawn_stands_beside_one_and_nought() -> None:
    matrix = "Nr,Naam,1,2,3,Totaal\n1,Bos,x,r,1,1.5\n2,Vos,r,x,r,1\n3,Smit,0,r,x,0.5\n"
    assert scores(matrix) == {"Bos": 1.5, "Vos": 1, "Smit": 0.5}
    assert refusal(matrix.replace("x,r,1", "x,r,r")) == "E2: 'r' contradicts '0' in C4"


def test_papi_has_arrows_for_forfeits_and_a_word_for_byes() -> None:
    grid = """
Pl;Nom;Elo;R 1;R 2;R 3;Pts
1;MARTIN Paul;1700;+ 2B;= 3N;EXE;2½
2;ROUX Zoé;1690;- 1N;EXE;> 3B;2
3;BLANC Inès;1680;EXE;= 1B;< 2N;1½
"""
    reading = read_text(grid.replace(";", ","))
    assert reading.event is not None, reading.faults
    assert points(reading) == {"MARTIN Paul": 2.5, "ROUX Zoé": 2, "BLANC Inès": 1.5}
    statuses = [side.status for match in reading.event.matches for side in match.sides]
    assert statuses.count(Status.FORFEIT_WIN) == statuses.count(Status.FORFEIT_LOSS) == 1


def test_a_mark_stands_before_the_family_name() -> None:
    table = """
順位,氏名,1回戦,2回戦,3回戦,勝
1,佐藤 健,○鈴木,○高橋,○田中,3
2,鈴木 花,●佐藤,○田中,○高橋,2
3,高橋 翔,○田中,●佐藤,●鈴木,1
4,田中 結衣,●高橋,●鈴木,●佐藤,0
"""
    assert scores(table) == {"佐藤 健": 3, "鈴木 花": 2, "高橋 翔": 1, "田中 結衣": 0}


def test_ones_own_discs_stand_behind_number_and_sign() -> None:
    table = """
Rank,Name,R1,R2,R3,Pts
1,Lee,2+ 40,3+ 33,4+ 60,3
2,Kim,1- 24,4+ 50,3+ 34,2
3,Park,4+ 44,1- 31,2- 30,1
4,Choi,3- 20,2- 14,1- 4,0
"""
    assert _tallies(table)["Choi"] == 38
    assert refusal(table.replace("2+ 40", "2+ 41")) == "C2: '2+ 41' contradicts '1- 24' in C3"


def test_each_player_tells_of_every_game_of_a_round() -> None:
    told = """
Round,Player,Opponent,Result
1,Kim,Lee,win
1,Lee,Kim,loss
1,Park,Choi,loss
1,Choi,Park,win
2,Kim,Park,draw
2,Park,Kim,draw
"""
    again = "B3: this game stands in B2 too; each may stand once"
    assert refusal(told) == again
    assert refusal(told.replace("Kim,loss", "Kim,win")).startswith("B5: this game stands in B4 too")


def test_a_comma_within_names_separates_no_columns() -> None:
    schedule = "Runda 1\nEk, Nils - Ek, Eva;1-0\nLund, Per - Dahl, Ulla;0-1\n\nRunda 2\n"
    schedule += "Ek, Eva - Lund, Per;½-½\nDahl, Ulla - Ek, Nils;½-½\n"
    reading = read_sheets(text_grid_of(schedule.encode()))
    assert points(reading)["Ek, Nils"] == 1.5


def test_the_second_line_of_a_wall_chart_holds_the_points_after_each_round() -> None:
    chart = """
No.,Name,Rate,Rd 1,Rd 2,Rd 3,Tot
1,Kim,1800,W   4,D   2,W   3,2.5
,ID 1201,,1.0,1.5,2.5,
2,Lee,1700,W   3,D   1,D   4,2
,ID 1202,,1.0,1.5,2.0,
3,Park,1600,L   2,W   4,L   1,1
,ID 1203,,0.0,1.0,1.0,
4,Choi,1500,L   1,L   3,D   2,0.5
,ID 1204,,0.0,0.0,0.5,
"""
    assert scores(chart) == {"Kim": 2.5, "Lee": 2, "Park": 1, "Choi": 0.5}
    assert refusal(chart.replace("1202,,1.0,1.5", "1202,,1.0,2.0")) == (
        "E5: '2.0' points are printed here, but the cells of the line add up to 1.5"
    )


def test_half_a_matrix_is_read_where_printed_points_prove_it() -> None:
    half = "Nr,Name,1,2,3,Pts\n1,Kim,x,1,½,1.5\n2,Lee,,x,1,1\n3,Park,,,x,0.5\n"
    assert scores(half) == {"Kim": 1.5, "Lee": 1, "Park": 0.5}
    assert refusal(half.replace("x,0.5", "x,1.5")) == (
        "F4: '1.5' points are printed here, but the cells of the line add up to 0.5"
    )
    assert refusal(half.replace(",Pts", ",")) == "D2: '1' contradicts '' in C3"


def test_one_word_of_central_europe_tells_its_code_page() -> None:
    games = "Runda;Białe;Wynik;Czarne\n1;Łucki;1;pauza\n1;Żak;0,5-0,5;Mazur\n2;Mazur;1-0;Łucki\n"
    reading = read_sheets(text_grid_of(games.encode("cp1250")))
    assert points(reading) == {"Łucki": 1, "Żak": 0.5, "Mazur": 1.5}


def test_letters_of_turkish_alone_tell_its_code_page() -> None:
    games = "Tur;Beyaz;Sonuç;Siyah\n1;Şahin;1-0;Çelik\n2;Çelik;½-½;Yıldız\n"
    reading = read_sheets(text_grid_of(games.encode("cp1254")))
    assert points(reading) == {"Şahin": 1, "Çelik": 0.5, "Yıldız": 0.5}


@pytest.mark.parametrize("half", ["½", "0,5"])
def test_a_club_that_begins_as_a_country_does_not_move_letters(half: str) -> None:
    table = "Nr;Namn;Klubb;1;2;3;P\n1;Åkesson;SK Lund;X;{0};1;1{1}\n2;Öberg;SK Lund;{0};X;{0};1\n"
    table = (table + "3;Ek;SK Lund;0;{0};X;{0}\n").format(half, half[-2:])
    assert points(read_sheets(text_grid_of(table.encode("cp1252"))))["Åkesson"] == 1.5


def test_the_opponents_name_stands_behind_a_word_for_against() -> None:
    table = "Player,Round 1,Round 2,Round 3,Pts\nKim,W vs Lee,D vs Park,,1.5\n"
    table += "Lee,L vs Kim,,W vs Park,1\nPark,,D vs Kim,L vs Lee,0.5\n"
    assert scores(table) == {"Kim": 1.5, "Lee": 1, "Park": 0.5}


def test_red_is_the_first_side_of_chinese_chess() -> None:
    games = "轮次,红方,黑方,结果\n1,王伟,李娜,红胜\n2,李娜,张磊,和\n3,张磊,王伟,黑胜\n"
    assert scores(games) == {"王伟": 2, "李娜": 0.5, "张磊": 0.5}


def test_home_and_away_under_short_names() -> None:
    matrix = "Home \\ Away,ALT,BEN,COR\nAlton Rovers,—,2–1,0–0\nBenham Town,3–1,—,1–2\n"
    reading = read_text(matrix + "Corby United,2–2,0–1,—\n")
    assert points(reading) == {"Alton Rovers": 2, "Benham Town": 2, "Corby United": 2}


def test_a_number_that_two_players_have_is_named() -> None:
    table = "No,Name,R1,R2,R3,Pts\n1,Kim,2w1,3b1,,2\n2,Lee,1b0,,3w1,1\n2,Park,,1w0,2b0,0\n"
    assert refusal(table) == "A4: number 2 is Park here, but Lee in A3"


@pytest.mark.parametrize("card", ["{1}. {0}", "{1}) {0}", "{0} ({1})", "{0} [180{1}]"])
def test_numbers_at_the_names_of_a_list_are_no_part_of_them(card: str) -> None:
    kim, lee, park = (card.format(name, at) for at, name in enumerate(("Kim", "Lee", "Park"), 1))
    games = (
        f"Runde,Weiß,Schwarz,Ergebnis\n1,{kim},{lee},1-0\n2,{lee},{park},½-½\n3,{park},{kim},0-1\n"
    )
    assert scores(games) == {"Kim": 2, "Lee": 0.5, "Park": 0.5}
    assert "Kim" not in scores(games.replace(park, card.format("Lee", 3)))


def test_opponents_stand_above_their_results() -> None:
    table = """
번호,이름,1R,2R,3R,승수
1,김민수,4,2,3,2
,,승,패,승,
2,이서연,3,1,4,3
,,승,승,승,
3,박지훈,2,4,1,1
,,패,승,패,
4,최유진,1,3,2,0
,,패,패,패,
"""
    assert scores(table) == {"김민수": 2, "이서연": 3, "박지훈": 1, "최유진": 0}
    spoiled = table.replace(",,승,승,승", ",,승,패,승")
    assert refusal(spoiled) == "D2: '2 패' contradicts '1 패' in D4"


def test_victory_points_of_bridge_teams_are_what_they_get() -> None:
    table = "Round,Home,Away,IMP Home,IMP Away,VP Home,VP Away\n1,Alpha,Beta,45,20,15.5,4.5\n"
    table += "2,Beta,Gamma,30,30,10,10\n3,Gamma,Alpha,0,60,1.25,18.75\n"
    assert scores(table) == {"Alpha": 34.25, "Beta": 14.5, "Gamma": 11.25}


@pytest.mark.parametrize("cell", ["{0}{1}", "{1}-{0}", "#{0} {1}"])
@pytest.mark.parametrize(("won", "lost"), [("W", "L"), ("O", "X"), ("○", "×")])
def test_words_and_marks_stand_at_a_number_in_more_ways(cell: str, won: str, lost: str) -> None:
    a2, a3, b1, b3, c1, c2 = (
        cell.format(*one) for one in ((2, won), (3, won), (1, lost), (3, won), (1, lost), (2, lost))
    )
    table = f"No,Name,R1,R2,R3\n1,Kim,{a2},{a3},\n2,Lee,{b1},,{b3}\n3,Park,,{c1},{c2}\n"
    assert scores(table) == {"Kim": 2, "Lee": 1, "Park": 0}


def test_rounds_stand_above_what_each_of_them_has() -> None:
    table = ",,Ronde 1,,Ronde 2,,Ronde 3,,\nN°,Nom,Adv.,Rés.,Adv.,Rés.,Adv.,Rés.,Pts\n"
    table += "1,Kim,2,1,3,0.5,,,1.5\n2,Lee,1,0,,,3,1,1\n3,Park,,,1,0.5,2,0,0.5\n"
    assert scores(table) == {"Kim": 1.5, "Lee": 1, "Park": 0.5}


def test_an_x_stands_between_two_names_in_a_cell() -> None:
    games = "Rodada,Partida,Resultado\n1,Ana x Rui,1-0\n2,Rui x Eva,½-½\n3,Eva x Ana,0-1\n"
    assert scores(games) == {"Ana": 2, "Rui": 0.5, "Eva": 0.5}


def test_two_numbered_opponents_play_each_other() -> None:
    table = (
        "Number,Opponent 1,Score 1,Result 1,Opponent 2,Score 2,Result 2\n1,Zed,2,win,Hax,0,loss\n"
    )
    table += "2,Hax,1,draw,Kira,1,draw\n3,Kira,0,loss,Zed,2,win\n"
    assert scores(table) == {"Zed": 2, "Hax": 0.5, "Kira": 0.5}
    wide = "Name,Opponent 1,Result 1,Opponent 2,Result 2\nZed,Hax,1,Kira,1\nHax,Zed,0,Lumen,1\n"
    wide += "Kira,Lumen,1,Zed,0\nLumen,Kira,0,Hax,0\n"
    assert scores(wide) == {"Zed": 2, "Hax": 1, "Kira": 1, "Lumen": 0}


def test_a_name_a_colour_and_a_result_stand_in_three_columns() -> None:
    table = "Nº,Jugador,Ronda 1,Color,Res.,Ronda 2,Color,Res.,Ronda 3,Color,Res.,Ptos\n"
    table += (
        "1,Rey Ana,Gil Eva,B,1,Paz Luis,N,0.5,,,,1.5\n2,Gil Eva,Rey Ana,N,0,,,,Paz Luis,B,1,1\n"
    )
    reading = read_text(table + "3,Paz Luis,,,,Rey Ana,B,0.5,Gil Eva,N,0,0.5\n")
    assert points(reading) == {"Rey Ana": 1.5, "Gil Eva": 1, "Paz Luis": 0.5}
    assert reading.event is not None
    assert {side.seat for match in reading.event.matches for side in match.sides} >= {
        "white",
        "black",
    }


def test_a_column_that_one_player_alone_contradicts_holds_the_points() -> None:
    table = "Nr,Namn,1,2,3,4,5,P\n1,Ek,X,1,1,1,1,4\n2,Lund,0,X,1,1,1,3\n3,Dahl,0,0,X,1,1,2\n"
    table += "4,Holm,0,0,0,X,1,1\n5,Strand,0,0,0,0,X,0\n"
    assert scores(table)["Ek"] == 4
    assert refusal(table.replace("1,1,2\n", "1,1,9\n")) == (
        "H4: '9' points are printed here, but the cells of the line add up to 2"
    )


def text_grid_of(data: bytes) -> dict[str, Grid]:
    return {"Rounds": text_grid(data, "club.csv")}
