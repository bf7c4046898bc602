"""*Pair next round* on an open workbook, whatever program holds it."""

from __future__ import annotations

from contextlib import suppress
from typing import Dict, List, Mapping, Optional, Tuple

from xltie.core.cells import Grid, Scalar, cell_name, is_blank, quote_sheet
from xltie.core.errors import DomainError, Fault, InputError, Place, XltieError
from xltie.hosts.common.open_workbook import Host, Position, calls_in, recompute, value_at
from xltie.pairing.options import Wants
from xltie.pairing.round_settings import system_of
from xltie.sheets.next_round import draw, next_round, sheet_wants
from xltie.sheets.read_tournament import read_tournament
from xltie.sheets.round_lines import RoundLines, round_lines

Cells = Mapping[Position, Scalar]


def pair(host: Host) -> str:
    """Pair the next round as the settings say, type it into the sheet of games and recompute.

    Returns:
        One line: the round, where it stands, what changed in the standings, and warnings.

    Raises:
        XltieError: the round cannot be paired or typed, and why; then no cell is changed.
    """
    host.say("xltie: pairing the next round ...")
    sheets = {sheet: host.grid(sheet) for sheet in host.sheets()}
    event_index = read_tournament(sheets).event_index()
    system = system_of(event_index.event)

    def wants(number: int) -> Wants:
        return sheet_wants(sheets, event_index, number)

    number = next_round(event_index, system, wants)
    drawn, warning = draw(event_index, number, system, wants(number))
    found = round_lines(sheets, event_index, drawn)
    if not found.lines:
        raise DomainError(f"round {number} has no players to pair")
    rows = found.rows(found.last_line())
    _type(host, found, found.cells(rows))
    done = recompute(host)
    span = f"rows {min(rows)} to {max(rows)}" if len(rows) > 1 else f"row {rows[0]}"
    said = [f"round {number} ({drawn.system.title}) written to {found.sheet}, {span}"]
    if done.formulas:
        said.append(str(done))
    said += [f"warning: {text}" for text in (warning, _short(host, found, max(rows))) if text]
    told = "; ".join(said)
    host.say(f"xltie: {told}")
    return told


def _place(found: RoundLines, position: Position) -> Place:
    return Place(quote_sheet(found.sheet), cell_name(*position))


def _type(host: Host, found: RoundLines, cells: Cells) -> None:
    """Type all cells or none; those that hold their value already are left alone."""
    new = {at: value for at, value in cells.items() if value_at(found.grid, at) != value}
    _refuse_taken(host, found, new)
    done: List[Position] = []
    try:
        for position, value in new.items():
            done.append(position)
            host.write(found.sheet, position, value)
        after = host.grid(found.sheet)
        # Writing to a protected cell may fail silently.
        missed = next((own for own in done if value_at(after, own) != new[own]), None)
        if missed is not None:
            raise DomainError(
                "the cell cannot be written to; is the sheet protected?",
                _place(found, missed),
            )
    except Exception:
        for position in done:
            with suppress(Exception):  # a cell that could not be typed into is as it was
                host.write(found.sheet, position, value_at(found.grid, position))
        raise


def _refuse_taken(host: Host, found: RoundLines, new: Cells) -> None:
    """Refuse to type over a formula, or over something below the table."""
    formulas = host.formulas(found.sheet)
    faults = []
    for position in new:
        if position in formulas:
            holds = "a formula"
        elif position[0] > found.last_line() and not is_blank(value_at(found.grid, position)):
            holds = "something else"
        else:
            continue
        text = f"the round would go here, but the cell holds {holds}"
        faults.append(Fault(text, _place(found, position)))
    if faults:
        raise InputError(faults)


def _short(host: Host, found: RoundLines, bottom: int) -> str:
    """Return a warning about formulas whose table of games ends above lines that were added."""
    if bottom <= found.last_line():
        return ""
    ends: Dict[Tuple[str, str], Optional[int]] = {}
    short = []
    for sheet in host.sheets():
        for position, formula in host.formulas(sheet).items():
            texts = {text for call in calls_in(formula) for text in call.arguments}
            for text in texts - {own for on, own in ends if on == sheet}:
                ends[sheet, text] = _end(host, sheet, position, text, found.sheet)
            if any((ends[sheet, text] or bottom) < bottom for text in texts):
                short.append(Place(quote_sheet(sheet), cell_name(*position)))
    if not short:
        return ""
    where = ", ".join(map(str, short[:3])) + (f" and {len(short) - 3} more" if short[3:] else "")
    return (
        f"the new lines are below the last one that {where} refer to; extend these formulas "
        "further down"
    )


def _end(host: Host, sheet: str, position: Position, text: str, games: str) -> Optional[int]:
    """Return the last row of a range on the sheet of games, None for any other argument."""
    if ":" not in text and "[" not in text:
        return None
    try:
        value = host.evaluate(sheet, position, text)
    except XltieError:
        return None
    if not isinstance(value, Grid) or value.sheet != games:
        return None
    return value.row + value.height - 1
