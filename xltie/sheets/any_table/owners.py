"""Columns that tell of one player, known by what the players are called: HGoals beside Home."""

from __future__ import annotations

from typing import Dict, List, Sequence, Set, Tuple

from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.counts import are_counts
from xltie.sheets.any_table.players import Pair
from xltie.sheets.tables import HALF, NONE, ONE, heading_of, number_in, scored_in, words_of

_SHARES = {NONE, HALF, ONE}
_LEAST_GAMES = 4
"""So many games show by their numbers alone that these are scores."""


def with_owners(table: Table, pair: Pair) -> Table:
    """Return a table whose headings say of whom they tell where they name a player's column.

    Two headings are the same but for a word of the players' headings, or its first letter:
    ``wres`` and ``zres`` beside *wit* and *zwart*, ``goals_h`` and ``goals_a``. One alone may tell
    who won: ``radiant_win``. What else they say decides what they mean; where this is not known,
    two columns are results if a word of scores begins it, or their numbers can be nothing else.
    """
    columns = (pair.left, pair.right)
    words = [set(words_of(table.headings[at].text)) for at in columns]
    own = [words[0] - words[1], words[1] - words[0]]
    letters = [{word[0] for word in mine} for mine in own]
    found: Dict[Tuple[str, ...], List[List[int]]] = {}
    for column, heading in enumerate(table.headings):
        pieces = words_of(heading.text)
        if column in columns or (heading.number is not None and heading.meaning):
            continue
        for at in (0, 1):
            for rest in _rests(pieces, own[at], letters[at] - letters[1 - at]):
                found.setdefault(rest, [[], []])[at].append(column)
    headings = list(table.headings)
    for rest, both in found.items():
        meaning = heading_of(" ".join(rest)).meaning if len("".join(rest)) > 1 else ""
        if meaning != "wins" and (len(both[0]), len(both[1])) != (1, 1):
            continue
        is_score = scored_in(" ".join(rest)) and not any(h.meaning == "result" for h in headings)
        if not meaning and (not rest or is_score or _share_out(table, both[0][0], both[1][0])):
            meaning = "result" if all(are_counts(table.column(at[0])) for at in both) else ""
        for side, mine in zip(pair.sides, both):
            for at in mine if meaning else ():
                headings[at] = headings[at]._replace(meaning=meaning, side=side)
    return table._replace(headings=tuple(headings))


def _rests(pieces: Sequence[str], words: Set[str], letters: Set[str]) -> Set[Tuple[str, ...]]:
    """Return what a heading says beside a word of a player's heading, or its first letter."""
    found = set()
    for at, piece in enumerate(pieces):
        if piece in words or (len(pieces) > 1 and piece in letters):
            found.add((*pieces[:at], *pieces[at + 1 :]))
    if pieces and len(pieces[0]) > 1 and pieces[0][0] in letters:
        found.add((pieces[0][1:], *pieces[1:]))
    return found


def _share_out(table: Table, first: int, second: int) -> bool:
    """Tell whether two columns are the score of every game that they tell of.

    They share out a point or any number of discs, or who won has the same number in all games.
    """
    both = [[number_in(line.texts[at]) for at in (first, second)] for line in table.lines]
    told = [(a, b) for a, b in both if a is not None and b is not None]
    if len(told) < sum(pair != [None, None] for pair in both) or len(set(told)) < 2:
        return False
    if all(a + b == ONE for a, b in told):
        return {value for pair in told for value in pair} <= _SHARES
    is_whole = all(value >= 0 and value.denominator == 1 for pair in told for value in pair)
    sums, most = ({of(pair) for pair in told} for of in (sum, max))
    is_shared = len(sums) == 1 and sums != {100}
    is_race = len(most) == 1 and all(a != b for a, b in told) and min(map(min, told)) < max(most)
    return is_whole and len(told) >= _LEAST_GAMES and (is_shared or is_race)
