"""Building many objects without the garbage collector scanning them again and again."""

from __future__ import annotations

import gc
import sys
from contextlib import contextmanager
from typing import Iterator

_SOME, _MANY = 50_000, 600_000
"""Objects that are made before the blocks of memory are counted, and blocks that may come before
all objects are looked through: about 40 MB."""
_KNOWN = {"made": 0, "stayed": 0}
"""Objects made since the blocks were counted, and the blocks that stayed when all were looked
through."""


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
            if not gc.get_freeze_count():
                _let_be_old()
            gc.enable()


def _let_be_old() -> None:
    """Let all objects be old; look through them where they are twice what stayed last time.

    The collector looks through the old ones when a quarter of them came since the last time, but
    counts only those that it moved there itself. A process that reads one event after another would
    never be rid of circles of objects, if there are any.
    """
    _KNOWN["made"] += gc.get_count()[0]
    gc.freeze()
    gc.unfreeze()
    if _KNOWN["made"] > _SOME:  # to count blocks takes long
        _KNOWN["made"] = 0
        if sys.getallocatedblocks() > _KNOWN["stayed"] + max(_MANY, _KNOWN["stayed"]):
            gc.collect()
            _KNOWN["stayed"] = sys.getallocatedblocks()
