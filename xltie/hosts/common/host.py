"""What a spreadsheet program offers: an open workbook, and a person before it."""

from __future__ import annotations

from pathlib import Path
from typing import List, Mapping, NamedTuple, Optional, Protocol, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, Value
from xltie.core.errors import Fault, Place
from xltie.core.laid_cells import LaidLines, Position
from xltie.core.messages import Message, Said, count, joined, say
from xltie.core.records import dataclass

Cell = Tuple[str, Tuple[int, int]]
"""A sheet, and row and column of a cell there, from 1."""


class Host(Protocol):
    """An open workbook in a spreadsheet program. Rows and columns count from 1."""

    def sheets(self) -> Sequence[str]:
        """Return the names of the sheets in their order."""

    def grid(self, sheet: str) -> Grid:
        """Return the values of a sheet's used cells, from A1, as they are now."""

    def formulas(self, sheet: str) -> Mapping[Position, str]:
        """Return the formulas of a sheet, with English names and our functions by bare name."""

    def evaluate(self, sheet: str, position: Position, expression: str) -> Value:
        """Return the value of a part of a formula that stands in a cell.

        Raises:
            XltieError: the program cannot evaluate it.
        """

    def recalculate(self) -> None:
        """Recompute every cell that calls xltie functions, and what depends on those cells."""

    def write(self, sheet: str, position: Position, value: Scalar) -> None:
        """Type a value into a cell, as one step that the user can undo."""

    def say(self, message: Message) -> None:
        """Show a short line where the program shows its state, in the workbook's language."""

    def table_bottom(self, sheet: str, inside: Position) -> int:
        """Return the last row of the table around a cell, 0 where there is none."""

    def extend(self, sheet: str, inside: Position, model: int, last: int) -> None:
        """Give the blank cells of the rows from ``model`` to ``last`` its styles and formulas.

        The table around ``inside`` reaches down to ``last`` afterwards.
        """

    def lay(self, laid: LaidLines) -> None:
        """Put lines on a sheet as they are described: contents and styles, folds, printed range.

        Raises:
            XltieError: the sheet is protected; nothing is changed.
        """

    def file(self) -> Optional[Path]:
        """Return the file of the workbook, None where it was never saved."""

    def save_copy(self, folder: Path) -> Path:
        """Write the workbook as it is now into a folder and return the file."""

    def take_sheets(self, path: Path) -> List[str]:
        """Put the sheets of a copy that the workbook lacks behind its own; return their names."""


@dataclass(frozen=True)
class Recomputed:
    """What a recomputation did: cells that call our functions, those with a new value, places."""

    formulas: int
    changed: Tuple[Place, ...]
    places: int

    @property
    def message(self) -> Message:
        """The result in words."""
        if not self.formulas:
            return say("no cell in this workbook uses a function of xltie")
        values, places = len(self.changed), self.places
        return joined(
            (
                count(values, "{n} value changed", "{n} values changed")
                if values
                else say("no values changed"),
                count(places, "{n} place changed", "{n} places changed")
                if places
                else say("no places changed"),
            )
        )

    def __str__(self) -> str:
        return str(self.message)


class Shown(NamedTuple):
    """The outcome of a button: a line for the status bar, or lines to be read in peace."""

    lines: Sequence[Said]
    is_box: bool = False


class Question(Exception):
    """What somebody has to agree to, of a program that asks later and does the command again."""

    def __init__(self, message: Message) -> None:
        self.message = message


class Desk(Host, Protocol):
    """An open workbook with a person before it."""

    can_undo: bool
    """Whether the program takes back what a button did."""

    def selected(self) -> Optional[Cell]:
        """Return the cell, or the first of the cells, that are selected."""

    def shown_sheet(self) -> str:
        """Return the name of the sheet that is in front."""

    def show(self, sheet: str, cell: Position, top: int = 0) -> None:
        """Show a sheet with the cursor in a cell and, where the program can, a row on top."""

    def agrees(self, command: str, faults: Sequence[Fault], question: Message) -> bool:
        """Ask what is answered by Yes or No.

        Raises:
            InputError: the faults, where nobody can be asked.
            Question: the program asks later.
        """

    def chosen_file(self) -> Optional[Path]:
        """Let a person choose the file of a rating list; None without one.

        Raises:
            XltieError: nobody can be asked.
        """

    def keep_copy(self) -> List[Message]:
        """Keep the workbook as it is beside its file, and say so."""

    def opened(self, path: Path, said: Sequence[Message]) -> None:
        """Open a workbook that was made, with what there is to say of it."""

    def instead_of(self, done: Recomputed) -> Optional[Shown]:
        """Return what there is to say or do where cells could not be recomputed, else None."""

    def read_out(self, lines: Sequence[str]) -> Shown:
        """Show a text of several lines."""

    def command_line(self) -> Tuple[Sequence[str], Mapping[str, str]]:
        """Return what starts the command line of xltie, and the environment for it.

        Raises:
            DomainError: it is not on this machine.
        """
