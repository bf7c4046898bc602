"""Writes a session of bridge as PBN, in export format."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, Tuple

from xltie.core.errors import DomainError, InputError
from xltie.core.messages import say
from xltie.event import Award, BoardResult, Event, Result, Weighted
from xltie.event.bridge import dealer, sessions_of, vulnerable_sides
from xltie.exchange.common.bridge_texts import (
    CORRECTIONS,
    first_criterion,
    in_section,
    played_contract,
    shown_points,
)
from xltie.settings.declared import CONTEST

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
        raise DomainError(say("this event has no boards to write as PBN"))
    if sessions_of(event):
        raise InputError.of(say("PBN has no sessions: write one of them, with --session"))
    lines = ["% PBN 2.1", "% EXPORT", ""]
    for number in sorted({line.board for line in event.board_results}):
        rows = [_row(event, line) for line in event.board_results if line.board == number]
        first = number == min(line.board for line in event.board_results)
        lines += _board_tags(event, number, first)
        lines += _written_table("ScoreTable", _WRITTEN, rows)
        if first:
            lines += _totals_table(event)
        lines.append("")
    return ("\r\n".join(lines) + "\r\n").encode("utf-8")


SCORINGS = {
    "butler": "BUTLERIMPS", "cross": "XIMPS", "ximp": "XIMPS", "bam": "BAM", "matchpoints": "MP%",
    "mp": "MP%",
}  # fmt: skip
"""What the tag Scoring holds, and the criterion that ranks by it."""
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


def _quoted(text: str) -> str:
    return text.replace('"', "'").replace("\\", "/")


def _row(event: Event, board_result: BoardResult) -> Dict[str, str]:
    section = board_result.section
    row = {
        "Section": section,
        "Round": str(board_result.round or ""),
        "Table": board_result.table,
        "PairId_NS": in_section("+".join(board_result.ns), section),
        "PairId_EW": in_section("+".join(board_result.ew), section),
        "Contract": played_contract(board_result),
        "Declarer": board_result.declarer,
        "Result": "" if board_result.tricks is None else str(board_result.tricks),
        "Lead": board_result.lead,
        "Group": board_result.group,
    }
    ns, ew = board_result.ns_result, board_result.ew_result
    is_mirrored = isinstance(ns, Fraction) and isinstance(ew, Fraction) and ns == -ew
    mark = "" if is_mirrored or not board_result.ns or not board_result.ew else "^"
    kind = "IMP" if first_criterion(event) in ("BUTLERIMPS", "XIMPS") else "MP"
    for side, result, points in (
        ("NS", ns, board_result.ns_points), ("EW", ew, board_result.ew_points),
    ):  # fmt: skip
        row.update(_result(side, result, mark))
        row[f"{kind}_{side}"] = shown_points(points)
    return row


def _result(side: str, result: Result, mark: str) -> Dict[str, str]:
    """Return the cells of a result: a score with a mark where it is no plain one, or an award."""
    if isinstance(result, Fraction):
        return {f"Score_{side}": f"{mark}{int(result)}"}
    found = {}
    if isinstance(result, (Award, Weighted)):
        found[f"Adjusted_{side}"] = str(result)
    if isinstance(result, Award) and result.share is not None:
        found[f"Percentage_{side}"] = f"^{float(result.share * 100):.2f}"
    return found


def _totals_table(event: Event) -> List[str]:
    rows = []
    for contestant in event.contestants:
        known = dict(contestant.more)
        row = {
            "PairId": contestant.id,
            "Names": contestant.name,
            "Rank": known.get("Published place", ""),
        }
        row.update({title: known.get(title, "") for title in CORRECTIONS})
        row["CarryOver"] = shown_points(contestant.start or None)
        for title, value in known.items():
            if title.startswith("Published Total"):
                row[title[len("Published ") :]] = value
        rows.append(row)
    names = ("Rank", "PairId", "Names", "TotalScore", "TotalIMP", "TotalMP", "TotalPercentage",
             *CORRECTIONS, "CarryOver")  # fmt: skip
    return _written_table("TotalScoreTable", names, rows)


def _written_table(tag: str, columns: Tuple[str, ...], rows: List[Dict[str, str]]) -> List[str]:
    """Return a table with the columns that hold something, each as wide as its widest value."""
    ids = ("PairId_NS", "PairId_EW", "PairId", "Score_NS")
    used = [c for c in columns if c in ids or any(row.get(c) for row in rows)]
    cells = [[_element(row.get(column, "")) for column in used] for row in rows]
    widths = [max((len(line[i]) for line in cells), default=1) for i in range(len(used))]
    declared = ";".join(f"{column}\\{width}L" for column, width in zip(used, widths))
    lines = [f'[{tag} "{declared}"]']
    for line in cells:
        lines.append(" ".join(c.ljust(width) for c, width in zip(line, widths)).rstrip())
    return lines


def _element(text: str) -> str:
    if not text:
        return "-"
    return f'"{_quoted(text)}"' if re.search(r"[\s;{}\"]", text) else text
