"""Building many objects without the garbage collector scanning them again and again."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from typing import Iterator

_MANY = 600_000
"""Blocks of memory that may come before all objects are looked through: about 40 MB."""


@contextmanager
def paused_gc() -> Iterator[None]:
    """Pause the cyclic collector while many objects are made that all stay.

    Each of its passes would walk everything built so far and free nothing: for 10,000 players that
    was more than half of the time. Nor is there a pass over all of it at the end: what was made
    counts as old from then on, unless somebody else has frozen objects, which would be thawed.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            _OLD.take_over()
            gc.enable()


class _Old:
    """The objects that count as old without the collector knowing how many they are.

    It looks through the old ones when a quarter of them came since the last time, but counts only
    those that it moved there itself. A process that reads one event after another would never be
    rid of circles of objects, if there are any. So what grows is looked through here.
    """

    def __init__(self) -> None:
        self.stayed = 0

    def take_over(self) -> None:
        """Let all objects be old; look through them where they are twice what stayed last time."""
        if gc.get_freeze_count():
            return
        gc.freeze()
        gc.unfreeze()
        if sys.getallocatedblocks() > self.stayed + max(_MANY, self.stayed):
            gc.collect()
            self.stayed = sys.getallocatedblocks()


_OLD = _Old()
