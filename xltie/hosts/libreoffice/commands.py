"""What the menu *Tournament* does."""

from __future__ import annotations

from pathlib import Path
from typing import Any, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.laid_cells import Position
from xltie.core.messages import Message, Said, say
from xltie.hosts.common.buttons import label_of
from xltie.hosts.common.commands import COMMANDS, NO_LIST, perform
from xltie.hosts.common.host import Cell, Recomputed, Shown
from xltie.hosts.common.open_workbook import language_of
from xltie.hosts.libreoffice.dialogs import Window
from xltie.hosts.libreoffice.document import CalcDocument
from xltie.hosts.libreoffice.environment import command_line, environment
from xltie.hosts.libreoffice.sheets import is_spreadsheet

_LIST = say("Rating list: of the EGF, FFG, AGA, FIDE, or PAPP's joueurs.txt")


class Desk(CalcDocument):
    """An open document in its window; all that a command changes is one step to undo."""

    can_undo = True

    def __init__(self, document: Any, window: Window, indicator: Any, title: str) -> None:
        super().__init__(document, indicator, title)
        self._window = window

    def selected(self) -> Optional[Cell]:
        """Return the cell, or the first of the cells, that are selected."""
        selection = self.document.getCurrentSelection()
        if selection is None or not hasattr(selection, "getRangeAddress"):
            return None
        address = selection.getRangeAddress()
        return self.sheets()[address.Sheet], (address.StartRow + 1, address.StartColumn + 1)

    def shown_sheet(self) -> str:
        """Return the name of the sheet that is in front."""
        return str(self.document.getCurrentController().getActiveSheet().Name)

    def show(self, sheet: str, cell: Position, top: int = 0) -> None:
        """Show a sheet with the cursor in a cell and a row on top; they count from 1."""
        self._window.show_cell(sheet, cell, top)

    def agrees(self, command: str, faults: Sequence[Fault], question: Message) -> bool:
        """Ask a question that is answered by Yes or No.

        Raises:
            InputError: the faults, where nobody sits before the window.
        """
        if not self._window.can_ask:
            raise InputError(faults)
        lines: List[Said] = [*(fault.placed for fault in faults[:30]), "", question]
        return self._window.agrees(label_of(command), lines)

    def chosen_file(self) -> Optional[Path]:
        """Let a person choose the file of a rating list; None without one.

        Raises:
            DomainError: nobody sits before the window.
        """
        if not self._window.can_ask:
            raise DomainError(NO_LIST)
        return self._window.chosen_file(_LIST, self.file())

    def keep_copy(self) -> List[Message]:
        """Keep nothing: LibreOffice takes back what was done."""
        return []

    def opened(self, path: Path, said: Sequence[Message]) -> None:
        """Open a workbook that was made, what there is to say above its sheet."""
        self._window.opened(path).show_above(label_of("import"), said)

    def instead_of(self, done: Recomputed) -> Optional[Shown]:
        """Say in a box that nothing was there to compute."""
        return None if done.formulas else Shown([done.message], is_box=True)

    def read_out(self, lines: Sequence[str]) -> Shown:
        """Show a text of several lines in a box."""
        return Shown(lines, is_box=True)

    def command_line(self) -> Tuple[Sequence[str], Mapping[str, str]]:
        """Return what starts the command line of xltie, and the environment for it."""
        return command_line(), environment()


def run(context: Any, frame: Any, name: str) -> None:
    """Run a command over the document in a frame, as one step that can be undone."""
    document = frame.getController().getModel()
    if name not in COMMANDS or not is_spreadsheet(document):
        return
    spoken = language_of(CalcDocument(document))
    window, title = Window(context, frame, spoken), label_of(name)
    indicator = window.indicator()
    desk = Desk(document, window, indicator, spoken.say(title))
    document.lockControllers()
    try:
        shown = perform(name, desk)
    finally:
        document.unlockControllers()
        desk.leave_step()
        indicator.end()
    window.show(title, shown.lines, is_box=shown.is_box)
