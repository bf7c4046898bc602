"""The ranks that a TRF declares: of players in record 001, of teams in record 310."""

from __future__ import annotations

from typing import Dict, Tuple

from xltie.core.errors import Place
from xltie.event.model import Event, Id
from xltie.exchange.trf.team_lines import holds_teams

Declared = Dict[Id, Tuple[int, Place]]


def declared_ranks(event: Event, name: str) -> Declared:
    """Return the rank of every player, or team, that has one in its record, and where it stands."""
    is_of_teams = holds_teams(event.records)
    record, number_at, rank_at = (
        ("310", slice(4, 7), slice(68, 71)) if is_of_teams else ("001", slice(4, 8), slice(85, 89))
    )
    found: Declared = {}
    for number, (line, _) in enumerate(event.records, 1):
        who, rank = line[number_at].strip(), line[rank_at].strip()
        if line.startswith(record) and who.isdecimal() and rank.isdecimal() and int(rank):
            found[str(int(who))] = (
                int(rank),
                Place(file=name, line=number, column=rank_at.start + 1),
            )
    return found
