"""Which columns of a list of games name its players, and how their names are spelled."""

from __future__ import annotations

import re
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.plain_words import normal
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.results import is_bye_word, outcomes_in
from xltie.sheets.tables import BETWEEN, LETTER, Spelling, is_result_of_two, number_in, score_of

_ENDS = ("winner", "loser")
_CARDS = (
    re.compile(r"(?P<name>.*[^\W\d_].*?)\s+(?P<number>\d+)\s+\S{1,3}\s+\d+"),
    re.compile(r"(?P<number>\d{1,3})[.)]\s*(?P<name>.*[^\W\d_].*)"),
    re.compile(r"(?P<name>.*[^\W\d_].*?)\s*[(\[](?P<number>\d{1,4})[)\]]"),
)
"""A name as Vega's pages copy it, with number, title and rating behind it; with a number alone."""


class Pair(NamedTuple):
    """The columns of the players on the left and on the right, and what they are called.

    ``is_proved`` tells that both hold players of one set: names come again. ``is_named`` tells that
    headings say it, and not the cells alone.
    """

    left: int
    right: int
    sides: Tuple[str, str]
    is_proved: bool
    is_named: bool


def pair_of(table: Table) -> Optional[Pair]:
    """Return the two columns of players of a list of games, None where there are none."""
    found = _by_headings(table)
    is_named = found is not None
    if found is None or not _shared(table, found[:2]):
        shared = _by_content(table)  # Local is who is at home, or where the stadium is
        found, is_named = (found, is_named) if shared is None else (shared, False)
    found = found or _everybody_met(table)
    if found is None:
        return None
    left, right, sides = found
    one, other = (_names(table.column(at)) for at in (left, right))
    both = [*filter(None, (*table.column(left), *table.column(right)))]
    again = len(one & other) > 0 or len(both) > len(one) + len(other)
    return Pair(left, right, sides, again, is_named)


def _shared(table: Table, columns: Tuple[int, int]) -> Set[str]:
    one, other = (_names(table.column(at)) for at in columns)
    return one & other


def _names(cells: Sequence[str]) -> Set[str]:
    return {normal(cell) for cell in cells if cell and not is_bye_word(cell)}


def _by_headings(table: Table) -> Optional[Tuple[int, int, Tuple[str, str]]]:
    for meaning in ("player", "number", "club"):
        for sides in (("white", "black"), ("first", "second")):
            both = [table.columns_of(meaning, side=side) for side in sides]
            if all(both):
                first, second = (_best(table, value) for value in both)
                if first < second:
                    return first, second, sides
                return second, first, (sides[1], sides[0])
    won, lost = (
        [at for at in table.columns_of(meaning) if _is_names(table.column(at))] or
        table.columns_of(meaning) for meaning in _ENDS
    )  # fmt: skip
    if len(won) == len(lost) == 1:
        return won[0], lost[0], _ENDS
    if len(won) + len(lost) == 1:
        at = (won or lost)[0]
        rest = [one for one in _of_names(table) if one != at and _shared(table, (at, one))]
        if len(rest) == 1 and not _are_alike(table, at, rest[0]):
            return (at, rest[0], _ENDS) if won else (rest[0], at, _ENDS)
    neutral = table.columns_of("player")
    other = table.columns_of("player", side="second")
    if len(other) == 1 and neutral:
        return neutral[0], other[0], ("first", "second")
    if len(neutral) == 2:
        first, second = neutral
        if normal(table.headings[first].text) == normal(table.headings[second].text):
            return first, second, ("first", "second")
    numbers = table.columns_of("number")
    counted = [(table.headings[at].stem, table.headings[at].number) for at in numbers]
    if len(counted) == 2 and counted == [(counted[0][0], 1), (counted[0][0], 2)]:
        return numbers[0], numbers[1], ("first", "second")  # id1, id2
    return None


def _best(table: Table, columns: List[int]) -> int:
    """Return the column with the most names in letters: others are ids or codes of the same.

    A heading that reaches over several columns stands above the first of them, the title.
    """

    def names(column: int) -> Tuple[int, int]:
        cells = [text for text in table.column(column) if re.search(LETTER, text)]
        return len(set(cells)), len(cells)

    best = max(columns, key=lambda column: (names(column)[1], -column))
    beside = [at for at in (best - 1, best + 1) if 0 <= at < len(table.headings)]
    for at in beside:
        if not table.headings[at].text and all(a > b for a, b in zip(names(at), names(best))):
            best = at
    return best


