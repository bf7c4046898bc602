"""Writes an event of Othello as a result file for the World Othello Federation."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Tuple

from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import some_of
from xltie.core.numbers import show
from xltie.core.plain_words import normal
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status
from xltie.settings.declared import COUNTRY

_TITLES = ("wof", "wofid", "wofno", "wofnumber", "wofnr", "number")
_SIGNS = {Outcome.WIN: ">", Outcome.LOSS: "<", Outcome.DRAW: "="}


def write(event: Event) -> bytes:
    """Return an event as a result file: the players in the order of the standings, then the games.

    It is UTF-8, as 106 of the 108 files of the federation's archive that are not ASCII.

    Raises:
        InputError: an event without games.
        DomainError: a player without a number of the federation.
    """
    games = sorted(filter(_is_listed, event.matches), key=lambda match: match.round)
    if not games:
        raise InputError.say("this event has no games with results to report")
    numbers = _numbers(event)
    lines = [
        f"%%Tournament: {event.name}",
        f"%%Country: {event.settings[COUNTRY]}",
        f"%%Date: {'/'.join(reversed(event.start_date.split('-')))}",
        "%%Sender: ",
        "%%Creator: xltie",
        "",
        "%        ID, NAME, Firstname, COUNTRY, score, disc-count, rating",
    ]
    index = EventIndex(event)
    for contestant in sorted(event.contestants, key=_rank):
        lines.append(_player(contestant, numbers[contestant.id], index))
    last = 0
    for match in games:
        if match.round != last:
            final = index.final_round(match)
            heading = f"Finals round {final}" if final else f"Round: {match.round}"
            lines += ["", f"%{heading}", ""]
            last = match.round
        lines.append(_game(match, numbers))
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


def _is_listed(match: Match) -> bool:
    return match.b is not None and match.a.status is Status.PLAYED and bool(match.a.outcome)


def _numbers(event: Event) -> Dict[str, str]:
    told = {
        contestant.id: next(
            (text.strip() for title, text in contestant.more if normal(title) in _TITLES), ""
        )
        for contestant in event.contestants
    }
    # an event's own 1, 2, 3 are other people's numbers where a column has those of the federation
    found = told if any(told.values()) else {who: who for who in told}
    missing = [who for who, number in found.items() if not number.isdecimal()]
    if missing:
        raise DomainError.say(
            "a result file names players by their numbers at the World Othello Federation; "
            "these have none: {players}",
            players=some_of(missing),
        )
    return found


def own_numbers(event: Event) -> List[Fault]:
    """Return a warning where the numbers of the file are the event's own from 1 on."""
    written = set(_numbers(event).values())
    if written != {str(number) for number in range(1, len(event.contestants) + 1)}:
        return []
    return [
        Fault.say(
            "the numbers 1 to {n} of the event are written, which belong to others at the World "
            "Othello Federation: type those of the players into a column {column}",
            n=len(written),
            column="WOF",
        )
    ]


def _rank(contestant: Contestant) -> Tuple[int, str]:
    rank = dict(contestant.more).get("Rank", "")
    return (int(rank) if rank.isdecimal() else 1 << 30, contestant.id)


def _player(contestant: Contestant, number: str, index: EventIndex) -> str:
    sides = [
        (side, other)
        for match in index.event.matches
        if not index.final_round(match)
        for side, other in match.facing
        if side.who == contestant.id
    ]
    earned = [side for side, other in sides if other is None or other.who not in index.annulled]
    points = sum(map(index.event.scoring.points, earned), Fraction(0))
    discs = sum(filter(None, (side.tally for side in earned)), Fraction(0))
    last, _, first = contestant.name.partition(",")
    shown = f"{float(points):g}".rjust(4)
    rating = f", {contestant.rating}" if contestant.rating is not None else ""
    name = f"{last.strip()}, {first.strip()}, {contestant.country}"
    return f"%_% {number:>7}, {name}, {shown}, {show(discs)}{rating}"


def _game(match: Match, numbers: Dict[str, str]) -> str:
    one, other = match.a, match.b
    assert other is not None  # a bye has no line
    if other.seat == "black":
        one, other = other, one
    sign = _SIGNS.get(one.outcome or Outcome.LOSS, "")
    return f"{numbers[one.who]:>6} {_discs(one)}{sign}{_discs(other)} {numbers[other.who]:>6}  B"


def _discs(side: Side) -> str:
    return "" if side.tally is None else f"({int(side.tally):02d})"
