"""A knock-out: the bracket, byes for the best, the third place, and what is refused."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest

from tests.books import edited, named, setting_cell
from tests.pairing.events import bye, event_index_of, field_of, game
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import DomainError, InputError, Place
from xltie.event import EventIndex, Match, Outcome
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import system_named
from xltie.pairing.systems import draw_round, table_reasons
from xltie.pairing.systems.knock_out import bracket
from xltie.rules.common.knock_out import knock_out, places_of_draw
from xltie.settings.declared import INITIAL_COLOUR

SYSTEM = system_named("knock-out")
FIRST = (bye(1, "1"), bye(1, "2"), game(1, "4", "5"), game(1, "3", "6"))


def drawn(players: int, matches: tuple[Match, ...], number: int, **wants: bool) -> list[set[str]]:
    index = event_index_of(field_of(players), matches)
    return [
        set(board.players)
        for board in draw_round(index, number, SYSTEM, RoundOptions(**wants)).boards
    ]


def test_the_best_meet_as_late_as_their_seeds_say() -> None:
    assert bracket(8) == [1, 8, 4, 5, 2, 7, 3, 6]
    assert bracket(5) == bracket(8)
    assert drawn(8, (), 1) == [{"1", "8"}, {"4", "5"}, {"2", "7"}, {"3", "6"}]


def test_the_best_have_byes_where_the_number_is_no_power_of_two() -> None:
    assert drawn(6, (), 1) == [{"4", "5"}, {"3", "6"}, {"1"}, {"2"}]
    assert drawn(6, FIRST, 2) == [{"1", "4"}, {"2", "3"}]


def test_the_bracket_is_the_reason_of_a_table_and_of_a_bye() -> None:
    index = event_index_of(field_of(3))
    drawn = draw_round(index, 1, SYSTEM)
    told = sorted(str(one.message) for one in table_reasons(index, drawn, RoundOptions()))
    assert told == [
        "table 1: Player 2 - Player 3; by the bracket (Knock-out)",
        "table 2: Player 1 has no opponent; by the bracket (Knock-out)",
    ]


@pytest.mark.parametrize(("colour", "left"), [("white", "17"), ("black", "82")])
def test_the_initial_colour_goes_to_the_odd_seeds(colour: str, left: str) -> None:
    event = event_index_of(field_of(8)).event
    announced = event.settings.with_(INITIAL_COLOUR, colour)
    boards = draw_round(EventIndex(replace(event, settings=announced)), 1, SYSTEM).boards
    seated = {frozenset(board.players): board.first for board in boards}
    assert seated[frozenset("18")] + seated[frozenset("27")] == left


def test_two_play_a_final_and_one_alone_nothing() -> None:
    assert drawn(2, (), 1) == [{"1", "2"}]
    with pytest.raises(DomainError, match="a knock-out needs at least 2 players"):
        drawn(1, (), 1)


def test_the_losers_of_the_round_before_the_final_play_for_the_third_place() -> None:
    matches = (*FIRST, game(2, "1", "4"), game(2, "2", "3", Outcome.LOSS))
    assert drawn(6, matches, 3) == [{"1", "3"}]
    assert drawn(6, matches, 3, third_place=True) == [{"1", "3"}, {"4", "2"}]
    with pytest.raises(DomainError, match="a knock-out of 6 has 3 rounds"):
        drawn(6, (*matches, game(3, "1", "3")), 4)


@pytest.mark.parametrize(("column", "first"), [("white", "1"), ("black", "4")])
def test_the_first_column_has_the_colour_that_it_had_before(column: str, first: str) -> None:
    """1 had Black and 4 White, so 1 has White now: first where the first column is White's."""
    matches = (game(1, "8", "1", Outcome.LOSS), game(1, "4", "5"),
               game(1, "2", "7"), game(1, "3", "6"))  # fmt: skip
    if column == "black":
        matches = tuple(replace(match, a=match.b, b=match.a) for match in matches)
    board = draw_round(event_index_of(field_of(8), matches), 2, SYSTEM, RoundOptions()).boards[0]
    assert set(board.players) == {"1", "4"}
    assert board.first == first


