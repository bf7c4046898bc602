"""The sheet Journal: what was paired, when, how and with which seed, in the words of every door."""

from __future__ import annotations

from datetime import datetime
from typing import Dict, List, Mapping

from xltie.core.cells import Grid, Scalar
from xltie.core.language import Language
from xltie.core.messages import say
from xltie.sheets.event_language import event_language
from xltie.sheets.log_sheet import Entry, find_log
from xltie.sheets.planned_round import PlannedRound

JOURNAL = "Journal"
HEADINGS = ("Time", "Round", "What", "System", "Seed", "Options")


def journal_entry(
    sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime, tables: str
) -> List[Entry]:
    """Return the line for a round that is written now; none in a workbook without a journal.

    ``tables`` says where the round stands. The sheet is the one called Journal, and its columns are
    found by their headings.
    """
    log = find_log(sheets, JOURNAL, HEADINGS, ("Round", "Seed"))
    if log is None:
        return []
    values = _values(plan, now, tables, event_language(plan.event_index.event))
    return [Entry(log.name, {(log.first_free, at): values[own] for own, at in log.columns.items()})]


def _values(plan: PlannedRound, now: datetime, tables: str, own: Language) -> Dict[str, Scalar]:
    drawn = plan.drawn
    return {
        "Time": now.strftime("%Y-%m-%d %H:%M"),
        "Round": drawn.round,
        "What": own.said(f"{'paired again' if plan.is_again else 'paired'}: {tables}"),
        "System": own.say(drawn.system.title),
        "Seed": plan.wants.seed,
        "Options": "; ".join(_options(plan)),
    }


def _options(plan: PlannedRound) -> List[str]:
    """Return what a person asked for besides the system and the seed."""
    wants = plan.wants

    def names(whom: object) -> str:
        assert isinstance(whom, frozenset)
        listed = (own.id for own in plan.event_index.event.contestants)
        return ", ".join(who for who in listed if who in whom)

    own = event_language(plan.event_index.event)
    found = [
        f"{own.text(title)} {names(whom)}"
        for title, whom in (("absent", wants.absent), ("half bye", wants.half_byes))
        if whom
    ]
    forbidden = sorted("-".join(sorted(couple)) for couple in wants.forbidden)
    if forbidden:
        found.append(f"never {', '.join(forbidden)}")
    found += [
        f"{title} {', '.join(same)}"
        for title, same in (("never same", wants.forbid_same), ("avoid same", wants.avoid))
        if same
    ]
    if wants.baku or wants.accelerated:
        found.append("accelerated: " + ("Baku" if wants.baku else f"{wants.accelerated} rounds"))
    if wants.first or wants.order:
        found.append(f"order {wants.first or '-'}, {wants.order or '-'}")
    if wants.repeats:
        found.append(say("second meetings allowed"))
    found += plan.warnings[: 1 if plan.open_games else 0]
    return [own.said(text) for text in found]
