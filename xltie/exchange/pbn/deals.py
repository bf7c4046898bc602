"""The cards of a PBN file: the tag Deal, and the tricks of its OptimumResultTable (section 5.9)."""

from __future__ import annotations

from typing import Dict, List, Tuple

from xltie.core.cells import number_of
from xltie.event import Deal, HandRecord
from xltie.event.bridge import SEATS
from xltie.exchange.common.bridge_session import hand_record
from xltie.exchange.common.notes import Notes
from xltie.exchange.pbn.tags import Game, decoded, read_games, rows_of

OPTIMUM = "OptimumResultTable"
_UNKNOWN = "-"


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
        hands_said = ["" if hand == _UNKNOWN else hand for hand in said.split()]
        if board_of(game) and hands_said:
            place = notes.place(game.lines["Deal"], 1)
            seat = first.strip().upper()
            for record in hand_record(0, board_of(game), seat, hands_said, notes, place):
                found.setdefault(record.deal, record._replace(makes=_makes(game, notes)))
    return tuple(found.values())


def _makes(game: Game, notes: Notes) -> Tuple[Tuple[str, str, int], ...]:
    table = game.tables.get(OPTIMUM)
    if table is None or not {"Declarer", "Denomination", "Result"} <= set(table.columns):
        return ()
    return tuple(
        (row["Declarer"], row["Denomination"], int(row["Result"]))
        for _, row in rows_of(table, notes)
        if row["Declarer"] in tuple(SEATS) and row["Result"].isdecimal()
    )


def deal_tags(record: HandRecord) -> List[str]:
    """Return the lines that hold the cards of a board."""
    cards = " ".join(hand or _UNKNOWN for hand in record.hands)
    lines = [f'[Deal "N:{cards}"]']
    if record.makes:
        lines.append(f'[{OPTIMUM} "Declarer;Denomination\\2R;Result\\2R"]')
        lines += [f"{seat} {suit:>2} {tricks:>2}" for seat, suit, tricks in record.makes]
    return lines
