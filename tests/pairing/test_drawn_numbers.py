"""Numbers of timetables: drawn by lot, by the Varma tables, and by teams in a Scheveningen."""

from __future__ import annotations

import csv
import random
from dataclasses import replace
from pathlib import Path

import pytest

from tests.pairing.events import event_index_of, field_of
from xltie.core.errors import DomainError
from xltie.event import (
    Contestant,
    Event,
    EventIndex,
    Match,
    Side,
    Status,
    starting_ranks,
    timetable_order,
)
from xltie.exchange import trf
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import system_named, system_of, wants_of
from xltie.pairing.catalogue.timetables import SCHEVENINGEN
from xltie.pairing.systems import draw_round
from xltie.settings import Settings

PUBLISHED = list(
    csv.DictReader((Path(__file__).parent / "scheveningen.csv").read_text().splitlines())
)


def event_of(players: tuple[Contestant, ...], **said: str) -> Event:
    event = event_index_of(players, format="round-robin", start_date="2026-06-01").event
    return replace(event, rounds=0, settings=Settings.by_key(said))


def boards_of(event: Event, number: int) -> list[tuple[str, str]]:
    index = EventIndex(event)
    drawn = draw_round(index, number, system_of(event), wants_of(index, number))
    return [(board.first, board.second or "") for board in drawn.boards]


@pytest.mark.parametrize("size", range(9, 25))
def test_no_two_of_a_federation_meet_in_the_last_three_rounds(size: int) -> None:
    """What the Varma tables are for: here of two federations that fill the two largest sets.

    The published set 6, 8, 12 of 12 players has 6 and 12 meet in the last round.
    """
    half = (size + 1) // 2
    codes = ["NED"] * (half - 2) + ["KOR"] * (half - 3)
    codes += [""] * (size - len(codes))
    random.Random(size).shuffle(codes)
    players = tuple(replace(p, country=code) for p, code in zip(field_of(size), codes))
    event = event_of(players, pairing_numbers="varma", pairing_seed=f"seed {size}")
    numbers = {p.id: at for at, p in enumerate(timetable_order(event), 1)}
    assert sorted(numbers.values()) == list(range(1, size + 1))
    country = {player.id: player.country for player in players}
    last = size - 1 + size % 2
    for number in range(last - 2, last + 1):
        for first, second in boards_of(event, number):
            is_flaw = second and {numbers[first], numbers[second]} == {6, 12} and size == 12
            if second and country[first] and not is_flaw:
                assert country[first] != country[second]


def test_a_large_federation_draws_from_one_set() -> None:
    players = tuple(
        replace(p, country="NED" if at < 5 else "") for at, p in enumerate(field_of(14))
    )
    event = event_of(players, pairing_numbers="varma", pairing_seed="7")
    numbers = [at for at, p in enumerate(timetable_order(event), 1) if p.country]
    assert numbers == [4, 5, 6, 11, 12]


def test_lots_are_those_of_the_seed_in_every_round_and_in_the_report() -> None:
    found = []
    for seed in ("1", "2"):
        event = event_of(field_of(6), pairing_numbers="lots", pairing_seed=seed)
        met = {frozenset(pair) for number in range(1, 6) for pair in boards_of(event, number)}
        assert len(met) == 15
        numbers = {who: str(at) for who, at in starting_ranks(event).items()}
        report = trf.read(trf.write(event)).event
        for number in range(1, 6):
            told = [tuple(numbers[who] for who in pair) for pair in boards_of(event, number)]
            assert told == boards_of(report, number)
        found.append([player.id for player in timetable_order(event)])
    assert found[0] != found[1]


def test_a_report_of_a_round_robin_has_the_numbers_of_the_list() -> None:
    """It had those by rating, so that another program paired other rounds."""
    players = tuple(replace(p, rating=rating) for p, rating in zip(field_of(4), (1, 4, 2, 3)))
    event = event_of(players)
    assert boards_of(event, 1) == [("1", "4"), ("2", "3")]
    assert boards_of(trf.read(trf.write(event)).event, 1) == [("1", "4"), ("2", "3")]


@pytest.mark.parametrize(
    ("size", "system", "said"),
    [
        (8, "round-robin", "there are Varma numbers for 9 to 24 players, not for 8"),
        (25, "round-robin", "there are Varma numbers for 9 to 24 players, not for 25"),
        (10, "fide-dutch", "Varma numbers are for a round robin"),
        (10, "scheveningen", "Varma numbers are for a round robin"),
    ],
)
def test_varma_numbers_are_refused_where_there_are_none(size: int, system: str, said: str) -> None:
    event = event_of(field_of(size), pairing_numbers="varma")
    with pytest.raises(DomainError, match=said):
        draw_round(EventIndex(event), 1, system_named(system))


@pytest.mark.parametrize("line", PUBLISHED, ids=lambda line: f"{line['boards']}-{line['round']}")
def test_scheveningen_tables_are_the_published_ones(line: dict[str, str]) -> None:
    boards = int(line["boards"])

    def named(number: int | None) -> str:
        assert number is not None
        return f"A{number}" if number <= boards else f"B{number - boards}"

    games = SCHEVENINGEN.meetings(2 * boards, int(line["round"]))
    assert " ".join(f"{named(g.first)}-{named(g.second)}" for g in games) == line["games"]


@pytest.mark.parametrize("boards", range(2, 9))
def test_in_a_scheveningen_everybody_meets_the_other_team_once(boards: int) -> None:
    players = tuple(
        replace(p, team="Reds" if int(p.id) % 2 else "Blues") for p in field_of(2 * boards)
    )
    event = event_of(players, pairing="scheveningen")
    met: set[tuple[str, str]] = set()
    white = dict.fromkeys((player.id for player in players), 0)
    for number in range(1, boards + 1):
        games = boards_of(event, number)
        assert sorted(who for pair in games for who in pair) == sorted(white)
        for first, second in games:
            assert int(first) % 2 != int(second) % 2
            white[first] += 1
        met.update((min(pair), max(pair)) for pair in games)
    assert len(met) == boards**2
    assert {2 * count - boards for count in white.values()} <= {-1, 0, 1}


@pytest.mark.parametrize("teams", ["AAB", "AABBC", "AABBCC"])
def test_a_scheveningen_is_for_two_teams_of_equal_size(teams: str) -> None:
    players = tuple(replace(p, team=team) for p, team in zip(field_of(len(teams)), teams))
    event = event_of(players, pairing="scheveningen")
    with pytest.raises(DomainError, match="two teams of equal size"):
        draw_round(EventIndex(event), 1, system_of(event), RoundOptions())


def test_numbers_stay_once_the_fourth_round_is_paired() -> None:
    """C.04.2.B: who has none by then, a late entry, comes after the others."""
    players = [("A", 2000, "2"), ("B", 1900, "1"), ("C", 2100, ""), ("D", 1800, "3")]
    listed = tuple(
        Contestant(who, rating=rating, more=(("Pairing number", number),) if number else ())
        for who, rating, number in players
    )
    event = Event(game="chess", contestants=listed)
    for rounds, order in ((3, "CABD"), (4, "BADC")):
        matches = tuple(Match(at, Side("A"), Side("B")) for at in range(1, rounds + 1))
        byes = (Match(6, Side("D", Status.HALF_BYE)),)  # asked for in advance
        found = starting_ranks(replace(event, matches=(*matches, *byes)))
        assert "".join(sorted(found, key=found.__getitem__)) == order
