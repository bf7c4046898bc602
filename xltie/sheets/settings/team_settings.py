"""What the Settings sheet says of a team event: boards, both scores, byes."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from typing import List, Optional, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import count, say
from xltie.event import Event, Scoring, TeamEvent
from xltie.settings import Setting, declared
from xltie.sheets.settings.check_settings import checked_event
from xltie.sheets.settings.settings_sheet import SettingsSheet
from xltie.sheets.tables import MOST_BOARDS

_MATCH_POINTS = ((declared.MATCH_WIN, 2), (declared.MATCH_DRAW, 1), (declared.MATCH_LOSS, 0))


def team_base(sheet: SettingsSheet, boards: int) -> TeamEvent:
    """Return an event without teams and matches that carries these settings.

    ``boards`` is how many columns of boards the matches have, 0 where they have only results; it
    counts where no setting says so.

    Raises:
        InputError: every invalid setting.
    """
    faults: List[Fault] = []
    win, draw, loss = (
        _number(sheet, setting, Fraction(usual), faults) for setting, usual in _MATCH_POINTS
    )
    bye = _number(sheet, declared.BYE_MATCH, draw, faults)
    played = _boards(sheet, boards, faults)
    primary = sheet.read(declared.PRIMARY, faults).upper()
    colours = sheet.text(declared.COLOURS).upper()
    if set(colours) - {"W", "B"} or (colours and len(colours) != played):
        said = count(
            played,
            "write W or B for the {n} board",
            "write W or B for each of the {n} boards, such as WBWB",
        )
        faults.append(sheet.fault(declared.COLOURS, said))
    games = sheet.read(declared.BYE_GAMES, faults)
    base, found = _event(sheet)
    faults.extend(found)
    if faults:
        raise InputError(faults)
    plain = {field.name: getattr(base, field.name) for field in fields(Event)}
    none = Fraction(0)
    plain["scoring"] = Scoring(win, draw, loss, bye, win, draw, none, win, none, none)
    plain["game"] = base.game or "chess"
    plain["settings"] = base.settings.with_(declared.CONTEST, "teams")
    return TeamEvent(
        **plain, boards=played, game_scoring=base.scoring, primary=primary,
        bye_game_points=games, colours=colours,
    )  # fmt: skip


def _boards(sheet: SettingsSheet, columns: int, faults: List[Fault]) -> int:
    """Return how many boards a match has; ``columns`` is how many the matches have columns for."""
    usual = columns or 1
    said = sheet.settings[declared.MATCH_BOARDS]
    found = usual if said is None else said
    if (said is None and sheet.text(declared.MATCH_BOARDS)) or found > MOST_BOARDS:
        what = say("a match has 1 to {most} boards", most=MOST_BOARDS)
        faults.append(sheet.fault(declared.MATCH_BOARDS, what))
    elif 0 < columns < found:
        what = count(
            columns,
            "the matches have columns for {n} board",
            "the matches have columns for {n} boards",
        )
        faults.append(sheet.fault(declared.MATCH_BOARDS, what))
    return found


def _event(sheet: SettingsSheet) -> Tuple[Event, Tuple[Fault, ...]]:
    try:
        return checked_event(sheet), ()
    except InputError as error:
        return Event(), error.faults


def _number(
    sheet: SettingsSheet, setting: Setting[Optional[Fraction]], usual: Fraction, faults: List[Fault]
) -> Fraction:
    found = sheet.read(setting, faults)
    return usual if found is None else found
