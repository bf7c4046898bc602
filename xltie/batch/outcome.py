"""What a step is, and what it answers.

A step is a frozen value that a process elsewhere can take. It answers an input with an
:class:`Outcome`, whatever is wrong with it: nothing that a file holds ends a run.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol, Union

from xltie.batch.inputs import Input
from xltie.core.errors import InputError, XltieError
from xltie.core.exit_codes import DONE, FAULTY, REFUSED
from xltie.core.messages import say

Cell = Union[str, int, float, None]
Row = Mapping[str, Cell]


@dataclass(frozen=True)
class Outcome:
    """The rows that an input gave, and what is wrong with it, "" where nothing is."""

    source: Input
    rows: tuple[Row, ...] = ()
    fault: str = ""
    code: int = DONE


class Step(Protocol):
    """Something done to one input; its ``repr`` says what, and so tells one run from another."""

    def __call__(self, source: Input) -> Outcome:
        """Return what came of it; never raises for what is wrong with the input."""


def answered(step: Step, source: Input) -> Outcome:
    """Return a step's answer; what nobody foresaw in a file is a fault of that file alone."""
    try:
        return step(source)
    except InputError as error:
        first, more = named_in(source, error.faults[0]), len(error.faults) - 1
        return Outcome(source, (), first + (f" (and {more} more)" if more else ""), FAULTY)
    except XltieError as error:
        return Outcome(source, (), named_in(source, error), REFUSED)
    except MemoryError:
        return Outcome(source, (), say("too large for the memory of this machine"), REFUSED)
    except Exception as error:
        line = " ".join(str(error).split())
        return Outcome(source, (), f"unexpected {type(error).__name__}: {line}", REFUSED)


def named_in(source: Input, error: object) -> str:
    """Return a fault without the file that it begins with, since its line begins with the input."""
    return str(error).removeprefix(f"{source.file_name}: ")
