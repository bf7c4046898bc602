"""The numbers by which contestants are paired (TPN, C.04.2 2.3): one order for every door."""

from __future__ import annotations

import re
from typing import Dict, List

from xltie.event.drawing_of_lots import VARMA_FEWEST, VARMA_MOST, drawn_by_lot, drawn_by_varma
from xltie.event.model import Contestant, Event, Id
from xltie.settings.declared import PAIRING, PAIRING_NUMBERS, PAIRING_SEED

_DIGITS = 6
_TIMETABLES = ("round-robin", "scheveningen")
"""Systems of players whose rounds are known from the start."""
PAIRED_AS = "Pairing number"
"""The column of players that says with which number each was last paired."""
_NOT_CHANGED_FROM = 4
"""From the pairing of this round on numbers stay as they are (C.04.2.B)."""
TITLES = ("GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM")
"""The order of titles (C.04.2.B)."""


def pairing_order(event: Event) -> List[Contestant]:
    """Return the contestants in the order of their pairing numbers.

    The setting "Pairing numbers" says what these are: the ids (as in a TRF), the order of the
    list, or else a number by strength: rating and title, and in chess the name (C.04.2.B). Once
    the fourth round is paired, the numbers written down with it stay, whatever is corrected, and
    who has none comes after them. Where nobody is rated, ids that are numbers are what they are
    called by, however the list is sorted. Those of a timetable are its places.
    """
    if _is_timetable(event):
        known = {contestant.id for contestant in event.contestants}
        return [contestant for contestant in timetable_order(event) if contestant.id in known]
    listed = list(event.contestants)
    if _are_ids(event):
        return sorted(listed, key=lambda contestant: int(contestant.id))
    if event.settings[PAIRING_NUMBERS]:
        return listed
    if event.traits.is_numbered_by_name and any(contestant.rating for contestant in listed):
        listed.sort(key=lambda contestant: contestant.name.casefold())
    found = _by_strength(listed)
    if all(match.b is None or match.round < _NOT_CHANGED_FROM for match in event.matches):
        return found
    numbers = {contestant.id: _paired_as(contestant) for contestant in found}
    most = max(numbers.values(), default=0)
    return sorted(found, key=lambda contestant: numbers[contestant.id] or most + 1)


def _paired_as(contestant: Contestant) -> int:
    """Return the number written down with the last pairing, 0 where there is none."""
    text = dict(contestant.more).get(PAIRED_AS, "")
    return int(text) if text.isdecimal() and len(text) < _DIGITS else 0


def timetable_order(event: Event) -> List[Contestant]:
    """Return the players in the order of the numbers by which a timetable has them meet.

    That of the list unless the setting "Pairing numbers" says otherwise: the ids, or numbers drawn
    by lot or by the Varma tables, from the setting "Pairing seed", the same in every round.
    """
    listed, chosen = list(event.listed), event.settings[PAIRING_NUMBERS]
    if chosen == "id" and all(contestant.id.isdecimal() for contestant in listed):
        return sorted(listed, key=lambda contestant: int(contestant.id))
    if chosen == "lots":
        return drawn_by_lot(listed, event.settings[PAIRING_SEED])
    if chosen == "varma" and VARMA_FEWEST <= len(listed) <= VARMA_MOST:
        return drawn_by_varma(listed, event.settings[PAIRING_SEED])
    return listed


def _is_timetable(event: Event) -> bool:
    named = event.settings[PAIRING]
    return named in _TIMETABLES or (not named and event.format == "round-robin")


def _are_ids(event: Event) -> bool:
    """Tell whether the pairing numbers are the ids."""
    chosen = event.settings[PAIRING_NUMBERS]
    is_unordered = not chosen and not any(contestant.rating for contestant in event.contestants)
    return (chosen == "id" or is_unordered) and all(
        contestant.id.isdecimal() for contestant in event.contestants
    )


def starting_ranks(event: Event, *, by_id: bool = False) -> Dict[Id, int]:
    """Return the starting ranks: those of the file that an event came from, else pairing numbers.

    A player who is new in a file gets the next free number. A file's number is the one that was
    paired with (C.04.2 2.3), so that of a new event is the one that it pairs by, whatever its ids.
    Those of the players of teams are ids (``by_id``): it is the teams that are paired.
    """
    if not (by_id or event.records or (_are_ids(event) and not _is_timetable(event))):
        return {who.id: number for number, who in enumerate(pairing_order(event), 1)}
    ids = [contestant.id for contestant in event.contestants]
    taken = {who: int(who) for who in ids if re.fullmatch(r"[1-9]\d{0,3}", who)}
    used = set(taken.values())
    free = (number for number in range(1, 10000) if number not in used)
    return {who: taken[who] if who in taken else next(free) for who in ids}


def _by_strength(contestants: List[Contestant]) -> List[Contestant]:
    """Return the rated by rating and title, after them the unrated by name.

    Where nobody is rated, the order of the list stands.
    """
    rated = [contestant for contestant in contestants if contestant.rating]
    if not rated:
        return contestants
    others = [contestant for contestant in contestants if not contestant.rating]
    rated.sort(key=lambda contestant: (-(contestant.rating or 0), _title_place(contestant)))
    others.sort(key=lambda contestant: contestant.name.casefold() or contestant.id)
    return rated + others


def _title_place(contestant: Contestant) -> int:
    title = contestant.title.strip().upper()
    return TITLES.index(title) if title in TITLES else len(TITLES)
