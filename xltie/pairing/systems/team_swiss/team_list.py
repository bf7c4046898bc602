"""From an event of teams to the field of a round: scores, colours, floats, who may have the bye."""

from __future__ import annotations

from typing import List, NamedTuple, Tuple

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event.index import EventIndex, RoundRecord
from xltie.event.model import Id, Status
from xltie.event.teams import scored, team_event
from xltie.pairing.engine.state import COLOURS, PairingState, pairing_order
from xltie.pairing.options import Wants
from xltie.pairing.systems.catalogue import System
from xltie.pairing.systems.dutch.entry_list import (
    Scores,
    forbidden_couples,
    is_played,
    records_before,
    running_scores,
    scores_before,
    took_part,
)
from xltie.pairing.systems.dutch.field import Field
from xltie.pairing.systems.team_swiss.team import PREFERENCES, Team

_BARS_THE_BYE = (Status.PAIRING_BYE, Status.FORFEIT_WIN, Status.FULL_BYE)
"""After these a team has no pairing-allocated bye: C2 (2.1.2)."""


class TeamList(NamedTuple):
    """Who is to be paired, as a field; ``denominator`` is how many scaled points make a point."""

    field: Field
    denominator: int


def team_list(
    event_index: EventIndex, state: PairingState, system: System, wants: Wants
) -> TeamList:
    """Return the teams to be paired in a round.

    Raises:
        InputError: virtual points that cannot be read, or an acceleration where game points are
            the first score (C.04.7, 1.4.4).
    """
    event = team_event(event_index)
    if wants.baku and event.primary == "GP":
        raise InputError.of(
            say("Baku acceleration is for match points as the first score (C.04.7)")
        )
    primary, secondary = scored(event_index), scored(event_index, event.secondary)
    scores = scores_before(primary, state, wants)
    playing = {entry.who for entry in state.entries}
    teams: List[Team] = []
    number = 0
    for own in pairing_order(event):
        records = records_before(primary, own.id, state.round)
        if own.id in playing or any(map(took_part, records)):
            number += 1
        if own.id in playing:
            real = [running_scores(index, own.id, state.round, ())[-1]
                    for index in (primary, secondary)]  # fmt: skip
            teams.append(_team(own.id, number, records, scores, (real[0], real[1]), state, system))
    return TeamList(Field(teams, forbidden_couples(primary, wants, playing)), primary.denominator)


def _team(
    who: Id, number: int, records: List[RoundRecord], scores: Scores, real: Tuple[int, int],
    state: PairingState, system: System,
) -> Team:  # fmt: skip
    played = [own for own in records if is_played(own) and own.other is not None]
    colours = tuple(COLOURS[own.own.seat] for own in played if own.own.seat in COLOURS)
    return Team(
        who, number, scores[who][-1], colours,
        frozenset(own.other.who for own in played if own.other is not None), (0, 0),
        not any(own.own.status in _BARS_THE_BYE for own in records),
        PREFERENCES[system.colours](colours, state.is_last), len(played), real[0], real[1],
        _was_floater(records, scores, state.round - 1),
    )  # fmt: skip


def _was_floater(records: List[RoundRecord], scores: Scores, number: int) -> bool:
    """Tell whether a team played against another score in a round (1.5); a bye is no float."""
    record = next((own for own in records if own.round == number), None)
    if record is None or record.other is None or not is_played(record):
        return False
    return scores[record.own.who][number - 1] != scores[record.other.who][number - 1]
