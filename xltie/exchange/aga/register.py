"""The registration of the AGA's tournament directors, ``register.tde``: read as it is written.

``#`` begins a comment, ``##`` a directive. A player's line has the AGA ID, the name, the rank or
rating, and what else is known: ``USA12345 Schmoe, Joe 4d CLUB=SEAT BYE=2``, or with keys
``USA54321 NAME="Schmoe, Joe" RATING=-2.3``. Under ``## GAMES n`` stand games as in ``n.tde``:
White, Black, who won (``?`` where it is not known), handicap and komi.

Source: AccelRat, TDE file format (ourworld.compuserve.com/homepages/AccelRat/TDE.htm); grammar of
Games-Go-AGA-Objects.
"""

from __future__ import annotations

import re
from typing import Dict, List, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.go_ranks import in_letters, rank_number, start_score
from xltie.core.messages import say
from xltie.event import Contestant, Event, Match, faults
from xltie.exchange.common.go import L, W, planned_rounds, side
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import decode
from xltie.exchange.registry import ReadResult
from xltie.settings import Settings, Texts, declared

_ID = r"[A-Za-z]{2,4}\d+"
_PLAIN = re.compile(
    rf"(?P<id>{_ID})\s+(?P<name>[^\s=]+(?:\s+[^\s=]+)*?)\s+(?P<rank>-?\d+\.\d+|\d+[dkDK])(?P<rest>\s.*)?"
)
_KEYED = re.compile(rf"(?P<id>{_ID})(?P<rest>\s.*)")
_FLAG = re.compile(r'(?P<key>[A-Za-z]\w*)=(?:"(?P<quoted>[^"]*)"|(?P<value>\S*))|(?P<word>\S+)')
_GAME = re.compile(rf"({_ID})\s+({_ID})\s+([wWbB?])\s+(\d)\s+(-?\d+(?:\.\d+)?)")
_DIRECTIVES = ("TOURNEY", "RULES", "ROUNDS", "HANDICAP", "PLAYERS", "GAMES", "ATTRIBUTES", "END")


def looks_like(data: bytes) -> bool:
    """Tell whether a file is a registration: by a directive, or by its first player."""
    for line in data[:4000].decode("latin-1").splitlines():
        text = line.strip()
        if text.startswith("##") and text[2:].split()[:1]:
            return text[2:].split()[0].upper() in _DIRECTIVES
        if text and not text.startswith("#"):
            return _PLAIN.fullmatch(text.partition("#")[0].strip()) is not None
    return False


def read(data: bytes, name: str) -> ReadResult:
    """Return the event; players are numbered in the order of the file.

    Raises:
        InputError: every line that is not understood.
    """
    found = _Reading(Notes(name))
    for number, (line, _) in enumerate(decode(data).lines, 1):
        found.line(line.strip(), number)
    event = found.event()
    found.notes.refuse(() if found.notes.faults else faults(event))
    return ReadResult(event, tuple(found.notes.warnings))


class _Reading:
    """What was read so far; ``round`` is that of the games that follow, 0 among the players."""

    def __init__(self, notes: Notes) -> None:
        self.notes, self.round, self.rounds = notes, 0, 0
        self.name = ""
        self.players: List[Contestant] = []
        self.numbers: Dict[str, str] = {}
        self.matches: List[Match] = []
        self.settings: Texts = {}

    def line(self, text: str, number: int) -> None:
        """Take a line of the file."""
        if text.startswith("##"):
            self._directive(text[2:].strip(), number)
            return
        text = text.partition("#")[0].strip()
        if not text:
            return
        if self.round:
            self._game(text, number)
        else:
            self._player(text, number)

    def _directive(self, text: str, number: int) -> None:
        word, _, rest = text.partition(" ")
        rest = rest.strip()
        place = self.notes.place(number)
        if word.upper() == "TOURNEY":
            self.name = rest
        elif word.upper() == "ROUNDS":
            self.rounds = planned_rounds(rest, place, self.notes)
        elif word.upper() == "GAMES":
            self.round = int(rest) if rest.isdecimal() else 0
        elif word.upper() in ("PLAYERS", "END"):
            self.round = 0
        elif word.upper() not in ("RULES", "HANDICAP"):
            self.notes.warn(say("the directive {word} is not read", word=word), number)

    def _player(self, text: str, number: int) -> None:
        match = _PLAIN.fullmatch(text) or _KEYED.fullmatch(text)
        if match is None:
            self.notes.fault(say("{text!r} is not a player of the AGA", text=text), number)
            return
        said = match.groupdict()
        flags, unread = _flags(said["rest"] or "")
        name = said.get("name") or flags.pop("NAME", "")
        told = said.get("rank") or flags.pop("RATING", "") or flags.pop("RANK", "")
        rank = _rank(told)
        if not name or rank is None:
            self.notes.fault(say("{text!r} is not a player of the AGA", text=text), number)
            return
        if said["id"].upper() in self.numbers:
            self.notes.fault(say("player {who} is listed twice", who=said["id"]), number)
        who = str(len(self.players) + 1)
        self.numbers[said["id"].upper()] = who
        more = [("AGA ID", re.sub(r"\D", "", said["id"]))]
        if "." in told:
            more.append(("AGA rating", told))
        if flags.get("BYE"):
            more.append(("Not playing in round", ", ".join(re.findall(r"\d+", flags.pop("BYE")))))
        self.players.append(
            Contestant(
                who,
                " ".join(name.split()),
                start=start_score(rank),
                grade=in_letters(rank).lower(),
                club=flags.pop("CLUB", ""),
                country=flags.pop("STATE", ""),
                more=tuple(more),
                place=self.notes.place(number),
            )
        )
        unread += [f"{key}={value}" for key, value in flags.items() if value]
        if unread:
            listed = " ".join(unread)
            self.notes.warn(say("{flags} is not read", flags=listed), number)

    def _game(self, text: str, number: int) -> None:
        match = _GAME.fullmatch(text)
        who = [self.numbers.get(key.upper(), "") for key in match.groups()[:2]] if match else []
        if match is None or not all(who):
            self.notes.fault(say("{text!r} is not a game of these players", text=text), number)
            return
        won = {"w": W, "b": L}.get(match[3].lower())
        lost = {"w": L, "b": W}.get(match[3].lower())
        white, black = side(who[0], "white", won), side(who[1], "black", lost)
        place = self.notes.place(number)
        self.matches.append(Match(self.round, black, white, handicap=int(match[4]), place=place))

    def event(self) -> Event:
        """Return the event of what was read."""
        begun = max((match.round for match in self.matches), default=0)
        if not self.players:
            self.notes.fault(say("the file contains no players"))
        return Event(
            name=self.name, game="go", format="mcmahon", rulebook="egf",
            rounds=max(self.rounds, begun), contestants=tuple(self.players),
            matches=tuple(self.matches), settings=Settings.of({declared.ZERO: "30k"}),
        )  # fmt: skip


def _flags(text: str) -> Tuple[Dict[str, str], List[str]]:
    """Return what is said with a key, and the words without one."""
    found: Dict[str, str] = {}
    unread: List[str] = []
    for match in _FLAG.finditer(text):
        if match["key"]:
            found[match["key"].upper()] = match["quoted"] or match["value"] or ""
        else:
            unread.append(match["word"])
    return found, unread


def _rank(text: str) -> Optional[int]:
    """Return a rank of what is a rank, or a rating of the AGA: 3.5 is 3 dan, -12.3 is 12 kyu."""
    value = number_of(text)
    if value is None:
        return rank_number(text)
    if abs(value) < 1:
        return None
    return int(value) - 1 if value > 0 else int(value)
