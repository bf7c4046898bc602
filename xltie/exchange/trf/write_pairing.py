"""What a TRF that is written says for the pairing: forbidden pairs (260), virtual points (XXA)."""

from __future__ import annotations

import re
from typing import Dict, Iterable, List, Sequence

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event.model import Contestant, Event
from xltie.exchange.common.notes import Notes
from xltie.exchange.trf.facts import Draft, numbers_of
from xltie.exchange.trf.pairing_records import VIRTUAL_POINTS
from xltie.settings.declared import PAIRING_PAIRS

_ROUNDS = re.compile(r"(.*?)\s*\((\d+)-(\d+)\)")


def write_pairing_records(draft: Draft, event: Event, before: Event) -> None:
    """Put forbidden pairs and virtual points that are not those from before into a draft.

    Raises:
        InputError: a forbidden pair whose players are not in the event.
    """
    pairs = event.settings.text(PAIRING_PAIRS)
    if pairs != before.settings.text(PAIRING_PAIRS):
        _replace(draft, ("260", "XXP"), _forbidden(event, pairs))
    points, known = _virtual_points(event.contestants), _virtual_points(before.contestants)
    if points != known:
        numbers = numbers_of(event)
        _replace(draft, ("250", "XXA"), (_points(numbers[who], points[who]) for who in points))


def _replace(draft: Draft, records: Sequence[str], lines: Iterable[str]) -> None:
    """Put lines where those of some kinds stood, or at the end."""
    at = [n for n, (line, _) in enumerate(draft.lines) if line[:3].upper() in records]
    position = at[0] if at else len(draft.lines)
    draft.lines[:] = [own for n, own in enumerate(draft.lines) if n not in at]
    for line in reversed(list(lines)):
        draft.insert(position, line)


def _virtual_points(contestants: Iterable[Contestant]) -> Dict[str, str]:
    found = {
        contestant.id: dict(contestant.more).get(VIRTUAL_POINTS, "").strip()
        for contestant in contestants
    }
    return {who: points for who, points in found.items() if points}


def _points(number: str, text: str) -> str:
    """Return a player's virtual points, round by round in columns of five from the tenth on."""
    words = text.replace("½", ".5").replace(";", " ").replace(",", ".").split()
    try:
        cells = [f"{float(word):4.1f}" for word in words]
    except ValueError:
        raise InputError.of(
            say(
                "the virtual points {text!r} of player {who} are not numbers",
                text=text,
                who=number,
            )
        ) from None
    return f"XXA {number:>4} " + " ".join(cells)


def _forbidden(event: Event, text: str) -> List[str]:
    """Return records 260 of groups such as ``3-7-12``, or ``3-7 (1-4)`` for some rounds."""
    numbers = numbers_of(event)
    by_name = {
        contestant.name.casefold(): numbers[contestant.id]
        for contestant in event.contestants
        if contestant.name
    }
    lines, notes = [], Notes()
    for part in filter(None, map(str.strip, re.split(r"[,;]", text))):
        limited = _ROUNDS.fullmatch(part)
        group, first, last = limited.groups() if limited else (part, "1", str(event.rounds or 99))
        named = [own.strip() for own in group.split("-")]
        found = [numbers.get(own) or by_name.get(own.casefold()) for own in named]
        if None in found or len(found) < 2:
            notes.fault(say("the forbidden pair {part!r} cannot be written: who is it?", part=part))
            continue
        players = " ".join(f"{number:>4}" for number in found)
        lines.append(f"260 {first:>3} {last:>3} {players}")
    notes.refuse()
    return lines
