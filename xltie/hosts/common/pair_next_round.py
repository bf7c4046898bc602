"""*Pair next round* on an open workbook, whatever program holds it."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from typing import Dict, Iterable, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, is_blank
from xltie.core.errors import DomainError, Fault, InputError, Place, XltieError
from xltie.core.laid_cells import Position
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.event import Event, EventIndex
from xltie.hosts.common.host import Host
from xltie.hosts.common.open_workbook import calls_in, grids_and_formulas, recompute, value_at
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import system_of
from xltie.sheets.round import (
    Entry,
    Placing,
    RoundLines,
    kept_settings,
    number_entries,
    paired_entries,
    plan_round,
    round_lines,
    seat_movement,
    seated_lines,
    sheet_wants,
    standings_anew,
)
from xltie.sheets.workbook import provisional_tournament, read_tournament

Cells = Mapping[Position, Scalar]
_MOST_NAMED = 3


class Paired(NamedTuple):
    """What was done, in sentences, the first row of the round, and where its first result goes."""

    said: Tuple[Message, ...]
    sheet: str
    top: int
    result: Position


def pair(host: Host, *, again: bool = False, with_open_games: bool = False) -> Paired:
    """Pair the next round as the settings say, type it into the sheet of games and recompute.

    ``again`` pairs the last round once more, as long as it has no results. With open games in
    earlier rounds these count as draws for the pairing, if ``with_open_games``.

    Raises:
        OpenGames: there are open games, and they are not to count.
        XltieError: the round cannot be paired or typed, and why; then no cell is changed.
    """
    host.say(say("xltie: pairing the next round ..."))
    sheets, formulas = grids_and_formulas(host)
    event_index = read_tournament(sheets, None, formulas).event_index()

    def wants(known: EventIndex, number: int) -> RoundOptions:
        return sheet_wants(sheets, known, number)

    plan = plan_round(
        sheets, event_index, system_of(event_index.event), wants,
        again=again, with_open_games=with_open_games,
    )  # fmt: skip
    plan.refuse_empty()
    found = round_lines(plan.sheets, plan.event_index, plan.drawn)
    placing = found.placed(host.table_bottom(found.sheet, found.inside))
    lay_lines(host, found, placing, plan.cleared)
    where = placing.told(found.sheet)
    lay_standings(host, sheets, event_index.event)
    _write(host, paired_entries(sheets, plan, datetime.now()))
    done = recompute(host)
    said = [
        say(
            "round {round} ({system}) written to {where}",
            round=plan.drawn.round,
            system=plan.drawn.system.title,
            where=where,
        )
    ]
    said += filter(None, (plan.not_in_it, plan.by_hand))
    if done.changed or done.places:  # not where the program computed as the lines were laid
        said.append(done.message)
    return tell(host, found, placing, said, plan.warnings)


def tell(
    host: Host,
    found: RoundLines,
    placing: Placing,
    done: Sequence[Message],
    warnings: Sequence[Message],
) -> Paired:
    """Say what was done, with its warnings; return it with the cells of the lines typed."""
    short = _short_formulas(host, found, placing)
    said = [*done, *(say("warning: {what}", what=what) for what in (*warnings, short) if what)]
    host.say(say("xltie: {what}", what=joined(said, "; ")))
    result = found.first_result(placing.rows)
    return Paired(tuple(said), found.sheet, min(placing.rows), result)


def _place(found: RoundLines, position: Position) -> Place:
    return Place(found.sheet, *position)


def lay_standings(host: Host, sheets: Mapping[str, Grid], event: Event) -> None:
    """Lay out the columns of the Standings if the event goes by other criteria than they show."""
    anew = standings_anew(sheets, event)
    if anew is not None:
        host.lay(anew)


def _write(host: Host, entries: Iterable[Entry]) -> None:
    for entry in entries:
        for position, value in entry.cells.items():
            host.write(entry.sheet, position, value)


def lay_out(host: Host) -> None:
    """Lay out the Standings of an open workbook after the event's tie-breaks; number new names."""
    sheets, formulas = grids_and_formulas(host)
    with suppress(XltieError):  # what is wrong is said by others
        _write(host, number_entries(sheets))
        lay_standings(host, sheets, provisional_tournament(sheets, None, formulas).event)


