"""What the buttons do, whatever program holds the workbook; each says it in a few lines.

What needs files or the command line is imported when it is asked for: a browser has neither.
"""

from __future__ import annotations

import logging
from functools import partial
from typing import Callable, Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError, XltieError
from xltie.core.messages import NOTHING, Message, count, say
from xltie.hosts.common.buttons import SHEETS
from xltie.hosts.common.host import Cell, Desk, Host, Question, Shown
from xltie.hosts.common.open_workbook import explain, grids_and_formulas, recompute
from xltie.hosts.common.pair_next_round import Paired, lay_out, pair, seat
from xltie.sheets.formulas import overwritten
from xltie.sheets.round import OpenGames
from xltie.sheets.workbook import provisional_tournament


class Checked(NamedTuple):
    """What is wrong in an open workbook, each with its cell, and how many are formulas typed over.

    Those that the event itself does not name come last.
    """

    faults: Tuple[Fault, ...]
    overwritten: int = 0

    @property
    def repair(self) -> Message:
        """Return how formulas that were typed over come back; nothing where none was."""
        if not self.overwritten:
            return NOTHING
        return count(
            self.overwritten,
            "save and close the workbook, then xltie repair FILE puts {n} formula back",
            "save and close the workbook, then xltie repair FILE puts {n} formulas back",
        )

    def after(self, cell: Optional[Cell]) -> Optional[Tuple[Fault, Cell]]:
        """Return the fault after that of a cell, and its own; the first where the cell has none.

        None where no fault names a cell.
        """
        cells = {
            (fault.place.sheet, (fault.place.row, fault.place.column)): fault
            for fault in reversed(self.faults)
            if fault.place.sheet and fault.place.row and fault.place.column
        }
        found = list(cells)[::-1]
        if not found:
            return None
        chosen = found[(found.index(cell) + 1) % len(found) if cell in cells else 0]
        return cells[chosen], chosen


def check(host: Host) -> Checked:
    """Return everything that is wrong in the tables of an open workbook, each with its cell."""
    host.say(say("xltie: checking the tables ..."))
    grids, formulas = grids_and_formulas(host)
    try:
        tournament = provisional_tournament(grids, None, formulas)
    except InputError as error:
        faults = list(error.faults)
    else:
        faults = list(tournament.event.faults)
    missing = [change.fault for change in overwritten(formulas, grids)]
    faults += [fault for fault in missing if fault not in faults]
    host.say(
        count(len(faults), "xltie: {n} fault found", "xltie: {n} faults found")
        if faults
        else say("xltie: no faults found")
    )
    return Checked(tuple(faults), len(missing))


_log = logging.getLogger(__name__)
_MOST_FAULTS = 30
_OPEN_AS_DRAWS = say("Pair all the same? Open games count as draws, for this pairing only.")
NO_LIST = say(
    "name the file of the downloaded list under Rating list in the Settings, then try again"
)
"""What is said where nobody can be asked for the file of a rating list."""


def perform(command: str, desk: Desk) -> Shown:
    """Do what a button is for; what goes wrong is said, and shown where a cell has it."""
    try:
        return COMMANDS[command](desk)
    except InputError as error:
        faults = list(error.faults)
        said = say("nothing was changed: {what}", what=first_of(faults))
        if command != "explain" and _go_to(desk, faults):
            return Shown([said])
        return Shown([said, *_listed(faults)[1:]], is_box=True)
    except XltieError as error:
        return Shown([error.fault.placed], is_box=True)
    except Question:
        raise
    except Exception as error:  # a button has no other place to show it
        _log.exception("%s failed", command)
        said = say(
            "{command} failed because of an error in xltie: {error}",
            command=command,
            error=repr(error),
        )
        return Shown([said], is_box=True)


def first_of(faults: Sequence[Fault]) -> Message:
    """Say the first of some faults, and how many there are."""
    first = faults[0].placed
    if not faults[1:]:
        return say("1 fault: {fault}", fault=first)
    return count(len(faults), "{n} fault, first {fault}", "{n} faults, first {fault}", fault=first)


def _listed(faults: Sequence[Fault]) -> List[Message]:
    lines = [fault.placed for fault in faults[:_MOST_FAULTS]]
    left = len(faults) - len(lines)
    return [*lines, say("... and {n} more", n=left)] if left > 0 else lines


