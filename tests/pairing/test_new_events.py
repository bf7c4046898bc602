"""New events leave as they are: every round and the places, in the report that others read.

``new_events`` holds reports that xltie wrote of random new events, before every round and at the
end, with the round that bbpPairings 6 paired from each (Dutch rules in force from 1 February 2026)
and with the values and places of TieBreakServer 1.9.57.
"""

from __future__ import annotations

import json
import random
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.quick import first_quick
from xltie.event import (
    Contestant,
    Event,
    EventIndex,
    Match,
    Outcome,
    Side,
    Status,
    TeamEvent,
    match_by_boards,
    starting_ranks,
)
from xltie.event.model import FOR_THE_OTHER
from xltie.exchange import trf
from xltie.pairing.catalogue import system_named, wants_of
from xltie.pairing.systems import draw_round
from xltie.ranking import parse_criteria, rank
from xltie.settings import Settings

FOLDER = Path(__file__).parent / "new_events"
ENDS = sorted(path for path in FOLDER.glob("*.trf") if "-" not in path.stem)
CRITERIA = "PTS, DE, BH/C1, BH, SB, PS"


def paired(event: Event, number: int, system: str, names: dict[str, str]) -> list[list[str]]:
    index = EventIndex(event)
    wants = replace(wants_of(index, number), seed="1")
    drawn = draw_round(index, number, system_named(system), wants)
    boards = ([board.first, board.second or ""] for board in drawn.boards)
    return sorted([names.get(who, "0") for who in board] for board in boards)


def placed(event: Event, criteria: str, names: dict[str, str]) -> list[tuple[object, ...]]:
    found = rank(EventIndex(event), parse_criteria(criteria, event=event))
    return sorted(
        (names[line.who], line.place, *(value and value.total for value in line.values))
        for line in found.lines
    )


@pytest.mark.parametrize("path", ENDS, ids=lambda path: path.stem)
def test_other_programs_answered_the_same(path: Path) -> None:
    told = json.loads(path.with_suffix(".json").read_text())
    for number, boards in told["bbpPairings"].items():
        event = trf.read((FOLDER / f"{path.stem}-{number}.trf").read_bytes()).event
        names = {who.id: who.id for who in event.contestants}
        assert paired(event, int(number), "fide-dutch", names) == boards
    event = trf.read(path.read_bytes()).event
    found = rank(EventIndex(event), parse_criteria(told["criteria"], event=event))
    for line in found.lines:
        _, *values = told["TieBreakServer"][line.who]
        assert [value and value.total for value in line.values] == list(map(Fraction, values))


def _outcome(chance: random.Random) -> Outcome:
    return chance.choice(list(Outcome))


def _players(chance: random.Random) -> Event:
    """A list in no order of strength, with numbers or names for ids, some of them unrated."""
    size = chance.randint(6, 15)
    is_numbered = chance.random() < 0.5
    names = [f"{chance.choice('ABCDEF')}{chance.randint(0, 9999)}, P{at}" for at in range(size)]
    listed = tuple(
        Contestant(
            str(at) if is_numbered else name,
            name,
            chance.choice([None, chance.randint(1000, 2600)]),
        )
        for at, name in enumerate(names, 1)
    )
    said = {"criteria": CRITERIA, "initial_colour": chance.choice(["white", "black"])}
    return Event(
        "Open", "chess", "swiss", 5, "fide2026", listed, start_date="2026-06-01",
        settings=Settings.by_key(said),
    )  # fmt: skip


def _byes(event: Event, number: int, chance: random.Random) -> tuple[Match, ...]:
    asked = [who.id for who in event.contestants if chance.random() < 0.06]
    status = (Status.HALF_BYE, Status.ZERO_BYE)
    return tuple(Match(number, Side(who, chance.choice(status))) for who in asked)


