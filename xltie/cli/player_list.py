"""A list of players in a file of anybody's, for a new event."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console
from xltie.core.cells import Grid, is_blank, text_of
from xltie.core.errors import Fault, InputError, Place, WrongCall
from xltie.core.files import faults_in, in_file, read_bytes
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.core.records import replace
from xltie.event import (
    Contestant,
    Event,
    TeamEvent,
    column_of,
    contestant_faults,
    namesakes,
    titles_in_names,
)
from xltie.games import Preset

if TYPE_CHECKING:
    from xltie.sheets.tables import Header

_PARTNER = tuple(
    "player partner name spieler joueur nom jugador nombre giocatore nome jogador speler naam "
    "spelare namn spiller navn zawodnik gracz игрок имя 선수 이름 选手 姓名 選手 氏名".split()
)
"""What the columns of the two players of a pair are called, with 1 and 2 behind it."""
_SECOND = ("partner", "partenaire", "партнер", "напарник", "파트너", "짝")
"""What the column of the second one is called beside that of a name."""
_TITLES = frozenset(map(normal, (
    "names players pair pairs team teams paar paare mannschaft mannschaften teilnehmer "
    "paires équipe équipes joueurs pareja parejas equipo equipos jugadores coppia coppie squadra "
    "squadre drużyna drużyny zawodnicy ploeg ploegen paren пара пары команда команды участники "
    "игроки 팀 팀명 페어 선수명 선수명단 명단 队 队名 チーム"
).split()))  # fmt: skip
"""What stands above a list that is one column of names."""
_NO_NAMES = say(
    "no heading says which column holds the names; call that column Name (others Rating, Club ...)"
)


def game_of(name: str) -> str:
    """Return the game of the event in a file, "" where it is a list of players alone."""
    from xltie.api.opening import read_file, read_tables
    from xltie.sheets.settings import settings_of
    from xltie.sheets.workbook import settings_sheet

    data = read_bytes(Path(name))
    with faults_in(name):
        sheets = read_tables(name, data)
        if sheets is None:
            return read_file(name, data).event.game
    settings = settings_sheet(sheets)
    return "" if settings is None else settings_of(settings).event().game


def read_list(name: str, game: Preset, notes: list[Fault]) -> tuple[Contestant, ...]:
    """Return the players of a table, a workbook or an event, numbered where it gives no numbers.

    ``notes`` takes what a person should know: columns that are not used, ranks not understood.

    Raises:
        XltieError: a file that cannot be read, or a table whose columns have no names.
    """
    from xltie.api.opening import read_file, read_tables

    data = read_bytes(Path(name))
    with faults_in(name):
        sheets = read_tables(name, data)
        if sheets is None:
            return _of_event(read_file(name, data).event, game, notes)
    return _of_list(_with_title(_list_grid(sheets)), name, game, notes)


def _odd_entries(players: Sequence[Contestant], game: Preset) -> Iterator[Fault]:
    yield from namesakes(players)
    if game.traits.rating_system == "fide":
        yield from titles_in_names(players)


def _of_list(grid: Grid, name: str, game: Preset, notes: list[Fault]) -> tuple[Contestant, ...]:
    """Return the players of a table in a file."""
    from xltie.sheets.read import nobody_in, not_ranks, read_players
    from xltie.sheets.tables import players_header
    from xltie.workbooks.from_event import with_columns

    grid = _with_partners(grid) if game.traits.is_session else grid
    header = players_header(grid)
    found, nobody = read_players(grid), nobody_in(grid)
    listed = [who for who in found.contestants if who.place.row not in nobody.rows]
    players = _as_listed(listed, header, game)
    wrong = found.faults if game.traits.has_decimal_ratings else (*found.faults, *found.not_whole)
    faults = [fault for fault in wrong if fault.place.row not in nobody.rows]
    faults.extend(contestant_faults(players))
    _refuse(_why_no_list(grid, header, bool([*players, *faults])) or faults, name)
    unused = _unused_columns(grid, header, with_columns(game, players))
    unranked = not_ranks(players, found.ranks) if game.traits.has_ranks else ()
    odd = (*unused, *_odd_entries(players, game), *nobody.notes, *unranked)
    notes.extend(in_file(fault, name) for fault in odd)
    return players


def _refuse(faults: Sequence[Fault], name: str) -> None:
    if faults:
        raise InputError(in_file(fault, name) for fault in faults)


def _as_listed(
    listed: Sequence[Contestant], header: Header | None, game: Preset
) -> tuple[Contestant, ...]:
    """Return the players of a table: those with names if there are any, numbered as it has them."""
    players = [player for player in listed if player.name] or listed
    if not game.traits.has_ranks:
        players = [replace(player, grade="") for player in players]
    if header is not None and "id" in header.columns:
        return tuple(players)
    return tuple(
        replace(player, id=str(number), name=player.known_as)
        for number, player in enumerate(players, 1)
    )


def _why_no_list(grid: Grid, header: Header | None, has_lines: bool) -> list[Fault]:
    """Return why a table is no list of players at all."""
    if header is None and grid.width > 1:
        return [Fault(_NO_NAMES)]
    if header is not None and _lacks_names(grid, header):
        return [Fault(_NO_NAMES, grid.place(header.row, 0))]
    return [] if has_lines else [Fault.say("there are no players in this file")]


def _of_event(event: Event | TeamEvent, game: Preset, notes: list[Fault]) -> tuple[Contestant, ...]:
    """Return the players of an event of any file as those of another one."""
    listed = event.contestants
    if isinstance(event, TeamEvent):
        teams = {team.id: team.known_as for team in event.contestants}
        listed = tuple(
            replace(player, team=teams.get(player.team, player.team))
            for player in event.players.contestants
        )
    players = tuple(_anew(player, player.id, game) for player in listed)
    notes.extend(namesakes(players))
    return players


def _anew(player: Contestant, number: str, game: Preset) -> Contestant:
    """Return a player of an event as one of another: who it is, without what happened there."""
    from xltie.games.common import OF_A_REPORT, OF_PEOPLE

    columns = {column.heading for column in (*OF_PEOPLE, *OF_A_REPORT, *game.besides)}
    return replace(
        player, id=number, name=player.known_as, start=Fraction(0), division="",
        withdrawn_after=None, manual_order=None,
        more=tuple(pair for pair in player.more if pair[0] in columns),
    )  # fmt: skip


def best_of(
    name: str, number: int, game: Preset, notes: list[Fault], console: Console
) -> tuple[Contestant, ...]:
    """Return the best of an event, or of each of its groups, as the field of another stage.

    They are numbered in this order: who is first, of the first group and then of the others, who is
    second, and so on. ``notes`` takes places that are shared where the line is drawn.

    Raises:
        XltieError: the event cannot be read, or has faults, so that its places are not sure.
    """
    from xltie import api
    from xltie.cli.opening import open_event

    if not name:
        raise WrongCall.say("name the event that the best are taken from: --from EVENT")
    found = api.standings(open_event(name, console))
    taken: list[tuple[int, Contestant]] = []
    for _, group in groupby(found.lines, key=lambda line: found.division(line.who)):
        lines = list(group)
        players = [found.event_index.contestant(line.who) for line in lines]
        taken += enumerate(players[:number])
        if len(lines) > number and lines[number - 1].place == lines[number].place:
            said = say(
                "{one} and {other} share place {place}: {one} is taken", place=lines[number].place,
                one=players[number - 1].name, other=players[number].name,
            )  # fmt: skip
            notes.append(Fault(said, Place(file=name)))
    return tuple(
        _anew(player, str(at), game)
        for at, (_, player) in enumerate(sorted(taken, key=itemgetter(0)), 1)
    )


def _with_title(grid: Grid) -> Grid:
    """Return a list of one column below a title such as Teams with the title that is read."""
    at = next((row for row in grid.below(-1) if not is_blank(grid.rows[row][0])), None)
    if grid.width != 1 or at is None or normal(text_of(grid.rows[at][0])) not in _TITLES:
        return grid
    rows = [list(row) for row in grid.rows]
    rows[at][0] = "Name"
    return Grid(rows, grid.sheet, grid.row, grid.column)


def _with_partners(grid: Grid) -> Grid:
    """Return a list of pairs with the names of both partners in one column, where it has two."""
    from xltie.sheets.tables import players_header

    header = players_header(grid)
    named = None if header is None or "first" in header.columns else header.columns.get("name")
    for at, line in enumerate(grid.rows):
        is_header = header is not None and at == header.row
        both = _partners_in([text_of(cell) for cell in line], named if is_header else None)
        if both:
            return _joined(grid, at, *both)
    return grid


def _partners_in(titles: Sequence[str], named: int | None) -> tuple[int, int] | None:
    """Return the columns of both partners in a line; ``named`` is that of the names, if known."""
    columns = {normal(title): column for column, title in enumerate(titles)}
    found = [
        (columns.get(normal(f"{word}1")), columns.get(normal(f"{word}2"))) for word in _PARTNER
    ]
    found += [(named, columns.get(normal(word))) for word in _SECOND]
    return next(((one, two) for one, two in found if one is not None and two is not None), None)


def _joined(grid: Grid, at: int, one: int, two: int) -> Grid:
    """Return a list with the names of two columns, below their titles in a line, in the first."""
    rows = [list(row) for row in grid.rows]
    for row in rows[at + 1 :]:
        names = filter(None, (" ".join(text_of(row[side]).split()) for side in (one, two)))
        row[one], row[two] = " & ".join(names), None
    rows[at][one], rows[at][two] = "Name", None
    return Grid(rows, grid.sheet, grid.row, grid.column)


def _lacks_names(grid: Grid, header: Header) -> bool:
    """Tell whether nobody has a name, though a column that is not understood holds words."""
    if {"name", "surname"} & header.columns.keys():
        return False
    at = header.columns["id"]
    lines = [grid.rows[row] for row in grid.below(header.row) if not is_blank(grid.rows[row][at])]
    others = set(range(grid.width)) - set(header.columns.values())
    return all(text_of(line[at]).isdecimal() for line in lines) and any(
        all(any(map(str.isalpha, text_of(line[column]))) for line in lines) for column in others
    )


def _unused_columns(grid: Grid, header: Header | None, game: Preset) -> list[Fault]:
    """Return a note for every column that is not read, as it is a second one or an unknown one."""
    from xltie.sheets.tables import Header, second_columns

    titles = header or Header(0, {}, ())
    found = second_columns(grid)[1]
    for column in sorted(set(range(len(titles.texts))) - _used_columns(titles, game)):
        title, at = titles.texts[column], grid.place(titles.row, column)
        if title:
            found.append(Fault.say("column {title!r} is not used", at, title=title))
        elif any(text_of(grid.rows[row][column]) for row in grid.below(titles.row)):
            found.append(Fault.say("this column has no heading, and is not used", at))
    return found


def _used_columns(header: Header, game: Preset) -> set[int]:
    """Return the columns of a list that are read, or said to be a second one."""
    from xltie.games.common import OF_PEOPLE
    from xltie.sheets.tables import english_heading

    used = {column.heading.casefold() for column in (*game.players, *OF_PEOPLE, *game.besides)}
    found = {at for at, title in enumerate(header.texts)
             if english_heading(title).casefold() in used or column_of(title)}  # fmt: skip
    found.update(duplicate.column for duplicate in header.seconds)
    fields = header.columns.keys() - (set() if game.traits.has_ranks else {"grade"})
    return found.union(map(header.columns.__getitem__, fields))


def _list_grid(sheets: Mapping[str, Grid]) -> Grid:
    """Return the sheet or the table that holds the players."""
    from xltie.sheets.tables import players_header
    from xltie.sheets.workbook import players_sheet

    lists = (grid for grid in sheets.values() if players_header(grid) is not None)
    return players_sheet(sheets) or next(lists, None) or next(iter(sheets.values()), Grid([]))
