"""Numbers drawn by lot for a round robin: freely, or by the Varma tables of the FIDE Handbook.

C.05, Annex 2: players of one federation draw from one set of numbers, which meet each other before
the last three rounds of the Berger table (of 11 and 12 players, the set of 6, 8 and 12 does not
keep that: 6 and 12 meet in the last round).
"""

from __future__ import annotations

from typing import Dict, List, Sequence, Tuple

from xltie.event.model import Contestant, Event, Id

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
"""The sets A to D by the number of players; with an odd number the highest stays undrawn."""


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
    names = sorted(contestant.name or contestant.id for contestant in event.contestants)
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
