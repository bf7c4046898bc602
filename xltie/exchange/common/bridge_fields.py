"""The fields of a bridge session: every format names them once, for its reader and its writer.

A format says what it calls the fields of a line (``LINE``) and the columns of a pair's record. A
name may be several, in the order in which they are looked for; the first is written.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Dict, Mapping, Sequence

from xltie.core.cells import number_of
from xltie.core.errors import Place
from xltie.event import BoardResult, Contestant, Result
from xltie.event.bridge import read_contract, read_tricks
from xltie.exchange.common.bridge_session import (
    MEMBERS,
    at_table,
    in_section,
    played_contract,
    shown_points,
)

Names = Mapping[str, str]
"""What a format calls the fields of a line, or the columns of a record."""
Said = Callable[[str], str]
"""Returns what stands under a name of the format, "" where nothing does."""


def said_of(names: Names, said: Said, field: str) -> str:
    """Return what a file says of a field: under the first of its names that says something."""
    return next((text for name in names.get(field, "").split() if (text := said(name))), "")


def line_of(
    names: Names, said: Said, board: int, place: Place, section: str = ""
) -> BoardResult:  # fmt: skip
    """Return a line without its score: who sat there, where, and what was bid."""

    def told(field: str) -> str:
        return said_of(names, said, field)

    ns, ew, turn = told("ns"), told("ew"), told("round")
    return BoardResult(
        board, (ns,) if ns else (), (ew,) if ew else (),
        group=told("group").casefold(),
        round=int(turn) if turn.isdecimal() else 0,
        table=told("table"),
        section=section,
        contract=told("contract"),
        declarer=told("declarer").lstrip("^").upper()[:1],
        lead=told("lead"),
        ns_points=number_of(told("ns_points").lstrip("^")),
        ew_points=number_of(told("ew_points").lstrip("^")),
        place=place,
    )  # fmt: skip


def texts_of(names: Names, line: BoardResult, **more: str) -> Dict[str, str]:
    """Return what a line says, and ``more`` that the format writes its own way, by its names."""
    texts = {
        "section": line.section,
        "round": str(line.round or ""),
        "table": line.table,
        "ns": in_section("+".join(line.ns), line.section),
        "ew": in_section("+".join(line.ew), line.section),
        "contract": played_contract(line),
        "declarer": line.declarer,
        "tricks": "" if line.tricks is None else str(line.tricks),
        "lead": line.lead,
        "group": line.group,
        "ns_points": shown_points(line.ns_points),
        "ew_points": shown_points(line.ew_points),
        **more,
    }
    return {name.split()[0]: texts[field] for field, name in names.items()}


def with_contract(line: BoardResult, tricks: str, ns: Result, ew: Result) -> BoardResult:
    """Return a line with its contract as it was played, and what both sides scored.

    Raises:
        DomainError: a contract or a number of tricks that is none.
    """
    if line.contract and isinstance(ns, Fraction):
        contract = read_contract(line.contract)
        taken = read_tricks(contract, tricks) if contract.level and tricks else None
        line = line._replace(contract=str(contract), tricks=taken)
    return at_table(line, ns, ew)


def record_of(
    names: Names, said: Said, who: str, players: Sequence[str], members: Sequence[str] = ()
) -> Contestant:
    """Return the record of a pair: its players, their numbers, and every column that a file has."""
    more = {title: said_of(names, said, title).rstrip("=") for title in names}
    start = number_of(more.pop("start", "")) or Fraction(0)
    if any(members):
        more[MEMBERS] = " & ".join(number or "-" for number in members)
    kept = tuple((title, text) for title, text in more.items() if text)
    return Contestant(who, " & ".join(filter(None, players)), start=start, more=kept)


def record_texts(names: Names, who: Contestant) -> Dict[str, str]:
    """Return the columns of a pair's record by the names of a format, "" for those without."""
    known = {**dict(who.more), "start": shown_points(who.start or None)}
    return {name.split()[0]: known.get(title, "") for title, name in names.items()}
