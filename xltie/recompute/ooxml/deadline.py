"""The time that one workbook may take."""

from __future__ import annotations

import time

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say

# by rows where a sheet is read with expat
ROWS = 64
"""So many rows of a sheet are read between two looks at the clock."""


class Deadline:
    """The end of the time for a workbook: so many seconds of the processor from now.

    On a busy machine a workbook takes longer, and is refused no earlier.
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.process_time() + seconds

    @property
    def remaining(self) -> float:
        """The seconds that are left, 0 when there are none."""
        return max(0.0, self._end - time.process_time())

    def check(self) -> None:
        """Raise ``UnsupportedWorkbook`` when the time is up."""
        if time.process_time() > self._end:
            message = say(
                "takes longer than the limit of {seconds:g} seconds", seconds=self.seconds
            )
            raise UnsupportedWorkbook(message)
