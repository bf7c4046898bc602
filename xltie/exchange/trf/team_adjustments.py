"""Match points and game points of teams other than those of the result (TRF26, record 299)."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import NamedTuple, Optional, Sequence, Tuple

from xltie.core.messages import say
from xltie.event import Id, Outcome, Side, Status, TeamEvent, with_bonus
from xltie.exchange.common.notes import Notes


class TeamAdjustment(NamedTuple):
    """One record: what a kind of result is worth or, without a kind, a bonus or a penalty.

    It is for one round or, with 0, for all, and for some teams or, without any, for everybody.
    """

    kind: str
    match_points: Optional[Fraction]
    game_points: Optional[Fraction]
    round: int
    teams: Tuple[Id, ...]

    def fits(self, number: int, side: Side) -> bool:
        """Tell whether the record is about what a team did in a round."""
        is_named = not self.teams or side.who in self.teams
        return is_named and self.round in (0, number) and self.kind in ("", kind_of(side))


_KINDS = {
    Status.FORFEIT_WIN: "+", Status.FORFEIT_LOSS: "-", Status.FULL_BYE: "F",
    Status.HALF_BYE: "H", Status.ZERO_BYE: "Z",
}  # fmt: skip
_OUTCOMES = {Outcome.WIN: "W", Outcome.DRAW: "D", Outcome.LOSS: "L"}


def kind_of(side: Side) -> str:
    """Return the letter of record 299 for what a team did in a round, "?" where it has none."""
    if side.status is Status.PLAYED and side.outcome is not None:
        return _OUTCOMES[side.outcome]
    return _KINDS.get(side.status, "?")


def read_adjustment(line: str, number: int, notes: Notes) -> Optional[TeamAdjustment]:
    """Return what a record says; one that cannot be read is left out with a warning."""
    kind, names = line[4:5].strip().upper(), line[23:]
    points = [_points(line[7:11]), _points(line[13:17])]
    round_number = line[19:22].strip() or "0"
    if not round_number.isdecimal() or points == [None, None] or re.search(r"[^\d\s]", names):
        notes.warn(
            say("this record of additional points cannot be read and does not count"), number
        )
        return None
    if kind and kind not in (*_KINDS.values(), *_OUTCOMES.values()):
        notes.warn(
            say("{kind!r} is no kind of result; its points do not count", kind=kind), number, 5
        )
        return None
    if not kind and not int(round_number):
        said = say("these points name neither a kind of result nor a round, and do not count")
        notes.warn(said, number, 20)
        return None
    teams = tuple(str(int(digits)) for digits in re.findall(r"\d+", names) if int(digits))
    return TeamAdjustment(kind, points[0], points[1], int(round_number), teams)


def _points(text: str) -> Optional[Fraction]:
    word = text.strip().replace(",", ".")
    return Fraction(word) if re.fullmatch(r"[-+]?\d+(\.\d*)?", word) else None


def adjusted(event: TeamEvent, adjustments: Sequence[TeamAdjustment]) -> TeamEvent:
    """Return an event of teams with the points of the records in place of the usual ones.

    First come those of kinds of results, a round before all rounds, then bonuses and penalties.
    """
    if not adjustments:
        return event
    ordered = sorted(
        adjustments, key=lambda adjustment: (not adjustment.kind, adjustment.round > 0)
    )

    def new(number: int, side: Side) -> Side:
        for adjustment in ordered:
            if adjustment.fits(number, side):
                side = _changed(event, side, adjustment)
        return side

    matches = tuple(
        replace(
            match,
            a=new(match.round, match.a),
            b=None if match.b is None else new(match.round, match.b),
        )
        for match in event.matches
    )
    return replace(event, matches=matches)


def _changed(event: TeamEvent, side: Side, team_adjustment: TeamAdjustment) -> Side:
    if not team_adjustment.kind:
        return with_bonus(
            event,
            side,
            team_adjustment.match_points or Fraction(0),
            team_adjustment.game_points or Fraction(0),
        )
    points = side.points if team_adjustment.match_points is None else team_adjustment.match_points
    return replace(
        side,
        points=points,
        tally=side.tally if team_adjustment.game_points is None else team_adjustment.game_points,
    )
