"""Othello: what the sources say of the Brightwell constant and of byes, as laws."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.casefiles import grid_of
from tests.shell import Shell
from tests.strategies import LAW, event_indexes
from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.errors import DomainError, InputError
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status
from xltie.ranking import parse_criteria, rank
from xltie.rules.othello.brightwell import NAMES, bye_convention
from xltie.rules.othello.brightwell_constant import METHODS, constant
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event


def game(number: int, a: str, b: str, discs: int) -> Match:
    outcomes = (Outcome.WIN, Outcome.LOSS) if discs > 32 else (Outcome.LOSS, Outcome.WIN)
    if discs == 32:
        outcomes = (Outcome.DRAW, Outcome.DRAW)
    one, other = outcomes
    return Match(
        number,
        Side(a, Status.PLAYED, one, None, Fraction(discs)),
        Side(b, Status.PLAYED, other, None, Fraction(64 - discs)),
    )


def event_index_of(*matches: Match, withdrawn: str = "") -> EventIndex:
    ids = dict.fromkeys(side.who for match in matches for side in match.sides)
    return EventIndex(
        Event(
            contestants=tuple(
                Contestant(who, withdrawn_after=1 if who == withdrawn else None) for who in ids
            ),
            matches=matches,
            tally_sum=64,
        )
    )


@pytest.mark.parametrize("rounds", range(2, 14))
def test_losing_all_to_the_perfect_winner_equals_winning_all_from_the_perfect_loser(
    rounds: int,
) -> None:
    """With C = 64/N: 0:64 against P, who wins all N games, adds as much as 64:0 against Q."""
    matches = [game(1, "P", "X", 64), game(2, "X", "Q", 64)]
    for number in range(1, rounds + 1):
        if number != 1:
            matches.append(game(number, "P", f"F{number}", 40))
        if number != 2:
            matches.append(game(number, f"G{number}", "Q", 40))
    event_index = event_index_of(*matches)
    assert (event_index.score("P"), event_index.score("Q")) == (rounds, 0)
    working = REGISTRY["BQ"].compute(event_index, "X", c="exact")
    assert [term.value for term in working.terms] == [64, 64]


def test_a_small_c_lets_the_discs_decide_and_a_large_one_the_opponents() -> None:
    """The Korean article says of a small C that "S becomes important"; by its formula it is D."""
    event_index = event_index_of(
        game(1, "D", "weak", 60), game(1, "S", "strong", 4), game(2, "strong", "weak", 40)
    )
    by = {c: rank(event_index, parse_criteria(f"BQ(c={c})")).lines for c in (0, 1000)}
    assert [line.who for line in by[0] if line.who in "DS"] == ["D", "S"]
    assert [line.who for line in by[1000] if line.who in "DS"] == ["S", "D"]


@pytest.mark.slow
@LAW
@given(st.integers(2, 7), st.integers(0, 20), st.data())
def test_in_a_round_robin_bq_orders_like_the_disc_total(
    size: int, c: int, data: st.DataObject
) -> None:
    """Who meets everybody meets the same opponents but for oneself: equal points, equal S."""
    ids = [f"p{n}" for n in range(size)]
    pairs = [(a, b) for n, a in enumerate(ids) for b in ids[n + 1 :]]
    event_index = event_index_of(
        *(game(n, a, b, data.draw(st.integers(0, 64))) for n, (a, b) in enumerate(pairs, 1))
    )
    whole = rank(event_index, parse_criteria(f"points, BQ(c={c})"))
    discs = rank(event_index, parse_criteria("points, discs"))
    assert [(x.place, x.who) for x in whole.lines] == [(x.place, x.who) for x in discs.lines]


@pytest.mark.slow
@LAW
@given(event_indexes(discs=True, unplayed=False), st.integers(0, 20))
def test_a_draw_against_oneself_is_what_a_bye_adds(event_index: EventIndex, c: int) -> None:
    options: dict[str, Any] = {"c": Fraction(c)}
    for who in event_index.ids:
        byes = sum(o.own.status is Status.PAIRING_BYE for o in event_index.rounds_of(who))
        without = REGISTRY["BQ"].compute(event_index, who, bye="none", **options).total
        for bye, adds in (
            ("wof", 32 + c * event_index.score(who)),
            ("plus32", 32),
            ("33-31", 33),
            ("64-0", 64),
        ):
            found = REGISTRY["BQ"].compute(event_index, who, bye=bye, **options).total
            assert found == without + byes * adds


def test_a_missed_round_counts_under_papp_only_and_an_open_one_under_storm_only() -> None:
    matches = [game(1, "A", "B", 40), Match(2, Side("A", Status.ABSENT))]
    pending = Match(3, Side("A", Status.PENDING), Side("B", Status.PENDING))
    event_index = event_index_of(*matches, pending)
    found = {
        bye: REGISTRY["BQ"].compute(event_index, "A", bye=bye).total
        for bye in ("wof", "papp", "storm")
    }
    assert found == {"wof": 40, "papp": 40 + 32 + 6, "storm": 40 + 32 + 6}


def test_games_against_who_withdrew_are_left_out_or_counted() -> None:
    event_index = event_index_of(game(1, "A", "W", 50), game(2, "A", "B", 20), withdrawn="W")
    bq = REGISTRY["BQ"].compute
    assert bq(event_index, "A").total == (32 + 6 * 1) + (20 + 6 * 1)
    assert bq(event_index, "A", withdrawn="counted").total == 50 + (20 + 6 * 1)
    assert bq(event_index, "A", bye="plus32", withdrawn="left-out").total == 32 + (20 + 6 * 1)
    assert "opponent withdrew" in str(bq(event_index, "A").terms[0].why)


def test_a_forfeit_with_discs_counts_its_discs() -> None:
    forfeit = Match(
        1,
        Side("A", Status.FORFEIT_WIN, None, None, Fraction(64)),
        Side("B", Status.FORFEIT_LOSS, None, None, Fraction(0)),
    )
    event_index = event_index_of(forfeit)
    assert REGISTRY["DISCS"].compute(event_index, "A").total == 64
    assert REGISTRY["BQ"].compute(event_index, "A").total == 64
    assert REGISTRY["BQ"].compute(event_index, "B").total == 0 + 6 * 1


def test_discs_typed_beside_a_bye_count_in_the_disc_total() -> None:
    event_index = event_index_of(Match(1, Side("A", Status.PAIRING_BYE, None, None, Fraction(40))))
    assert REGISTRY["DISCS"].compute(event_index, "A").total == 40
    assert REGISTRY["BQ"].compute(event_index, "A", bye="plus32").total == 32


def test_a_missing_disc_count_leaves_bq_undefined_and_says_where() -> None:
    bare = Match(2, Side("A", Status.PLAYED, Outcome.WIN), Side("B", Status.PLAYED, Outcome.LOSS))
    event_index = event_index_of(game(1, "B", "A", 40), bare)
    for name in ("BQ", "DISCS"):
        working = REGISTRY[name].compute(event_index, "A")
        assert working.total is None
        assert str(working.why) == "the discs of round 2 against B are missing"


def test_c_may_be_an_int_a_fraction_or_a_method() -> None:
    event_index = event_index_of(game(1, "A", "B", 30))
    bq = REGISTRY["BQ"].compute
    assert bq(event_index, "A", c=6).total == bq(event_index, "A", c=Fraction(6)).total == 36
    assert bq(event_index, "A", c="exact").total == 94


@pytest.mark.parametrize("rounds", range(1, 40))
def test_the_constant_by_method(rounds: int) -> None:
    exact = Fraction(64, rounds)
    assert constant(rounds, "exact") == exact
    near = constant(rounds, "even")
    assert near % 2 == 0
    assert all(abs(exact - near) <= abs(exact - other) for other in (near - 2, near + 2))
    assert constant(rounds, "narrow") <= near <= constant(rounds, "wide")
    assert constant(rounds, "narrow") in (near, near - 2)
    assert constant(rounds, "wide") in (near, near + 2)


def test_names_of_methods_and_conventions() -> None:
    assert all(constant(9, name) >= 0 for name in METHODS)
    assert constant(9, " Seed001 ") == constant(9, "even") == 8
    assert constant(7, "SEED000") == 10
    assert constant(9, "woc") == 6
    assert all(bye_convention(name) for name in NAMES)
    assert bye_convention(" SEED001 ") == bye_convention("33-31")
    with pytest.raises(DomainError, match="there is no bye convention '33'; choose from wof, papp"):
        bye_convention("33")
    with pytest.raises(DomainError, match="there is no constant 'six'; choose from exact, even"):
        constant(9, "six")
    with pytest.raises(DomainError, match="needs at least one round"):
        constant(0, "exact")


def test_disc_differences_in_a_plain_table_are_no_discs(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "club.csv"
    table.write_text("Round,Black,White,Black score,White score\n1,A,B,+24,-24\n1,C,D,40,24\n")
    said = shell("standings", table, "--criteria", "BQ", code=2).err.splitlines()
    assert len(said) == 1
    assert "B2: the discs of A and B are 24 and -24: together not 64" in said[0]


def test_a_win_by_forfeit_counts_for_tatebayashi_and_adds_no_opponent() -> None:
    lines = (
        "Round|Black|White|Black discs|White discs|Result\n1|C|D|||1-0F\n2|D|C|40|24|\n3|C|D|33|31|"
    )
    index = EventIndex(read_event(grid_of(lines, "Rounds"), None, Event(game="othello")))
    found = parse_criteria("TATEBAYASHI(rounds=6)", event=index.event)[0].values(index, index.ids)
    assert {who: one.total for who, one in found.items()} == {
        "C": 6 + 4 + 1 + 1, "D": 5 + 2 + 2
    }  # fmt: skip


def test_countries_go_by_their_best_together_in_standings_pages_and_prints(
    tmp_path: Path, shell: Shell
) -> None:
    """The best three of a team count at world championships; here the best two, by hand."""
    event = tmp_path / "event.elo"
    event.write_bytes(b"""%%Tournament: Teams
