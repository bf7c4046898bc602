"""Reads the work file that PAPP keeps of a tournament (``papp-internal-workfile.txt``).

It is a list of commands, each ended by a semicolon: ``#_Nom-Tournoi = "Open" ;``,
``#_Nombre-Rondes = 11 ;``, ``#_BQ-double = 6.000000 ;`` (C itself), ``#_Date = "dd/mm/yyyy" ;``;
``& +000355 -000011 ;`` players who are there from now on, or no longer; ``raz-couplage ;`` forgets
the games of this round; ``(000355 36 000011 28) ;`` a game, the first named with Black,
``(000355 000011) ;`` one that is not over; ``ronde-suivante ;`` ends the round. A player who was
there without a game had the bye. ``%`` and ``#`` begin comments. Names are in ``joueurs.txt``, by
number. Written after PAPP 1.37's grammar as its documentation and sources describe it.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import day_first
from xltie.core.errors import Place
from xltie.core.messages import Message, all_of, say
from xltie.core.numbers import show
from xltie.core.records import dataclass, field
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.event import faults as event_faults
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import decode
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import NO_SETTINGS, Settings
from xltie.settings.declared import BYE, CONSTANT, C

_COMMENT = re.compile(r"[%#](?![_!]).*|%!.*")
_COMMAND = re.compile(r'((?:"[^"]*"|[^;"])*)(;?)')
_TOLD = re.compile(
    r'#_(Nom-Tournoi|Nombre-Rondes|BQ-double|Date)\s*=\s*"?([^"]*?)"?', re.IGNORECASE
)
_GAME = re.compile(r"\(\s*(\d+)(?:\s+([\d.]+))?\s+(\d+)(?:\s+([\d.]+))?\s*\)")
_PRESENT = re.compile(r"&((?:\s*[+-]?\s*\d+)*)")
_TABLE = re.compile(r"table-toutes-rondes\b.*", re.IGNORECASE | re.DOTALL)
_DISCS = 64
_MOST = 1000
"""Above all rounds that a tournament has, and all constants."""


def looks_like(data: bytes) -> bool:
    """Tell whether a file is a work file of PAPP: its heading names rounds or the constant."""
    head = data[:4000].decode("latin-1").lower()
    return "#_nom-tournoi" in head or "#_nombre-rondes" in head


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the event in a work file, and what is odd in it.

    Raises:
        InputError: every fault, with its line.
    """
    reader = _PappReader(Notes(name))
    rest, begun = "", 1
    for number, (line, _) in enumerate(decode(data).lines, 1):
        begun = begun if rest.strip() else number
        rest += _COMMENT.sub("", line) + " "
        while True:
            text, end = _COMMAND.match(rest).groups()  # type: ignore[union-attr]  # it may be empty
            if not end:
                break
            reader.command(begun, " ".join(text.split()))
            rest, begun = rest[len(text) + 1 :], number
    if rest.strip():
        reader.fault(begun, say("{text!r} is not ended by a semicolon", text=rest.strip()))
    return reader.noted()


