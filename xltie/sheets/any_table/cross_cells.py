"""The cells of a Swiss cross table: an opponent, a colour and a score in any order.

``12w1``, ``1 13``, ``W 39``, ``+W7``, ``w12+``, ``2/23w``, ``5-/h2``, ``8 勝``: no order is taken
for granted. A table is read in every order that fits all of its cells, and the proof, that every
opponent names the player back, decides which of them it is.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import lru_cache
from typing import Dict, FrozenSet, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import say
from xltie.core.plain_words import normal
from xltie.event import Status
from xltie.sheets.any_table.asked import NOTHING, Asked, settled_by
from xltie.sheets.any_table.results import bye_in, is_bye_word
from xltie.sheets.tables import (
    BYES,
    DASH,
    DRAWS,
    HALF,
    LETTER,
    NONE,
    ONE,
    OUTCOME_WORDS,
    number_in,
    score_of,
)

_PAIRS: Mapping[Tuple[str, ...], str] = {
    ("w", "b"): "en", ("w", "s"): "de", ("b", "n"): "es fr it", ("b", "p"): "pt",
    ("w", "z"): "nl", ("b", "c"): "pl cs", ("v", "s"): "sv hu", ("h", "s"): "da no",
    ("б", "ч"): "ru", ("白", "黑"): "zh", ("白", "黒"): "ja", ("백", "흑"): "ko",
    ("v", "m"): "fi", ("a", "n"): "ro", ("λ", "μ"): "el", ("○", "●"): "*", ("p", "h"): "id",
    ("t", "d"): "vi", ("b", "č"): "cs",
    ("أ", "س"): "ar", ("ל", "ש"): "he",
}  # fmt: skip
"""The letters of White and Black; one of them alone says nothing (b is Black or blancas)."""

_LETTER = rf"(?:{LETTER}|[○●◯〇△▲×])"
_N = r"#?(?P<n>\d{1,4})"
_C = rf"(?P<c>{_LETTER})"
_NUMERIC = r"\d+[.,]\d+|\d*½|1/2|\d+"
_SIGN = r"[+=\-<>]"
_WORD = rf"{LETTER}+|[○●◯〇△▲×]"
_GAP = r"[\s/().:,;|]*"
_APART = r"(?:\s*[/():;|]\s*|\s+)"
COUNT = r"\d{1,2}\s*[-:]\s*\d{1,2}|\([+-]?\d{1,3}(?:[.,]5)?\)"
_END = (
    rf"(?:\s+(?P<t>{COUNT}|(?<=[+=\-]\s)\d{{1,2}}))?"
    + r"\s*(?P<f>[fFkK!*]?)(?:(?:/|(?<=!))(?P<hc>[wbWB]?)h?(?P<h>\d*))?\)?"
)


def _pattern(*parts: str) -> re.Pattern[str]:
    return re.compile("".join(parts) + _END)


def _s(kinds: str) -> str:
    return f"(?P<s>{kinds})"


_ANY = f"{_NUMERIC}|{_SIGN}|{_WORD}"
PATTERNS: Dict[str, re.Pattern[str]] = {
    "12w1": _pattern(r"\(?", _N, _GAP, _C, r"\)?", _GAP, _s(_ANY)),
    "12+w": _pattern(_N, _GAP, _s(_SIGN), _GAP, _C),
    "12 1w": _pattern(_N, _APART, _s(_NUMERIC), _GAP, _C),
    "1w12": _pattern(_s(_ANY), _GAP, _C, _GAP, _N),
    "+12w": _pattern(_s(_SIGN), _GAP, _N, _GAP, _C),
    "W12w": _pattern(_s(_WORD), _GAP, _N, _GAP, _C),
    "1/12w": _pattern(_s(_NUMERIC), _APART, _N, _GAP, _C),
    "w12+": _pattern(_C, _GAP, _N, _GAP, _s(f"{_SIGN}|{_WORD}")),
    "w12 1": _pattern(_C, _GAP, _N, _APART, _s(_NUMERIC)),
    "w½ 12": _pattern(_C, _GAP, _s(_NUMERIC), _APART, _N),
    "w+12": _pattern(_C, _GAP, _s(f"{_SIGN}"), _GAP, _N),
    "12+": _pattern(_N, _GAP, _s(f"{_SIGN}|{_WORD}")),
    "12 1": _pattern(_N, _APART, _s(_NUMERIC)),
    "+12": _pattern(_s(f"{_SIGN}|{_WORD}"), r"(?:(?<=[^+=<>\-])-)?", _GAP, _N),
    "1 12": _pattern(_s(_NUMERIC), _APART, _N),
    "12 3:1": _pattern(_N, _APART, _s(COUNT)),
    "3:1 12": _pattern(_s(COUNT), _APART, _N),
}
"""The orders of an opponent's number (12), a colour (w) and a score (1, +, W)."""
_FORFEITED = re.compile(rf"{_N}{_GAP}(?P<s>[+\-])")
"""Opponent and result of a game by forfeit, which has no colour, among others that have one."""
_FLAG_FIRST = re.compile(r"([01½]|0[.,]5)([kK])(\s*[\s(]\s*\d+[^()]*)\)?")
"""A score that says by itself that nobody came, before the opponent: ``1k (20w)``."""
_UNPLAYED = {"12": re.compile(rf"{_N}{_GAP}{_C}"), "w1": re.compile(rf"{_C}{_GAP}{_N}")}
"""Opponent and colour of a game that has no result yet, by what the order begins with."""
_COLOURS = frozenset(normal(side) for pair in _PAIRS for side in pair)


