"""The time that one workbook may take."""

from __future__ import annotations

import time

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say

ROWS = 64
"""So many rows of a sheet are read between two looks at the clock."""


class Deadline:
    """A moment after which a workbook is refused; ``seconds`` from now."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The seconds that are left, 0 when there are none."""
        return max(0.0, self._end - time.monotonic())

    def check(self) -> None:
        """Raise ``UnsupportedWorkbook`` when the time is up."""
        if time.monotonic() > self._end:
            message = say(
                "takes longer than the limit of {seconds:g} seconds", seconds=self.seconds
            )
            raise UnsupportedWorkbook(message)
