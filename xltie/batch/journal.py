"""The results of a run as they come, one line each, so that a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

from xltie.batch.inputs import Input
from xltie.batch.outcome import Record, StepOutcome
from xltie.core.errors import InputError
from xltie.core.exit_codes import worst
from xltie.core.messages import NOTHING, plain, say


class _JournalLine(NamedTuple):
    """What is remembered of an outcome: where its line begins, and how it ended."""

    where: int
    code: int
    is_faulty: bool


class Journal:
    """A file of results beside the output: ``results.parquet.part`` for ``results.parquet``.

    Its first line says what was done, each further one holds the outcome of an input. A line that
    was cut short, by a kill or a full disk, does not count. In memory there is only where each
    outcome stands, and how it ended.
    """

    def __init__(self, path: Path, what: str, *, resume: bool) -> None:
        """Open the journal of a run; with ``resume`` the outcomes that it holds stay.

        Raises:
            InputError: a journal is there and was not to be resumed, or is of another run.
        """
        self.path = path
        self._kept: dict[Input, _JournalLine] = {}
        head = json.dumps({"xltie": what}, ensure_ascii=False).encode() + b"\n"
        end = self._read(head, resume) if path.exists() else 0
        self._file: BinaryIO = path.open("r+b" if end else "w+b")
        self._file.truncate(end)
        self._file.seek(end)
        if not end:
            self._file.write(head)
            self._file.flush()

    def _read(self, head: bytes, resume: bool) -> int:
        """Find the outcomes in an earlier run's journal; return where its last whole line ends."""
        with self.path.open("rb") as file:
            first = file.readline()
            if not first.endswith(b"\n"):
                return 0
            if not resume:
                raise InputError.of(
                    say(
                        "{path}: an earlier run was stopped; go on with --resume, or delete it",
                        path=str(self.path),
                    )
                )
            if first != head:
                raise InputError.of(
                    say(
                        "{path}: belongs to a run with other options; delete it",
                        path=str(self.path),
                    )
                )
            end = file.tell()
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._keep(_outcome(line), end)
                end += len(line)
        return end

    @property
    def holds_any(self) -> bool:
        """The outcome of some input is there."""
        return bool(self._kept)

    def faults(self) -> Iterator[StepOutcome]:
        """Yield the outcomes with a fault that an earlier run has left, in their order."""
        with self.path.open("rb") as file:
            for kept in tuple(self._kept.values()):
                if kept.is_faulty:
                    file.seek(kept.where)
                    yield _outcome(file.readline())

    def __contains__(self, source: Input) -> bool:
        return source in self._kept

    def add(self, outcome: StepOutcome) -> None:
        """Write an outcome to the end, at once: what is there survives the end of this process."""
        record = {
            "input": outcome.source.name,
            "stamp": outcome.source.stamp,
            "code": outcome.code,
            "fault": outcome.fault,
            "rows": outcome.rows,
        }
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode(
            "utf-8", "surrogatepass"
        )
        self._keep(outcome, self._file.tell())
        self._file.write(line + b"\n")
        self._file.flush()

    def _keep(self, outcome: StepOutcome, where: int) -> None:
        self._kept[outcome.source] = _JournalLine(where, outcome.code, bool(outcome.message))

    def rows(self, inputs: Iterable[Input]) -> Iterator[Record]:
        """Yield the rows of inputs in their order, one input at a time from the file."""
        with self.path.open("rb") as file:
            for source in inputs:
                if source in self._kept:
                    file.seek(self._kept[source].where)
                    yield from _outcome(file.readline()).rows

    def faulty(self, inputs: Iterable[Input]) -> int:
        """Return how many of the inputs have a fault."""
        return sum(self._kept[source].is_faulty for source in inputs if source in self._kept)

    def worst(self, inputs: Iterable[Input]) -> int:
        """Return the exit code of the inputs together."""
        return worst(self._kept[source].code for source in inputs if source in self._kept)

    def close(self, *, delete: bool) -> None:
        """Close the file; a run that is complete deletes it."""
        self._file.close()
        if delete:
            self.path.unlink()


def _outcome(line: bytes) -> StepOutcome:
    record: dict[str, Any] = json.loads(line.decode("utf-8", "surrogatepass"))
    source = Input(record["input"], record["stamp"])
    return StepOutcome(
        source,
        tuple(record["rows"]),
        plain(record["fault"]) if record["fault"] else NOTHING,
        record["code"],
    )
