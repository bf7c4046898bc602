"""The header records of a TRF that is written."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import List

from xltie.event import Event
from xltie.exchange.trf.facts import (
    Draft,
    letter_of,
    numbers_of,
    points_text,
    same_text,
    sides_of,
)
from xltie.exchange.trf.header import TEXTS
from xltie.settings.declared import CRITERIA, INITIAL_COLOUR

_NOT_WRITTEN = ("092", "172")
"""Records of texts that follow from other facts of an event."""
_RECORDS = {setting: record for record, setting in TEXTS.items() if record not in _NOT_WRITTEN}
_TYPES = {"swiss": "Individual: Swiss-System", "round-robin": "Individual: Round-Robin"}


def write_header(draft: Draft, event: Event, before: Event) -> None:
    """Put the header records that say something else than before into a draft."""
    new, old = event.settings, before.settings
    if event.name and not same_text(event.name, before.name):
        draft.put("012", event.name)
    for setting, record in _RECORDS.items():
        text = new.text(setting)
        if setting is INITIAL_COLOUR:  # people type the word, record 152 has its letter
            text = {"white": "W", "black": "B"}.get(text.lower(), text)
        if text and not same_text(text, old.text(setting)):
            draft.put(record, text)
    _write_facts(draft, event, before)
    if not event.records:
        _write_adjustments(draft, event)
    _write_criteria(draft, new.text(CRITERIA), old.text(CRITERIA))


def _write_facts(draft: Draft, event: Event, before: Event) -> None:
    """Put the day, the numbers, the type, the rounds and the points that changed into a draft."""
    if event.start_date and event.start_date != before.start_date:
        draft.put("042", event.start_date.replace("-", "/"))
    if len(event.contestants) != len(before.contestants):
        draft.put("062", str(len(event.contestants)))
        draft.put("072", str(sum(c.rating is not None for c in event.contestants)))
    if event.format != before.format or not event.records:
        draft.put("092", _TYPES.get(event.format, event.format))
    if event.rounds and event.rounds != before.rounds:
        draft.put("XXR" if draft.find("XXR") is not None else "142", str(event.rounds))
    if event.scoring != before.scoring:
        draft.put("162", _scoring(event))


def _write_criteria(draft: Draft, new: str, old: str) -> None:
    """Write the tie-breaks (202) and the whole order (212), the old order as a comment."""
    codes, before = _codes(new), _codes(old)
    if not codes or codes == before:
        return
    draft.put("202", ",".join(code for code in codes if code.upper() != "PTS"))
    draft.put("212", ",".join(codes))
    if old:
        draft.insert((draft.find("212") or 0) + 1, f"### Standings were by {old}")


def _codes(criteria: str) -> List[str]:
    """Return the codes of a list; what is not of FIDE's list begins with OTHER_ in a report."""
    listed = (code.strip() for code in re.split(r"[,;\n](?![^()]*\))", criteria))
    return [re.sub(r"(?i)^MANUAL(ORDER)?\b", "OTHER_MANUAL", code) for code in listed if code]


def _scoring(event: Event) -> str:
    """Return a point system in the columns of record 162: letters at 6, 15, 24 ..."""
    scoring = event.scoring
    points = [
        ("W", scoring.win), ("D", scoring.draw), ("L", scoring.loss),
        ("A", scoring.absent), ("P", scoring.pairing_bye),
    ]  # fmt: skip
    adjourned = [side.points for _, side, _ in sides_of(event) if side.code == "X"]
    if adjourned and adjourned[0] is not None:
        points.append(("X", adjourned[0]))
    return " " + "    ".join(f"{letter}{points_text(value)}" for letter, value in points)


def _write_adjustments(draft: Draft, event: Event) -> None:
    """Write points other than those of the result (299): kind, points, round, player."""
    numbers = numbers_of(event)
    for number, side, _ in sides_of(event):
        usual = replace(side, points=None)
        if side.code != "X" and side.points not in (None, event.scoring.points(usual)):
            kind = {"1": "W", "=": "D", "0": "L"}.get(letter_of(side), letter_of(side))
            points = points_text(side.points or Fraction(0))
            text = f"299 {kind}        {points}  {number:03} {numbers[side.who]:>4}"
            draft.lines.append((text, draft.end))
