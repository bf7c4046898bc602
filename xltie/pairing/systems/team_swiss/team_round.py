"""A round of teams drawn by C.04.6: the bye, the brackets, colours and tables."""

from __future__ import annotations

from dataclasses import replace
from typing import List, NamedTuple, Optional

from xltie.core.errors import InputError
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id
from xltie.pairing.catalogue import Round, System
from xltie.pairing.engine import NoPairing
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import PairingState
from xltie.pairing.systems.bye_first.bye import bye_of
from xltie.pairing.systems.dutch.build_field import initial_colour
from xltie.pairing.systems.dutch.can_all_be_paired import Completion
from xltie.pairing.systems.dutch.dutch_round import impossible, refuse_unknown, round_of
from xltie.pairing.systems.dutch.field import Field, Slot
from xltie.pairing.systems.team_swiss.colours import white_first
from xltie.pairing.systems.team_swiss.team import Rules
from xltie.pairing.systems.team_swiss.team_list import team_list
from xltie.pairing.systems.team_swiss.team_solver import TeamBracket, brackets_of, is_late, teams_of

ARTICLES = "C.04.6"


class SolvedTeams(NamedTuple):
    """A round that was paired.

    ``field`` are all teams of the round, ``even`` those without the one that has the bye (a slot
    in ``field``), ``brackets`` are of ``even``.
    """

    field: Field
    bye: Optional[Slot]
    even: Field
    rules: Rules
    brackets: List[TeamBracket]
    denominator: int

    @property
    def resting(self) -> Optional[Id]:
        """Return the team that has the bye."""
        return None if self.bye is None else self.field.players[self.bye].who


def solved_teams(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> SolvedTeams:
    """Return the brackets of a round, each paired.

    Raises:
        InputError: a number of rounds that is not known, or virtual points that cannot be used.
        NoPairing: no pairing keeps the absolute criteria.
    """
    if not state.rounds:
        raise InputError.of(say("the Swiss Team System needs the number of rounds (C.04.6, 2.3.4)"))
    field, denominator = team_list(event_index, state, system, wants)
    scores = tuple(sorted({player.score for player in field.players}, reverse=True))
    rules = Rules(system.colours == "B", is_late(state.round, state.rounds), scores)
    bye, even = None, field
    if len(field) % 2:
        bye = bye_of(field, lambda at: field.players[at].number)
        if bye is None:
            raise NoPairing.of(_impossible(field, state))
        even = field.without(bye)
    completion = Completion(even)
    if not completion.is_possible:
        raise NoPairing.of(_impossible(field, state))
    brackets = brackets_of(even, completion, rules)
    return SolvedTeams(field, bye, even, rules, brackets, denominator)


def team_round(
    event_index: EventIndex, state: PairingState, system: System, wants: RoundOptions
) -> Round:
    """Return the pairing of a round by C.04.6.

    Raises:
        InputError: an option that the rules exclude, or a number of rounds that is not known.
        NoPairing: no pairing keeps the absolute criteria.
    """
    refuse_unknown(wants, say("the Swiss Team System"))
    solved = solved_teams(event_index, state, system, wants)
    initial = initial_colour(event_index, state)
    teams = teams_of(solved.even)
    seated = [
        white_first(teams[top], teams[low], initial, solved.rules.is_type_b, system.second_score)
        for bracket in solved.brackets
        for top, low in bracket.pairs
    ]
    in_points = replace(state, denominator=solved.denominator)
    couples = [(white, black) for white, black, _ in seated]
    return round_of(in_points, system, wants, solved.field, couples, solved.bye)


def _impossible(field: Field, state: PairingState) -> Message:
    return impossible(field, state, ARTICLES, "C3", "3.3.3")
