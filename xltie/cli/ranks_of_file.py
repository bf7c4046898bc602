"""The ranks that a tournament report declares, against the tie-breaks that it lists."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from xltie.exchange.trf import declared_ranks
from xltie.ranking import UNKNOWN, Tournament, rank
from xltie.ranking.verification import RankCheck, check_ranks
from xltie.settings.declared import LOT


def ranks_of_file(
    tournament: Tournament, name: str, text: str = "", rulebook: str = ""
) -> RankCheck | None:
    """Return how the ranks of a report compare with a list of criteria, "" for its own.

    ``rulebook`` is the edition of the rules, "" for that of the event.

    They are not compared where it has no list of its own, a tie-break of it is not known, or no
    rank is declared: None.
    """
    if rulebook:
        tournament = replace(tournament, event=replace(tournament.event, rulebook=rulebook))
    criteria = tournament.parsed(text)
    is_known = all(criterion.function is not UNKNOWN for criterion in criteria)
    has_list = bool(text) or tournament.criteria_place.line is not None
    if tournament.source != "trf" or not has_list or not is_known:
        return None
    declared = declared_ranks(tournament.event, Path(name).name)
    lot = tournament.event.settings.text(LOT)
    found = rank(tournament.event_index(), criteria, lot) if declared else None
    return None if found is None else check_ranks(found, declared)
