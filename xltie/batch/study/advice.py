"""What the published studies say about a field: the list that orders it best, and how sure that is.

The figures are those of the pages in ``docs/studies``, in a table that ``scripts/refresh.py``
makes.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Sequence
from pathlib import Path
from statistics import stdev

from xltie.core.records import dataclass
from xltie.event import Event
from xltie.ranking import Criterion, parse_criteria

FIGURES = Path(__file__).with_name("figures.csv")
COLUMNS = ("study", "title", "game", "players", "rounds", "deviation", "events", "list",
           "criteria", "right", "low", "high")  # fmt: skip
USUAL_DEVIATION = 250.0
"""Of the field in most studies; taken where ratings do not tell."""
_FEWEST_RATED = 8


@dataclass(frozen=True)
class Figure:
    """What a list orders rightly of those tied on points, as a share with its 95 % bounds."""

    name: str
    criteria: str
    right: float
    low: float
    high: float


@dataclass(frozen=True)
class Advice:
    """What a study found in the field nearest to one's own; the best list stands first."""

    study: str
    title: str
    players: int
    rounds: int
    deviation: float
    events: int
    figures: tuple[Figure, ...]

    @property
    def best(self) -> Figure:
        """The list that orders most rightly."""
        return self.figures[0]

    @property
    def level(self) -> tuple[Figure, ...]:
        """The others whose bounds overlap with those of the best."""
        return tuple(one for one in self.figures[1:] if one.high >= self.best.low)

    def of(self, criteria: Sequence[Criterion]) -> Figure | None:
        """Return the figure of the list that these criteria begin with, None if none was played.

        What comes after a list only breaks the ties that it leaves.
        """
        own = [criterion.label for criterion in criteria]
        played = ((one, [each.label for each in parse_criteria(one.criteria)])
                  for one in self.figures)  # fmt: skip
        begun = [(len(labels), one) for one, labels in played if own[: len(labels)] == labels]
        return max(begun, key=lambda pair: pair[0])[1] if begun else None


@dataclass(frozen=True)
class Field:
    """How many play how many rounds, and how far their strengths are apart, None if unknown."""

    game: str
    players: int
    rounds: int
    deviation: float | None


def field_of(event: Event) -> Field:
    """Return the field of an event; its ratings tell the deviation where most players have one."""
    rated = [float(one.rating) for one in event.contestants if one.rating is not None]
    is_rated = len(rated) >= max(_FEWEST_RATED, len(event.contestants) / 2)
    rounds = max(event.rounds, event.last_round)
    deviation = stdev(rated) if is_rated else None
    return Field(event.game, len(event.contestants), rounds, deviation)


def advice(field: Field) -> list[Advice]:
    """Return what each study of the field's game found in the setting nearest to it."""
    with FIGURES.open(encoding="utf-8", newline="") as stream:
        rows = [row for row in csv.DictReader(stream) if row["game"] == field.game]
    found = []
    for study in dict.fromkeys(row["study"] for row in rows):
        mine = [row for row in rows if row["study"] == study]
        nearest = min({_setting(row): None for row in mine}, key=lambda at: _apart(at, field))
        found.append(_advice([row for row in mine if _setting(row) == nearest]))
    return found


def _setting(row: dict[str, str]) -> tuple[int, int, float]:
    return int(row["players"]), int(row["rounds"]), float(row["deviation"])


def _apart(setting: tuple[int, int, float], field: Field) -> float:
    """Return how unlike two fields are: doubling anything counts alike."""
    own = (field.players, field.rounds, field.deviation or USUAL_DEVIATION)
    pairs = zip(setting, own, strict=True)
    return sum(abs(math.log(played / max(mine, 1))) for played, mine in pairs)


def _advice(rows: list[dict[str, str]]) -> Advice:
    figures = [
        Figure(row["list"], row["criteria"], *(float(row[key]) for key in ("right", "low", "high")))
        for row in rows
    ]
    figures.sort(key=lambda one: -one.right)
    first = rows[0]
    return Advice(
        first["study"], first["title"], *_setting(first), int(first["events"]), tuple(figures)
    )
