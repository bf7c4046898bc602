"""A Bridgemate file: its table ReceivedData has a row for every result that a terminal sent.

RoundData says who plays which boards where, PlayerNumbers who sits there in the first round; a
board without a result is still to be played. ReceivedData may also come by itself, as CSV.

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

import re
from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, InputError, Place
from xltie.core.messages import Value, plain, say
from xltie.core.records import replace
from xltie.event import NOT_PLAYED, BoardResult, Contestant, Event
from xltie.event.bridge import (
    SEATS,
    read_contract,
    read_split,
    read_tricks,
    score_of_ns,
    vulnerable_sides,
)
from xltie.exchange.bridgemate.jet_reader import JET, table_rows
from xltie.exchange.bridgemate.writer import lost, write
from xltie.exchange.common.bridge_session import (
    MEMBERS,
    at_table,
    board_number,
    keep_record,
    line_of,
    session_of,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import csv_rows
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings
from xltie.settings.declared import CONTEST, WINNERS

Fields = Mapping[str, str]

_MOST = 100
"""More boards than anybody plays at a table in a round."""


def whole(row: Fields, column: str) -> int:
    """Return a number of a row, 0 for none."""
    text = row.get(column, "")
    return int(text) if text.isdecimal() else 0


def sitting(row: Fields, *columns: str) -> Tuple[str, ...]:
    """Return who sat on a side; 0 is nobody."""
    return tuple(number for column in columns if (number := row.get(column, "")) not in ("", "0"))


def section_letters(rows: List[Dict[str, str]]) -> Dict[str, str]:
    """Return the letters of the sections by their numbers, "" where there is only one."""
    return {row.get("ID", ""): row.get("Letter", "") if len(rows) > 1 else "" for row in rows}


def planned_boards(
    rows: List[Dict[str, str]], sections: Mapping[str, str], notes: Notes
) -> List[BoardResult]:
    """Return the boards of a movement, none of them played; impossible rows are noted."""
    found = []
    for line, row in enumerate(rows, 2):
        ns, ew = sitting(row, "NSPair", "South"), sitting(row, "EWPair", "West")
        listed: Sequence[object] = re.findall(r"\d+", row.get("CustomBoards", ""))
        low, high = whole(row, "LowBoard"), whole(row, "HighBoard")
        if high - low >= _MOST:
            said = say("boards {low} to {high} are too many for a round", low=low, high=high)
            notes.fault(said, notes.place(line, 1))
            continue
        listed = listed or range(low, high + 1)
        planned = BoardResult(
            0, ns, ew, round=whole(row, "Round"), table=row.get("Table", ""),
            section=sections.get(row.get("Section", ""), ""),
        )  # fmt: skip
        numbers = [int(str(board)) for board in listed] if ns or ew else []
        found += [planned._replace(board=board) for board in numbers if board]
    return found


def records(
    rows: List[Dict[str, str]], lines: List[BoardResult], sections: Mapping[str, str]
) -> Dict[str, Contestant]:
    """Return the pairs, or players, with the names that stand at their first table."""
    seats = {
        (sections.get(row.get("Section", ""), ""), row.get("Table", ""), row["Direction"]): row
        for row in rows
        if all(map(row.get, ("Name", "Direction")))
    }
    known: Dict[str, Contestant] = {}
    seen = set()
    for line in sorted(lines, key=lambda line: line.round):
        for side in ("NS", "EW"):
            who, at = line.who(side.lower()), (line.section, line.table)
            if not who or (at, side) in seen:
                continue
            seen.add((at, side))
            there = [seats[line.section, line.table, seat] for seat in side
                     if (line.section, line.table, seat) in seats]  # fmt: skip
            for number, record in _named(who, there):
                keep_record(known, side, replace(record, id=line.section + number))
    return known


def _named(who: Tuple[str, ...], there: List[Dict[str, str]]) -> Iterator[Tuple[str, Contestant]]:
    """Yield the pair of two seats, or in an individual both players, each with its number."""
    groups = [there] if len(who) == 1 else [[row] for row in there]
    for number, rows in zip(who, groups):
        members = " & ".join(row.get("Number") or "-" for row in rows)
        more = ((MEMBERS, members),) if members.strip("- &") else ()
        name = " & ".join(row["Name"] for row in rows)
        if name:
            yield number, Contestant(number, name, more=more)


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
    """
    if data.startswith(JET):
        return _read_database(data, name)
    if not looks_like(data):
        said = say("this is neither an Access database nor its table ReceivedData as CSV")
        raise InputError.of(said, Place(file=name))
    rows = rows_of_csv(data, name)
    letters = {row.get("Section", ""): _letter(row) for row in rows}
    reader = _BridgemateReader(name, letters if len(letters) > 1 else {})
    found = reader.results(rows)
    base = Event(game="bridge", settings=Settings.of({CONTEST: reader.contest}))
    return session_of(found, base, reader.notes, {})


