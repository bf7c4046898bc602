"""What pairing writes beside the round: lines of Journal and Why, numbers, settings, columns.

A sheet is found by its name, its columns by their headings.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Iterator, Mapping, NamedTuple, Optional, Sequence

from xltie.core.cells import Grid, Scalar, is_blank, text_of
from xltie.core.laid_cells import LaidLines
from xltie.core.messages import Message, choices, count, joined, say
from xltie.event import PAIRED_AS, Event, Id, TeamEvent, starting_ranks
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import System, system_of
from xltie.pairing.systems import table_reasons
from xltie.ranking import columns_of, label_in
from xltie.settings import Setting, Texts
from xltie.settings.declared import PAIRING, PAIRING_ACCELERATED
from xltie.sheets.forms import HEADER_ROW, standings_lines
from xltie.sheets.read import given_numbers
from xltie.sheets.round.planned_round import PlannedRound
from xltie.sheets.settings import cells_saying, event_language
from xltie.sheets.tables import english_heading, normal, own_names, players_header, sheet_of, titles
from xltie.sheets.workbook import players_sheet, teams_sheet


class Entry(NamedTuple):
    """Lines for a sheet: its name, what to type by row and column from 1, broken or not."""

    sheet: str
    cells: dict[tuple[int, int], Scalar]
    wraps: bool = True


class LogSheet(NamedTuple):
    """A sheet with headings: its name, its cells, the columns, the index of the first line."""

    name: str
    grid: Grid
    columns: dict[str, int]
    start: int

    @property
    def first_free(self) -> int:
        """The row, from 1, below the last one that says anything."""
        grid = self.grid
        said = (
            number
            for number in range(self.start, grid.height)
            if any(not is_blank(cell) for cell in grid.rows[number])
        )
        return grid.row + 1 + max(said, default=self.start - 1)


def find_log(
    sheets: Mapping[str, Grid], name: str, headings: Sequence[str], needed: Sequence[str]
) -> Optional[LogSheet]:
    """Return the sheet of an English name with its columns by the headings; None without one."""
    found = own_names(sheets).get(name)
    if found is None:
        return None
    grid = sheets[found]
    wanted = {title: heading for heading in headings for title in titles(heading)}
    for number, line in enumerate(grid.rows):
        columns = {
            wanted[title]: column
            for column, cell in enumerate(line, grid.column)
            if (title := normal(text_of(cell))) in wanted
        }
        if set(needed) <= set(columns):
            return LogSheet(found, grid, columns, number + 1)
    return None


# -- on the Settings: what was paired, when, how and with which seed -------------------------------

PAIRED_HEADINGS = ("Paired so far", "System and seed", "When, and what was asked")


def journal_entry(sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime) -> list[Entry]:
    """Return the line for a round that is written now; none in a workbook without such lines.

    They stand on the Settings under their headings, one for each round: of a round that is paired
    again the line is replaced.
    """
    log = find_log(sheets, "Settings", PAIRED_HEADINGS, PAIRED_HEADINGS)
    if log is None:
        return []
    values = _values(plan, now)
    column = log.columns[PAIRED_HEADINGS[0]] - log.grid.column
    for number in range(log.start, log.grid.height):
        label = text_of(log.grid.rows[number][column])
        if label in ("", values[0]):
            row = log.grid.row + number
            columns = (log.columns[heading] for heading in PAIRED_HEADINGS)
            return [Entry(log.name, {(row, at): value for at, value in zip(columns, values)})]
    return []


def _values(plan: PlannedRound, now: datetime) -> tuple[str, str, str]:
    language = event_language(plan.event_index.event)
    drawn = plan.drawn
    system: list[Message] = [drawn.system.title]
    if plan.wants.seed and not drawn.open_tables:
        system.append(say("seed {seed}", seed=plan.wants.seed))
    when = say(
        "{time}, {n} players",
        time=now.strftime("%Y-%m-%d %H:%M"),
        n=_players(plan) or len(plan.event_index.event.listed),
    )
    asked = [say("paired again")] if plan.is_again else []
    return (
        language.say(say("Round {round}", round=drawn.round)),
        language.say(joined(system, ", ")),
        language.say(joined((when, *asked, *_options(plan)), "; ")),
    )


def _players(plan: PlannedRound) -> int:
    return len({who for board in plan.drawn.boards for who in board.players})


def _options(plan: PlannedRound) -> Iterator[Message]:
    """Yield what a person asked for besides the system and the seed."""
    wants = plan.wants
    yield from _of_players(wants, [player.id for player in plan.event_index.event.contestants])
    if wants.forbid_same:
        yield say("never same {what}", what=choices(wants.forbid_same))
    if wants.avoid:
        yield say("avoid same {what}", what=choices(wants.avoid))
    if wants.baku:
        yield say("accelerated: Baku")
    elif wants.accelerated:
        yield count(wants.accelerated, "accelerated: {n} round", "accelerated: {n} rounds")
    if wants.first or wants.order:
        yield say("order {first}, {others}", first=wants.first or "-", others=wants.order or "-")
    if wants.repeats:
        yield say("second meetings allowed")
    if wants.again_after:
        yield count(
            wants.again_after, "second meetings after {n} round", "second meetings after {n} rounds"
        )
    if plan.open_games:
        yield from plan.warnings[:1]


def _of_players(wants: RoundOptions, listed: Sequence[Id]) -> Iterator[Message]:
    """Yield what was asked for single players: who is absent, and who must not meet."""

    def names(whom: frozenset[Id]) -> str:
        return ", ".join(who for who in listed if who in whom)

    if wants.absent:
        yield say("absent {names}", names=names(wants.absent))
    if wants.half_byes:
        yield say("half bye {names}", names=names(wants.half_byes))
    if wants.forbidden:
        pairs = sorted("-".join(sorted(couple)) for couple in wants.forbidden)
        yield say("never {pairs}", pairs=", ".join(pairs))


# -- the sheet Why: brackets, floats, colours and what decided, for every table --------------------

WHY = "Why"
_FREE = say("nothing stood against it")


def why_headings(*, is_of_teams: bool) -> tuple[str, ...]:
    """Return the headings of the sheet, in which teams meet in a match."""
    couple = ("Match", "Teams") if is_of_teams else ("Table", "Players")
    return ("Round", *couple, "Bracket", "Floats", "Colours", "Decided by")


def _rows_of(log: LogSheet, number: int) -> list[int]:
    """Return the rows of a sheet that say something of a round."""
    column = log.columns["Round"] - log.grid.column
    return [
        log.grid.row + row
        for row in range(log.start, log.grid.height)
        if text_of(log.grid.rows[row][column]) == str(number)
    ]


def why_entries(sheets: Mapping[str, Grid], plan: PlannedRound) -> list[Entry]:
    """Return the lines for a round that is written now; none in a workbook without such a sheet.

    The lines of a round that is paired again are replaced.
    """
    headings = why_headings(is_of_teams=isinstance(plan.event_index.event, TeamEvent))
    log = find_log(sheets, WHY, headings, headings[:2])
    if log is None:
        return []
    drawn = plan.drawn
    rows = _rows_of(log, drawn.round)
    language = event_language(plan.event_index.event)
    reasons: list[tuple[Scalar, ...]] = [
        (reason.table, *map(language.say, reason.parts[:-1]), language.say(reason.order or _FREE))
        for reason in table_reasons(plan.drawn_from, drawn, plan.wants)
    ]
    free = log.first_free
    rows += range(free, free + max(len(reasons) - len(rows), 0))
    cells: dict[tuple[int, int], Scalar] = {}
    for index, row in enumerate(rows):
        said: tuple[Scalar, ...] = (None,) * len(headings)
        if index < len(reasons):
            said = (drawn.round, *reasons[index])
        values = dict(zip(headings, said))
        cells.update({(row, at): values[name] or None for name, at in log.columns.items()})
    return [Entry(log.name, cells)] if cells else []


def paired_entries(sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime) -> list[Entry]:
    """Return what a round that is written now puts on other sheets: how, reasons, numbers."""
    return [
        *journal_entry(sheets, plan, now),
        *why_entries(sheets, plan),
        *number_entries(sheets),
        *paired_as_entries(sheets, plan),
    ]


def number_entries(sheets: Mapping[str, Grid]) -> list[Entry]:
    """Return the numbers to write down beside names that have none, by sheet."""
    listed = {grid.sheet: grid for grid in (players_sheet(sheets), teams_sheet(sheets)) if grid}
    numbers = ((sheet, given_numbers(grid)) for sheet, grid in listed.items())
    return [Entry(sheet, {**given}, wraps=False) for sheet, given in numbers if given]


def paired_as_entries(sheets: Mapping[str, Grid], plan: PlannedRound) -> list[Entry]:
    """Return the pairing numbers that change with a round, where the players have that column."""
    grid = players_sheet(sheets)
    header = None if grid is None else players_header(grid)
    if grid is None or header is None:
        return []
    titles = [english_heading(title) for title in header.texts]
    if PAIRED_AS not in titles:
        return []
    column, numbers = titles.index(PAIRED_AS), starting_ranks(plan.event_index.event)
    given = {row: str(number) for (row, _), number in given_numbers(grid).items()}
    cells: dict[tuple[int, int], Scalar] = {}
    for index in grid.below(header.row):
        line, row = grid.rows[index], grid.row + index
        who = " ".join(text_of(header.get(line, "id")).split()) or given.get(row, "")
        number = numbers.get(who or header.name(line))
        if number is not None and text_of(line[column]) != str(number):
            cells[row, grid.column + column] = number
    return [Entry(grid.sheet, cells, wraps=False)] if cells else []


class KeptSettings(NamedTuple):
    """What was named for a round and holds from now on: the settings' texts, and their cells."""

    said: Texts
    entries: list[Entry]


