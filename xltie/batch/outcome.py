"""What a step is, and what it answers.

A step is a frozen value that a process elsewhere can take. It answers an input with an
:class:`StepOutcome`, whatever is wrong with it: nothing that a file holds ends a run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath
from typing import Protocol, Union

from xltie.batch.inputs import Input
from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.exit_codes import DONE, FAULTY, REFUSED
from xltie.core.messages import NOTHING, Message, say
from xltie.core.records import dataclass, field, replace
from xltie.core.time_limit import TimeRanOut, within

Figure = Union[str, int, float, None]
Record = Mapping[str, Figure]
Columns = Mapping[str, Sequence[Figure]]
"""Rows by column, all as long."""


@dataclass(frozen=True)
class StepOutcome:
    """The rows that an input gave, and what is wrong with it, if anything is."""

    source: Input
    columns: Columns = field(default_factory=dict)
    message: Message = NOTHING
    code: int = DONE

    @property
    def fault(self) -> str:
        """What is wrong with the input, in English, for journals and tables."""
        return str(self.message)


Chunk = tuple[Input, ...]
"""Inputs that are handed over together."""


class Step(Protocol):
    """Something done to one input; its ``repr`` says what, and so tells one run from another."""

    def __call__(self, source: Input) -> StepOutcome:
        """Return what came of it; never raises for what is wrong with the input."""


def in_columns(rows: Sequence[Record]) -> Columns:
    """Return rows by column, in the order in which columns first come; what a row lacks is None."""
    names = dict.fromkeys(name for row in rows for name in row)
    return {name: [row.get(name) for row in rows] for name in names}


def answered(step: Step, source: Input, seconds: float = 0) -> StepOutcome:
    """Return a step's answer; what nobody foresaw in a file is a fault of that file alone.

    A file that takes longer than so many seconds, where they are given, is refused.
    """
    try:
        return within(seconds, lambda: step(source))
    except TimeRanOut:
        message = say("took longer than {n} seconds (--timeout)", n=seconds)
        return StepOutcome(source, {}, message, REFUSED)
    except InputError as error:
        first, more = named_in(source, error.faults[0]), len(error.faults) - 1
        message = say("{fault} (and {n} more)", fault=first, n=more) if more else first
        return StepOutcome(source, {}, message, FAULTY)
    except XltieError as error:
        return StepOutcome(source, {}, named_in(source, error.fault), REFUSED)
    except MemoryError:
        return StepOutcome(source, {}, say("too large for the memory of this machine"), REFUSED)
    except Exception as error:
        line = " ".join(str(error).split())
        message = say("unexpected {kind}: {error}", kind=type(error).__name__, error=line)
        return StepOutcome(source, {}, message, REFUSED)


def died(source: Input) -> StepOutcome:
    """Return the outcome of an input that ended the process which read it."""
    message = say("the process that read it died of it (out of memory?)")
    return StepOutcome(source, {}, message, REFUSED)


def named_in(source: Input, fault: Fault) -> Message:
    """Return a fault without the file that it begins with, since its line begins with the input."""
    place = fault.place
    if place.file == source.file_name:
        file = "" if place.line is None else PurePath(place.file).name
        fault = replace(fault, place=replace(place, file=file))
    return fault.placed