def _by_content(table: Table) -> Optional[Tuple[int, int, Tuple[str, str]]]:
    """Return two columns of texts in which the same names come again, never twice in a line.

    A column of names is none of places, whatever its heading means elsewhere: ``H`` and ``A``.
    """
    texts = _of_names(table)
    best: List[Tuple[int, int, int]] = []
    for index, first in enumerate(texts):
        for second in texts[index + 1 :]:
            left, right = table.column(first), table.column(second)
            shared = len(_shared(table, (first, second)))
            least = max(2, min(len(_names(left)), len(_names(right))) // 3)
            if (shared >= least or _stand_against(table, first, second)) and not _are_alike(
                table, first, second
            ):
                best.append((-shared, first, second))
    if not best:
        return None
    _, first, second = min(best)
    others = (pair for pair in best if not {first, second} & {*pair[1:]})
    if any(_shared(table, (first, pair[1])) for pair in others):
        return None  # more than two play: doubles, whose partners stand apart
    one, other = (table.headings[at].side for at in (first, second))
    is_turned = one != other and (one == "second" or other == "first")
    return first, second, ("second", "first") if is_turned else ("first", "second")


def _everybody_met(table: Table) -> Optional[Tuple[int, int, Tuple[str, str]]]:
    """Return two columns of numbers in which everybody meets each other once, or once on each side.

    No headings and no letters say that these are players; a whole round robin does.
    """
    counted = [
        at for at in range(len(table.headings)) if all(map(str.isdecimal, table.column(at)))
    ]  # fmt: skip
    for at, first in enumerate(counted):
        for second in counted[at + 1 :]:
            met = list(zip(table.column(first), table.column(second)))
            players = {who for both in met for who in both}
            pairs = len(players) * (len(players) - 1)
            sides, games = set(met), {frozenset(both) for both in met}
            is_whole = len(met) == len(sides) == pairs or 2 * len(met) == 2 * len(games) == pairs
            if is_whole and len(players) > 3 and all(a != b for a, b in met):
                return first, second, ("first", "second")
    return None


def _of_names(table: Table) -> List[int]:
    """Return the columns of names whose headings say nothing else."""
    return [
        at for at, heading in enumerate(table.headings)
        if heading.meaning in ("", "player", "place") and heading.number is None
        and _is_names(table.column(at))
    ]  # fmt: skip


def _are_alike(table: Table, first: int, second: int) -> bool:
    """Tell whether two columns hold the same name in some line, as a winner's does."""
    return any(a and normal(a) == normal(b)
               for a, b in zip(table.column(first), table.column(second)))  # fmt: skip


def _stand_against(table: Table, first: int, second: int) -> bool:
    """Tell whether a sign stands between two columns in every line, ``Kim | - | Lee``."""
    return any(
        set(table.column(at)) <= BETWEEN and all(table.column(at))
        for at in range(first + 1, second)
    )


def _is_names(cells: Sequence[str]) -> bool:
    filled = [cell for cell in cells if cell]
    if len(filled) < 2 or len({normal(text) for text in filled}) < 3:
        return False
    if sum(bool(outcomes_in([text])) for text in filled) * 3 > len(filled):
        return False
    if sum(len(text) < 3 and text.isascii() for text in filled) * 3 > len(filled):
        return False
    letters = sum(bool(re.search(LETTER, text)) and score_of(text) is None for text in filled)
    return letters * 5 >= len(filled) * 4 and len(filled) * 2 > len(cells)


class Cards(Spelling):
    """Players as first spelled, of cells that are all a name with number, title and rating."""

    def __init__(self, cells: Sequence[str]) -> None:
        super().__init__()
        filled = [cell for cell in cells if cell and not is_bye_word(cell)]
        self._card = next((card for card in _CARDS if _are_all(card, filled)), None)

    def __call__(self, typed: str) -> str:
        """Return a name as it is spelled first."""
        found = self._card.fullmatch(typed) if self._card else None
        return super().__call__(found["name"] if found else typed)


def _are_all(card: re.Pattern[str], cells: Sequence[str]) -> bool:
    """Tell whether all cells are such cards, and nobody has two numbers."""
    numbers: Dict[str, Set[str]] = {}
    for found in map(card.fullmatch, cells):
        if found is None:
            return False
        numbers.setdefault(found["name"], set()).add(found["number"])
    return bool(cells) and all(len(own) == 1 for own in numbers.values())


def no_names(cells: Sequence[str], times: Mapping[str, int]) -> List[int]:
    """Return which cells cannot be names, since they have no letters and nearly all others do.

    What stands in several lines and is no digit or mere sign is what somebody is called; ``times``
    counts the cells of both sides.
    """
    odd = [at for at, cell in enumerate(cells) if cell and _is_no_name(cell, times[cell])]
    return odd if len(odd) * 5 < sum(map(bool, cells)) else []


def _is_no_name(cell: str, times: int) -> bool:
    if is_result_of_two(cell):
        return True
    if re.search(LETTER, cell) or is_bye_word(cell):
        return False
    is_number = number_in(cell) is not None and len(cell) < 2
    return times < 2 or is_number or not re.search(r"\w", cell)
