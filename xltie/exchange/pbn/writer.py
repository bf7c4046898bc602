"""Writes a session of bridge as PBN, in export format."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, Tuple

from xltie.core.errors import DomainError, InputError
from xltie.core.numbers import with_decimals
from xltie.event import Award, BoardResult, Event, HandRecord, Result, Weighted
from xltie.event.bridge import dealer, sessions_of, vulnerable_sides
from xltie.exchange.common.bridge_session import (
    Names,
    first_criterion,
    of_played,
    record_texts,
    texts_of,
)
from xltie.settings.declared import CONTEST

LINE: Names = {
    "section": "Section", "round": "Round", "table": "Table", "ns": "PairId_NS",
    "ew": "PairId_EW", "contract": "Contract", "declarer": "Declarer", "tricks": "Result",
    "lead": "Lead", "group": "Group", "ns_points": "MP_NS IMP_NS", "ew_points": "MP_EW IMP_EW",
}  # fmt: skip
TOTALS = ("TotalScore", "TotalIMP", "TotalMP", "TotalPercentage")
RECORD: Names = {
    "Published place": "Rank", **{f"Published {total}": total for total in TOTALS},
    "Penalty": "Penalty", "Bonus": "Bonus", "start": "CarryOver",
}  # fmt: skip
SCORINGS = {
    "butler": "BUTLERIMPS", "cross": "XIMPS", "ximp": "XIMPS", "bam": "BAM", "matchpoints": "MP%",
    "mp": "MP%",
}  # fmt: skip
"""What the tag Scoring holds, and the criterion that ranks by it."""


OPTIMUM = "OptimumResultTable"
"""The tag with the tricks that can be made (section 5.9)."""
UNKNOWN = "-"
_WRITTEN = (
    "Section", "Round", "Table", "PairId_NS", "PairId_EW", "Contract", "Declarer", "Result",
    "Lead", "Score_NS", "Score_EW", "IMP_NS", "IMP_EW", "MP_NS", "MP_EW", "Percentage_NS",
    "Percentage_EW", "Adjusted_NS", "Adjusted_EW", "Group",
)  # fmt: skip


def write(event: Event) -> bytes:
    """Return a session as a PBN file in export format, with matchpoints where it has them.

    Raises:
        DomainError: the event has no board results.
        InputError: it has those of several sessions.
    """
    if not event.board_results:
        raise DomainError.say("this event has no boards to write as PBN")
    if sessions_of(event):
        raise InputError.say("PBN has no sessions: write one of them, with --session")
    event = of_played(event)
    lines = ["% PBN 2.1", "% EXPORT", ""]
    numbers = sorted({line.board for line in event.board_results})
    for number in numbers:
        rows = [_row(event, line) for line in event.board_results if line.board == number]
        first = number == numbers[0]
        lines += _board_tags(event, number, first)
        for record in event.hand_records:
            lines += deal_tags(record) if record.deal[1] == number else []
        lines += _written_table("ScoreTable", _WRITTEN, rows)
        if first:
            lines += _totals_table(event)
        lines.append("")
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


_SCORED = {"BUTLERIMPS": "Butler", "XIMPS": "Cross-IMP", "BAM": "BAM", "MP%": "MatchPoints",
           "MP": "MatchPoints", "IMP": "IMP", "VP": "IMP"}  # fmt: skip
_CONTESTS = {"pairs": "Pairs", "teams": "Teams", "individual": "Individuals"}

_REPEATED = ("Event", "Site", "Date", "Scoring", "Competition")
"""What every board has as the first one has it, which ``#`` says."""


def _board_tags(event: Event, board: int, first: bool) -> List[str]:
    usual = vulnerable_sides(board)
    criterion = first_criterion(event)
    vulnerable = next(
        (d.vulnerable for d in event.board_results if d.board == board and d.vulnerable), ""
    )
    contest = _CONTESTS.get(event.settings.text(CONTEST), "?")
    tags = [
        ("Event", event.name),
        ("Site", ""),
        ("Date", event.start_date.replace("-", ".")),
        ("Board", str(board)),
        ("Dealer", dealer(board)),
        ("Vulnerable", vulnerable or {"": "None", "NSEW": "All"}.get(usual, usual)),
        ("Competition", contest),
    ]
    if criterion in _SCORED:
        tags.insert(6, ("Scoring", _SCORED[criterion]))
    if not first:
        tags = [(tag, "#" if tag in _REPEATED else value) for tag, value in tags]
    return [f'[{tag} "{_quoted(value)}"]' for tag, value in tags]


def deal_tags(record: HandRecord) -> List[str]:
    """Return the lines that hold the cards of a board."""
    cards = " ".join(hand or UNKNOWN for hand in record.hands)
    lines = [f'[Deal "N:{cards}"]']
    if record.makes:
        lines.append(f'[{OPTIMUM} "Declarer;Denomination\\2R;Result\\2R"]')
        lines += [f"{seat} {suit:>2} {tricks:>2}" for seat, suit, tricks in record.makes]
    return lines


def _quoted(text: str) -> str:
    return text.replace('"', "'").replace("\\", "/")


def _row(event: Event, board_result: BoardResult) -> Dict[str, str]:
    kind = "IMP" if first_criterion(event) in ("BUTLERIMPS", "XIMPS") else "MP"
    names = {**LINE, "ns_points": f"{kind}_NS", "ew_points": f"{kind}_EW"}
    row = texts_of(names, board_result)
    ns, ew = board_result.ns_result, board_result.ew_result
    is_mirrored = isinstance(ns, Fraction) and isinstance(ew, Fraction) and ns == -ew
    mark = "" if is_mirrored or not board_result.ns or not board_result.ew else "^"
    return {**row, **_result("NS", ns, mark), **_result("EW", ew, mark)}


def _result(side: str, result: Result, mark: str) -> Dict[str, str]:
    """Return the cells of a result: a score with a mark where it is no plain one, or an award."""
    if isinstance(result, Fraction):
        return {f"Score_{side}": f"{mark}{int(result)}"}
    found = {}
    if isinstance(result, (Award, Weighted)):
        found[f"Adjusted_{side}"] = str(result)
    if isinstance(result, Award) and result.share is not None:
        found[f"Percentage_{side}"] = f"^{with_decimals(result.share * 100, 2)}"
    return found


def _totals_table(event: Event) -> List[str]:
    rows = [
        {"PairId": pair.id, "Names": pair.name, **record_texts(RECORD, pair)}
        for pair in event.contestants
    ]
    place, *others = RECORD.values()
    return _written_table("TotalScoreTable", (place, "PairId", "Names", *others), rows)


def _written_table(tag: str, columns: Tuple[str, ...], rows: List[Dict[str, str]]) -> List[str]:
    """Return a table with the columns that hold something, each as wide as its widest value."""
    ids = ("PairId_NS", "PairId_EW", "PairId", "Score_NS")
    used = [c for c in columns if c in ids or any(row.get(c) for row in rows)]
    cells = [[_element(row.get(column, "")) for row in rows] for column in used]
    widths = [max(map(len, of_column), default=1) for of_column in cells]
    declared = ";".join(f"{column}\\{width}L" for column, width in zip(used, widths))
    lines = [f'[{tag} "{declared}"]']
    for line in zip(*cells):
        lines.append(" ".join(map(str.ljust, line, widths)).rstrip())
    return lines


def _element(text: str) -> str:
    if not text:
        return "-"
    return f'"{_quoted(text)}"' if re.search(r"[\s;{}\"]", text) else text