class Cell(NamedTuple):
    """A cell with an opponent: its number, the colour, the score as written, what stands behind.

    The score of a game that is not played yet is blank.
    """

    opponent: int
    colour: str
    score: str
    forfeit: bool
    handicap: int
    counted: str = ""
    """What both counted, ``40-24``, or by how much one won, ``+16``."""

    def counting(self) -> Cell:
        """Return a cell whose score is what both counted, ``40-24``, as one that says who won."""
        both = None if self.counted else score_of(self.score)
        if both is None or both.forfeit or both.winner is None or len(self.score) < 3:
            return self
        return self._replace(score="-=+"[both.winner + 1], counted=self.score)


def plain(text: str) -> str:
    """Return a cell with one kind of dash and without blanks at its ends."""
    return DASH.sub("-", text.strip())


@lru_cache(maxsize=65536)
def cell_in(text: str, order: str) -> Optional[Cell]:
    """Return what a cell says in an order, None where it does not fit."""
    word = _FLAG_FIRST.sub(r"\1\3\2", plain(text))
    found = PATTERNS[order].fullmatch(word)
    if found is None:
        return _without_both(word, order)
    own = found.groupdict()
    colour = normal(own.get("c") or own["hc"] or "")
    score = own["s"]
    if own["f"] and score.isalpha() and not own.get("c"):
        return None
    count = (own["t"] or "").strip("()")
    return Cell(int(own["n"]), colour, score, bool(own["f"]), int(own["h"] or 0), count).counting()


def in_full(lines: Sequence[Sequence[str]]) -> Sequence[Sequence[str]]:
    """Return cells with ``1k`` written out where others say so of opponents; it may be a rank."""
    if not any(_FLAG_FIRST.fullmatch(text) for line in lines for text in line):
        return lines
    alone = {score + "k": f"{score} kampflos" for score in "1½0"}
    return [[alone.get(text, text) for text in line] for line in lines]


def _without_both(text: str, order: str) -> Optional[Cell]:
    """Return a game by forfeit or to come, in an order that names colours."""
    found = _FORFEITED.fullmatch(text) if order == "12w1" else None
    if found is not None:
        return Cell(int(found["n"]), "", found["s"], True, 0)
    found = _UNPLAYED[order[:2]].fullmatch(text) if order in ("12w1", "w12+") else None
    colour = normal(found["c"]) if found else ""
    return Cell(int(found["n"]), colour, "", False, 0) if found and colour in _COLOURS else None


_ALONE = {
    word: status
    for status, words in {
        Status.ABSENT: "- -- --- 0- u u--- zwz 0wz",
        Status.ZERO_BYE: "0 -0 0-1 0bye -bye bye- z f f--- l--- -u-",
        Status.HALF_BYE: "½ = -½ 0½ -= 0= ½bye =bye bye½ bye= h h--- -h- d--- 0.5",
        Status.PAIRING_BYE: "1 + -1 +1 01 0+ +0 +- 1bye +bye bye1 bye+ b b--- -b- x x--- w---",
    }.items()
    for word in words.split()
}
"""What programs and clubs write for a round without an opponent."""


@lru_cache(maxsize=4096)
def alone_in(text: str) -> Optional[Status]:
    """Return what a cell says of a round without an opponent, None where it says nothing known."""
    word = re.sub(r"[\s()/.:]+(?!5)", "", plain(text)).casefold().replace(",", ".")
    word = word.replace("1/2", "½").replace("0.5", "½").replace(".5", "½")
    if word in _ALONE:
        return _ALONE[word]
    if is_bye_word(text):
        return bye_in(text) or Status.PAIRING_BYE
    split = re.fullmatch(rf"([+=\-½01]|½)?\s*({LETTER}+)\s*([+=\-½01])?", word)
    if split and is_bye_word(split[2]):
        return _ALONE.get((split[1] or split[3] or "") + "bye", Status.PAIRING_BYE)
    value = number_in(text)
    return None if value is None else BYES.get(value)


# -- what the scores and colours of a whole table mean ---------------------------------------------

_CODES: Dict[str, Tuple[str, bool]] = {
    "w": ("+", False), "d": ("=", False), "l": ("-", False), "x": ("+", True), "f": ("-", True),
    "b": ("+", True), "h": ("=", True), "u": ("-", True),
}  # fmt: skip
"""USCF's letters: who won or lost, and whether by forfeit."""
_BY_FORFEIT = {
    **dict.fromkeys("不戦勝 不战胜 不戰勝 부전승 기권승 몰수승 kampflosgewonnen".split(), 1),
    **dict.fromkeys(
        "不戦敗 不战负 不戰敗 부전패 기권패 몰수패 棄権 弃权 kampflosverloren".split(), -1
    ),
}
"""Words that say beside an opponent who won without a game."""


