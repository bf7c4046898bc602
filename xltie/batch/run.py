"""A whole run: the inputs that are missing, done somewhere, kept in parts, and written in order."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from pathlib import Path

from xltie.batch.inputs import Input
from xltie.batch.outcome import Chunk, Record, Step, StepOutcome
from xltie.batch.parts import Part, Parts, PartWork, chunks_of
from xltie.batch.runners import ClusterLost, Runner
from xltie.batch.tables import check_store, rows_of, write_table
from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.core.records import dataclass

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
    at_once: int = 1,
    seconds: float = 0,
    resume: bool = False,
    progress: Progress = lambda done, of, left: None,
    told: Callable[[StepOutcome], None] = lambda outcome: None,
    also: Callable[[Iterable[Record]], None] = lambda rows: None,
) -> Summary:
    """Take a step for every input and write the rows of all, in the order of the inputs.

    ``at_once`` inputs are handed over together, on average; what a run loses that is stopped is
    what it was at. Each may take so many ``seconds``, where they are given. ``told`` is called with
    every outcome of this run as it comes, and first with the faults that an earlier one has left;
    ``also`` at the end with the rows of all runs in their order. What a stopped run had done is in
    parts beside the output; with ``resume`` only what is missing, or was changed since, is done.

    Raises:
        InputError: a table that cannot be written, parts that are not this run's or that another
            run is writing, or a cluster that does not answer or is lost.
        LockedWorkbook: the folder cannot be written to.
        KeyboardInterrupt: with the message how to go on.
    """
    check_store(out)
    parts = Parts(out.with_name(out.name + ".parts"), repr(step), resume=resume)
    chunks = list(chunks_of(inputs, at_once))
    is_complete = False
    try:
        missing = list(parts.missing_of(chunks))
        left = sum(map(len, missing))
        for outcome in parts.faults():
            told(outcome)  # what the summary counts is named
        with closing(where(PartWork(step, seconds), missing)) as done:
            for chunk, part in _with_progress(done, left, progress):
                parts.add(chunk, part)
                for outcome in part.outcomes:
                    told(outcome)
        _write(out, parts, chunks, also)
        is_complete = True
    except ClusterLost as error:
        raise InputError.of(_to_go_on(error.message)) from None
    except KeyboardInterrupt:
        raise KeyboardInterrupt(_to_go_on(say("stopped"))) from None
    finally:
        parts.close(delete=is_complete)
    return Summary(len(inputs), len(inputs) - left, parts.faulty, parts.worst)


def _write(
    out: Path, parts: Parts, chunks: Sequence[Chunk], also: Callable[[Iterable[Record]], None]
) -> None:
    """Write the rows of all runs in the order of the inputs, and hand them over."""
    write_table(out, parts.tables(chunks), parts.schemas(chunks))
    also(rows_of(parts.tables(chunks)))


def _with_progress(
    answers: Iterable[tuple[Chunk, Part]], of: int, progress: Progress
) -> Iterator[tuple[Chunk, Part]]:
    """Yield answers; say after each how many inputs are done and how many seconds are left."""
    started, done = time.monotonic(), 0
    for chunk, part in answers:
        yield chunk, part
        done += len(chunk)
        progress(done, of, (time.monotonic() - started) / done * (of - done))


def _to_go_on(why: Message) -> Message:
    return say("{why}; --resume goes on with what is left", why=why)
