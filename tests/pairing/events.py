"""Events for the tests of the pairing: played by lot, round after round."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, replace

from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side, Status
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Round, System, system_named
from xltie.pairing.options import DEFAULTS
from xltie.pairing.state import BLACK
from xltie.pairing.systems import draw_round

MIRROR = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}


def field_of(size: int, rated: bool = True) -> tuple[Contestant, ...]:
    return tuple(
        Contestant(str(n), f"Player {n}", rating=2400 - 10 * n if rated else None)
        for n in range(1, size + 1)
    )


def game(
    number: int, white: str, black: str, outcome: Outcome | None = Outcome.WIN, table: str = ""
) -> Match:
    if outcome is None:
        waiting = Status.PENDING
        return Match(number, Side(white, waiting, seat="white"), Side(black, waiting, seat="black"))
    return Match(
        number,
        Side(white, outcome=outcome, seat="white"),
        Side(black, outcome=MIRROR[outcome], seat="black"),
        table,
    )


def bye(number: int, who: str, status: Status = Status.PAIRING_BYE) -> Match:
    return Match(number, Side(who, status))


def event_index_of(
    contestants: Sequence[Contestant], matches: Sequence[Match] = (), rounds: int = 0, **more: str
) -> EventIndex:
    about = {"game": "chess", **more}
    return EventIndex(
        Event(contestants=tuple(contestants), matches=tuple(matches), rounds=rounds, **about)
    )


@dataclass
class Play:
    """An event that is paired and played by lot until its last round."""

    contestants: tuple[Contestant, ...]
    rounds: int
    system: str | System = "swiss"
    seed: int = 0
    wants: RoundOptions = DEFAULTS
    draws: float = 0.2
    game: str = "chess"
    format: str = "swiss"

    def __post_init__(self) -> None:
        self.matches: list[Match] = []
        self.drawn: list[Round] = []
        self.lots = random.Random(self.seed)

    @property
    def event_index(self) -> EventIndex:
        about = {"game": self.game, "format": self.format}
        return event_index_of(self.contestants, self.matches, self.rounds, **about)

    def pair(self) -> Round:
        number = len(self.drawn) + 1
        wants = replace(self.wants, seed=str(self.seed))
        system = system_named(self.system) if isinstance(self.system, str) else self.system
        drawn = draw_round(self.event_index, number, system, wants)
        self.drawn.append(drawn)
        return drawn

    def play(self, drawn: Round) -> None:
        for board in drawn.boards:
            if board.second is None:
                self.matches.append(bye(drawn.round, board.first))
                continue
            white, black = board.first, board.second
            if drawn.state is not None and drawn.state.first_colour == BLACK:
                white, black = black, white
            played = game(drawn.round, white, black, self._outcome())
            self.matches.append(replace(played, handicap=board.handicap))

    def _outcome(self) -> Outcome:
        if self.lots.random() < self.draws:
            return Outcome.DRAW
        return self.lots.choice([Outcome.WIN, Outcome.LOSS])

    def to_the_end(self) -> Play:
        for _ in range(self.rounds):
            self.play(self.pair())
        return self


def broken_absolutely(play: Play) -> list[str]:
    """What a person with a pencil would find: second meetings, second byes, players left out."""
    found: list[str] = []
    met: set[frozenset[str]] = set()
    had_bye: set[str] = set()
    for drawn in play.drawn:
        seen: list[str] = []
        for board in drawn.boards:
            seen += board.players
            couple = frozenset(board.players)
            if board.second is None:
                if board.first in had_bye:
                    found.append(f"{board.first} has two byes")
                had_bye.add(board.first)
            elif couple in met:
                found.append(f"{sorted(couple)} meet twice")
            met.add(couple)
        if sorted(seen) != sorted(c.id for c in play.contestants):
            found.append(f"round {drawn.round} leaves somebody out or seats somebody twice")
    return found
