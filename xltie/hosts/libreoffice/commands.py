"""What the menu *Tournament* does."""

from __future__ import annotations

import logging
from typing import Any, Callable, Dict, List, NamedTuple, Sequence

from xltie.core.errors import DomainError, Fault, InputError, XltieError
from xltie.core.language import language
from xltie.core.messages import Message, Said, say
from xltie.hosts.common import open_workbook as book
from xltie.hosts.common.check_workbook import Checked, check
from xltie.hosts.common.pair_next_round import lay_out, pair
from xltie.hosts.common.publish_pages import publish
from xltie.hosts.common.seat_movement import seat
from xltie.hosts.libreoffice.command_line import command_line
from xltie.hosts.libreoffice.dialogs import Window
from xltie.hosts.libreoffice.document import CalcDocument
from xltie.hosts.libreoffice.environment import environment
from xltie.hosts.libreoffice.sheets import is_spreadsheet
from xltie.sheets.round import OpenGames
from xltie.sheets.tables import language_of_sheets

_log = logging.getLogger(__name__)
_MOST_FAULTS = 30
_OPEN = say("Pair all the same? Open games count as draws, for this pairing only.")


class Shown(NamedTuple):
    """The outcome of a command: lines for a dialog box, or one for the status bar."""

    lines: Sequence[Said]
    is_box: bool = True


def _recompute(host: CalcDocument, window: Window) -> Shown:
    # A workbook of another layout has no tables to check; its cells are computed all the same.
    found = check(host)
    faults = [fault for fault in found.faults if fault.place.cell]
    lay_out(host)
    done = book.recompute(host)
    if faults:
        end = say("{what}.", what=done.message)
        return Shown([*_listed(faults), *_repair(found), "", end])
    return Shown([say("xltie: {what}", what=done.message)], is_box=not done.formulas)


def _pair(host: CalcDocument, window: Window, *, again: bool = False) -> Shown:
    try:
        done = pair(host, again=again)
    except OpenGames as error:
        if not window.can_ask:
            raise
        if not window.agrees(
            TITLES["pairagain" if again else "pair"], [*_listed(error.faults), "", _OPEN]
        ):
            _show_open(window, error.faults[0])
            return Shown([say("xltie: nothing was paired")], is_box=False)
        done = pair(host, again=again, with_open_games=True)
    window.show_cell(done.sheet, done.result, done.top)
    return Shown(list(done.said), is_box=False)


def _show_open(window: Window, fault: Fault) -> None:
    """Put the cursor where a result is missing."""
    place = fault.place
    if place.sheet and place.row and place.column:
        window.show_cell(place.sheet, (place.row, place.column), place.row)


def _pair_again(host: CalcDocument, window: Window) -> Shown:
    return _pair(host, window, again=True)


def _seat(host: CalcDocument, window: Window) -> Shown:
    done = seat(host)
    window.show_cell(done.sheet, done.result, done.top)
    return Shown(list(done.said), is_box=False)


def _check(host: CalcDocument, window: Window) -> Shown:
    found = check(host)
    if not found.faults:
        return Shown([say("The tables contain no faults.")])
    return Shown([*_listed(found.faults), *_repair(found)])


def _repair(found: Checked) -> List[Message]:
    return [found.repair] if found.repair else []


def _listed(faults: Sequence[Fault]) -> List[Message]:
    lines = [fault.placed for fault in faults[:_MOST_FAULTS]]
    left = len(faults) - len(lines)
    return [*lines, say("... and {n} more", n=left)] if left > 0 else lines


def _publish(host: CalcDocument, window: Window) -> Shown:
    return Shown(publish(host, command_line(), environment()))


def _explain(host: CalcDocument, window: Window) -> Shown:
    selection = host.document.getCurrentSelection()
    if selection is None or not hasattr(selection, "getRangeAddress"):
        raise DomainError(
            say("select one cell of the standings, then choose Explain selected cell")
        )
    address = selection.getRangeAddress()
    sheet = host.sheets()[address.Sheet]
    return Shown(book.explain(host, sheet, (address.StartRow + 1, address.StartColumn + 1)))


COMMANDS: Dict[str, Callable[[CalcDocument, Window], Shown]] = {
    "recompute": _recompute,
    "pair": _pair,
    "pairagain": _pair_again,
    "seat": _seat,
    "explain": _explain,
    "check": _check,
    "publish": _publish,
}
"""The commands by the last part of their address."""

TITLES = {
    "recompute": say("Recompute standings"),
    "pair": say("Pair next round"),
    "pairagain": say("Pair last round again"),
    "seat": say("Lay out bridge movement"),
    "explain": say("Explain selected cell"),
    "check": say("Check workbook"),
    "publish": say("Publish as web pages"),
}


def run(context: Any, frame: Any, name: str) -> None:
    """Run a command over the document in a frame, as one step that can be undone."""
    document = frame.getController().getModel()
    if name not in COMMANDS or not is_spreadsheet(document):
        return
    spoken = language(language_of_sheets(document.Sheets.ElementNames))
    window, title = Window(context, frame, spoken), TITLES[name]
    indicator = frame.createStatusIndicator()
    host = CalcDocument(document, indicator, spoken.say(title))
    document.lockControllers()
    try:
        shown = COMMANDS[name](host, window)
    except XltieError as error:
        shown = Shown(_listed(error.faults if isinstance(error, InputError) else [error.fault]))
    except Exception as error:
        _log.exception("%s failed", name)
        failed = say("nothing was changed because of an error in xltie: {error}", error=repr(error))
        shown = Shown([failed])
    finally:
        document.unlockControllers()
        host.leave_step()
        indicator.end()
    window.show(title, shown.lines, is_box=shown.is_box)
