"""The table ReceivedData of a Bridgemate file: one row for every result that a terminal sent.

=============  ====================================================================================
column         what it holds
=============  ====================================================================================
Section, Table, Round, Board   where and when it was played; sections are numbers from 1 (A)
PairNS, PairEW  the pairs; in an individual those are North and East, with South and West beside
Declarer       the number of the pair that declared; ``NS/EW`` is the seat: N, E, S or W
Contract       ``4 S``, ``3 NT x``, ``PASS``, blank where there is no result
Result         ``=``, ``+1``, ``-2``
Remarks        ``Not played``, ``60%-40%`` (NS and EW), ``Arbitral score``, ``Wrong direction``
Erased         a result that was taken back
=============  ====================================================================================

A result sent again replaces the one before: the row with the highest ID counts.
"""

from __future__ import annotations

import csv
import re
from fractions import Fraction
from typing import Dict, List, Mapping, Optional, Tuple

from xltie.core.errors import DomainError, InputError, Place
from xltie.core.messages import Value, plain, say
from xltie.event import NOT_PLAYED, BoardResult, Event
from xltie.event.bridge import (
    SEATS,
    read_contract,
    read_split,
    read_tricks,
    score_of_ns,
    vulnerable_sides,
)
from xltie.exchange.bridgemate.access_tables import JET, table_rows, text_rows
from xltie.exchange.common.bridge_session import at_table, board_number, session_of
from xltie.exchange.common.notes import Notes
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings
from xltie.settings.declared import CONTEST

Fields = Mapping[str, str]


def looks_like(data: bytes) -> bool:
    """Tell whether a file is an Access database, or its table ReceivedData as text."""
    if data.startswith(JET):
        return True
    first = data[:2000].partition(b"\n")[0].replace(b'"', b"")
    headings = {heading.strip().lower() for heading in re.split(rb"[,;\t]", first)}
    return {b"pairns", b"pairew", b"ns/ew", b"contract", b"result"} <= headings


def read(data: bytes, name: str) -> ReadResult:
    """Return the session, and what a director still has to decide.

    Raises:
        InputError: every row that cannot be read, with its line.
        WorkbookRefused: an Access database where nothing is installed that reads it.
    """
    if data.startswith(JET):
        rows = table_rows(data, "ReceivedData")
    elif looks_like(data):
        rows = _rows_of_csv(data, name)
    else:
        said = say("this is neither an Access database nor its table ReceivedData as CSV")
        raise InputError.of(said, Place(file=name))
    reader = _BridgemateReader(name)
    found = reader.results(rows)
    if not found and not reader.notes.faults:
        raise InputError.of(say("there are no results in ReceivedData"), Place(file=name))
    base = Event(game="bridge", settings=Settings.of({CONTEST: reader.contest}))
    return session_of(found, base, reader.notes, {})


def _rows_of_csv(data: bytes, name: str) -> List[Dict[str, str]]:
    try:
        return text_rows(data.decode("utf-8-sig", "replace"))
    except csv.Error as error:
        raise InputError.of(
            say("this is no CSV: {error}", error=str(error)), Place(file=name)
        ) from None


_NO = frozenset({"", "0", "false", "no"})


