"""The one door: the sheets of anybody's workbook, or a range, as an event or as faults."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.cell_names import quote_sheet
from xltie.core.cells import Grid, Scalar, text_of
from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Event
from xltie.sheets.any_table.asked import NOTHING, asked_of
from xltie.sheets.any_table.blocks import Table, tables_in, with_sides
from xltie.sheets.any_table.cross_table import read_cross_table
from xltie.sheets.any_table.game_list import read_game_list
from xltie.sheets.any_table.home_and_away import games_of_matrix
from xltie.sheets.any_table.matrix import read_matrix
from xltie.sheets.any_table.reading import OF_THE_TABLE, Reading
from xltie.sheets.any_table.results import is_bye_word
from xltie.sheets.any_table.rounds_apart import piled
from xltie.sheets.tables import (
    Header,
    Heading,
    doubled,
    games_header,
    heading_of,
    is_bye,
    matches_header,
)

_SHAPES = (read_game_list, read_cross_table, read_matrix)
_NO_GAMES = say(
    "no games are found here: neither two columns of players with a result, nor a cross table in "
    "which opponents name each other"
)
_LIKELY = Fraction(1, 2)


def read_sheets(sheets: Mapping[str, Grid], reads: Sequence[str] = ()) -> Reading:
    """Return what the tables of all sheets say together: one event, or why there is none.

    ``reads`` settle what can be read in two ways: ``b=Black``, ``FT=Result``, ``win=3``.

    Raises:
        InputError: one of ``reads`` is not understood, or of nothing that stands here.
    """
    asked = asked_of(reads, sheets) if reads else NOTHING
    sheets = piled(sheets)
    readings = [
        (table, reading)
        for grid in sheets.values()
        for table in tables_in(grid, asked)
        for reading in [read_table(table)]
        if reading is not None
    ]
    good = [(table, reading) for table, reading in readings if reading.event is not None]
    likely = [
        (table, reading)
        for table, reading in readings
        if reading.event is None and reading.evidence > _LIKELY
    ]
    if likely and not (good and all(reading.shape != "list" for _, reading in likely)):
        return max(likely, key=lambda both: both[1].evidence * len(both[0].lines))[1]
    if good:
        one = good[0][1] if len(good) == 1 else _with_all_games(good)
        return _several([table for table, _ in good]) if one is None else _with_unread(one, likely)
    return _nothing(sheets, [reading for _, reading in readings])


def _with_unread(reading: Reading, unread: Sequence[Tuple[Table, Reading]]) -> Reading:
    """Return a reading that says which tables beside it are not read, and why the first is not."""
    notes = [
        Fault.say("this table beside the games is not read: {reason}", other.faults[0].place,
                  reason=other.faults[0].message)
        for _, other in unread if other.faults
    ]  # fmt: skip
    return replace(reading, notes=(*reading.notes, *notes))


def _with_all_games(good: Sequence[Tuple[Table, Reading]]) -> Optional[Reading]:
    """Return the reading that holds every game of all others, which are extracts of it or copies.

    Of several that do it is one that knows the rounds.
    """
    games = [_games_of(reading.understood) for _, reading in good]
    whole = [
        at for at, own in enumerate(games) if own and not any(other - own for other in games)
    ]  # fmt: skip
    if not whole:
        return None
    at = next((at for at in whole if good[at][1].understood.rounds_known), whole[0])
    table, reading = good[at]
    place = next(other.heading_place for other, _ in good if other is not table)
    said = say("the games of {cell} stand here too; they count once", cell=str(place))
    return replace(reading, notes=(*reading.notes, Fault(said, table.heading_place)))


def _games_of(event: Event) -> Counter[Tuple[Tuple[str, Fraction], ...]]:
    """Return the games of an event: who played whom, and what both got."""
    names = {one.id: one.name or str(one.id) for one in event.contestants}
    return Counter(
        tuple(sorted((names[side.who].casefold(), event.scoring.points(side))
                     for side in match.sides))
        for match in event.matches if match.b is not None
    )  # fmt: skip


def read_table(table: Table) -> Optional[Reading]:
    """Return a table as the one shape that it is."""
    if not table.lines:
        return None
    found: List[Reading] = []
    for variant in _variants(table):
        unfolded = games_of_matrix(variant)
        if unfolded is not None:
            games, note = unfolded
            reading = read_game_list(games)
            if reading is not None and reading.event is not None:
                return replace(reading, notes=(*reading.notes, note))
        for shape in _SHAPES:
            reading = shape(variant)
            if reading is not None:
                found.append(reading)
                if reading.event is not None and reading.evidence == 1:
                    return reading
        if any(reading.event is not None for reading in found):
            break
    best = max(found, key=_rank, default=None)
    if best is None or best.event is None:
        return _copied(table, best) or best
    return best


def _copied(table: Table, best: Optional[Reading]) -> Optional[Reading]:
    """Return what is wrong with a table that stands twice: that alone, not what follows of it."""
    said = [(line.texts, line.round) for line in table.lines]
    for again in range(2, len(said) // 2 + 1):
        if said[again:] == said[:-again]:
            first = table.place(table.lines[0], 0).cell
            told = say(
                "the same lines stand here again (first at {cell}): delete one of the two tables",
                cell=first,
            )
            fault = Fault(told, table.place(table.lines[again], 0), OF_THE_TABLE)
            evidence = Fraction(0) if best is None else best.evidence
            return Reading("copied", evidence, None, (fault,))
    return None


def _variants(table: Table) -> Iterator[Table]:
    """Yield a table, and what it may be where it is nothing as it stands."""
    yield table
    split = with_sides(table)
    if split is not None:
        yield split
    folded = _folded(table)
    if folded is not None:
        yield folded
    if table.heading_row < 0 and len(table.lines) > 1:
        table = _with_headings(table)
        yield table
    elif len(table.headings[0].text) > 40 and not any(table.column(len(table.headings) - 1)):
        table = _moved(table)
        yield table


def _folded(table: Table) -> Optional[Table]:
    """Return a table of two lines a player with one: the opponents above, the results below."""
    above, below = table.lines[::2], table.lines[1::2]
    both = [(one, other) for one, other in zip(above, below) if one.row + 1 == other.row]
    if 2 * len(both) < len(table.lines) or len(both) < 2:
        return None
    start = next(
        (at for at, cells in enumerate(zip(*(own.texts for own in below))) if any(cells)), 0
    )
    if start == 0 or not all(any(line.texts[:start]) for line in above):
        return None
    lines = (
        one._replace(
            texts=tuple(" ".join(filter(None, cells)) for cells in zip(one.texts, other.texts))
        )
        for one, other in both
    )
    return table._replace(lines=tuple(lines))


def _rank(reading: Reading) -> Tuple[Fraction, bool, int]:
    """Return what puts the surer reading first: a likely one with faults before an unlikely one."""
    return reading.evidence, reading.event is not None, -len(reading.faults)


def _with_headings(table: Table) -> Table:
    """Return a table whose first line is its headings, in words that are not known."""
    first, *others = table.lines
    headings = tuple(heading_of(text) for text in first.texts)
    headings = tuple(map(table.asked.heading, headings))
    return table._replace(headings=headings, lines=tuple(others), heading_row=first.row)


def _moved(table: Table) -> Table:
    """Return a table whose caption stands among its headings, as pages are copied."""
    return table._replace(headings=(*table.headings[1:], Heading("")))


def _several(tables: Sequence[Table]) -> Reading:
    first, second = (table.heading_place for table in tables[:2])
    if first.sheet == second.sheet:
        said = say("games stand here and in {cell}; keep one table of them", cell=str(first))
    else:
        said = say(
            "games stand here and in {cell}; choose one of the sheets by {option}",
            cell=str(first),
            option=f"--sheet {quote_sheet(second.sheet)}",
        )
    return Reading("several", Fraction(1), None, (Fault(said, second),))


def _nothing(sheets: Mapping[str, Grid], readings: Sequence[Reading]) -> Reading:
    """Return what was found instead of games."""
    best = max(readings, key=lambda reading: reading.evidence, default=None)
    if best is not None and best.faults:
        return best
    tables = [table for grid in sheets.values() for table in tables_in(grid)]
    if not tables:
        grid = next((sheet for sheet in sheets.values() if any(map(any, sheet.rows))), None)
        place = Place() if grid is None else grid.place(0, 0)
        said = say("there is nothing here") if grid is None else _NO_GAMES
        return Reading("nothing", Fraction(0), None, (Fault(said, place),))
    table = max(
        tables, key=lambda candidate: (len(_known(_headings_of(candidate))), len(candidate.lines))
    )
    return Reading("ranking", Fraction(0), None, (_without_games(table),))


def _without_games(table: Table) -> Fault:
    headings = _headings_of(table)
    known = _known(headings)
    if len(known) > 1 and {"place", "points", "rating", "wins"} & set(known):
        said = say(
            "this is a ranking or a list of players ({columns}); it holds no games: neither two "
            "columns of players with a result, nor a cross table",
            columns=", ".join(heading.text for heading in headings if heading.meaning),
        )
    else:
        said = _NO_GAMES if table.lines else say("no games and no players stand here")
    return Fault(said, table.heading_place)


def _headings_of(table: Table) -> Sequence[Heading]:
    """Return the headings of a table; where it has none that are known, its first line."""
    if table.heading_row >= 0 or not table.lines:
        return table.headings
    return [heading_of(text) for text in table.lines[0].texts]


def _known(headings: Sequence[Heading]) -> List[str]:
    return [heading.meaning for heading in headings if heading.meaning]


_OF_RESULTS = frozenset({"result", "winner", "points", "decider", "extra time", "not result"})


def is_ours(grid: Grid) -> bool:
    """Tell whether our own headings say all that the results of a table follow from.

    A second column that could be the result, a title that names a round, or a word in the place of
    a player that only others use make it a table of anybody's.
    """
    if matches_header(grid) is not None:
        return True
    header = games_header(grid)
    if header is None or doubled(grid, header):
        return False
    return _says_results(header) and not _has_foreign_lines(grid, header)


def _says_results(header: Header) -> bool:
    """Tell whether our columns hold the results, and no other column could."""
    columns = header.columns
    scores = sum(field.endswith("score") for field in columns)
    others = set(range(len(header.texts))) - set(columns.values())
    return ("result" in columns or scores == 2) and not any(
        heading_of(header.texts[at]).meaning in _OF_RESULTS for at in others
    )


def _has_foreign_lines(grid: Grid, header: Header) -> bool:
    columns = [header.columns[field] for field in ("black", "white", "first", "second")
               if field in header.columns]  # fmt: skip
    below = grid.rows[header.row + 1 :]
    if any(_is_foreign_bye(line[at]) for line in below for at in columns):
        return True
    if "round" in header.columns:
        return False
    return any(line.round is not None for table in tables_in(grid) for line in table.lines)


def _is_foreign_bye(cell: Scalar) -> bool:
    return isinstance(cell, str) and is_bye_word(cell) and not is_bye(text_of(cell))
