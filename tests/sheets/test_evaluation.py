"""Calls in cells: shapes, optional arguments, and what a cell shows instead of a value."""

from __future__ import annotations

import gc
import weakref
from dataclasses import replace
from functools import partial
from typing import Any, Callable

import pytest
from hypothesis import given, settings

from tests.casefiles import grid_of
from tests.strategies import events
from xltie.core.cells import CellError, Grid
from xltie.core.errors import DomainError, InputError, UndefinedValue, UnknownPlayer, XltieError
from xltie.event import Event, EventIndex
from xltie.event.packed import pack
from xltie.ranking import default_criteria, parse_criteria, rank
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.call import answers_by_player, evaluate_call
from xltie.sheets.functions import REGISTRY, callables
from xltie.sheets.read import event_index_of, let_go, read_event

GAMES = """
Round|Black|White|Black discs|White discs|Result
1|Kim|Lee|40|24|
1|Park||||bye
2|Lee|Park|32|32|
2|Kim||||half bye
3|Park|Kim|||0-1F
3|Lee||||
4|Kim|Park|50|14|
4|Lee||||absent
5|Park|Lee|||
5|Kim||||zero bye
"""


def call(name: str, *cells: Any) -> Any:
    return evaluate_call(REGISTRY[name], cells)


def games(text: str = GAMES) -> Grid:
    return grid_of(text, "Rounds")


def column(*cells: Any) -> Grid:
    return Grid([(cell,) for cell in cells], "Standings", 2)


# -- players -------------------------------------------------------------------------------------


def test_one_player_gives_one_value() -> None:
    assert call("POINTS", "Kim", games()) == 3.5
    assert call("POINTS", " kim ", games()) == 3.5
    assert call("POINTS", Grid([["Kim"]]), games()) == 3.5


def test_a_column_of_players_gives_a_column() -> None:
    assert call("POINTS", column("Lee", "Kim", None, "Park"), games()) == (
        (1.5,),
        (3.5,),
        ("",),
        (1.5,),
    )


def test_a_row_and_a_block_of_players_keep_their_shape() -> None:
    assert call("WINS", Grid([("Lee", "Kim")]), games()) == ((1, 3),)
    block = Grid([("Lee", "Kim"), (None, "Park")])
    assert call("WINS", block, games()) == ((1, 3), ("", 1))


def test_an_unknown_player_in_a_column_leaves_the_others_alone() -> None:
    found = call("POINTS", column("Kim", "Kimm", CellError("#REF!")), games())
    assert found == (
        (3.5,),
        (CellError("#N/A", "player Kimm is not in this event"),),
        (CellError("#REF!"),),
    )


def test_a_blank_player_is_a_blank() -> None:
    assert call("POINTS", None, games()) == ""
    assert call("POINTS", "  ", games()) == ""


def test_numbers_are_players_too() -> None:
    table = "Round|Black|White|Result\n1|7|12|1-0"
    assert call("POINTS", 7, games(table)) == call("POINTS", 7.0, games(table)) == 1
    assert call("POINTS", "12", games(table)) == 0


# -- optional arguments --------------------------------------------------------------------------


def test_a_blank_argument_takes_its_default() -> None:
    whole = call("BQ", "Kim", games())
    assert call("BQ", "Kim", games(), None, "", Grid([[None]])) == whole
    assert call("BQ", "Kim", games(), "wof", "WOF") == whole
    assert call("BQ", "Kim", games(), 6, "self-draw") == whole
    assert call("BQ", "Kim", games(), "6", "woc") == whole


def test_options_take_names_and_numbers() -> None:
    assert call("BQ", "Kim", games(), 12, "none") == 40 + 12 * 1.5 + 50 + 12 * 1.5
    assert call("BQ", "Kim", games(), "64/5", "none") == pytest.approx(90 + 64 / 5 * 3)
    assert call("BQ", "Kim", games(), True, "none") == 93
    assert call("BQ", "Kim", games(), "even", "none") == call("BQ", "Kim", games(), 12, "none")


def test_a_list_of_numbers_is_a_range_or_a_text() -> None:
    wanted = call("PROGRESSIVE", "Kim", games(), 0, "5;4;3;2;1")
    assert wanted == 1 * 5 + 0.5 * 4 + 1 * 3 + 1 * 2
    assert call("PROGRESSIVE", "Kim", games(), 0, Grid([[5, 4, 3], [2, 1, None]])) == wanted
    assert call("PROGRESSIVE", "Kim", games(), 0, Grid([["5;4", "3 2 1"]])) == wanted
    assert call("PROGRESSIVE", "Kim", games(), 0, 2) == 7


