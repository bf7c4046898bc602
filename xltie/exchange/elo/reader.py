"""Reads the result files (``.ELO``) that are sent to the World Othello Federation for rating.

``%%Tournament:``, ``%%Country:`` and ``%%Date: dd/mm/yyyy`` say which event it is. A line
``%_% 5537, TAKANASHI, Yusuke, JPN, 11, 513, 2583`` is a player in the order of the standings:
number, name, first name, country, points, discs or BQ, rating. ``%Round: 1`` begins a round, and
``190005 (53)>(11) 14201 B`` is a game; the first named has Black unless a ``W`` follows. Byes and
rounds missed have no line: the points that the games do not explain were byes.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Dict, List, Optional, Tuple

from xltie.core.cells import printed_number
from xltie.core.dates import read_date
from xltie.core.messages import count, joined, say
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.event import faults as event_faults
from xltie.exchange.common.annulled_games import games_that_do_not_count
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import decode
from xltie.exchange.elo.writer import write
from xltie.exchange.registry import Format, ReadResult
from xltie.settings.declared import MOST_ROUNDS

_GAME = re.compile(
    r"\s*(\d+)\s*(?:\(\s*(\d{1,2})\s*\)\s*([<>=])\s*\(\s*(\d{1,2})\s*\)|([<>=]))"
    r"\s*(\d+)\s*([A-Za-z]?)\s*"
)
_HEADING = re.compile(r"%%\s*(Tournament|Country|Date)\s*:\s*(.*?)\s*", re.IGNORECASE)
_PLAYER = re.compile(r"%_%\s*(\d+)\s*,(.*)")
_ROUND = re.compile(r"%\s*round\s*:?\s*(\d+)\b.*", re.IGNORECASE)
_AFTER = re.compile(
    r"%+\s*(?:added results|(?:grand |semi-?\s?)?finale?s?\b|3rd|match|play-?offs?|knock).*",
    re.IGNORECASE,
)
"""What begins the games that are not part of the standings: finals, and games added later."""
_OUTCOMES = {
    ">": (Outcome.WIN, Outcome.LOSS),
    "<": (Outcome.LOSS, Outcome.WIN),
    "=": (Outcome.DRAW, Outcome.DRAW),
}

_SEATS = {"W": ("white", "black")}


def looks_like(data: bytes) -> bool:
    """Tell whether a file is such a result file: it names a tournament and a game stands in it."""
    text = data[:40000].decode("latin-1")
    lines = re.split(r"[\r\n]+", text)
    return "%%tournament" in text.lower() and any(_GAME.fullmatch(line) for line in lines)


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the event in a result file, and what is odd in it.

    Raises:
        InputError: every fault, with its line.
    """
    reader = _EloReader(Notes(name))
    for number, (line, _) in enumerate(decode(data).lines, 1):
        reader.line(number, line)
    return reader.noted()


