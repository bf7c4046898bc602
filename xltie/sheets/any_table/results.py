"""What a column of results says: of two sides (``1-0``, ``3:1``) or of the first (``win``)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, Iterable, List, Optional, Sequence, Tuple

from xltie.core.plain_words import normal
from xltie.event import Status, bye_named
from xltie.event import is_bye_word as is_certain_bye
from xltie.sheets.tables import (
    DASH,
    DRAWS,
    HALF,
    LETTER,
    NONE,
    ONE,
    OUTCOME_WORDS,
    WON,
    Score,
    heading_of,
    number_in,
    outcome_of_word,
    score_of,
    winner_in,
)

WORTH = {
    Status.PAIRING_BYE: ONE, Status.FULL_BYE: ONE, Status.HALF_BYE: HALF,
    Status.ZERO_BYE: NONE, Status.ABSENT: NONE,
}  # fmt: skip
"""The points of a round without a game."""


def is_bye_word(text: str) -> bool:
    """Tell whether a cell says that nobody plays, in any language."""
    return is_certain_bye(text, or_name=True)


def bye_in(word: str) -> Optional[Status]:
    """Return the bye that a word means by itself, None where nobody can tell what it gives."""
    return bye_named(word) or (None if is_certain_bye(word) else Status.PAIRING_BYE)


# -- one sign or word ------------------------------------------------------------------------------


_TIPS: Tuple[Dict[str, int], ...] = (
    {"1": 1, "x": 0, "2": -1}, {"1": 1, "n": 0, "2": -1}, {"h": 1, "d": 0, "a": -1},
    {"l": 1, "e": 0, "v": -1}, {"h": 1, "x": 0, "a": -1}, {"1": 1, "d": 0, "2": -1},
)  # fmt: skip
_SIGNS = {"+": 1, "=": 0, "-": -1, "½": 0}


_BY = re.compile(
    r"(\w+)\s+(?:(?:by|mit|um|por|par|per|med|met|o|на)\s+\d+(?:\s+\w+)?|(?:in|on|after)\s+\D+)",
    re.IGNORECASE,
)
"""A word of the outcome, and by how much or how: ``won by 5 wickets``, ``lost on penalties``."""


def _without_margin(text: str) -> str:
    found = _BY.fullmatch(text.strip())
    return found[1] if found and outcome_of_word(found[1]) is not None else text.strip()


@lru_cache(maxsize=4096)
def _sign(text: str) -> str:
    word = DASH.sub("-", _without_margin(text))
    return normal(word) if re.search(LETTER, word) else word


def outcomes_in(words: Iterable[str]) -> List[Dict[str, int]]:
    """Return what the signs or words of one side may mean, once for each meaning of them all."""
    used = {_sign(word) for word in words}
    found: List[Dict[str, int]] = []
    for meanings in (_SIGNS, *OUTCOME_WORDS.values()):
        if used and used <= meanings.keys():
            found.append({word: meanings[word] for word in used})
    return [one for at, one in enumerate(found) if one not in found[:at]]


def one_sided(
    cells: Sequence[str], left: Sequence[str], right: Sequence[str], sides: Tuple[str, str],
    is_winner: bool,
) -> List[List[Optional[Score]]]:  # fmt: skip
    """Return what a column of single signs or words says, once for each reading of it all.

    ``left`` and ``right`` are the players of the lines, ``sides`` what their columns are called.
    """
    told = _winners_told(cells, sides)
    if told is not None:
        return [told]
    used = {_sign(cell) for cell in cells if cell}
    found: List[List[Optional[Score]]] = []

    def read(meaning: Dict[str, int]) -> None:
        if used and used <= meaning.keys():
            found.append([WON[meaning[_sign(cell)]] if cell else None for cell in cells])

    if not is_winner:
        numbers = {text: number_in(text) for text in used}
        if used and set(numbers.values()) <= {ONE, HALF, NONE}:
            read({text: int(2 * value) - 1 for text, value in numbers.items() if value is not None})
        for words in (_SIGNS, *OUTCOME_WORDS.values()):
            read(words)
    else:
        for first, second in ("01", "12", "10"):
            read({first: 1, second: -1})
    for tips in _TIPS:
        if (
            used & {"x", "h", "a"}
            or used >= {"l", "v"}
            or (used >= {"1", "2"} and any(text.isalpha() for text in used))
        ):
            read(tips)
    read(_sides_named({_sign(cell): cell for cell in cells if cell}, sides))
    by_name = _by_name(cells, left, right)
    if by_name is not None:
        found.append(by_name)
    return [one for at, one in enumerate(found) if one not in found[:at]]


def _sides_named(texts: Dict[str, str], sides: Tuple[str, str]) -> Dict[str, int]:
    """Return which side the words name: White, White wins, HOME_TEAM, w and b, or a draw.

    ``texts`` are the cells as they are written, by the signs that they are.
    """
    found: Dict[str, int] = {}
    used = texts.keys()
    has_letters = "white" in sides and used & {"b", "w"} and used <= {"w", "b", "d", "=", "½", "r"}
    for text in used:
        side = {"w": "white", "b": "black"}.get(text, "") if has_letters else ""
        side = side or (heading_of(texts[text]).side if len(text) > 1 or not text.isascii() else "")
        if side:
            at = _side_at(side, sides)
            if at is not None:
                found[text] = at
        elif text in DRAWS or text in ("=", "½"):
            found[text] = 0
    return found if any(found.values()) else {}


def _winners_told(cells: Sequence[str], sides: Tuple[str, str]) -> Optional[List[Optional[Score]]]:
    """Return the results in which a colour won: ``B+R``, ``黒中押し勝ち``; None of others."""
    found: List[Optional[Score]] = []
    named = 0
    for cell in cells:
        told = winner_in(cell) if len(cell) > 1 else None
        at = told and _side_at("black" if told[0] else "white", sides)
        if told and at is not None:
            found.append(WON[at]._replace(forfeit=told[1]))
            named += 1
        elif not cell or _is_draw(cell):
            found.append(WON[0] if cell else None)
        else:
            return None
    return found if named else None


def _is_draw(text: str) -> bool:
    return _sign(text) in DRAWS or text in ("=", "½")


def _side_at(side: str, sides: Tuple[str, str]) -> Optional[int]:
    if side in sides:
        return 1 if side == sides[0] else -1
    return None


def _by_name(
    cells: Sequence[str], left: Sequence[str], right: Sequence[str]
) -> Optional[List[Optional[Score]]]:
    """Return the results that the names of winners mean, None where a cell names neither.

    Behind the name may stand how: ``Crocodiles won by 18 runs``.
    """
    found: List[Optional[Score]] = []
    named = 0
    for cell, first, second in zip(cells, left, right):
        word = normal(cell)
        told = _winner_named(cell, first, second)
        if not cell:
            found.append(None)
        elif told is not None:
            found.append(WON[told])
            named += 1
        elif word in DRAWS or cell in ("=", "½") or score_of(cell) == WON[0]:
            found.append(WON[0])
        else:
            return None
    return found if named else None


def _winner_named(cell: str, first: str, second: str) -> Optional[int]:
    """Return 1 or -1 where a cell is the first or second name, or that name and that it won."""
    word = normal(cell)
    for name, told in ((first, 1), (second, -1)):
        rest = _without_margin(cell[len(name) :])
        if word == normal(name) or (cell.startswith(name) and outcome_of_word(rest) == 1):
            return told
    return None