def _where(line: BoardResult) -> Tuple[str, int, str, int]:
    return line.section, line.round, line.table, line.board


def _read_database(data: bytes, name: str) -> ReadResult:
    """Return the session of a whole .bws file."""

    def optional(table: str) -> List[Dict[str, str]]:
        return table_rows(data, table, name, is_needed=False)

    sections = section_letters(optional("Section"))
    reader = _BridgemateReader(name, sections)
    found = reader.results(table_rows(data, "ReceivedData", name))
    planned = planned_boards(optional("RoundData"), sections, reader.notes)
    played = {_where(line): line for line in found}
    lines = [played.pop(_where(line), line) for line in planned]
    lines += played.values()
    if any(len(line.ns) > 1 for line in lines):
        reader.contest = "individual"
    winners = {row.get("Winners", "") for row in optional("Section")}
    texts = {CONTEST: reader.contest}
    if len(winners) == 1 and winners <= {"1", "2"}:
        texts[WINNERS] = winners.pop()
    title = next(iter(optional("Session")), {})
    base = Event(
        game="bridge", name=title.get("Name", ""), start_date=title.get("Date", "")[:10],
        settings=Settings.of(texts),
    )  # fmt: skip
    known = records(optional("PlayerNumbers"), lines, sections)
    return session_of(lines, base, reader.notes, known)


def rows_of_csv(data: bytes, name: str) -> List[Dict[str, str]]:
    """Return the rows of a table written as CSV, by the headings of its first line."""
    (_, headings), *rows = csv_rows(data, name)
    return [dict(zip(headings, row)) for _, row in rows if any(row)]


_LINE = {"round": "Round", "table": "Table", "declarer": "NS/EW", "lead": "LeadCard"}
_NO = frozenset({"", "0", "false", "no"})


class _BridgemateReader:
    """Reads row after row, collecting faults and warnings."""

    def __init__(self, name: str, sections: Mapping[str, str]) -> None:
        self.sections = sections
        self.contest = "pairs"
        self.notes = Notes(name)

    def results(self, rows: List[Dict[str, str]]) -> List[BoardResult]:
        """Return the results that stand, in the order of the table."""
        latest = _latest(rows)
        found = (self._result(line, row) for line, row in latest)
        return [board_result for board_result in found if board_result is not None]

    def _result(self, line: int, row: Fields) -> Optional[BoardResult]:
        place = self.notes.place(line, 1)
        ns, ew = sitting(row, "PairNS", "South"), sitting(row, "PairEW", "West")
        if len(ns) > 1 or len(ew) > 1:
            self.contest = "individual"
        board = board_number(row.get("Board", ""), self.notes, place)
        if not board:
            return None
        if row.get("Remarks", "").casefold() == "wrong direction":
            ns, ew = ew, ns
        section = self.sections.get(row.get("Section", ""), "")
        found = line_of(_LINE, lambda name: row.get(name, ""), board, place, section)
        try:
            return self._with_score(found._replace(ns=ns, ew=ew), row)
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
                    "board {board} has an arbitral score to be decided",
                    board_result.place,
                    board=board_result.board,
                )
            return at_table(board_result._replace(declarer=""), NOT_PLAYED, NOT_PLAYED)
        contract = read_contract(text)
        if contract.level == 0:
            board_result = board_result._replace(contract=str(contract), declarer="")
            return at_table(board_result, Fraction(0), Fraction(0))
        if board_result.declarer not in tuple(SEATS):
            raise DomainError.say(
                "{seat!r} is not a seat; it must be N, E, S or W", seat=row.get("NS/EW", "")
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
            number = whole(row, "ID") or line
            if key not in latest or latest[key][0] <= number:
                latest[key] = (number, line, row)
    return [(line, row) for _, line, row in sorted(latest.values(), key=lambda sent: sent[1])]


def _letter(row: Fields) -> str:
    """Return the letter of a section: they are numbered from 1."""
    number = whole(row, "Section")
    return chr(ord("A") + number - 1) if 1 <= number <= 26 else row.get("Section", "")


FORMAT = Format(
    "bridgemate", plain("Bridgemate"), looks_like, read, write, game="bridge", remarks=lost
)
