"""What is done to each event of a run: put into a table, checked, or verified."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from xltie.batch.inputs import Input, read
from xltie.batch.outcome import Figure, Record, StepOutcome, named_in
from xltie.core.errors import InputError
from xltie.core.exit_codes import DONE, FAULTY
from xltie.core.messages import NOTHING, say
from xltie.rules.common.criterion_value import CriterionValue


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
        event, points = opened.event, found.event_index
        rows = []
        for line in found.lines:
            contestant = points.contestant(line.who)
            row: dict[str, Figure] = {
                "file": source.name,
                "event": event.name,
                "date": event.start_date,
                "game": event.game,
                "place": line.place,
                "id": line.who,
                "name": contestant.name,
                "club": contestant.club,
                "country": contestant.country,
                "rank": contestant.grade,
                "rating": contestant.rating,
                "division": contestant.division,
                "points": None if event.board_results else _figure(points.score(line.who)),
            }
            for criterion, value in zip(found.criteria, line.values, strict=True):
                if criterion.label.lower() not in row:
                    row[criterion.label.upper()] = _value(value)
            rows.append(row)
        return StepOutcome(source, tuple(rows))


def _value(value: CriterionValue | None) -> Figure:
    """Return a value as a table holds it: blank where it is undefined or was not needed."""
    if value is None or value.total is None:
        return None
    if isinstance(value.total, tuple):
        from xltie.ranking import text_of_value

        return text_of_value(value)
    return _figure(value.total)


def _figure(number: Fraction | int) -> float:
    return number.numerator / number.denominator  # what float() does, a little at a time


@dataclass(frozen=True)
class CheckStep:
    """A row for every event: how many take part, how many games, and all of its faults."""

    def __call__(self, source: Input) -> StepOutcome:
        """Return the row of one event."""
        from xltie import api

        try:
            opened = api.open_event(read(source), name=source.file_name, provisional=True)
        except InputError as error:
            first = named_in(source, error.faults[0])
            row: dict[str, Figure] = {"file": source.name, "faults": len(error.faults)}
            return StepOutcome(source, ({**row, "first fault": str(first)},), first, FAULTY)
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
        return StepOutcome(source, (row,), message, FAULTY if message else DONE)


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
            return StepOutcome(source, (), say("holds no games to compute from"), FAULTY)
        rows: list[Record] = [
            {
                "file": source.name,
                "column": finding.heading,
                "criterion": finding.found.name if finding.found else "",
                "reproduced": int(finding.is_reproduced),
                "differences": len(finding.differences),
            }
            for finding in verify(event_index)
        ]
        return StepOutcome(source, tuple(rows))