class _BridgemateReader:
    """Reads row after row, collecting faults and warnings."""

    def __init__(self, name: str) -> None:
        self.contest = "pairs"
        self.notes = Notes(name)

    def results(self, rows: List[Dict[str, str]]) -> List[BoardResult]:
        """Return the results that stand, in the order of the table."""
        latest = _latest(rows)
        has_sections = len({row.get("Section", "") for _, row in latest}) > 1
        found = (
            self._result(line, row, _letter(row) if has_sections else "") for line, row in latest
        )
        return [board_result for board_result in found if board_result is not None]

    def _result(self, line: int, row: Fields, section: str) -> Optional[BoardResult]:
        place = self.notes.place(line, 1)
        ns, ew = _side(row, "PairNS", "South"), _side(row, "PairEW", "West")
        if len(ns) > 1 or len(ew) > 1:
            self.contest = "individual"
        board = board_number(row.get("Board", ""), self.notes, place)
        if not board:
            return None
        if row.get("Remarks", "").casefold() == "wrong direction":
            ns, ew = ew, ns
        said = row.get("Round", "")
        board_result = BoardResult(
            board, ns, ew,
            round=int(said) if said.isdecimal() else 0,
            table=row.get("Table", ""),
            section=section,
            declarer=row.get("NS/EW", "").upper()[:1],
            lead=row.get("LeadCard", ""),
            place=place,
        )  # fmt: skip
        try:
            return self._with_score(board_result, row)
        except DomainError as error:
            self.notes.fault(error.message, place)
            return None

    def _with_score(self, board_result: BoardResult, row: Fields) -> BoardResult:
        remark, text = row.get("Remarks", ""), row.get("Contract", "")
        split = read_split(remark)
        if split is not None:
            return at_table(board_result._replace(declarer=""), *split)
        if remark.casefold() == "not played" or not text:
            if remark.casefold() == "arbitral score":
                self.notes.warn(
                    say(
                        "board {board} has an arbitral score to be decided",
                        board=board_result.board,
                    ),
                    board_result.place,
                )
            return at_table(board_result._replace(declarer=""), NOT_PLAYED, NOT_PLAYED)
        contract = read_contract(text)
        if contract.level == 0:
            board_result = board_result._replace(contract=str(contract), declarer="")
            return at_table(board_result, Fraction(0), Fraction(0))
        if board_result.declarer not in tuple(SEATS):
            raise DomainError(
                say("{seat!r} is not a seat; it must be N, E, S or W", seat=row.get("NS/EW", ""))
            )
        self._check_declarer(board_result, row)
        tricks = read_tricks(contract, row.get("Result", ""))
        score = score_of_ns(
            contract, board_result.declarer, tricks, vulnerable_sides(board_result.board)
        )
        board_result = board_result._replace(contract=str(contract), tricks=tricks)
        return at_table(board_result, score, -score)

    def _check_declarer(self, board_result: BoardResult, row: Fields) -> None:
        """Warn where the pair that declared does not sit in the seat that declared."""
        pair = row.get("Declarer", "")
        side = board_result.ns if board_result.declarer in "NS" else board_result.ew
        if pair not in ("", "0") and pair not in side:
            values: Dict[str, Value] = {
                "board": board_result.board, "pair": pair, "declarer": board_result.declarer,
            }  # fmt: skip
            said = (
                say(
                    "board {board}: pair {pair} declared from {declarer}, where {side} sits; "
                    "the seat counts",
                    side="+".join(side),
                    **values,
                )
                if side
                else say(
                    "board {board}: pair {pair} declared from {declarer}, where nobody sits; "
                    "the seat counts",
                    **values,
                )
            )
            self.notes.warn(said, board_result.place)


def _latest(rows: List[Dict[str, str]]) -> List[Tuple[int, Fields]]:
    """Return the rows that stand with their lines: of those of one board the last one sent."""
    latest: Dict[Tuple[str, ...], Tuple[int, int, Fields]] = {}
    for line, row in enumerate(rows, 2):
        if row.get("Erased", "").casefold() in _NO:
            key = tuple(row.get(column, "") for column in ("Section", "Table", "Round", "Board"))
            number = int(row["ID"]) if row.get("ID", "").isdecimal() else line
            if key not in latest or latest[key][0] <= number:
                latest[key] = (number, line, row)
    return [(line, row) for _, line, row in sorted(latest.values(), key=lambda sent: sent[1])]


def _side(row: Fields, *columns: str) -> Tuple[str, ...]:
    """Return who sat on a side; 0 is nobody."""
    return tuple(number for column in columns if (number := row.get(column, "")) not in ("", "0"))


def _letter(row: Fields) -> str:
    """Return the letter of a section: they are numbered from 1."""
    said = row.get("Section", "")
    number = int(said) if said.isdecimal() else 0
    return chr(ord("A") + number - 1) if 1 <= number <= 26 else said


FORMAT = Format("bridgemate", plain("Bridgemate"), looks_like, read)
