"""Texts in formulas that the engine may read differently from Excel: conditions, formats, units."""

from __future__ import annotations

import re

from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import CRITERIA

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
# what Excel may take for a date, a time, a share or a sum of money, each in its own language
_LIKE_A_NUMBER = re.compile(r"(?=.*\d)[\d\s.,:/%$€£¥()+-]+(?:[ap]m)?", re.IGNORECASE)
_WITH_A_MONTH = re.compile(
    r"\d{1,4}[ ./-]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ./,-]*\d*",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r"<>|<=|>=|=|<|>")
_PLAIN_ORDER = re.compile(r"[A-Za-z0-9 ]*")
_COMMA = re.compile(r",(?!(?:[#0]{3})+(?![#0]))(?=[#0,]|$)")
# words for months, days and eras in a language that the format names
_OTHER_LANGUAGE = re.compile(r"\[\$[^\]]*-(?!409|809|0?\])|[bg]{1,2}(?=[^\w]|$)", re.IGNORECASE)


def locale_doubt(function: str, argument: int, text: str, *, comma: bool = False) -> Message:
    """Return why the engine may read a text in a formula differently from Excel, if it may.

    ``argument`` counts from 0; ``comma`` tells that decimals follow a comma in the workbook.
    """
    if function in CRITERIA:
        averaging = function in ("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS")
        is_condition = argument % 2 == (0 if averaging else 1)
        return _condition(text) if is_condition and argument else NOTHING
    if function == "TEXT":
        # "0,0" means decimals where they follow a comma, and thousands elsewhere
        told = not comma and not _COMMA.search(text)
        sure = (told or text.isalpha()) and not _OTHER_LANGUAGE.search(text)
        if argument != 1 or not text or sure:
            return NOTHING
        return say("TEXT() with the format {value!r}, which is not compared with Excel", value=text)
    if argument == 2 and text.lower() in ("yd", "md"):
        return say("DATEDIF() with {value!r} is not computed as in Excel", value=text)
    return NOTHING


def _condition(text: str) -> Message:
    operator = _OPERATOR.match(text)
    value = text[operator.end() :] if operator is not None else text
    if value.startswith("#"):
        return say("the condition {value!r} tests for an error value", value=text)
    if _NUMBER.fullmatch(value.strip()):
        return NOTHING
    if _LIKE_A_NUMBER.fullmatch(value.strip()) or _WITH_A_MONTH.fullmatch(value.strip()):
        return say(
            "the condition {value!r} means a date or a number in the language of the spreadsheet",
            value=text,
        )
    ordering = operator is not None and operator[0] in ("<", ">", "<=", ">=")
    if ordering and not _PLAIN_ORDER.fullmatch(value):
        return say(
            "the condition {value!r} depends on the order of the letters in a language", value=text
        )
    return NOTHING