def kept_settings(
    sheets: Mapping[str, Grid],
    event: Event,
    system: System,
    said: Mapping[Setting[Any], str] = {},
    *,
    always: bool = False,
) -> KeptSettings:
    """Return the system and the acceleration that were named; not where they are the event's own.

    A system that the event would take by itself is written too, if ``always``. Nothing is kept
    where no sheet of settings has a line for it.
    """
    found: Texts = {}
    if system.name != (event.settings.text(PAIRING) if always else system_of(event).name):
        found[PAIRING] = system.name
    faster = said.get(PAIRING_ACCELERATED, "")
    if faster and PAIRING_ACCELERATED.value(faster) != event.settings[PAIRING_ACCELERATED]:
        found[PAIRING_ACCELERATED] = faster
    grid = sheet_of(sheets, "Settings")
    cells = cells_saying(grid, {setting.key: text for setting, text in found.items()})
    if grid is None or not cells:
        return KeptSettings({}, [])
    kept = {setting: text for setting, text in found.items() if text in cells.values()}
    return KeptSettings(kept, [Entry(grid.sheet, cells, wraps=False)])


_SPARE = 8
"""Lines more than there are players."""


def standings_anew(
    sheets: Mapping[str, Grid], event: Event, *, always: bool = False
) -> Optional[LaidLines]:
    """Return the Standings with the columns that the event goes by, and lines for all its players.

    Where they are as they should be, unless ``always``, only the printed range is another: lines
    of nobody would be a page of headings. None where there are no standings of our form.
    """
    grid = sheet_of(sheets, "Standings")
    if grid is None or grid.height < HEADER_ROW:
        return None
    headings = [label_in(text_of(cell)) for cell in grid.rows[HEADER_ROW - 1]]
    english = list(map(english_heading, headings))
    if "Decided by" not in english or english[:3] != ["Place", "Name", "No"]:
        return None
    last = english.index("Decided by")
    there = grid.height - HEADER_ROW
    players = len(event.contestants)
    if not always and headings[3:last] == columns_of(event) and players <= there:
        return LaidLines(grid.sheet, {}, 0, printed=(HEADER_ROW + (players or there), last + 1))
    lines = max(there, players + _SPARE)
    return standings_lines(event, grid.sheet, lines, last + 1)