@pytest.mark.parametrize("seed", first_quick(range(8), 2))
def test_a_new_event_of_players_leaves_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    event = _players(chance)
    for number in range(1, 6):
        event = replace(event, matches=(*event.matches, *_byes(event, number, chance)))
        data = trf.write(event)
        report = trf.read(data).event
        numbers = {who: str(place) for who, place in starting_ranks(event).items()}
        boards = paired(event, number, "fide-dutch", numbers)
        assert boards == paired(report, number, "fide-dutch", {n: n for n in numbers.values()})
        assert trf.write(report) == data
        who = {place: name for name, place in numbers.items()}
        played = []
        for first, second in boards:
            how = _outcome(chance)
            white = Side(who[first], outcome=how, seat="white")
            if second == "0":
                played.append(Match(number, Side(who[first], Status.PAIRING_BYE)))
            else:
                black = Side(who[second], outcome=FOR_THE_OTHER[how], seat="black")
                played.append(Match(number, white, black))
        event = replace(event, matches=(*event.matches, *played))
    report = trf.read(trf.write(event)).event
    same = {who.id: who.id for who in report.contestants}
    assert placed(event, CRITERIA, numbers) == placed(report, CRITERIA, same)


WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}


def _teams(chance: random.Random) -> TeamEvent:
    order = list(range(1, chance.choice([7, 8]) + 1))
    chance.shuffle(order)
    is_rated = chance.random() < 0.5
    teams = tuple(
        Contestant(str(at), f"Team {at}", chance.randint(1800, 2500) if is_rated else None)
        for at in order
    )
    players = tuple(
        Contestant(f"{10 * team + board}", f"P{team}{board}", 2000 - board, team=str(team))
        for team in order
        for board in range(2)
    )
    two = Fraction(2)
    scoring = replace(
        Event().scoring, win=two, draw=Fraction(1), full_bye=two, half_bye=Fraction(1),
        forfeit_win=two,
    )  # fmt: skip
    said = {"criteria": "PTS, MPvGP", "pairing": "fide-team", "contest": "teams"}
    return TeamEvent(
        "Teams", "chess", "swiss", 4, "fide2026", teams, (), scoring, start_date="2026-06-01",
        settings=Settings.by_key(said), boards=2, colours="WB",
        players=Event(game="chess", contestants=players),
    )  # fmt: skip


def _played(event: TeamEvent, number: int, teams: list[str], chance: random.Random) -> TeamEvent:
    """The event with a match of two teams, or the bye of one."""
    one, two = teams
    if two == "0":
        free = Match(number, Side(one, Status.PAIRING_BYE))
        return replace(event, matches=(*event.matches, free))
    ways = [_outcome(chance) for _ in range(2)]
    seated = [[f"{10 * int(team) + board}" for board in range(2)] for team in teams]
    points = (
        tuple(WORTH[how] for how in ways), tuple(WORTH[FOR_THE_OTHER[how]] for how in ways),
    )  # fmt: skip
    games = tuple(
        Match(
            number,
            Side(left, outcome=how, seat=event.seat(board, True)),
            Side(right, outcome=FOR_THE_OTHER[how], seat=event.seat(board, False)),
        )
        for board, (left, right, how) in enumerate(zip(*seated, ways))
    )
    return replace(
        event,
        matches=(*event.matches, match_by_boards(number, (one, two), points, True)),
        board_points=(*event.board_points, (number, one, points[0]), (number, two, points[1])),
        line_ups=(
            *event.line_ups, (number, one, tuple(seated[0])), (number, two, tuple(seated[1])),
        ),
        players=replace(event.players, matches=(*event.players.matches, *games)),
    )  # fmt: skip


@pytest.mark.parametrize("seed", first_quick(range(6)))
def test_a_new_event_of_teams_leaves_as_it_is(seed: int) -> None:
    chance = random.Random(seed)
    event = _teams(chance)
    same = {who.id: who.id for who in event.contestants}
    numbers = {who: str(place) for who, place in starting_ranks(event).items()}
    who = {place: team for team, place in numbers.items()}
    for number in range(1, 5):
        asked = _byes(event, number, chance)[: 1 if number < 4 else 0]
        event = replace(event, matches=(*event.matches, *asked))
        data = trf.write(event)
        report = trf.read(data).event
        boards = paired(event, number, "fide-team", numbers)
        assert boards == paired(report, number, "fide-team", same)
        assert trf.write(report) == data
        for one, two in boards:
            event = _played(event, number, [who[one], who.get(two, "0")], chance)
    report = trf.read(trf.write(event)).event
    criteria = "PTS, MPvGP, BH:MP, EMGSB"
    assert placed(event, criteria, numbers) == placed(report, criteria, same)
    ratings = {numbers[team.id]: team.rating for team in event.contestants}
    assert {team.id: team.rating for team in report.contestants} == ratings
