"""Berger tables as published, and movements of bridge that keep their promises."""

from __future__ import annotations

import statistics
from collections import Counter

import pytest

from xltie.cli.seat import MOVEMENTS as OFFERED
from xltie.core.errors import DomainError, InputError
from xltie.games.bridge import BRIDGE
from xltie.pairing.catalogue import (
    MOVEMENTS,
    SWISS_TEAMS,
    SYSTEMS,
    Meeting,
    Timetable,
    fitting_movements,
    system_named,
)
from xltie.pairing.catalogue.movements import RELAY_MITCHELL, ROVER_MITCHELL
from xltie.pairing.catalogue.timetables import BERGER, HOWELL, MITCHELL, berger_cycles
from xltie.pairing.systems import draw_round

from .events import event_index_of, field_of, game

# FIDE Handbook, C.05 Annex 1
PUBLISHED = {
    4: "1-4 2-3 | 4-3 1-2 | 2-4 3-1",
    6: "1-6 2-5 3-4 | 6-4 5-3 1-2 | 2-6 3-1 4-5 | 6-5 1-4 2-3 | 3-6 4-2 5-1",
    8: "1-8 2-7 3-6 4-5 | 8-5 6-4 7-3 1-2 | 2-8 3-1 4-7 5-6 | 8-6 7-5 1-4 2-3 | "
    "3-8 4-2 5-1 6-7 | 8-7 1-6 2-5 3-4 | 4-8 5-3 6-2 7-1",
    10: "1-10 2-9 3-8 4-7 5-6 | 10-6 7-5 8-4 9-3 1-2 | 2-10 3-1 4-9 5-8 6-7 | "
    "10-7 8-6 9-5 1-4 2-3 | 3-10 4-2 5-1 6-9 7-8 | 10-8 9-7 1-6 2-5 3-4 | 4-10 5-3 6-2 7-1 8-9 | "
    "10-9 1-8 2-7 3-6 4-5 | 5-10 6-4 7-3 8-2 9-1",
    12: "1-12 2-11 3-10 4-9 5-8 6-7 | 12-7 8-6 9-5 10-4 11-3 1-2 | 2-12 3-1 4-11 5-10 6-9 7-8 | "
    "12-8 9-7 10-6 11-5 1-4 2-3 | 3-12 4-2 5-1 6-11 7-10 8-9 | 12-9 10-8 11-7 1-6 2-5 3-4 | "
    "4-12 5-3 6-2 7-1 8-11 9-10 | 12-10 11-9 1-8 2-7 3-6 4-5 | 5-12 6-4 7-3 8-2 9-1 10-11 | "
    "12-11 1-10 2-9 3-8 4-7 5-6 | 6-12 7-5 8-4 9-3 10-2 11-1",
}

# Arran Bridge Club, Table Cards, and most clubs: in the first round North-South, East-West and
# boards have the number of their table; then East-West move up a table and the boards down one.
# With an even number of tables East-West skip one halfway; or a stand for boards rests halfway,
# and the first and the last table share. Of a half table it is North-South that is missing.
TABLE_CARDS = [
    (MITCHELL, 10, "1-6@1 2-7@2 3-8@3 4-9@4 5-10@5 | 1-10@2 2-6@3 3-7@4 4-8@5 5-9@1 | "
     "1-9@3 2-10@4 3-6@5 4-7@1 5-8@2 | 1-8@4 2-9@5 3-10@1 4-6@2 5-7@3 | "
     "1-7@5 2-8@1 3-9@2 4-10@3 5-6@4"),
    (MITCHELL, 12, "1-7@1 2-8@2 3-9@3 4-10@4 5-11@5 6-12@6 | "
     "1-12@2 2-7@3 3-8@4 4-9@5 5-10@6 6-11@1 | 1-11@3 2-12@4 3-7@5 4-8@6 5-9@1 6-10@2 | "
     "1-9@4 2-10@5 3-11@6 4-12@1 5-7@2 6-8@3 | 1-8@5 2-9@6 3-10@1 4-11@2 5-12@3 6-7@4"),
    (MITCHELL, 9, "1-5@1 2-6@2 3-7@3 4-8@4 9-None@5 | 1-9@2 2-5@3 3-6@4 4-7@5 8-None@1 | "
     "1-8@3 2-9@4 3-5@5 4-6@1 7-None@2 | 1-7@4 2-8@5 3-9@1 4-5@2 6-None@3 | "
     "1-6@5 2-7@1 3-8@2 4-9@3 5-None@4"),
    (RELAY_MITCHELL, 12, "1-7@1 2-8@2 3-9@3 4-10@5 5-11@6 6-12@1 | "
     "1-12@2 2-7@3 3-8@4 4-9@6 5-10@1 6-11@2 | 1-11@3 2-12@4 3-7@5 4-8@1 5-9@2 6-10@3 | "
     "1-10@4 2-11@5 3-12@6 4-7@2 5-8@3 6-9@4 | 1-9@5 2-10@6 3-11@1 4-12@3 5-7@4 6-8@5 | "
     "1-8@6 2-9@1 3-10@2 4-11@4 5-12@5 6-7@6"),
]  # fmt: skip


