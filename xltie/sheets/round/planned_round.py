"""A round as every door pairs it: the next one or the last one again, from the sheets alone."""

from __future__ import annotations

from typing import Callable, Dict, List, Mapping, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import DomainError, Fault, InputError, Place
from xltie.core.laid_cells import Position
from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.records import dataclass, replace
from xltie.event import Event, EventIndex, Match, Outcome, Side, Status, is_preliminary
from xltie.pairing import RoundOptions
from xltie.pairing.catalogue import Round, System
from xltie.pairing.state import rests
from xltie.sheets.round.lines import boards_of, games_or_matches
from xltie.sheets.round.movement import facts_of, idle_boards
from xltie.sheets.round.next_round import draw, next_round
from xltie.sheets.tables import Header
from xltie.sheets.workbook import games_sheet, read_tournament

_TYPED = (
    "black", "white", "first", "second", "result", "handicap",
    "black no", "white no", "first no", "second no",
    "black score", "white score", "first score", "second score",
    "first line-up", "second line-up",
)  # fmt: skip
"""The fields that a pairing fills, or that belong to what it filled."""


class OpenGames(InputError):
    """Earlier rounds have games without a result, which the director may let count as drawn."""


@dataclass(frozen=True)
class PlannedRound:
    """A round that is drawn and not written yet.

    ``sheets`` and ``event_index`` are without the lines that it replaces, which ``cleared`` empties
    (rows and columns from 1, on the sheet of games). ``open_games`` counted as drawn, in
    ``drawn_from``.
    """

    sheets: Mapping[str, Grid]
    event_index: EventIndex
    drawn_from: EventIndex
    drawn: Round
    wants: RoundOptions
    cleared: Mapping[Position, None]
    open_games: Tuple[Match, ...] = ()
    warnings: Tuple[Message, ...] = ()
    is_again: bool = False

    @property
    def not_in_it(self) -> Message:
        """Say who does not play in the round, nothing if everybody does."""
        if not self.drawn.resting:
            return NOTHING
        names = (f"{who} {self.event_index.name_of(who)}".strip() for who in self.drawn.resting)
        return say("Not in this round: {names}", names=joined(names))

    @property
    def by_hand(self) -> Message:
        """Say what a person has to type, nothing where somebody was paired."""
        if not self.drawn.open_tables:
            return NOTHING
        return count(
            self.drawn.open_tables,
            "type who plays in {n} line: two numbers, or two names; a bye is a name and bye",
            "type who plays in {n} lines: two numbers, or two names; a bye is a name and bye",
        )

    def refuse_empty(self) -> None:
        """Raise :class:`InputError` where there is nothing to write, or the round is over."""
        drawn, begun = self.drawn, self.event_index.begun
        if drawn.system.timetable is None and drawn.round < begun:
            raise InputError.say(
                "round {round} is over: round {begun} is paired already; nothing is written",
                round=drawn.round,
                begun=begun,
            )
        if drawn.boards or drawn.half_byes or drawn.open_tables:
            return
        if drawn.kept:
            raise InputError.say(
                "round {round} is paired already; nothing is written", round=drawn.round
            )
        raise InputError.say(
            "round {round} has no players to pair; nothing is written", round=drawn.round
        )


