"""The lines of a list of games, once it is known what they say."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional

from xltie.core.errors import Fault
from xltie.core.messages import Message
from xltie.sheets.any_table.blocks import Line, Table
from xltie.sheets.any_table.players import Pair
from xltie.sheets.tables import Score, Spelling


class Game(NamedTuple):
    """A line with two players, as they are first spelled."""

    line: Line
    left: str
    right: str
    score: Score


class Bye(NamedTuple):
    """A line with one player; ``column`` is the one that names them.

    What it gives is not known yet (None) where its round is still being played.
    """

    line: Line
    who: str
    column: int
    points: Optional[Fraction]


@dataclass
class Games:
    """A list of games: its lines with two players and with one, and their rounds by row."""

    table: Table
    pair: Pair
    spell: Spelling
    paired: List[Line]
    alone: List[Line]
    games: List[Game] = field(default_factory=list)
    byes: List[Bye] = field(default_factory=list)
    rounds: Dict[int, int] = field(default_factory=dict)
    faults: List[Fault] = field(default_factory=list)

    def fault(self, line: Line, column: int, message: Message) -> None:
        """Say what is wrong in a cell of a line."""
        self.faults.append(Fault(message, self.table.place(line, column)))
