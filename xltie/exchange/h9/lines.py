"""Lines of an EGD tournament file: one player with grade, criterion columns and results."""

from __future__ import annotations

import re
from collections import Counter
from typing import List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import say
from xltie.exchange.common.notes import Notes

_TOKEN = re.compile(r"\S+")
_PLACE = re.compile(r"=?(\d+)[.)]?")
_GRADE = re.compile(r"\d{1,2}[kdp]\??", re.IGNORECASE)
_GLUED = re.compile(r"(\D*[^\W\d_]\D*?)(\d{1,2}[kdp])", re.IGNORECASE)
_LONGEST_NAME = 100
"""Letters of a name with its grade; in a text without any gap the search would take minutes."""
_BARE_GRADE = re.compile(r"\d{1,2}")
_NUMBER = re.compile(r"[+-]?(\d+([.,]\d+)?[½¼¾?=]?|[½¼¾])'?")
_TRAILING = re.compile(r"[+-]?\d+([.,]\d+)?[½¼¾=]?[A-Z*]?")
_RESULT = re.compile(
    r"(?P<opponent>\d+)(?P<sign>[+\-=?])"
    r"(?P<first>!)?/?(?:(?P<colour>[bwh?])(?P<handicap>\d{0,2})|(?<=\b0[+\-=])\d)?(?P<last>!)?",
    re.IGNORECASE,
)
NO_GAME = frozenset({"?", "-", "--"})
BARE = "bare "
_COUNTRY = re.compile(r"[A-Z]{2}")


class H9Result(NamedTuple):
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


class H9Line(NamedTuple):
    """One player's line."""

    line: int
    place: str
    name: str
    grade: str
    country: str
    club: str
    columns: Tuple[str, ...]
    """The criteria, those before and those after the results."""
    results: Tuple[H9Result, ...]
    tail: str
    column: int


class _Token(NamedTuple):
    text: str
    column: int


def read_result(text: str, column: int = 0) -> Optional[H9Result]:
    """Return what a result token says, None if it is not one: ``23+/w2``, ``5-!b0``, ``0=``."""
    if text in NO_GAME:
        return H9Result(0, "?" if text == "?" else "-", False, "", None, text, column)
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    colour = (match["colour"] or "").lower()
    stones = match["handicap"]
    return H9Result(
        int(match["opponent"]),
        match["sign"],
        bool(match["first"] or match["last"]),
        {"b": "b", "w": "w"}.get(colour, ""),
        int(stones or 0) if colour else None,
        text,
        column,
    )


class _Halved(NamedTuple):
    """A line before its fields are split into criteria and results."""

    line: int
    place: str
    names: Tuple[str, str, str, str]
    fields: List[_Token]
    tail: str
    column: int


def is_comment(text: str) -> bool:
    """Tell whether a line says nothing of a player: ``; EV[...]``, ``# remark``."""
    return text.lstrip().startswith((";", "#"))


def players_of(records: Sequence[Tuple[str, str]]) -> List[Tuple[int, str]]:
    """Return the lines that are neither comments nor empty, numbered from 1."""
    return [
        (number, text)
        for number, (text, _) in enumerate(records, 1)
        if text.strip() and not is_comment(text)
    ]


def read_lines(lines: Sequence[Tuple[int, str]], notes: Notes) -> List[H9Line]:
    """Return the players of numbered lines; comments are cut off, faults noted.

    What stands under each other is alike: a column is one of results where games stand in it, so
    that ``12=`` and ``?`` among numbers are a half and a number not known.
    """
    drafts = list(filter(None, (_draft(text, line, notes) for line, text in lines)))
    widths = Counter(len(draft.fields) for draft in drafts)
    usual = max(widths, key=lambda width: widths[width], default=0)
    drafts = _with_clubs(drafts, usual)
    columns = list(zip(*(d.fields for d in drafts if len(d.fields) == usual)))
    layout = [_holds_results([token.text for token in column]) for column in columns]
    return [
        _row(draft, layout if len(draft.fields) == usual else _own_layout(draft.fields), notes)
        for draft in drafts
    ]


def _with_clubs(drafts: List[_Halved], usual: int) -> List[_Halved]:
    """Return the lines with their clubs: one such as ``361`` is no criterion.

    Its line has a field more than most, and no club where nearly all others have one.
    """
    regular = [draft for draft in drafts if len(draft.fields) == usual]
    if sum(bool(draft.names[3]) for draft in regular) * 10 < len(regular) * 9:
        return drafts
    return [
        draft._replace(names=(*draft.names[:3], draft.fields[0].text), fields=draft.fields[1:])
        if len(draft.fields) == usual + 1 and draft.names[2] and not draft.names[3]
        else draft
        for draft in drafts
    ]


