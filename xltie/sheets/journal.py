"""The sheet Journal: what was paired, when, how and with which seed, in the words of every door."""

from __future__ import annotations

from datetime import datetime
from typing import Dict, FrozenSet, Iterator, List, Mapping, Sequence

from xltie.core.cells import Grid, Scalar
from xltie.core.enumerations import choices
from xltie.core.messages import Message, count, joined, say
from xltie.event.model import Id
from xltie.pairing.options import Wants
from xltie.sheets.event_language import event_language
from xltie.sheets.log_sheet import Entry, find_log
from xltie.sheets.planned_round import PlannedRound

JOURNAL = "Journal"
HEADINGS = ("Time", "Round", "What", "System", "Seed", "Options")


def journal_entry(
    sheets: Mapping[str, Grid], plan: PlannedRound, now: datetime, tables: Message
) -> List[Entry]:
    """Return the line for a round that is written now; none in a workbook without a journal.

    ``tables`` says where the round stands. The sheet is the one called Journal, and its columns are
    found by their headings.
    """
    log = find_log(sheets, JOURNAL, HEADINGS, ("Round", "Seed"))
    if log is None:
        return []
    values = _values(plan, now, tables)
    return [Entry(log.name, {(log.first_free, at): values[own] for own, at in log.columns.items()})]


def _values(plan: PlannedRound, now: datetime, tables: Message) -> Dict[str, Scalar]:
    language = event_language(plan.event_index.event)
    drawn = plan.drawn
    what = (
        say("paired again: {tables}", tables=tables)
        if plan.is_again
        else say("paired: {tables}", tables=tables)
    )
    return {
        "Time": now.strftime("%Y-%m-%d %H:%M"),
        "Round": drawn.round,
        "What": language.say(what),
        "System": language.say(drawn.system.title),
        "Seed": plan.wants.seed,
        "Options": language.say(joined(_options(plan), "; ")),
    }


def _options(plan: PlannedRound) -> Iterator[Message]:
    """Yield what a person asked for besides the system and the seed."""
    wants = plan.wants
    yield from _of_players(wants, [player.id for player in plan.event_index.event.contestants])
    if wants.forbid_same:
        yield say("never same {what}", what=choices(wants.forbid_same))
    if wants.avoid:
        yield say("avoid same {what}", what=choices(wants.avoid))
    if wants.baku:
        yield say("accelerated: Baku")
    elif wants.accelerated:
        yield count(wants.accelerated, "accelerated: {n} round", "accelerated: {n} rounds")
    if wants.first or wants.order:
        yield say("order {first}, {others}", first=wants.first or "-", others=wants.order or "-")
    if wants.repeats:
        yield say("second meetings allowed")
    if plan.open_games:
        yield from plan.warnings[:1]


def _of_players(wants: Wants, listed: Sequence[Id]) -> Iterator[Message]:
    """Yield what was asked for single players: who is absent, and who must not meet."""

    def names(whom: FrozenSet[Id]) -> str:
        return ", ".join(who for who in listed if who in whom)

    if wants.absent:
        yield say("absent {names}", names=names(wants.absent))
    if wants.half_byes:
        yield say("half bye {names}", names=names(wants.half_byes))
    if wants.forbidden:
        pairs = sorted("-".join(sorted(couple)) for couple in wants.forbidden)
        yield say("never {pairs}", pairs=", ".join(pairs))
