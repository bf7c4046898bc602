"""Who does not play when: what the columns of the list of players say, read by one parser.

``Not playing in round`` takes parts with commas between them, each ``3`` or ``1-3`` (absent),
``½ 2`` (a half-point bye) or ``from 4`` (withdrawn), in English or in the words of any language.
``Absent`` and ``Half bye`` take rounds alone: ``2, 5-7``.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import cache
from typing import FrozenSet, Iterable, Optional, Set

from xltie.core.catalogues import spellings
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.numbers import spans
from xltie.core.records import dataclass
from xltie.event.model import Contestant
from xltie.settings.declared import MOST_ROUNDS


class Column(Enum):
    """What a column of the list of players says, by its heading in its plain form."""

    ABSENT = ("absent", "absences", "absentin", "absentrounds", "결석", "불참")
    HALF_BYES = (
        "halfbye", "halfbyes", "requestedbye", "requestedbyes", "byes", "부전신청",
    )  # fmt: skip
    NOT_PLAYING = ("notplayinginround", "notplaying", "notplayinginrounds")


@dataclass(frozen=True)
class Attendance:
    """The rounds in which somebody is absent or has a half-point bye.

    ``leaves`` is the first round after leaving. ``why_not`` says why a cell is not understood.
    """

    absent: FrozenSet[int] = frozenset()
    half_byes: FrozenSet[int] = frozenset()
    leaves: Optional[int] = None
    is_expelled: bool = False
    why_not: Message = NOTHING

    def __add__(self, other: Attendance) -> Attendance:
        leaves = [one.leaves for one in (self, other) if one.leaves is not None]
        return Attendance(
            self.absent | other.absent,
            self.half_byes | other.half_byes,
            min(leaves, default=None),
            self.is_expelled or other.is_expelled,
            self.why_not or other.why_not,
        )

    @property
    def meaning(self) -> Message:
        """The rounds in words, nothing where all are played."""
        parts = []
        away, half = (spans(sorted(rounds), "–") for rounds in (self.absent, self.half_byes))
        if away:
            number = len(self.absent)
            parts.append(
                count(number, "not in round {rounds}", "not in rounds {rounds}", rounds=away)
            )
        if half:
            parts.append(
                count(
                    len(self.half_byes),
                    "half-point bye in round {rounds}",
                    "half-point byes in rounds {rounds}",
                    rounds=half,
                )
            )
        if self.is_expelled and self.leaves is None:
            parts.append(say("expelled"))
        if self.leaves is not None:
            parts.append(
                say("expelled: from round {round}", round=self.leaves)
                if self.is_expelled
                else say("withdrawn: from round {round}", round=self.leaves)
            )
        return joined(parts, "; ") if parts else NOTHING


# -- columns ---------------------------------------------------------------------------------------


def column_of(title: str) -> Optional[Column]:
    """Return which of these columns a heading is, in whatever language; None for any other."""
    return _columns().get(_plain(title))


@cache
def _columns() -> dict[str, Column]:
    found = {name: column for column in Column for name in column.value}
    for said in spellings("heading", "Not playing in round"):
        found[_plain(said)] = Column.NOT_PLAYING
    return found


def _plain(title: str) -> str:
    return re.sub(r"[\s_.\-:#()]+", "", title).casefold()


def read_attendance(column: Column, text: str, title: str) -> Attendance:
    """Return what a cell of a column says; ``title`` is its heading, as it stands there."""
    if column is Column.NOT_PLAYING:
        found = attendance_in(text)
        if found is not None:
            return found
        return Attendance(
            why_not=say("{title} is {text!r}; write 4, 2-4, ½ 4 or from 4", title=title, text=text)
        )
    if not _ROUNDS.fullmatch(text):
        return Attendance(
            why_not=say("{title} is {text!r}; it takes rounds, such as 2, 5-7",
                        title=title, text=text)
        )  # fmt: skip
    rounds = frozenset(rounds_in(text))
    return Attendance(rounds) if column is Column.ABSENT else Attendance(half_byes=rounds)


REGISTRATION = "Registration"
"""The column that tells whether somebody has come yet, in the words of Go programs: PRE or FIN."""


def is_preliminary(contestant: Contestant) -> bool:
    """Tell whether somebody is registered, but has not come yet: nobody is paired with them."""
    said = dict(contestant.more).get(REGISTRATION, "").strip()
    return bool(said) and re.fullmatch(_preliminary(), said.casefold()) is not None


@cache
def _preliminary() -> str:
    return _any_of("preliminary", "pre")


def attendance_of(contestant: Contestant) -> Attendance:
    """Return what all columns of a contestant say together."""
    found = Attendance()
    for title, text in contestant.more:
        column = column_of(title)
        if column is not None:
            found += read_attendance(column, text, title)
    return found


def not_playing(contestant: Contestant) -> str:
    """Return what all columns of a contestant say, as *Not playing in round* takes it."""
    found = []
    for title, text in contestant.more:
        column = column_of(title)
        if column is Column.HALF_BYES:
            found += [f"½ {rounds.strip()}" for rounds in _COMMAS.split(text)]
        elif column is not None:
            found.append(text)
    return ", ".join(filter(None, found))


# -- cells -----------------------------------------------------------------------------------------

_COMMAS = re.compile(r"[,;，、]")
_RANGE = re.compile(r"(\d+)(?:\s*[-–]\s*(\d+))?")
_ROUNDS = re.compile(r"[\s,;]*(?:\d+(?:\s*[-–]\s*\d+)?(?:[\s,;]+|$))*")


def rounds_in(text: str) -> Set[int]:
    """Return the rounds that a text such as ``2, 5-7`` lists."""
    found: Set[int] = set()
    for match in _RANGE.finditer(text):
        first = int(match[1])
        found.update(range(first, min(int(match[2] or first), first + 99) + 1))
    return found


def attendance_in(text: str) -> Optional[Attendance]:
    """Return what a cell of *Not playing in round* says, None where it is not understood."""
    found = Attendance()
    for part in filter(None, map(str.strip, _COMMAS.split(text))):
        said = _part(" ".join(part.split()).casefold())
        if said is None:
            return None
        found += said
    return found


def _part(text: str) -> Optional[Attendance]:
    if re.fullmatch(_any_of("expelled"), text):
        return Attendance(is_expelled=True)
    leaving = _leaving().fullmatch(text)
    if leaving:
        number = int(leaving["after"] or leaving["before"])
        is_expelled = bool(leaving["expelled"] or leaving["sent"])
        is_round = 1 <= number <= MOST_ROUNDS
        return Attendance(leaves=number, is_expelled=is_expelled) if is_round else None
    resting = _resting().fullmatch(text)
    if resting is None:
        return None
    first, last = int(resting["first"]), int(resting["last"] or resting["first"])
    if not 1 <= first <= last <= MOST_ROUNDS:
        return None
    rounds = frozenset(range(first, last + 1))
    return Attendance(half_byes=rounds) if resting["half"] else Attendance(rounds)


@cache
def _leaving() -> re.Pattern[str]:
    """``from 4``, ``expelled from 4``; some languages set the word behind the number."""
    start, expelled = _any_of("from"), _any_of("expelled")
    return re.compile(
        rf"(?P<expelled>{expelled})?\s*(?:(?:{start})\s*(?P<after>\d+)|(?P<before>\d+)\s*"
        rf"(?:{start}))\s*(?P<sent>{expelled})?"
    )


@cache
def _resting() -> re.Pattern[str]:
    half = _any_of("half", "½", "1/2", "0.5")
    return re.compile(rf"(?P<half>{half})?\s*(?P<first>\d+)(?:\s*[-–—]\s*(?P<last>\d+))?")


def _any_of(english: str, *more: str) -> str:
    """Return a word in all languages as a choice in a pattern, the longest first."""
    words: Iterable[str] = {word.casefold() for word in (*spellings("attendance", english), *more)}
    return "|".join(re.escape(word) for word in sorted(words, key=lambda word: (-len(word), word)))
