"""Lines of an EGD tournament file: one player with grade, criterion columns and results."""

from __future__ import annotations

import re
from typing import List, NamedTuple, Optional, Tuple

from xltie.errors import Fault, Place

_TOKEN = re.compile(r"\S+")
_PLACE = re.compile(r"=?(\d+)[.)]?")
_GRADE = re.compile(r"\d{1,2}[kdp]\??", re.IGNORECASE)
_BARE_GRADE = re.compile(r"\d{1,2}")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)?[½¼¾?]?|[½¼¾])'?")
_TRAILING = re.compile(r"[+-]?\d+([.,]\d+)?[½¼¾]?[A-Z*]?")
_RESULT = re.compile(
    r"(?P<opponent>\d+)(?P<sign>[+\-=?])"
    r"(?P<first>!)?/?(?:(?P<colour>[bwh?])(?P<handicap>\d{0,2}))?(?P<last>!)?",
    re.IGNORECASE,
)
NO_GAME = frozenset({"?", "-", "--"})
BARE = "bare "
_COUNTRY = re.compile(r"[A-Z]{2}")


class Result(NamedTuple):
    """One result: the opponent's number (0 for none), the sign, and what follows it.

    ``colour`` is "b", "w" or "" and ``handicap`` None where the file does not say. ``text`` is the
    token as written, ``column`` where it stands (from 1).
    """

    opponent: int
    sign: str
    by_default: bool
    colour: str
    handicap: Optional[int]
    text: str
    column: int

    @property
    def code(self) -> str:
        """Return the token without the opponent's number; a lone sign with the mark BARE."""
        return BARE + self.text if self.text in NO_GAME else self.text.lstrip("0123456789")


class Row(NamedTuple):
    """One player's line."""

    line: int
    place: str
    name: str
    grade: str
    country: str
    club: str
    before: Tuple[str, ...]
    results: Tuple[Result, ...]
    after: Tuple[str, ...]
    tail: str
    column: int

    @property
    def columns(self) -> Tuple[str, ...]:
        """Return the criterion columns, those before and those after the results."""
        return self.before + self.after


class _Token(NamedTuple):
    text: str
    column: int


def read_result(text: str, column: int = 0) -> Optional[Result]:
    """Return what a result token says, None where it is none: ``23+/w2``, ``5-!b0``, ``0=``."""
    if text in NO_GAME:
        return Result(0, "?" if text == "?" else "-", False, "", None, text, column)
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    colour = (match["colour"] or "").lower()
    stones = match["handicap"]
    return Result(
        int(match["opponent"]),
        match["sign"],
        bool(match["first"] or match["last"]),
        {"b": "b", "w": "w"}.get(colour, ""),
        int(stones or 0) if colour else None,
        text,
        column,
    )


def read_line(text: str, number: int, file: str, faults: List[Fault]) -> Optional[Row]:
    """Return the player of a line, or None after a fault was noted; comments are cut off."""
    body, bar, tail = text.partition(";")[0].partition("|")
    tokens = [_Token(match[0], match.start() + 1) for match in _TOKEN.finditer(body)]
    if not tokens:
        return None

    def fault(said: str, column: int) -> None:
        faults.append(Fault(said, Place(file=file, line=number, column=column)))

    place = _PLACE.fullmatch(tokens[0].text)
    rest = tokens[1:] if place else tokens
    grade = _grade_index(rest)
    if grade is None:
        fault("no grade such as 3d or 12k follows a name", tokens[0].column)
        return None
    after = rest[grade + 1 :]
    first = next((i for i, token in enumerate(after) if _is_result(after, i)), len(after))
    last = len(after)
    while (
        last > first
        and not _is_result(after, last - 1)
        and _TRAILING.fullmatch(after[last - 1].text)
    ):
        last -= 1
    results = _results(after[first:last], fault)
    texts = _where_from([token.text for token in after[:first]])
    columns = after[first - len(texts[2]) : first] if texts[2] else []
    for token in columns:
        if not _NUMBER.fullmatch(token.text):
            fault(f"{token.text!r} is neither a number nor a result such as 12+/w0", token.column)
    return Row(
        number,
        place[1] if place else "",
        " ".join(token.text for token in rest[:grade]),
        rest[grade].text,
        texts[0],
        texts[1],
        tuple(token.text for token in columns),
        results,
        tuple(token.text for token in after[last:]),
        bar + tail.strip(),
        tokens[0].column,
    )


def _grade_index(tokens: List[_Token]) -> Optional[int]:
    """Return where the grade stands: ``3d``, or a number with its letter cut off, then a word."""
    for index in range(1, len(tokens)):
        if _GRADE.fullmatch(tokens[index].text):
            return index
    for index in range(1, len(tokens) - 1):
        after = tokens[index + 1].text
        if _BARE_GRADE.fullmatch(tokens[index].text) and after[0].isalpha():
            return index
    return None


def _is_result(tokens: List[_Token], index: int) -> bool:
    text = tokens[index].text
    if text in NO_GAME:  # a dash before the criteria is a missing club
        return index > 1
    return _RESULT.fullmatch(text) is not None


def _results(tokens: List[_Token], fault: object) -> Tuple[Result, ...]:
    found: List[Result] = []
    for token in tokens:
        result = read_result(token.text, token.column)
        if result is None:
            fault(f"{token.text!r} is not a result such as 12+, 12-/b3 or 0=", token.column)  # type: ignore[operator]
            result = Result(0, "?", False, "", None, token.text, token.column)
        found.append(result)
    return tuple(found)


def _where_from(texts: List[str]) -> Tuple[str, str, List[str]]:
    """Part what stands between grade and results into country, club and criterion columns.

    A club may be missing, or be two words.
    """
    count = next((i for i, text in enumerate(texts) if _NUMBER.fullmatch(text)), len(texts))
    words, numbers = texts[:count], texts[count:]
    if len(words) == 1 and not _COUNTRY.fullmatch(words[0]):
        return "", words[0], numbers
    return words[0] if words else "", " ".join(words[1:]), numbers
