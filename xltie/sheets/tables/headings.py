"""What the headings of a table mean: whole ones that are known, else the words they consist of."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.plain_words import normal, without_accents
from xltie.sheets.tables.names_and_rounds import in_digits
from xltie.sheets.tables.words import HEADINGS, spelled

LETTER = r"(?:(?![½¼¾²³])[^\W\d_])"
"""A letter of any alphabet; to Python's expressions a fraction is one too."""
SIDES = ("white", "black", "first", "second")
_ORDINAL = {"1": "first", "2": "second", "a": "first", "b": "second", "i": "first", "j": "second"}
_SIDED = {
    "fthg": "first", "ftag": "second", "hg": "first", "ag": "second", "fthomescore": "first",
    "ftawayscore": "second", "fthomegoals": "first", "ftawaygoals": "second",
    "fullhome": "first", "fullaway": "second", "gl": "first", "gv": "second",
}  # fmt: skip
"""Headings of the goals of both sides that football's data files have agreed on."""
_BETWEEN_WORDS = (
    r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[\u2e80-\ud7ff])(?=[A-Z])"
    r"|(?<=[A-Z])(?=[\u2e80-\ud7ff])"
)
"""Where a word begins without a sign before it: ``HomeTeam``, ``팀A``."""
_LEAST = 3
"""So many letters a word of scores has at least that begins a heading."""
_PARTS = ("result", "table")
"""What sets and halves may be called beyond their number: Satz 1, Set 1."""
_FILLERS = frozenset(
    (
        "of the count cant cantidad anzahl antal liczba qtd de del der das per s les las and "
        "und et y e og och ja и та 第 제"
    ).split()
)
_FIRST_OF = (
    "decider", "extra time", "not result", "tiebreak", "rating", "date", "title", "federation",
    "handicap",
)  # fmt: skip
"""What a heading is about whatever else its words say: the rating of White is a rating."""


_BEFORE_RESULTS = (
    "winner", "loser", "round", "club", "grade", "colour", "remark", "number", "table", "place",
)  # fmt: skip


class Heading(NamedTuple):
    """A heading: its text, what it means ("" where that is not known), of whom, and its number."""

    text: str
    meaning: str = ""
    side: str = ""
    number: Optional[int] = None
    stem: str = ""
    """What stands beside the number, by which headings that are counted through are found."""


_OF_A_SIDE = frozenset((*SIDES, *_ORDINAL))
MEANINGS: Dict[str, str] = {normal(word): meaning for word, meaning in spelled(HEADINGS).items()}
"""What every known heading means, by its plain form."""


@lru_cache(maxsize=4096)
def heading_of(text: str) -> Heading:
    """Return what a heading means; nothing is made of one whose words are not all known."""
    word = normal(text)
    if not word:
        return Heading(text)
    if word in _SIDED:
        return Heading(text, "result", _SIDED[word])
    if word in MEANINGS:
        return _meant(text, MEANINGS[word])
    if re.fullmatch(r"\d{1,2}", word):
        return Heading(text, "", "", int(word), "")
    spoken = words_of(in_digits(text))
    inside = range(1, len(spoken) - 1)  # a beside a name is no Team A: příjmení a jméno
    words = [
        word for at, word in enumerate(spoken)
        if word not in _FILLERS and not (word == "a" and at in inside)
    ]  # fmt: skip
    numbers = [int(word) for word in words if word.isdecimal()]
    number = numbers[0] if len(numbers) == 1 else None
    stem = " ".join(word for word in words if not word.isdecimal())
    tags = [MEANINGS.get(word, "") for word in words if not word.isdecimal()]
    side = next((tag for tag in tags if tag in SIDES), "")
    kinds = frozenset(tags) - frozenset(SIDES)
    if not side and kinds & {"player", "result", "points"}:
        last = [word for word in words if word in _ORDINAL]
        if last and len(last) == 1:
            side = _ORDINAL[last[0]]
            kinds -= {""} if last[0] in "abij" else frozenset()
    if "" in kinds or not (kinds or side):
        return Heading(text, "", "", number, stem)
    if number is not None and kinds == {"round", "tiebreak"}:
        return Heading(text, "round", side, number, stem)  # R1 opp is an opponent of a round
    return Heading(text, _combined(kinds, side), side, number, stem)


@lru_cache(maxsize=1024)
def without_side(text: str) -> Tuple[str, ...]:
    """Return the words of a heading beside those that say of whom it tells."""
    words = words_of(in_digits(text))
    return tuple(word for word in words if not {MEANINGS.get(word, ""), word} & _OF_A_SIDE)