def plan_round(
    sheets: Mapping[str, Grid],
    event_index: EventIndex,
    system: System,
    wants: Callable[[EventIndex, int], RoundOptions],
    number: int = 0,
    *,
    again: bool = False,
    with_open_games: bool = False,
) -> PlannedRound:
    """Draw a round: a given one, the next one, or ``again`` the last one that was paired.

    Raises:
        OpenGames: earlier rounds have open games, and these are not to count as drawn.
        InputError: the round cannot be paired, or again only at the cost of results.
        DomainError: a round that the event does not have.
    """
    cleared: Dict[Position, None] = {}
    if again:
        number = number or event_index.begun
        cleared = _cleared(sheets, event_index, number)
        sheets = _blanked(sheets, cleared)
        event_index = read_tournament(sheets).event_index()
    number = number or next_round(event_index, system, lambda asked: wants(event_index, asked))
    _refuse_half_typed(sheets, event_index, number)
    own = wants(event_index, number)
    found: Tuple[Match, ...] = ()
    drawn_from = event_index
    if system.timetable is None:
        found = _open_before(event_index, number)
        if found and not with_open_games:
            raise OpenGames([_open_fault(event_index, match) for match in found])
        if found:
            drawn_from = EventIndex(_with_draws(event_index.event, number))
    drawn, warning = draw(drawn_from, number, system, own)
    if event_index.event.traits.is_session and system.timetable is not None:
        event = event_index.event
        warning = warning or idle_boards(event, facts_of(event, system))
    across = _across(event_index, drawn)
    told = (_counted(event_index, found), warning, across, _not_come(event_index))
    warnings = tuple(text for text in told if text)
    return PlannedRound(
        sheets, event_index, drawn_from, drawn, own, cleared, found, warnings, again
    )


def _across(event_index: EventIndex, drawn: Round) -> Message:
    """Return, in the first round, that divisions meet: somebody may have meant separate events."""
    if drawn.round > 1 or event_index.event.traits.is_session:
        return NOTHING
    divided = {player.id: player.division for player in event_index.event.contestants}
    couples = ({divided.get(who, "") for who in board.players} for board in drawn.boards)
    met = set().union(*(couple for couple in couples if len(couple) > 1 and "" not in couple))
    if not met:
        return NOTHING
    return say(
        "{divisions} are paired with each other and have places of their own; what is to be played "
        "apart takes a workbook each",
        divisions=joined(sorted(met)),
    )


def _not_come(event_index: EventIndex) -> Message:
    """Return who is not paired, being registered only as preliminary."""
    early = [
        contestant.known_as
        for contestant in event_index.event.contestants
        if is_preliminary(contestant)
    ]
    if not early:
        return NOTHING
    return say("not paired, registered as preliminary: {who}", who=joined(early))


# -- games that are still being played -------------------------------------------------------------


def _open_before(event_index: EventIndex, number: int) -> Tuple[Match, ...]:
    """Return the open games of earlier rounds; there are none to count in a round far ahead."""
    if number > event_index.begun + 1:
        return ()
    return tuple(
        match
        for match in event_index.event.matches
        if match.round < number and match.a.status is Status.PENDING
    )


def _open_fault(event_index: EventIndex, match: Match) -> Fault:
    return Fault.say(
        "round {round} has a game without a result: {who}",
        match.place,
        round=match.round,
        who=_title(event_index, match),
    )


def _title(event_index: EventIndex, match: Match) -> str:
    return " - ".join(event_index.name_of(side.who) or side.who for side in match.sides)


def _counted(event_index: EventIndex, found: Tuple[Match, ...]) -> Message:
    if not found:
        return NOTHING
    games = (
        say("{who} (round {round})", who=_title(event_index, match), round=match.round)
        for match in found
    )
    return say(
        "paired while games are open; these count as draws for the pairing only: {games}",
        games=joined(games),
    )


def _with_draws(event: Event, number: int) -> Event:
    """Return the event with the open games of earlier rounds drawn (FIDE C.04.2, adjourned)."""

    def ended(match: Match) -> Match:
        if match.round >= number or match.a.status is not Status.PENDING or match.b is None:
            return match
        return replace(match, a=_drawn(match.a), b=_drawn(match.b))

    return replace(event, matches=tuple(map(ended, event.matches)))


def _drawn(side: Side) -> Side:
    return replace(side, status=Status.PLAYED, outcome=Outcome.DRAW)


# -- a round that is paired again ------------------------------------------------------------------


