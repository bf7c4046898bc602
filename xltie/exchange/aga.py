"""The American Go Association: its report of rated games is written, its registration is read.

The report, by "Qualifications for Rated Games" (usgo.org): TOURNEY with name, place and days,
PLAYERS with number, name and rank, and for each round GAMES with White first, Black, who won, the
handicap and the komi without its half point. Games by default are not rated.

The registration ``register.tde``, by AccelRat's TDE file format
(ourworld.compuserve.com/homepages/AccelRat/TDE.htm) and the grammar of Games-Go-AGA-Objects: ``#``
begins a comment, ``##`` a directive. A player's line has the AGA ID, the name, the rank or rating,
and what else is known: ``USA12345 Schmoe, Joe 4d CLUB=SEAT BYE=2``, or with keys ``USA54321
NAME="Schmoe, Joe" RATING=-2.3``. Under ``## GAMES n`` stand games as in ``n.tde``: White, Black,
who won (``?`` where it is not known), handicap and komi.
"""

from __future__ import annotations

import re
from typing import Dict, Iterator, List, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import Fault, InputError
from xltie.core.go_names import parted
from xltie.core.go_ranks import in_letters, rank_number, start_score
from xltie.core.messages import say
from xltie.event import Contestant, Event, Id, Match, Outcome, Side, Status, faults, last_day
from xltie.exchange.common.go import L, W, planned_rounds, rank_of, side
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import decode
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, declared
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
        raise InputError.say("a report to the AGA is for games of Go")
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
        notes.fault("there are no games to report")
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
            Fault.say("games by default or without a winner, which are not rated: {n}", n=left)
        )
    found.append(Fault.say("the AGA asks for the rules of play: add a line such as rules=AGA"))
    return found


