"""What a run has done so far: Parquet files in a folder, one for some inputs each.

A part is made where its inputs were read, and holds their rows and how each of them ended. Its name
says of which inputs it is, in which state, and what its bytes sum up to: a part that is there and
sums up is done, whatever became of the run, so that nothing else has to be kept in step with it.
"""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xltie.batch.inputs import Input
from xltie.batch.outcome import Chunk, Columns, Record, Step, StepOutcome, answered, died
from xltie.batch.tables import table_of
from xltie.core.errors import InputError
from xltie.core.exit_codes import DONE, worst
from xltie.core.file_lock import FileLock
from xltie.core.files import write_new
from xltie.core.messages import NOTHING, plain
from xltie.core.records import dataclass, replace

if TYPE_CHECKING:
    import pyarrow

_ABOUT = 64
"""Inputs in a part of a large run, on average: handing one over then costs next to nothing."""
_AT_LEAST = 64
"""Parts in a run, where there are so many inputs: all processes end at about the same time."""
_ENDINGS = b"xltie"
"""The key of a part's metadata under which it stands how its inputs ended."""


@dataclass(frozen=True)
class Part:
    """Some inputs done: how each of them ended, without its rows, and the bytes of all rows."""

    outcomes: tuple[StepOutcome, ...]
    data: bytes

    @property
    def rows(self) -> list[Record]:
        """The rows of all inputs."""
        rows: list[Record] = _table(self.data).to_pylist()
        return rows


@dataclass(frozen=True)
class PartWork:
    """Takes a step for some inputs, wherever that is, and makes a part of what comes of it."""

    step: Step
    seconds: float = 0

    def __call__(self, chunk: Chunk) -> Part:
        """Return the part of some inputs."""
        return _part_of([answered(self.step, source, self.seconds) for source in chunk])

    def of_the_dead(self, source: Input) -> Part:
        """Return the part of an input that ended the process which read it."""
        return _part_of([died(source)])

    def joined(self, parts: Sequence[Part]) -> Part:
        """Return one part of several."""
        outcomes = [outcome for part in parts for outcome in part.outcomes]
        return _encoded(outcomes, [_table(part.data).to_pydict() for part in parts])


def _part_of(outcomes: Sequence[StepOutcome]) -> Part:
    bare = [replace(outcome, columns={}) for outcome in outcomes]
    return _encoded(bare, [outcome.columns for outcome in outcomes])


def _encoded(outcomes: Sequence[StepOutcome], columns: Sequence[Columns]) -> Part:
    from pyarrow import parquet

    endings = [
        [outcome.source.name, outcome.source.stamp, outcome.code, outcome.fault]
        for outcome in outcomes
    ]
    table = table_of(columns).replace_schema_metadata({_ENDINGS: json.dumps(endings)})
    written = BytesIO()
    parquet.write_table(table, written)  # Snappy: most parts are small and short-lived
    return Part(tuple(outcomes), written.getvalue())


def _table(data: bytes) -> pyarrow.Table:
    from pyarrow import parquet

    return parquet.ParquetFile(BytesIO(data)).read(use_threads=False)


def _endings(data: bytes) -> tuple[StepOutcome, ...]:
    """Return how the inputs of a part ended; of faults there are only the English texts."""
    from pyarrow import parquet

    found = json.loads(parquet.read_metadata(BytesIO(data)).metadata[_ENDINGS])
    return tuple(
        StepOutcome(Input(name, stamp), {}, plain(fault) if fault else NOTHING, code)
        for name, stamp, code, fault in found
    )


