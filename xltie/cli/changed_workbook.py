"""Commands that change one workbook: into the file itself, or with --out into another."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from xltie.cli.opening import language_in
from xltie.cli.parser import Parser
from xltie.core.files import write_new
from xltie.core.messages import say
from xltie.recompute.ooxml.files import Stamp, read_workbook, replace_workbook
from xltie.recompute.ooxml.read_grids import workbook_grids


def add_file_arguments(parser: Parser) -> None:
    """Add the workbook, and where the changed one goes."""
    parser.add("file", type=Path, help=say("a workbook made by xltie (.xlsx, .xlsm)"))
    parser.add("--out", type=Path, metavar="FILE", help=say("write here instead of into the file"))


@dataclass(frozen=True)
class ChangedWorkbook:
    """A workbook's bytes as they were read, and where those of the changed one go."""

    path: Path
    out: Path | None
    data: bytes
    stamp: Stamp

    @classmethod
    def read(cls, path: Path, out: Path | None) -> ChangedWorkbook:
        """Read a workbook that is written to ``out``, None for itself.

        Raises:
            WorkbookRefused: it cannot be read, or another program has it open.
        """
        return cls(path, out, *read_workbook(path, write=out is None))

    @property
    def language(self) -> str:
        """The code of the language that its Settings are in, "" without any."""
        return language_in(workbook_grids(self.data))

    def write(self, new: bytes) -> None:
        """Write the changed workbook; a file that would be the same is not touched.

        Raises:
            WorkbookRefused: the file was changed meanwhile, or cannot be written.
        """
        if self.out is not None:
            write_new(self.out, new)
        elif new != self.data:
            replace_workbook(self.path, new, self.stamp)
