"""The definitions of FIDE's tie-breaks once more: slow, word for word, on plain dictionaries.

Written from the text of the regulations without a look at the engine, to compare it with. An event
is a dictionary: ``players`` (ids), ``cells`` (id -> one cell for each round: opponent or None,
colour, TRF letter), ``points`` (letter of record 162 -> points), ``rounds`` (of the tournament),
``ratings`` and ``robin``.
"""

from __future__ import annotations

from fractions import Fraction
from functools import wraps
from math import floor
from typing import Any, Optional

Event = dict[str, Any]
HALF = Fraction(1, 2)


def once(function: Any) -> Any:
    """Keep answers inside the event, so that thousands of events take seconds."""

    @wraps(function)
    def kept(event: Event, *more: Any) -> Any:
        memo = event.setdefault("memo", {})
        key = (function.__name__, more)
        if key not in memo:
            memo[key] = function(event, *more)
        return memo[key]

    return kept


def awarded(event: Event, cell: tuple) -> Fraction:
    points = event["points"]
    letter = cell[2]
    if letter in "1W+F":
        return points["W"]
    if letter in "=DH":
        return points["D"]
    if letter in "0L":
        return points["L"]
    if letter == "U":
        return points["P"]
    if letter == "X":
        return points["X"]
    return points["A"]  # - Z and blank


def over_the_board(cell: tuple) -> bool:
    return cell[0] is not None and cell[2] in "1=0WDLX"


def requested_bye(cell: tuple) -> bool:
    return cell[0] is None and cell[2] in "HZ"


def vur(cell: tuple) -> bool:
    """16.1.2: a requested bye or a forfeit loss."""
    return requested_bye(cell) or cell[2] == "-"


@once
def score(event: Event, who: str) -> Fraction:
    return sum((awarded(event, cell) for cell in event["cells"][who]), Fraction(0))


@once
def adjusted(event: Event, who: str, edition: str) -> Fraction:
    """16.3: the score that the opponents see."""
    if event["robin"]:
        return score(event, who)
    draw = event["points"]["D"]
    cells = event["cells"][who]
    total = Fraction(0)
    for number, cell in enumerate(cells):
        if edition == "fide2009":
            total += awarded(event, cell) if over_the_board(cell) else draw
            continue
        later_available = any(not vur(later) for later in cells[number + 1 :])
        if requested_bye(cell) and not later_available:  # 16.2.5
            total += draw
        else:
            total += awarded(event, cell)
    return total


@once
def dummy(event: Event, who: str, number: int, edition: str) -> Fraction:
    """16.4: the score of the opponent that an own unplayed round counts as."""
    cells = event["cells"][who]
    points = event["points"]
    cell = cells[number]
    if edition == "fide2009":
        before = sum((awarded(event, c) for c in cells[:number]), Fraction(0))
        remaining = len(cells) - (number + 1)
        return before + (points["W"] - awarded(event, cell)) + points["D"] * remaining
    own = score(event, who)
    if edition == "fide2024":
        return own
    if cell[0] is not None:
        return min(own, adjusted(event, cell[0], edition))  # 16.4.1
    return min(own, points["D"] * event["rounds"])  # 16.4.2


def elements(event: Event, who: str, edition: str, sb: bool, p4f: bool) -> list[dict[str, Any]]:
    """What every round contributes: its score, its contribution, and whether it is a VUR."""
    found = []
    for number, cell in enumerate(event["cells"][who]):
        as_game = over_the_board(cell) or (cell[2] in "+-" and (p4f or event["robin"]))
        result = awarded(event, cell)
        if as_game:
            value = adjusted(event, cell[0], edition)
        elif event["robin"]:
            continue
        else:
            value = dummy(event, who, number, edition)
            if edition == "fide2009":
                result = event["points"]["D"]
        found.append(
            {
                "score": value,
                "contribution": value * result if sb else value,
                "vur": vur(cell) and not as_game,
                "round": number,
            }
        )
    return found


def cut(items: list[dict[str, Any]], low: int, high: int, edition: str) -> list[dict[str, Any]]:
    """14 and 16.5."""
    items = list(items)
    for _ in range(low):
        if not items:
            break
        least = min(items, key=lambda e: (e["score"], e["contribution"], e["round"]))
        chosen = least
        voluntary = [e for e in items if e["vur"]]
        if voluntary and edition != "fide2009":
            lowest = min(voluntary, key=lambda e: (e["contribution"], e["score"], e["round"]))
            if lowest["contribution"] >= least["contribution"]:
                chosen = lowest
        items.remove(chosen)
    for _ in range(high):
        if items:
            items.remove(max(items, key=lambda e: (e["score"], e["contribution"], e["round"])))
    return items


