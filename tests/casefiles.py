"""Published cases as files: reads tests/cases/<game>/*.toml.

A file holds ``source`` (who published the figures, where), ``figures`` (``"published"`` where the
source prints the figures that are expected; ``"ours"`` where we worked them out from its text,
which no rule may rest on alone), optionally ``url`` and ``note`` (what is ours in it: an order of
rounds, fillers), the tables ``games`` and ``players`` as text with ``|`` between the cells
(``roster`` for the players of teams),
``[event]`` with what the tables do not say (game, format, rounds, rulebook, start_date, options),
and one ``[[expect]]`` for each set of figures:

* ``function = "BQ"``, ``options = {c = 12}``, ``values = {A = 312, B = "35/2", C = "#N/A"}``
  (a list for a value in steps, "" where a criterion is not applied);
* ``criteria = "points, BQ"`` with ``places = {A = 1, B = 2}`` for the whole table, or with
  ``order = ["A", ["B", "C"]]`` for some players only, best first, equal ones together;
* ``call = ["BRIGHTWELL", 5, "even"]``, ``value = 12``, and ``shown`` where the source prints the
  value rounded.

``status = "slip"`` marks a figure or statement of the source that its own rule contradicts:
``reason`` says how, ``printed`` holds what the source prints, ``value`` or ``values`` what the rule
gives.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any

from xltie.core.cells import CellError, Grid, Scalar, number_of
from xltie.event import Event, EventIndex
from xltie.settings import Settings
from xltie.sheets.read import read_event
from xltie.sheets.read.team_event import read_team_tables
from xltie.sheets.tables import matches_header

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FOLDER = Path(__file__).parent / "cases"


@dataclass(frozen=True)
class Case:
    path: Path
    data: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.path.parent.name}/{self.path.stem}"

    @property
    def is_published(self) -> bool:
        return bool(self.data["figures"] == "published")

    @cached_property
    def games(self) -> Grid:
        return grid_of(self.data["games"], "Rounds")

    @cached_property
    def players(self) -> Grid | None:
        text = self.data.get("players")
        return grid_of(text, "Players") if text else None

    @property
    def rulebook(self) -> str:
        return str(self.data.get("event", {}).get("rulebook", ""))

    @property
    def expectations(self) -> list[dict[str, Any]]:
        return list(self.data["expect"])

    @cached_property
    def event(self) -> Event:
        about = dict(self.data.get("event", {}))
        options = tuple((k, str(v)) for k, v in about.pop("options", {}).items())
        if matches_header(self.games) is not None:
            told = grid_of("\n".join(f"{k}|{v}" for k, v in about.items()))
            roster = grid_of(self.data["roster"], "Players") if "roster" in self.data else None
            return read_team_tables(self.games, self.players, told, roster)
        settings = (
            Event(**about, settings=Settings.by_key(dict(options))) if about or options else None
        )
        return read_event(self.games, self.players, settings)

    def event_index(self) -> EventIndex:
        return EventIndex(self.event)


def grid_of(text: str, sheet: str = "") -> Grid:
    lines = [line.split("|") for line in text.strip().splitlines()]
    width = max(map(len, lines))
    return Grid([[_cell(c) for c in line] + [None] * (width - len(line)) for line in lines], sheet)


def _cell(text: str) -> Scalar:
    text = text.strip()
    if not text:
        return None
    number = number_of(text) if text[0].isdigit() and "½" not in text else None
    return text if number is None else float(number)


def expected(value: Any) -> Any:
    """A published figure as the exact value that a rule answers."""
    if isinstance(value, list):
        return tuple(expected(step) for step in value)
    if isinstance(value, str):
        if value.startswith("#"):
            return CellError(value).code
        return () if value in ("", "-") else Fraction(value)
    return value if isinstance(value, int) else Fraction(str(value))


def check_places(places: dict[str, int], item: dict[str, Any]) -> None:
    """Assert that places are those expected, or that they give the order expected."""
    if "places" in item:
        assert places == item["places"]
        return
    order = [[one] if isinstance(one, str) else one for one in item["order"]]
    by_place: dict[int, list[str]] = {}
    for who in (who for tied in order for who in tied):
        by_place.setdefault(places[who], []).append(who)
    assert [by_place[place] for place in sorted(by_place)] == order


def load() -> list[Case]:
    return [
        Case(path, tomllib.loads(path.read_text("utf-8")))
        for path in sorted(FOLDER.rglob("*.toml"))
    ]


CASES = load()
