"""A whole run: the inputs that are missing, done somewhere, journalled, and written in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from xltie.batch.inputs import Input
from xltie.batch.journal import Journal
from xltie.batch.outcome import Record, Step, StepOutcome
from xltie.batch.runners import ClusterLost, Runner
from xltie.batch.table_writers import check_store, write_table
from xltie.core.errors import InputError
from xltie.core.messages import Message, say

Progress = Callable[[int, int, float], None]
"""Called with how many inputs are done, of how many, and the seconds left at this pace."""


@dataclass(frozen=True)
class Summary:
    """How a run ended: inputs in all, those done by an earlier run, and those with a fault."""

    inputs: int
    resumed: int
    faulty: int
    worst: int


def run(
    step: Step,
    inputs: Sequence[Input],
    where: Runner,
    out: Path,
    *,
    resume: bool = False,
    progress: Progress = lambda done, of, left: None,
    told: Callable[[StepOutcome], None] = lambda outcome: None,
    also: Callable[[Iterable[Record]], None] = lambda rows: None,
) -> Summary:
    """Take a step for every input and write the rows of all, in the order of the inputs.

    ``told`` is called with every outcome of this run as it comes, and first with the faults that an
    earlier one has left; ``also`` at the end with the rows of all runs in their order. What a
    stopped run had done is in its journal; with ``resume`` only what is missing, or was changed
    since, is done.

    Raises:
        InputError: a table that cannot be written, a journal that is not this run's, or a cluster
            that does not answer or is lost.
        LockedWorkbook: the folder cannot be written to.
        KeyboardInterrupt: with the message how to go on.
    """
    check_store(out)
    journal = Journal(out.with_name(out.name + ".part"), repr(step), resume=resume)
    is_complete, is_new = False, not journal.holds_any
    try:
        missing = [source for source in inputs if source not in journal]
        here = set(inputs)
        for outcome in journal.faults():
            if outcome.source in here:
                told(outcome)  # what the summary counts is named
        for outcome in _with_progress(where(step, missing), len(missing), progress):
            journal.add(outcome)
            told(outcome)
        write_table(out, lambda: journal.rows(inputs))
        also(journal.rows(inputs))
        is_complete = True
    except ClusterLost as error:
        raise InputError.of(_to_go_on(error.message)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_to_go_on(say("stopped"))) from None
    finally:
        # a run that could not begin leaves nothing to go on with
        journal.close(delete=is_complete or (is_new and not journal.holds_any))
    done_before = len(inputs) - len(missing)
    return Summary(len(inputs), done_before, journal.faulty(inputs), journal.worst(inputs))


def _with_progress(
    outcomes: Iterable[StepOutcome], of: int, progress: Progress
) -> Iterator[StepOutcome]:
    """Yield outcomes; say after each how many are done and how many seconds are left."""
    started = time.monotonic()
    for count, outcome in enumerate(outcomes, 1):
        yield outcome
        spent = time.monotonic() - started
        progress(count, of, spent / count * (of - count))


def _to_go_on(why: Message) -> Message:
    return say("{why}; --resume goes on with what is left", why=why)