def test_points_up_to_a_round() -> None:
    assert [call("POINTS", "Kim", games(), n) for n in (1, 2, 3, 4, 0)] == [1, 1.5, 2.5, 3.5, 3.5]


def test_players_without_a_game_come_from_the_list_of_players() -> None:
    listed = grid_of("ID|Name\nKim|Kim Min-su\nLee|\nPark|\nChoi|", "Players")
    place = REGISTRY["PLACE"]
    cells: list[Any] = [None] * len(place.parameters)
    cells[:3] = ["Choi", games(), "points"]
    cells[[parameter.name for parameter in place.parameters].index("players")] = listed
    assert evaluate_call(place, cells) == 4


# -- what a cell shows instead -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "cells", "error", "code", "text"),
    [
        ("POINTS", ["Choi", games()], UnknownPlayer, "#N/A", "player Choi is not in this event"),
        (
            "BQ",
            ["Park", games(GAMES.replace("50|14|", "||0-1"))],
            UndefinedValue,
            "#N/A",
            "the discs of round 4 against Kim are missing",
        ),
        (
            "PROGRESSIVE",
            ["Kim", games("Black|White|Result\nKim|Lee|1-0")],
            UndefinedValue,
            "#N/A",
            "the games do not say in which round they were played",
        ),
        ("BUCHHOLZ", ["Kim", games(), -1], DomainError, "#NUM!", "cut is -1; the minimum is 0"),
        ("BUCHHOLZ", ["Kim", games(), 1.5], DomainError, "#NUM!", "cut is 1.5, not a whole number"),
        ("BUCHHOLZ", ["Kim", games(), "x"], DomainError, "#NUM!", "cut is 'x', not a number"),
        (
            "BUCHHOLZ",
            ["Kim", games(), 0, "korea1999"],
            DomainError,
            "#NUM!",
            "there is no rulebook 'korea1999'",
        ),
        (
            "ZSCORES",
            [Grid([(50,), (90,)]), "sample", 0],
            DomainError,
            "#NUM!",
            "cap is 0; it must be more than 0",
        ),
        ("BQ", ["Kim", games(), -6], DomainError, "#NUM!", "c is -6; the minimum is 0"),
        (
            "BQ",
            ["Kim", games(), "sixish"],
            DomainError,
            "#NUM!",
            "c is 'sixish'; expected one of: exact, even",
        ),
        (
            "BQ",
            ["Kim", games(), 6, "33"],
            DomainError,
            "#NUM!",
            "bye is '33'; expected one of: wof, papp",
        ),
        (
            "PROGRESSIVE",
            ["Kim", games(), 0, "1;x"],
            DomainError,
            "#NUM!",
            "weights is 'x', not a number",
        ),
        ("DIRECTCOMP", ["Kim", games(), None, "egff"], DomainError, "#NUM!", "method is 'egff'"),
        ("BRIGHTWELL", [0], DomainError, "#NUM!", "rounds is 0; the minimum is 1"),
        ("ROUNDS", [4], DomainError, "#NUM!", "players is 4; the minimum is 5"),
        ("ROUNDS", [None], InputError, "#VALUE!", "players is missing"),
        ("POINTS", ["Kim"], InputError, "#VALUE!", "games is missing: POINTS(player, games,"),
        ("POINTS", ["Kim", None], InputError, "#VALUE!", "games is missing"),
        ("POINTS", ["Kim", "Rounds"], InputError, "#VALUE!", "no games are found here"),
        (
            "POINTS",
            ["Kim", games(), 0, None, None, 1],
            InputError,
            "#VALUE!",
            "takes at most 5 arguments",
        ),
        (
            "BUCHHOLZ",
            ["Kim", games(), Grid([[1, 2]], "Settings", 4, 2)],
            InputError,
            "#VALUE!",
            "Settings!B4: cut takes one value, not a range of 1 by 2 cells",
        ),
        (
            "POINTS",
            ["Kim", games("Kim|Lee|1-0")],
            InputError,
            "#VALUE!",
            "no games are found here",
        ),
    ],
)
def test_what_a_cell_shows_instead_and_why(
    name: str, cells: list[Any], error: type[XltieError], code: str, text: str
) -> None:
    with pytest.raises(error) as caught:
        call(name, *cells)
    assert caught.value.code == code
    assert text in str(caught.value)


BAD = CellError("#REF!")
BAD_RANGE = Grid([[BAD]])


