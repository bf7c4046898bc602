"""A whole workbook as an event: which sheets hold what, and what decides the places."""

from __future__ import annotations

import re
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.catalogues import spellings
from xltie.core.cells import Grid, column_name, text_of
from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Event, column_of, oddities
from xltie.ranking import Tournament, criteria_of
from xltie.rules.common.rulebooks import fide_edition
from xltie.settings.declared import CRITERIA, EVENT, RULEBOOK
from xltie.sheets.forms import EVENT_NAME_FORMULA
from xltie.sheets.formulas import Formulas, packing_overwritten
from xltie.sheets.read import (
    boards_header,
    corrected,
    is_our_form,
    read_of_anybody,
    read_ours,
)
from xltie.sheets.settings import SettingsSheet, settings_language, settings_of
from xltie.sheets.tables import (
    Header,
    games_header,
    matches_header,
    normal,
    players_header,
    second_columns,
    sides_of,
)

_OURS = re.compile(
    r"(?:IF(?:ERROR)?\((?:.*,)?)?(?:STARTSCORE|MATCHSCORE|BRIGHTWELL)\([^()]*\)(?:,(?:0|\"\"))?\)?"
)
"""What a template computes there: the commands compute it again where it is blank."""
_NO_VALUE = say("the formula has no value yet; xltie recompute computes it")


def uncomputed_formulas(
    sheets: Mapping[str, Grid], formulas: Mapping[str, Formulas]
) -> List[Fault]:
    """Return the faults of formulas without a value among settings, players and games."""
    settings, players, located = settings_sheet(sheets), players_sheet(sheets), games_sheet(sheets)
    read: List[Tuple[Grid, Callable[[Place], bool]]] = []
    if settings is not None:
        found = settings_of(settings)
        places = {*found.places.values()} - {found.place(EVENT)}  # nothing rests on its name
        read.append((settings, places.__contains__))
    if players is not None:
        read.append((players, _in_table(players_header(players))))
    if located is not None and boards_header(located[1]) is None:
        read.append((located[1], _in_table(games_header(located[1]))))
    return [
        Fault(_NO_VALUE, place)
        for grid, is_read in read
        for (row, column), text in sorted(formulas.get(grid.sheet, {}).items())
        if grid.rows[row - 1][column - 1] is None and not _OURS.fullmatch(text or "")
        for place in (grid.place(row - 1, column - 1),)
        if is_read(place)
    ]


def _in_table(header: Optional[Header]) -> Callable[[Place], bool]:
    """Return what tells whether a place is in a column of a table that is read."""
    if header is None:
        return lambda place: False
    columns = set(header.columns.values())
    for side in sides_of(header) if "round" in header.columns else ():
        if f"{side} no" in header.columns:
            columns.discard(header.columns[side])  # the number says who it is
    top = header.row
    return lambda place: (place.row or 0) - 1 > top and (place.column or 0) - 1 in columns


def _called(*names: str) -> Tuple[str, ...]:
    """Return names of a sheet, those of our workbooks in all languages first."""
    own = (spelling for name in names for spelling in spellings("sheet", name.capitalize()))
    return tuple(dict.fromkeys(normal(name) for name in (*own, *names)))


_GAMES = _called(
    "boards", "matches", "rounds", "games", "results", "pairings", "라운드", "대국", "경기", "결과",
)  # fmt: skip
_TEAMS = _called("teams", "team", "팀")
_PLAYERS = _called("players", "participants", "player", "선수", "선수명단", "참가자")
_SETTINGS = _called("settings", "event", "setup", "설정", "대회")


def read_tournament(
    sheets: Mapping[str, Grid],
    ranks: Optional[Mapping[str, str]] = None,
    formulas: Optional[Mapping[str, Formulas]] = None,
) -> Tournament:
    """Return the tournament that the sheets of a workbook describe.

    ``ranks`` replaces the ranks of players of Go, given by id or name; ``formulas`` are those of
    every sheet, as :func:`provisional_tournament` takes them.

    Raises:
        InputError: no sheet holds games, or what all the sheets hold wrongly, together.
    """
    tournament = provisional_tournament(sheets, ranks, formulas)
    if tournament.event.faults:
        raise InputError(tournament.event.faults)
    return tournament


def settings_sheet(sheets: Mapping[str, Grid]) -> Optional[Grid]:
    """Return the sheet of settings of a workbook, None where there is none."""
    return _sheet(sheets, _SETTINGS, "allsettings")


def language_in(sheets: Mapping[str, Grid]) -> str:
    """Return the code of the language that the Settings of a workbook are in, "" without any."""
    settings = settings_sheet(sheets)
    return "" if settings is None else settings_language(settings)