class Worth(NamedTuple):
    """What a score says: 1, 0 or -1 for won, drawn and lost, its number, and if by forfeit."""

    outcome: Optional[int]
    value: Optional[Fraction]
    forfeit: bool = False


def meanings_of(scores: FrozenSet[str], asked: Asked = NOTHING) -> List[Dict[str, Worth]]:
    """Return what the scores of a table may mean, once for each meaning that covers them all."""
    return [
        meaning
        for meaning in _meanings_of(scores)
        if asked.fits({sign: worth.outcome for sign, worth in meaning.items()})
    ]


_SIGNS = {
    "+": Worth(1, None), "=": Worth(0, None), "-": Worth(-1, None),
    ">": Worth(1, None, True), "<": Worth(-1, None, True),
}  # fmt: skip
"""Signs of results, which are forfeits beside numbers; Papi's ``>`` and ``<`` are always."""


def _meanings_of(scores: FrozenSet[str]) -> List[Dict[str, Worth]]:
    signs = {score: _SIGNS[score] for score in scores if score in _SIGNS}
    numbers = {score: _number_of(score, scores) for score in scores if score not in signs}
    if all(value is not None for value in numbers.values()):
        if not numbers:
            return [signs]
        found = {text: Worth(None, value) for text, value in numbers.items()}
        found.update({score: worth._replace(forfeit=True) for score, worth in signs.items()})
        return [found]
    words = {score: normal(score) for score in scores}
    answer: List[Dict[str, Worth]] = []
    if all(word in _CODES for word in words.values()):
        codes = {text: _CODES[word] for text, word in words.items()}
        answer.append({code: _SIGNS[sign]._replace(forfeit=f) for code, (sign, f) in codes.items()})
    for known in ({**outcomes, **_BY_FORFEIT} for outcomes in OUTCOME_WORDS.values()):
        if all(word in known for word in words.values()):
            made = {text: Worth(known[w], None, w in _BY_FORFEIT) for text, w in words.items()}
            if made not in answer:
                answer.append(made)
    return answer


def _number_of(score: str, scores: FrozenSet[str]) -> Optional[Fraction]:
    """Return the number that a score is; beside 1 or 0 a word for drawn, ``r``, is a half."""
    is_draw = normal(score) in DRAWS and score not in ("x", "X")
    is_draw = is_draw and bool(scores & {"1", "0"}) and scores <= {"1", "0", "+", "-", score}
    return HALF if is_draw else number_in(score)


def two_meanings(meanings: Sequence[Mapping[str, Worth]], place: Place) -> Fault:
    """Say of which sign two meanings both fit, and how to say which is meant."""
    words = {1: "win", 0: "draw", -1: "loss"}
    sign, one, other = next(
        (sign, words[meant.outcome], words[second[sign].outcome or 0])
        for first in meanings
        for second in meanings
        for sign, meant in first.items()
        if meant.outcome is not None and second[sign].outcome not in (None, meant.outcome)
    )
    readings = f"{sign}={one}", f"{sign}={other}"
    said = say(
        "{sign!r} may mean {one} or {other}, and both fit; say which by {option}",
        sign=sign,
        one=one,
        other=other,
        option=settled_by(*readings),
    )
    return Fault(said, place, readings=readings)


def seats_of(colours: FrozenSet[str], asked: Mapping[str, str]) -> Dict[str, str]:
    """Return the seats that the letters of a table mean; {} where one of them alone is used.

    ``asked`` is what was said of a letter; the other one is then the other seat.
    """
    told = {colour: asked[colour] for colour in colours if colour in asked}
    if told:
        other = {"white": "black", "black": "white"}[next(iter(told.values()))]
        return {**dict.fromkeys(colours, other), **told}
    for pair in _PAIRS:
        both = tuple(normal(side) for side in pair)
        if colours == frozenset(both):
            return {both[0]: "white", both[1]: "black"}
    return {}


def sequence_of(text: str) -> Optional[Tuple[Fraction, ...]]:
    """Return the scores of several games that a cell runs together: ``1½0``, ``1 0``, ``+-``."""
    word = re.sub(
        r"[\s/,;]+", "", plain(text).replace("1/2", "½").replace("0.5", "½").replace("0,5", "½")
    )
    if len(word) < 2 or not re.fullmatch(r"[10½=]+|[+=\-]+", word):
        return None
    return tuple({"1": ONE, "+": ONE, "½": HALF, "=": HALF}.get(letter, NONE) for letter in word)


def alike(one: Sequence[Fraction], other: Sequence[Fraction]) -> bool:
    """Tell whether two runs of games complement each other, game by game."""
    return len(one) == len(other) and all(a + b == ONE for a, b in zip(one, other))