def total(items: list[dict[str, Any]]) -> Fraction:
    return sum((e["contribution"] for e in items), Fraction(0))


def bh(
    event: Event, who: str, edition: str, low: int = 0, high: int = 0, p4f: bool = False
) -> Fraction:
    return total(cut(elements(event, who, edition, False, p4f), low, high, edition))


def sb(
    event: Event, who: str, edition: str, low: int = 0, high: int = 0, p4f: bool = False
) -> Fraction:
    return total(cut(elements(event, who, edition, True, p4f), low, high, edition))


@once
def fore(event: Event) -> Event:
    """8.3: every paired game of the last round is a draw for both."""
    last = event["rounds"] - 1
    cells = {}
    for who, played in event["cells"].items():
        own = list(played)
        if last < len(own) and own[last][0] is not None:
            own[last] = (own[last][0], own[last][1], "=")
        cells[who] = own
    return {**event, "cells": cells, "memo": {}}


def fb(event: Event, who: str, edition: str, low: int = 0, high: int = 0) -> Fraction:
    return bh(fore(event), who, edition, low, high)


def half_up(value: Fraction, places: int = 0) -> Fraction:
    scale = 10**places
    return Fraction(floor(value * scale + HALF), scale)


def aob(event: Event, who: str, edition: str) -> Optional[Fraction]:
    met = [cell[0] for cell in event["cells"][who] if over_the_board(cell)]
    if not met:
        return None
    return half_up(sum((bh(event, o, edition) for o in met), Fraction(0)) / len(met), 2)


def ps(event: Event, who: str, low: int = 0) -> Fraction:
    running, found = Fraction(0), []
    for cell in event["cells"][who]:
        running += awarded(event, cell)
        found.append(running)
    return sum(found[low:], Fraction(0))


def win(event: Event, who: str) -> int:
    return sum(awarded(event, cell) == event["points"]["W"] for cell in event["cells"][who])


def won(event: Event, who: str) -> int:
    return sum(over_the_board(cell) and cell[2] in "1W" for cell in event["cells"][who])


def bpg(event: Event, who: str) -> int:
    return sum(over_the_board(cell) and cell[1] == "b" for cell in event["cells"][who])


def bwg(event: Event, who: str) -> int:
    cells = event["cells"][who]
    return sum(over_the_board(c) and c[1] == "b" and c[2] in "1W" for c in cells)


def rep(event: Event, who: str) -> int:
    return len(event["cells"][who]) - sum(vur(cell) for cell in event["cells"][who])


def std(event: Event, who: str) -> Fraction:
    found = Fraction(0)
    for number, cell in enumerate(event["cells"][who]):
        own = awarded(event, cell)
        other = awarded(event, event["cells"][cell[0]][number]) if cell[0] else event["points"]["D"]
        found += 1 if own > other else HALF if own == other else 0
    return found


def ks(event: Event, who: str, halves: int = 0) -> Fraction:
    games = max(map(len, event["cells"].values()))
    count = len(event["players"])
    if event["robin"] and count % 2:
        games -= games // count
    limit = event["points"]["W"] * games / 2 + Fraction(halves, 2)
    return sum(
        (
            awarded(event, cell)
            for cell in event["cells"][who]
            if cell[0] is not None and score(event, cell[0]) >= limit
        ),
        Fraction(0),
    )


# -- ratings -------------------------------------------------------------------------------------

DP = """
1.00 800 .99 677 .98 589 .97 538 .96 501 .95 470 .94 444 .93 422 .92 401 .91 383 .90 366 .89 351
.88 336 .87 322 .86 309 .85 296 .84 284 .83 273 .82 262 .81 251 .80 240 .79 230 .78 220 .77 211
.76 202 .75 193 .74 184 .73 175 .72 166 .71 158 .70 149 .69 141 .68 133 .67 125 .66 117 .65 110
.64 102 .63 95 .62 87 .61 80 .60 72 .59 65 .58 57 .57 50 .56 43 .55 36 .54 29 .53 21 .52 14 .51 7
.50 0
""".split()
DIFFERENCE = {Fraction(DP[i]): int(DP[i + 1]) for i in range(0, len(DP), 2)}
RANGES = """
0-3 50 4-10 51 11-17 52 18-25 53 26-32 54 33-39 55 40-46 56 47-53 57 54-61 58 62-68 59 69-76 60
77-83 61 84-91 62 92-98 63 99-106 64 107-113 65 114-121 66 122-129 67 130-137 68 138-145 69
146-153 70 154-162 71 163-170 72 171-179 73 180-188 74 189-197 75 198-206 76 207-215 77 216-225 78
226-235 79 236-245 80 246-256 81 257-267 82 268-278 83 279-290 84 291-302 85 303-315 86 316-328 87
329-344 88 345-357 89 358-374 90 375-391 91 392-411 92 412-432 93 433-456 94 457-484 95 485-517 96
518-559 97 560-619 98 620-735 99
""".split()
EXPECTED = [
    (int(RANGES[i].split("-")[0]), int(RANGES[i].split("-")[1]), Fraction(int(RANGES[i + 1]), 100))
    for i in range(0, len(RANGES), 2)
]