%_% 1, A, Ann, JPN, 2, 80
%_% 2, B, Bo, KOR, 1, 60
%_% 3, C, Cy, KOR, 1, 60
%_% 4, D, Di, JPN, 0, 56
%Round 1
1 (40)>(24) 2 B
3 (36)>(28) 4 B
%Round 2
1 (40)>(24) 3 B
2 (36)>(28) 4 B
""")
    asked = [str(event), "--criteria", "points, discs"]
    said = shell("standings", *asked, "--group", "countries=2").out
    rows = [line.split() for line in said.splitlines() if line.strip()]
    assert rows[2:] == [["1", "JPN", "2", "136"], ["2", "KOR", "2", "120"]]
    said = shell("standings", *asked, "--group", "countries=1").out
    rows = [line.split() for line in said.splitlines() if line.strip()]
    assert rows[2:] == [["1", "JPN", "2", "80"], ["2", "KOR", "1", "60"]]
    said = shell("standings", *asked, "--group", "countries=1", "--format", "csv").out
    assert said.splitlines() == ["id,place,points,discs", "JPN,1,2,80", "KOR,2,1,60"]
    said = shell("standings", *asked, "--group", "KOR", "--format", "csv").out
    assert said.splitlines()[:2] == ["id,place,points,discs,overall,name", '2,1,1,60,2,"B, Bo"']
    said = shell("standings", *asked, "--group", "KOR", "--format", "json").out
    assert json.loads(said)[0]["points"] == 1
    said = shell("standings", *asked, "--group", "KOR", "--format", "markdown").out
    assert said.startswith("| Place | Overall | ID | Name | points | discs |")
    groups = ["--group", "countries=2", "--group", "KOR"]
    assert main(["publish", *asked, *groups, "--out", str(tmp_path / "pages")]) == 0
    page = (tmp_path / "pages" / "index.html").read_text("utf-8")
    paper = tmp_path / "paper.html"
    assert main(["print", *asked, *groups, "--what", "standings", "--out", str(paper)]) == 0
    for text in (page, paper.read_text("utf-8")):
        assert text.index("countries=2") < text.index(">136") < text.index(">120")


@pytest.mark.slow
def test_leagues_in_groups_are_paired_and_ranked_apart(tmp_path: Path, shell: Shell) -> None:
    """The first stage of side events at European Go Congresses: a league in every group."""
    players = tmp_path / "players.csv"
    lines = [f"{n},P{n},{'AAAABBB'[n - 1]}" for n in range(1, 8)]
    players.write_text("No,Name,Division\n" + "\n".join(lines) + "\n")
    book = tmp_path / "league.xlsx"
    made = ["new", str(book), "--game", "othello", "--from", str(players), "--rounds", "3"]
    assert main(made) == 0
    met = set()
    for _ in range(3):
        assert main(["pair", str(book), "--system", "round-robin", "--write"]) == 0
    for match in open_event(book).event.matches:
        assert len({"A" if int(side.who) < 5 else "B" for side in match.sides}) == 1
        met |= {frozenset(side.who for side in match.sides)} if match.b else set()
    assert len(met) == 6 + 3
    said = shell("standings", book, "--criteria", "points").out
    assert "first of A" in said
    assert "first of B" in said
    final = tmp_path / "final.xlsx"
    noted = shell("new", final, "--from", book, "--best", "2", "--rounds", "3").err
    names = [player.name for player in open_event(final).event.contestants if player.name]
    assert names == ["P1", "P5", "P2", "P6"]
    assert not any(player.division for player in open_event(final).event.contestants)
    assert "P2 and P3 share place 1: P2 is taken" in noted
    again = shell("new", tmp_path / "again.xlsx", "--from", final, "--rounds", "3").out
    assert "4 players" in again  # the numbers below the last name are nobody


@pytest.mark.slow
def test_a_title_above_one_column_of_names_is_nobody(tmp_path: Path, shell: Shell) -> None:
    players, book = tmp_path / "p.csv", tmp_path / "event.xlsx"
    for title in ("Team", "Pairs", "Команда", "팀"):
        players.write_text(f"\n{title}\nAlpha\nBeta\n", "utf-8")
        assert "2 teams" in shell(
            "new", book, "--game", "bridge", "--from", players, "--criteria", "VP", "--force"
        ).out  # fmt: skip
    players.write_text("Ann\nBo\nCy\n", "utf-8")
    assert "3 pairs" in shell("new", book, "--game", "bridge", "--from", players, "--force").out


@pytest.mark.slow
def test_a_second_stage_is_of_the_game_of_the_first(tmp_path: Path, shell: Shell) -> None:
    players, book, final = (tmp_path / name for name in ("p.csv", "first.xlsx", "final.xlsx"))
    players.write_text("Name\nAnn\nBo\nCy\nDi\n")
    shell("new", book, "--game", "chess", "--from", players, "--rounds", "3", "--language", "ru")
    shell("pair", book, "--write")
    shell("new", final, "--from", book, "--best", "2")
    assert open_event(final).event.game == "chess"
    report, again = tmp_path / "first.trf", tmp_path / "again.xlsx"
    shell("export", book, report)
    shell("new", again, "--from", report)
    assert open_event(again).event.game == "chess"
    shell("new", again, "--from", players, "--force")
    assert open_event(again).event.game == "othello"


def test_women_and_men_of_a_list_are_groups_in_any_game(tmp_path: Path, shell: Shell) -> None:
    players = tmp_path / "players.csv"
    players.write_text("No,Name,Sex,Birth\n1,Ann,w,2010\n2,Bo,m,1990\n3,Cy,m,2012\n")
    book = tmp_path / "event.xlsx"
    asked = ["--game", "othello", "--from", str(players)]
    assert main(["new", str(book), *asked, "--rounds", "3"]) == 0
    assert dict(open_event(book).event.contestants[0].more)["Birth"] == "2010"
    assert "not used" not in shell.printed().err
    for group, names in {"women": ["Ann"], "men": ["Bo", "Cy"]}.items():
        lines = shell("standings", book, "--group", group).out.splitlines()[3:]
        assert [line.split()[3] for line in lines if line.strip()] == names
    said = shell("standings", book, "--group", "U18", code=None).err
    assert said.strip() == "ages need the day of the event: Start date in the Settings"


@pytest.mark.parametrize(
    "table",
    [
        "Ronde;Noirs;Blancs;Pions noirs;Pions blancs\n1;A;B;40;24\n1;C;BIP;;\n",
        "Ronde;Noirs;Blancs;Score\n1;A;B;40-24\n1;C;BIP;\n",
        "Тур;Чёрные;Белые;Фишки\n1;A;B;40:24\n1;C;отдых;\n",
        "라운드,흑,백,돌수\n1,A,B,40-24\n1,C,부전승,\n",
        "Turno;Nero;Bianco;Pedine nero;Pedine bianco\n1;A;B;40;24\n1;C;riposo;;\n",
    ],
)
def test_tables_of_clubs_in_other_languages_hold_discs_and_byes(table: str) -> None:
    event = open_event(table.encode(), name="club.csv").event
    assert (event.game, len(event.contestants)) == ("othello", 3)
    assert [(match.a.who, match.a.tally) for match in event.matches] == [("A", 40), ("C", None)]
    assert event.matches[1].a.status is Status.PAIRING_BYE


def test_a_table_of_discs_is_othello_however_many_are_mistyped() -> None:
    """Two of three games made it an event of nobody's game, ranked by points alone."""
    table = b"Round,Black,White,Discs\n1,A,B,40-20\n1,C,D,40-25\n2,A,C,33-31\n"
    with pytest.raises(InputError) as refused:
        open_event(table, name="club.csv")
    assert [str(fault) for fault in refused.value.faults] == [
        "club.csv: B2: the discs of A and B are 40 and 20: together 60, not 64",
        "club.csv: B3: the discs of C and D are 40 and 25: together 65, not 64",
    ]
