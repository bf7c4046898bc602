"""What the menu *Tournament* does."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Any, Callable, Dict, List, NamedTuple, Optional, Sequence

from xltie.core.errors import DomainError, Fault, InputError, XltieError
from xltie.core.language import language
from xltie.core.messages import Message, Said, count, say
from xltie.hosts.common import open_workbook as book
from xltie.hosts.common.add_sheet import add_sheet
from xltie.hosts.common.buttons import SHEETS, label_of
from xltie.hosts.common.check_workbook import Cell, Checked, check
from xltie.hosts.common.fill_players import NO_LIST, fill
from xltie.hosts.common.import_sheet import import_sheet, is_meant
from xltie.hosts.common.pair_next_round import OPEN_AS_DRAWS, lay_out, pair
from xltie.hosts.common.publish_pages import publish
from xltie.hosts.common.seat_movement import seat
from xltie.hosts.libreoffice.command_line import command_line
from xltie.hosts.libreoffice.dialogs import Window
from xltie.hosts.libreoffice.document import CalcDocument
from xltie.hosts.libreoffice.environment import environment
from xltie.hosts.libreoffice.opened import language_code
from xltie.hosts.libreoffice.sheets import is_spreadsheet
from xltie.sheets.round import OpenGames

_log = logging.getLogger(__name__)
_MOST_FAULTS = 30
_LIST = say("Rating list: of the EGF, FFG, AGA, FIDE, or PAPP's joueurs.txt")


class Shown(NamedTuple):
    """The outcome of a command: one line for the status bar, or lines for a window of their own."""

    lines: Sequence[Said]
    is_box: bool = False


def _recompute(host: CalcDocument, window: Window) -> Shown:
    # A workbook of another layout has no tables to check; its cells are computed all the same.
    found = check(host)
    faults = [fault for fault in found.faults if fault.place.cell]
    lay_out(host)
    done = book.recompute(host)
    if not done.formulas:
        return Shown([done.message], is_box=True)
    return Shown([done.message, *(fault.placed for fault in faults[:1])])


def _pair(host: CalcDocument, window: Window, *, again: bool = False) -> Shown:
    try:
        done = pair(host, again=again)
    except OpenGames as error:
        if not window.can_ask:
            raise
        if not window.agrees(
            label_of("pairagain" if again else "pair"), [*_listed(error.faults), "", OPEN_AS_DRAWS]
        ):
            _go_to(window, error.faults[0])
            return Shown([say("nothing was paired")])
        done = pair(host, again=again, with_open_games=True)
    window.show_cell(done.sheet, done.result, done.top)
    return Shown(done.said)


def _go_to(window: Window, fault: Fault) -> bool:
    """Put the cursor into the cell that a fault is about, if it names one."""
    place = fault.place
    if not (place.sheet and place.row and place.column):
        return False
    window.show_cell(place.sheet, (place.row, place.column))
    return True


def _pair_again(host: CalcDocument, window: Window) -> Shown:
    return _pair(host, window, again=True)


def _seat(host: CalcDocument, window: Window) -> Shown:
    done = seat(host)
    window.show_cell(done.sheet, done.result, done.top)
    return Shown(done.said)


def _fill(host: CalcDocument, window: Window) -> Shown:
    """Complete the players, and put the cursor to the first one who has to be chosen."""

    def choose() -> Optional[Path]:
        if not window.can_ask:
            raise DomainError(NO_LIST)
        return window.chosen_file(_LIST, host.file())

    done = fill(host, choose)
    if done is None:
        return Shown([say("no list was chosen")])
    if done.doubts:
        _go_to(window, done.doubts[0])
    return Shown(done.said)


def _check(host: CalcDocument, window: Window) -> Shown:
    """Put the cursor into the first cell that is wrong, or into the next after the one it is in."""
    found = check(host)
    if not found.faults:
        return Shown([say("The tables contain no faults.")])
    next_one = found.after(_selected(host))
    if next_one is None:
        return Shown([*_listed(found.faults), *_repair(found)], is_box=True)
    fault, (sheet, cell) = next_one
    window.show_cell(sheet, cell)
    number = count(len(found.faults), "{n} fault", "{n} faults")
    return Shown([number, fault.placed, *_repair(found)])


def _repair(found: Checked) -> List[Message]:
    return [found.repair] if found.repair else []


def _listed(faults: Sequence[Fault]) -> List[Message]:
    lines = [fault.placed for fault in faults[:_MOST_FAULTS]]
    left = len(faults) - len(lines)
    return [*lines, say("... and {n} more", n=left)] if left > 0 else lines


def _publish(host: CalcDocument, window: Window) -> Shown:
    return Shown(publish(host, command_line(), environment()))


def _selected(host: CalcDocument) -> Optional[Cell]:
    """Return the cell, or the first of the cells, that are selected."""
    selection = host.document.getCurrentSelection()
    if selection is None or not hasattr(selection, "getRangeAddress"):
        return None
    address = selection.getRangeAddress()
    return host.sheets()[address.Sheet], (address.StartRow + 1, address.StartColumn + 1)


def _explain(host: CalcDocument, window: Window) -> Shown:
    cell = _selected(host)
    if cell is None:
        raise DomainError(
            say("select one cell of the standings, then choose Explain selected cell")
        )
    return Shown(book.explain(host, *cell), is_box=True)


def _add(name: str, host: CalcDocument, window: Window) -> Shown:
    said = add_sheet(host, name, command_line(), environment())
    window.show_cell(host.sheets()[-1], (1, 1))
    return Shown(said)


def _import(host: CalcDocument, window: Window) -> Shown:
    """Make an event of the sheet that is shown; what it was read as stands above the new one."""
    sheet = host.document.getCurrentController().getActiveSheet().Name

    def choose(fault: Fault) -> Optional[str]:
        if not window.can_ask:
            return None
        for reading in fault.readings:
            if window.agrees(label_of("import"), is_meant(fault, reading)):
                return reading
        return None

    done = import_sheet(host, sheet, command_line(), environment(), choose)
    window.opened(done.path).show_above(label_of("import"), done.said)
    return Shown(done.said)


COMMANDS: Dict[str, Callable[[CalcDocument, Window], Shown]] = {
    "recompute": _recompute,
    "pair": _pair,
    "pairagain": _pair_again,
    "seat": _seat,
    "fill": _fill,
    "explain": _explain,
    "check": _check,
    "publish": _publish,
    "import": _import,
    **{button.command: partial(_add, button.command.partition(".")[2]) for button in SHEETS},
}
"""The commands by the last part of their address."""


def run(context: Any, frame: Any, name: str) -> None:
    """Run a command over the document in a frame, as one step that can be undone."""
    document = frame.getController().getModel()
    if name not in COMMANDS or not is_spreadsheet(document):
        return
    spoken = language(language_code(document))
    window, title = Window(context, frame, spoken), label_of(name)
    indicator = frame.createStatusIndicator()
    host = CalcDocument(document, indicator, spoken.say(title))
    document.lockControllers()
    wrong: Sequence[Fault] = ()
    try:
        shown = COMMANDS[name](host, window)
    except XltieError as error:
        wrong = error.faults if isinstance(error, InputError) else [error.fault]
        shown = Shown(_listed(wrong), is_box=True)
    except Exception as error:
        _log.exception("%s failed", name)
        failed = say("nothing was changed because of an error in xltie: {error}", error=repr(error))
        shown = Shown([failed], is_box=True)
    finally:
        document.unlockControllers()
        host.leave_step()
        indicator.end()
    if wrong and name != "explain" and _go_to(window, wrong[0]):
        shown = Shown(shown.lines[:1])  # the line is marked, and named on the sheet
    window.show(title, shown.lines, is_box=shown.is_box)
