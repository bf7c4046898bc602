"""What the user sees of a command: a box with text, or a line in the status bar.

Without a screen there are no boxes: the same text goes to the standard error output.
"""

from __future__ import annotations

import os
import sys
import threading
from pathlib import Path
from typing import Any, List, Optional, Sequence, Tuple

import uno

from xltie.core.language import Language
from xltie.core.messages import Message, Said
from xltie.hosts.libreoffice.document import opened_file

_UNSEEN = ("--headless", "-headless", "--convert-to", "-convert-to", "--cat", "--print-to-file")
_SECONDS = 15.0
"""How long the status bar keeps the outcome of a command."""
_FONTS = (
    "DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", "Consolas", "Menlo", "Courier New",
)  # fmt: skip
_POSITION = 3
"""com.sun.star.awt.PosSize.POS"""
_METRES_PER_POINT = 0.0254 / 72
_YES_NO, _YES = 3, 2
"""com.sun.star.awt.MessageBoxButtons.BUTTONS_YES_NO and MessageBoxResults.YES"""
_INFO = 0
"""com.sun.star.frame.InfobarType.INFO"""
_CHOSEN = 1
"""com.sun.star.ui.dialogs.ExecutableDialogResults.OK"""
_DIALOG_UNITS = 17
"""com.sun.star.util.MeasureUnit.APPFONT"""


def is_headless() -> bool:
    """Tell whether LibreOffice runs without a screen, where a dialog box would wait forever."""
    if os.environ.get("SAL_USE_VCLPLUGIN") == "svp":
        return True
    try:
        words = Path("/proc/self/cmdline").read_bytes().decode("utf-8", "replace").split("\0")
    except OSError:
        words = sys.argv
    return any(word.startswith(_UNSEEN) for word in words)


def show_cell(controller: Any, sheet: str, cell: Tuple[int, int], top: int = 0) -> None:
    """Show a sheet of a document with the cursor in a cell, which is not marked."""
    document = controller.getModel()
    target = document.Sheets.getByName(sheet)
    controller.setActiveSheet(target)
    if top:
        controller.getByIndex(controller.getCount() - 1).setFirstVisibleRow(top - 1)
    controller.select(target.getCellByPosition(cell[1] - 1, cell[0] - 1))
    controller.select(document.createInstance("com.sun.star.sheet.SheetCellRanges"))


