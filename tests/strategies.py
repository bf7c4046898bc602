"""Events for hypothesis: byes of every kind, forfeits, absences, withdrawals, draws, discs.

``events()`` is an event without faults, ``event_indexes()`` the same indexed. ``games_table``
writes an event as a director would type it, so that a law may go through the reader as well.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any, Optional

from hypothesis import settings
from hypothesis import strategies as st

from xltie.core.cells import Grid
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status

LAW = settings(max_examples=60)
"""For every law: bounded, and never timed."""

_RESULTS = {
    Outcome.WIN: Outcome.LOSS,
    Outcome.DRAW: Outcome.DRAW,
    Outcome.LOSS: Outcome.WIN,
}
_FORFEITS = (
    (Status.FORFEIT_WIN, Status.FORFEIT_LOSS),
    (Status.FORFEIT_LOSS, Status.FORFEIT_WIN),
    (Status.FORFEIT_LOSS, Status.FORFEIT_LOSS),
    (Status.PENDING, Status.PENDING),
)
_ALONE = (
    Status.PAIRING_BYE,
    Status.FULL_BYE,
    Status.HALF_BYE,
    Status.ZERO_BYE,
    Status.ABSENT,
    None,  # not in the table at all
)


def _tally(draw: Any, outcome: Outcome) -> int:
    if outcome is Outcome.DRAW:
        return 32
    winner = draw(st.integers(33, 64))
    return winner if outcome is Outcome.WIN else 64 - winner


def _match(draw: Any, number: int, a: str, b: str, discs: bool, unplayed: bool) -> Match:
    if unplayed and draw(st.integers(0, 5)) == 0:
        one, other = draw(st.sampled_from(_FORFEITS))
        return Match(number, Side(a, one, seat="black"), Side(b, other, seat="white"))
    outcome = draw(st.sampled_from(tuple(Outcome)))
    tally: Optional[Fraction] = None
    if discs:
        tally = Fraction(_tally(draw, outcome))
    other_tally = None if tally is None else 64 - tally
    return Match(
        number,
        Side(a, Status.PLAYED, outcome, None, tally, "black"),
        Side(b, Status.PLAYED, _RESULTS[outcome], None, other_tally, "white"),
    )


@st.composite
def events(
    draw: Any,
    min_players: int = 2,
    max_players: int = 8,
    max_rounds: int = 6,
    discs: Optional[bool] = None,
    unplayed: bool = True,
) -> Event:
    """An event without faults; ``unplayed=False`` gives games only, and one bye in odd fields."""
    ids = [f"p{n}" for n in range(1, draw(st.integers(min_players, max_players)) + 1)]
    has_discs = draw(st.booleans()) if discs is None else discs
    left = {
        who: draw(st.integers(0, max_rounds))
        for who in ids
        if unplayed and draw(st.integers(0, 7)) == 0
    }
    matches: list[Match] = []
    for number in range(1, draw(st.integers(1, max_rounds)) + 1):
        present = [who for who in ids if number <= left.get(who, max_rounds)]
        order = list(draw(st.permutations(present)))
        idle = draw(st.integers(0, len(order))) // 3 if unplayed else 0
        idle += (len(order) - idle) % 2
        for who in order[:idle]:
            status = draw(st.sampled_from(_ALONE)) if unplayed else Status.PAIRING_BYE
            if status is not None:
                matches.append(Match(number, Side(who, status)))
        rest = order[idle:]
        for a, b in zip(rest[::2], rest[1::2]):
            matches.append(_match(draw, number, a, b, has_discs, unplayed))
    contestants = tuple(Contestant(who, withdrawn_after=left.get(who)) for who in ids)
    return Event(
        game="othello" if has_discs else "",
        contestants=contestants,
        matches=tuple(matches),
        tally_sum=64 if has_discs else None,
    )


def event_indexes(**how: Any) -> st.SearchStrategy[EventIndex]:
    """A event index of such an event."""
    return events(**how).map(EventIndex)


def renumbered(event: Event, names: dict[str, str]) -> Event:
    """The same event with its players called otherwise."""

    def side(own: Side) -> Side:
        return replace(own, who=names[own.who])

    return replace(
        event,
        contestants=tuple(replace(c, id=names[c.id]) for c in event.contestants),
        matches=tuple(
            replace(m, a=side(m.a), b=None if m.b is None else side(m.b)) for m in event.matches
        ),
    )


def turned(match: Match) -> Match:
    """The same match written from the other side."""
    return match if match.b is None else replace(match, a=match.b, b=match.a)


_WORDS = {
    Status.PAIRING_BYE: "bye",
    Status.FULL_BYE: "full bye",
    Status.HALF_BYE: "half bye",
    Status.ZERO_BYE: "zero bye",
    Status.ABSENT: "absent",
}
_SHORT = {Outcome.WIN: "1-0", Outcome.DRAW: "½-½", Outcome.LOSS: "0-1"}
_BY_DEFAULT = {
    (Status.FORFEIT_WIN, Status.FORFEIT_LOSS): "1-0F",
    (Status.FORFEIT_LOSS, Status.FORFEIT_WIN): "0-1F",
    (Status.FORFEIT_LOSS, Status.FORFEIT_LOSS): "0-0F",
    (Status.PENDING, Status.PENDING): None,
}


def games_table(event: Event, sheet: str = "Rounds") -> Grid:
    """The games of an event as a director types them."""
    rows: list[list[Any]] = [
        ["Round", "Black", "White", "Black discs", "White discs", "Result"],
    ]
    for match in event.matches:
        a, b = match.a, match.b
        if b is None:
            rows.append([match.round, a.who, None, None, None, _WORDS[a.status]])
        elif a.status is Status.PLAYED:
            discs = [None if s.tally is None else int(s.tally) for s in (a, b)]
            rows.append([match.round, a.who, b.who, *discs, _SHORT[a.outcome or Outcome.DRAW]])
        else:
            word = _BY_DEFAULT[a.status, b.status]
            rows.append([match.round, a.who, b.who, None, None, word])
    return Grid(rows, sheet)


def players_table(event: Event, sheet: str = "Players") -> Grid:
    """The players of an event as a table."""
    rows: list[list[Any]] = [["ID", "Name", "Withdrawn after"]]
    rows += [[c.id, c.name or None, c.withdrawn_after] for c in event.contestants]
    return Grid(rows, sheet)
