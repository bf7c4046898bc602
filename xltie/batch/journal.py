"""The results of a run as they come, one line each, so that a run that was stopped goes on."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO

from xltie.batch.inputs import Input
from xltie.batch.outcome import Outcome, Row
from xltie.core.errors import InputError


class Journal:
    """A file of results beside the output: ``results.parquet.part`` for ``results.parquet``.

    Its first line says what was done, each further one holds the outcome of an input. A line that
    was cut short, by a kill or a full disk, does not count. In memory there is only where each
    outcome stands.
    """

    def __init__(self, path: Path, what: str, *, resume: bool) -> None:
        """Open the journal of a run; with ``resume`` the outcomes that it holds stay.

        Raises:
            InputError: a journal is there and was not to be resumed, or is of another run.
        """
        self.path = path
        self._where: dict[Input, int] = {}
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
                    f"{self.path}: an earlier run was stopped; go on with --resume, or delete it"
                )
            if first != head:
                raise InputError.of(f"{self.path}: belongs to a run with other options; delete it")
            end = file.tell()
            for line in file:
                if not line.endswith(b"\n"):
                    break
                self._where[_outcome(line).source] = end
                end += len(line)
        return end

    def __contains__(self, source: Input) -> bool:
        return source in self._where

    def add(self, outcome: Outcome) -> None:
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
        self._where[outcome.source] = self._file.tell()
        self._file.write(line + b"\n")
        self._file.flush()

    def outcomes(self, inputs: Iterable[Input]) -> Iterator[Outcome]:
        """Yield the outcomes of inputs in their order, one at a time from the file."""
        with self.path.open("rb") as file:
            for source in inputs:
                if source in self._where:
                    file.seek(self._where[source])
                    yield _outcome(file.readline())

    def rows(self, inputs: Iterable[Input]) -> Iterator[Row]:
        """Yield the rows of inputs in their order."""
        for outcome in self.outcomes(inputs):
            yield from outcome.rows

    def close(self, *, delete: bool) -> None:
        """Close the file; a run that is complete deletes it."""
        self._file.close()
        if delete:
            self.path.unlink()


def _outcome(line: bytes) -> Outcome:
    record: dict[str, Any] = json.loads(line.decode("utf-8", "surrogatepass"))
    source = Input(record["input"], record["stamp"])
    return Outcome(source, tuple(record["rows"]), record["fault"], record["code"])
