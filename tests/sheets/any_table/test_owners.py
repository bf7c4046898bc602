"""Columns named after the players, extracts of a list, parts of matches, stages, doubles."""

from __future__ import annotations

import pytest

from tests.sheets.any_table.test_read import points, read_text, refusal, scores
from xltie.core.cells import Grid
from xltie.sheets.any_table import read_sheets
from xltie.sheets.workbook import text_grid

GAMES = [("Ann", "Bob", 1, 0), ("Cid", "Dan", 0, 1), ("Ann", "Cid", 0, 1), ("Bob", "Dan", 1, 0)]
TOTALS = {"Ann": 1, "Bob": 1, "Cid": 1, "Dan": 1}


def _listed(headings: str, *, first: bool = True, second: bool = True) -> str:
    lines = [
        ",".join([one, other, *[str(a)] * first, *[str(b)] * second]) for one, other, a, b in GAMES
    ]
    return "\n".join([headings, *lines, ""])


@pytest.mark.parametrize(
    "headings",
    [
        "wit,zwart,wr,zr", "wit,zwart,wres,zres", "Home,Away,HGoals,AGoals",
        "Heim,Gast,toreH,toreG", "Team A,Team B,A,B", "radiant,dire,radiant_score,dire_score",
    ],
)  # fmt: skip
def test_two_columns_named_after_the_players_are_results(headings: str) -> None:
    assert scores(_listed(headings)) == TOTALS


def test_two_columns_of_another_meaning_are_no_results() -> None:
    text = _listed("wit,zwart,welo,zelo").replace(",1", ",1800").replace(",0", ",1700")
    assert "no column of results" in refusal(text)


def test_one_column_says_whether_a_side_won() -> None:
    flags = _listed("radiant,dire,radiant_win", second=False)
    assert scores(flags) == TOTALS
    words = flags.replace(",1\n", ",True\n").replace(",0\n", ",False\n")
    assert scores(words) == TOTALS


def test_who_did_not_win_may_have_drawn() -> None:
    text = _listed("white,black,white_win", second=False)
    assert refusal(text) == (
        "C3: '0' in column 'white_win' may say ½-½ or 0-1; write 1-0, ½-½ and 0-1, or say which by "
        '--read "0=draw" / --read "0=loss"'
    )
    sheets = {"": text_grid(text.encode(), "table.csv")}
    assert points(read_sheets(sheets, ["0=loss"])) == TOTALS
    assert points(read_sheets(sheets, ["0=draw"])) == {"Ann": 1.5, "Bob": 1, "Cid": 1, "Dan": 0.5}


def test_sums_beside_goals_are_no_results() -> None:
    assert scores("Home,Away,Goals 1,Goals 2,Goals\nA a,B b,3,1,4\nB b,C c,2,0,2\n") == {
        "A a": 1, "B b": 1, "C c": 0,
    }  # fmt: skip


def test_numbers_that_are_not_those_of_players_are_no_doubt() -> None:
    text = (
        "Home,# Home,Away,# Away,Score\nAnn,21,Bob,23,1-0\nBob,22,Cid,21,1-0\nCid,20,Ann,22,0-1\n"
    )
    assert scores(text) == {"Ann": 2, "Bob": 1, "Cid": 0}


def _grid(sheet: str, *games: int) -> Grid:
    lines = [["White", "Black", "Result"], *([one, other, f"{a}-{b}"] for one, other, a, b in
             (GAMES[at] for at in games))]  # fmt: skip
    return Grid(lines, sheet)


def test_an_extract_of_the_games_beside_them_counts_once() -> None:
    sheets = {"Ann": _grid("Ann", 0, 2), "All": _grid("All", 0, 1, 2, 3)}
    reading = read_sheets(sheets)
    assert len(reading.understood.matches) == 4
    said = [str(note.message) for note in reading.notes]
    assert "the games of Ann!A1 stand here too; they count once" in said


def test_two_lists_of_other_games_are_asked_about() -> None:
    reading = read_sheets({"One": _grid("One", 0, 1), "Two": _grid("Two", 1, 2, 3)})
    assert reading.event is None
    assert "--sheet" in str(reading.faults[0])


