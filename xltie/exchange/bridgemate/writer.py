"""Writes a session as a .bws file, from which Bridgemate Control starts: movement, names, results.

A round at a table is a row of RoundData, with boards in a row or listed; pair 0 is nobody. Pairs
are numbers; in a movement with two winners both lines have the numbers from 1. The public part of
the developer's guide has no list of the columns; they are those of programs that follow it.
"""

from __future__ import annotations

import re
import uuid
from datetime import date
from fractions import Fraction
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import say
from xltie.event import NOT_PLAYED, Award, BoardResult, Event
from xltie.event.bridge import read_contract, score_of_ns, sessions_of, vulnerable_sides
from xltie.exchange.bridgemate.jet_reader import Column, Table, columns_of
from xltie.exchange.bridgemate.jet_writer import database
from xltie.exchange.common.bridge_session import (
    MEMBERS,
    first_criterion,
    in_section,
    played_contract,
    split_members,
)
from xltie.settings.declared import CONTEST

_RECEIVED = columns_of(
    "ID:counter Section Table Round Board PairNS PairEW Declarer NS/EW:text*2 Contract:text*10 "
    "Result:text*10 LeadCard:text*10 Remarks:text*255 DateLog:date TimeLog:date Processed:yes/no "
    "Processed1:yes/no Processed2:yes/no Processed3:yes/no Processed4:yes/no Erased:yes/no South "
    "West"
)
TABLES: Dict[str, Tuple[Column, ...]] = {
    "Clients": columns_of("ID:counter Computer:text*255"),
    "Session": columns_of(
        "ID Name:text*40 Date:date Time:date GUID:text*32 Status ShowInApp:yes/no "
        "PairsMoveAcrossField:yes/no EWReturnHome:yes/no"
    ),
    "Section": columns_of(
        "ID Letter:text*2 Tables MissingPair EWMoveBeforePlay Session ScoringType Winners"
    ),
    "Tables": columns_of(
        "Section Table ComputerID Status LogOnOff CurrentRound CurrentBoard UpdateFromRound Group"
    ),
    "RoundData": columns_of(
        "Section Table Round NSPair EWPair LowBoard HighBoard CustomBoards:text*255 South West"
    ),
    "ReceivedData": _RECEIVED,
    "IntermediateData": _RECEIVED,
    "PlayerNumbers": columns_of(
        "Section Table Direction:text*2 Number:text*18 Name:text*30 Round Processed:yes/no "
        "Updated:yes/no TimeLog:date"
    ),
    "PlayerNames": columns_of("ID:long Name:text*40 strID:text*18"),
    "Settings": columns_of(
        "Section ShowResults:yes/no ShowOwnResult:yes/no RepeatResults:yes/no MaximumResults "
        "ShowPercentage:yes/no GroupSections:yes/no ScorePoints EnterResultsMethod "
        "ShowPairNumbers:yes/no IntermediateResults:yes/no AutopoweroffTime VerificationTime "
        "ShowContract LeadCard:yes/no MemberNumbers:yes/no MemberNumbersNoBlankEntry:yes/no "
        "BoardOrderVerification:yes/no HandRecordValidation:yes/no AutoShutDownBPC:yes/no "
        "BM2ShowPlayerNames BM2NameSource"
    ),
}

SETTINGS: Dict[str, object] = {
    "MaximumResults": 0, "EnterResultsMethod": 0, "ShowResults": True, "ShowOwnResult": True,
    "ShowPercentage": True, "ScorePoints": 1,
    "ShowPairNumbers": True, "AutopoweroffTime": 20, "VerificationTime": 2, "ShowContract": 1,
    "LeadCard": True, "BoardOrderVerification": True, "BM2ShowPlayerNames": 1, "BM2NameSource": 2,
}  # fmt: skip
"""What the terminals are set to at first, as Bridgemate Control does; names come from the file."""


Row = Dict[str, Any]

_SCORING = {"BUTLERIMPS": 2, "XIMPS": 2, "IMP": 2, "VP": 2, "BAM": 3}
"""Scoring types by criterion; 1 is matchpoints, 4 teams."""
_MATCHPOINTS, _TEAMS = 1, 4
_LOGGED_OFF = 2
_SEATS = {"ns": ("N", "S"), "ew": ("E", "W")}


