"""Who plays which boards where, and under which names: RoundData and PlayerNumbers of a file."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, Iterator, List, Mapping, Sequence, Tuple

from xltie.core.messages import say
from xltie.event import BoardResult, Contestant
from xltie.exchange.common.bridge_session import MEMBERS, keep_record
from xltie.exchange.common.notes import Notes

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
        if row.get("Name") and row.get("Direction")
    }
    known: Dict[str, Contestant] = {}
    seen = set()
    for line in sorted(lines, key=lambda line: line.round):
        for side in ("NS", "EW"):
            who, at = line.who(side.lower()), (line.section, line.table)
            if not who or (at, side) in seen:
                continue
            seen.add((at, side))
            there = [row for seat in side for row in (seats.get((*at, seat)),) if row]
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
