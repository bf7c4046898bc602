"""The time of the processor that one workbook may take: another program's is not counted."""

from __future__ import annotations

import math
import time

from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import say

ROWS = 64
"""So many rows of a sheet are read between two looks at the clock."""


class Deadline:
    """The end of the time that a workbook may take, in ``seconds`` that this process computes."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._end = time.process_time() + seconds
        self._hour = time.monotonic() + seconds

    @property
    def remaining(self) -> float:
        """The seconds that are left, 0 when there are none."""
        return max(0.0, self._end - time.process_time())

    def check(self) -> None:
        """Raise ``UnsupportedWorkbook`` when the time is up."""
        # the clock on the wall is read far quicker, and one processor computes no longer than it
        if time.monotonic() > self._hour and time.process_time() > self._end:
            message = say(
                "takes longer than the limit of {seconds:g} seconds", seconds=self.seconds
            )
            raise UnsupportedWorkbook(message)


NO_DEADLINE = Deadline(math.inf)
