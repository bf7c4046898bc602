"""Where the steps of a run are taken: here, in processes of this machine, or on a Dask cluster."""

from __future__ import annotations

import os
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, Optional

from xltie.batch.outcome import Chunk
from xltie.batch.parts import Part, PartWork
from xltie.core.errors import InputError
from xltie.core.installing import pip_command
from xltie.core.processes import in_processes

if TYPE_CHECKING:
    from distributed import Client


class ClusterLost(InputError):
    """A cluster was there, and is gone in the middle of a run."""


Answered = Generator[tuple[Chunk, Part], None, None]

Runner = Callable[[PartWork, Iterable[Chunk]], Answered]
"""Yields every chunk with its part, in any order; closed, it stops what is at work."""

Answers = Iterator[tuple[Chunk, Optional[Part]]]
"""Chunks with their answers; None where the process died of it."""

_LOOK, _PATIENCE = 5.0, 60.0
"""Seconds between looks at a cluster that answers nothing, and until it is given up without any
process, or an answer that it has: it starts processes anew that were killed, but not for ever."""
_TRIES = 3
_LOST, _A_DAY = "distributed.deploy.lost-worker-timeout", "1 day"
"""A cluster of this machine takes a process as lost for good that is away 15 seconds after one of
that name has died. A busy machine does not start two of them, one after the other, in that time."""


def runner(workers: int = 0, cluster: str = "") -> Runner:
    """Return the runner for a number of processes (0: one a core), or for the address of a cluster.

    ``local:4`` starts a Dask cluster of four processes on this machine.
    """
    if cluster:
        return partial(_on_cluster, address=cluster)
    return partial(_here, workers=workers or os.cpu_count() or 1)


def _here(work: PartWork, chunks: Iterable[Chunk], workers: int) -> Answered:
    if workers == 1:
        yield from ((chunk, work(chunk)) for chunk in chunks)
        return
    yield from _all_answers(
        work,
        in_processes(work, chunks, workers),
        lambda singly: in_processes(work, singly, 1),
    )


def _all_answers(
    work: PartWork, answers: Answers, answers_to: Callable[[Iterable[Chunk]], Answers]
) -> Answered:
    """Yield the answers of all chunks; where processes died of one, its inputs go singly."""
    suspects: list[Chunk] = []
    for chunk, answer in answers:
        if answer is None:
            suspects.append(chunk)
        else:
            yield chunk, answer
    for chunk in suspects:
        single = dict(answers_to((source,) for source in chunk))
        of_each = [single[source,] or work.of_the_dead(source) for source in chunk]
        yield chunk, work.joined(of_each)


def _on_cluster(work: PartWork, chunks: Iterable[Chunk], address: str) -> Answered:
    """Do the work on a cluster: Dask schedules them, and repeats those of a worker that dies.

    Raises:
        InputError: Dask is not installed, or no cluster answers at the address.
    """
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise InputError.say(
            "a cluster needs Dask: {command}", command=pip_command("cluster")
        ) from None
    kind, _, count = address.partition(":")
    if kind == "local":
        if not count.isdecimal() or not int(count):
            raise InputError.say(
                "{address}: local:N needs a number of processes, as in local:4", address=address
            )
        with (
            dask.config.set({_LOST: _A_DAY}),
            LocalCluster(  # type: ignore[no-untyped-call]
                n_workers=int(count), threads_per_worker=1, dashboard_address="127.0.0.1:0"
            ) as cluster,
            Client(cluster) as client,  # type: ignore[no-untyped-call]
        ):
            yield from _submitted(client, work, chunks)
        return
    try:
        client = Client(address, timeout=20)  # type: ignore[no-untyped-call]
    except (OSError, ValueError, TimeoutError) as error:
        raise InputError.say(
            "{address}: no Dask cluster answers ({error})", address=address, error=str(error)
        ) from None
    with client:
        yield from _submitted(client, work, chunks)


def _submitted(client: Client, work: PartWork, chunks: Iterable[Chunk]) -> Answered:
    workers = sum(client.nthreads().values()) or 1  # type: ignore[no-untyped-call]
    ask: Callable[[Iterable[Chunk]], Answers] = partial(_answers, client, work, workers)
    yield from _all_answers(work, ask(chunks), ask)


def _answers(client: Any, work: PartWork, workers: int, chunks: Iterable[Chunk]) -> Answers:
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
                raise ClusterLost.say("the cluster loses its answers") from None
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
                raise ClusterLost.say("the cluster has lost all of its processes")
    return next(waiting)


def _has_processes(client: Any) -> bool:
    try:
        return client.status == "running" and bool(client.nthreads())
    except OSError:
        return False