@pytest.mark.parametrize(
    ("name", "cells"),
    [
        ("POINTS", ["Kim", BAD]),
        ("POINTS", ["Kim", games(), BAD]),
        ("POINTS", ["Kim", games(), BAD_RANGE]),
        ("PROGRESSIVE", ["Kim", games(), 0, BAD]),
        ("PROGRESSIVE", ["Kim", games(), 0, BAD_RANGE]),
        ("BQ", ["Kim", games(), BAD]),
        ("DIRECTCOMP", ["Kim", games(), BAD]),
        ("EXPLAIN", [BAD, "Kim", games()]),
        ("EXPLAIN", ["BQ", BAD, games()]),
        ("EXPLAIN", ["BQ", BAD_RANGE, games()]),
    ],
)
def test_an_error_in_an_argument_is_the_answer(name: str, cells: list[Any]) -> None:
    with pytest.raises(XltieError) as caught:
        call(name, *cells)
    assert caught.value.code == "#REF!"


def test_an_error_as_the_player_is_the_answer() -> None:
    assert call("POINTS", CellError("#REF!"), games()) == CellError("#REF!")


def test_a_declaration_says_how_a_function_is_called() -> None:
    """Under another name, too: a call is evaluated by what is declared."""
    told = replace(REGISTRY["PLAYERAT"], without_event=lambda error, **_: str(error))
    assert "Standings!A2" in str(evaluate_call(told, [column("x"), column("y")]))
    value = CriterionValue((2, 1))
    steps = replace(REGISTRY["WINS"], name="STEPS", compute=lambda *_, **__: value)
    assert evaluate_call(steps, ["Kim", games()]) == ((2, 1),)
    one_cell = replace(steps, name="ONECELL", stands_for="games")
    assert evaluate_call(one_cell, ["Kim", games()]) == "2 / 1"
    renamed = replace(REGISTRY["EXPLAIN"], name="WHY")
    assert evaluate_call(renamed, ["BQ", "Kim", games()]) == call("EXPLAIN", "BQ", "Kim", games())


# -- players who are tied ------------------------------------------------------------------------

LEAGUE = """
Round|Player 1|Player 2|Result
1|A|B|1-0
1|C|D|1-0
2|B|C|1-0
2|D|A|1-0
3|A|C|1-0
3|B|D|1-0
"""


def test_without_a_tied_range_players_on_the_same_points_are_tied() -> None:
    assert call("DIRECTCOMP", column("A", "B", "C", "D"), games(LEAGUE)) == ((1,), (0,), (1,), (0,))


def test_a_tied_range_says_who_is_tied() -> None:
    tied = Grid(
        [("Player", "Points", "BQ"), ("A", 2, 50), ("B", 2, 50.0), ("C", 2, 50), ("D", 1, 9)]
    )
    assert call("DIRECTCOMP", column("A", "B", "C", "D"), games(LEAGUE), tied) == (
        (2,),
        (1,),
        (0,),
        ("",),
    )


def test_a_player_twice_in_the_tied_range_counts_once() -> None:
    tied = Grid([("A", 2), ("B", 2), ("A", 2), (None, None), (CellError("#N/A"), 2), ("B", 1)])
    assert call("DIRECTCOMP", column("A", "B"), games(LEAGUE), tied) == ((1,), (0,))


def test_steps_stand_beside_each_other() -> None:
    table = """
    Round|Player 1|Player 2|Result
    1|A|B|1-0
    1|C|D|1-0
    2|B|C|1-0
    2|D|A|0-1
    3|A|C|0-1
    3|B|D|0-1
    """
    tied = Grid([(who, "equal") for who in "ABCD"])
    assert call("DIRECTCOMP", column("A", "B", "C", "D"), games(table), tied) == (
        (2, 0),
        (1, 0),
        (2, 1),
        (1, 1),
    )
    assert call("DIRECTCOMP", "A", games(table), tied) == ((2, 0),)


# -- whole tables --------------------------------------------------------------------------------


def test_standings_spill_with_their_headings() -> None:
    found = call("STANDINGS", column("Kim", "Lee", "Park"), games(), "points, DC, BQ(c=6)")
    assert found == (
        ("Place", "ID", "Name", "points", "DC", "BQ(c=6)"),
        (1, "Kim", "", 3.5, "", 214),
        (2, "Lee", "", 1.5, 0.5, 127),
        (3, "Park", "", 1.5, 0.5, 117),
    )


def test_standings_show_what_is_undefined() -> None:
    table = games("Round|Black|White|Result\n1|Kim|Lee|1-0")
    (_, first, _) = call("STANDINGS", column("Kim", "Lee"), table, "points, BQ")
    assert first[:4] == (1, "Kim", "", 1)
    assert first[4].code == "#N/A"
    assert "discs of round 1 against Lee are missing" in str(first[4].text)


