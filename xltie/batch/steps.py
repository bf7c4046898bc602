"""What is done to each event of a run: put into a table, checked, or verified."""

from __future__ import annotations

from collections.abc import Sequence

from xltie.batch.inputs import Input, read
from xltie.batch.outcome import Figure, StepOutcome, in_columns, named_in
from xltie.core.errors import InputError, XltieError
from xltie.core.exit_codes import DONE, FAULTY, REFUSED
from xltie.core.messages import NOTHING, say
from xltie.core.records import dataclass
from xltie.ranking import StandingsLine
from xltie.rules.common.criterion_value import CriterionValue, Total

_OF_A_PLAYER = {
    "id": "id", "name": "name", "club": "club", "country": "country", "rank": "grade",
    "rating": "rating", "division": "division",
}  # fmt: skip
"""The columns that hold what the list of players says, and the field of each."""


@dataclass(frozen=True)
class TableStep:
    """A row for every player: place, points and criteria.

    ``criteria`` is a list such as ``"points, BH/C1"``; "" stands for each event's own. A column is
    headed by the criterion in capitals, since a database knows no other spelling beside it.
    """

    criteria: str = ""
    rulebook: str = ""

    def __call__(self, source: Input) -> StepOutcome:
        """Return the rows of one event, best place first."""
        from xltie import api

        opened = api.open_event(read(source), name=source.file_name)
        found = api.standings(opened, self.criteria, rulebook=self.rulebook)
        event, index, lines = opened.event, found.event_index, found.lines
        players = [index.contestant(line.who) for line in lines]
        columns: dict[str, list[Figure]] = {
            "file": [source.name] * len(lines),
            "event": [event.name] * len(lines),
            "date": [event.start_date] * len(lines),
            "game": [event.game] * len(lines),
            "place": [line.place for line in lines],
        }
        for title, field in _OF_A_PLAYER.items():
            columns[title] = [getattr(player, field) for player in players]
        points = [None if event.board_results else index.score(line.who) for line in lines]
        columns["points"] = _figures(points)
        for at, criterion in enumerate(found.criteria):
            if criterion.label.lower() not in columns:
                columns[criterion.label.upper()] = _totals(lines, at)
        return StepOutcome(source, columns)


def _totals(lines: Sequence[StandingsLine], at: int) -> list[Figure]:
    values = [line.values[at] for line in lines]
    return _figures([None if value is None else value.total for value in values])


def _figures(totals: Sequence[Total]) -> list[Figure]:
    """Return totals as a table holds them; many players share one, which is told once."""
    figures = {at: _figure(total) for at, total in {id(one): one for one in totals}.items()}
    return [figures[id(total)] for total in totals]


def _figure(total: Total) -> Figure:
    """Return a total as a table holds it: blank where it is undefined or was not needed."""
    if total is None:
        return None
    if isinstance(total, tuple):
        from xltie.ranking import text_of_value

        return text_of_value(CriterionValue(total))
    return total.numerator / total.denominator  # what float() does, a little at a time


@dataclass(frozen=True)
class CheckStep:
    """A row for every event: how many take part, how many games, and all of its faults."""

    def __call__(self, source: Input) -> StepOutcome:
        """Return the row of one event."""
        from xltie import api

        try:
            opened = api.open_event(read(source), name=source.file_name, provisional=True)
        except XltieError as error:
            is_faulty = isinstance(error, InputError)
            faults = error.faults if isinstance(error, InputError) else (error.fault,)
            first = named_in(source, faults[0])
            row: dict[str, Figure] = {"file": source.name, "faults": len(faults)}
            row["first fault"] = str(first)
            return StepOutcome(source, in_columns([row]), first, FAULTY if is_faulty else REFUSED)
        event = opened.event
        message = event.faults[0].placed if event.faults else NOTHING
        row = {
            "file": source.name,
            "event": event.name,
            "game": event.game,
            "contestants": len(event.contestants),
            "games": sum(1 for match in event.matches if match.b is not None),
            "results": len(event.board_results) or None,
            "faults": len(event.faults),
            "first fault": str(message),
            "warnings": len(opened.warnings),
        }
        return StepOutcome(source, in_columns([row]), message, FAULTY if message else DONE)


@dataclass(frozen=True)
class VerifyStep:
    """A row for every column of a published result file: what it holds, how many rows differ."""

    def __call__(self, source: Input) -> StepOutcome:
        """Return the rows of one file."""
        from xltie import api
        from xltie.event import EventIndex
        from xltie.ranking.verification import verify

        event_index = EventIndex(api.open_event(read(source), name=source.file_name).event)
        if not event_index.event.matches:
            return StepOutcome(source, {}, say("holds no games to compute from"), FAULTY)
        found = verify(event_index)
        columns: dict[str, Sequence[Figure]] = {
            "file": [source.name] * len(found),
            "column": [one.heading for one in found],
            "criterion": [one.found.name if one.found else "" for one in found],
            "reproduced": [int(one.is_reproduced) for one in found],
            "differences": [len(one.differences) for one in found],
        }
        return StepOutcome(source, columns)
