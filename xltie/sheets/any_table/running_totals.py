"""Cross tables whose cells hold the points after each round: ``W4 1``, ``B3 2``, ``W7 2½``."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Optional, Tuple

from xltie.sheets.any_table.cross_cells import Alone
from xltie.sheets.any_table.cross_proof import Entry, Tried
from xltie.sheets.any_table.results import is_bye_word
from xltie.sheets.tables import HALF, NONE, ONE, number_in

_SHOWN = {NONE: "0", HALF: "½", ONE: "1"}


def round_by_round(tried: Tried) -> Optional[Tried]:
    """Return a table with what each round gave, None where its cells hold that already.

    Running totals are known by growing by nothing, a half or one from round to round, and beyond
    one; a step that nobody can make in a round stays as it is written, for the proof to name.
    """
    entries: Dict[Tuple[int, int], Entry] = {}
    before: Dict[int, Fraction] = {}
    steps = odd = 0
    for key, entry in sorted(tried.entries.items()):
        total = _total(entry)
        gained = None if total is None else total - before.get(key[0], NONE)
        steps += gained is not None
        odd += gained is not None and gained not in _SHOWN
        if total is not None:
            before[key[0]] = total
        entries[key] = entry if gained not in _SHOWN else _gained(entry, gained)
    if 5 * odd > steps or max(before.values(), default=NONE) <= ONE:
        return None
    unread = [key for key in tried.unread if entries[key].alone is None]
    return tried._replace(entries=entries, unread=unread)


def _total(own: Entry) -> Optional[Fraction]:
    """Return the points after a round; of a bye they stand behind its word."""
    if own.cell is not None:
        return number_in(own.cell.score)
    word, _, points = own.text.rpartition(" ")
    return number_in(points) if own.alone is not None or is_bye_word(word) else None


def _gained(own: Entry, points: Fraction) -> Entry:
    if own.cell is None:
        return own._replace(alone=Alone(points))
    return own._replace(cell=own.cell._replace(score=_SHOWN[points]))