def test_a_place_is_explained_by_the_rounds_that_were_not_won() -> None:
    matches = (game(1, "1", "2"), game(1, "3", "4"), game(2, "1", "3"), game(2, "2", "4"))
    terms = {who: knock_out(event_index_of(field_of(4), matches), who).terms for who in "1234"}
    assert {who: sum(term.value for term in found) for who, found in terms.items()} == {
        "1": 1, "2": 3, "3": 2, "4": 4,
    }  # fmt: skip
    assert [(term.round, term.opponent) for term in terms["4"][1:]] == [(1, "3"), (2, "2")]
    assert len(terms["1"]) == 1


def test_a_game_across_the_lowest_groups_moves_nobody_above_them() -> None:
    """6 and 7 met between places 5 and 7: who was there shares them out, 3 and 4 theirs."""
    matches = (
        *(game(1, str(n), str(9 - n)) for n in range(1, 5)),
        *(game(2, one, other) for one, other in ("13", "24", "57", "68")),
        game(3, "1", "2"), game(3, "3", "4"), game(3, "6", "7"),
    )  # fmt: skip
    places = places_of_draw(event_index_of(field_of(8), matches))
    assert places == {"1": 1, "2": 2, "3": 3, "4": 4, "6": 5, "5": 6, "7": 6, "8": 6}


def test_a_game_without_a_winner_is_named() -> None:
    level = replace(game(1, "3", "6", Outcome.DRAW), place=Place("Rounds", 8, 6))
    with pytest.raises(InputError, match=r"Rounds!F8: 3 and 6 are both still in .* who goes on"):
        drawn(6, (*FIRST[:3], level), 2)


def test_two_who_should_have_met_are_named() -> None:
    with pytest.raises(InputError, match=r"1 and 4 are both still in .*; they have not met"):
        drawn(4, (game(1, "1", "2"), game(1, "4", "3")), 2)


def test_who_left_loses_by_forfeit_and_a_late_entry_changes_nothing() -> None:
    players = [
        replace(player, withdrawn_after=1) if player.id == "4" else player for player in field_of(7)
    ]
    board = draw_round(event_index_of(players, FIRST), 2, SYSTEM, RoundOptions()).boards[0]
    assert (board.players, board.absent) == (("1", "4"), ("4",))


def test_who_is_absent_or_has_left_before_the_first_round_is_not_in_the_bracket() -> None:
    players = [replace(one, withdrawn_after=0) if one.id == "2" else one for one in field_of(6)]
    boards = draw_round(
        event_index_of(players), 1, SYSTEM, RoundOptions(absent=frozenset("5"))
    ).boards
    assert [set(board.players) for board in boards] == [{"1", "6"}, {"3", "4"}]


def test_a_game_that_stands_in_the_round_is_kept_or_named() -> None:
    waiting = game(2, "4", "1", None)
    assert drawn(6, (*FIRST, waiting), 2) == [{"2", "3"}]
    with pytest.raises(InputError, match="another one: in it 1 and 4 meet"):
        drawn(6, (*FIRST, game(2, "1", "2", None)), 2)


@pytest.mark.slow
def test_a_workbook_from_the_first_round_to_the_places(tmp_path: Path, shell: Shell) -> None:
    path = tmp_path / "cup.xlsx"
    assert main(["new", str(path), "--game", "chess", "--players", "6", "--rounds", "3"]) == 0
    named(path, 6)
    third = setting_cell(path, "Pairing", below=2)
    typed = {setting_cell(path, "Criteria"): "PTS; PS", setting_cell(path, "Pairing"): "knock-out"}
    edited(path, "Settings", {**typed, third.replace("B", "A"): "Third place", third: "yes"})
    for _ in range(3):
        assert main(["pair", str(path), "--write"]) == 0
        open_lines = {
            f"F{at}": "1-0" if row[2] < row[8] else "0-1"
            for at, row in enumerate(
                openpyxl.load_workbook(path)["Rounds"].iter_rows(values_only=True), 1
            )
            if isinstance(row[2], int) and isinstance(row[8], int) and row[5] is None
        }
        edited(path, "Rounds", open_lines)
    assert "3 rounds by Knock-out: 0 absolute rules broken" in shell("pair", path, "--check").out
    said = shell("standings", path, "--format", "csv").out
    lines = [line.split(",")[:2] for line in said.splitlines()[1:]]
    assert lines[:4] == [["1", "1"], ["2", "2"], ["3", "3"], ["4", "4"]]
    edited(path, "Rounds", {"C5": 4, "I5": 6, "C6": 5, "I6": 3})
    assert main(["pair", str(path), "--check"]) == 1
