"""The report of rated games that the American Go Association takes: written, not read.

Source: AGA, "Qualifications for Rated Games" (usgo.org): TOURNEY with name, place and days, PLAYERS
with number, name and rank, and for each round GAMES with White first, Black, who won, the handicap
and the komi without its half point. Games by default are not rated.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.go_names import parted
from xltie.core.go_ranks import in_letters
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Outcome, Side, Status, last_day
from xltie.exchange.aga.register import looks_like as is_register
from xltie.exchange.aga.register import read as read_register
from xltie.exchange.common.go import rank_of
from xltie.exchange.common.notes import Notes
from xltie.exchange.registry import Format, ReadResult
from xltie.settings.declared import KOMI, PLACE

_NUMBER = re.compile(r"aga ?(?:id|no|number)?", re.IGNORECASE)
_FIRST_TEMPORARY = 99999
"""Far above the numbers of members, as OpenGotha counts them downwards too."""


def write(event: Event) -> bytes:
    """Return the games of an event as a report.

    Raises:
        InputError: everything that the report has to say and the event does not.
    """
    if event.game not in ("go", ""):
        raise InputError.of(say("a report to the AGA is for games of Go"))
    notes = Notes()
    numbers = _numbers(event, notes)
    lines = [*_head(event, notes), "PLAYERS"]
    lines += (
        _player(contestant, numbers[contestant.id], notes) for contestant in event.contestants
    )
    rated = [match for match in event.matches if _is_rated(match)]
    for number in sorted({match.round for match in rated}):
        lines.append(f"GAMES {number}")
        lines += (_game(event, match, numbers, notes) for match in rated if match.round == number)
    if not rated:
        notes.fault(say("there are no games to report"))
    notes.refuse()
    return "\r\n".join([*lines, "END", ""]).encode()


def remarks(event: Event) -> List[Fault]:
    """Return what the report does not say, or says for want of something better."""
    found = []
    missing = sum(not _number_of(contestant) for contestant in event.contestants)
    if missing:
        said = say(
            "players without an AGA ID, for whom temporary numbers stand: {n}; "
            "the AGA needs an address to know each by",
            n=missing,
        )
        found.append(Fault(said))
    left = sum(not _is_rated(match) and _has_ended(match) for match in event.matches)
    if left:
        found.append(
            Fault(say("games by default or without a winner, which are not rated: {n}", n=left))
        )
    found.append(Fault(say("the AGA asks for the rules of play: add a line such as rules=AGA")))
    return found


def _head(event: Event, notes: Notes) -> Iterator[str]:
    name, place = _one_line(event.name), _one_line(event.settings.text(PLACE))
    if not name:
        notes.fault(say("the name of the event is missing, which the AGA needs"))
    if not event.start_date:
        notes.fault(say("the first day is missing, which the AGA needs"))
        return
    first, last = event.start_date, last_day(event.settings, event.start_date)
    days = first if first == last else f"{first} to {last}"
    yield f"TOURNEY {', '.join(filter(None, (name, place, days)))}"
    yield f"start={_day(first)}"
    yield f"finish={_day(last)}"


def _day(text: str) -> str:
    year, month, day = text.split("-")
    return f"{int(month)}/{int(day)}/{year}"


def _numbers(event: Event, notes: Notes) -> Dict[Id, int]:
    """Return everybody's number; whoever has none gets a temporary one."""
    found: Dict[Id, int] = {}
    temporary = _FIRST_TEMPORARY
    for contestant in event.contestants:
        text = _number_of(contestant)
        if text and not text.isdecimal():
            notes.fault(
                say("{number!r} is not an AGA ID, which is a number", number=text), contestant.place
            )
        elif text and int(text) in found.values():
            notes.fault(
                say("the AGA ID {number} is another player's too", number=text), contestant.place
            )
        found[contestant.id] = int(text) if text.isdecimal() else temporary
        temporary -= not text
    return found


def _number_of(contestant: Contestant) -> str:
    return next((text for title, text in contestant.more if _NUMBER.fullmatch(title.strip())), "")


def _player(contestant: Contestant, number: int, notes: Notes) -> str:
    rank = in_letters(rank_of(contestant, notes)).lower()
    surname, first = parted(_one_line(contestant.name) or contestant.id)
    return f"{number} {', '.join(filter(None, (surname, first)))} {rank}"


def _one_line(text: str) -> str:
    """Return a text without what would end a line, or begin a comment."""
    return " ".join(text.replace("#", " ").split())


# -- games -----------------------------------------------------------------------------------------


def _is_rated(match: Match) -> bool:
    return match.b is not None and _winner(match) is not None


def _winner(match: Match) -> Optional[Side]:
    won = [side for side in match.sides if side.outcome is Outcome.WIN]
    played = all(side.status is Status.PLAYED for side in match.sides)
    return won[0] if played and len(won) == 1 else None


def _has_ended(match: Match) -> bool:
    return match.b is not None and all(side.status is not Status.PENDING for side in match.sides)


def _game(event: Event, match: Match, numbers: Dict[Id, int], notes: Notes) -> str:
    by_seat = {side.seat: side for side in match.sides}
    white, black = by_seat.get("white"), by_seat.get("black")
    if white is None or black is None:
        notes.fault(say("it is not known who had White"), match.place)
        return ""
    won = "w" if _winner(match) is white else "b"
    handicap, komi = _stones_and_komi(event, match, notes)
    return f"{numbers[white.who]} {numbers[black.who]} {won} {handicap} {komi}"


def _stones_and_komi(event: Event, match: Match, notes: Notes) -> Tuple[int, int]:
    """Return the handicap and the komi without its half point; one stone is Black's first move."""
    if match.handicap:
        return (match.handicap if match.handicap > 1 else 0), 0
    komi = event.settings.read(KOMI, notes.faults)
    if not event.settings.text(KOMI):
        notes.fault(say("the komi is missing; the AGA needs that of even games"))
    return 0, int(komi or 0)


def _read(data: bytes, name: str) -> ReadResult:
    if _is_report(data):
        raise InputError.of(say("a report to the AGA: xltie writes these, and does not read them"))
    return read_register(data, name)


def _is_report(data: bytes) -> bool:
    return data.lstrip()[:7].upper() == b"TOURNEY"


def _looks_like(data: bytes) -> bool:
    return _is_report(data) or is_register(data)


FORMAT = Format(
    "aga", say("report to the AGA"), _looks_like, _read, write, game="go", remarks=remarks
)
