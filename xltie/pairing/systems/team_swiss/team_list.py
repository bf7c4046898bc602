"""From an event of teams to the field of a round: scores, colours, floats, who may have the bye."""

from __future__ import annotations

from typing import List, NamedTuple, Optional

from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event import EventIndex, RoundRecord, Status, pairing_order, scored, team_event
from xltie.pairing.brackets.field import Field
from xltie.pairing.brackets.from_event import (
    Scores,
    colours_and_met,
    forbidden_couples,
    is_played,
    numbered,
    running_scores,
    scores_before,
)
from xltie.pairing.catalogue import System
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.team_swiss.team import PREFERENCES, Team

_BARS_THE_BYE = (Status.PAIRING_BYE, Status.FORFEIT_WIN, Status.FULL_BYE)
"""After these nobody has the pairing-allocated bye: C2 (2.1.2)."""


class TeamList(NamedTuple):
    """Who is to be paired, as a field; ``denominator`` is how many scaled points make a point."""

    field: Field
    denominator: int


def team_list(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> TeamList:
    """Return the teams to be paired in a round.

    Raises:
        InputError: virtual points that cannot be read, or an acceleration where game points are
            the first score (C.04.7, 1.4.4).
    """
    event = team_event(event_index)
    if wants.baku and event.primary == "GP":
        text = say("Baku acceleration is for match points as the first score (C.04.7)")
        raise InputError.of(text)
    primary, secondary = scored(event_index), scored(event_index, event.secondary)
    return TeamList(match_field(primary, secondary, state, system, wants), primary.denominator)


def match_field(
    primary: EventIndex, secondary: Optional[EventIndex], state: PairingState, system: System,
    wants: RoundOptions,
) -> Field:  # fmt: skip
    """Return who plays matches in a round, by the first score and the second, if there is one.

    Raises:
        InputError: virtual points that cannot be read, or Baku where it is not allowed.
    """
    scores = scores_before(primary, state, wants)
    playing = {entry.who for entry in state.entries}
    order = pairing_order(primary.event)
    teams = []
    for number, who, records in numbered(primary, order, playing, state.round):
        first, second = (
            0 if index is None else running_scores(index, who, state.round, ())[-1]
            for index in (primary, secondary)
        )
        colours, met = colours_and_met(records)
        may_rest = not any(record.own.status in _BARS_THE_BYE for record in records)
        teams.append(Team(
            who, number, scores[who][-1], colours, met, (0, 0), may_rest,
            PREFERENCES[system.colours](colours, state.is_last), sum(map(is_played, records)),
            first, second, _was_floater(records, scores, state.round - 1),
        ))  # fmt: skip
    return Field(teams, forbidden_couples(primary, wants, playing))


def _was_floater(records: List[RoundRecord], scores: Scores, number: int) -> bool:
    """Tell whether a team played against another score in a round (1.5); a bye is no float."""
    record = next((record for record in records if record.round == number), None)
    if record is None or record.other is None or not is_played(record):
        return False
    return scores[record.own.who][number - 1] != scores[record.other.who][number - 1]
