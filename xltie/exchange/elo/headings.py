"""What the comments of a result file say about the games below them: a round, finals, an addition.

Nobody laid down how rounds are headed. The archive of the federation has some 580 ways:
``%Round: 1``, ``%%Ronde 3``, ``%4 rodada``, ``%Day 2 - division 1 - round 4``, ``%Round: 3-4``,
``%Finals round 1``, ``%%Match 3/4``, ``%SF1``, ``%%Added results``.
"""

from __future__ import annotations

import re
from typing import NamedTuple, Optional

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")
_ROUND = re.compile(
    r"\b(?:r?r?ound|ronde|turno|rodada|r)s?[ .:#]*0*(\d{1,6})(?!\s*[-/_]\s*\d)\b"
    r"|(?<![\d/])(\d{1,2})(?:st|nd|rd|th|\.|e)?\s*(?:round|ronde|rodada)\b"
    rf"|\b({'|'.join(_ORDINALS)})\s+round\b"
)
_FINALS = re.compile(
    r"final|\bsemis?\b|\bdemi|play[- ]?offs?\b|\bmatch\b|\bplac(?:e|ing)\b|\bposto\b|lugar"
    r"|knock|departage|\bchallenger\b|^(?:round:? *|div \w+ )?\d{1,2} *[-/_&] *\d\b"
    r"|^(?:round:? *)?(?:po|sf|qf|df|f) *:? *\d*$|^round:? *\d+p$"
)
_MAIN = re.compile(r"^round rr$|^swiss\b|^qualif")
_REMARK = re.compile(
    r"^(?:\d+[. ]+\d+ |\d+ (?:quit|did|left|had)|(?:here is the )?ranking|standings)"
    r"|^(?:players?|list)\b|^final between|\d+ \d+ [bw]$|\(\d+\) *[<>=]|\d *[<>] *\d"
)
_OTHERS = re.compile(
    r"wom[ae]n|female|femmes?|junior|youth|kids|debutants?|beginner|newcomer|\bans\b|categor|under"
)
_ADDED = re.compile(r"added results?|supplementaires|\bun autre tournoi\b")
_WHITE_FIRST = re.compile(r"w(?:hite)?\W+b(?:lack)?")
_BLACK_FIRST = re.compile(r"b(?:lack)?\W+w(?:hite)?")
_DRAW_WON = re.compile(r"(\d+) wins with (?:a )?draw")

_LONGEST = 70
"""What is longer is a sentence."""


class Heading(NamedTuple):
    """What begins below a comment."""

    round: int = 0
    """The number of the round, 0 where it is none."""
    finals: str = ""
    """What the comment calls them, where finals or play-offs begin; "" elsewhere."""
    is_beside: bool = False
    """The games have no part in the list: added later, or finals of women, juniors, beginners."""


def heading(comment: str) -> Optional[Heading]:
    """Return what a comment begins, None where it is a remark."""
    text = " ".join(comment.strip("% \t").lower().split())
    if not text or len(text) > _LONGEST or _REMARK.search(text):
        return None
    finals = _FINALS.search(text) is not None
    if _ADDED.search(text) and not finals:
        return Heading(is_beside=True)
    if finals:
        return Heading(finals=text, is_beside=bool(_OTHERS.search(text)))
    number = _ROUND.search(text)
    if number:
        named = number[1] or number[2]
        return Heading(int(named) if named else 1 + _ORDINALS.index(number[3]))
    return Heading() if _MAIN.search(text) else None


def white_is_first(comment: str) -> Optional[bool]:
    """Tell whether a line such as ``%W %B`` says who is named first, None for another comment."""
    text = comment.strip("% \t").lower().replace("%", " ")
    if _WHITE_FIRST.fullmatch(text):
        return True
    return False if _BLACK_FIRST.fullmatch(text) else None


def winner_of_draw(comment: str) -> str:
    """Return who wins the draw above by a right: ``%6846 wins with a draw``; "" elsewhere."""
    found = _DRAW_WON.search(comment.lower())
    return found[1] if found else ""
