"""Baku acceleration as C.04.7 (until January 2026 C.04.5.1) has it, letter by letter."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import edited, setting_cell
from tests.pairing.events import bye, event_index_of, field_of, game
from tests.shell import Shell
from xltie.core.errors import InputError
from xltie.event import Event, EventIndex, Scoring, Status, pairing_order
from xltie.pairing import RoundOptions
from xltie.pairing.brackets.from_event import virtual_points
from xltie.pairing.catalogue import system_named
from xltie.pairing.systems import draw_round
from xltie.settings import Settings

BAKU = RoundOptions(baku=True)


def points_of(index: EventIndex, rounds: int) -> dict[str, list[Fraction]]:
    found = virtual_points(index, pairing_order(index.event), rounds, BAKU)
    unit = index.denominator
    return {who: [Fraction(score, unit) for score in points] for who, points in found.items()}


@pytest.mark.parametrize(
    ("players", "accelerated"), [(161, 82), (8, 4), (9, 6), (10, 6), (11, 6), (12, 6), (13, 8)]
)
def test_group_a_is_the_first_half_rounded_up_to_an_even_number(
    players: int, accelerated: int
) -> None:
    """1.2; the Handbook's example has 161 players, of whom 82 are in GA."""
    found = points_of(event_index_of(field_of(players), rounds=9), 9)
    assert list(found) == [str(number) for number in range(1, accelerated + 1)]


@pytest.mark.parametrize(
    ("rounds", "points"),
    [(9, "1 1 1 ½ ½"), (5, "1 1 ½"), (7, "1 1 ½ ½"), (11, "1 1 1 ½ ½ ½"), (6, "1 1 ½"), (1, "1")],
)
def test_half_of_the_rounds_are_accelerated_and_half_of_these_by_a_win(
    rounds: int, points: str
) -> None:
    """1.4; the Handbook's example has nine rounds: three with a point, two with half a point."""
    expected = [Fraction(1, 2) if text == "½" else Fraction(1) for text in points.split()]
    assert points_of(event_index_of(field_of(4), rounds=rounds), rounds)["1"] == expected


def test_the_last_of_group_a_stays_the_last_when_somebody_comes_late_above() -> None:
    """1.3: then GA may hold an odd number of players."""
    players = field_of(9)
    late = replace(players[0], id="99", name="Late", rating=2395)
    games = [game(1, str(n), str(n + 4)) for n in range(1, 5)] + [bye(1, "9")]
    games += [bye(1, "99", Status.ABSENT), game(2, "99", "1")]
    found = points_of(event_index_of((*players, late), games, rounds=9), 9)
    assert list(found) == ["99", "1", "2", "3", "4", "5", "6"]


def test_it_is_refused_where_a_win_is_not_worth_two_draws() -> None:
    scoring = Scoring(win=Fraction(3), draw=Fraction(1))
    event = Event(game="chess", contestants=field_of(8), rounds=5, scoring=scoring)
    with pytest.raises(InputError, match="needs a win worth two draws"):
        draw_round(EventIndex(event), 1, system_named("fide-dutch"), BAKU)
    with pytest.raises(InputError, match="needs the number of rounds"):
        points_of(event_index_of(field_of(8)), 0)


def test_the_groups_play_among_themselves_and_the_standings_know_nothing_of_it() -> None:
    index = event_index_of(
        field_of(10), rounds=5, settings=Settings.by_key({"initial_colour": "White"})
    )
    boards = draw_round(index, 1, system_named("fide-dutch"), BAKU).boards
    assert [board.players for board in boards] == [
        ("1", "4"), ("5", "2"), ("3", "6"), ("7", "9"), ("10", "8"),
    ]  # fmt: skip
    assert all(index.scaled_start(who) == 0 for who in index.ids)


@pytest.mark.parametrize("typed", ["1 x", "1/0"])
def test_virtual_points_that_are_no_numbers_are_named(typed: str) -> None:
    first, *others = field_of(8)
    wrong = replace(first, more=(("Virtual points", typed),))
    with pytest.raises(InputError, match=f"the virtual points '{typed}' of 1 are not numbers"):
        draw_round(event_index_of((wrong, *others), rounds=5), 1, system_named("fide-dutch"))


@pytest.mark.parametrize("system", ["swiss", "fide-dutch"])
def test_two_accelerated_rounds_are_those_of_haley(system: str) -> None:
    """French federation, Appariements accélérés: A meets B and C meets D in round 1.

    The upper half has a fictive point in rounds 1 and 2. The Dutch system takes it from the column
    Virtual points.
    """
    players = field_of(16)
    if system == "fide-dutch":
        players = tuple(
            replace(player, more=(("Virtual points", "1 1"),)) if int(player.id) <= 8 else player
            for player in players
        )
    index = event_index_of(players, rounds=7)
    wants = RoundOptions(accelerated=2 if system == "swiss" else 0, seed="1")
    drawn = draw_round(index, 1, system_named(system), wants)
    groups = sorted(
        tuple(sorted((int(who) - 1) // 4 for who in board.players)) for board in drawn.boards
    )
    assert groups == [(0, 1)] * 4 + [(2, 3)] * 4


@pytest.mark.slow
def test_baku_of_the_first_round_goes_on_in_the_workbook_and_in_its_report(
    tmp_path: Path, shell: Shell
) -> None:
    book, report = tmp_path / "open.xlsx", tmp_path / "open.trf"
    (tmp_path / "players.csv").write_text(
        "Name,Rating\n" + "".join(f"Player {n},{2400 - 10 * n}\n" for n in range(20))
    )
    shell("new", book, "--game", "chess", "--rounds", "7", "--from", tmp_path / "players.csv")
    said = shell("pair", book, "--write", "--accelerate", "Baku").err
    assert "Settings: Accelerated rounds is Baku from now on" in said
    cell = setting_cell(book, "Accelerated rounds")
    assert load_workbook(book)["Settings"][cell].value == "Baku"
    for number in range(1, 4):
        if number > 1:  # the call of the first round does not have to be repeated
            assert "from now on" not in shell("pair", book, "--write").err
        first = 5 + 10 * (number - 1)
        edited(book, "Rounds", {f"F{first + at}": ("1-0", "0-1", "½")[at % 3] for at in range(10)})
    shell("recompute", book)
    assert (
        "3 rounds by FIDE Dutch: 0 absolute rules broken, 0 others"
        in shell("pair", book, "--check").out
    )
    assert "Accelerated" not in shell("export", book, report).err
    assert "192 FIDE_DUTCH_2025_BAKU" in report.read_text().splitlines()
    assert (
        "3 rounds by FIDE Dutch: 0 absolute rules broken, 0 others"
        in shell("pair", report, "--check").out
    )
    tables = [shell("pair", of, "--format", "csv").out for of in (book, report)]
    assert tables[0] == tables[1]
