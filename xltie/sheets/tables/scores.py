"""What a cell says of the score of two sides, ``1-0``, ``½:½``, ``3 : 1 (1:0)``, or of one side."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Dict, NamedTuple, Optional, Sequence

from xltie.core.plain_words import normal
from xltie.sheets.tables.words import OUTCOMES

ONE, HALF, NONE = Fraction(1), Fraction(1, 2), Fraction(0)
DASH = re.compile(r"[‐‑‒–—―−－]")
_WIDE = {ord(sign) + 0xFEE0: sign for sign in "+:/0123456789"}
"""Signs and digits as wide as a syllable, which Chinese and Japanese keyboards type."""
_NUMBER = r"(?:\d*[.,]\d+|\d*½|1/2|\d+)"
_FLAG = r"(?:\s*\(?(?:ff?|kl|k|wo|w\.o\.?|w/o|forfait|forfeit|contumaz|kampflos|def\.?)\)?)?"
_PAIR = rf"(?P<a>{_NUMBER})(?P<fa>{_FLAG})\s*[-:/–x×_]\s*(?P<b>{_NUMBER})(?P<fb>{_FLAG})"
"""As others here, a pattern that is compiled when it is used first."""
_DEFAULTED = r"def|default|dflt|ff?|forfeit\w*|kl|bye|dns|dq|dsq"
_WALKOVER = r"1|\+|w/?o|walkover"
_BY_DEFAULT = (
    rf"(?:(?P<left>{_WALKOVER})\s*[-:]\s*(?:{_DEFAULTED}))|"
    rf"(?:(?:{_DEFAULTED})\s*[-:]\s*(?P<right>{_WALKOVER}))|(?P<both>forfeit\s*[-:]\s*forfeit)"
)
"""Who did not come, and who got the point for it: ``1-def``, ``w/o-def``, ``bye-1``."""
_FORFEITS = {
    "+--": (ONE, NONE), "--+": (NONE, ONE), "---": (NONE, NONE), "+-": (ONE, NONE),
    "-+": (NONE, ONE), "+/-": (ONE, NONE), "-/+": (NONE, ONE), "+:-": (ONE, NONE),
    "-:+": (NONE, ONE), "-/-": (NONE, NONE), "-:-": (NONE, NONE), "=-=": (HALF, HALF),
    "=:=": (HALF, HALF), "X-X": (HALF, HALF), "x-x": (HALF, HALF), "X:X": (HALF, HALF),
    "++-": (ONE, NONE), "-++": (NONE, ONE),
}  # fmt: skip
_PART = r"(\d+)\s*[-:]\s*(\d+)"
_WITH_PARTS = rf"(?P<a>\d+)\s*[-:]\s*(?P<b>\d+)\s*\((?P<parts>{_PART}(?:[\s,;/]+{_PART})*)\)"
_EXTRA = r"\(?(?:a\.?\s?e\.?\s?t|e\.?\s?t|o\.?t|[ni]\.?\s?v(?:erl)?|d\.?t\.?s|prorr?|prol)\.?\)?"
"""How a score is marked that holds the goals of extra time: ``2:1 n.V.``, ``2-1 (a.e.t.)``."""
_KICKS = r"\(?(?:p|pens?|pso|p\.?ks?|s\.?o|[ni]\.?\s?[ep]|t\.?a\.?b|d\.?c\.?r)\.?\)?"
"""How a score is marked that was made by penalties: ``3:4 n.E.``, ``4-2 pens``."""
_STAGE = rf"{_PART}(?:\s*(?:(?P<extra>{_EXTRA})|(?P<kicks>{_KICKS})))?"
_STAGES = rf"{_STAGE}(?:[\s,;/(]+{_STAGE}\)?){{0,4}}"
_STAGES = _STAGES.replace("?P<extra>", "").replace("?P<kicks>", "")
"""At most five scores, for a closing bracket may belong to a mark or to the stage: each of a long
text would double the ways to read it."""
_OF_DAY = re.compile(r"\d{1,2}[:.]\d\d|\d{1,2}[:.]\d\d[:.]\d\d")
_SEASON = re.compile(r"((?:1[89]|2[01])\d\d)\s*[-/]\s*((?:\d\d)?\d\d)")
BETWEEN = frozenset("x X × : - – — / vs v vs. v.".split())
"""What stands alone between what two sides scored."""
_PENDING = frozenset(
    (
        "? * na n/a nan tba tbc tbd vs v vs. … ... ?-? _ adj adj. adjourned postponed ppd "
        "hängepartie verlegt verschoben vertagt renvoyé renvoyée reporté reportée aplazado "
        "aplazada pospuesto rinviata adiado adiada uitgesteld przełożony odloženo отложена "
        "перенесена 연기 延期 noresult sinresultado sansrésultat ohneergebnis"
    ).split()
) | {""}
"""What says that a game has no result yet: not played, postponed, adjourned."""


class Score(NamedTuple):
    """What a cell says of two sides; nothing is known of a game that is not played yet."""

    left: Optional[Fraction]
    right: Optional[Fraction]
    forfeit: bool = False

    @property
    def total(self) -> Fraction:
        """Return what both sides have together."""
        return (self.left or NONE) + (self.right or NONE)

    @property
    def winner(self) -> Optional[int]:
        """Return 1 or -1 for the side that won, 0 for a draw, None where nothing is said."""
        left, right = self.left, self.right
        if left is None or right is None:
            return None
        # fractions compare in Python code, and a list asks this ten times for each game
        ahead = left.numerator * right.denominator - right.numerator * left.denominator
        return (ahead > 0) - (ahead < 0)


class ByKicks(Score):
    """The score of play of a game that penalties decided: they give no point of a league."""


TO_COME = Score(None, None)
WON = {1: Score(ONE, NONE), 0: Score(HALF, HALF), -1: Score(NONE, ONE)}
"""Who gets the point, by what the side named first did."""


@lru_cache(maxsize=8192)
def number_in(text: str) -> Optional[Fraction]:
    """Return the number that a cell prints: ``2½``, ``2,5``, ``-1``; None where it prints none."""
    word = DASH.sub("-", text.strip()).replace(",", ".")
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
    word = _without_parts(DASH.sub("-", text.strip().translate(_WIDE)))
    plain = re.sub(r"\s+", "", word)
    if plain.lower() in _PENDING:
        return TO_COME
    if plain in _FORFEITS:
        left, right = _FORFEITS[plain]
        return Score(left, right, left != HALF)
    defaulted = re.fullmatch(_BY_DEFAULT, word, re.IGNORECASE)
    if defaulted is not None and defaulted["both"]:
        return Score(NONE, NONE, True)
    if defaulted is not None:
        return (WON[1] if defaulted["left"] else WON[-1])._replace(forfeit=True)
    found = re.fullmatch(_PAIR, word, re.IGNORECASE)
    if found is None:
        return _of_stages(word)
    if "/" in word and not re.search(r"[-:x×_]", word, re.IGNORECASE):
        return None  # a fraction, a date or sets: nobody can tell
    return Score(number_in(found["a"]), number_in(found["b"]), bool(found["fa"] or found["fb"]))


def _without_parts(word: str) -> str:
    """Return a score without the half, or the sets that prove it, in brackets behind it."""
    found = re.fullmatch(_WITH_PARTS, word)
    if found is None:
        return word
    parts = [tuple(map(int, part)) for part in re.findall(_PART, found["parts"])]
    left, right = int(found["a"]), int(found["b"])
    won = (sum(a > b for a, b in parts), sum(a < b for a, b in parts))
    is_half = len(parts) == 1 and parts[0][0] <= left and parts[0][1] <= right
    return f"{left}-{right}" if is_half or won == (left, right) else word


def _of_stages(word: str) -> Optional[Score]:
    """Return the score of play where those of extra time or of penalties stand behind it.

    What is marked as made by penalties alone, ``3:4 n.E.``, does not say how the play ended.
    """
    if not re.fullmatch(_STAGES, word, re.IGNORECASE):
        return None
    stages = [*re.finditer(_STAGE, word, re.IGNORECASE)]
    of_play = [stage for stage in stages if not stage["kicks"]]
    is_last_alone = len(stages) == 2 and of_play == stages and _are_of_kicks(stages[-1])
    if is_last_alone:
        of_play.pop()  # 1-1 (4-2)
    if not of_play or not all(stage["extra"] for stage in of_play[1:]):
        return None
    left, right = (Fraction(number) for number in of_play[-1].groups()[:2])
    by_kicks = len(of_play) < len(stages)
    if by_kicks and (left != right or stages[-1][1] == stages[-1][2]):
        return None
    return ByKicks(left, right) if by_kicks else Score(left, right)


def _are_of_kicks(stage: re.Match[str]) -> bool:
    """Tell whether a score without a mark, ``1-1 (4-2)``, may be that of penalties."""
    return not stage["extra"] and max(int(stage[1]), int(stage[2])) > 2


def won_by_kicks(text: str) -> bool:
    """Tell whether a cell holds nothing but a score that penalties made."""
    word = DASH.sub("-", text.strip().translate(_WIDE))
    found = re.fullmatch(_STAGE, word, re.IGNORECASE)
    return found is not None and found["kicks"] is not None


def are_times(cells: Sequence[str]) -> bool:
    """Tell whether all cells are times of the day or seasons: ``19:30``, ``00:00``, ``2023/24``."""
    return all(_OF_DAY.fullmatch(cell) or _is_season(cell) for cell in cells if cell)


def _is_season(text: str) -> bool:
    found = _SEASON.fullmatch(DASH.sub("-", text))
    return found is not None and (int(found[1]) + 1 - int(found[2])) % 100 == 0


def drawn(text: str) -> Optional[Score]:
    """Return a draw where one sign or word says so of both sides: ``½``, ``draw``, ``무``."""
    is_draw = text in ("½", "1/2", "=", "0.5", "0,5") or outcome_of_word(text) == 0
    return WON[0] if is_draw else None


# -- words of one side -----------------------------------------------------------------------------


def _by_language() -> Dict[str, Dict[str, int]]:
    found: Dict[str, Dict[str, int]] = {}
    for language, words in OUTCOMES.items():
        for value, text in zip((1, 0, -1), words):
            for word in text.split():
                found.setdefault(language, {}).setdefault(normal(word), value)
    return found


OUTCOME_WORDS = _by_language()
"""What the words and letters of won, drawn and lost mean, by language."""


def outcome_of_word(text: str) -> Optional[int]:
    """Return 1, 0 or -1 for a word of won, drawn or lost that no language means otherwise."""
    word = normal(text)
    found = {outcomes[word] for outcomes in OUTCOME_WORDS.values() if word in outcomes}
    is_word = len(word) > 1 or not word.isascii()
    return found.pop() if is_word and len(found) == 1 else None


DRAWS = frozenset(word for words in OUTCOME_WORDS.values() for word, v in words.items() if not v)
