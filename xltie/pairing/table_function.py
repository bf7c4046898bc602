"""``=PAIRINGS``: the next round as rows of cells."""

from __future__ import annotations

from typing import Annotated, List, Tuple

from xltie.core.cells import SheetRow
from xltie.core.records import replace
from xltie.event import EventIndex, Id, Match, Status, TeamEvent
from xltie.functions.registry import Arg, table
from xltie.pairing.catalogue import SYSTEMS, Round, system_of, wants_of
from xltie.pairing.state import BLACK, first_colour
from xltie.ranking.cells import id_cell


@table("PAIRINGS")
def pairings(
    event_index: EventIndex,
    round_number: Annotated[int, Arg("The round to pair.", min=1)],
    pairing_system: Annotated[
        str,
        Arg(
            "How to pair; if omitted, as in the settings, or as usual for the game.",
            names=("", *SYSTEMS),
        ),
    ] = "",
    seed: Annotated[str, Arg("Seed for drawing lots: any text or number.")] = "",
) -> List[SheetRow]:
    """Pairing of a round: table, the two players with colours, and their names.

    Spills a header row and one row per table, a bye last. The same seed always gives the same
    pairing. It is based on the rounds before this one and keeps the games that the round already
    has.
    """  # fmt: skip
    from xltie.pairing.systems import draw_round

    wants = wants_of(event_index, round_number)
    if seed:
        wants = replace(wants, seed=seed)
    drawn = draw_round(
        event_index, round_number, system_of(event_index.event, pairing_system), wants
    )
    return rows_of(event_index, drawn)


def rows_of(event_index: EventIndex, drawn: Round) -> List[SheetRow]:
    """Return a round as rows under a header: round, table, players, names."""
    first, second = headings(event_index)
    handicaps = any(board.handicap for board in drawn.boards)
    extra = ("Handicap",) if handicaps else ()
    rows: List[SheetRow] = [
        ("Round", "Table", first, f"{first} name", second, f"{second} name", *extra)
    ]

    def line(table: object, one: Id, other: object, name: str, handicap: int) -> SheetRow:
        stones = (handicap or "",) if handicaps else ()
        names = event_index.name_of(one), name
        return (drawn.round, table, id_cell(one), names[0], other, names[1], *stones)

    def game(table: object, one: Id, other: Id, handicap: int) -> SheetRow:
        return line(table, one, id_cell(other), event_index.name_of(other), handicap)

    games, alone = [], []
    for b in drawn.boards:
        if b.second is None:
            alone.append(line("", b.first, "BYE", "", b.handicap))
        else:
            games.append(game(b.table, b.first, b.second, b.handicap))
    for match in drawn.kept:
        number = int(match.table) if match.table.isdecimal() else match.table
        if match.b is None:
            alone.append(line("", match.a.who, _why_alone(event_index, match), "", 0))
        else:
            games.append(game(number, match.a.who, match.b.who, match.handicap))
    return [*rows, *sorted(games, key=_table_of), *sorted(alone, key=_table_of)]


def _why_alone(event_index: EventIndex, match: Match) -> str:
    """Return why somebody has no opponent in a line that was there before the pairing."""
    if match.a.status is Status.PAIRING_BYE:
        return "BYE"
    if event_index.contestant(match.a.who).has_left(match.round):
        return "withdrawn"
    return str(match.a.status.value)


def _table_of(row: SheetRow) -> int:
    return row[1] if isinstance(row[1], int) else 1 << 30


def headings(event_index: EventIndex) -> Tuple[str, str]:
    """Return what heads the two players of a game."""
    traits = event_index.event.traits
    if traits.is_session:
        return traits.first, traits.second
    if isinstance(event_index.event, TeamEvent):
        return "Team A", "Team B"
    return ("Black", "White") if first_colour(event_index) == BLACK else ("White", "Black")