@dataclass
class _EloReader:
    """Reads line after line, collecting players, games and faults."""

    notes: Notes
    told: Dict[str, str] = field(default_factory=dict)
    players: Dict[str, Contestant] = field(default_factory=dict)
    matches: List[Match] = field(default_factory=list)
    last: Dict[str, int] = field(default_factory=dict)
    """The last round in which a player has a game."""
    round: int = 0
    is_over: bool = False
    added: int = 0
    added_at: int = 0

    def line(self, number: int, line: str) -> None:
        line = line.strip()
        if not line.startswith("%"):
            line = line.partition("%")[0]
        heading, player, begun = (
            pattern.fullmatch(line) for pattern in (_HEADING, _PLAYER, _ROUND)
        )
        if heading:
            self.told.setdefault(heading[1].lower(), heading[2])
        elif player:
            self._player(number, player[1], player[2])
        elif begun:
            self._begin(number, int(begun[1]))
        elif line.startswith("%"):
            self.is_over = self.is_over or bool(self.round and _AFTER.fullmatch(line))
        elif line.strip():
            self._game(number, line)

    def _begin(self, line: int, number: int) -> None:
        self.round, self.is_over = min(number, MOST_ROUNDS), False
        if number > MOST_ROUNDS:
            said = say(
                "round {round} is out of range; no event has over {most} rounds",
                round=number,
                most=MOST_ROUNDS,
            )
            self.notes.fault(said, line, 1)

    def _player(self, number: int, who: str, rest: str) -> None:
        cells = [cell.strip() for cell in rest.split(",")]
        country = next((c for c in cells[1:] if re.fullmatch(r"[A-Z]{1,3}", c)), "")
        numbers = [cell for cell in cells[1:] if printed_number(cell) is not None]
        names = [c for c in cells if c and c != country and c not in numbers]
        more = zip(("Published points", "Published tie-break"), numbers)
        rating = printed_number(numbers[2]) if len(numbers) > 2 else None
        contestant = Contestant(
            who, ", ".join(names), rating=int(rating) if rating else None, country=country,
            more=tuple(more), place=self.notes.place(number, 1),
        )  # fmt: skip
        if who in self.players:
            self.notes.fault(say("player {who} is listed twice", who=who), contestant.place)
        self.players[who] = contestant

    def _game(self, number: int, line: str) -> None:
        found = _GAME.fullmatch(line)
        place = self.notes.place(number, 1)
        if found is None:
            self.notes.fault(
                say("{line!r} is not a game, such as 177 (44)>(20) 296", line=line.strip()), place
            )
            return
        if self.is_over:
            self.added, self.added_at = self.added + 1, self.added_at or number
            return
        sides = [
            Side(who, outcome=outcome, tally=Fraction(discs) if discs else None, seat=seat)
            for who, discs, outcome, seat in zip(
                (found[1], found[6]),
                (found[2], found[4]),
                _OUTCOMES[found[3] or found[5]],
                _SEATS.get(found[7].upper(), ("black", "white")),
            )
        ]
        sides.sort(key=lambda side: side.seat)
        number = self.round or 1 + max(self.last.get(side.who, 0) for side in sides)
        for side in sides:
            self.players.setdefault(side.who, Contestant(side.who, place=place))
            self.last[side.who] = max(number, self.last.get(side.who, 0))
        self.matches.append(Match(number, sides[0], sides[1], place=place))

    def noted(self) -> ReadResult:
        """Return the event, with byes where the points say so.

        Raises:
            InputError: the faults found.
        """
        if not self.round and self.matches:
            text = say(
                "no line %Round: the games are taken in their order, the rounds are not known"
            )
            self.notes.warn(text, self.matches[0].place)
        if not self.matches and not self.notes.faults:
            self.notes.fault(say("there are no games in this file"), 1, 1)
        rounds = max((match.round for match in self.matches), default=0)
        if self.added:
            text = say(
                "{games} after the rounds (finals, games added) left out",
                games=count(self.added, "{n} game", "{n} games"),
            )
            self.notes.warn(text, self.added_at, 1)
        contestants, byes = [], []
        for player in self.players.values():
            contestant, alone = self._alone(player, rounds)
            contestants.append(contestant)
            byes += alone
        event = Event(
            name=self.told.get("tournament", ""), game="othello", rounds=rounds,
            contestants=tuple(contestants), tally_sum=64, start_date=self._date(),
            rounds_known=bool(self.round),
            matches=tuple(sorted((*self.matches, *byes), key=lambda match: match.round)),
        )  # fmt: skip
        self.notes.refuse(event_faults(event))
        return ReadResult(event, tuple(self.notes.warnings))

    def _alone(self, contestant: Contestant, rounds: int) -> Tuple[Contestant, List[Match]]:
        """Return a player and its rounds without a game: byes by its points, the others missed."""
        sides = {
            m.round: side for m in self.matches for side in m.sides if side.who == contestant.id
        }
        missed = [number for number in range(1, rounds + 1) if number not in sides]
        byes = self._byes(contestant, list(sides.values()), missed)
        if byes is None:
            return contestant, []
        last = max((*sides, *missed[:byes]), default=0)
        kept = [number for number in missed if number <= last]
        if 0 < byes < len(kept):
            text = count(
                byes,
                "{n} bye of player {who} in rounds {rounds}: taken as the first",
                "{n} byes of player {who} in rounds {rounds}: taken as the first",
                who=contestant.id,
                rounds=joined(kept),
            )
            self.notes.warn(text, contestant.place)
        alone = [
            Match(
                number,
                Side(
                    contestant.id,
                    Status.PAIRING_BYE if at < byes else Status.ABSENT,
                    place=contestant.place,
                ),
                place=contestant.place,
            )
            for at, number in enumerate(kept)
        ]
        return (replace(contestant, withdrawn_after=last) if last < rounds else contestant), alone

    def _byes(self, contestant: Contestant, sides: List[Side], missed: List[int]) -> Optional[int]:
        """Return how many byes a player had, None where its points do not say it."""
        halves = {Outcome.WIN: 2, Outcome.DRAW: 1}
        earned = Fraction(sum(halves.get(s.outcome or Outcome.LOSS, 0) for s in sides), 2)
        printed = printed_number(dict(contestant.more).get("Published points", ""))
        if printed is None:
            alone = [n for n in missed if sum(m.round == n for m in self.matches) * 2 + 1
                     == len(self.players)]  # fmt: skip
            return len(alone) if alone == missed else 0
        byes = printed - earned
        if byes.denominator == 1 and 0 <= byes <= len(missed):
            return int(byes)
        text = say(
            "player {who} has {points} points, but its games give {earned}",
            who=contestant.id,
            points=printed,
            earned=earned,
        )
        self.notes.warn(text, contestant.place)
        return 0

    def _date(self) -> str:
        found = re.match(r"(\d{1,2})/(\d{1,2})/(\d{4})", self.told.get("date", ""))
        return read_date(f"{found[3]}-{found[2]}-{found[1]}") if found else ""


FORMAT = Format(
    "elo", say("World Othello Federation results"), looks_like, read, write,
    game="othello", losses=games_that_do_not_count,
)  # fmt: skip
