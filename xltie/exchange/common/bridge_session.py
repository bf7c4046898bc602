"""What the formats of bridge share: scores, pairs and points in words, the event and its records.

A format says what it calls the fields of a line (``LINE``) and the columns of a pair's record, once
for its reader and its writer. A name may be several, in the order in which they are looked for; the
first is written.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence

from xltie.core.cells import number_of
from xltie.core.errors import DomainError, Place
from xltie.core.messages import Message, say
from xltie.core.numbers import with_decimals
from xltie.core.records import replace
from xltie.event import BoardResult, Contestant, Event, HandRecord, Result
from xltie.event.bridge import (
    SEATS,
    Contract,
    hands_of,
    is_score,
    read_contract,
    read_entry,
    read_tricks,
    score_of_ns,
    session,
    vulnerable_at,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.registry import ReadResult
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
    """Return points to two decimals as a sheet shows them, "" where there are none."""
    return "" if points is None else with_decimals(points, 2).rstrip("0").rstrip(".")


def first_criterion(event: Event) -> str:
    """Return the criterion that an event is ranked by first, without its options."""
    return re.split(r"[,(]", event.settings.text(CRITERIA))[0].strip().upper()


NO_RESULTS = say("there are no results of boards")


def session_of(
    board_results: Sequence[BoardResult],
    base: Event,
    notes: Notes,
    known: Mapping[str, Contestant],
    lack: Message = NO_RESULTS,
    at: Optional[Place] = None,
) -> ReadResult:
    """Return a session with the records of its pairs; one without boards lacks what is said.

    Raises:
        InputError: the faults noted, and those of the session.
    """
    if not board_results and not notes.faults:
        notes.fault(lack, at or notes.place())
    event = session(tuple(board_results), None, base, notes.faults)
    contestants = tuple(_with_record(contestant, known) for contestant in event.contestants)
    return ReadResult(replace(event, contestants=contestants), tuple(notes.warnings))


def _with_record(contestant: Contestant, known: Mapping[str, Contestant]) -> Contestant:
    """Return a contestant with its record, by its direction where both use the same numbers."""
    plain = re.sub(r"^(NS|EW) ", "", contestant.id)
    record = known.get(f"{contestant.division} {plain}") or known.get(plain) or contestant
    return replace(record, id=contestant.id, division=contestant.division)


def hand_record(
    session_number: int, board: int, first: str, hands: Sequence[str], notes: Notes, place: Place
) -> Iterator[HandRecord]:  # fmt: skip
    """Yield the cards of a board, named clockwise from a seat; what is no deal is noted."""
    try:
        found = hands_of(first, hands)
    except DomainError as error:
        notes.fault(error.message, place)
        return
    if any(found):
        yield HandRecord((session_number, board), found)


def keep_record(known: Dict[str, Contestant], direction: str, record: Contestant) -> None:
    """Keep the record of a pair by its number, and by its direction and number."""
    known.setdefault(f"{direction} {record.id}", record)
    known.setdefault(record.id, record)


def board_number(text: str, notes: Notes, place: Place) -> int:
    """Return the number of a board, 0 after a fault was noted."""
    number = int(text) if text.isdecimal() else 0
    if not number:
        notes.fault("{text!r} is not a board number", place, text=text)
    return number


def at_table(board_result: BoardResult, ns: Result, ew: Result) -> BoardResult:
    """Return a board result with what both sides scored; nobody scores for an empty side."""
    return board_result.with_results(
        ns if board_result.ns else None, ew if board_result.ew else None
    )


def possible_score(said: str) -> Result:
    """Return the result that a text says.

    Raises:
        DomainError: a score that no contract gives.
    """
    found = read_entry(said)
    if isinstance(found, Fraction):
        refuse_impossible(found, said)
    return found


def refuse_impossible(score: Fraction, said: str) -> None:
    """Raise ``DomainError`` for a score that no contract gives."""
    if not is_score(score):
        raise DomainError.say("{score} is not a possible score at bridge", score=said)


def score_made(board_result: BoardResult, seat: str, contract: Contract, tricks: int) -> Fraction:
    """Return what NS scored when a seat declared.

    Raises:
        DomainError: it is no seat.
    """
    if seat not in tuple(SEATS):
        declarer = board_result.declarer
        raise DomainError.say(
            "{declarer!r} is not a seat; the declarer is N, E, S or W", declarer=declarer
        )
    vulnerable = vulnerable_at(board_result.board, board_result.vulnerable)
    return score_of_ns(contract, seat, tricks, vulnerable)


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
