"""FIDE's tournament report file, TRF16 and TRF26: read with tolerance, written without loss.

Columns are fixed (C.04 Annex 2). Files come in UTF-8 or in the code page of Windows, with CR, LF or
CRLF; what has no meaning here is kept line by line in ``Event.records``.
"""

from __future__ import annotations

import re
from typing import Dict, Tuple

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.event import Event, Id
from xltie.exchange.common.notes import games_that_do_not_count
from xltie.exchange.registry import Format
from xltie.exchange.trf.for_fide import missing_for_fide, without_birth_dates
from xltie.exchange.trf.pairing_records import VIRTUAL_POINTS
from xltie.exchange.trf.player_record import PLAYER
from xltie.exchange.trf.reader import TABLE, read
from xltie.exchange.trf.team_lines import TEAMS, holds_teams
from xltie.exchange.trf.writer import write


def looks_like(data: bytes) -> bool:
    """Tell whether a file holds player or event records of a TRF."""
    return re.search(rb"(?:^|[\r\n]|\xef\xbb\xbf)(?:001 |012 )", data) is not None


def declared_ranks(event: Event, name: str) -> Dict[Id, Tuple[int, Place]]:
    """Return the rank of every player, or team, that has one in its record, and where it stands."""
    record = TEAMS[0] if holds_teams(event.records) else PLAYER
    who_at, rank_at = (
        {field.name.lower(): field for field in record.fields}[one] for one in ("number", "rank")
    )
    found = {}
    for number, (line, _) in enumerate(event.records, 1):
        who, rank = who_at.of(line), rank_at.of(line)
        if line.startswith(record.number) and who.isdecimal() and rank.isdecimal() and int(rank):
            place = Place(file=name, line=number, column=rank_at.first)
            found[str(int(who))] = int(rank), place
    return found


FORMAT = Format(
    "trf", say("FIDE tournament report (TRF16, TRF26)"), looks_like, read, write, "chess",
    remarks=games_that_do_not_count, missing=missing_for_fide, for_everybody=without_birth_dates,
)  # fmt: skip