def chunks_of(inputs: Sequence[Input], at_once: int) -> Iterator[Chunk]:
    """Yield inputs that go into a part together: ``at_once`` on average, fewer in a small run.

    The names say where a part ends, so that a new file among others changes no part but its own.
    """
    size = 1
    while size * 2 <= min(at_once, _ABOUT, len(inputs) // _AT_LEAST):
        size *= 2
    chunk: list[Input] = []
    for source in inputs:
        chunk.append(source)
        name = source.name.encode("utf-8", "surrogatepass")
        if zlib.crc32(name) % size == 0 or len(chunk) == 4 * size:
            yield tuple(chunk)
            chunk = []
    if chunk:
        yield tuple(chunk)


class _Kept(NamedTuple):
    """A part in its file: what is remembered of it until the tables are made."""

    path: Path
    worst: int
    faulty: int


class Parts:
    """The parts of a run, in a folder beside its output: ``results.csv.parts``.

    One run at a time has it, by a lock that the system takes back when that run's process ends.
    """

    def __init__(self, folder: Path, what: str, *, resume: bool) -> None:
        """Open the folder of a run; with ``resume`` the parts that it holds stay.

        ``what`` tells the run from another one.

        Raises:
            InputError: another run is at it, or has left it and was not to be resumed, or had
                other options.
        """
        self._folder, self._kept = folder, dict[Chunk, _Kept]()
        is_new = not folder.exists()
        folder.mkdir(exist_ok=True)
        self._lock = FileLock(folder / "lock")
        if not self._lock.acquire():
            raise InputError.say("{path}: another run is writing it", path=str(folder))
        try:
            self._agree_on(folder / "run.json", what, is_new or resume)
        except BaseException:
            self._lock.release()
            raise

    def _agree_on(self, head: Path, what: str, is_welcome: bool) -> None:
        """Write what is done here, or see that an earlier run did just that."""
        wanted = json.dumps({"xltie": what}).encode()
        found = head.read_bytes() if head.exists() else wanted
        if not is_welcome and any(self._folder.glob("*.parquet")):
            raise InputError.say(
                "{path}: an earlier run was stopped; go on with --resume, or delete it",
                path=str(self._folder),
            )
        if found != wanted:
            raise InputError.say(
                "{path}: belongs to a run with other options; delete it", path=str(self._folder)
            )
        write_new(head, wanted)

    def missing_of(self, chunks: Iterable[Chunk]) -> Iterator[Chunk]:
        """Yield the chunks that have no part yet; those that have one are kept as they come."""
        there = {path.name.partition(".")[0]: path for path in self._folder.glob("*.parquet")}
        for chunk in chunks:
            path = there.get(_key(chunk))
            if path is None or not self._keep_file(chunk, path):
                yield chunk

    def _keep_file(self, chunk: Chunk, path: Path) -> bool:
        """Tell whether a part is what its name says; keep it then, and delete it otherwise."""
        data = path.read_bytes()
        if path.name != _file_name(chunk, data):
            path.unlink()
            return False
        self._keep(chunk, path, _endings(data))
        return True

    def _keep(self, chunk: Chunk, path: Path, outcomes: Sequence[StepOutcome]) -> None:
        code = worst(outcome.code for outcome in outcomes) if outcomes else DONE
        self._kept[chunk] = _Kept(path, code, sum(bool(one.message) for one in outcomes))

    def add(self, chunk: Chunk, part: Part) -> None:
        """Keep the part of a chunk: it is there whole, or is done again."""
        path = self._folder / _file_name(chunk, part.data)
        write_new(path, part.data, is_lasting=False)
        self._keep(chunk, path, part.outcomes)

    def __contains__(self, chunk: Chunk) -> bool:
        return chunk in self._kept

    @property
    def faulty(self) -> int:
        """How many inputs have a fault."""
        return sum(kept.faulty for kept in self._kept.values())

    @property
    def worst(self) -> int:
        """The exit code of all inputs together."""
        return worst(kept.worst for kept in self._kept.values())

    def faults(self) -> Iterator[StepOutcome]:
        """Yield the outcomes with a fault of what is kept."""
        for kept in tuple(self._kept.values()):
            if kept.faulty:
                yield from (one for one in _endings(kept.path.read_bytes()) if one.message)

    def tables(self, chunks: Iterable[Chunk]) -> Iterator[pyarrow.Table]:
        """Yield the rows of chunks in their order, a part at a time."""
        for chunk in chunks:
            yield _table(self._kept[chunk].path.read_bytes()).replace_schema_metadata()

    def schemas(self, chunks: Iterable[Chunk]) -> Iterator[pyarrow.Schema]:
        """Yield the columns of the tables."""
        from pyarrow import parquet

        for chunk in chunks:
            yield parquet.read_schema(self._kept[chunk].path)

    def close(self, *, delete: bool) -> None:
        """Let go of the folder; one that is needed no more, or holds nothing, is deleted."""
        if delete or not any(self._folder.glob("*.parquet")):
            for path in self._folder.iterdir():
                if path.name != "lock":
                    path.unlink()
            self._lock.release(delete=True)
            self._folder.rmdir()
        else:
            self._lock.release()


def _key(chunk: Chunk) -> str:
    told = json.dumps([(source.name, source.stamp) for source in chunk])
    return hashlib.sha256(told.encode()).hexdigest()[:20]


def _file_name(chunk: Chunk, data: bytes) -> str:
    return f"{_key(chunk)}.{hashlib.sha256(data).hexdigest()[:20]}.parquet"
