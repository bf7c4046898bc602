"""Writing the teams of an event for OpenGotha, which makes their matches of the players' games."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Dict, List, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import all_of, say
from xltie.event import Event, Id, Match, Scoring, Status, TeamEvent
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml_lines import tag
from xltie.exchange.opengotha.names import key_of
from xltie.exchange.opengotha.parameters import MOST_CRITERIA, refuse_too_many
from xltie.exchange.opengotha.players import name_of
from xltie.exchange.opengotha.team_reader import TEAM_POINTS, read_teams
from xltie.exchange.opengotha.tournament import write
from xltie.settings.declared import CRITERIA

_CRITERIA = re.compile(r"TEAMP|SOST|BDW([1-9]U)?|MNR")
_END = "</Tournament>"
_USUAL = "NBW, SOS, SOSOS"


def write_teams(event: TeamEvent, criteria: str) -> bytes:
    """Return the event as a tournament of OpenGotha with its players, their games and their teams.

    Raises:
        InputError: everything that OpenGotha cannot hold, such as a match without its games.
    """
    notes = Notes()
    numbers = _numbers(event)
    parts = [_teams(event, numbers), _parameters(event, criteria, notes)]
    text = write(_players(event)).decode("utf-8")
    data = text.replace(_END, "\n".join([*parts, _END])).encode("utf-8")
    if _team_points(event.scoring) != _team_points(TEAM_POINTS):
        notes.fault(say("OpenGotha gives 2 team points for a match won and 1 for one drawn"))
    notes.refuse(() if notes.faults else _otherwise(event, read_teams(data, ""), numbers))
    return data


def _team_points(scoring: Scoring) -> Tuple[Fraction, ...]:
    return scoring.win, scoring.draw, scoring.loss


def _numbers(event: TeamEvent) -> Dict[Id, str]:
    """Return the number of every team in the file: its own where all have one."""
    ids = [contestant.id for contestant in event.contestants]
    have_all = all(who.isdecimal() and int(who) > 0 for who in ids)
    return {team_id: team_id if have_all else str(n) for n, team_id in enumerate(ids, 1)}


def _players(event: TeamEvent) -> Event:
    """Return the event of the players as the program has it; it ranks them as in a Swiss."""
    players = event.players
    if players.settings.text(CRITERIA):
        return players
    settings = players.settings.with_(CRITERIA, _USUAL)
    return replace(players, format="swiss", settings=settings, rounds=event.rounds)


def _teams(event: TeamEvent, numbers: Dict[Id, str]) -> str:
    keys = {contestant.id: key_of(*name_of(contestant)) for contestant in event.players.contestants}
    found = []
    for team in event.contestants:
        seats = [
            tag("Board", {"boardNumber": str(board), "player": keys[player],
                          "roundNumber": str(number)})
            for number, who, line_up in event.line_ups
            if who == team.id
            for board, player in enumerate(line_up, 1)
            if player
        ]  # fmt: skip
        named = {"teamName": team.name or team.id, "teamNumber": numbers[team.id]}
        found.append(tag("Team", named, *seats))
    return tag("Teams", {}, *found)


def _parameters(event: TeamEvent, criteria: str, notes: Notes) -> str:
    names = [
        criterion.strip().upper()
        for criterion in re.split(r"[,;\n]", criteria)
        if criterion.strip()
    ]
    for name in names:
        if not _CRITERIA.fullmatch(name):
            notes.fault(say("OpenGotha has no criterion {name} for teams", name=name))
    refuse_too_many(names, notes)
    listed = [*names, *["NULL"] * (MOST_CRITERIA - len(names))]
    placed = [
        tag("PlacementCriterion", {"name": criterion, "number": str(number)})
        for number, criterion in enumerate(listed, 1)
    ]
    return tag(
        "TeamTournamentParameterSet",
        {},
        tag("TeamGeneralParameterSet", {"teamSize": str(event.boards)}),
        tag("TeamPlacementParameterSet", {}, tag("PlacementCriteria", {}, *placed)),
    )


def _points(event: TeamEvent, numbers: Dict[Id, str]) -> Dict[Tuple[int, str], object]:
    """Return what the matches gave, and their boards, by the round and the number of the team."""
    boards = {(number, who): points for number, who, points in event.board_points}
    return {
        (match.round, numbers[side.who]): (
            event.scoring.points(side),
            boards.get((match.round, side.who)),
        )
        for match in event.matches
        for side in match.sides
        if side.status is not Status.PENDING
    }


def _otherwise(event: TeamEvent, back: TeamEvent, numbers: Dict[Id, str]) -> List[Fault]:
    """Return the matches that the file does not say, or says otherwise."""
    ours, theirs = (
        _points(event, numbers),
        _points(back, {number: number for number in numbers.values()}),
    )
    names = {contestant.id: contestant.name or contestant.id for contestant in event.contestants}

    def differs(match: Match) -> bool:
        keys = [(match.round, numbers[side.who]) for side in match.sides]
        return any(key in ours and ours[key] != theirs.get(key) for key in keys)

    return [
        Fault(
            say(
                "round {round}, {teams}: OpenGotha makes matches of the games of their players, "
                "which do not give this result",
                round=match.round,
                teams=all_of(names[side.who] for side in match.sides),
            ),
            match.place,
        )
        for match in event.matches
        if differs(match)
    ]
