"""What the Settings sheet says of a team event: boards, both scores, byes."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import List, Mapping, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import Fault, InputError
from xltie.core.messages import count, say
from xltie.event.model import Event, Scoring
from xltie.event.teams import TeamEvent
from xltie.ranking.settings import Settings
from xltie.sheets.check_settings import checked_event

MOST_BOARDS = 20
"""Boards that a match may have: no competition plays on more."""
_MATCH_POINTS: Mapping[str, int] = {
    "match_win": 2, "match_draw": 1, "match_loss": 0, "bye_match": 1,
}  # fmt: skip


def team_base(settings: Settings, boards: int) -> TeamEvent:
    """Return an event without teams and matches that carries these settings.

    ``boards`` is how many columns of boards the matches have, 0 where they have only results; it
    counts where no setting says so.

    Raises:
        InputError: every invalid setting.
    """
    faults: List[Fault] = []
    points = {
        key: _number(settings, key, Fraction(usual), faults)
        for key, usual in _MATCH_POINTS.items()
        if key != "bye_match"
    }
    win, draw, loss = points.values()
    bye = _number(settings, "bye_match", draw, faults)
    played = _boards(settings, boards, faults)
    primary = settings.get("primary", "MP").upper()
    if primary not in ("MP", "GP"):
        faults.append(settings.fault("primary", say("choose MP or GP")))
    colours = settings.get("colours").upper()
    if set(colours) - {"W", "B"} or (colours and len(colours) != played):
        said = count(
            played,
            "write W or B for the {n} board",
            "write W or B for each of the {n} boards, such as WBWB",
        )
        faults.append(settings.fault("colours", said))
    games = _optional(settings, "bye_games", faults)
    base, found = _event(settings)
    faults.extend(found)
    if faults:
        raise InputError(faults)
    plain = {own.name: getattr(base, own.name) for own in fields(Event)}
    none = Fraction(0)
    plain["scoring"] = Scoring(win, draw, loss, bye, win, draw, none, win, none, none)
    plain["game"] = base.game or "chess"
    plain["options"] = tuple({**base.settings, "contest": "teams"}.items())
    return TeamEvent(
        **plain, boards=int(played), game_scoring=base.scoring, primary=primary,
        bye_game_points=games, colours=colours,
    )  # fmt: skip


def _boards(settings: Settings, columns: int, faults: List[Fault]) -> Fraction:
    """Return how many boards a match has; ``columns`` is how many the matches have columns for."""
    found = _number(settings, "match_boards", Fraction(columns or 1), faults)
    if found.denominator != 1 or not 1 <= found <= MOST_BOARDS:
        said = say("a match has 1 to {most} boards", most=MOST_BOARDS)
        faults.append(settings.fault("match_boards", said))
    elif 0 < columns < found:
        said = count(
            columns,
            "the matches have columns for {n} board",
            "the matches have columns for {n} boards",
        )
        faults.append(settings.fault("match_boards", said))
    return found


def _event(settings: Settings) -> Tuple[Event, Tuple[Fault, ...]]:
    try:
        return checked_event(settings), ()
    except InputError as error:
        return Event(), error.faults


def _number(settings: Settings, key: str, usual: Fraction, faults: List[Fault]) -> Fraction:
    if not settings.get(key):
        return usual
    number = number_of(settings.get(key))
    if number is None or number < 0:
        faults.append(settings.fault(key, say("it must be a number from 0")))
        return usual
    return number


def _optional(settings: Settings, key: str, faults: List[Fault]) -> Optional[Fraction]:
    return _number(settings, key, Fraction(0), faults) if settings.get(key) else None
