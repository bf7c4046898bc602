"""Where the steps of a run are taken: here, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Optional

from xltie.batch.inputs import Input
from xltie.batch.outcome import Step, StepOutcome, answered
from xltie.core.errors import InputError
from xltie.core.exit_codes import REFUSED
from xltie.core.installing import pip_command
from xltie.core.messages import say
from xltie.core.processes import in_processes

if TYPE_CHECKING:
    from distributed import Client


class ClusterLost(InputError):
    """A cluster was there, and is gone in the middle of a run."""


Runner = Callable[[Step, Sequence[Input]], Iterator[StepOutcome]]
"""Yields an outcome for every input, in any order."""

Chunk = tuple[Input, ...]
Answers = Iterator[tuple[Chunk, Optional[list[StepOutcome]]]]
"""Chunks with their outcomes; None where the process died of it."""

_MOST = 16
_SHARE = 8
"""Chunks for every process where there are few inputs: the last ones end at about the same time."""

_LOOK, _PATIENCE = 5.0, 60.0
"""Seconds between looks at a cluster that answers nothing, and until it is given up without any
process, or an answer that it has: it starts processes anew that were killed, but not for ever."""
_TRIES = 3
_LOST, _A_DAY = "distributed.deploy.lost-worker-timeout", "1 day"
"""A cluster of this machine takes a process as lost for good that is away 15 seconds after one of
that name has died. A busy machine does not start two of them, one after the other, in that time."""
_DIED = say("the process that read it died of it (out of memory?)")


def runner(workers: int = 0, cluster: str = "") -> Runner:
    """Return the runner for a number of processes (0: one a core), or for the address of a cluster.

    ``local:4`` starts a Dask cluster of four processes on this machine.
    """
    if cluster:
        return partial(_on_cluster, address=cluster)
    return partial(_here, workers=workers or os.cpu_count() or 1)


def _here(step: Step, inputs: Sequence[Input], workers: int) -> Iterator[StepOutcome]:
    if workers == 1 or len(inputs) < 2:
        for source in inputs:
            yield answered(step, source)
        return
    work = partial(_chunk, step)
    yield from _all_outcomes(
        in_processes(work, _chunks(inputs, workers), workers),
        lambda singly: in_processes(work, singly, 1),
    )


def _all_outcomes(
    answers: Answers, answers_to: Callable[[Iterable[Chunk]], Answers]
) -> Iterator[StepOutcome]:
    """Yield the outcomes of all chunks; where processes died of one, its inputs go singly."""
    suspects: list[Input] = []
    for chunk, outcomes in answers:
        yield from outcomes or ()
        suspects += chunk if outcomes is None else ()
    for (source,), outcomes in answers_to((source,) for source in suspects):
        yield from outcomes or [StepOutcome(source, (), _DIED, REFUSED)]


def _chunk(step: Step, chunk: Chunk) -> list[StepOutcome]:
    """Take a step for several inputs, so that handing them over costs next to nothing."""
    return [answered(step, source) for source in chunk]


def _chunks(inputs: Sequence[Input], workers: int) -> Iterator[Chunk]:
    size = max(1, min(_MOST, len(inputs) // (workers * _SHARE)))
    rest = iter(inputs)
    while chunk := tuple(islice(rest, size)):
        yield chunk


def _on_cluster(step: Step, inputs: Sequence[Input], address: str) -> Iterator[StepOutcome]:
    """Take the steps on a cluster: Dask schedules them, and repeats those of a worker that dies.

    Raises:
        InputError: Dask is not installed, or no cluster answers at the address.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError.of(
            say("a cluster needs Dask: {command}", command=pip_command("cluster"))
        ) from None
    kind, _, count = address.partition(":")
    if kind == "local":
        if not count.isdecimal() or not int(count):
            raise InputError.of(
                say(
                    "{address}: local:N needs a number of processes, as in local:4", address=address
                )
            )
        with (
            dask.config.set({_LOST: _A_DAY}),
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(count), threads_per_worker=1, dashboard_address="127.0.0.1:0"
            ) as cluster,
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield from _submitted(client, step, inputs)
        return
    try:
        client = Client(address, timeout=20)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError.of(
            say("{address}: no Dask cluster answers ({error})", address=address, error=str(error))
        ) from None
    with client:
        yield from _submitted(client, step, inputs)


def _submitted(client: Client, step: Step, inputs: Sequence[Input]) -> Iterator[StepOutcome]:
    workers = sum(client.nthreads().values()) or 1  # type: ignore[no-untyped-call]
    ask = partial(_answers, client, partial(_chunk, step), workers)
    yield from _all_outcomes(ask(_chunks(inputs, workers)), ask)


def _answers(
    client: Any, work: Callable[[Chunk], list[StepOutcome]], workers: int, chunks: Iterable[Chunk]
) -> Answers:
    """Yield every chunk with its answer as they come; only a few wait on the cluster.

    An answer stays in the process that gave it until it is asked for. Where the two are lost in
    between, Dask may never notice that it has to be given again, and is asked anew.

    Raises:
        ClusterLost: the cluster is gone, or gives no answers.
    """
    import distributed
    from distributed import CancelledError, KilledWorker, as_completed

    rest = iter(chunks)
    waiting = as_completed()  # type: ignore[no-untyped-call]
    running: dict[Any, Chunk] = {}
    lost: Counter[Chunk] = Counter()

    def submit(some: Iterable[Chunk]) -> None:
        for chunk in some:
            future = client.submit(work, chunk, pure=False)
            running[future.key] = chunk
            waiting.add(future)  # type: ignore[no-untyped-call]

    submit(islice(rest, 3 * workers))
    while running:
        future = _next_done(client, waiting)
        chunk = running.pop(future.key)
        following: Iterable[Chunk] = islice(rest, 1)
        try:
            yield chunk, future.result(timeout=_PATIENCE)
        except KilledWorker:
            yield chunk, None
        except (CancelledError, distributed.TimeoutError, OSError):
            lost[chunk] += 1
            if lost[chunk] == _TRIES or client.status == "closed":
                raise ClusterLost.of(say("the cluster loses its answers")) from None
            following = [chunk]
        future.release()
        submit(following)


def _next_done(client: Any, waiting: Any) -> Any:
    """Return the next future that is done.

    Raises:
        ClusterLost: every process of it has ended, and for a minute none has come back.
    """
    looked, alone = time.monotonic(), 0
    while not waiting.has_ready():
        with waiting.thread_condition:
            waiting.thread_condition.wait(timeout=0.1)
        if time.monotonic() - looked > _LOOK:
            looked = time.monotonic()
            alone = 0 if _has_processes(client) else alone + 1
            if alone * _LOOK > _PATIENCE:  # looks are counted: a machine may have been asleep
                raise ClusterLost.of(say("the cluster has lost all of its processes"))
    return next(waiting)


def _has_processes(client: Any) -> bool:
    try:
        return client.status == "running" and bool(client.nthreads())
    except OSError:
        return False