def lay_lines(
    host: Host, found: RoundLines, placing: Placing, cleared: Mapping[Position, None] = {}
) -> None:
    """Lay lines on a sheet of our form, or type them into any other; all of them or none.

    Raises:
        XltieError: a cell that cannot be typed into; all is as before.
    """
    laid = found.laid(placing.rows)
    if laid is None:
        type_lines(host, found, placing, {**cleared, **found.cells(placing.rows)})
    else:
        host.lay(laid)


def type_lines(host: Host, found: RoundLines, placing: Placing, cells: Cells) -> None:
    """Type all cells or none; those that hold their value already are left alone.

    Raises:
        XltieError: a cell that cannot be typed into, or holds something else; all is as before.
    """
    before = host.grid(found.sheet)  # a line that is paired again is blank in the plan only
    new = {at: value for at, value in cells.items() if value_at(before, at) != value}
    _refuse_taken(host, found, placing, new)
    done: List[Position] = []
    try:
        if placing.last > placing.end:
            host.extend(found.sheet, found.inside, placing.model, placing.last)
        for position, value in new.items():
            done.append(position)
            host.write(found.sheet, position, value)
        after = host.grid(found.sheet)
        # Writing to a protected cell may fail silently.
        missed = next((cell for cell in done if _differs(value_at(after, cell), new[cell])), None)
        if missed is not None:
            raise DomainError.say(
                "the cell cannot be written to; is the sheet protected?", _place(found, missed)
            )
    except Exception:
        for position in done:
            with suppress(Exception):  # a cell that could not be typed into is as it was
                host.write(found.sheet, position, value_at(before, position))
        raise


def _differs(shown: Scalar, wanted: Scalar) -> bool:
    return shown != wanted and not (is_blank(shown) and is_blank(wanted))


def _refuse_taken(host: Host, found: RoundLines, placing: Placing, new: Cells) -> None:
    """Refuse to type over a formula, or over something below the table."""
    formulas = host.formulas(found.sheet)
    faults = []
    for position in new:
        if position in formulas:
            said = say("the round would go here, but the cell holds a formula")
        elif position[0] > placing.end and not is_blank(value_at(found.grid, position)):
            said = say("the round would go here, but the cell holds something else")
        else:
            continue
        faults.append(Fault(said, _place(found, position)))
    if faults:
        raise InputError(faults)


def _short_formulas(host: Host, found: RoundLines, placing: Placing) -> Message:
    """Return a warning about formulas whose table of games ends above lines that were added."""
    bottom = max(placing.rows)
    if bottom <= placing.end:
        return NOTHING
    ends: Dict[Tuple[str, str], Optional[int]] = {}
    short = []
    for sheet in host.sheets():
        for position, formula in host.formulas(sheet).items():
            texts = {text for call in calls_in(formula) for text in call.arguments}
            for text in texts - {known for on, known in ends if on == sheet}:
                ends[sheet, text] = _end(host, sheet, position, text, found.sheet)
            if any((ends[sheet, text] or bottom) < bottom for text in texts):
                short.append(Place(sheet, *position))
    if not short:
        return NOTHING
    cells, more = joined(map(str, short[:_MOST_NAMED])), len(short) - _MOST_NAMED
    if more > 0:
        cells = say("{cells} and {more} more", cells=cells, more=more)
    return say(
        "the new lines are below the last one that {cells} refer to; extend these formulas "
        "further down",
        cells=cells,
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


def seat(host: Host) -> Paired:
    """Lay every round of the movement into the sheet of boards, at once.

    It is the movement that the settings name, else one that suits the pairs and boards; that one is
    written into the settings. Laid out again, pairs keep their seats and results stay.

    Raises:
        XltieError: no bridge session, no movement, a result that has no place in it, or a cell that
            cannot be typed into; then no cell is changed.
    """
    host.say(say("xltie: laying out the movement ..."))
    sheets, formulas = grids_and_formulas(host)
    event_index = read_tournament(sheets, None, formulas).event_index()
    seating = seat_movement(event_index, again=True)
    found = seated_lines(sheets, event_index, seating)
    placing = found.placed(host.table_bottom(found.sheet, found.inside))
    lay_lines(host, found, placing)
    entries = kept_settings(sheets, event_index.event, seating.system, always=True).entries
    for entry in entries:
        for position, value in entry.cells.items():
            host.write(entry.sheet, position, value)
    recompute(host)
    done = count(
        len(seating.rounds),
        "all {n} round ({system}) written to {where}",
        "all {n} rounds ({system}) written to {where}",
        system=seating.system.title,
        where=placing.told(found.sheet),
    )
    return tell(host, found, placing, [done, seating.consequences], seating.warnings)
