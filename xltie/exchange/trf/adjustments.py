"""Points other than those of the result (TRF26, record 299), of players and of teams."""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Dict, Iterator, Optional, Sequence, Tuple

from xltie.core.errors import Place
from xltie.core.messages import say
from xltie.core.records import replace
from xltie.event import Event, Id, Side, TeamEvent, with_bonus
from xltie.exchange.trf.players import letter_of, points_text
from xltie.exchange.trf.record import Field, Record, Row, decimal
from xltie.exchange.trf.report import Adjustment, Report

_KINDS = ("W", "D", "L", "+", "-", "F", "H", "Z")
_PLAYED = {"1": "W", "=": "D", "0": "L"}
_EVERYBODY = re.compile(r"299 (\S)\s+-?[\d.,]+\s+(-?\d+[.,]\d+)\s*")
"""A record for all players and rounds, which the note of the format writes out of its columns."""


def _read(record: Record, report: Report, line: str, place: Place) -> None:
    found = _of_team(report, line, place) if report.has_teams else _of_player(report, line, place)
    if found is not None:
        report.adjustments.append(found)


def _of_player(report: Report, line: str, place: Place) -> Optional[Adjustment]:
    short = _EVERYBODY.fullmatch(line)
    code, text = short.groups() if short else (line[4:5].strip(), line[13:17])
    players = _numbers(line[23:])
    points = decimal(text)
    if points is None or not (short or players):
        report.notes.warn("this record of additional points cannot be read", place)
        return None
    if not code:
        said = say("{points} points for no kind of result are not counted", points=text.strip())
        report.notes.warn(said, place)
        return None
    number = "" if short else re.sub(r"\D", "", line[19:22])
    return Adjustment(code.upper(), points, None, int(number or 0), players)


def _of_team(report: Report, line: str, place: Place) -> Optional[Adjustment]:
    """Return what a record says; one that cannot be read is left out with a warning."""
    kind, names, notes = line[4:5].strip().upper(), line[23:], report.notes
    points, game_points = decimal(line[7:11]), decimal(line[13:17])
    number = line[19:22].strip() or "0"
    is_blank = points is None and game_points is None
    if not number.isdecimal() or is_blank or re.search(r"[^\d\s]", names):
        said = say("this record of additional points cannot be read and does not count")
        notes.warn(said, place)
    elif kind and kind not in _KINDS:
        said = say("{kind!r} is no kind of result; its points do not count", kind=kind)
        notes.warn(said, replace(place, column=5))
    elif not kind and not int(number):
        said = say("these points name neither a kind of result nor a round, and do not count")
        notes.warn(said, replace(place, column=20))
    else:
        return Adjustment(kind, points, game_points, int(number), _numbers(names))
    return None


def _numbers(text: str) -> Tuple[Id, ...]:
    return tuple(str(int(digits)) for digits in re.findall(r"\d+", text) if int(digits))


def points_by_letter(
    adjustments: Sequence[Adjustment], everybody: Tuple[Id, ...]
) -> Dict[Tuple[Id, str, int], Optional[Fraction]]:
    """Return the points of the records by player, letter and round (0 for all)."""
    same = {kind: letter + kind for letter, kind in _PLAYED.items()}
    return {
        (who, letter, adjustment.round): adjustment.points
        for adjustment in adjustments
        for who in adjustment.who or everybody
        for letter in same.get(adjustment.code, adjustment.code)
    }


def adjusted(event: TeamEvent, adjustments: Sequence[Adjustment]) -> TeamEvent:
    """Return an event of teams with the points of the records in place of the usual ones.

    First come those of kinds of results, a round before all rounds, then bonuses and penalties.
    """
    ordered = sorted(adjustments, key=lambda one: (not one.code, one.round > 0))

    def new(number: int, side: Side) -> Side:
        for one in ordered:
            if (not one.who or side.who in one.who) and one.round in (0, number):
                side = _changed(event, side, one)
        return side

    if not adjustments:
        return event
    matches = []
    for match in event.matches:
        matches.append(match.with_sides(partial(new, match.round)))
    return replace(event, matches=tuple(matches))


def _kind_of(side: Side) -> str:
    letter = letter_of(side)
    return _PLAYED.get(letter, letter)


def _changed(event: TeamEvent, side: Side, found: Adjustment) -> Side:
    if not found.code:
        more = found.points or Fraction(0), found.game_points or Fraction(0)
        return with_bonus(event, side, *more)
    if found.code != _kind_of(side):
        return side
    points = side.points if found.points is None else found.points
    return replace(
        side, points=points, tally=side.tally if found.game_points is None else found.game_points
    )


def _rows_of(event: Event) -> Iterator[Row]:
    """Give the points of players other than those of the result: kind, points, round, player."""
    if isinstance(event, TeamEvent):  # what a team has beside its matches follows from all records
        return
    for match in event.matches:
        for side in match.sides:
            usual = event.scoring.points(replace(side, points=None))
            if side.code != "X" and side.points not in (None, usual):
                said = {
                    "kind": _kind_of(side),
                    "game points": points_text(side.points or Fraction(0)),
                    "round": f"{match.round:03}",
                }
                yield Row({**said, "who": side.who})


def bonus_row(points: Fraction, games: Fraction, number: int, who: Id) -> Row:
    """Return the row of a bonus, or a penalty, that a team has in a round."""
    texts = [f"{float(one):4.1f}" if one else " 0.0" for one in (points, games)]
    said = {"points": texts[0], "game points": texts[1], "round": str(number), "who": who}
    return Row(said)


ADJUSTMENT = Record(
    "299", "points other than usual for a result; a bonus or a penalty without a kind", (
        Field("kind", 5, 5), Field("points", 8, 11, True), Field("game points", 14, 17, True),
        Field("round", 20, 22, True), Field("who", 24, 27, True),
    ), keys=("kind", "round", "who"), source="TRF26", read=_read, rows=_rows_of,
)  # fmt: skip
