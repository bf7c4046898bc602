"""Rows as tables of Arrow, and the files that a run ends in: CSV, JSON lines, Parquet, SQLite."""

from __future__ import annotations

import csv
import json
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from importlib.util import find_spec
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from xltie.batch.outcome import Columns, Figure, Record
from xltie.core.csv_table import harmless_text
from xltie.core.errors import InputError, LockedWorkbook, Place
from xltie.core.installing import pip_command
from xltie.core.messages import plain, say

if TYPE_CHECKING:
    import pyarrow


def table_of(parts: Sequence[Columns]) -> pyarrow.Table:
    """Return the rows of all parts as a table: columns in the order in which they first come.

    A column holds whole numbers, numbers or texts, whichever holds all of its values; one without
    any has no type yet.
    """
    import pyarrow

    arrays, kinds = [], []
    sizes = [len(next(iter(part.values()), ())) for part in parts]
    filled = [(part, [None] * size) for part, size in zip(parts, sizes, strict=True) if size]
    for name in dict.fromkeys(chain.from_iterable(part for part, _ in filled)):
        cells: list[Figure] = []
        for part, blank in filled:
            cells += part.get(name, blank)
        found = set(map(type, cells))
        kind = next((kind for held, kind in _kinds() if held in found), pyarrow.null())
        if str in found:
            cells = _each(_text, cells)
        arrays.append(pyarrow.array(cells, kind))
        kinds.append(pyarrow.field(name, kind))
    return pyarrow.table(arrays, schema=pyarrow.schema(kinds))


def _kinds() -> tuple[tuple[type, pyarrow.DataType], ...]:
    """Return the types of columns by what they hold, the widest first."""
    import pyarrow

    return (str, pyarrow.string()), (float, pyarrow.float64()), (int, pyarrow.int64())


def rows_of(tables: Iterable[pyarrow.Table]) -> Iterator[Record]:
    """Yield the rows of tables, each with all columns of its own table."""
    for table in tables:
        yield from table.to_pylist()


def _both(known: pyarrow.DataType, other: pyarrow.DataType) -> pyarrow.DataType:
    """Return the type that holds what two types hold."""
    import pyarrow

    if known == other or pyarrow.types.is_null(other):
        return known
    if pyarrow.types.is_null(known):
        return other
    both_are_numbers = pyarrow.string() not in (known, other)
    return pyarrow.float64() if both_are_numbers else pyarrow.string()


def _each(change: Callable[[Any], Figure], cells: Sequence[Figure]) -> list[Figure]:
    """Return what becomes of cells that are there; few of a column's differ, so each once."""
    changed: dict[Figure, Figure] = {cell: change(cell) for cell in set(cells) if cell is not None}
    return [changed.get(cell) for cell in cells]


def _text(cell: Figure) -> str:
    """Return a cell as a column of texts holds it; whole numbers stay whole."""
    text = str(_plain(cell))
    # a name of a file need not be text; what cannot be written is shown
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def _plain(cell: Figure) -> Figure:
    return int(cell) if isinstance(cell, float) and cell.is_integer() else cell


_PART = re.compile(r"\d{5,}\.parquet")
"""The files of a folder of Parquet files."""


def check_store(path: Path) -> None:
    """Raise :class:`InputError` before a run where its end could not be written."""
    if path.suffix.lower() not in _WRITERS:
        endings = ", ".join(ending for ending in sorted(_WRITERS) if ending)
        raise InputError.say(
            "{path}: xltie writes tables as {endings}, or as a folder of Parquet files where "
            "the name has no ending",
            path=str(path),
            endings=endings,
        )
    refuse_without_pyarrow()
    if not path.parent.is_dir():
        raise InputError.say("no such folder", Place(file=str(path.parent)))
    others = (
        [one for one in path.iterdir() if not _PART.fullmatch(one.name)] if path.is_dir() else []
    )
    if others:  # it would be replaced
        what = say("holds {file}, which is no table of a run", file=others[0].name)
        raise InputError.of(what, Place(file=str(path)))


def refuse_without_pyarrow() -> None:
    """Raise :class:`InputError` where the library of the tables is not installed."""
    if find_spec("pyarrow") is None:
        raise InputError.say("many events need pyarrow: {command}", command=pip_command("batch"))


def write_table(
    path: Path, tables: Iterable[pyarrow.Table], schemas: Iterable[pyarrow.Schema]
) -> None:
    """Write tables one below the other to a file whose ending chooses the kind.

    ``schemas`` are theirs, needed before the first of them, so that nothing is gathered. The same
    tables give the same bytes. A folder of Parquet files takes the place of one that is there.

    Raises:
        LockedWorkbook: the file cannot be written.
    """
    schema = _united(schemas)
    try:
        with tempfile.TemporaryDirectory(prefix=".xltie-", dir=path.parent) as folder:
            new = Path(folder, path.name)
            _WRITERS[path.suffix.lower()](new, schema, _in_columns(tables, schema))
            if path.is_dir():
                path.replace(Path(folder, "earlier"))
            new.replace(path)
    except OSError as error:
        raise LockedWorkbook(plain(error.strerror or str(error)), Place(file=str(path))) from None


