"""A table of an Access database, which a .bws file is under another name.

The format is not public; the rows come through ``mdb-export`` of mdb-tools where it is installed,
else through the package access-parser (the extra ``bridgemate``).
"""

from __future__ import annotations

import csv
import io
import os
import shutil
import subprocess
import tempfile
from importlib import import_module
from pathlib import Path
from typing import Dict, List

from xltie.core.errors import WorkbookRefused
from xltie.core.installing import pip_command
from xltie.core.messages import plain, say

JET = b"\x00\x01\x00\x00Standard "
"""How every Access database begins; then comes ``Jet DB`` or ``ACE DB``."""

_SECONDS = 60


def table_rows(data: bytes, table: str) -> List[Dict[str, str]]:
    """Return the rows of a table, all values as text, "" for none.

    Raises:
        WorkbookRefused: nothing that reads such files is installed, or it cannot read this one.
    """
    # what Python keeps open, other programs cannot read on Windows
    handle, path = tempfile.mkstemp(suffix=".mdb")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        if shutil.which("mdb-export"):
            return _through_mdb_tools(path, table)
        return _through_access_parser(path, table)
    finally:
        Path(path).unlink()


def _through_mdb_tools(path: str, table: str) -> List[Dict[str, str]]:
    try:
        run = subprocess.run(
            ["mdb-export", path, table], capture_output=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise WorkbookRefused(say("mdb-export failed: {error}", error=str(error))) from None
    if run.returncode:
        lines = run.stderr.decode("utf-8", "replace").strip().splitlines()
        why = plain(lines[0]) if lines else say("cannot read this file")
        raise WorkbookRefused(say("mdb-export: {why}", why=why))
    return text_rows(run.stdout.decode("utf-8", "replace"))


def _through_access_parser(path: str, table: str) -> List[Dict[str, str]]:
    try:
        parser = import_module("access_parser")
    except ImportError:
        raise WorkbookRefused(
            say(
                "an Access database (.bws) is read through mdb-tools or the Python package "
                "access-parser ({command}); or export its table {table} as CSV",
                command=pip_command("bridgemate"),
                table=table,
            )
        ) from None
    try:
        database = parser.AccessParser(path)
        if table not in database.catalog:
            raise WorkbookRefused(say("this Access database has no table {table}", table=table))
        columns = database.parse_table(table)
    except WorkbookRefused:
        raise
    except Exception as error:  # the package raises whatever its parts do
        raise WorkbookRefused(
            say(
                "access-parser cannot read the table {table} of this file ({error}); mdb-tools "
                "reads more kinds of Access files; or export it as CSV",
                table=table,
                error=str(error),
            )
        ) from None
    height = max((len(cells) for cells in columns.values()), default=0)
    return [
        {
            name: "" if at >= len(cells) or cells[at] is None else str(cells[at])
            for name, cells in columns.items()
        }
        for at in range(height)
    ]


def text_rows(text: str) -> List[Dict[str, str]]:
    """Return the rows of a table written as CSV, by the headings of its first line.

    Raises:
        csv.Error: the text is no CSV.
    """
    first = (text.splitlines() or [""])[0]
    mark = max(",;\t", key=first.count)
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=mark)
    headings = [heading.strip() for heading in next(rows, [])]
    return [dict(zip(headings, map(str.strip, row))) for row in rows if any(row)]
