"""Tables that a run ends in: JSON lines, CSV, Parquet, SQLite. Each is written in one step."""

from __future__ import annotations

import json
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xltie.batch.outcome import Figure, Record
from xltie.core.csv_table import write_csv
from xltie.core.errors import InputError, LockedWorkbook, Place
from xltie.core.installing import pip_command
from xltie.core.messages import plain, say

if TYPE_CHECKING:
    import pyarrow

Columns = dict[str, type]
"""Every column in order with the type that holds all of its values: int, float or str."""

Records = Callable[[], Iterator[Record]]


def columns_of(rows: Iterable[Record]) -> Columns:
    """Return the columns of rows, in the order in which they first come."""
    found: dict[str, type | None] = {}
    for row in rows:
        for name, cell in row.items():
            known = found.setdefault(name, None)
            if cell is not None and type(cell) is not known:
                found[name] = type(cell) if known is None else _both(known, type(cell))
    return {name: kind or str for name, kind in found.items()}


def _both(known: type, other: type) -> type:
    return float if {known, other} == {int, float} else str


def _as(kind: type, cell: Figure) -> Figure:
    """Return a cell as its column holds it; whole numbers in a column of texts stay whole."""
    if cell is None or type(cell) is kind:
        return cell
    if kind is float:
        return float(cell)
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def check_store(path: Path) -> None:
    """Raise :class:`InputError` before a run where its end could not be written."""
    if path.suffix.lower() not in _WRITERS:
        endings = ", ".join(sorted(_WRITERS))
        raise InputError.of(
            say("{path}: xltie writes tables as {endings}", path=str(path), endings=endings)
        )
    if path.suffix.lower() == ".parquet":
        try:
            import pyarrow  # noqa: F401
        except ImportError:
            raise InputError.of(
                say("Parquet needs pyarrow: {command}", command=pip_command("cluster"))
            ) from None
    if not path.parent.is_dir():
        raise InputError.of(say("no such folder"), Place(file=str(path.parent)))


def write_table(path: Path, rows: Records) -> None:
    """Write rows to a file whose ending chooses the kind; the same rows give the same bytes.

    ``rows`` is called twice, for the columns and for the cells, so that nothing is gathered.

    Raises:
        LockedWorkbook: the file cannot be written.
    """
    columns = columns_of(rows())
    try:
        with tempfile.TemporaryDirectory(prefix=".xltie-", dir=path.parent) as folder:
            new = Path(folder, path.name)
            _WRITERS[path.suffix.lower()](new, columns, rows())
            new.replace(path)
    except OSError as error:
        raise LockedWorkbook(plain(error.strerror or str(error)), Place(file=str(path))) from None


def _json_lines(path: Path, columns: Columns, rows: Iterator[Record]) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
        for row in rows:
            file.write(json.dumps(dict(row), ensure_ascii=False) + "\n")


def _csv(path: Path, columns: Columns, rows: Iterator[Record]) -> None:
    with path.open("w", encoding="utf-8", errors="backslashreplace", newline="") as file:
        write_csv(file, [columns])
        write_csv(file, ([_plain(row.get(name)) for name in columns] for row in rows))


def _plain(cell: Figure) -> Figure:
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


_SQL = {int: "INTEGER", float: "REAL", str: "TEXT"}


def _sqlite(path: Path, columns: Columns, rows: Iterator[Record]) -> None:
    """Write a table ``results`` into a database of its own."""
    names = [name.replace('"', '""') for name in columns]
    spec = ", ".join(
        f'"{name}" {_SQL[kind]}' for name, kind in zip(names, columns.values(), strict=True)
    )
    marks = ", ".join("?" * len(columns))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE results ({spec or 'file TEXT'})")
        if columns:
            database.executemany(
                f"INSERT INTO results VALUES ({marks})",
                ([_as(kind, row.get(name)) for name, kind in columns.items()] for row in rows),
            )


_AT_ONCE = 50_000
"""Rows in a row group of a Parquet file: what is in memory at a time."""


def _parquet(path: Path, columns: Columns, rows: Iterator[Record]) -> None:
    import pyarrow
    from pyarrow import parquet

    kinds = {int: pyarrow.int64(), float: pyarrow.float64(), str: pyarrow.string()}
    schema = pyarrow.schema([(name, kinds[kind]) for name, kind in columns.items()])
    with parquet.ParquetWriter(path, schema) as writer:
        while some := list(islice(rows, _AT_ONCE)):
            writer.write_table(_columns(pyarrow, schema, columns, some))


def _columns(
    arrow: Any, schema: pyarrow.Schema, columns: Columns, rows: list[Record]
) -> pyarrow.Table:
    arrays = {name: [_as(kind, row.get(name)) for row in rows] for name, kind in columns.items()}
    return arrow.table(arrays, schema=schema)


_WRITERS: dict[str, Callable[[Path, Columns, Iterator[Record]], None]] = {
    ".jsonl": _json_lines,
    ".csv": _csv,
    ".sqlite": _sqlite,
    ".db": _sqlite,
    ".parquet": _parquet,
}
