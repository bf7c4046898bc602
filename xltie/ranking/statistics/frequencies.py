"""The frequency table of a board: every score, how often it occurred, what it is worth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, Dict, List, Optional, Tuple, Union

from xltie.core.cells import SheetRow
from xltie.core.errors import DomainError
from xltie.core.messages import Message, say
from xltie.core.numbers import rounded
from xltie.event import SIDES, Deal, EventIndex, Result, Weighted, shown_deal
from xltie.event.bridge import sessions_of
from xltie.functions.registry import Arg, table
from xltie.rules.bridge.board_scores import board_scores_of, method_with
from xltie.rules.bridge.options import DecimalsOption, Matchpoints, Method
from xltie.rules.bridge.sources import BRIDGEWX

_Label = Tuple[str, Union[Fraction, str]]
FREQUENCY_METHODS = {"mp": "MPTOTAL", "butler": "BUTLERTOTAL", "cross": "CROSSTOTAL", "z": "ZTOTAL"}
"""Ways to score a board, and the criterion that adds up what it gives."""


def method_under(event_index: EventIndex, name: str) -> Method:
    """Return a way to score boards with the options that the session's settings give it."""
    from xltie.ranking.criteria import parse_criteria  # it needs every rule, this one too

    chosen = parse_criteria(FREQUENCY_METHODS[name], event=event_index.event)[0]
    found = method_with(chosen.function.name, dict(chosen.options))
    return found or Matchpoints()


@table("FREQUENCIES", event_alone=True, source=BRIDGEWX)
def frequencies(
    event_index: EventIndex,
    board: Annotated[int, Arg("Number of the board.", min=1)] = 1,
    method: Annotated[str, Arg("mp, butler, cross or z.", names=tuple(FREQUENCY_METHODS))] = "mp",
    decimals: DecimalsOption = None,
    group: Annotated[str, Arg("The version of a fouled board.")] = "",
    session: Annotated[int, Arg("One of several sessions; 0: the only one.", min=0)] = 0,
) -> List[SheetRow]:
    """Frequency table of a board: each score of NS, how often it occurred, its value to NS and EW.

    The best score for NS comes first. Adjusted scores come above it, each as seen by its own side;
    a score that only one side has, because it was adjusted, is blank for the other. Boards are
    scored with the options in the settings, if they are given.
    """
    return frequency_rows(
        event_index, (session, board), method_under(event_index, method.lower()), decimals, group
    )


def frequency_rows(
    event_index: EventIndex,
    deal: Deal,
    method: Method,
    decimals: Optional[int] = None,
    group: str = "",
) -> List[SheetRow]:
    """Return the frequency table of a board with its headings, as FREQUENCIES does.

    Raises:
        DomainError: nobody played the board.
    """
    marks = board_scores_of(event_index, method)
    worth: Dict[_Label, Dict[str, object]] = {}
    tables: Counter[_Label] = Counter()
    wanted = group.strip().casefold()
    versions = {
        board_result.group
        for board_result in event_index.event.board_results
        if board_result.deal == deal
    }
    if not versions:
        raise DomainError(_nobody_played(event_index, deal))
    for index, board_result in enumerate(event_index.event.board_results):
        if board_result.deal != deal or wanted not in ("", board_result.group):
            continue
        seen = set()
        for side in SIDES:
            mark = marks.get((index, side))
            result = board_result.result(side)
            if mark is None:
                continue
            label = (board_result.group, _seen_by_ns(result, side))
            worth.setdefault(label, {})[side] = rounded(mark.value, decimals)
            seen.add(label)
        tables.update(seen)
    return _rows(worth, tables, is_split=len(versions) > 1 and not wanted)


def _nobody_played(event_index: EventIndex, deal: Deal) -> Message:
    session, board = deal
    if not session and sessions_of(event_index.event):
        return say("board {n} is another deal in every session; name the session", n=board)
    return say("nobody played board {n}", n=shown_deal(deal))


def _seen_by_ns(result: Result, side: str) -> Union[Fraction, str]:
    if isinstance(result, Fraction):
        return result if side == "ns" else -result
    if isinstance(result, Weighted):
        return str(result if side == "ns" else -result)
    return str(result)


def _rows(
    worth: Dict[_Label, Dict[str, object]], tables: Dict[_Label, int], is_split: bool
) -> List[SheetRow]:
    rows: List[SheetRow] = [("Group",) * is_split + ("Score NS", "Tables", "NS", "EW")]
    for label in sorted(worth, key=_order):
        group, key = label
        sides = worth[label]
        cells = (key, tables[label], sides.get("ns", ""), sides.get("ew", ""))
        rows.append((group,) * is_split + cells)
    return rows


def _order(label: _Label) -> Tuple[object, ...]:
    group, key = label
    return (group, 1, -key, "") if isinstance(key, Fraction) else (group, 0, 0, str(key))