def _cleared(
    sheets: Mapping[str, Grid], event_index: EventIndex, number: int
) -> Dict[Position, None]:
    """Return the cells of a round's games and pairing byes; absences and requested byes stay.

    Raises:
        InputError: a game of the round has a result, or it is not the last round.
        DomainError: there is no such round on the sheet of games.
    """
    located, header = _games_header(sheets)
    matches = [match for match in event_index.event.matches if match.round == number]
    if located is None or header is None or not matches:
        raise DomainError.say("there is no round that could be paired again")
    if number < event_index.begun:
        raise DomainError.say(
            "round {round} is already paired; pair it again instead", round=event_index.begun
        )
    faults = [
        Fault.say("round {round} has a result; it is not paired again", match.place, round=number)
        for match in matches
        if match.b is not None
        and (match.a.status is not Status.PENDING or _has_board(located[1], header, match))
    ]
    if faults:
        raise InputError(faults)
    found: Dict[Position, None] = {}
    for match in matches:
        if not rests(match):
            row = _row(match)
            columns = (header.columns[field] for field in _TYPED if field in header.columns)
            found.update({(row, column + 1): None for column in columns})
    return found


def _has_board(grid: Grid, header: Header, match: Match) -> bool:
    """Tell whether a match of teams has the result of a board, but not of all."""
    line = grid.rows[_row(match) - grid.row]
    return any(not is_blank(header.get(line, board)) for board in boards_of(header))


def _row(match: Match) -> int:
    """Return the row, from 1, of the line of a match."""
    assert match.place.row is not None, "the matches of a sheet stand in its rows"
    return match.place.row


def _games_header(
    sheets: Mapping[str, Grid],
) -> Tuple[Optional[Tuple[str, Grid]], Optional[Header]]:
    located = games_sheet(sheets)
    if located is None:
        return None, None
    return located, games_or_matches(located[1])


def _blanked(sheets: Mapping[str, Grid], cleared: Mapping[Position, None]) -> Dict[str, Grid]:
    """Return the sheets, that of the games with cells blank."""
    located = games_sheet(sheets)
    assert located is not None  # _cleared looked for it
    name, grid = located
    rows: List[List[Scalar]] = [list(line) for line in grid.rows]
    for row, column in cleared:
        rows[row - grid.row][column - grid.column] = None
    blanked = Grid(rows, grid.sheet, grid.row, grid.column)
    blanked.roles = grid.roles
    return {**sheets, name: blanked}


# -- lines that are being typed --------------------------------------------------------------------


def _refuse_half_typed(sheets: Mapping[str, Grid], event_index: EventIndex, number: int) -> None:
    """Refuse to pair around a player who stands alone in a line that nobody can read yet.

    Until a game of the round has a result such a line does not count. Paired around, it would count
    with the first result, and the player would be in the round twice.
    """
    located, header = _games_header(sheets)
    if located is None or header is None:
        return
    grid = located[1]
    there = {match.place for match in event_index.event.matches if match.round == number}
    faults = [
        Fault.say(
            "{who} has no opponent in round {round} yet; type one, or BYE",
            place,
            who=text_of(who),
            round=number,
        )
        for place, who in _alone_in(grid, header, number)
        if place not in there
    ]
    if faults:
        raise InputError(faults)


def _alone_in(grid: Grid, header: Header, number: int) -> List[Tuple[Place, Scalar]]:
    """Return the players of lines of a round that name one player and nothing else."""
    sides = [field for field in ("black", "first", "white", "second") if field in header.columns]
    found: List[Tuple[Place, Scalar]] = []
    for index in range(header.row + 1, grid.height):
        line = grid.rows[index]
        # A number without a name is somebody too, and the other way round.
        fields = [_first_filled(header, line, side, f"{side} no") for side in sides]
        named = list(filter(None, fields))
        results = ("result", *(f"{side} score" for side in sides), *boards_of(header))
        is_open = not _first_filled(header, line, *results)
        if len(named) == 1 and is_open and number_of(header.get(line, "round")) == number:
            place = grid.place(index, header.columns[named[0]])
            found.append((place, header.get(line, named[0])))
    return found


def _first_filled(header: Header, line: Sequence[Scalar], *fields: str) -> str:
    """Return the first of the fields that says something in a line, "" where none does."""
    return next((field for field in fields if not is_blank(header.get(line, field))), "")
