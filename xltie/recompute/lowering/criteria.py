"""For which conditions COUNTIF, SUMIF and the like were proven equal to Excel."""

from __future__ import annotations

import re
from typing import Sequence

from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.kinds import BLANK, DECIMAL, TEXT, WHOLE, Kind

_PLAIN_TEXT = re.compile(r"[A-Za-z][A-Za-z ]*")
_BOUND = re.compile(r"(?:=|<|>|<=|>=)-?\d+")


def condition_doubt(name: str, arguments: Sequence[Kind | None]) -> Message:
    """Return why the result of a call with conditions may differ from Excel's, if it may.

    Proven are ranges of numbers, blanks and texts without digits, compared with a number or with a
    text of letters.
    """
    reason = say("{name}() of such arguments is not compared with Excel", name=name)
    given = list(arguments)
    added: list[Kind | None] = []
    if name in ("SUMIFS", "AVERAGEIFS"):
        added, given = given[:1], given[1:]
    elif name in ("SUMIF", "AVERAGEIF"):
        added, given = given[2:], given[:2]
    if not given or len(given) % 2:
        return reason
    ranges = [*given[::2], *added]
    if any(one is None or not one.only(WHOLE, DECIMAL, TEXT, BLANK) for one in ranges):
        return reason
    return NOTHING if all(_sure(condition) for condition in given[1::2]) else reason


def _sure(condition: Kind | None) -> bool:
    if condition is None or condition.cells:
        return False
    value = condition.value
    if isinstance(value, str):
        letters = _PLAIN_TEXT.fullmatch(value) and value.strip().lower() not in ("true", "false")
        return bool(letters or _BOUND.fullmatch(value))
    # blanks are no zeros, which is not proven
    return bool(value) and condition.only(WHOLE)