def _united(schemas: Iterable[pyarrow.Schema]) -> pyarrow.Schema:
    """Return the columns of all schemas, in the order in which they first come."""
    import pyarrow

    kinds: dict[str, pyarrow.DataType] = {}
    for schema in schemas:
        for column in schema:
            kinds[column.name] = _both(kinds.get(column.name, column.type), column.type)
    return pyarrow.schema(
        [
            (name, pyarrow.string() if pyarrow.types.is_null(kind) else kind)
            for name, kind in kinds.items()
        ]
    )


def _in_columns(tables: Iterable[pyarrow.Table], schema: pyarrow.Schema) -> Iterator[pyarrow.Table]:
    """Yield tables with all columns, each of the type that holds it in every table."""
    import pyarrow

    for table in tables:
        columns = [
            _cast(table.column(field.name), field.type)
            if field.name in table.column_names
            else pyarrow.nulls(table.num_rows, field.type)
            for field in schema
        ]
        yield pyarrow.table(columns, schema=schema)


def _cast(column: Any, kind: pyarrow.DataType) -> Any:
    import pyarrow

    if str(kind) == "string" and pyarrow.types.is_floating(column.type):
        return pyarrow.array(_each(_text, column.to_pylist()), pyarrow.string())
    return column.cast(kind)


def _json_lines(path: Path, schema: pyarrow.Schema, tables: Iterator[pyarrow.Table]) -> None:
    with path.open("w", encoding="utf-8", newline="\n") as file:
        for table in tables:
            for row in table.to_pylist():
                file.write(json.dumps(row, ensure_ascii=False) + "\n")


def _csv(path: Path, schema: pyarrow.Schema, tables: Iterator[pyarrow.Table]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(map(harmless_text, schema.names))
        for table in tables:
            writer.writerows(zip(*map(_csv_cells, table.columns), strict=True))


def _csv_cells(column: Any) -> list[Figure]:
    """Return a column as CSV holds it: whole numbers without a point, no text a formula."""
    cells: list[Figure] = column.to_pylist()
    change = {"double": _plain, "string": harmless_text}.get(str(column.type))
    return _each(change, cells) if change else cells


_SQL = {"int64": "INTEGER", "double": "REAL", "string": "TEXT"}


def _sqlite(path: Path, schema: pyarrow.Schema, tables: Iterator[pyarrow.Table]) -> None:
    """Write a table ``results`` into a database of its own."""
    named = [(field.name.replace('"', '""'), _SQL[str(field.type)]) for field in schema]
    spec = ", ".join(f'"{name}" {kind}' for name, kind in named)
    marks = ", ".join("?" * len(named))
    with closing(sqlite3.connect(path)) as database, database:
        database.execute(f"CREATE TABLE results ({spec or 'file TEXT'})")
        for table in tables:
            rows = zip(*(column.to_pylist() for column in table.columns), strict=True)
            database.executemany(f"INSERT INTO results VALUES ({marks})", rows)


_GROUP, _FILE = 50_000, 1_000_000
"""Rows in a group, which is what is in memory at a time, and in a file of a folder, at least."""


def _grouped(tables: Iterator[pyarrow.Table]) -> Iterator[pyarrow.Table]:
    """Yield tables as large as a group of rows should be."""
    import pyarrow

    some: list[pyarrow.Table] = []
    for table in tables:
        some.append(table)
        if sum(one.num_rows for one in some) >= _GROUP:
            yield pyarrow.concat_tables(some)
            some = []
    if some:
        yield pyarrow.concat_tables(some)


def _parquet(path: Path, schema: pyarrow.Schema, tables: Iterator[pyarrow.Table]) -> None:
    from pyarrow import parquet

    with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
        for group in _grouped(tables):
            writer.write_table(group)


def _parquet_folder(path: Path, schema: pyarrow.Schema, tables: Iterator[pyarrow.Table]) -> None:
    """Write files that DuckDB, Spark and pandas read as one table: ``00000.parquet`` and so on."""
    path.mkdir()
    for number, file in enumerate(_files(tables)):
        _parquet(path / f"{number:05}.parquet", schema, file)
    if not any(path.iterdir()):
        _parquet(path / "00000.parquet", schema, iter(()))


def _files(tables: Iterator[pyarrow.Table]) -> Iterator[Iterator[pyarrow.Table]]:
    """Yield the tables of one file after the other; each has to be read before the next."""
    for first in tables:

        def of_file(first: pyarrow.Table = first) -> Iterator[pyarrow.Table]:
            rows = first.num_rows
            yield first
            while rows < _FILE and (table := next(tables, None)) is not None:
                rows += table.num_rows
                yield table

        yield of_file()


_WRITERS: dict[str, Callable[[Path, Any, Iterator[Any]], None]] = {
    ".jsonl": _json_lines,
    ".csv": _csv,
    ".sqlite": _sqlite,
    ".db": _sqlite,
    ".parquet": _parquet,
    "": _parquet_folder,
}
