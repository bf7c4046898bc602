"""Steps that do what no file should be able to do, in a place that other processes can import."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

from xltie.batch.inputs import Input
from xltie.batch.outcome import StepOutcome
from xltie.batch.steps import TableStep


@dataclass(frozen=True)
class Deadly:
    """Ends the process of whoever takes the step for a certain file; elsewhere a usual table."""

    name: str
    once: str = ""

    def __call__(self, source: Input) -> StepOutcome:
        """Kill this process for the file that is named; with ``once`` until that file exists."""
        if Path(source.name).name == self.name and not (self.once and Path(self.once).exists()):
            if self.once:
                Path(self.once).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return TableStep()(source)


@dataclass(frozen=True)
class Slow:
    """A usual table, late enough for a test to end the run before it is done."""

    seconds: float

    def __call__(self, source: Input) -> StepOutcome:
        """Wait, then answer."""
        time.sleep(self.seconds)
        return TableStep()(source)


@dataclass(frozen=True)
class Unforeseen:
    """Fails as nobody thought of."""

    def __call__(self, source: Input) -> StepOutcome:
        """Divide by zero."""
        raise ZeroDivisionError("division by zero")