def _go_to(desk: Desk, faults: Sequence[Fault]) -> bool:
    """Put the cursor into the first cell that a fault is about, if one names any."""
    found = Checked(tuple(faults)).after(None)
    if found is not None:
        desk.show(*found[1])
    return found is not None


def _recompute(desk: Desk) -> Shown:
    """Recompute the formulas, and say the first thing that is wrong in the tables."""
    lay_out(desk)
    done = recompute(desk)
    instead = desk.instead_of(done)
    if instead is not None:
        return instead
    faults = [fault for fault in check(desk).faults if fault.place.cell]
    return Shown([done.message, *([first_of(faults)] if faults else [])])


def _shown(desk: Desk, done: Paired, kept: Sequence[Message]) -> Shown:
    desk.show(done.sheet, done.result, done.top)
    return Shown([*done.said, *kept])


def _pair(desk: Desk, *, again: bool = False) -> Shown:
    """Pair a round and put the cursor into its first result; what cannot be undone is asked."""
    command = "pairagain" if again else "pair"
    nothing = Shown([say("nothing was paired")])
    replaces = say("Pair the last round again? Its pairings are replaced.")
    if again and not desk.can_undo and not desk.agrees(command, (), replaces):
        return nothing
    kept = desk.keep_copy()
    try:
        done = pair(desk, again=again)
    except OpenGames as error:
        _go_to(desk, error.faults)
        if not desk.agrees(command, error.faults, _OPEN_AS_DRAWS):
            return nothing
        done = pair(desk, again=again, with_open_games=True)
    return _shown(desk, done, kept)


def _seat(desk: Desk) -> Shown:
    """Lay out a whole movement of bridge."""
    kept = desk.keep_copy()
    return _shown(desk, seat(desk), kept)


def _fill(desk: Desk) -> Shown:
    """Complete the players, and put the cursor to the first one who has to be chosen."""
    from xltie.hosts.common import with_files

    done = with_files.fill(desk)
    if done is None:
        return Shown([say("no list was chosen")])
    _go_to(desk, done.doubts)
    return Shown(done.said)


def _explain(desk: Desk) -> Shown:
    cell = desk.selected()
    if cell is None:
        raise DomainError.say("select a player, or a value in the standings, first")
    return desk.read_out(explain(desk, *cell))


def _check(desk: Desk) -> Shown:
    """Put the cursor into the first cell that is wrong, or into the next after the one it is in."""
    found = check(desk)
    if not found.faults:
        return Shown([say("no faults")])
    repair = [found.repair] if found.repair else []
    next_one = found.after(desk.selected())
    if next_one is None:
        return Shown([first_of(found.faults), *_listed(found.faults)[1:], *repair], is_box=True)
    fault, cell = next_one
    desk.show(*cell)
    number = len(found.faults)
    said = count(number, "{n} fault. {fault}", "{n} faults. {fault}", fault=fault.placed)
    return Shown([said, *repair])


def _publish(desk: Desk) -> Shown:
    from xltie.hosts.common import with_files

    return Shown(with_files.publish(desk))


def _add(name: str, desk: Desk) -> Shown:
    """Add a sheet that is wanted once, as ``xltie add-sheet`` calls it, and show it."""
    from xltie.hosts.common import with_files

    said = with_files.add_sheet(desk, name)
    desk.show(desk.sheets()[-1], (1, 1))
    return Shown(said)


def _import(desk: Desk) -> Shown:
    """Make an event of the sheet that is in front, open it and say what the sheet was read as."""
    from xltie.hosts.common import with_files

    def choose(fault: Fault) -> Optional[str]:
        asked = ((one, say("Is {reading} meant?", reading=one)) for one in fault.readings)
        return next((one for one, text in asked if desk.agrees("import", [fault], text)), None)

    done = with_files.import_sheet(desk, desk.shown_sheet(), choose)
    desk.opened(done.path, done.said)
    return Shown(done.said)


COMMANDS: Dict[str, Callable[[Desk], Shown]] = {
    "recompute": _recompute,
    "pair": _pair,
    "pairagain": partial(_pair, again=True),
    "seat": _seat,
    "fill": _fill,
    "explain": _explain,
    "check": _check,
    "publish": _publish,
    "import": _import,
    **{button.command: partial(_add, button.command.partition(".")[2]) for button in SHEETS},
}
"""The commands by what the buttons call them."""