def write(event: Event) -> bytes:
    """Return a session as an Access database (Jet 4), the same event as the same bytes.

    Raises:
        DomainError: the event has no boards with rounds and tables.
        InputError: it has several sessions, or what is no number where terminals know only numbers.
    """
    if not any(line.round and line.table for line in event.board_results):
        raise DomainError.say(
            "this event has no boards with rounds and tables to write for Bridgemates"
        )
    if sessions_of(event):
        raise InputError.say("Bridgemates have no sessions: write one of them, with --session")
    writer = _Writer(event)
    rows = writer.rows()
    return database(
        [
            Table(name, columns, [[row.get(column.name) for column in columns]
                                  for row in rows.get(name, ())])
            for name, columns in TABLES.items()
        ]
    )  # fmt: skip


def lost(event: Event) -> List[Fault]:
    """Return what a .bws file does not say as it was: results without a contract, awards."""
    found = []
    for line in event.board_results:
        if line.ns_result is None and line.ew_result is None:
            continue
        values = {"board": line.shown_board, "ns": "+".join(line.ns), "ew": "+".join(line.ew)}
        if not _holds(line):
            said = say(
                "board {board}, {ns} against {ew}: Bridgemates know contracts and awards in "
                "percent, so that the result is not written",
                **values,
            )
            found.append(Fault(said, line.place))
        elif _averages(line):
            said = say(
                "board {board}, {ns} against {ew}: written as {remark}, since Bridgemates know "
                "awards in percent",
                remark=_remark(line),
                **values,
            )
            found.append(Fault(said, line.place))
    return found


def _holds(line: BoardResult) -> bool:
    """Tell whether the file says what both sides scored: by words, or by what they played."""
    if _remark(line):
        return True
    score = _score(line)
    if score is None:
        return False
    seated = (score if line.ns else None, -score if line.ew else None)
    return (line.ns_result, line.ew_result) == seated


def _score(line: BoardResult) -> Optional[Fraction]:
    """Return the score of NS that a reader of the file computes, None where it cannot."""
    contract = played_contract(line)
    if contract == "Pass":
        return Fraction(0)
    if not contract or not line.declarer or line.tricks is None:
        return None
    vulnerable = vulnerable_sides(line.board)
    return score_of_ns(read_contract(contract), line.declarer, line.tricks, vulnerable)


def _averages(line: BoardResult) -> bool:
    return any(isinstance(r, Award) and r.average for r in (line.ns_result, line.ew_result))


