"""The cards of a PBN file: the tag Deal, and the tricks of its OptimumResultTable (section 5.9)."""

from __future__ import annotations

from typing import Dict, List, Tuple

from xltie.core.cells import number_of
from xltie.event import Deal, HandRecord
from xltie.event.bridge import SEATS
from xltie.exchange.common.bridge_session import hand_record
from xltie.exchange.common.notes import Notes
from xltie.exchange.pbn.tags import Game, decoded, read_games, rows_of
from xltie.exchange.pbn.writer import OPTIMUM, UNKNOWN


def hands(data: bytes, name: str) -> Tuple[HandRecord, ...]:
    """Return the cards of every board in a file, as those of a dealing machine have them.

    Raises:
        InputError: a tag or a hand that is none.
    """
    notes = Notes(name)
    found = hand_records(read_games(decoded(data), notes), notes)
    notes.refuse()
    return found


def board_of(game: Game) -> int:
    """Return the number of the board of a game, 0 without one."""
    number = number_of(game.tags.get("Board", "")) or 0
    return int(number) if number >= 1 and number == int(number) else 0


def hand_records(games: List[Game], notes: Notes) -> Tuple[HandRecord, ...]:
    """Return the cards of the boards of a session, each board once."""
    found: Dict[Deal, HandRecord] = {}
    for game in games:
        first, _, said = game.tags.get("Deal", "").partition(":")
        hands_said = ["" if hand == UNKNOWN else hand for hand in said.split()]
        if board_of(game) and hands_said:
            place = notes.place(game.lines["Deal"], 1)
            seat = first.strip().upper()
            for record in hand_record(0, board_of(game), seat, hands_said, notes, place):
                found.setdefault(record.deal, record._replace(makes=_makes(game, notes)))
    return tuple(found.values())


def _makes(game: Game, notes: Notes) -> Tuple[Tuple[str, str, int], ...]:
    if OPTIMUM not in game.tables:
        return ()
    rows = [row for _, row in rows_of(game.tables[OPTIMUM], notes)]
    return tuple(
        (row["Declarer"], row["Denomination"], int(row["Result"]))
        for row in rows
        if row.get("Declarer") in tuple(SEATS) and row.get("Result", "").isdecimal()
    )
