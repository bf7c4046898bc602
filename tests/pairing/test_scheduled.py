"""Rounds of a timetable in an event where not everything goes by it."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import named
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.errors import DomainError, InputError
from xltie.event import Match, Side, Status
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.systems import draw_round

from .events import Play, event_index_of, field_of, game

BERGER = system_named("round-robin")


def test_who_does_not_come_loses_by_forfeit() -> None:
    gone = [replace(c, withdrawn_after=1) if c.id == "6" else c for c in field_of(6)]
    drawn = draw_round(event_index_of(gone), 2, BERGER, RoundOptions(absent=frozenset({"5"})))
    absent = {frozenset(board.players): board.absent for board in drawn.boards}
    assert absent == {
        frozenset("64"): ("6",), frozenset("53"): ("5",), frozenset("12"): (),
    }  # fmt: skip
    assert drawn.resting == ()  # they stand at their tables


def test_nobody_is_too_few() -> None:
    with pytest.raises(DomainError, match="there are 0"):
        draw_round(event_index_of(()), 1, BERGER)


def test_two_who_did_not_play_may_still_meet() -> None:
    forfeit = Match(1, Side("1", Status.FORFEIT_WIN), Side("2", Status.FORFEIT_LOSS))
    index = event_index_of(field_of(4), [forfeit])
    tables = {frozenset(board.players) for board in draw_round(index, 2, BERGER).boards}
    assert tables == {frozenset("12"), frozenset("34")}


def test_a_late_entry_that_changes_the_timetable_is_refused() -> None:
    play = Play(field_of(6), 5, "round-robin")
    for _ in range(3):
        play.play(play.pair())
    more = event_index_of(field_of(8), play.matches)
    with pytest.raises(InputError, match=r"meet again.*was the list of players changed"):
        for number in range(4, 8):
            draw_round(more, number, BERGER)
    # a seventh player takes the bye of an odd field, and no meeting changes
    odd = Play(field_of(5), 5, "round-robin")
    odd.play(odd.pair())
    assert len(draw_round(event_index_of(field_of(6), odd.matches), 2, BERGER).boards) == 3


def test_a_line_that_stands_in_the_round_is_kept_or_named() -> None:
    kept = draw_round(event_index_of(field_of(4), [game(1, "4", "1", None)]), 1, BERGER)
    assert [board.players for board in kept.boards] == [("2", "3")]
    other = event_index_of(field_of(4), [game(1, "1", "2", None)])
    with pytest.raises(InputError, match="the timetable is another one: in it 1 and 4 meet"):
        draw_round(other, 1, BERGER, DEFAULTS)


def test_groups_count_their_tables_on_where_a_line_stands_in_the_round() -> None:
    groups = [replace(c, division="A" if int(c.id) < 5 else "B") for c in field_of(8)]
    kept = draw_round(event_index_of(groups, [game(1, "4", "1", None)]), 1, BERGER)
    assert [board.table for board in kept.boards] == [2, 3, 4]
    assert [set(board.players) for board in kept.boards[1:]] == [{"5", "8"}, {"6", "7"}]


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "movement"), [(5, "mitchell"), (9, "mitchell"), (7, "howell")])
def test_an_odd_number_of_pairs_plays_the_whole_movement(
    tmp_path: Path, pairs: int, movement: str, shell: Shell
) -> None:
    """Who sits out in a round has no line in it, and is still one of the pairs."""
    path = tmp_path / "session.xlsx"
    sets = (pairs + 1) // 2 if movement == "mitchell" else pairs
    main(["new", str(path), "--game", "bridge", "--players", str(pairs), "--rounds", str(sets)])
    named(path, pairs)
    for number in range(1, sets + 1):
        assert f"Round {number}:" in shell("pair", path, "--write", "--system", movement).out
        _play(path)
    played: set[tuple[object, object]] = set()
    met: set[frozenset[object]] = set()
    lines = 0
    for line in load_workbook(path)["Boards"].iter_rows(5, None, 1, 12, values_only=True):
        board, ns, ew = line[2], line[3], line[11]
        if ns is not None:
            lines += 1
            met.add(frozenset((ns, ew)))
            played |= {(board, ns), (board, ew)}
    assert lines == sets * (pairs // 2)
    assert len(played) == 2 * lines  # nobody has a board twice
    assert len(met) == lines  # one board a round: nobody meets twice
    assert f"{sets} rounds by" in shell("pair", path, "--check", "--system", movement).out


def _play(path: Path) -> None:
    book = load_workbook(io.BytesIO(path.read_bytes()))
    sheet = book["Boards"]
    for row in range(5, sheet.max_row + 1):
        if sheet.cell(row, 4).value is not None:
            sheet.cell(row, 6).value, sheet.cell(row, 8).value = "1NT", "N"
            sheet.cell(row, 9).value = 7
    book.save(path)


@pytest.mark.slow
def test_forfeits_of_a_timetable_are_written(tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "6", "--rounds", "5"])
    named(path, 6)
    assert main(["pair", str(path), "--write", "--system", "round-robin", "--absent", "3"]) == 0
    rows = list(load_workbook(path)["Rounds"].iter_rows(5, 7, 1, 9, values_only=True))
    assert [(row[2], row[8], row[5]) for row in rows] == [
        (1, 6, None),
        (2, 5, None),
        (3, 4, "0-1F"),
    ]
    assert main(["check", str(path)]) == 0


def test_a_howell_for_more_pairs_than_anybody_plays_is_refused() -> None:
    with pytest.raises(DomainError, match="at most 36 players or pairs"):
        draw_round(event_index_of(field_of(60)), 1, system_named("howell"))
    assert len(draw_round(event_index_of(field_of(36)), 1, system_named("howell")).boards) == 18


def test_tables_of_an_odd_round_robin_are_numbered_from_one() -> None:
    """The Berger tables seat the last number first; of five there is nobody to play there."""
    drawn = draw_round(event_index_of(field_of(5)), 1, BERGER)
    assert [(board.table, board.first, board.second) for board in drawn.boards] == [
        (1, "2", "5"), (2, "3", "4"), (3, "1", None)
    ]  # fmt: skip