def _head(event: Event, notes: Notes) -> Iterator[str]:
    name, place = _one_line(event.name), _one_line(event.settings.text(PLACE))
    if not name:
        notes.fault("the name of the event is missing, which the AGA needs")
    if not event.start_date:
        notes.fault("the first day is missing, which the AGA needs")
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
                "{number!r} is not an AGA ID, which is a number", contestant.place, number=text
            )
        elif text and int(text) in found.values():
            notes.fault(
                "the AGA ID {number} is another player's too", contestant.place, number=text
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
        notes.fault("it is not known who had White", match.place)
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
        notes.fault("the komi is missing; the AGA needs that of even games")
    return 0, int(komi or 0)


# -- the registration ------------------------------------------------------------------------------


_ID = r"[A-Za-z]{2,4}\d+"
_PLAIN = re.compile(
    rf"(?P<id>{_ID})\s+(?P<name>[^\s=]+(?:\s+[^\s=]+)*?)\s+(?P<rank>-?\d+\.\d+|\d+[dkDK])(?P<rest>\s.*)?"
)
_KEYED = re.compile(rf"(?P<id>{_ID})(?P<rest>\s.*)")
_FLAG = re.compile(r'(?P<key>[A-Za-z]\w*)=(?:"(?P<quoted>[^"]*)"|(?P<value>\S*))|(?P<word>\S+)')
_GAME = re.compile(rf"({_ID})\s+({_ID})\s+([wWbB?])\s+(\d)\s+(-?\d+(?:\.\d+)?)")
_DIRECTIVES = ("TOURNEY", "RULES", "ROUNDS", "HANDICAP", "PLAYERS", "GAMES", "ATTRIBUTES", "END")


def _is_report(data: bytes) -> bool:
    return data.lstrip()[:7].upper() == b"TOURNEY"


def _looks_like(data: bytes) -> bool:
    return _is_report(data) or _is_register(data)


def _is_register(data: bytes) -> bool:
    """Tell whether a file is a registration: by a directive, or by its first player."""
    for line in map(str.strip, data[:4000].decode("latin-1").splitlines()):
        directive = re.match(r"##\s*(\S+)", line)
        if directive:
            return directive[1].upper() in _DIRECTIVES
        if line and not line.startswith("#"):
            return _PLAIN.fullmatch(line.partition("#")[0].strip()) is not None
    return False


def _read(data: bytes, name: str) -> ReadResult:
    """Return the event; players are numbered in the order of the file.

    Raises:
        InputError: every line that is not understood; a report.
    """
    if _is_report(data):
        raise InputError.say("a report to the AGA: xltie writes these, and does not read them")
    notes = Notes(name)
    found = _Reading(notes)
    for number, (line, _) in enumerate(decode(data).lines, 1):
        found.line(line.strip(), number)
    event = found.event()
    notes.refuse(() if notes.faults else faults(event))
    return ReadResult(event, tuple(notes.warnings))


class _Reading:
    """What was read so far; ``round`` is that of the games that follow, 0 among the players."""

    def __init__(self, notes: Notes) -> None:
        self.notes, self.round, self.rounds = notes, 0, 0
        self.name = ""
        self.players: List[Contestant] = []
        self.numbers: Dict[str, str] = {}
        self.matches: List[Match] = []

    def line(self, text: str, number: int) -> None:
        """Take a line of the file."""
        if text.startswith("##"):
            self._directive(text[2:].strip(), number)
            return
        text = text.partition("#")[0].strip()
        if text and self.round:
            self._game(text, number)
        elif text:
            self._player(text, number)

    def _directive(self, text: str, number: int) -> None:
        word, rest = map(str.strip, text.partition(" ")[::2])
        directive = word.upper()
        if directive == "TOURNEY":
            self.name = rest
        elif directive == "ROUNDS":
            self.rounds = planned_rounds(rest, self.notes.place(number), self.notes)
        elif directive in ("GAMES", "PLAYERS", "END"):
            self.round = int(rest) if directive == "GAMES" and rest.isdecimal() else 0
        elif directive not in ("RULES", "HANDICAP"):
            self.notes.warn("the directive {word} is not read", number, word=word)

    def _player(self, text: str, number: int) -> None:
        member, name, told, flags, unread = _parts(text)
        rank = _rank(told)
        if not name or rank is None:
            self.notes.fault("{text!r} is not a player of the AGA", number, text=text)
            return
        if member.upper() in self.numbers:
            self.notes.fault("player {who} is listed twice", number, who=member)
        who = str(len(self.players) + 1)
        self.numbers[member.upper()] = who
        more = {
            "AGA ID": re.sub(r"\D", "", member), "AGA rating": told if "." in told else "",
            "Not playing in round": ", ".join(re.findall(r"\d+", flags.pop("BYE", ""))),
        }  # fmt: skip
        self.players.append(
            Contestant(
                who, " ".join(name.split()), start=start_score(rank),
                grade=in_letters(rank).lower(), club=flags.pop("CLUB", ""),
                country=flags.pop("STATE", ""), place=self.notes.place(number),
                more=tuple((title, text) for title, text in more.items() if text),
            )
        )  # fmt: skip
        unread += [f"{key}={value}" for key, value in flags.items() if value]
        if unread:
            self.notes.warn("{flags} is not read", number, flags=" ".join(unread))

    def _game(self, text: str, number: int) -> None:
        match = _GAME.fullmatch(text)
        who = [self.numbers.get(key.upper(), "") for key in match.groups()[:2]] if match else []
        if match is None or not all(who):
            self.notes.fault("{text!r} is not a game of these players", number, text=text)
            return
        won, lost = {"w": (W, L), "b": (L, W)}.get(match[3].lower(), (None, None))
        white, black = side(who[0], "white", won), side(who[1], "black", lost)
        place = self.notes.place(number)
        self.matches.append(Match(self.round, black, white, handicap=int(match[4]), place=place))

    def event(self) -> Event:
        """Return the event of what was read."""
        begun = max((match.round for match in self.matches), default=0)
        if not self.players:
            self.notes.fault("the file contains no players")
        return Event(
            name=self.name, game="go", format="mcmahon", rulebook="egf",
            rounds=max(self.rounds, begun), contestants=tuple(self.players),
            matches=tuple(self.matches), settings=Settings.of({declared.ZERO: "30k"}),
        )  # fmt: skip


def _parts(text: str) -> Tuple[str, str, str, Dict[str, str], List[str]]:
    """Return the AGA ID, the name, the rank or rating, and by their keys what else a line says.

    The words without a key come last.
    """
    match = _PLAIN.fullmatch(text) or _KEYED.fullmatch(text)
    said = match.groupdict("") if match else {}
    flags, words = _flags(said.get("rest", ""))
    name = said.get("name") or flags.pop("NAME", "")
    rank = said.get("rank") or flags.pop("RATING", "") or flags.pop("RANK", "")
    return said.get("id", ""), name, rank, flags, words


def _flags(text: str) -> Tuple[Dict[str, str], List[str]]:
    told = list(_FLAG.finditer(text))
    flags = {one["key"].upper(): one["quoted"] or one["value"] or "" for one in told if one["key"]}
    return flags, [one["word"] for one in told if not one["key"]]


def _rank(text: str) -> Optional[int]:
    """Return a rank of what is a rank, or a rating of the AGA: 3.5 is 3 dan, -12.3 is 12 kyu."""
    value = number_of(text)
    if value is None:
        return rank_number(text)
    if abs(value) < 1:
        return None
    return int(value) - 1 if value > 0 else int(value)


FORMAT = Format(
    "aga", say("report to the AGA"), _looks_like, _read, write, game="go", remarks=remarks
)