def text_of(meetings: list[Meeting]) -> str:
    return " ".join(f"{meeting.first}-{meeting.second}" for meeting in meetings)


@pytest.mark.parametrize("size", PUBLISHED)
def test_berger_tables_are_the_published_ones(size: int) -> None:
    rounds = [text_of(BERGER.meetings(size, n)) for n in range(1, BERGER.rounds(size) + 1)]
    assert " | ".join(rounds) == PUBLISHED[size]


@pytest.mark.parametrize(("movement", "pairs", "expected"), TABLE_CARDS)
def test_a_mitchell_is_that_of_the_table_cards(
    movement: Timetable, pairs: int, expected: str
) -> None:
    rounds = [movement.meetings(pairs, n) for n in range(1, movement.rounds(pairs) + 1)]
    assert [[m.table for m in meetings] for meetings in rounds] == [
        list(range(1, (pairs + 1) // 2 + 1)) for _ in rounds
    ]
    texts = (
        " ".join(f"{m.first}-{m.second}@{m.boards}" for m in one_round) for one_round in rounds
    )
    assert " | ".join(texts) == expected


@pytest.mark.parametrize("size", range(3, 33))
def test_a_round_robin_seats_everybody_and_lets_all_meet_once(size: int) -> None:
    met = set()
    for number in range(1, BERGER.rounds(size) + 1):
        meetings = BERGER.meetings(size, number)
        assert sorted(seated(meetings)) == list(range(1, size + 1))
        met |= {frozenset(m[1:3]) for m in meetings if m.second}
    assert len(met) == size * (size - 1) // 2


TWO_CYCLES = berger_cycles(2)


@pytest.mark.parametrize("size", range(3, 17))
def test_two_cycles_change_colours_and_give_no_colour_three_times_running(size: int) -> None:
    colours: dict[int, str] = dict.fromkeys(range(1, size + 1), "")
    couples = []
    for number in range(1, TWO_CYCLES.rounds(size) + 1):
        for meeting in TWO_CYCLES.meetings(size, number):
            if meeting.second:
                couples.append((meeting.first, meeting.second))
                colours[meeting.first] += "W"
                colours[meeting.second] += "B"
    assert len(set(couples)) == len(couples) == size * (size - 1)
    if size % 2 == 0:
        assert not [n for n, colour in colours.items() if "WWW" in colour or "BBB" in colour]


@pytest.mark.parametrize("cycles", [1, 3, 4])
def test_every_cycle_has_everybody_meet_once_and_changes_colours(cycles: int) -> None:
    """C.05, Annex 1: in each cycle the other colour, at the seams no colour three times running."""
    table = berger_cycles(cycles)
    often: dict[tuple[int, int], int] = {}
    colours: dict[int, str] = dict.fromkeys(range(1, 9), "")
    for number in range(1, table.rounds(8) + 1):
        for meeting in table.meetings(8, number):
            assert meeting.second is not None
            pair = (meeting.first, meeting.second)
            often[pair] = often.get(pair, 0) + 1
            colours[meeting.first] += "W"
            colours[meeting.second] += "B"
    assert all(
        {often.get(pair, 0), often.get(pair[::-1], 0)} <= {cycles // 2, (cycles + 1) // 2}
        for pair in often
    )
    assert not [n for n, colour in colours.items() if "WWW" in colour or "BBB" in colour]


def seated(meetings: list[Meeting]) -> list[int]:
    return [player for m in meetings for player in m[1:3] if player is not None]


@pytest.mark.parametrize("pairs", range(4, 31))
@pytest.mark.parametrize("movement", [HOWELL, MITCHELL])
def test_nobody_meets_a_pair_or_a_set_of_boards_twice(movement: object, pairs: int) -> None:
    assert movement in (HOWELL, MITCHELL)
    met, played = set(), set()
    for number in range(1, movement.rounds(pairs) + 1):  # type: ignore[attr-defined]
        meetings = movement.meetings(pairs, number)  # type: ignore[attr-defined]
        assert sorted(seated(meetings)) == list(range(1, pairs + 1))
        assert [m.table for m in meetings] == list(range(1, len(meetings) + 1))
        shares = {4: (1, 2, 3), 6: (5,)}.get(pairs + pairs % 2, ()) if movement is HOWELL else ()
        assert (len({m.boards for m in meetings}) < len(meetings)) is (number in shares)
        for m in meetings:
            if m.second is None:
                continue
            assert frozenset(m[1:3]) not in met
            met.add(frozenset(m[1:3]))
            for player in m[1:3]:
                assert (player, m.boards) not in played
                played.add((player, m.boards))
    if movement is HOWELL:
        assert len(met) == pairs * (pairs - 1) // 2


SHARED = ("mitchell-web", "mitchell-relay", "mitchell-appendix")


@pytest.mark.parametrize("name", [name for name in MOVEMENTS if "-" in name])
def test_every_movement_keeps_pairs_and_boards_apart(name: str) -> None:
    movement = SYSTEMS[name].timetable
    assert movement is not None
    for pairs in range(movement.fewest, min(movement.most, 40) + 1):
        if name in ("mitchell-relay", "mitchell-web") and (pairs + 1) // 2 % 2:
            with pytest.raises(DomainError, match="even number of tables"):
                movement.meetings(pairs, 1)
            continue
        if name == "mitchell-rover" and (pairs % 2 == 0 or pairs // 2 not in (5, 7, 11, 13, 17)):
            with pytest.raises(DomainError, match="a rover comes to"):
                movement.meetings(pairs, 1)
            continue
        met, played = set(), set()
        for number in range(1, movement.rounds(pairs) + 1):
            meetings = movement.meetings(pairs, number)
            assert sorted(seated(meetings)) == list(range(1, pairs + 1))
            couples = [m for m in meetings if m.second is not None]
            met.update(frozenset(m[1:3]) for m in couples)
            played.update((player, m.boards) for m in couples for player in m[1:3])
            copies = max(Counter(m.boards for m in couples).values())
            assert copies <= (2 if name in SHARED else 1)
        tables = movement.rounds(pairs) * ((pairs + 1) // 2)
        missing = movement.rounds(pairs) * (pairs % 2)
        assert len(met) == tables - missing
        assert len(played) == 2 * len(met)


def test_the_movements_are_offered_everywhere() -> None:
    (setting,) = [setting for setting in BRIDGE.settings if setting.key == "pairing"]
    assert set(OFFERED) == set(MOVEMENTS)
    assert set(setting.choices) == {*MOVEMENTS, SWISS_TEAMS}


def test_only_movements_that_have_boards_for_every_round_are_offered() -> None:
    assert [(facts.system.name, facts.set_size) for facts in fitting_movements(10, 24)] == [
        ("howell-7", 3), ("mitchell", 4), ("howell", 2),
    ]  # fmt: skip
    assert [facts.system.name for facts in fitting_movements(10, 6)] == ["mitchell"]


def test_a_round_beyond_the_timetable_is_refused() -> None:
    event_index = event_index_of(field_of(6))
    with pytest.raises(DomainError, match="has 5 rounds"):
        draw_round(event_index, 6, system_named("round-robin"))


def test_a_line_that_the_timetable_does_not_have_is_named_with_what_it_has() -> None:
    for players, text in ((4, "in it 1 and 4 meet"), (5, "in it 1 has the bye")):
        typed = event_index_of(field_of(players), [game(1, "1", "2", None)])
        with pytest.raises(InputError, match=f"the timetable is another one: {text}(;|\n|$)"):
            draw_round(typed, 1, system_named("berger"))


def test_black_stands_first_in_a_round_robin_of_othello() -> None:
    drawn = draw_round(event_index_of(field_of(4), game="othello"), 1, system_named("berger"))
    assert [(b.first, b.second) for b in drawn.boards] == [("4", "1"), ("3", "2")]


# docs/bridge.md: the tables of the Howells of fewer rounds
@pytest.mark.parametrize(
    ("name", "fewest", "most"),
    [("howell-7", 4, 5), ("howell-9", 5, 7), ("howell-11", 6, 9), ("howell-13", 7, 11)],
)
def test_a_howell_of_fewer_rounds_is_for_some_numbers_of_tables(
    name: str, fewest: int, most: int
) -> None:
    movement = SYSTEMS[name].timetable
    assert movement is not None
    assert (movement.fewest, movement.most) == (2 * fewest - 1, 2 * most)


@pytest.mark.parametrize("name", ["howell-7", "howell-9", "howell-11", "howell-13"])
def test_in_a_howell_of_fewer_rounds_the_highest_numbers_sit(name: str) -> None:
    """With more tables than its rounds need; with the fewest it is the complete Howell."""
    movement, rounds = SYSTEMS[name].timetable, int(name.partition("-")[2])
    assert movement is not None
    assert movement.meetings(rounds + 1, 1) == HOWELL.meetings(rounds + 1, 1)
    for pairs in range(rounds + 3, movement.most + 1, 2):
        tables: dict[int, set[int]] = {}
        for number in range(1, rounds + 1):
            for meeting in movement.meetings(pairs, number):
                for who in (meeting.first, meeting.second):
                    tables.setdefault(who or 0, set()).add(meeting.table)
        assert {who for who, at in tables.items() if len(at) == 1} == {
            *range(rounds + 1, pairs + 1)
        }


# Two pairs compare fairly if they hold the same cards as often as not. The ideal is -1: they hold
# opposite cards where they meet, and on half of the other boards.
@pytest.mark.parametrize(
    ("pairs", "most"),
    [(8, 0), (12, 0), (16, 0), (10, 1.8), (14, 1.9), (18, 1.9), (20, 1.8), (22, 2), (26, 2),
     (28, 1.6), (30, 2)],
)  # fmt: skip
def test_the_directions_of_a_howell_are_balanced(pairs: int, most: float) -> None:
    sides: dict[int, dict[int, int]] = {}
    for number in range(1, HOWELL.rounds(pairs) + 1):
        for meeting in HOWELL.meetings(pairs, number):
            assert meeting.second is not None
            sides.setdefault(meeting.boards, {}).update({meeting.first: 1, meeting.second: -1})
    alike = [
        sum(side[one] * side[other] for side in sides.values())
        for one in range(1, pairs + 1)
        for other in range(one + 1, pairs + 1)
    ]
    assert statistics.pstdev(alike) <= most
    assert most or set(alike) == {-1}


@pytest.mark.parametrize("tables", [5, 7, 11, 13, 17])
def test_a_rover_changes_nobody_elses_seat(tables: int) -> None:
    rover = 2 * tables + 1
    at = []
    for number in range(1, tables + 1):
        plain = MITCHELL.meetings(rover - 1, number)
        roved = [one for one in ROVER_MITCHELL.meetings(rover, number) if one.second is not None]
        at += [one.table for one in roved if one.first == rover]
        assert [one[1:] for one in roved if one.first != rover] == [
            one[1:] for one in plain if one.table not in at[number - 2 :] or number == 1
        ]
    odd, even = range(1, tables + 1, 2), range(2, tables - 1, 2)
    assert at == [*odd, *even]  # EBU, Pairs Movement Manual: 1 3 5 7 2 4