@pytest.mark.parametrize("headings", ["Victor,loosing side", "winneng team,loser"])
def test_the_other_column_of_names_is_the_other_side(headings: str) -> None:
    lines = [(one, other) if a else (other, one) for one, other, a, _ in GAMES]
    text = "\n".join([headings, *map(",".join, lines), ""])
    assert scores(text) == TOTALS


def test_partners_in_columns_of_their_own_are_no_game_of_two() -> None:
    names = ["Ann,Bob,Cid,Dan", "Cid,Ann,Bob,Dan", "Dan,Cid,Ann,Bob", "Bob,Dan,Cid,Ann"]
    lines = "".join(f"{line},6-{at}\n" for at, line in enumerate(names))
    assert "no games are found here" in refusal(f"win one,win two,lose one,lose two,set\n{lines}")


def test_sets_are_no_matches_and_games_of_a_series_are_said_to_count_each() -> None:
    sets = "Match ID,Set,Player 1,Player 2,Score 1,Score 2\n"
    games = [f"{at // 2},{at % 2 + 1},{GAMES[at // 2][0]},{GAMES[at // 2][1]}" for at in range(8)]
    lines = "".join(f"{line},11,{at}\n" for at, line in enumerate(games))
    assert refusal(sets + lines).startswith("A3: each line is a set of a match")
    notes = read_text(sets.replace("Set", "Nr") + lines).notes
    assert "A3: lines of one 'Match ID' are counted as games of their own" in map(str, notes)


def test_stages_beyond_the_rounds_have_no_number() -> None:
    games = "".join(f"{at // 2 + 1},{one},{other},{a}-{b}\n"
                    for at, (one, other, a, b) in enumerate(GAMES))  # fmt: skip
    reading = read_text(f"Week,Team 1,Team 2,Score\n{games}Playoffs semifinal,Ann,Dan,2-0\n")
    assert points(reading)["Ann"] == 2
    assert "no round is named from here on" in str(reading.notes[0])
    assert refusal(f"Week,Team 1,Team 2,Score\n{games}soon,Ann,Dan,2-0\n").startswith("A6: 'soon'")


def test_no_goals_and_no_winner_is_asked_about_where_all_others_name_one() -> None:
    played = "Home,Away,Goals 1,Goals 2,Winner\nAnn,Bob,3,0,Ann\nCid,Dan,1,2,Dan\n"
    assert refusal(played + "Ann,Cid,0,0,\n").startswith(
        "A4: 0-0 is a draw or a game that both lost"
    )
    assert scores(played + "Ann,Cid,0,0,\nBob,Dan,1,1,\n")["Bob"] == 0.5


def test_any_sign_on_the_diagonal_is_a_player_alone() -> None:
    text = "No,Name,1,2,3,Pts\n1,Ann,\u2726,1,1,2\n2,Bob,0,\u2726,1,1\n3,Cid,0,0,\u2726,0\n"
    assert scores(text) == {"Ann": 2, "Bob": 1, "Cid": 0}


def test_goals_of_both_that_are_no_sum_are_named() -> None:
    text = "Home,Away,HG,AG,Goals\nA a,B b,3,1,4\nB b,C c,2,2,9\nC c,A a,0,1,1\n"
    assert refusal(text) == "E3: '9' contradicts '2 : 2' in C3"
    text = "Home,Away,Goals,Result\nA a,B b,4,3-1\nB b,C c,9,2-2\nC c,A a,1,0-1\n"
    assert refusal(text) == "C3: '9' contradicts '2-2' in D3"


def test_a_line_of_nobody_yet_is_none() -> None:
    text = _listed("home,away,HG,AG").replace("Bob,Dan,1,0", "Bob,Dan,NA,NA") + "NA,NA,NA,NA\n"
    assert scores(text) == {**TOTALS, "Bob": 0}


@pytest.mark.parametrize(
    ("headings", "ends"),
    [
        ("A_name,B_name,winner_agent", "A B B A"),
        ("player 1,player 2,code,other code,winner_id", "a,b,a c,d,d a,c,c b,d,b"),
    ],
)
def test_a_winner_is_named_by_a_column_or_by_a_code(headings: str, ends: str) -> None:
    lines = [f"{one},{other},{end}" for (one, other, *_), end in zip(GAMES, ends.split())]
    assert scores("\n".join([headings, *lines, ""])) == TOTALS


