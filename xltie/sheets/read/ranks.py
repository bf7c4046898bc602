"""McMahon start scores where the Players table leaves them to the ranks."""

from __future__ import annotations

from typing import AbstractSet, Iterable, List, Mapping, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, text_of
from xltie.core.errors import Fault, InputError, Place
from xltie.core.go_ranks import HOW_TO_WRITE, LOWEST, rank_number, start_score
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Contestant, Event, Id
from xltie.settings.declared import BAR, FLOOR, ZERO
from xltie.sheets.tables import Header, players_header

NOT_UNDERSTOOD = "\ue000"
"""Stands in the cell of a rank that is a fault, so that no start score is made of the player."""


def not_a_rank(who: str, grade: str, place: Place) -> Fault:
    """Return the fault of a rank that is not understood: it makes no start score."""
    said = say(
        "the rank {grade!r} of {who} is not understood, so there is no start score; {how}",
        grade=grade,
        who=who,
        how=HOW_TO_WRITE,
    )
    return Fault(said, place)


def not_ranks(players: Iterable[Contestant], places: Sequence[Place]) -> List[Fault]:
    """Return a fault for every rank of a list of players that is not understood."""
    return [
        not_a_rank(player.known_as, player.grade, place)
        for player, place in zip(players, places)
        if player.grade and rank_number(player.grade) is None
    ]


def with_starts(
    event: Event,
    contestants: Tuple[Contestant, ...],
    blank: AbstractSet[Id],
    places: Sequence[Place],
    faults: List[Fault],
) -> Tuple[Contestant, ...]:
    """Return the players of a McMahon event with the start scores that their ranks give.

    Only where the cell is ``blank``: a score that is typed counts. A rank that cannot be read is a
    fault at the place of its cell, and so is a bar, floor or zero.
    """
    if not event.traits.has_ranks or event.format != "mcmahon" or not blank:
        return contestants
    bar, floor, zero = (event.settings.read(limit, faults) for limit in (BAR, FLOOR, ZERO))

    def started(own: Contestant, place: Place) -> Contestant:
        if own.id not in blank or not own.grade:
            return own
        rank = rank_number(own.grade)
        if rank is None:
            faults.append(not_a_rank(own.known_as, own.grade, place))
            return own
        start = start_score(rank, bar, floor, LOWEST if zero is None else zero)
        return replace(own, start=start)

    return tuple(map(started, contestants, places))


def _called(who: str, header: Header, lines: Sequence[List[Scalar]]) -> List[List[Scalar]]:
    """Return the lines whose id or name is what somebody is called."""
    return [
        line
        for line in lines
        if who.casefold() in (text_of(header.get(line, f)).casefold() for f in ("id", "name"))
    ]


def corrected(grid: Grid, ranks: Mapping[str, str]) -> Grid:
    """Return a Players table with other ranks, given by id or name; their start scores follow.

    Raises:
        InputError: nobody is called so, or what is given is no rank.
    """
    header = players_header(grid)
    if header is None or "grade" not in header.columns:
        raise InputError.say("the list of players has no column of ranks", grid.place(0, 0))
    faults: List[Fault] = []
    rows = [list(line) for line in grid.rows]
    for who, grade in ranks.items():
        called = _called(who, header, rows[header.row + 1 :])
        if len(called) != 1:
            faults.append(
                Fault.say(
                    "{who!r} is the id or name of {n} players, not of one", who=who, n=len(called)
                )
            )
        elif rank_number(grade) is None:
            faults.append(
                Fault.say("{text!r} is not a rank; {what}", text=grade, what=HOW_TO_WRITE)
            )
        else:
            called[0][header.columns["grade"]] = grade
            if "start" in header.columns:
                called[0][header.columns["start"]] = None
    if faults:
        raise InputError(faults)
    return Grid(rows, grid.sheet, grid.row, grid.column)
