"""The records of a TRF, each once: what reads a file, writes it, and lists them in the docs.

They are read in this order, the lines of one kind in the order of the file, so that a record finds
known what it speaks of; they are written in this order too.
"""

from __future__ import annotations

from typing import Dict, Optional

from xltie.exchange.trf.adjustments import ADJUSTMENT
from xltie.exchange.trf.decisions import DECISIONS
from xltie.exchange.trf.header import HEADER
from xltie.exchange.trf.pairing_records import FOR_THE_PAIRING, SYSTEM
from xltie.exchange.trf.player_record import PLAYER
from xltie.exchange.trf.record import Record
from xltie.exchange.trf.team_lines import INFORMATIVE, ROUNDS, SCORES, TEAMS

TABLE = (
    *HEADER, *SYSTEM, *SCORES, PLAYER, *TEAMS, *FOR_THE_PAIRING, *ROUNDS, ADJUSTMENT,
    *INFORMATIVE, *DECISIONS,
)  # fmt: skip
_BY_NUMBER: Dict[str, Record] = {number: record for record in TABLE for number in record.numbers}


def record_of(line: str) -> Optional[Record]:
    """Return the record that a line is, None for one that is kept as it stands."""
    number = line[:3].upper()
    if number == "###":
        return next((record for record in DECISIONS if line.startswith(record.number)), None)
    return _BY_NUMBER.get(number)