def scored_in(text: str) -> str:
    """Return the word of scores that a heading begins with, "" where it begins with none."""
    word = normal(text)
    sizes = range(len(word), _LEAST - 1, -1)
    return next((word[:n] for n in sizes if MEANINGS.get(word[:n]) == "result"), "")


def _meant(text: str, tag: str) -> Heading:
    return Heading(text, "player", tag) if tag in SIDES else Heading(text, tag)


def _combined(kinds: FrozenSet[str], side: str) -> str:
    for meaning in _FIRST_OF:
        if meaning in kinds:
            return meaning
    for meaning in _BEFORE_RESULTS:
        if meaning in kinds and not (meaning in ("table", "place") and side):
            return meaning
    if {"result", "points"} <= kinds and not side:
        return "remark"
    for meaning in ("result", "points", "wins", "player"):
        if meaning in kinds:
            return meaning
    if len(kinds) == 1 and kinds <= {"surname", "first name"}:
        return next(iter(kinds))
    return "player" if kinds or side else ""


@lru_cache(maxsize=1024)
def words_of(text: str) -> Tuple[str, ...]:
    """Return the words and numbers of a heading: ``HomeTeam``, ``score_white``, ``golsquadra1``."""
    apart = re.sub(_BETWEEN_WORDS, " ", text)
    found: List[str] = []
    for piece in re.findall(rf"\d+|{LETTER}+|[#]", without_accents(apart)):
        if piece.isdecimal() or piece in MEANINGS or piece in _ORDINAL:
            found.append(piece)
        else:
            found.extend(_segments(piece) or [piece])
    return tuple(_joined(found))


def _joined(words: Sequence[str]) -> Iterator[str]:
    """Yield words, two that are one known word together as that: ``ev sahibi``, ``équipe A``."""
    at = 0
    while at < len(words):
        both = "".join(words[at : at + 2])
        is_one = both in MEANINGS and not (
            words[at] in MEANINGS
            and words[at + 1 :]
            and words[at + 1] in MEANINGS
            and MEANINGS[both] not in ("surname", "first name")
        )
        yield both if is_one else words[at]
        at += 1 + (is_one and at + 1 < len(words))


@lru_cache(maxsize=4096)
def _segments(word: str) -> Tuple[str, ...]:
    """Return the known words that a word consists of, () where it does not."""
    if not word or len(word) > 40:
        return ()
    best: List[Optional[Tuple[str, ...]]] = [()] + [None] * len(word)
    for end in range(1, len(word) + 1):
        for start in range(end):
            piece, before = word[start:end], best[start]
            least = 1 if not piece.isascii() and ord(piece[0]) > 0x2E00 else 3
            is_known = before is not None and len(piece) >= least and piece in MEANINGS
            if before is not None and is_known and best[end] is None:
                best[end] = (*before, piece)
    return best[-1] or ()


def _as_two_sides(headings: Sequence[Heading]) -> List[Heading]:
    """Return headings in which Opponent 1 and Opponent 2, the only players, play each other."""
    found = list(headings)
    players = [heading for heading in found if heading.meaning == "player"]
    if [(one.side, one.number) for one in players] == [("second", 1), ("second", 2)]:
        found[found.index(players[0])] = players[0]._replace(side="first")
    return found


def with_parts(headings: Sequence[Heading]) -> Tuple[Heading, ...]:
    """Return headings in which what counts beyond two names no sides: Satz 1, Satz 2, Satz 3."""
    headings = _as_two_sides(headings)
    most: Dict[str, int] = {}
    for heading in headings:
        if heading.number is not None:
            most[heading.stem] = max(most.get(heading.stem, 0), heading.number)
    return tuple(
        heading._replace(
            side="", meaning="not result" if heading.meaning in _PARTS else heading.meaning
        )
        if heading.number is not None and heading.meaning != "round" and most[heading.stem] > 2
        else heading
        for heading in headings
    )


def counted_through(headings: Sequence[Heading]) -> List[Tuple[int, ...]]:
    """Return the columns of headings that count 1, 2, 3 … beside the same words, longest first."""
    by_stem: Dict[str, List[Tuple[int, int]]] = {}
    for column, heading in enumerate(headings):
        if heading.number is not None:
            by_stem.setdefault(heading.stem, []).append((heading.number, column))
    found = []
    for numbered in by_stem.values():
        run: List[int] = []
        for number, column in numbered:
            if number == len(run) + 1:
                run.append(column)
            elif number == 1 and len(run) < 2:
                run = [column]
        if run:
            found.append(tuple(run))
    return sorted(found, key=len, reverse=True)
