"""What a column of results says: of two sides (``1-0``, ``3:1``) or of the first (``win``)."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Dict, FrozenSet, Iterable, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.plain_words import normal
from xltie.event import Status, bye_named
from xltie.event import is_bye_word as is_certain_bye
from xltie.sheets.any_table.headings import LETTER, heading_of
from xltie.sheets.any_table.words import OUTCOMES

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)
_WORTH = {
    Status.PAIRING_BYE: ONE, Status.FULL_BYE: ONE, Status.HALF_BYE: HALF,
    Status.ZERO_BYE: NONE, Status.ABSENT: NONE,
}  # fmt: skip
_DASH = re.compile(r"[‐‑‒–—―−－]")
_NUMBER = r"(?:\d+[.,]\d+|\d*½|1/2|\d+)"
_FLAG = r"(?:\s*\(?(?:ff?|kl|k|wo|w\.o\.?|w/o|forfait|forfeit|contumaz|kampflos|def\.?)\)?)?"
_PAIR = re.compile(
    rf"(?P<a>{_NUMBER})(?P<fa>{_FLAG})\s*[-:/–x×]\s*(?P<b>{_NUMBER})(?P<fb>{_FLAG})", re.IGNORECASE
)
_FORFEITS = {
    "+--": (ONE, NONE), "--+": (NONE, ONE), "---": (NONE, NONE), "+-": (ONE, NONE),
    "-+": (NONE, ONE), "+/-": (ONE, NONE), "-/+": (NONE, ONE), "+:-": (ONE, NONE),
    "-:+": (NONE, ONE), "-/-": (NONE, NONE), "-:-": (NONE, NONE), "=-=": (HALF, HALF),
    "=:=": (HALF, HALF), "X-X": (HALF, HALF), "x-x": (HALF, HALF), "X:X": (HALF, HALF),
    "++-": (ONE, NONE), "-++": (NONE, ONE),
}  # fmt: skip
_PART = re.compile(r"(\d+)\s*[-:]\s*(\d+)")
_WITH_PARTS = re.compile(
    rf"(?P<a>\d+)\s*[-:]\s*(?P<b>\d+)\s*\((?P<parts>{_PART.pattern}(?:[\s,;/]+{_PART.pattern})*)\)"
)
_OF_DAY = re.compile(r"\d{1,2}[:.]\d\d|\d{1,2}[:.]\d\d[:.]\d\d")
BETWEEN = frozenset("x X × : - – — / vs v vs. v.".split())
"""What stands alone between what two sides scored."""
_PENDING = frozenset(
    "? * vs v vs. tbd … ... ?-? _ adj adj. adjourned postponed ppd hängepartie verlegt".split()
) | {""}
"""What says that a game has no result yet: not played, postponed, adjourned."""


class Score(NamedTuple):
    """What a cell says of two sides; nothing is known of a game that is not played yet."""

    left: Optional[Fraction]
    right: Optional[Fraction]
    forfeit: bool = False

    @property
    def winner(self) -> Optional[int]:
        """Return 1 or -1 for the side that won, 0 for a draw, None where nothing is said."""
        if self.left is None or self.right is None:
            return None
        return (self.left > self.right) - (self.left < self.right)


PENDING = Score(None, None)
_WON = {1: Score(ONE, NONE), 0: Score(HALF, HALF), -1: Score(NONE, ONE)}


def is_bye_word(text: str) -> bool:
    """Tell whether a cell says that nobody plays, in any language."""
    return is_certain_bye(text, or_name=True)


def bye_worth(word: str) -> Optional[Fraction]:
    """Return the points that a word of a bye means by itself, None where nobody can tell."""
    status = bye_named(word)
    return _WORTH[status] if status else None if is_certain_bye(word) else ONE


@lru_cache(maxsize=8192)
def number_in(text: str) -> Optional[Fraction]:
    """Return the number that a cell prints: ``2½``, ``2,5``, ``-1``; None where it prints none."""
    word = _DASH.sub("-", text.strip()).replace(",", ".")
    found = re.fullmatch(r"([+-]?)(\d+(?:\.\d*)?|\.\d+)?(½)?", word)
    if word == "1/2":
        return HALF
    if not found or not (found[2] or found[3]):
        return None
    value = (Fraction(found[2]) if found[2] else NONE) + (HALF if found[3] else NONE)
    return -value if found[1] == "-" else value


@lru_cache(maxsize=8192)
def score_of(text: str) -> Optional[Score]:
    """Return the scores of both sides in a cell, None where it holds none."""
    word = _without_parts(_DASH.sub("-", text.strip()))
    plain = re.sub(r"\s+", "", word)
    if plain.lower() in _PENDING:
        return PENDING
    if plain in _FORFEITS:
        left, right = _FORFEITS[plain]
        return Score(left, right, left != HALF)
    found = _PAIR.fullmatch(word)
    if found is None:
        return None
    if "/" in word and not re.search(r"[-:x×]", word, re.IGNORECASE):
        return None  # a fraction, a date or sets: nobody can tell
    return Score(number_in(found["a"]), number_in(found["b"]), bool(found["fa"] or found["fb"]))


def _without_parts(word: str) -> str:
    """Return a score without the half, or the sets that prove it, in brackets behind it."""
    found = _WITH_PARTS.fullmatch(word)
    if found is None:
        return word
    parts = [tuple(map(int, own)) for own in _PART.findall(found["parts"])]
    left, right = int(found["a"]), int(found["b"])
    won = (sum(a > b for a, b in parts), sum(a < b for a, b in parts))
    is_half = len(parts) == 1 and parts[0][0] <= left and parts[0][1] <= right
    return f"{left}-{right}" if is_half or won == (left, right) else word


def are_times(cells: Sequence[str]) -> bool:
    """Tell whether all cells are times of the day, as no score is written: ``19:30``, ``00:00``."""
    return all(_OF_DAY.fullmatch(own) for own in cells if own)


def drawn(text: str) -> Optional[Score]:
    """Return a draw where one sign or word says so of both sides: ``½``, ``draw``."""
    is_draw = text in ("½", "1/2", "=", "0.5", "0,5") or normal(text) in _DRAWS
    return Score(HALF, HALF) if (is_draw and len(normal(text)) != 1) or text in ("½", "=") else None


# -- one sign or word ------------------------------------------------------------------------------


def _by_language() -> Dict[str, Dict[str, int]]:
    found: Dict[str, Dict[str, int]] = {}
    for language, words in OUTCOMES.items():
        for value, text in zip((1, 0, -1), words):
            for word in text.split():
                found.setdefault(language, {}).setdefault(normal(word), value)
    return found


_OUTCOME_WORDS = _by_language()


def outcome_of_word(text: str) -> Optional[int]:
    """Return 1, 0 or -1 for a word of won, drawn or lost that no language means otherwise."""
    word = normal(text)
    found = {own[word] for own in _OUTCOME_WORDS.values() if word in own}
    is_word = len(word) > 1 or not word.isascii()
    return found.pop() if is_word and len(found) == 1 else None


_DRAWS = frozenset(word for own in _OUTCOME_WORDS.values() for word, v in own.items() if not v)
_TIPS: Tuple[Dict[str, int], ...] = (
    {"1": 1, "x": 0, "2": -1}, {"1": 1, "n": 0, "2": -1}, {"h": 1, "d": 0, "a": -1},
    {"l": 1, "e": 0, "v": -1}, {"h": 1, "x": 0, "a": -1}, {"1": 1, "d": 0, "2": -1},
)  # fmt: skip
_SIGNS = {"+": 1, "=": 0, "-": -1, "½": 0}


@lru_cache(maxsize=4096)
def _sign(text: str) -> str:
    word = _DASH.sub("-", text.strip())
    return normal(word) if re.search(LETTER, word) else word


def outcomes_in(words: Iterable[str]) -> List[Dict[str, int]]:
    """Return what the signs or words of one side may mean, once for each meaning of them all."""
    used = {_sign(own) for own in words}
    found: List[Dict[str, int]] = []
    for meanings in (_SIGNS, *_OUTCOME_WORDS.values()):
        if used and used <= meanings.keys():
            found.append({word: meanings[word] for word in used})
    return [own for at, own in enumerate(found) if own not in found[:at]]


def outcome_in(meaning: Dict[str, int], text: str) -> int:
    """Return what a sign or word says under a meaning."""
    return meaning[_sign(text)]


def one_sided(
    cells: Sequence[str], left: Sequence[str], right: Sequence[str], sides: Tuple[str, str],
    is_winner: bool,
) -> List[List[Optional[Score]]]:  # fmt: skip
    """Return what a column of single signs or words says, once for each reading of it all.

    ``left`` and ``right`` are the players of the lines, ``sides`` what their columns are called.
    """
    used = {_sign(own) for own in cells if own}
    found: List[List[Optional[Score]]] = []

    def read(meaning: Dict[str, int]) -> None:
        if used and used <= meaning.keys():
            found.append([_WON[meaning[_sign(own)]] if own else None for own in cells])

    if not is_winner:
        numbers = {own: number_in(own) for own in used}
        if used and set(numbers.values()) <= {ONE, HALF, NONE}:
            read({own: int(2 * value) - 1 for own, value in numbers.items() if value is not None})
        for words in (_SIGNS, *_OUTCOME_WORDS.values()):
            read(words)
    else:
        for first, second in ("01", "12", "10"):
            read({first: 1, second: -1})
    for tips in _TIPS:
        if used & {"x", "h", "a"} or (used >= {"1", "2"} and any(own.isalpha() for own in used)):
            read(tips)
    read(_sides_named({_sign(own): own for own in cells if own}, sides))
    by_name = _by_name(cells, left, right)
    if by_name is not None:
        found.append(by_name)
    return [own for at, own in enumerate(found) if own not in found[:at]]


def _sides_named(texts: Dict[str, str], sides: Tuple[str, str]) -> Dict[str, int]:
    """Return which side the words name: White, White wins, HOME_TEAM, w and b, or a draw.

    ``texts`` are the cells as they are written, by the signs that they are.
    """
    found: Dict[str, int] = {}
    used = texts.keys()
    has_letters = "white" in sides and used & {"b", "w"} and used <= {"w", "b", "d", "=", "½", "r"}
    for own in used:
        side = {"w": "white", "b": "black"}.get(own, "") if has_letters else ""
        side = side or (heading_of(texts[own]).side if len(own) > 1 or not own.isascii() else "")
        if side:
            at = _side_at(side, sides)
            if at is not None:
                found[own] = at
        elif own in _DRAWS or own in ("=", "½"):
            found[own] = 0
    return found if any(found.values()) else {}


def _side_at(side: str, sides: Tuple[str, str]) -> Optional[int]:
    if side in sides:
        return 1 if side == sides[0] else -1
    return None


def _by_name(
    cells: Sequence[str], left: Sequence[str], right: Sequence[str]
) -> Optional[List[Optional[Score]]]:
    """Return the results that the names of winners mean, None where a cell names neither."""
    found: List[Optional[Score]] = []
    named = 0
    for own, first, second in zip(cells, left, right):
        word = normal(own)
        if not own:
            found.append(None)
        elif word == normal(first):
            found.append(_WON[1])
            named += 1
        elif word == normal(second):
            found.append(_WON[-1])
            named += 1
        elif word in _DRAWS or own in ("=", "½") or score_of(own) == _WON[0]:
            found.append(_WON[0])
        else:
            return None
    return found if named else None


def names_winners(cells: Sequence[str], names: FrozenSet[str]) -> bool:
    """Tell whether some cells are names of players."""
    return any(normal(own) in names for own in cells if own)