def _draft(text: str, line: int, notes: Notes) -> Optional[_Halved]:
    body, bar, tail = text.partition(";")[0].partition("|")
    tokens = [_Token(match[0], match.start() + 1) for match in _TOKEN.finditer(body)]
    if not tokens:
        return None
    place = _PLACE.fullmatch(tokens[0].text)
    number, rest = (place[1], tokens[1:]) if place else ("", tokens)
    grade = _grade_index(rest)
    if grade is None:
        rest = _parted(rest)
        grade = _grade_index(rest)
    if grade is None:
        notes.fault("no grade such as 3d or 12k follows the name", line, tokens[0].column)
        return None
    after = rest[grade + 1 :]
    first = next((i for i in range(len(after)) if _is_field(after, i)), len(after))
    country, club = _where_from([token.text for token in after[:first]])
    name = " ".join(token.text for token in rest[:grade])
    names = (name, rest[grade].text, country, club)
    column = tokens[0].column
    return _Halved(line, number, names, after[first:], bar + tail.strip(), column)


def _parted(tokens: List[_Token]) -> List[_Token]:
    """Return the tokens with a grade parted from the name that it touches: ``Alexander10K``.

    OpenGotha's columns leave no room after a long name.
    """
    for index, token in enumerate(tokens):
        match = _GLUED.fullmatch(token.text) if len(token.text) <= _LONGEST_NAME else None
        if match is not None:
            parts = [_Token(match[1], token.column), _Token(match[2], token.column + match.end(1))]
            return [*tokens[:index], *parts, *tokens[index + 1 :]]
    return tokens


def _grade_index(tokens: List[_Token]) -> Optional[int]:
    """Return where the grade stands: ``3d``, or a number with its letter cut off, then a word.

    Of a pair's two names each has a grade; the pair's own stands after them.
    """
    found = None
    for index in range(1, len(tokens)):
        if _GRADE.fullmatch(tokens[index].text):
            found = index
        elif found is not None and _is_field(tokens, index):
            break
    if found is not None:
        return found
    for index in range(1, len(tokens) - 1):
        after = tokens[index + 1].text
        if _BARE_GRADE.fullmatch(tokens[index].text) and after[0].isalpha():
            return index
    return None


def _is_field(tokens: List[_Token], index: int) -> bool:
    """Tell whether this is a criterion or a result, not a word."""
    text = tokens[index].text
    if text in NO_GAME:  # a dash before the criteria is a missing club
        return index > 1
    return bool(_NUMBER.fullmatch(text) or _RESULT.fullmatch(text))


def _holds_results(texts: Sequence[str]) -> bool:
    """Tell whether a column holds results; signs without a game count where nothing else stands."""
    matches = list(filter(None, map(_RESULT.fullmatch, texts)))
    others = [text for text in texts if not _RESULT.fullmatch(text)]
    is_sure = any(found["sign"] in "+-" or found["colour"] for found in matches)
    results = len(matches) + sum(text in NO_GAME for text in others)
    numbers = sum(_NUMBER.fullmatch(text) is not None for text in others)
    return results > numbers if is_sure else results == len(texts)


def _own_layout(fields: List[_Token]) -> List[bool]:
    """Return which fields are results in a line unlike the others: from the first to the last."""
    are_results = [read_result(token.text) is not None for token in fields]
    first = are_results.index(True) if any(are_results) else len(fields)
    last = len(fields)
    while last > first and not are_results[last - 1]:
        if not _TRAILING.fullmatch(fields[last - 1].text):
            break
        last -= 1
    return [first <= index < last for index in range(len(fields))]


def _row(draft: _Halved, layout: Sequence[bool], notes: Notes) -> H9Line:
    results: List[H9Result] = []
    columns: List[str] = []
    for token, is_result in zip(draft.fields, layout):
        if is_result:
            results.append(_result(draft, token, notes))
            continue
        known = _NUMBER.fullmatch(token.text) or token.text in NO_GAME
        if not (known or (results and _TRAILING.fullmatch(token.text))):
            said = say("{text!r} is neither a number nor a result such as 12+/w0", text=token.text)
            notes.fault(said, draft.line, token.column)
        columns.append(token.text)
    named = (draft.line, draft.place, *draft.names)
    return H9Line(*named, tuple(columns), tuple(results), draft.tail, draft.column)


def _result(draft: _Halved, token: _Token, notes: Notes) -> H9Result:
    found = read_result(token.text, token.column)
    if found is None:
        said = say("{text!r} is not a result such as 12+, 12-/b3 or 0=", text=token.text)
        notes.fault(said, draft.line, token.column)
        return H9Result(0, "?", False, "", None, token.text, token.column)
    return found


def _where_from(words: List[str]) -> Tuple[str, str]:
    """Return country and club; a club may be missing, or be two words."""
    if len(words) == 1 and not _COUNTRY.fullmatch(words[0]):
        return "", words[0]
    return words[0] if words else "", " ".join(words[1:])