@dataclass
class _PappReader:
    """Takes command after command, collecting players, rounds and faults."""

    notes: Notes
    told: Dict[str, Tuple[str, Place]] = field(default_factory=dict)
    players: Dict[str, Contestant] = field(default_factory=dict)
    present: Dict[str, bool] = field(default_factory=dict)
    games: List[Match] = field(default_factory=list)
    ended: List[Match] = field(default_factory=list)
    round: int = 1

    def fault(self, number: int, message: Message) -> None:
        self.notes.fault(message, number, 1)

    def command(self, number: int, text: str) -> None:
        told, game, present = (pattern.fullmatch(text) for pattern in (_TOLD, _GAME, _PRESENT))
        place = self.notes.place(number, 1)
        if told:
            self.told[told[1].lower()] = told[2], place
        elif game:
            self._game(number, game)
        elif present:
            for sign, text_of_number in re.findall(r"([+-]?)\s*(\d+)", present[1]):
                who = _plain(text_of_number)
                self.present[who] = sign != "-"
                self.players.setdefault(who, Contestant(who, more=(("WOF", who),), place=place))
        elif text.lower() == "raz-couplage":
            self.games = []
        elif text.lower() == "ronde-suivante":
            self._next(number)
        elif text and not _TABLE.fullmatch(text):
            self.fault(number, say("{text!r} is not a command of a work file of PAPP", text=text))

    def _game(self, number: int, found: re.Match[str]) -> None:
        """Take a game; with one score the other side has what is left of 64."""
        place = self.notes.place(number, 1)
        who = _plain(found[1]), _plain(found[3])
        unknown = [player for player in who if player not in self.present]
        if unknown:
            self.fault(number, say("player {who} was not named as present before", who=unknown[0]))
            return
        discs = self._discs(number, found[2], found[4])
        sides = [
            Side(player, Status.PENDING, seat=seat) if discs is None
            else Side(player, outcome=_outcome(discs, at), tally=discs[at], seat=seat)
            for at, (player, seat) in enumerate(zip(who, ("black", "white")))
        ]  # fmt: skip
        self.games.append(
            Match(self.round, sides[0], sides[1], str(len(self.games) + 1), place=place)
        )

    def _discs(self, number: int, *scores: Optional[str]) -> Optional[Tuple[Fraction, Fraction]]:
        """Return the discs of both sides; None where the game is not over, or is faulty."""
        try:
            given = [None if score is None else Fraction(score) for score in scores]
        except ValueError:
            listed = all_of(score or "" for score in scores)
            self.fault(number, say("{scores} are not two scores", scores=listed))
            return None
        first, second = map(_or_the_rest, given, reversed(given))
        if first is None or second is None:
            return None
        if min(first, second) < 0 or first + second != _DISCS:
            said = say("{first} and {second} discs do not add up to {discs}", first=first,
                       second=second, discs=_DISCS)  # fmt: skip
            self.fault(number, said)
            return None
        return first, second

    def _next(self, number: int) -> None:
        """End the round: who was there without a game had the bye, the others were absent."""
        paired = {side.who for match in self.games for side in match.sides}
        place = self.notes.place(number, 1)
        alone = [
            Match(
                self.round,
                Side(who, Status.PAIRING_BYE if here else Status.ABSENT, place=place),
                place=place,
            )
            for who, here in self.present.items()
            if who not in paired
        ]
        self.ended += [*self.games, *alone]
        self.games, self.round = [], self.round + 1

    def noted(self) -> ReadResult:
        """Return the event.

        Raises:
            InputError: the faults found.
        """
        rounds = self._number("nombre-rondes")
        if rounds is not None and rounds.denominator != 1:
            said = say("{rounds} is not a whole number of rounds", rounds=rounds)
            self.notes.fault(said, self.told["nombre-rondes"][1])
        constant = self._number("bq-double")
        if not self.present and not self.notes.faults:
            self.fault(1, say("there are no players in this work file"))
        matches = (*self.ended, *self.games)
        late = _late(matches, self.present)
        event = Event(
            name=self._text("nom-tournoi"), game="othello", rounds=int(rounds or 0),
            contestants=tuple(self.players[who] for who in sorted(self.players, key=int)),
            matches=tuple(sorted((*matches, *late), key=lambda match: match.round)),
            tally_sum=_DISCS, start_date=day_first(self._text("date")),
            # C stands in a setting that a workbook shows, and in what BQ takes
            settings=NO_SETTINGS if constant is None else Settings.of(
                {CONSTANT: show(constant), C: show(constant), BYE: "papp"}
            ),
        )  # fmt: skip
        self.notes.refuse(event_faults(event))
        self.notes.warn(
            "players have numbers only; in a workbook, `xltie players fill` takes their names "
            "from PAPP's joueurs.txt",
            1,
            1,
        )
        return ReadResult(event, tuple(self.notes.warnings))

    def _text(self, key: str) -> str:
        return self.told[key][0] if key in self.told else ""

    def _number(self, key: str) -> Optional[Fraction]:
        if key not in self.told:
            return None
        text, place = self.told[key]
        value = number_of(text)
        if value is None or not 0 <= value < _MOST:
            self.notes.fault("{text!r} is not a number from 0", place, text=text)
            return None
        return value


def _plain(number: str) -> str:
    """Return a player's number without the zeros before it, as other files write it."""
    return number.lstrip("0") or "0"


def _or_the_rest(discs: Optional[Fraction], other: Optional[Fraction]) -> Optional[Fraction]:
    return _DISCS - other if discs is None and other is not None else discs


def _outcome(discs: Tuple[Fraction, Fraction], at: int) -> Outcome:
    lead = discs[at] - discs[1 - at]
    return Outcome.WIN if lead > 0 else Outcome.LOSS if lead < 0 else Outcome.DRAW


def _late(matches: Tuple[Match, ...], players: Dict[str, bool]) -> List[Match]:
    """Return the absences of those who came later, in the rounds before."""
    named: Dict[str, List[int]] = {}
    for match in matches:
        for side in match.sides:
            named.setdefault(side.who, []).append(match.round)
    return [
        Match(number, Side(player, Status.ABSENT))
        for player in players
        for number in range(1, min(named.get(player, [1])))
    ]


FORMAT = Format("papp", say("PAPP work file"), looks_like, read, game="othello")
