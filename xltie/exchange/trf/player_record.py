"""The record of a player (001) as the table has it: what an event says in it, round by round."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, Iterable, Iterator, List, Optional

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import (
    Event,
    Id,
    TeamEvent,
    annulled,
    pairing_order,
    rounds_begun,
)
from xltie.exchange.trf.players import FIELDS, FIRST_ROUND, STRIDE, letter_of, points_text, read_row
from xltie.exchange.trf.record import Draft, Field, Record, Row, games_of
from xltie.exchange.trf.report import Report

_COLOURS = {"white": "w", "black": "b"}
"""A colour that is scheduled is in the report too, of forfeits and of games to come (TRF26)."""
_ABSENCE, _BLANK = "0000 - Z", " " * 8
_SAME_RESULT = str.maketrans("WDLX", "1=0=")
"""Letters that say more than a result, which is all that a sheet keeps."""


def _cells_of(event: Event) -> Dict[Id, List[str]]:
    """Return the cells of every player, round by round.

    In a round that has byes but no games yet nobody else is absent.
    """
    begun = rounds_begun(event.contestants, event.matches)
    usual = [_ABSENCE] * begun + [_BLANK] * (event.last_round - begun)
    cells = {player.id: list(usual) for player in event.contestants}
    for match in event.matches:
        for side, other in match.facing:
            if side.who in cells:
                opponent = other.who if other is not None and other.who in cells else "0000"
                colour = _COLOURS.get(side.seat, "-") if other is not None else "-"
                letter = side.code or letter_of(side)
                cells[side.who][match.round - 1] = f"{opponent:>4} {colour} {letter}"
    return cells


def _points_of(event: Event) -> Dict[Id, Fraction]:
    absent, begun = event.scoring.absent, rounds_begun(event.contestants, event.matches)
    points = dict.fromkeys((who.id for who in event.contestants), absent * begun)
    gone = annulled(event)
    for match in event.matches:
        for side, other in match.facing:
            if side.who in points:
                counts = other is None or other.who not in gone
                earned = event.scoring.points(side) if counts else Fraction(0)
                points[side.who] += earned - (absent if match.round <= begun else 0)
    return points


def _rows_of(event: Event) -> Iterator[Row]:
    is_listed = event.records or isinstance(event, TeamEvent)  # it is the teams that are paired
    event = games_of(event)
    cells, points = _cells_of(event), _points_of(event)
    for player in event.contestants if is_listed else pairing_order(event):
        more = dict(player.more)
        said = {
            "Number": player.id,
            "Title": player.title,
            "Name": player.name,
            "Rating": str(player.rating or ""),
            "Federation": player.country,
            "Points": points_text(points[player.id]),
            **{name: more.get(name, "") for name in ("Sex", "FIDE ID", "Birth", "Rank")},
        }
        yield Row(said, tuple(cells[player.id]))


def _says(new: str, old: str) -> bool:
    """Tell whether a cell need not be changed.

    Colours that the file does not know stay unknown: a sheet has to put somebody first.
    """
    one, two = new.translate(_SAME_RESULT), old.translate(_SAME_RESULT)
    return one == two or (old[5] == "-" and one[:5] + one[6:] == two[:5] + two[6:])


def _changed_rounds(new: Row, old: Optional[Row]) -> List[int]:
    """Return the rounds, from 0, whose cells say something else than before."""
    if old is None:
        return [at for at, cell in enumerate(new.many) if cell.strip()]
    before = old.many + (_ABSENCE,) * (len(new.many) - len(old.many))
    after = new.many + (_ABSENCE,) * (len(old.many) - len(new.many))
    return [at for at, (one, two) in enumerate(zip(after, before)) if not _says(one, two)]


def _put(record: Record, draft: Draft, event: Event, before: Optional[Event]) -> None:
    """Write the players; ranks follow new games only, in a file that has ranks.

    A file that nobody changed keeps the ranks that it came with, one without stays without.
    """
    new = {row.said["Number"]: row for row in _rows_of(event)}
    old = {row.said["Number"]: row for row in _rows_of(before)} if before is not None else {}
    changed = {who: _changed_rounds(row, old.get(who)) for who, row in new.items()}
    has_ranks = before is None or any(FIELDS[-1].of(line.text) for line in draft.of(record))
    if not has_ranks or not any(changed.values()):
        for row in (*new.values(), *old.values()):
            row.said.pop("Rank", "")  # type: ignore[attr-defined]
    lines = {record.key_of(record.row_of(line.text))[0]: line for line in draft.of(record)}
    fresh = []
    for who, row in new.items():
        line = lines.pop(who, None)
        text = _text_of(record, row, old.get(who), line.text if line else "", changed[who])
        if line is None:
            fresh.append(text)
        else:
            line.text = text
    draft.add(record, fresh)
    draft.drop(lines.values())


def _text_of(record: Record, row: Row, before: Optional[Row], text: str, rounds: List[int]) -> str:
    """Return the line of a player made of another one, "" for none; one that says so stays."""
    if text and before is not None and not rounds and row.said == before.said:
        return text
    made = record.line(Row(row.said), Row(before.said) if before else None, text)
    return _with_rounds(made, row, rounds)


def _with_rounds(text: str, row: Row, rounds: Iterable[int]) -> str:
    """Return a line with the cells of some rounds, from 0, as a row has them."""
    for at in rounds:
        cell = row.many[at] if at < len(row.many) else _BLANK
        start = FIRST_ROUND + STRIDE * at
        text = (text[:start].ljust(start) + f"{cell}  " + text[start + STRIDE :]).rstrip()
    return text


def _read(record: Record, report: Report, line: str, place: Place) -> None:
    row = read_row(line, place, report.notes)
    if row is None:
        return
    who = row.contestant.id
    if who in report.rows:
        first = report.rows[who].place.line
        said = say("player {who} is listed twice, first in line {line}", who=who, line=first)
        report.notes.fault(said, replace(place, column=5))
    report.rows.setdefault(who, row)


PLAYER = Record(
    "001", "a player and every round: opponent, colour, result", FIELDS,
    Field("round", FIRST_ROUND + 1, FIRST_ROUND + 8), STRIDE, ("Number",), read=_read, put=_put,
)  # fmt: skip