def test_a_bad_list_of_criteria_says_all_that_is_wrong() -> None:
    with pytest.raises(InputError) as caught:
        call("STANDINGS", column("Kim", "Lee", "Park"), games(), "pionts, BQ(x=1)")
    assert [fault.text for fault in caught.value.faults] == [
        "there is no criterion 'pionts'; did you mean points?",
        "criterion 'BQ(x=1)': BQ has no option 'x'; it has c, bye, withdrawn",
    ]


def test_places_and_the_player_at_a_place() -> None:
    assert call("PLACE", column("Kim", "Lee", "Park"), games(), "points") == ((1,), (2,), (2,))
    lines = [
        call("PLAYERAT", column("Kim", "Lee", "Park"), games(), "points", n) for n in (1, 2, 3, 4)
    ]
    assert lines == ["Kim", "Lee", "Park", ""]
    with pytest.raises(DomainError, match="position is 0; the minimum is 1"):
        call("PLAYERAT", column("Kim", "Lee", "Park"), games(), "points", 0)


@pytest.mark.slow
@given(events(max_rounds=4))
@settings(max_examples=25, deadline=None)
def test_a_value_is_the_same_whether_the_standings_were_made_with_it_or_not(event: Event) -> None:
    """And so for one player after another, of whom a sheet has one in each cell."""
    listed = replace(event, game=event.game or "chess")
    text = pack(listed)
    players = [contestant.id for contestant in event.contestants]
    for criterion in parse_criteria(default_criteria(listed), event=listed):
        entry = criterion.function
        alone, ranked = Grid([[text]]), Grid([[text]])
        apart = [_shown(evaluate_call, entry, [who, alone]) for who in players]
        let_go(alone)  # its standings, too
        evaluate_call(REGISTRY["PLAYERAT"], [ranked, ranked])
        one = answers_by_player(entry, [players[0], ranked])
        assert [_shown(one, who) for who in players] == apart
        assert [_shown(evaluate_call, entry, [who, ranked]) for who in players] == apart
        let_go(ranked)


def _shown(answer: Callable[..., Any], *arguments: Any) -> Any:
    try:
        return answer(*arguments)
    except XltieError as error:
        return error.code, str(error)


def test_what_was_found_of_an_event_goes_with_it_and_is_found_again() -> None:
    """Without a pass of the collector, which takes a quarter of a second at 500 players."""
    text = Grid([[call("EVENT", column("Kim", "Lee", "Park"), games())]])
    wanted = call("PLAYERAT", text, text)
    index = event_index_of(text)
    circle = index.cached("one that knows it", partial(partial, index.find))
    kept = weakref.ref(circle)
    del circle, index
    gc.disable()
    try:
        let_go(text)
        assert kept() is None
    finally:
        gc.enable()
    assert call("PLAYERAT", text, text) == wanted == "Kim"
    let_go(games())


def test_results_of_the_rounds_as_a_cross_table_shows_them() -> None:
    rows = {
        who: [call("ROUNDRESULT", who, games(), n) for n in range(1, 7)]
        for who in ("Kim", "Lee", "Park")
    }
    assert rows == {
        "Kim": ["+Leeb 40", "half bye", "+ParkF", "+Parkb 50", "zero bye", ""],
        "Lee": ["-Kimw 24", "=Parkb 32", "bye", "absent", "?Parkw", ""],
        "Park": ["bye", "=Leew 32", "-KimF", "-Kimw 14", "?Leeb", ""],
    }


# -- EXPLAIN -------------------------------------------------------------------------------------


def test_an_explanation_spills_the_terms_and_the_total() -> None:
    assert call("EXPLAIN", "BQ", "Kim", games(), 6, "wof") == (
        ("Round", "Opponent", "Value", "Counted", "Why"),
        (1, "Lee", 49, "yes", "40 discs + 6 × 1.5 points of Lee"),
        (2, "", 53, "yes", "half-point bye: a draw against oneself, 32 discs + 6 × 3.5"),
        (3, "Park", 53, "yes", "forfeit win: a draw against oneself, 32 discs + 6 × 3.5"),
        (4, "Park", 59, "yes", "50 discs + 6 × 1.5 points of Park"),
        ("Total", "", 214, "", ""),
    )


def test_an_explanation_names_opponents_and_tells_two_of_one_name_apart() -> None:
    players = grid_of("ID|Name\n1|Kim\n2|Lee\n3|Lee", "Players")
    lines = games("Round|Black|White|Black discs|White discs\n1|1|2|40|24\n2|1|3|30|34")
    rows = call("EXPLAIN", "BQ", 1, pack(read_event(lines, players)))
    assert [row[1] for row in rows] == ["Opponent", "Lee (2)", "Lee (3)", ""]
    assert rows[1][4].endswith("points of Lee (2)")


