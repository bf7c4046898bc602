"""Results of a board as people type them: scores, averages, boards that were not played.

============================  ===================================================================
a cell                        means
============================  ===================================================================
``420``, ``-50``, ``+620``    the score, seen by the side whose column it is
``PASS``, ``PO``              passed out: a score of 0
``A+``, ``A``, ``A=``, ``A-``  an adjusted score of 60, 50 or 40 %; ``AV+``, ``AVE-`` are read too
``65%``, ``%65``              an adjusted score in percent; so is a number between 0 and 1, which
                              is what a spreadsheet keeps of a typed 65%
``+3 IMP``                    an adjusted score in IMPs
``60% 420 + 40% -50``         a score weighted of several results, 100 % in all (Law 12C1c)
``NP``                        a result that was expected and not played
blank                         no result, and none expected
============================  ===================================================================
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Optional, Tuple

from xltie.core.cells import CellError, Scalar, is_blank, latin, number_of, text_of
from xltie.core.errors import DomainError
from xltie.event.board_results import NOT_PLAYED, Award, Result, Weighted
from xltie.event.bridge.contracts import scores_of_any_contract

SHARES = {"+": Fraction(3, 5), "=": Fraction(1, 2), "-": Fraction(2, 5)}
_AVERAGE = re.compile(
    r"(?:A|AV[EG]?|AVERAGE|MOY|MOYENNE|MEDIA|MITTEL|GEMIDDELD|MIDDEL)\.?\s*([+=\-]?)(?:\s*\(?50%?\)?)?",
    re.IGNORECASE,
)
_PERCENT = re.compile(r"%\s*(\d+(?:[.,]\d+)?)|(\d+(?:[.,]\d+)?)\s*%")
_IMPS = re.compile(r"([+-]?\s*\d+(?:[.,]\d+)?)\s*IMPS?", re.IGNORECASE)
_PASSED = frozenset({"pass", "passed", "passed out", "pass out", "po", "ap", "all pass"})
_NOT_PLAYED = frozenset({
    "np", "n/p", "not played", "no play", "-", "non joué", "non joue", "nicht gespielt",
    "niet gespeeld", "no jugado", "non giocata", "не играли", "не сыграно",
})  # fmt: skip


def read_award(text: str) -> Optional[Award]:
    """Return the adjusted score that a text means, or None where it means none."""
    word = _plain(text)
    average = _AVERAGE.fullmatch(word)
    if average:
        sign = average[1] or "="
        return Award(SHARES[sign], average=sign)
    percent = _PERCENT.fullmatch(word)
    if percent:
        share = Fraction((percent[1] or percent[2]).replace(",", ".")) / 100
        return Award(share) if share <= 1 else None
    imps = _IMPS.fullmatch(word)
    return Award(imps=Fraction(imps[1].replace(" ", "").replace(",", "."))) if imps else None


def read_entry(cell: Scalar) -> Result:
    """Return what a cell of a column of scores means.

    Raises:
        DomainError: it means nothing known.
    """
    if is_blank(cell):
        return None
    if isinstance(cell, (CellError, bool)):
        raise DomainError.say("the cell holds {content}", content=str(cell))
    number = number_of(_number_text(cell) if isinstance(cell, str) else cell)
    if number is not None:
        return Award(number) if 0 < number < 1 else number
    word = _plain(text_of(cell))
    if word.casefold() in _PASSED:
        return Fraction(0)
    if word.casefold() in _NOT_PLAYED:
        return NOT_PLAYED
    award = read_award(word) or read_weighted(word)
    if award is None:
        raise DomainError.say(
            "{text!r} is not a score, A+, A, A-, 60%, +3 IMP, 60% 420 + 40% -50, PASS or NP",
            text=text_of(cell),
        )
    return award


_PART = re.compile(
    r"(?P<share>\d+(?:[.,]\d+)?)\s*%\s*(?:(?:of|x|×|\*)\s*)?(?P<score>[+-]?\s*\d+|pass|po)",
    re.IGNORECASE,
)
_BETWEEN = re.compile(r"\s*(?:[+,;&]|and)\s*(?=\d+(?:[.,]\d+)?\s*%)", re.IGNORECASE)


def read_weighted(text: str) -> Optional[Weighted]:
    """Return the weighted score that a text means, or None where it is none.

    Raises:
        DomainError: its shares are not 100 % in all, or one of its scores is none.
    """
    found = [_PART.fullmatch(part) for part in _BETWEEN.split(_plain(text))]
    if not all(found) or len(found) < 2:
        return None
    parts = []
    for part in found:
        assert part is not None  # all were found
        said = re.sub(r"\s", "", part["score"])
        score = Fraction(0) if said.casefold() in _PASSED else Fraction(said)
        if not is_score(score):
            raise DomainError.say("{score} is not a possible score at bridge", score=said)
        parts.append((Fraction(part["share"].replace(",", ".")) / 100, score))
    total = sum((share for share, _ in parts), Fraction(0))
    if total != 1:
        raise DomainError.say(
            "the shares of {text!r} are {total:g} % in all, not 100 %",
            text=text,
            total=float(100 * total),
        )
    return Weighted(tuple(parts))


def is_score(points: Fraction) -> bool:
    """Tell whether any contract can score this: 40 or 220 is a slip of the pen."""
    return points in scores_of_any_contract()


def _number_text(text: str) -> str:
    """Return a number without the mark of its thousands: scores have no decimals."""
    word = _plain(text)
    return re.sub(r"[.,’' ]", "", word) if _THOUSANDS.fullmatch(word) else word


_THOUSANDS = re.compile(r"[+-]?\d[.,’' ]\d{3}")


def _plain(text: str) -> str:
    return re.sub(r"[‐-―−]", "-", " ".join(latin(text).split()))


def adjusted_result(cell: Scalar) -> Result:
    """Return what a cell of an adjusted column means, None where it means nothing.

    A number from 0 to 100 without a sign is a percentage, any other a score of the side's own.
    """
    text = text_of(cell)
    number = number_of(cell)
    if number is not None and not (isinstance(cell, str) and text[0] in "+-"):
        if 0 < number < 1:
            return Award(number)
        if 0 <= number <= 100:
            return Award(number / 100)
    assigned = re.fullmatch(r"[Rr]\s*([+-]?\d+)", text)
    if assigned:
        return Fraction(int(assigned[1]))
    try:
        return read_entry(cell)
    except DomainError:
        return None


def is_not_played(text: str) -> bool:
    """Tell whether a text says that a board was not played."""
    try:
        return read_entry(text) == NOT_PLAYED
    except DomainError:
        return False


_SPLIT = re.compile(r"A?\s*(\d{1,3})\s*%?\s*[/:-]\s*(\d{1,3})\s*%?", re.IGNORECASE)


def read_split(text: str) -> Optional[Tuple[Result, Result]]:
    """Return the results of both sides in ``A+/A-``, ``60/40``, ``A6040`` or ``+100/-620``.

    Two scores with their signs are each seen by their own side.

    Raises:
        DomainError: a weighted score that is none.
    """
    packed = re.fullmatch(r"A(\d\d)(\d\d)", text.strip(), re.IGNORECASE)
    numbers = packed or _SPLIT.fullmatch(text.strip())
    if numbers:
        shares = [Fraction(int(numbers[side]), 100) for side in (1, 2)]
        return (Award(shares[0]), Award(shares[1])) if max(shares) <= 1 else None
    parts = [part.strip() for part in text.split("/")]
    if len(parts) != 2:
        return None
    left, right = (_side(part) for part in parts)
    return None if left is None or right is None else (left, right)


def _side(text: str) -> Result:
    if re.fullmatch(r"[+-]\d+", text):
        return Fraction(int(text))
    return read_award(text) or read_weighted(text)
