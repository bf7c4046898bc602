"""Commands that change one workbook: into the file itself, or with --out into another."""

from __future__ import annotations

from pathlib import Path

from xltie.cli.parser import Parser
from xltie.core.errors import InputError, UnsupportedWorkbook
from xltie.core.files import faults_in, write_new
from xltie.core.laid_cells import LaidLines
from xltie.core.messages import say
from xltie.core.records import dataclass
from xltie.recompute import Report
from xltie.recompute.ooxml.files import SUFFIXES, Stamp, read_workbook, replace_workbook
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits, edit_workbook


def add_file_arguments(parser: Parser) -> None:
    """Add the workbook, and where the changed one goes."""
    parser.add("file", type=Path, help=say("a workbook made by xltie (.xlsx, .xlsm)"))
    parser.add("--out", type=Path, metavar="FILE", help=say("write here instead of into the file"))


@dataclass(frozen=True)
class ChangedWorkbook:
    """A workbook as it was read, and where the changed one goes."""

    path: Path
    out: Path | None
    file: WorkbookFile
    stamp: Stamp

    @classmethod
    def read(cls, path: Path, out: Path | None = None, *, write: bool = True) -> ChangedWorkbook:
        """Read a workbook that is written to ``out``, a file of the same kind; None for itself.

        Raises:
            WorkbookRefused: it is none, cannot be read, or another program has it open.
        """
        with faults_in(str(path)):
            if path.suffix.lower() not in SUFFIXES:
                raise UnsupportedWorkbook.say("only a workbook can be written to")
            if out is not None and out.suffix.lower() != path.suffix.lower():
                raise UnsupportedWorkbook.say(
                    "{one} cannot become {other}", one=path.suffix, other=out.suffix
                )
            data, stamp = read_workbook(path, write=write and out is None)
            return cls(path, out, WorkbookFile(data), stamp)

    @property
    def language(self) -> str:
        """The code of the language that its Settings are in, "" without any."""
        from xltie.sheets.workbook import language_in

        return language_in(self.file.grids)

    def write(self, new: bytes) -> None:
        """Write the changed workbook; a file that would be the same is not touched.

        Raises:
            WorkbookRefused: the file was changed meanwhile, or cannot be written.
        """
        if self.out is not None:
            write_new(self.out, new)
        elif new != self.file.data:
            with faults_in(str(self.path)):
                replace_workbook(self.path, new, self.stamp)

    def type_in(self, *edits: CellEdits | LaidLines) -> Report:
        """Type into the workbook, compute what follows from that, and write it.

        Raises:
            InputError: the tables that the formulas read have faults.
            WorkbookRefused: it cannot be changed safely, or not be written.
        """
        from xltie.recompute import recompute  # the engine, which looking needs not
        from xltie.sheets.functions import callables

        with faults_in(str(self.path)):
            new, report = recompute(edit_workbook(self.file, *edits).package, callables())
            if report.faults:
                raise InputError(report.faults)
        self.write(new)
        return report