def provisional_tournament(
    sheets: Mapping[str, Grid],
    ranks: Optional[Mapping[str, str]] = None,
    formulas: Optional[Mapping[str, Formulas]] = None,
    reads: Sequence[str] = (),
) -> Tournament:
    """Return the tournament of all that is right in a workbook; its event names the faults.

    ``reads`` settle what can be read in two ways in a table of somebody's own (``b=Black``).

    With ``formulas``, those of every sheet, it is seen where the one that packs the event is
    missing: the sheets show no standings then, and so there are none.

    Raises:
        InputError: no sheet holds games, a table that cannot be read, or that formula is missing.
    """
    found = settings_sheet(sheets)
    settings = settings_of(found)
    missing = packing_overwritten(formulas or {}, sheets)
    if missing:
        raise InputError(line.fault for line in missing)
    located = games_sheet(sheets)
    if reads or (found is None and not ranks and _is_anybodys(located, sheets)):
        return _of_anybody(sheets, reads=reads)
    if located is None:
        raise InputError.say(
            "no sheet holds games: none is called Rounds, and none has the headers Round, "
            "Black and White (or Player 1 and Player 2)"
        )
    players, roster = players_sheet(sheets), None
    if matches_header(located[1]) is not None:
        players, roster = teams_sheet(sheets), players
    if ranks:
        if players is None:
            raise InputError.say("no sheet holds the players whose ranks are given")
        players = corrected(players, ranks)
    event = read_ours(_as_seen(located[1], "allgames"), players, found, roster)
    if event.faults and found is None and players is None:
        return _of_anybody(sheets, event.faults)  # nothing proves what is left of it
    place = settings.place(CRITERIA) if settings.text(CRITERIA) else Place()
    odd = (*oddities(event), *_of_another_day(event, settings), *second_columns(players)[1])
    odd = (*odd, *_not_seen(sheets))
    if not event.name:
        name, unknown = _name_by_formula(settings, players, formulas or {})
        event, odd = replace(event, name=name), (*odd, *unknown)
    return Tournament(event, criteria_of(event), place, odd, sheets)


def _name_by_formula(
    settings: SettingsSheet, listed: Optional[Grid], formulas: Mapping[str, Formulas]
) -> Tuple[str, Tuple[Fault, ...]]:
    """Return the event's name where its formula has no value; a fault where it cannot be known.

    The formula of a template repeats what is typed above the list of those who play.
    """

    def formula_at(place: Place) -> Optional[str]:
        return formulas.get(place.sheet, {}).get((place.row or 0, place.column or 0), "")

    name, place = "", settings.place(EVENT)
    if formula_at(place) == EVENT_NAME_FORMULA and listed is not None:
        name, place = text_of(listed.rows[0][0]), listed.place(0, 0)
    is_known = name or formula_at(place) == ""
    return name, () if is_known else (Fault(_NO_VALUE, place),)


def only_sheet(sheets: Mapping[str, Grid], name: str) -> Mapping[str, Grid]:
    """Return one sheet of games with what is about them: players, teams, settings.

    Where it is one of several that hold a round each, they are kept together.

    Raises:
        InputError: there is no such sheet.
    """
    from xltie.sheets.any_table import sheets_beside  # only where one of several is meant

    if name not in sheets:
        raise InputError.say("there is no sheet {sheet}", sheet=name)
    found = (find(sheets) for find in (players_sheet, teams_sheet, settings_sheet))
    about = {grid.sheet for grid in found if grid is not None}
    kept = sheets_beside(sheets, name)
    return {name: grid for name, grid in sheets.items() if name in kept or name in about}


def _is_anybodys(located: Optional[Tuple[str, Grid]], sheets: Mapping[str, Grid]) -> bool:
    """Tell whether the games are in a table of somebody's own, and nothing of ours is beside it.

    Several sheets of games, none of which is called as ours are, hold a round each.
    """
    if _sheet(sheets, _GAMES, "allgames", _has_games) is None and (
        sum(_has_games(grid) for grid in sheets.values()) > 1
    ):
        return True
    if located is None or players_sheet(sheets) is None:
        return located is None or not is_our_form(located[1])
    return False