class _Writer:
    """Makes the rows of all tables."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.lines = [line for line in event.board_results if line.round and line.table]
        letters = sorted({line.section for line in self.lines})
        self.sections = {letter: number for number, letter in enumerate(letters, 1)}

    def rows(self) -> Mapping[str, Sequence[Row]]:
        """Return the rows of every table that has some."""
        event = self.event
        seats = self._seats()
        day = _days(event.start_date)
        name = event.name[:40]
        guid = uuid.uuid5(uuid.NAMESPACE_URL, f"xltie {event.start_date} {event.name}").hex.upper()
        return {
            "Session": [{"ID": 1, "Name": name, "Date": day, "Time": day, "GUID": guid,
                         "Status": 0, "ShowInApp": False}],
            "Section": [self._section(*section) for section in self.sections.items()],
            "Tables": [
                {"Section": section, "Table": table, "ComputerID": 0, "Status": 0,
                 "LogOnOff": _LOGGED_OFF, "CurrentRound": 0, "CurrentBoard": 0,
                 "UpdateFromRound": 0, "Group": 0}
                for section, table in sorted({key[:2] for key in seats})
            ],
            "RoundData": [self._round(key, boards) for key, boards in sorted(seats.items())],
            "ReceivedData": list(self._received()),
            "PlayerNumbers": list(self._players(seats)),
            "Settings": [{**SETTINGS, "Section": number} for number in self.sections.values()],
        }  # fmt: skip

    def _seats(self) -> Dict[Tuple[int, int, int], List[BoardResult]]:
        """Return the boards by section, table and round."""
        found: Dict[Tuple[int, int, int], List[BoardResult]] = {}
        for line in self.lines:
            key = self.sections[line.section], _number(line.table, line), line.round
            found.setdefault(key, []).append(line)
        return found

    def _section(self, letter: str, number: int) -> Row:
        divided = any(contestant.division for contestant in self.event.contestants)
        is_teams = self.event.settings.text(CONTEST) == "teams"
        usual = _SCORING.get(first_criterion(self.event), _MATCHPOINTS)
        tables = {line.table for line in self.lines if line.section == letter}
        return {
            "ID": number, "Letter": letter or "A", "Tables": len(tables), "MissingPair": 0,
            "EWMoveBeforePlay": 0, "Session": 1, "ScoringType": _TEAMS if is_teams else usual,
            "Winners": 2 if divided else 1,
        }  # fmt: skip

    def _round(self, key: Tuple[int, int, int], lines: List[BoardResult]) -> Row:
        boards = sorted(line.board for line in lines)
        row = {"Section": key[0], "Table": key[1], "Round": key[2], "LowBoard": boards[0],
               "HighBoard": boards[-1], **self._pairs(lines[0], "NSPair", "EWPair")}  # fmt: skip
        if boards != list(range(boards[0], boards[-1] + 1)):
            row["CustomBoards"] = ",".join(map(str, boards))
        return row

    def _pairs(self, line: BoardResult, ns: str, ew: str) -> Row:
        """Return who sits there; in an individual those are North and East, and their partners."""
        row: Row = {}
        for side, name, partner in ((line.ns, ns, "South"), (line.ew, ew, "West")):
            numbers = [_number(in_section(who, line.section), line) for who in side]
            row[name] = numbers[0] if numbers else 0
            if numbers[1:]:
                row[partner] = numbers[1]
        return row

    def _received(self) -> Iterator[Row]:
        day = _days(self.event.start_date)
        results = (line for line in self.lines if line.ns_result is not None or line.ew_result)
        for number, line in enumerate(filter(_holds, results), 1):
            row: Row = {
                "ID": number, "Section": self.sections[line.section], "Round": line.round,
                "Table": _number(line.table, line), "Board": line.board, "Declarer": 0, "NS/EW": "",
                "Contract": "", "Result": "", "LeadCard": line.lead, "Remarks": _remark(line),
                "DateLog": day, "TimeLog": day, **self._pairs(line, "PairNS", "PairEW"),
            }  # fmt: skip
            if not row["Remarks"]:
                row.update(_contract(line, row))
            yield row

    def _players(self, seats: Mapping[Tuple[int, int, int], List[BoardResult]]) -> Iterator[Row]:
        """Yield who sits where in the first round of each table, with the members' numbers."""
        known = {contestant.id: contestant for contestant in self.event.contestants}
        seen = set()
        for (section, table, _), lines in sorted(seats.items()):
            for side, directions in _SEATS.items():
                pair = [known[who] for who in lines[0].who(side)]
                if (section, table) in seen or not pair:
                    continue
                names = (
                    pair[0].name.split(" & ") if len(pair) == 1 else [side.name for side in pair]
                )
                members = split_members(dict(pair[0].more).get(MEMBERS, ""))
                for direction, name, number in zip(directions, names, [*members, "", ""]):
                    yield {"Section": section, "Table": table, "Direction": direction,
                           "Number": number, "Name": name, "Round": 0}  # fmt: skip
            seen.add((section, table))


def _contract(line: BoardResult, row: Row) -> Row:
    contract = read_contract(played_contract(line))
    if not contract.level:
        return {"Contract": "PASS"}
    over = (line.tricks or 0) - 6 - contract.level
    risk = f" {'x' * contract.risk}" if contract.risk else ""
    return {
        "Contract": f"{contract.level} {contract.suit}{risk}", "NS/EW": line.declarer,
        "Declarer": row["PairNS"] if line.declarer in "NS" else row["PairEW"],
        "Result": f"{over:+d}" if over else "=",
    }  # fmt: skip


def _remark(line: BoardResult) -> str:
    """Return what stands in place of a contract, "" where there is one: not played, or shares."""
    ns, ew = line.ns_result, line.ew_result
    if ns == NOT_PLAYED:
        return "Not played"
    if isinstance(ns, Award) and isinstance(ew, Award):
        shares = [share for share in (ns.share, ew.share) if share is not None]
        if len(shares) == 2 and all((share * 100).denominator == 1 for share in shares):
            return f"{shares[0] * 100}%-{shares[1] * 100}%"
    return ""


def _number(text: str, line: BoardResult) -> int:
    """Return the number of a pair or table: its digits.

    Raises:
        InputError: it has none.
    """
    digits = re.sub(r"\D", "", text)
    if not digits:
        said = say("{text!r} has no number, and Bridgemates know numbers alone", text=text)
        raise InputError.of(said, line.place)
    return int(digits)


def _days(day: str) -> Any:
    """Return a day as Access counts it, None where none is known."""
    try:
        return float((date.fromisoformat(day) - date(1899, 12, 30)).days)
    except ValueError:
        return None