def test_codes_that_are_not_of_one_player_each_tell_no_winner() -> None:
    text = "player 1,player 2,code,other code,winner_id\nAnn,Bob,k,m,k\nCid,Dan,m,k,k\n"
    assert refusal(text) == "E1: no column holds the results; 'winner_id' is not understood"


def test_numbers_that_all_met_each_other_are_players() -> None:
    met = [(one, other) for one in range(4) for other in range(4) if one != other]
    lines = [f"{at},{one},{other},{6 + one},{other}" for at, (one, other) in enumerate(met)]
    assert scores("\n".join([*lines, ""])) == dict.fromkeys("0123", 3)
    assert "no games are found" in refusal("\n".join([*lines[:-1], ""]))


def test_two_columns_of_a_race_to_three_are_its_score() -> None:
    text = "id1,id2,k1,k2\nA3,C0,3,1\nA1,A2,2,3\nA2,A3,3,0\nC0,A1,1,3\n"
    assert scores(text) == {"A3": 1, "C0": 0, "A1": 1, "A2": 2}
    assert "may be what both scored" in refusal(text.replace("2,3\n", "2,4\n"))


def test_a_cross_table_beside_a_list_is_not_passed_over_in_silence() -> None:
    games = "Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Cid,Dan,0-1\n2,Ann,Cid,1-0\n2,Bob,Dan,0-1\n"
    table = (
        "No,Name,R1,R2,Pts\n1,Ann,2w1,3w1,2\n2,Bob,1b0,4w0,0\n3,Cid,4w0,1b1,0\n4,Dan,3b1,2b1,2\n"
    )
    sheets = {name: text_grid(text.encode(), name) for name, text in (("g", games), ("t", table))}
    read = read_sheets(sheets)
    assert points(read) == {"Ann": 2, "Bob": 0, "Cid": 0, "Dan": 2}
    told = [note.text for note in read.notes if "not read" in note.text]
    assert told == ["this table beside the games is not read: '3w1' contradicts '1b1' in D4"]


def test_goals_named_after_teams_in_other_order_are_refused() -> None:
    text = "golosVisitante,golosVisitada,equipaVisitada,equipaVisitante\n"
    text += "".join(f"{a},{b},{one},{other}\n" for one, other, a, b in GAMES)
    assert refusal(text) == (
        "B1: the columns 'golosVisitante' and 'golosVisitada' stand the other way round than the "
        "players; bring them into one order"
    )


def test_goals_of_a_half_are_no_result_beside_those_of_the_game() -> None:
    headings = (
        "Mandante,Visitante,Gols_Mandante,Gols_Visitante,Gols_Mandante_Meio,Gols_Visitante_Meio"
    )
    halves = "".join(f"{one},{other},{3 * a},{3 * b},{a + b},{a}\n" for one, other, a, b in GAMES)
    assert scores(f"{headings}\n{halves}") == TOTALS


def test_games_of_several_events_are_counted_together_and_said() -> None:
    first = [f"2024,{one},{other},{a},{b}\n" for one, other, a, b in GAMES]
    second = [f"2025,{other},{one},{2 * a},{2 * b}\n" for one, other, a, b in GAMES]
    several = "".join(["season,home,away,HG,AG\n", *first, *second])
    read = read_text(several)
    assert points(read) == {name: 2 * wins for name, wins in TOTALS.items()}
    assert [note.text for note in read.notes] == [
        "column 'season' names several events, as '2024' and '2025'; all games are counted together"
    ]
    assert read_text(several.replace("2025", "2024")).notes == ()


BELOW = """Ann,Bob,1-0
Ann,Cid,2-1
Bob,Cid,3-0

Who,V,P,S,GF,GS
Ann,2,0,0,3,1
Bob,1,0,1,3,1
Cid,0,0,2,1,5

Dan,Eve,0-1
Fay,Dan,1-1

Ann,Eve,0-0
"""


def test_games_without_headings_stand_above_and_below_a_table() -> None:
    won = {"Ann": 2.5, "Bob": 1, "Cid": 0, "Dan": 0.5, "Eve": 1.5, "Fay": 0.5}
    assert scores(BELOW) == won
    said = "no column holds the results; '0-0* (dcr)' is not understood"
    assert refusal(BELOW.replace("0-0", "0-0* (dcr)")) == f"C13: {said}"