def _of_anybody(
    sheets: Mapping[str, Grid], faults: Tuple[Fault, ...] = (), reads: Sequence[str] = ()
) -> Tournament:
    """Return the tournament in tables that are not of our form.

    ``faults`` are what keeps them from being of it, where that is all.

    Raises:
        InputError: there is none, or not everything in it is understood.
    """
    reading = read_of_anybody(sheets, faults, reads)
    event = reading.understood
    warnings = (*reading.notes, *oddities(event))
    return Tournament(
        event, criteria_of(event), Place(), warnings, sheets,
        is_anybodys=True, printed=reading.printed, taken=reading.taken,
    )  # fmt: skip


def _of_another_day(event: Event, sheet: SettingsSheet) -> Tuple[Fault, ...]:
    """Warn if a chess event names an edition of FIDE's rules not in force on its first day."""
    if (
        not event.traits.has_dated_editions
        or not event.start_date
        or not event.rulebook.startswith("fide")
    ):
        return ()
    usual = fide_edition(event.start_date)
    if event.rulebook == usual:
        return ()
    said = say(
        "the rulebook is {book}, but on {date} {usual} is in force",
        book=event.rulebook,
        date=event.start_date,
        usual=usual,
    )
    return (Fault(said, sheet.place(RULEBOOK)),)


def _sheet(
    sheets: Mapping[str, Grid],
    names: Tuple[str, ...],
    role: str,
    fits: Callable[[Grid], bool] = lambda grid: True,
) -> Optional[Grid]:
    named = next((grid for grid in sheets.values() if role in grid.roles and fits(grid)), None)
    if named is not None:
        return named
    by_name: Dict[str, Grid] = {normal(name): grid for name, grid in sheets.items()}
    found = (by_name[name] for name in names if name in by_name)
    return next((grid for grid in found if fits(grid)), None)


def players_sheet(sheets: Mapping[str, Grid]) -> Optional[Grid]:
    """Return the sheet of the players: by the name of its cells, else by its own."""
    is_of_teams = any("allroster" in grid.roles for grid in sheets.values())
    return _list(sheets, _PLAYERS, "allroster" if is_of_teams else "allplayers")


def teams_sheet(sheets: Mapping[str, Grid]) -> Optional[Grid]:
    """Return the sheet of the teams of a workbook whose games are matches, None in any other."""
    located = games_sheet(sheets)
    if located is None or matches_header(located[1]) is None:
        return None
    return _list(sheets, _TEAMS, "allplayers")


def _list(sheets: Mapping[str, Grid], names: Tuple[str, ...], role: str) -> Optional[Grid]:
    found = _sheet(sheets, names, role)
    return None if found is None else _as_seen(found, role)


_NEEDED = frozenset("name surname first rating grade start manual withdrawn team".split())
"""What a list says that values in the sheets rest on."""


def _as_seen(grid: Grid, role: str) -> Grid:
    """Return a table as the formulas of its workbook see it, which read as far as a name reaches.

    What stands behind, and says nothing that they would need, is read by commands alone.
    """
    return grid.cached(("as seen", role), lambda _: grid.without(_behind(grid, role)))


def _behind(grid: Grid, role: str) -> List[int]:
    """Return the columns behind a table, from 0, without which its formulas see another event."""
    last = grid.roles.get(role, 0) - grid.column + 1
    header = games_header(grid) if role == "allgames" else players_header(grid)
    if header is None or last <= 0:
        return []
    fields = [*header.columns.items(), *((twice.field, twice.column) for twice in header.seconds)]
    needed = {at for field, at in fields if field in _NEEDED or role == "allgames"}
    return [at for at in range(last, grid.width) if at in needed or column_of(header.texts[at])]


def _not_seen(sheets: Mapping[str, Grid]) -> Iterator[Fault]:
    """Yield the columns behind a table that its formulas would need, and that are not read."""
    for grid in sheets.values():
        for role in grid.roles.keys() & {"allplayers", "allroster", "allgames"}:
            header = games_header(grid) if role == "allgames" else players_header(grid)
            for at in _behind(grid, role):
                assert header is not None  # of which the columns are
                said = say(
                    "column {title!r} is not read: the table that the formulas read ends with "
                    "column {last}; move it back into it",
                    title=header.texts[at], last=column_name(grid.roles[role]),
                )  # fmt: skip
                yield Fault(said, grid.place(header.row, at))


def _has_games(grid: Grid) -> bool:
    return any(header(grid) is not None for header in (boards_header, matches_header, games_header))


def games_sheet(sheets: Mapping[str, Grid]) -> Optional[Tuple[str, Grid]]:
    """Return the sheet that holds the games and its name: by its name, else by its headers."""
    chosen = _sheet(sheets, _GAMES, "allgames", _has_games)
    for name, grid in sheets.items():
        if grid is chosen or (chosen is None and _has_games(grid)):
            return name, grid
    return None
