"""From grids to an event and its event index: what every host and the command line share."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING, Iterable, List, Mapping, Optional, Sequence, Set, Tuple, Union

from xltie.core.catalogues import in_english, language_of, translated
from xltie.core.cells import CellError, Grid, text_of
from xltie.core.errors import Fault, InputError
from xltie.core.records import replace
from xltie.event import Contestant, Event, EventIndex, Id, Match, Side, Status, ids_by_name
from xltie.event import faults as faults_of
from xltie.event.bridge import session
from xltie.event.packed import MOST_PARTS, is_event_text, unpack
from xltie.functions.coercion import ErrorCell
from xltie.games import PRESETS
from xltie.ranking import criteria_faults
from xltie.settings.declared import FORMAT
from xltie.sheets.read.beside import with_lists
from xltie.sheets.read.boards import boards_header, odd_pairs, read_boards, travellers
from xltie.sheets.read.drop_faulty_lines import drop_faulty_lines, in_order
from xltie.sheets.read.games import read_games
from xltie.sheets.read.lines import id_of, in_column
from xltie.sheets.read.open_lines import with_open_lines
from xltie.sheets.read.players import read_players
from xltie.sheets.read.ranks import with_starts
from xltie.sheets.read.team_event import read_team_tables
from xltie.sheets.settings import checked_event, couple_faults, settings_language, settings_of
from xltie.sheets.tables import (
    Header,
    english_heading,
    games_header,
    matches_header,
    players_header,
)

if TYPE_CHECKING:
    from xltie.sheets.any_table import Reading


def read_event(
    games: Grid, players: Optional[Grid] = None, settings: Optional[Event] = None
) -> Event:
    """Return the event that a games table, or the Boards table of a bridge session, describes.

    Without ``players`` the contestants are those of the games, in their order. ``settings`` gives
    all that the tables do not say (game, number of rounds, rulebook, options).

    Raises:
        InputError: every fault of both tables and of the event that they make, together.
    """
    header = boards_header(games)
    if header is not None:
        return _read_session(games, header, players, settings or Event())
    table = read_games(games)
    faults: List[Fault] = list(table.faults)
    matches = table.matches
    if players is None:
        contestants = tuple(Contestant(who) for who in _players_of(matches))
    else:
        listed = read_players(players).taking_part(_named_in(matches))
        faults.extend(listed.faults)
        if settings is not None and not settings.traits.has_decimal_ratings:
            faults.extend(listed.not_whole)
        contestants = with_starts(
            settings or Event(), listed.contestants, listed.unstarted, listed.ranks, faults
        )
        matches, shared = _by_id(matches, contestants)
        faults.extend(shared)
    contestants, late = _with_withdrawals(contestants, table.withdrawn, matches)
    faults.extend(late)
    event = replace(
        settings or (_of_counts() if table.has_discs else Event()),
        contestants=contestants,
        matches=matches,
        rounds_known=table.rounds_known,
    )

    counts, rounds = (in_column(games, at) for at in (table.counts, table.rounds))
    faults.extend(faults_of(event, counts, rounds))
    if faults:
        raise InputError(in_order(faults, games))
    return event


def _of_counts() -> Event:
    """Return an event of the game whose results are the counts of both players."""
    preset = next(preset for preset in PRESETS.values() if preset.scores)
    return Event(game=preset.game, tally_sum=preset.traits.tally_sum)


def _players_of(matches: Tuple[Match, ...]) -> Tuple[Id, ...]:
    """Return the players in the order in which the games name them."""
    seen: Set[Id] = set()
    found: List[Id] = []
    for match in matches:
        for side in match.sides:
            if side.who not in seen:
                seen.add(side.who)
                found.append(side.who)
    return tuple(found)


def _named_in(matches: Iterable[Match]) -> Set[str]:
    """Return what the games call those who play, in lower case."""
    return {side.who.casefold() for match in matches for side in match.sides}


def _read_session(games: Grid, header: Header, players: Optional[Grid], base: Event) -> Event:
    boards = read_boards(games, header)
    if players is None:
        odd = odd_pairs(boards.board_results, header)
        return session(boards.board_results, None, base, (*boards.faults, *odd))
    seated = (who for line in boards.board_results for who in (*line.ns, *line.ew))
    listed = read_players(players).taking_part({who.casefold() for who in seated})
    return session(boards.board_results, listed.contestants, base, (*boards.faults, *listed.faults))


def _by_id(
    matches: Tuple[Match, ...], contestants: Tuple[Contestant, ...]
) -> Tuple[Tuple[Match, ...], List[Fault]]:
    """Return the matches with names replaced by ids, and a fault for each name of several."""
    names = ids_by_name(contestants)
    faults: List[Fault] = []
    ids = {c.id for c in contestants if names[c.id.casefold()] == (c.id,)}

    def renamed(side: Side) -> Side:
        who, said = id_of(side.who, names)
        if said:
            faults.append(Fault(said, side.place))
        return side if who == side.who else replace(side, who=who)

    def with_ids(match: Match) -> Match:
        if match.a.who in ids and (match.b is None or match.b.who in ids):
            return match
        a, b = renamed(match.a), None if match.b is None else renamed(match.b)
        return match if a is match.a and b is match.b else replace(match, a=a, b=b)

    return tuple(map(with_ids, matches)), faults


def _with_withdrawals(
    contestants: Tuple[Contestant, ...], withdrawn: Mapping[Id, int], matches: Tuple[Match, ...]
) -> Tuple[Tuple[Contestant, ...], List[Fault]]:
    """Return the contestants with their withdrawals, and faults for those who play afterwards."""
    names = ids_by_name(contestants) if withdrawn else {}
    last = {
        who: after for text, after in withdrawn.items() for who in names.get(text.casefold(), ())
    }
    own = tuple(replace(c, withdrawn_after=last[c.id]) if c.id in last else c for c in contestants)
    left = {c.id: c.withdrawn_after for c in own if c.withdrawn_after is not None}
    faults = [
        Fault.say(
            "player {who} plays in round {round} but withdrew after round {last}",
            side.place,
            who=side.who,
            round=match.round,
            last=left[side.who],
        )
        for match in (matches if left else ())
        for side in match.sides
        if side.status is Status.PLAYED and match.round > left.get(side.who, match.round)
    ]
    return own, faults


def read_tables(
    games: Grid,
    players: Optional[Grid] = None,
    settings: Optional[Grid] = None,
    roster: Optional[Grid] = None,
) -> Event:
    """Return the event of all that is right in the tables; its ``faults`` name the rest.

    Of an event of teams the games are its matches, the players its teams, and the roster lists
    those who play for them.

    Raises:
        InputError: a table that cannot be read at all; it knows the language of the settings.
    """
    is_alone = players is None and settings is None and roster is None
    if is_alone and not is_our_form(games):
        return read_of_anybody({games.sheet: games}).understood
    event = read_ours(games, players, settings, roster)
    if is_alone and event.faults:
        return read_of_anybody({games.sheet: games}, event.faults).understood
    return event


def read_ours(
    games: Grid, players: Optional[Grid], settings: Optional[Grid], roster: Optional[Grid]
) -> Event:
    """Return the event of all that is right in tables of our form, as :func:`read_tables`."""
    placed = None if settings is None else settings.cached("placed", _placed)
    if players is None:
        players = _listed_above(games)
    try:
        return _all_that_is_right(games, players, placed, roster)
    except InputError as error:
        error.language = settings_language(placed)
        raise


def _listed_above(games: Grid) -> Optional[Grid]:
    """Return the list of players that stands above the games in one sheet, None if there is none.

    A text table has one sheet, and so has a page that somebody types by hand.
    """
    header = boards_header(games) or games_header(games)
    if header is None or not header.row:
        return None
    above = Grid(games.rows[: header.row], games.sheet, games.row, games.column)
    listed = players_header(above)
    return above if listed is not None and {"id", "name"} <= listed.columns.keys() else None


def is_our_form(games: Grid) -> bool:
    """Tell whether a table of games or boards has our headings and notation."""
    from xltie.sheets.any_table import is_ours  # only where nothing of read is beside the table

    return boards_header(games) is not None or is_ours(games)


def read_of_anybody(
    sheets: Mapping[str, Grid], faults: Tuple[Fault, ...] = (), reads: Sequence[str] = ()
) -> Reading:
    """Return what tables say that are not of our form: an event, and what was taken by custom.

    ``faults`` are what keeps them from being of our form, where that is all; ``reads`` settle
    what can be read in two ways.

    Raises:
        InputError: there is none, or not everything in it is understood.
    """
    from xltie.sheets.any_table import OF_THE_TABLE, Reading, read_sheets

    boards = travellers(sheets.values())
    if boards is not None:
        return Reading("travellers", Fraction(1), read_event(boards))
    reading = read_sheets(sheets, reads)
    if reading.event is None:
        is_whole = any(fault.code == OF_THE_TABLE for fault in reading.faults)
        is_nearer = 0 < len(reading.faults) < len(faults) and reading.evidence > Fraction(1, 2)
        raise InputError(reading.faults if is_whole or is_nearer else faults or reading.faults)
    return replace(reading, event=with_lists(reading.event, sheets))


def _all_that_is_right(
    games: Grid, players: Optional[Grid], placed: Optional[Grid], roster: Optional[Grid]
) -> Event:
    about = settings_of(placed)
    base = (placed or Grid(())).cached("event", lambda _: checked_event(about))

    def read(games: Grid, players: Optional[Grid]) -> Event:
        # Without any settings the games themselves say which game they are of.
        return read_event(games, players, base if about.places else None)

    if matches_header(games) is not None:
        event: Event = read_team_tables(games, players, placed, roster)
    else:
        event = drop_faulty_lines((games, players), read, base.faults)
        if (
            event.traits.has_ranks
            and not about.text(FORMAT)
            and any(c.start for c in event.contestants)
        ):
            event = replace(event, format="mcmahon")  # start scores say what the settings do not
    event = with_open_lines(event, games)
    listed = {fault.place for fault in event.faults}
    found = (*couple_faults(about, event), *criteria_faults(event, about.places))
    more = [fault for fault in found if fault.place not in listed]
    if more:
        event = replace(event, faults=(*event.faults, *more))
    if not event.faults:
        return event
    return replace(event, sheets=_renamed(Rounds=games, Players=roster or players, Teams=players))


_LISTS = frozenset({"Rounds", "Matches", "Boards", "Players", "Teams"})


def _renamed(**lists: Optional[Grid]) -> Tuple[Tuple[str, str], ...]:
    """Return the names of sheets that are none of ours, each with that of its list."""
    return tuple(
        (grid.sheet, name)
        for name, grid in lists.items()
        if grid is not None and grid.sheet and in_english("sheet", grid.sheet) not in _LISTS
    )


def _placed(settings: Grid) -> Grid:
    """Return the settings with the place that they have in a template, where a host hides it.

    LibreOffice hands over an argument that may be left out as mere values.
    """
    if settings.sheet or not (settings.height and settings.width):
        return settings
    first = text_of(settings.rows[0][0])
    is_ours = tuple(english_heading(text_of(cell)) for cell in settings.rows[0][:2]) == (
        "Setting", "Value",
    )  # fmt: skip
    name = translated("sheet", "Settings", language_of("heading", first) or "en")
    return Grid(settings.rows, name, 4) if is_ours else settings


def event_index_of(
    games: Grid,
    players: Optional[Grid] = None,
    settings: Optional[Grid] = None,
    roster: Optional[Grid] = None,
) -> EventIndex:
    """Return the event index of a games table, made once for the same content.

    What is faulty in the tables does not count; ``faults`` of the event say what and why.
    An event text (``packed_text``), in one cell or continued in those below it, stands for all
    tables.

    Raises:
        InputError: a table that cannot be read at all; the same one again for the same content.
        ErrorCell: the event text is an error itself.
    """
    if games.width == 1 and 0 < games.height <= MOST_PARTS:
        packed = games.cached("packed event", _packed_in)
        if packed is not None:
            return packed
    answer = games.cached(
        ("event_index", players, settings, roster),
        lambda tables: _event_index(_Same(tables), *map(_same, (players, settings, roster))),
    )
    if isinstance(answer, InputError):
        raise answer.with_traceback(None)  # raised repeatedly: tracebacks must not pile up
    return answer


def _packed_in(cells: Grid) -> Optional[EventIndex]:
    """Return the event index of the event that a few cells hold as text, None if they hold none."""
    error = next((cell for cell in cells.flat() if isinstance(cell, CellError)), None)
    if error is not None:
        raise ErrorCell(error)
    if not holds_event(cells):
        return None
    parts = (line[0] for line in cells.rows)
    return _event_index_in(tuple(part for part in parts if isinstance(part, str) and part))


def let_go(cells: Grid) -> None:
    """Drop what was found of the event in cells that are asked about no more.

    Else it stays until the collector looks through all there is: a quarter of a second.
    """
    found = cells.cached("packed event", lambda _: None)
    if found is not None:
        found.forget()


@lru_cache(maxsize=16)
def _event_index_in(parts: Tuple[str, ...]) -> EventIndex:
    return EventIndex(unpack("".join(parts)))


def holds_event(grid: Grid) -> bool:
    """Tell whether a range is the cell, or the cells below each other, that hold an event."""
    return grid.width == 1 and grid.height > 0 and is_event_text(grid.rows[0][0])


def _same(grid: Optional[Grid]) -> Optional[_Same]:
    return None if grid is None else _Same(grid)


class _Same:
    """A grid that equals every grid of the same content."""

    def __init__(self, grid: Grid) -> None:
        self.grid = grid
        self.content = (grid.content, grid.date1904)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self.content == other.content

    def __hash__(self) -> int:
        return hash(self.content)


@lru_cache(maxsize=16)
def _event_index(
    games: _Same,
    players: Optional[_Same],
    settings: Optional[_Same],
    roster: Optional[_Same] = None,
) -> Union[EventIndex, InputError]:
    """Keep the last few tables by content: 1,600 cells over one table are one reading."""
    try:
        listed, about, more = (
            table.grid if table else None for table in (players, settings, roster)
        )
        return EventIndex(read_tables(games.grid, listed, about, more))
    except InputError as error:
        return error
