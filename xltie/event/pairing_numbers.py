"""The numbers by which contestants are paired (TPN, C.04.2 2.3): one order for every door."""

from __future__ import annotations

import re
from itertools import count, filterfalse
from typing import Dict, List, Sequence, Tuple

from xltie.event.model import Contestant, Event, Id
from xltie.settings.declared import PAIRING, PAIRING_NUMBERS, PAIRING_SEED

VARMA_FEWEST, VARMA_MOST = 9, 24
"""For how many players there are Varma tables."""
_VARMA = {
    10: "3 4 8, 5 7 9, 1 6, 2 10",
    12: "4 5 9 10, 1 2 7, 6 8 12, 3 11",
    14: "4 5 6 11 12, 1 2 8 9, 7 10 13, 3 14",
    16: "5 6 7 12 13 14, 1 2 3 9 10, 8 11 15, 4 16",
    18: "5 6 7 8 14 15 16, 1 2 3 10 11 12, 9 13 17, 4 18",
    20: "6 7 8 9 15 16 17 18, 1 2 3 11 12 13 14, 5 10 19, 4 20",
    22: "6 7 8 9 10 17 18 19 20, 1 2 3 4 12 13 14 15, 11 16 21, 5 22",
    24: "6 7 8 9 10 11 19 20 21 22, 1 2 3 4 13 14 15 16 17, 12 18 23, 5 24",
}
"""The sets A to D by the number of players; with an odd number the highest stays undrawn.

The players of a set meet before the last three rounds of the Berger table (C.05, Annex 2); of 11
and 12 players, the set of 6, 8 and 12 does not keep that: 6 and 12 meet in the last round."""


def lot(seed: str, round_number: int, who: Id) -> int:
    """Return a player's lot: 64 bits that anyone can check with a hash program."""
    return int.from_bytes(_digest(f"{seed}:{round_number}:{who}")[:8], "big")


def drawn_colour(seed: str) -> str:
    """Return the colour that the first player has in round 1, drawn by lot: white or black."""
    return "black" if lot(seed, 1, "first colour") % 2 else "white"


def _digest(text: str) -> bytes:
    import hashlib  # takes longer to import than most lists are ranked in

    return hashlib.sha256(text.encode("utf-8", "replace")).digest()


def seed_of(event: Event) -> str:
    """Return the seed of an event whose file has none: made of its name, its date and who plays.

    It is the same wherever the file is opened, and that of another event is another; "" where
    pairings draw no lots, or draw them by the names.
    """
    if event.traits.is_session or event.traits.draws_by_names:
        return ""
    names = sorted(contestant.known_as for contestant in event.contestants)
    told = "\n".join((event.game, event.name, event.start_date, *names))
    digest = _digest(told)
    return str(int.from_bytes(digest[:8], "big") % 90_000_000 + 10_000_000)


def drawn_by_lot(players: Sequence[Contestant], seed: str) -> List[Contestant]:
    """Return the players in the order of their lots."""
    return sorted(players, key=lambda player: lot(seed, 0, player.id))


def drawn_by_varma(players: Sequence[Contestant], seed: str) -> List[Contestant]:
    """Return the players in the order of numbers drawn by the directions of C.05, Annex 2.

    The federation with the most players draws first, then by its code; of a federation the names in
    their order. The first draws one of the sets with enough numbers for all of them, and all draw
    from it. Where no set has enough, which the annex leaves open, they draw from the one with the
    most numbers left, and go on with the next. Players without a federation draw one by one.
    """
    sets = _sets(len(players))
    numbers: Dict[Id, int] = {}
    for code, members in _contingents(players):
        waiting = list(members)
        while waiting:
            enough = [at for at, left in enumerate(sets) if len(left) >= len(waiting)]
            if enough:
                chosen = min(enough, key=lambda at: lot(seed, 0, f"{code}/{'ABCD'[at]}"))
            else:
                chosen = max(range(len(sets)), key=lambda at: len(sets[at]))
            for player in waiting[: len(sets[chosen])]:
                numbers[player.id] = min(
                    sets[chosen], key=lambda number: lot(seed, 0, f"{player.id}/{number}")
                )
                sets[chosen].remove(numbers[player.id])
            waiting = [player for player in waiting if player.id not in numbers]
    return sorted(players, key=lambda player: numbers[player.id])


def _sets(players: int) -> List[List[int]]:
    text = _VARMA[players + players % 2]
    return [[n for n in map(int, part.split()) if n <= players] for part in text.split(",")]


def _contingents(players: Sequence[Contestant]) -> List[Tuple[str, List[Contestant]]]:
    found: Dict[str, List[Contestant]] = {}
    for player in players:
        code = player.country.strip().upper()
        found.setdefault(code or f"~{player.id}", []).append(player)
    for members in found.values():
        members.sort(key=lambda player: (player.name.casefold(), player.id))
    return sorted(found.items(), key=lambda item: (-len(item[1]), item[0]))


_STARTING_RANK = re.compile(r"[1-9]\d{0,3}")
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
    return _as_paired(event, _by_strength(listed))


def _as_paired(event: Event, found: List[Contestant]) -> List[Contestant]:
    """Return contestants by the numbers written down with the last pairing, once these stay."""
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
    taken = {who: int(who) for who in filter(_STARTING_RANK.fullmatch, ids)}
    free = filterfalse(set(taken.values()).__contains__, count(1))
    return {who: taken.get(who) or next(free) for who in ids}


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
