"""From the Players table to contestants."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, FrozenSet, List, NamedTuple, Optional, Set, Tuple

from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import Fault, Place
from xltie.core.go_ranks import rank_number
from xltie.core.messages import plain, say
from xltie.event import Contestant, Id
from xltie.pairing.catalogue import no_rounds
from xltie.sheets.read.ranks import NOT_UNDERSTOOD, not_a_rank
from xltie.sheets.tables import (
    PLAYER_COLUMNS,
    Header,
    contradicting_columns,
    duplicates_in,
    english_heading,
    find_header,
)

_NEEDED = (("id", "name"),)
_NO_NUMBER = frozenset({"-", "–", "—"})


class Players(NamedTuple):
    """What a list of players says.

    ``unstarted`` are those whose start score is blank, ``ranks`` the place of everybody's rank.
    ``not_whole`` are faults of ratings with decimals, for every game but Go.
    """

    contestants: Tuple[Contestant, ...]
    faults: Tuple[Fault, ...]
    unstarted: FrozenSet[Id] = frozenset()
    ranks: Tuple[Place, ...] = ()
    not_whole: Tuple[Fault, ...] = ()


def read_players(grid: Grid) -> Players:
    """Read a Players table with its header row, or a bare column of ids; blank rows are skipped."""
    header = find_header(grid, PLAYER_COLUMNS, _NEEDED)
    faults: List[Fault] = []
    contestants: List[Contestant] = []
    if header is None:
        header = Header(-1, {"id": 0}, ("",) * grid.width)
    faults.extend(contradicting_columns(grid, header))
    known = {*header.columns.values(), *(own.column for own in duplicates_in(header))}
    unstarted: Set[Id] = set()
    ranks: List[Place] = []
    not_whole: List[Fault] = []
    for number in range(header.row + 1, grid.height):
        found = _contestant(grid, header, number, known, faults)
        if found is not None:
            contestants.append(found)
            if found.rating_part:
                said = say(
                    "Rating is {rating}; it must be a whole number", rating=found.exact_rating
                )
                at = grid.place(number, header.columns["rating"])
                not_whole.append(Fault(said, at))
            ranks.append(grid.place(number, header.column("grade", "id", "name")))
            if is_blank(header.get(grid.rows[number], "start")):
                unstarted.add(found.id)
    return Players(
        tuple(contestants), tuple(faults), frozenset(unstarted), tuple(ranks), tuple(not_whole)
    )


def _contestant(
    grid: Grid, header: Header, number: int, known: Set[int], faults: List[Fault]
) -> Optional[Contestant]:
    line = grid.rows[number]
    who = " ".join(text_of(header.get(line, "id")).split())
    name = " ".join(text_of(header.get(line, "name")).split())
    if not who and "id" in header.columns:
        if name:
            faults.append(
                Fault(say("{name} has no id", name=name), grid.place(number, header.column("id")))
            )
        return None
    who = who or name
    if not who:
        return None
    place = grid.place(number, header.column("id", "name"))
    if isinstance(header.get(line, "id", "name"), CellError):
        faults.append(Fault(say("the cell holds the error {error}", error=who), place))
        return None
    numbers = {
        field: _number(grid, header, number, field, faults)
        for field in ("rating", "start", "manual")
    }
    rating = numbers["rating"]
    texts = _texts(header, line)
    start_known = texts["grade"] != NOT_UNDERSTOOD
    if not start_known:
        texts["grade"] = ""
    withdrawn, is_expelled = _left(grid, header, number, faults)
    return Contestant(
        who,
        name,
        rating=int(rating // 1) if rating else None,
        rating_part=rating % 1 if rating else Fraction(0),
        start=numbers["start"] or Fraction(0),
        withdrawn_after=withdrawn,
        is_expelled=is_expelled,
        manual_order=numbers["manual"],
        place=place,
        start_known=start_known,
        **texts,
        more=_more(grid, header, number, known, faults),
    )


def _number(
    grid: Grid, header: Header, number: int, field: str, faults: List[Fault]
) -> Optional[Fraction]:
    cell = header.get(grid.rows[number], field)
    if is_blank(cell) or cell in _NO_NUMBER:
        return None
    if field == "rating" and isinstance(cell, str) and re.fullmatch(r"\s*\d,\d{3}\s*", cell):
        cell = cell.replace(",", "")  # 1,500 is not one and a half
    if field == "start" and isinstance(cell, CellError):
        grade = text_of(header.get(grid.rows[number], "grade"))
        if grade == NOT_UNDERSTOOD:
            return None
        if grade and rank_number(grade) is None:  # the root of the error
            who = text_of(header.get(grid.rows[number], "name", "id"))
            at = grid.place(number, header.columns["grade"])
            faults.append(not_a_rank(who, grade, at))
            return None
    value = number_of(cell)
    title = header.texts[header.columns[field]]
    place = grid.place(number, header.columns[field])
    if value is None:
        faults.append(
            Fault(say("{name} is {text!r}, not a number", name=title, text=text_of(cell)), place)
        )
    return value


_EXPELLED = re.compile(r"expelled|disqualified|실격|퇴장", re.IGNORECASE)


def _left(
    grid: Grid, header: Header, number: int, faults: List[Fault]
) -> Tuple[Optional[int], bool]:
    """Return the last round before somebody left, and whether it was by the arbiter's decision.

    The cell holds the round: ``3``, or ``3 expelled``.
    """
    cell = header.get(grid.rows[number], "withdrawn")
    if is_blank(cell) or cell in _NO_NUMBER:
        return None, False
    text = text_of(cell)
    is_expelled = _EXPELLED.search(text) is not None
    rest = re.sub(r"\b(after|round)\b", "", _EXPELLED.sub("", text)).strip(" ,;:()")
    value = number_of(rest) if rest else None
    column = header.columns["withdrawn"]
    title = header.texts[column]
    said = None
    if value is None and (rest or not is_expelled):
        said = say("{name} is {text!r}, not a number", name=title, text=text)
    elif value is not None and (value < 0 or value.denominator != 1):
        said = say("{name} is {text}; it must be the last round played", name=title, text=text)
    if said:
        faults.append(Fault(said, grid.place(number, column)))
        return None, False
    return None if value is None else int(value), is_expelled


def _texts(header: Header, line: Tuple[Scalar, ...]) -> Dict[str, str]:
    return {
        field: text_of(header.get(line, field))
        for field in ("club", "country", "team", "title", "grade")
    }


def _more(
    grid: Grid, header: Header, number: int, known: Set[int], faults: List[Fault]
) -> Tuple[Tuple[str, str], ...]:
    """Return the columns that have no field of their own; those of the next pairing are checked.

    ``known`` are the columns of the fields, and those that say the same again.
    """
    found = []
    for column, (title, cell) in enumerate(zip(header.texts, grid.rows[number])):
        if column not in known and title and not is_blank(cell):
            own = english_heading(title), text_of(cell)
            found.append(own)
            said = no_rounds(*own, shown=title)
            if said:
                faults.append(Fault(plain(said), grid.place(number, column)))
    return tuple(found)
