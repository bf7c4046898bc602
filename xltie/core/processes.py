"""Tasks in processes of this machine, where a process that dies loses none of them."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Callable, Generator, Iterable, Iterator, Optional, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import Future

T = TypeVar("T")
R = TypeVar("R")

_AHEAD = 3
"""Tasks handed over for every process: enough to keep it busy, few enough to keep memory flat."""


def in_processes(
    function: Callable[[T], R], tasks: Iterable[T], workers: int
) -> Iterator[tuple[T, Optional[R]]]:
    """Yield every task with the function's answer as they come; None where its process died of it.

    A process that dies takes the others with it, and nobody can say which task is to blame: those
    that were running are done again, one after the other in one process, and one that ends a new
    process is to blame. ``tasks`` is read as they are needed. The function and the tasks have to be
    known to a process that starts anew.
    """
    rest = iter(tasks)
    while suspects := (yield from _until_a_death(function, rest, workers, _AHEAD * workers)):
        while suspects:
            others = iter(suspects)
            lost = yield from _until_a_death(function, others, 1, 1)
            if lost and lost[0] is suspects[0]:  # that process had done nothing before it
                yield lost.pop(), None
            suspects = [*lost, *others]


def _until_a_death(
    function: Callable[[T], R], rest: Iterator[T], workers: int, most: int
) -> Generator[tuple[T, R], None, list[T]]:
    """Yield answers until all tasks are done, or a process dies; return those it took with it.

    At ``most`` so many are handed over that are not answered yet.
    """
    import multiprocessing  # a single task should not pay for the import
    from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
    from concurrent.futures.process import BrokenProcessPool

    running: dict[Future[Any], T] = {}
    lost: list[T] = []
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_heed_parent)
    try:
        while True:
            for task in _next(rest, 0 if lost else most - len(running)):
                try:
                    with _deaf_to_ctrl_c():  # a process that is only starting would die of it
                        running[pool.submit(function, task)] = task
                except BrokenProcessPool:
                    lost.append(task)
            if not running:
                return lost
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                task = running.pop(future)
                try:
                    answer = future.result()
                except BrokenProcessPool:
                    lost.append(task)
                else:
                    yield task, answer
    except (KeyboardInterrupt, GeneratorExit):  # nobody waits for what is still being done
        for process in multiprocessing.active_children():
            process.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Put off Ctrl-C for a moment; a process that is started in it never hears of any."""
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _heed_parent() -> None:
    """Let this process end when the one that started it does, killed or not, and at its word only.

    It would wait for ever otherwise: what it waits on is a pipe of which it holds an end itself. A
    Ctrl-C reaches every process of a terminal, and the parent decides what becomes of it.
    """
    import multiprocessing
    import os
    import signal
    from multiprocessing.connection import wait
    from threading import Thread

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def watch() -> None:
        if parent is not None:
            wait([parent.sentinel])
            os._exit(1)

    Thread(target=watch, daemon=True).start()


def _next(rest: Iterator[T], count: int) -> Iterator[T]:
    for _, task in zip(range(count), rest):
        yield task
