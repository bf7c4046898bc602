"""Drives a LibreOffice with windows: what ``driver.py`` does, and what only a screen has.

Usage: as ``driver.py``; DISPLAY names the screen.
"""

import subprocess
import time

import driver
import uno
import unohelper
from com.sun.star.accessibility import AccessibleRole, AccessibleStateType
from com.sun.star.document import XUndoManagerListener


class Steps(unohelper.Base, XUndoManagerListener):
    """Keeps the titles of the steps that a document enters: every run of a command is one."""

    def __init__(self):
        self.titles = []

    def enteredContext(self, event):  # noqa: N802
        if event.UndoContextDepth == 1:  # what is inside of another step is no step to undo
            self.titles.append(event.UndoActionTitle)

    def __getattr__(self, name):
        """Anything else that happens to a document does not count."""
        if name.startswith("__"):
            raise AttributeError(name)
        return lambda event: None


def is_enabled(part):
    """Whether a part takes a click: from LibreOffice 7.6 on its states are one number."""
    states, wanted = part.getAccessibleStateSet(), AccessibleStateType.ENABLED
    return bool(states & wanted) if isinstance(states, int) else states.contains(wanted)


def descendants(context):
    """Every accessible part of a window, but not the million cells of a sheet."""
    yield context
    if context.getAccessibleRole() == AccessibleRole.TABLE:
        return
    for index in range(context.getAccessibleChildCount()):
        yield from descendants(context.getAccessibleChild(index).getAccessibleContext())


class OfficeOnScreen(driver.Office):
    words = ()

    def __init__(self, profile):
        super().__init__(profile)
        self.steps = {}

    def show(self, path, width, height):
        """Open a workbook in a window of a size at the top left corner, as from the desktop.

        Loaded from a thread that is not the window's it may wait for ever for the clipboard.
        """
        subprocess.run([*self.command, str(path)], check=True)
        document = self._loaded(driver.url_of(path))
        handle = f"document{len(self.documents)}"
        self.documents[handle] = document
        self._window(handle).setPosSize(0, 0, width, height, 15)
        self.steps[handle] = Steps()
        document.getUndoManager().addUndoManagerListener(self.steps[handle])
        return handle

    def _loaded(self, address):
        until = time.monotonic() + driver.PATIENCE
        while time.monotonic() < until:
            document = self.desktop.getCurrentComponent()
            if document is not None and document.getURL() == address:
                return document
            time.sleep(0.1)
        raise RuntimeError(f"{address} was not opened")

    def _window(self, document):
        return self.documents[document].CurrentController.Frame.ContainerWindow

    def has_line_above(self, document):
        """Tell whether a line of ours stands above the sheet."""
        return self.documents[document].CurrentController.hasInfobar("xltie")

    def activate(self, document, sheet, cell):
        """Show a sheet with the cursor in a cell, as after a click there: nothing is marked."""
        own = self.documents[document]
        controller = own.CurrentController
        controller.setActiveSheet(own.Sheets.getByName(sheet))
        controller.select(own.Sheets.getByName(sheet).getCellRangeByName(cell))
        controller.select(own.createInstance("com.sun.star.sheet.SheetCellRanges"))
        controller.Frame.ComponentWindow.setFocus()

    def selected(self, document):
        """The cells that are selected, with their sheet."""
        return self.documents[document].CurrentController.Selection.AbsoluteName

    def buttons(self, document):
        """The middles of the buttons to press by title: from the window's left and bottom edges.

        The desktop may draw the menu bar, of which the program's own places know only sometimes.
        """
        found = {}
        window = self._window(document).getAccessibleContext()
        edge = window.getLocationOnScreen()
        bottom = edge.Y + window.getSize().Height
        for part in descendants(window):
            if part.getAccessibleRole() == AccessibleRole.PUSH_BUTTON:
                place, size = part.getLocationOnScreen(), part.getSize()
                if size.Width > 0 and is_enabled(part):
                    middle = place.X - edge.X + size.Width // 2, place.Y + size.Height // 2
                    found[part.getAccessibleName()] = [middle[0], bottom - middle[1]]
        return found

    def print_sheet(self, document, sheet, path):
        """Print one sheet, as it would be printed, into a file."""
        own = self.documents[document]
        chosen = own.Sheets.getByName(sheet)
        area = chosen.getPrintAreas()
        cells = chosen
        if area:
            cells = chosen.getCellRangeByPosition(
                area[0].StartColumn, area[0].StartRow, area[0].EndColumn, area[0].EndRow
            )
        data = uno.Any("[]com.sun.star.beans.PropertyValue", driver.properties(Selection=cells))
        how = driver.properties(FilterName="calc_pdf_Export", FilterData=data)
        own.storeToURL(driver.url_of(path), how)

    def is_done(self, document, title, times):
        """Tell whether a step was entered more often than so many times, and is left again."""
        manager = self.documents[document].getUndoManager()
        # In this order: a step that is still open has its title already, and allows no undo.
        is_entered = manager.getAllUndoActionTitles().count(title) > times
        return is_entered and manager.isUndoPossible()

    def started(self, document):
        """The titles of the steps so far."""
        return self.steps[document].titles


if __name__ == "__main__":
    driver.main(OfficeOnScreen)
