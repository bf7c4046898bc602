"""Runs the examples of the documentation and puts what they print into the pages.

A page's examples are run in their order, in an empty folder:

* a ``console`` block holds commands after ``$`` and what they print; only ``xltie`` is called;
* a ``code-block`` whose caption is a file name is a file that somebody has made;
* one whose caption says "Type from Rounds!G5" is typed into the workbook that a command used last,
  a line for each row, ``.`` for a cell that is passed over.

``scripts/refresh.py`` writes the pages anew; a test compares.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from xltie.cli.main import main  # noqa: E402
from xltie.recompute.ooxml.workbook_file import WorkbookFile  # noqa: E402
from xltie.recompute.run.edit import CellEdits, edit_workbook  # noqa: E402

BLOCK = re.compile(r"^```(console|\{code-block\} \w+\n:caption: [^\n]+)\n(.*?)^```$", re.M | re.S)
FILE = re.compile(r"[\w-]+\.\w+")
TYPED = re.compile(r"Type from (\w+)!([A-Z])(\d+)")
WORKBOOK = re.compile(r"[\w-]+\.xlsx")
WIDTH = "96"
"""Columns of the console: what fits on a page of the site without scrolling."""


def pages() -> list[Path]:
    """Return the pages that hold examples of the console."""
    everywhere = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    return [path for path in everywhere if "```console\n" in path.read_text("utf-8")]


def refreshed(path: Path) -> str:
    """Return a page with what its commands print today."""
    with tempfile.TemporaryDirectory() as folder:
        return run_in(Path(folder), path)


def run_in(folder: Path, path: Path) -> str:
    """Run the commands of a page in a folder, where their files stay; return it as it is today."""
    text = path.read_text("utf-8")
    with inside(folder):
        return BLOCK.sub(_Page().run, text)


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Work in a folder, with a console of a fixed width."""
    before, width = Path.cwd(), os.environ.get("COLUMNS")
    os.chdir(folder)
    os.environ["COLUMNS"] = WIDTH
    try:
        yield
    finally:
        os.chdir(before)
        if width is None:
            del os.environ["COLUMNS"]
        else:
            os.environ["COLUMNS"] = width


class _Page:
    """The folder of a page while its examples run, one after the other."""

    def __init__(self) -> None:
        self.workbook = ""

    def run(self, block: re.Match[str]) -> str:
        """Run one block and return it with what it prints."""
        kind, body = block[1], block[2]
        if kind == "console":
            commands = [line[2:] for line in body.splitlines() if line.startswith("$ ")]
            return "```console\n" + "\n".join(map(self.printed, commands)) + "```"
        caption, _, content = block[0].partition(":caption: ")[2].partition("\n")
        caption = caption.strip("`")
        typed = TYPED.search(caption)
        content = content.removesuffix("```").lstrip("\n")
        if typed:
            self.type_from(typed[1], ord(typed[2]) - 64, int(typed[3]), content)
        elif FILE.fullmatch(caption):
            Path(caption).write_text(content, "utf-8")
        return block[0]

    def printed(self, command: str) -> str:
        """Run a command and return it with its output, errors where they came."""
        words = shlex.split(command)
        if words[:1] != ["xltie"]:
            raise ValueError(f"an example calls {command!r}; only xltie is run")
        self.workbook = next(filter(WORKBOOK.fullmatch, words), self.workbook)
        out = io.StringIO()
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
            main(words[1:])
        lines = [line.rstrip() for line in out.getvalue().rstrip().splitlines()]
        return "\n".join([f"$ {command}", *lines, ""])

    def type_from(self, sheet: str, column: int, row: int, content: str) -> None:
        """Type lines of cells, from a cell to the right and down."""
        cells = {
            (row + down, column + right): float(cell) if cell.isdecimal() else cell
            for down, line in enumerate(content.splitlines())
            for right, cell in enumerate(line.split())
            if cell != "."
        }
        path = Path(self.workbook)
        path.write_bytes(
            edit_workbook(WorkbookFile(path.read_bytes()), CellEdits(sheet, cells)).data
        )
