"""Where the steps of a run are taken: here, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from xltie.batch.inputs import Input
from xltie.batch.outcome import Outcome, Step, answered
from xltie.core.errors import InputError
from xltie.core.exit_codes import REFUSED
from xltie.core.processes import in_processes

if TYPE_CHECKING:
    from distributed import Client

Runner = Callable[[Step, Sequence[Input]], Iterator[Outcome]]
"""Yields an outcome for every input, in any order."""

Chunk = tuple[Input, ...]

_MOST = 16
_SHARE = 8
"""Chunks for every process where there are few inputs: the last ones end at about the same time."""

_LOOK, _PATIENCE = 5.0, 60.0
"""Seconds between looks at a cluster that answers nothing, and without any process until it is
given up: it starts processes anew that were killed, but not for ever."""
_DIED = "the process that read it died of it (out of memory?)"


def runner(workers: int = 0, cluster: str = "") -> Runner:
    """Return the runner for a number of processes (0: one a core), or for the address of a cluster.

    ``local:4`` starts a Dask cluster of four processes on this machine.
    """
    if cluster:
        return partial(_on_cluster, address=cluster)
    return partial(_here, workers=workers or os.cpu_count() or 1)


def _here(step: Step, inputs: Sequence[Input], workers: int) -> Iterator[Outcome]:
    if workers == 1 or len(inputs) < 2:
        for source in inputs:
            yield answered(step, source)
        return
    done = in_processes(partial(_chunk, step), _chunks(inputs, workers), workers)
    suspects: list[Input] = []
    for chunk, outcomes in done:
        yield from outcomes or ()
        suspects += chunk if outcomes is None else ()
    for (source,), outcomes in in_processes(partial(_chunk, step), ((s,) for s in suspects), 1):
        yield from outcomes or [Outcome(source, (), _DIED, REFUSED)]


def _chunk(step: Step, chunk: Chunk) -> list[Outcome]:
    """Take a step for several inputs, so that handing them over costs next to nothing."""
    return [answered(step, source) for source in chunk]


def _chunks(inputs: Sequence[Input], workers: int) -> Iterator[Chunk]:
    size = max(1, min(_MOST, len(inputs) // (workers * _SHARE)))
    rest = iter(inputs)
    while chunk := tuple(islice(rest, size)):
        yield chunk


def _on_cluster(step: Step, inputs: Sequence[Input], address: str) -> Iterator[Outcome]:
    """Take the steps on a cluster: Dask schedules them, and repeats those of a worker that dies.

    Raises:
        InputError: Dask is not installed, or no cluster answers at the address.
    """
    try:
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError.of("a cluster needs Dask: pip install 'xltie[cluster]'") from None
    kind, _, count = address.partition(":")
    if kind == "local":
        if not count.isdecimal() or not int(count):
            raise InputError.of(f"{address}: local:N needs a number of processes, as in local:4")
        with (
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(count), threads_per_worker=1, dashboard_address="127.0.0.1:0"
            ) as own,
            Client(own) as client,  # type: ignore[no-untyped-call]
        ):
            yield from _submitted(client, step, inputs)
        return
    try:
        client = Client(address, timeout=20)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError.of(f"{address}: no Dask cluster answers ({error})") from None
    with client:
        yield from _submitted(client, step, inputs)


def _submitted(client: Client, step: Step, inputs: Sequence[Input]) -> Iterator[Outcome]:
    from distributed import KilledWorker

    suspects: list[Input] = []
    workers = sum(client.nthreads().values()) or 1  # type: ignore[no-untyped-call]
    work = partial(_chunk, step)
    for chunk, future in _as_completed(client, work, _chunks(inputs, workers), workers):
        try:
            yield from future.result()
        except KilledWorker:
            suspects += chunk
    singly = ((source,) for source in suspects)
    for (source,), future in _as_completed(client, work, singly, workers):
        try:
            yield from future.result()
        except KilledWorker:
            yield Outcome(source, (), _DIED, REFUSED)


def _as_completed(
    client: Any, work: Callable[[Chunk], list[Outcome]], chunks: Iterable[Chunk], workers: int
) -> Iterator[tuple[Chunk, Any]]:
    """Yield every chunk with its future when it is done; only a few wait on the cluster."""
    from distributed import as_completed

    rest = iter(chunks)
    waiting = as_completed()  # type: ignore[no-untyped-call]
    running: dict[Any, Chunk] = {}

    def submit(count: int) -> None:
        for chunk in islice(rest, count):
            future = client.submit(work, chunk, pure=False)
            running[future.key] = chunk
            waiting.add(future)  # type: ignore[no-untyped-call]

    submit(3 * workers)
    while running:
        future = _next_done(client, waiting)
        yield running.pop(future.key), future
        future.release()
        submit(1)


def _next_done(client: Any, waiting: Any) -> Any:
    """Return the next future that is done.

    Raises:
        InputError: every process of the cluster has ended, and for a minute none has come back.
    """
    seen = looked = time.monotonic()
    while not waiting.has_ready():
        with waiting.thread_condition:
            waiting.thread_condition.wait(timeout=0.1)
        now = time.monotonic()
        if now - looked > _LOOK:
            looked = now
            seen = now if client.nthreads() else seen
            if now - seen > _PATIENCE:
                raise InputError.of(
                    "the cluster has lost all of its processes; --resume goes on with what is left"
                )
    return next(waiting)
