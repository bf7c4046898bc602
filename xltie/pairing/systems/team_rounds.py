"""Matches of teams from the boards of both tables, so that a Swiss event of teams can be paired.

Each match is worth what the first criterion of the event gives for it (victory points by its scale,
IMPs, board-a-match), so that a round is paired by the totals that the standings show.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, FrozenSet, List, Mapping, Sequence, Tuple

from xltie.core.errors import DomainError, Fault, InputError
from xltie.core.messages import Message, count, say, word
from xltie.core.records import replace
from xltie.event import (
    BoardResult,
    Contestant,
    Event,
    EventIndex,
    Id,
    Match,
    NotPlayed,
    Side,
    Status,
    TeamEvent,
    with_colours,
)
from xltie.pairing.catalogue import FIDE_TEAM, OF_TEAMS, SWISS_TEAMS, System
from xltie.ranking import Criterion, parse_criteria
from xltie.rules.common.criterion_value import CriterionValue
from xltie.settings.declared import CONTEST, MATCH_BOARDS, PLACES_BY

_SCORED = ("TEAMVPS", "TEAMWHOLEVPS", "TEAMIMPS", "BAM")
_Key = Tuple[int, FrozenSet[Id]]


def with_matches(event_index: EventIndex, system: System) -> EventIndex:
    """Return an event of teams with its matches; any other, or under another system, as it is.

    Matches of chess teams get the colours of their first boards. In bridge the number of rounds
    follows from the boards prepared and those of a match.

    Raises:
        DomainError: the contest is not one of teams, or its places do not go by matches; or the
            system is one of individuals.
        InputError: boards without a round, or a team with two opponents in one.
    """
    event = event_index.event
    _refuse_other_contest(event, system)
    event_index = with_colours(event_index)
    if system.name != SWISS_TEAMS or not event.traits.is_session or event.matches:
        return event_index
    contest = event.settings[CONTEST]
    if event.board_results and contest != "teams":
        raise DomainError(
            say(
                "{system} is for teams, and this is a contest of {contest}; boards that both "
                "tables have played, or Contest in the Settings, make it one of teams",
                system=system.title, contest=Message(contest, context="choice"),
            )
        )  # fmt: skip

    def build() -> EventIndex:
        return EventIndex(_with_matches(event_index))

    return event_index.cached("matches of teams", build)


def _refuse_other_contest(event: Event, system: System) -> None:
    """Raise :class:`DomainError` where a system of the Handbook is not made for the contest."""
    if isinstance(event, TeamEvent) == (system.brackets == OF_TEAMS):
        return
    if system.brackets == OF_TEAMS:
        raise DomainError.say(
            "{system} is for teams, and this is an event of individuals", system=system.title
        )
    if system.brackets:
        raise DomainError.say(
            "{system} is for individuals, and this is an event of teams; {team} pairs teams",
            system=system.title,
            team=FIDE_TEAM,
        )


def boards_of_match(event: Event) -> int:
    """Return how many boards a match has by the settings.

    Raises:
        DomainError: they do not say, or more than there are.
    """
    text, boards = event.settings.text(MATCH_BOARDS), event.settings[MATCH_BOARDS]
    if boards is None:
        if not text:
            raise DomainError.say(
                "'Boards of a match' in the Settings is blank; it must be a whole number"
            )
        raise DomainError.say(
            "'Boards of a match' in the Settings is {text!r}; it must be a whole number", text=text
        )
    if event.rounds and boards > event.rounds:
        raise DomainError(count(
            boards, "a match has {n} board, but only {prepared} are prepared",
            "a match has {n} boards, but only {prepared} are prepared", prepared=event.rounds,
        ))  # fmt: skip
    return boards


def _with_matches(event_index: EventIndex) -> Event:
    event = event_index.event
    lines = _lines_of_matches(event.board_results)
    values = _criterion(event).values(event_index, event_index.ids)
    matches = [_match(number, boards, values) for (number, _), boards in lines.items()]
    return replace(
        event,
        contestants=tuple(_with_start(team, values[team.id]) for team in event.contestants),
        matches=tuple(sorted(matches, key=lambda match: match.round)),
        rounds=event.rounds // boards_of_match(event),
    )


def _criterion(event: Event) -> Criterion:
    """Return the criterion that says what a match is worth: the first of the event."""
    first = parse_criteria(event.settings.text(PLACES_BY, "VP"), event=event)[0]
    if first.function.name not in _SCORED:
        raise DomainError.say(
            "the places go by {name} first; Swiss teams need VP, VPD, IMP or BAM first",
            name=first.label,
        )
    return first


def _lines_of_matches(board_results: Sequence[BoardResult]) -> Dict[_Key, List[BoardResult]]:
    """Return the lines of every match, and of every team that sits out a round."""
    found: Dict[_Key, List[BoardResult]] = {}
    opponents: Dict[Tuple[int, Id], FrozenSet[Id]] = {}
    faults: List[Fault] = []
    for line in board_results:
        teams = frozenset((*line.ns, *line.ew))
        if not line.round:
            faults.append(Fault.say("the board has no round; Swiss teams need one", line.place))
            continue
        found.setdefault((line.round, teams), []).append(line)
        for team in sorted(teams):
            if opponents.setdefault((line.round, team), teams) != teams:
                both = opponents[line.round, team], teams
                faults.append(Fault(_two_opponents(team, line.round, both), line.place))
    if faults:
        raise InputError(dict.fromkeys(faults))
    return found


def _two_opponents(team: Id, number: int, both: Sequence[FrozenSet[Id]]) -> Message:
    """Say whom a team meets in a round; alone it meets nobody."""
    nobody = word("opponent", "nobody")
    one, other = (next(iter(pair - {team}), nobody) for pair in both)
    return say(
        "{team} has {one} and {other} as opponents in round {round}",
        team=team, one=one, other=other, round=number,
    )  # fmt: skip


def _match(number: int, lines: Sequence[BoardResult], values: Mapping[Id, CriterionValue]) -> Match:
    first = lines[0]
    teams = (*first.ns, *first.ew)
    if len(teams) == 1:
        alone = Side(teams[0], Status.PAIRING_BYE, points=Fraction(0))
        return Match(number, alone, None, first.table, place=first.place)
    waiting = _open_lines(lines)
    status = Status.PENDING if waiting else Status.PLAYED
    one, other = (
        Side(who, status, points=_worth(values[who], number, opponent))
        for who, opponent in (teams, teams[::-1])
    )
    return Match(number, one, other, first.table, place=(waiting or [first])[0].place)


def _open_lines(lines: Sequence[BoardResult]) -> List[BoardResult]:
    """Return the lines of boards that both tables have not finished yet."""
    tables: Dict[int, List[BoardResult]] = {}
    for line in lines:
        tables.setdefault(line.board, []).append(line)
    found = []
    for line in lines:
        results = (line.ns_result, line.ew_result)
        is_settled = any(isinstance(result, NotPlayed) for result in results)
        is_alone = len(tables[line.board]) == 1
        if results == (None, None) or (is_alone and not is_settled):
            found.append(line)
    return found


def _worth(value: CriterionValue, number: int, opponent: Id) -> Fraction:
    terms = (t for t in value.terms if t.counted and (t.round, t.opponent) == (number, opponent))
    return Fraction(sum(term.value for term in terms))


def _with_start(contestant: Contestant, value: CriterionValue) -> Contestant:
    """Return a team with what it has apart from its matches: carry-over, bonus and penalty."""
    apart = (term.value for term in value.terms if term.round is None)
    return replace(contestant, start=Fraction(sum(apart)))