def expected_score(gap: int) -> Fraction:
    if gap < 0:
        return 1 - expected_score(-gap)
    return next((share for low, high, share in EXPECTED if low <= gap <= high), Fraction(1))


@once
def board_games(event: Event, who: str) -> list[tuple[int, Fraction]]:
    """Rating of the opponent and points (1, one half, 0) of every game over the board."""
    worth = {
        "1": Fraction(1),
        "W": Fraction(1),
        "=": HALF,
        "D": HALF,
        "X": HALF,
        "0": Fraction(0),
        "L": Fraction(0),
    }
    cells = event["cells"][who]
    return [(event["ratings"][c[0]], worth[c[2]]) for c in cells if over_the_board(c)]


def aro(event: Event, who: str, low: int = 0, high: int = 0) -> Optional[int]:
    found = sorted(rating for rating, _ in board_games(event, who))[low:]
    found = found[: max(0, len(found) - high)]
    return int(half_up(Fraction(sum(found), len(found)))) if found else None


@once
def tpr(event: Event, who: str) -> Optional[int]:
    games = board_games(event, who)
    if not games:
        return None
    share = half_up(sum((p for _, p in games), Fraction(0)) / len(games), 2)
    gap = DIFFERENCE[share] if share >= HALF else -DIFFERENCE[1 - share]
    mean = aro(event, who)
    assert mean is not None
    return mean + gap


@once
def ptp(event: Event, who: str) -> Optional[int]:
    games = board_games(event, who)
    if not games:
        return None
    points = sum((p for _, p in games), Fraction(0))
    ratings = [rating for rating, _ in games]
    if points == 0:
        return min(ratings) - 800
    for found in range(min(ratings) - 800, max(ratings) + 801):
        if sum((expected_score(found - rating) for rating in ratings), Fraction(0)) >= points:
            return found
    raise AssertionError("a perfect score needs no more than 736 above the strongest")


def averaged(event: Event, who: str, one: Any) -> Optional[int]:
    cells = event["cells"][who]
    values = [one(event, c[0]) for c in cells if over_the_board(c)]
    values = [value for value in values if value is not None]
    return int(half_up(Fraction(sum(values), len(values)))) if values else None


# -- direct encounter ----------------------------------------------------------------------------


def between(event: Event, who: str, other: str, p4f: bool) -> list[Fraction]:
    return [
        awarded(event, cell)
        for cell in event["cells"][who]
        if cell[0] == other
        and (over_the_board(cell) or (cell[2] in "+-" and (p4f or event["robin"])))
    ]


def de(event: Event, group: list[str], p4f: bool = False) -> dict[str, int]:
    """Article 6: the ranks inside a tied group."""
    if len(group) == 1:
        return {group[0]: 1}
    sums, unmet = {}, {}
    for who in group:
        sums[who], unmet[who] = Fraction(0), 0
        for other in group:
            if other == who:
                continue
            games = between(event, who, other, p4f)
            if games:
                sums[who] += sum(games, Fraction(0)) / len(games)  # 6.1.2
            else:
                unmet[who] += 1
    if event["robin"] or not any(unmet.values()):
        ranks: dict[str, int] = {}
        for value in sorted(set(sums.values()), reverse=True):
            tied = [who for who in group if sums[who] == value]
            first = len(ranks)
            inner = de(event, tied, p4f) if len(tied) < len(group) else dict.fromkeys(tied, 1)
            ranks.update({who: first + rank for who, rank in inner.items()})
        return ranks
    most = {who: sums[who] + event["points"]["W"] * unmet[who] for who in group}
    ranks, rest = {}, list(group)
    while rest:
        leaders = [w for w in rest if all(sums[w] > most[o] for o in rest if o != w)]
        if not leaders:
            break
        ranks[leaders[0]] = len(ranks) + 1
        rest.remove(leaders[0])
    if not ranks:
        return dict.fromkeys(group, 1)
    if rest:
        first = len(ranks)
        ranks.update({who: first + rank for who, rank in de(event, rest, p4f).items()})
    return ranks
