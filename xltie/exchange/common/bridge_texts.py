"""How files of bridge results write pairs and points."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import List, Mapping, Optional

from xltie.core.errors import DomainError
from xltie.event import BoardResult, Event
from xltie.event.bridge import read_contract
from xltie.settings import Setting
from xltie.settings.declared import CLUB, CLUB_ID, CRITERIA


def in_section(who: str, section: str) -> str:
    """Return the number of a pair within its section and direction: 3 for ``B3`` or ``NS 3``."""
    plain = re.sub(r"^(NS|EW) ", "", who)
    return plain[len(section) :] if section and plain.startswith(section) else plain


CORRECTIONS = ("Penalty", "Bonus")
"""Columns of a pair's record that change its total; files keep them under the same names."""


MEMBERS = "Member numbers"
"""The column of the numbers that the federation gave to both players: ``12345 & 67890``."""


def split_members(text: str) -> List[str]:
    """Return the numbers of both players, "" for one who has none (``-``)."""
    if not text:
        return []
    return ["" if part.strip(" -") == "" else part.strip() for part in text.split("&")]


CLUB_ELEMENTS: Mapping[Setting[str], str] = {CLUB: "CLUB_NAME", CLUB_ID: "CLUB_ID_NUMBER"}
"""Settings that name the club of a session, and their elements in USEBIO."""


def of_played(event: Event) -> Event:
    """Return a session without the lines that wait for a result, if it has any other.

    Files of results have no such lines: one without a score was not played, which counts.
    """
    played = tuple(
        line for line in event.board_results if (line.ns_result, line.ew_result) != (None, None)
    )
    return replace(event, board_results=played) if played else event


def played_contract(board_result: BoardResult) -> str:
    """Return the contract of a board, ``Pass`` for a score of 0, "" for words such as NP or A+."""
    if not board_result.contract:
        return "Pass" if board_result.ns_result == 0 and board_result.ew_result == 0 else ""
    try:
        return str(read_contract(board_result.contract))
    except DomainError:
        return ""


def shown_points(points: Optional[Fraction]) -> str:
    """Return points to two decimals, "" where there are none."""
    return "" if points is None else f"{float(points):.2f}".rstrip("0").rstrip(".")


def first_criterion(event: Event) -> str:
    """Return the criterion that an event is ranked by first, without its options."""
    return re.split(r"[,(]", event.settings.text(CRITERIA))[0].strip().upper()
