"""The report of rated games that the American Go Association takes: written, not read.

Source: AGA, "Qualifications for Rated Games" (usgo.org): TOURNEY with name, place and days, PLAYERS
with number, name and rank, and for each round GAMES with White first, Black, who won, the handicap
and the komi without its half point. Games by default are not rated.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, NoReturn, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import Fault, InputError
from xltie.core.go_ranks import in_letters, rank_in_file
from xltie.core.messages import say
from xltie.event.conditions import last_day
from xltie.event.model import Contestant, Event, Id, Match, Outcome, Side, Status
from xltie.exchange.common.go_names import parted
from xltie.exchange.formats import Format
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
    faults: List[Fault] = []
    numbers = _numbers(event, faults)
    lines = [*_head(event, faults), "PLAYERS"]
    lines += (_player(own, numbers[own.id], faults) for own in event.contestants)
    rated = [match for match in event.matches if _is_rated(match)]
    for number in sorted({match.round for match in rated}):
        lines.append(f"GAMES {number}")
        lines += (_game(event, own, numbers, faults) for own in rated if own.round == number)
    if not rated:
        faults.append(Fault(say("there are no games to report")))
    if faults:
        raise InputError(dict.fromkeys(faults))
    return "\r\n".join([*lines, "END", ""]).encode()


def losses(event: Event) -> List[Fault]:
    """Return what the report does not say, or says for want of something better."""
    found = []
    missing = sum(not _number_of(own) for own in event.contestants)
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


def _head(event: Event, faults: List[Fault]) -> Iterator[str]:
    name, place = _one_line(event.name), _one_line(event.settings.text(PLACE))
    if not name:
        faults.append(Fault(say("the name of the event is missing, which the AGA needs")))
    if not event.start_date:
        faults.append(Fault(say("the first day is missing, which the AGA needs")))
        return
    first, last = event.start_date, last_day(event.settings, event.start_date)
    days = first if first == last else f"{first} to {last}"
    yield f"TOURNEY {', '.join(filter(None, (name, place, days)))}"
    yield f"start={_day(first)}"
    yield f"finish={_day(last)}"


def _day(text: str) -> str:
    year, month, day = text.split("-")
    return f"{int(month)}/{int(day)}/{year}"


def _numbers(event: Event, faults: List[Fault]) -> Dict[Id, int]:
    """Return everybody's number; whoever has none gets a temporary one."""
    found: Dict[Id, int] = {}
    temporary = _FIRST_TEMPORARY
    for own in event.contestants:
        text = _number_of(own)
        if text and not text.isdecimal():
            faults.append(
                Fault(say("{number!r} is not an AGA ID, which is a number", number=text), own.place)
            )
        elif text and int(text) in found.values():
            faults.append(
                Fault(say("the AGA ID {number} is another player's too", number=text), own.place)
            )
        found[own.id] = int(text) if text.isdecimal() else temporary
        temporary -= not text
    return found


def _number_of(own: Contestant) -> str:
    return next((text for title, text in own.more if _NUMBER.fullmatch(title.strip())), "")


def _player(own: Contestant, number: int, faults: List[Fault]) -> str:
    rank = rank_in_file(own.grade)
    if rank is None:
        said = say(
            "{who} has the rank {grade!r}; the AGA needs one such as 3d",
            who=own.name or own.id,
            grade=own.grade,
        )
        faults.append(Fault(said, own.place))
        return ""
    surname, first = parted(_one_line(own.name) or own.id)
    return f"{number} {', '.join(filter(None, (surname, first)))} {in_letters(rank).lower()}"


def _one_line(text: str) -> str:
    """Return a text without what would end a line, or begin a comment."""
    return " ".join(text.replace("#", " ").split())


# -- games -----------------------------------------------------------------------------------------


def _is_rated(match: Match) -> bool:
    return match.b is not None and _winner(match) is not None


def _winner(match: Match) -> Optional[Side]:
    won = [own for own in match.sides if own.outcome is Outcome.WIN]
    played = all(own.status is Status.PLAYED for own in match.sides)
    return won[0] if played and len(won) == 1 else None


def _has_ended(match: Match) -> bool:
    return match.b is not None and all(own.status is not Status.PENDING for own in match.sides)


def _game(event: Event, match: Match, numbers: Dict[Id, int], faults: List[Fault]) -> str:
    by_seat = {own.seat: own for own in match.sides}
    white, black = by_seat.get("white"), by_seat.get("black")
    if white is None or black is None:
        faults.append(Fault(say("it is not known who had White"), match.place))
        return ""
    won = "w" if _winner(match) is white else "b"
    handicap, komi = _stones_and_komi(event, match, faults)
    return f"{numbers[white.who]} {numbers[black.who]} {won} {handicap} {komi}"


def _stones_and_komi(event: Event, match: Match, faults: List[Fault]) -> Tuple[int, int]:
    """Return the handicap and the komi without its half point; one stone is Black's first move."""
    if match.handicap:
        return (match.handicap if match.handicap > 1 else 0), 0
    text = event.settings.text(KOMI)
    komi = number_of(text)
    if komi is None:
        said = (
            say("the komi is {komi!r}, not a number; the AGA needs that of even games", komi=text)
            if text
            else say("the komi is missing; the AGA needs that of even games")
        )
        faults.append(Fault(said))
        return 0, 0
    return 0, int(komi)


def _not_read(data: bytes, name: str) -> NoReturn:
    raise InputError.of(say("a report to the AGA: xltie writes these, and does not read them"))


def _looks_like(data: bytes) -> bool:
    return data.lstrip()[:7].upper() == b"TOURNEY"


FORMAT = Format(
    "aga", say("report to the AGA"), _looks_like, _not_read, write, game="go", losses=losses
)
