"""The sheet Boards of a bridge session: a line for each table at each board, as slips come in."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence, Union

from xltie.core.cells import Grid, Scalar
from xltie.core.errors import DomainError
from xltie.event import NOT_PLAYED, BoardResult, Result, Weighted, one_score
from xltie.event.bridge import SEATS, possible_scores, read_contract, vulnerable_at
from xltie.ranking.cells import id_cell
from xltie.sheets.forms.form import (
    FIRST,
    INK,
    LAST,
    YELLOW,
    Column,
    Form,
    FormOnSheet,
    Mark,
    faulty,
    on_sheet,
)
from xltie.sheets.forms.of_games import named

BOARDS_NEED = ("round", "table", "board", "contract", "score")
"""The columns without which a sheet of boards is of another form."""


def boards_form(*, is_individual: bool = False, has_vulnerable: bool = False) -> Form:
    """Return the sheet of boards: who sat where, contract and result; rare columns to the right.

    An individual has four seats instead of pairs with their names. ``has_vulnerable`` adds what a
    board has against its number.
    """
    west = "west" if is_individual else "ew"
    columns = [
        Column("Round", 7, "Small", "round", is_open=True),
        Column("Table", 7, "Small", "table", is_open=True),
        Column("Board", 8, "Place", "board", is_open=True),
        *_sides("ns", is_individual),
        Column("Contract", 10, "Result", "contract", is_typed=True),
        Column("Dbl", 7, "Result", "doubled", is_typed=True),
        Column("By", 6, "Discs", "declarer", is_typed=True),
        Column("Tricks", 10, "Result", "tricks", is_typed=True),
        Column("Score", 8, "Discs", "score", formula=_score(has_vulnerable), is_open=True),
        *_sides("ew", is_individual),
        *([Column("Vulnerable", 11, "Number", "vulnerable", is_open=True)]
          if has_vulnerable else ()),
        Column("Lead", 7, "Number", "lead", is_open=True, is_printed=False),
        Column("NS adjusted", 13, "Number", "ns adjusted", is_open=True, is_printed=False),
        Column("EW adjusted", 13, "Number", "ew adjusted", is_open=True, is_printed=False),
        Column("Group", 8, "Number", "group", is_open=True, is_printed=False),
        Column("Session", 9, "Number", "session", is_open=True, is_printed=False),
    ]  # fmt: skip
    form = Form(columns)
    away, contract, score = (f"${form.letters(key)}{FIRST}" for key in (west, "contract", "score"))
    cells = f"{contract[1:]}:{form.letters('tricks')}{LAST}"
    marks = (
        faulty("R", form.last_column),
        Mark(cells, f'AND({away}<>"",{contract}="",LEN({score})=0)', color=INK, fill=YELLOW),
    )
    return Form(columns, marks, height=21)


def _sides(side: str, is_individual: bool) -> List[Column]:
    """Return the columns of a side: the number and the name, or the numbers of two players."""
    seats = {"ns": ("North", "South"), "ew": ("East", "West")}[side]
    if is_individual:
        return [Column(seat, 7, "Small", seat.casefold(), is_open=True) for seat in seats]
    number = Column(side.upper(), 6, "Small", side, is_open=True)
    heading = {"ns": "North – South", "ew": "East – West"}[side]
    name = Column(heading, 23, "Name", f"{side}_name", formula=named(side))
    return [number, name] if side == "ns" else [name, number]


def _score(has_vulnerable: bool) -> str:
    """Return the formula of the score of NS; blank until there is a whole result that is read."""
    keys = ["board", "contract", "declarer", "tricks", *(["vulnerable"] if has_vulnerable else [])]
    cells = [f"${{{key}}}{{row}}" for key in keys]
    cells[1] += "&${doubled}{row}"
    return f'IFERROR(NSSCORE({",".join(cells)}),"")'


def form_of_boards(board_results: Sequence[BoardResult]) -> Form:
    """Return the form that board results need."""
    return boards_form(
        is_individual=any(len(line.ns) > 1 or len(line.ew) > 1 for line in board_results),
        has_vulnerable=any(line.vulnerable for line in board_results),
    )


def boards_on(
    board_results: Sequence[BoardResult], grid: Grid, header: int
) -> Optional[FormOnSheet]:
    """Return the form of boards as it stands below a row of headings, from 1; None for another."""
    return on_sheet(form_of_boards(board_results), grid, header, BOARDS_NEED)


def board_cells(board_result: BoardResult) -> Dict[str, Scalar]:
    """Return what a line holds by key; the score only where the contract does not make it."""
    cells: Dict[str, Scalar] = {
        "board": board_result.board,
        "round": board_result.round or None,
        "table": id_cell(board_result.table) if board_result.table else None,
        "declarer": board_result.declarer or None,
        "lead": board_result.lead or None,
        "group": board_result.group or None,
        "session": board_result.session or None,
        "vulnerable": board_result.vulnerable or None,
        "tricks": board_result.tricks,
        **_contract(board_result.contract),
    }
    for keys, who in (
        (("ns", "north", "south"), board_result.ns),
        (("ew", "east", "west"), board_result.ew),
    ):
        cells[keys[0]] = id_cell(who[0]) if len(who) == 1 else None
        cells.update(dict(zip(keys[1:], map(id_cell, who))))
    return {**cells, **_result(board_result)}


def _contract(text: str) -> Dict[str, Scalar]:
    """Return the contract and its doubling in cells of their own."""
    bare = text.rstrip("X")
    return {"contract": bare or None, "doubled": text[len(bare) :] or None}


def _result(board_result: BoardResult) -> Dict[str, Scalar]:
    ns, ew = board_result.ns_result, board_result.ew_result
    if NOT_PLAYED in (ns, ew):
        return {"contract": "NP"}
    score = one_score(ns, ew)
    if isinstance(score, Weighted):
        return {"score": str(score)}
    if score is None:
        return {"ns adjusted": _award(ns), "ew adjusted": _award(ew)}
    return _scored(board_result, score) if ns is not None else {"score": int(score)}


def _scored(board_result: BoardResult, ns: Fraction) -> Dict[str, Scalar]:
    """Return nothing where the contract makes the score, else the score as typed or assigned."""
    try:
        contract = read_contract(board_result.contract)
    except DomainError:
        return {"score": int(ns)}
    declarer = board_result.declarer if board_result.declarer in tuple(SEATS) else ""
    vulnerable = vulnerable_at(board_result.board, board_result.vulnerable)
    made = possible_scores(contract, declarer, board_result.tricks, vulnerable)
    if ns not in made:
        return {"ns adjusted": _award(ns), "ew adjusted": _award(-ns)}
    is_whole = contract.level == 0 or (declarer and board_result.tricks is not None)
    return {} if is_whole else {"score": int(ns)}


def _award(result: Union[Result, Fraction]) -> Scalar:
    if isinstance(result, Fraction):
        return f"{int(result):+d}"
    return None if result is None else str(result)
