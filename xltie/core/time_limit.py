"""A limit on how long something may take, whatever it waits for."""

from __future__ import annotations

import sys
from typing import Callable, List, TypeVar

T = TypeVar("T")


class TimeRanOut(Exception):
    """What was asked for took longer than it may."""


def within(seconds: float, work: Callable[[], T]) -> T:
    """Return what ``work`` returns, or raise what it raises; 0 seconds are no limit.

    They count from when the last module was loaded: the first file of a process needs many.

    It is done in a thread of its own, since nothing else ends the waiting for a pipe or a store on
    every system: a thread that is late is left alone, and ends with the process at the latest.

    Raises:
        TimeRanOut: it was not done in time.
    """
    if not seconds:
        return work()
    from threading import Thread  # few calls have a limit

    answers: List[T] = []
    errors: List[BaseException] = []

    def do() -> None:
        try:
            answers.append(work())
        except BaseException as error:
            errors.append(error)

    thread = Thread(target=do, daemon=True)
    thread.start()
    loaded = -1
    while thread.is_alive() and loaded != len(sys.modules):
        loaded = len(sys.modules)
        thread.join(seconds)
    if errors:
        raise errors[0]
    if not answers:
        raise TimeRanOut
    return answers[0]