class Window:
    """The window of a document; what it shows is put into a language."""

    def __init__(self, context: Any, frame: Any, spoken: Language) -> None:
        self._context = context
        self._frame = frame
        self._spoken = spoken

    @property
    def can_ask(self) -> bool:
        """Tell whether somebody sits before the window."""
        return not is_headless() and bool(self._frame.getContainerWindow().isVisible())

    def indicator(self) -> Any:
        """Return a line of the status bar that lets no key through while something is done.

        The usual one hands over keys at every step, and when it ends, which may be while the next
        command works: they would come into the cell that has the cursor before, and not into the
        result that it is put in.
        """
        given = []
        for name, value in (("Frame", self._frame), ("DisableReschedule", True)):
            own = uno.createUnoStruct("com.sun.star.beans.NamedValue")
            own.Name, own.Value = name, value
            given.append(own)
        factory = self._context.ServiceManager.createInstanceWithArgumentsAndContext(
            "com.sun.star.task.StatusIndicatorFactory", tuple(given), self._context
        )
        return factory.createStatusIndicator()

    def show(self, title: Message, lines: Sequence[Said], is_box: bool) -> None:
        """Show lines in a box that waits for OK, or one line that disappears by itself."""
        heading, told = self._spoken.say(title), list(map(self._spoken.say, lines))
        if not self.can_ask:
            print(f"{heading}:", *told, sep="\n  ", file=sys.stderr, flush=True)
        elif is_box:
            self._box(heading, told)
        else:
            self._pass(f"xltie: {'; '.join(told)}")

    def agrees(self, title: Message, lines: Sequence[Said]) -> bool:
        """Ask a question that is answered by Yes or No."""
        parent = self._frame.getContainerWindow()
        box = self._make("com.sun.star.awt.Toolkit").createMessageBox(
            parent, uno.Enum("com.sun.star.awt.MessageBoxType", "QUERYBOX"), _YES_NO,
            f"xltie: {self._spoken.say(title)}", "\n".join(map(self._spoken.say, lines)),
        )  # fmt: skip
        answer = box.execute()
        box.dispose()
        return bool(answer == _YES)

    def chosen_file(self, title: Message, beside: Optional[Path]) -> Optional[Path]:
        """Ask for a file, first in the folder of another one; None where none was chosen."""
        picker = self._make("com.sun.star.ui.dialogs.FilePicker")
        picker.setTitle(f"xltie: {self._spoken.say(title)}")
        if beside is not None:
            picker.setDisplayDirectory(uno.systemPathToFileUrl(str(beside.parent)))
        files = picker.getSelectedFiles() if picker.execute() == _CHOSEN else ()
        return Path(uno.fileUrlToSystemPath(files[0])) if files else None

    def opened(self, path: Path) -> Window:
        """Open a file in a window of its own; it is seen if this one is."""
        is_seen = bool(self._frame.getContainerWindow().isVisible())
        document = opened_file(path, is_seen=is_seen)
        return Window(self._context, document.getCurrentController().Frame, self._spoken)

    def show_above(self, title: Message, lines: Sequence[Said]) -> None:
        """Show lines above the sheet until somebody closes them; nothing waits for that."""
        if not self.can_ask:
            return
        self._frame.getController().appendInfobar(
            "xltie", f"xltie: {self._spoken.say(title)}", "\n".join(map(self._spoken.say, lines)),
            _INFO, (), True,
        )  # fmt: skip

    def show_cell(self, sheet: str, cell: Tuple[int, int], top: int = 0) -> None:
        """Show a sheet with the cursor in a cell and a row on top; they count from 1.

        The cell has the keyboard afterwards, whatever was clicked. It is not marked: in what is
        marked Return would go round, and the next result come over this one.
        """
        show_cell(self._frame.getController(), sheet, cell, top)
        self._frame.getComponentWindow().setFocus()

    def _pass(self, line: str) -> None:
        indicator = self.indicator()
        indicator.start(line, 0)
        timer = threading.Timer(_SECONDS, indicator.end)
        timer.daemon = True
        timer.start()

    def _box(self, title: str, lines: List[str]) -> None:
        """Show a dialog with the lines as text that can be scrolled and copied."""
        parent = self._frame.getContainerWindow()
        dialog = self._make("com.sun.star.awt.UnoControlDialog")
        dialog.setModel(self._filled(title, lines))
        dialog.createPeer(self._make("com.sun.star.awt.Toolkit"), parent)
        outer, inner = parent.getPosSize(), dialog.getPosSize()
        left, top = (outer.Width - inner.Width) // 2, (outer.Height - inner.Height) // 3
        dialog.setPosSize(max(left, 0), max(top, 0), 0, 0, _POSITION)
        dialog.getControl("ok").setFocus()
        try:
            dialog.execute()
        finally:
            dialog.dispose()

    def _filled(self, title: str, lines: List[str]) -> Any:
        """Return a dialog with a text and a button; what does not fit the window is scrolled."""
        parent = self._frame.getContainerWindow()
        model = self._make("com.sun.star.awt.UnoControlDialogModel")
        text = model.createInstance("com.sun.star.awt.UnoControlEditModel")
        font = text.FontDescriptor
        font.Name, font.Height = _fixed_width_font(parent), 10
        needed = _needed(parent, font, lines)
        bounds = parent.getPosSize()
        room = _in_units(parent, bounds.Width, bounds.Height)
        width = min(max(needed.Width, 160), room.Width * 4 // 5)
        height = min(max(needed.Height, 24), room.Height * 3 // 4)
        text.PositionX, text.PositionY, text.Width, text.Height = 8, 8, width, height
        text.MultiLine, text.ReadOnly, text.AutoVScroll = True, True, True
        text.HScroll = needed.Width > width  # with it, long lines are not broken
        text.Text, text.FontDescriptor = "\n".join(lines), font
        button = model.createInstance("com.sun.star.awt.UnoControlButtonModel")
        button.PositionX, button.PositionY = width // 2 - 17, height + 15
        button.Width, button.Height = 50, 15
        button.Label, button.PushButtonType, button.DefaultButton = "OK", 1, True
        model.Title, model.Width, model.Height = f"xltie: {title}", width + 16, height + 36
        model.insertByName("text", text)
        model.insertByName("ok", button)
        return model

    def _make(self, service: str) -> Any:
        return self._context.ServiceManager.createInstanceWithContext(service, self._context)


def _fixed_width_font(window: Any) -> str:
    """Return a fixed-width font, in which columns line up: the first one installed."""
    installed = {font.Name for font in window.getFontDescriptors()}
    return next((name for name in _FONTS if name in installed), "Courier New")


def _in_units(window: Any, width: int, height: int) -> Any:
    """Return a size in pixels as one in the units of dialogs."""
    pixels = uno.createUnoStruct("com.sun.star.awt.Size")
    pixels.Width, pixels.Height = width, height
    return window.convertSizeToLogic(pixels, _DIALOG_UNITS)


def _needed(window: Any, font: Any, lines: List[str]) -> Any:
    """Return the size of a text in the units of dialogs, with a little space around it."""
    points = font.Height
    # A window measures a font in pixels, where a dialog takes points.
    font.Height = round(points * window.getInfo().PixelPerMeterY * _METRES_PER_POINT)
    drawn = window.getFont(font)
    font.Height = points
    metric = drawn.getFontMetric()
    line = metric.Ascent + metric.Descent
    width = max(map(drawn.getStringWidth, lines), default=0)
    return _in_units(window, width + 3 * line, (len(lines) + 2) * line)
