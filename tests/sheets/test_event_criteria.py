"""An event's own list of criteria in cells: values, headings, ties, and what is not understood."""

from __future__ import annotations

from typing import Any

import pytest

from tests.casefiles import grid_of
from xltie.core.cells import Grid
from xltie.core.errors import DomainError, InputError
from xltie.sheets.call import evaluate_call
from xltie.sheets.call.evaluation import UNDEFINED
from xltie.sheets.functions import REGISTRY

GAMES = grid_of(
    """
Round|White|Black|Result
1|A|B|1-0
1|C|D|1-0
1|E||bye
2|A|C|1/2-1/2
2|E|D|0-1
2|B||half bye
3|E|A|0-1
3|B|C|1-0
3|D||zero bye
""",
    "Rounds",
)
PLAYERS = grid_of("ID\nA\nB\nC\nD\nE", "Players")


def call(name: str, *cells: Any) -> Any:
    return evaluate_call(REGISTRY[name], cells)


def event(*settings: str) -> Any:
    """Return the text of a chess event with settings such as ``Criteria|PTS, DE``."""
    grid = grid_of("\n".join(("Game|chess", "Rounds|3", *settings)), "Settings")
    return call("EVENT", PLAYERS, GAMES, grid)


def headings(packed: Any) -> list[Any]:
    return [call("CRITERIONAT", packed, packed, position) for position in range(1, 8)]


def test_the_headings_are_the_criteria_and_then_what_is_shown_beside_them() -> None:
    own = event("Criteria|PTS; DE; BH/C1", "Also shown|WIN, PTS, SB")
    assert headings(own) == ["PTS", "DE", "BH/C1", "WIN", "SB", "", ""]
    assert headings(event("Criteria|korea2020-rated"))[:3] == ["PTS", "H2H", "PS"]
    assert headings(event())[:4] == ["PTS", "DE", "BH/C1", "BH"]


def test_places_follow_the_criteria_of_the_event_without_an_argument() -> None:
    own = event("Criteria|PTS; BH")
    for who in "ABCDE":
        assert call("PLACE", who, own) == call("PLACE", who, own, "PTS; BH")
        assert call("DECIDEDBY", who, own) == call("DECIDEDBY", who, own, "PTS; BH")
    assert call("PLAYERAT", own, own) == "A"
    assert call("DECIDEDBY", "A", own) == ""  # nothing stands above the first
    assert call("STANDINGS", own, own) == call("STANDINGS", own, own, "PTS; BH")


def test_every_value_of_the_standings_is_that_of_its_criterion_in_a_cell() -> None:
    own = event("Criteria|PTS; DE; BH/C1; BH; SB")
    head, *rows = call("STANDINGS", own, own)
    for row in rows:
        for label, value in zip(head[3:], row[3:], strict=True):
            assert call("TIEBREAK", row[1], own, label) == value, (row[1], label)


def test_a_criterion_of_tied_players_looks_at_the_tie_that_its_list_leaves() -> None:
    """B and C both have 1.5 points and met; once SB has parted them nothing is left to compare."""
    tied = event("Criteria|PTS; DE")
    assert [call("TIEBREAK", who, tied, "DE") for who in "BC"] == [1, 2]
    assert call("TIEBREAK", "A", tied, "DE") == 1
    parted = event("Criteria|PTS; SB; DE")
    assert [call("TIEBREAK", who, parted, "DE") for who in "BC"] == [1, 1]
    beside = event("Criteria|PTS; SB", "Also shown|DE")
    assert [call("TIEBREAK", who, beside, "DE") for who in "BC"] == [1, 2]


def test_modifiers_stand_in_place_of_the_first_option() -> None:
    own = event()
    for who in "ABCDE":
        plain = call("BUCHHOLZ", who, own, 1, None, None, "played")
        assert call("BUCHHOLZ", who, own, "C1/P") == call("BUCHHOLZ", who, own, "/C1/P") == plain
        assert call("BUCHHOLZ", who, own, "M1") == call("BUCHHOLZ", who, own, None, None, 1)
        assert call("GAMESWON", who, own, "P") == call("GAMESWON", who, own, "played")
        older = call("BUCHHOLZ", who, own, 1, "fide2009")
        assert call("BUCHHOLZ", who, own, "C1@fide2009") == older
    assert call("BUCHHOLZ", "A", own, "1") == call("BUCHHOLZ", "A", own, 1)
    with pytest.raises(DomainError, match="BUCHHOLZ has no modifier /Q1"):
        call("BUCHHOLZ", "A", own, "C1/Q1")


def test_options_that_are_left_out_follow_the_settings() -> None:
    old = event("Rulebook|fide2009")
    new = event("Rulebook|fide2024")
    values = {
        name: [call("BUCHHOLZ", who, e) for who in "ABCDE"] for name, e in (("o", old), ("n", new))
    }
    assert values["o"] == [call("BUCHHOLZ", who, new, None, "fide2009") for who in "ABCDE"]
    assert values["o"] != values["n"]


def test_a_faulty_criterion_is_named_and_decides_nothing() -> None:
    own = event("Criteria|PTS; BHX; SB; DE")
    said = call("PROVISIONAL", own, own)
    assert said.endswith("there is no criterion 'BHX'; did you mean BH?")
    assert headings(own)[:4] == ["PTS", "unknown(BHX)", "SB", "DE"]
    assert [call("PLACE", who, own) for who in "ABCDE"] == [1, 2, 2, 4, 4]
    assert isinstance(call("TIEBREAK", "A", own, "SB"), float)
    assert call("TIEBREAK", "A", own, "unknown(BHX)") == UNDEFINED


def test_there_are_no_places_if_the_first_criterion_is_faulty() -> None:
    own = event("Criteria|BHX; PTS")
    assert [call("PLAYERAT", own, own, None, row) for row in range(1, 7)] == [*"ABCDE", ""]
    assert [call("PLACE", who, own) for who in "ABCDE"] == [""] * 5
    assert call("DECIDEDBY", "A", own) == ""
    assert call("TIEBREAK", "A", own, "PTS") == 2.5


@pytest.mark.parametrize(
    ("setting", "said"),
    [
        ("Rulebook|fide3000", "Rulebook is 'fide3000'; choose from"),
        ("Rounds|seven", "Rounds is 'seven'; it must be a whole number"),
        ("Start date|soon", "Start date is 'soon'; write the year first"),
        ("Compute as|tbz", "Compute as is 'tbz'; choose from tbs"),
    ],
)
def test_a_faulty_setting_is_named_and_what_rests_on_it_is_undefined(
    setting: str, said: str
) -> None:
    grid = grid_of("\n".join(("Game|chess", setting, "Criteria|PTS, BH")), "Settings")
    own = call("EVENT", PLAYERS, GAMES, grid)
    line = call("PROVISIONAL", own, own)
    assert f"Settings!B2: {said}" in line and "more fault" not in line
    assert [call("PLACE", who, own) for who in "ABCDE"] == [1, 2, 2, 4, 4]
    assert call("TIEBREAK", "A", own, "PTS") == 2.5
    assert call("TIEBREAK", "A", own, "BH") == UNDEFINED
    with pytest.raises(InputError):
        call("BUCHHOLZ", "A", own)


def test_a_column_of_players_and_a_blank_heading() -> None:
    own = event()
    column = Grid([("A",), ("B",), (None,)], "Standings", 5)
    assert call("TIEBREAK", column, own, "PTS") == ((2.5,), (1.5,), ("",))
    assert call("TIEBREAK", "A", own, None) == ""
