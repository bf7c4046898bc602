"""FIDE's tournament report file, TRF16 and TRF26: read with tolerance, written without loss.

Columns are fixed (C.04 Annex 2). Files come in UTF-8 or in the code page of Windows, with CR, LF or
CRLF; what has no meaning here is kept line by line in ``Event.records``.
"""

from __future__ import annotations

import re
from typing import List

from xltie.core.errors import Fault
from xltie.core.messages import count, say
from xltie.event import Event, TeamEvent
from xltie.exchange.common.annulled_games import games_that_do_not_count
from xltie.exchange.registry import Format
from xltie.exchange.trf.for_everybody import without_birth_dates
from xltie.exchange.trf.pairing_records import VIRTUAL_POINTS
from xltie.exchange.trf.reader import read
from xltie.exchange.trf.team_lines import declared_ranks
from xltie.exchange.trf.writer import write


def looks_like(data: bytes) -> bool:
    """Tell whether a file holds player or event records of a TRF."""
    return re.search(rb"(?:^|[\r\n]|\xef\xbb\xbf)(?:001 |012 )", data) is not None


def losses(event: Event) -> List[Fault]:
    """Return what a report cannot say of an event: discs and margins, and games without points."""
    if isinstance(event, TeamEvent):
        return []  # the counts of a match are those of its boards, which are there
    lost = sum(any(side.tally is not None for side in match.sides) for match in event.matches)
    said = count(
        lost,
        "the counts of {n} game are not in the report, which has results only",
        "the counts of {n} games are not in the report, which has results only",
    )
    return [*([Fault(said)] if lost else []), *games_that_do_not_count(event)]


FORMAT = Format(
    "trf", say("FIDE tournament report (TRF16, TRF26)"), looks_like, read, write, "chess", losses,
    for_everybody=without_birth_dates,
)  # fmt: skip

__all__ = ["FORMAT", "VIRTUAL_POINTS", "declared_ranks", "looks_like", "read", "write"]