def test_an_explanation_shows_what_was_cut() -> None:
    rows = call("EXPLAIN", "bh", "Kim", games(), 1)
    assert [row[3] for row in rows] == ["Counted", "cut", "yes", ""]
    assert rows[-1][2] == 1.5


def test_an_explanation_of_a_value_in_steps() -> None:
    rows = call("EXPLAIN", "DC", "A", games(LEAGUE), Grid([(who, 1) for who in "ABC"]))
    assert rows[-1] == ("", "", 2, "", "application 1")


def test_an_explanation_says_why_a_table_is_refused() -> None:
    table = grid_of("Nr|Name|1|2|3\n1|Adler|3s1|2w1|4w½\n2|Berger|4w1|1s1|3w½", "Club")
    said = call("EXPLAIN", "BH", "Berger", table)
    with pytest.raises(InputError) as refused:
        call("BUCHHOLZ", "Berger", table)
    assert said == str(refused.value.faults[0])
    assert said.startswith("Club!")


def test_nobody_has_nothing_to_explain() -> None:
    assert call("EXPLAIN", "BQ", None, games()) == ""
    assert call("EXPLAIN", "BQ", Grid([[""]]), games()) == ""


def test_an_explanation_of_what_is_undefined() -> None:
    rows = call("EXPLAIN", "BQ", "Kim", games("Round|Black|White|Result\n1|Kim|Lee|1-0"))
    assert rows[-1][0] == "Total"
    assert rows[-1][4] == "the discs of round 1 against Lee are missing"


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["BQQ", "Kim", games()], "there is nothing to explain in 'BQQ'; name a tie-break"),
        ([None, "Kim", games()], "there is nothing to explain in ''"),
        (["STANDINGS", "Kim", games()], "there is nothing to explain in 'STANDINGS'"),
        (["ROUNDRESULT", "Kim", games(), 1], "ROUNDRESULT has no terms"),
        (["BQ", "Kim"], "games is missing: EXPLAIN("),
        (["BQ", "Choi", games()], "player Choi is not in this event"),
    ],
)
def test_what_cannot_be_explained(cells: list[Any], text: str) -> None:
    with pytest.raises(XltieError) as caught:
        call("EXPLAIN", *cells)
    assert text in str(caught.value)


def test_names_of_functions_from_cells() -> None:
    """A host may hand over a range of one cell."""
    assert call("EXPLAIN", Grid([["WINS"]]), Grid([["Lee"]]), games())[-1] == (
        "Total",
        "",
        1,
        "",
        "",
    )


def test_every_function_is_callable_by_position() -> None:
    functions = callables()
    assert set(functions) == {name for entry in REGISTRY.values() for name in entry.names}
    assert functions["BRIGHTWELL"](13, "wof") == 6


@pytest.mark.parametrize(
    ("named", "name", "options"),
    [
        ("points", "POINTS", []),
        ("discs", "DISCS", []),
        ("BH/C1", "BUCHHOLZ", [1]),
        ("SOS-1", "SOS", [1]),
        ("BQ(c=12)", "BQ", [12]),
        ("DC", "DIRECTCOMP", []),
    ],
)
def test_a_criterion_as_a_list_has_it_is_its_function_with_options(
    named: str, name: str, options: list[Any]
) -> None:
    for who in ("Kim", "Lee", "Park"):
        assert call("TIEBREAK", who, games(), named) == call(name, who, games(), *options)


def test_a_tie_break_is_one_criterion() -> None:
    with pytest.raises(DomainError, match="is 2 criteria; name one"):
        call("TIEBREAK", "Kim", games(), "points, BQ")


def test_a_tie_is_one_within_a_division_as_in_the_standings() -> None:
    """Everybody has a win and a loss; only those of one division are ranked together."""
    played = grid_of("Round|White|Black|Result\n1|1|2|1-0\n1|3|4|1-0\n2|2|3|1-0\n2|4|1|1-0\n")
    listed = grid_of("No|Name|Division\n1|Ann|A\n2|Bo|A\n3|Cy|B\n4|Di|B\n")
    event = read_event(played, listed)
    found = {who: call("DIRECTENC", who, pack(event)) for who in ("1", "2", "3", "4")}
    assert found == {"1": 1, "2": 2, "3": 1, "4": 2}
    ranked = rank(EventIndex(event), parse_criteria("points, DE"))
    assert {line.who: line.values[1].total for line in ranked.lines if line.values[1]} == found
