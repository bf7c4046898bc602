"""From the Matches, Teams, Players and Settings tables to an event of teams."""

from __future__ import annotations

from typing import Dict, List, Mapping, Optional, Tuple

from xltie.core.cells import Grid, text_of
from xltie.core.errors import Fault, InputError
from xltie.core.messages import all_of, say
from xltie.core.records import replace
from xltie.event import (
    Contestant,
    Event,
    Id,
    TeamEvent,
    contestant_faults,
    ids_by_name,
)
from xltie.event import faults as faults_of
from xltie.settings.declared import BY_KEY
from xltie.sheets.read.drop_faulty_lines import drop_faulty_lines, in_order
from xltie.sheets.read.lines import in_column
from xltie.sheets.read.matches import MatchReader
from xltie.sheets.read.players import read_players
from xltie.sheets.settings import checked_event, settings_of, team_base
from xltie.sheets.tables import (
    Header,
    boards_in,
    is_bye,
    matches_header,
)


def read_team_tables(
    matches: Grid,
    teams: Optional[Grid] = None,
    settings: Optional[Grid] = None,
    players: Optional[Grid] = None,
) -> TeamEvent:
    """Return the event of all that is right in the tables; its ``faults`` name the rest.

    Raises:
        InputError: a table that cannot be read at all, or a setting that is not understood.
    """

    def read(games: Grid, listed: Optional[Grid], roster: Optional[Grid]) -> Event:
        return _read(games, listed, settings, roster)

    known = checked_event(settings_of(settings)).faults
    found = drop_faulty_lines((matches, teams, players), read, known)
    assert isinstance(found, TeamEvent)
    return found


def _read(
    matches: Grid, teams: Optional[Grid], settings: Optional[Grid], players: Optional[Grid]
) -> TeamEvent:
    header = matches_header(matches)
    if header is None:
        raise InputError.say(
            "there is no header row here; matches need the columns Round, Team A, Team B and "
            "Board 1 or Result, with the header row inside the range",
            matches.place(0, 0),
        )
    faults: List[Fault] = []
    event = team_base(settings_of(settings), boards_in(header))
    event = replace(event, contestants=_teams(matches, header, teams, faults))
    roster, squads = _players(event, players, faults)
    found = MatchReader(matches, header, event, squads).read()
    event = replace(event, matches=tuple(found.matches))
    faults.extend(found.faults)
    rounds = in_column(matches, header.columns["round"])
    faults.extend(faults_of(event, rounds_at=rounds, are_teams=True))
    if faults:
        raise InputError(in_order(faults, matches))
    return _made(event, found, roster)


def _teams(
    matches: Grid, header: Header, teams: Optional[Grid], faults: List[Fault]
) -> Tuple[Contestant, ...]:
    """Return the teams of their table; without one, those that the matches name."""
    named: Dict[str, Contestant] = {}
    for line in matches.rows[header.row + 1 :]:
        for side in ("first", "second"):
            who = " ".join(text_of(header.get(line, header.telling(line, side))).split())
            if who and not is_bye(who):
                named.setdefault(who.casefold(), Contestant(who))
    if teams is None:
        return tuple(named.values())
    listed = read_players(teams).taking_part(named.keys())
    faults.extend(listed.faults)
    return listed.contestants


def _players(
    event: TeamEvent, players: Optional[Grid], faults: List[Fault]
) -> Tuple[Tuple[Contestant, ...], Optional[Mapping[Id, List[Id]]]]:
    """Return the players, and those of every team from board 1 on; None without a table.

    A team may be written by its name: the players that come back have its id.
    """
    if players is None:
        return (), None
    listed = read_players(players)
    faults.extend(listed.faults)
    faults.extend(() if event.traits.has_decimal_ratings else listed.not_whole)
    faults.extend(contestant_faults(listed.contestants))
    names = ids_by_name(event.contestants)
    squads: Dict[Id, List[Id]] = {}
    roster: List[Contestant] = []
    for contestant in listed.contestants:
        teams = names.get(" ".join(contestant.team.split()).casefold(), ())
        if listed.has_names and not contestant.name and contestant.id.isdecimal() and not teams:
            continue  # a seat of a team that nobody has entered
        if contestant.team and len(teams) != 1:
            said = (
                say(
                    "team {team} of player {who} is the name of {ids}; write the id",
                    team=contestant.team,
                    who=contestant.id,
                    ids=all_of(teams),
                )
                if teams
                else say(
                    "team {team} of player {who} is not in the list of teams",
                    team=contestant.team,
                    who=contestant.id,
                )
            )
            faults.append(Fault(said, contestant.place))
        elif teams:
            squads.setdefault(teams[0], []).append(contestant.id)
        roster.append(replace(contestant, team=teams[0]) if len(teams) == 1 else contestant)
    return tuple(roster), squads


def _made(event: TeamEvent, found: MatchReader, roster: Tuple[Contestant, ...]) -> TeamEvent:
    contestants = tuple(
        replace(contestant, withdrawn_after=found.withdrawn[contestant.id])
        if contestant.id in found.withdrawn
        else contestant
        for contestant in event.contestants
    )
    known = {member.id for member in roster}
    games = tuple(match for match in found.games if all(side.who in known for side in match.sides))
    of_players = (setting for setting in BY_KEY.values() if setting.is_of_players)
    players = Event(
        event.name, event.game, event.format, event.rounds, event.rulebook, roster, games,
        event.game_scoring, start_date=event.start_date, settings=event.settings.only(*of_players),
    )  # fmt: skip
    return replace(
        event,
        contestants=contestants,
        board_points=tuple(found.board_points),
        line_ups=tuple(found.line_ups),
        players=players,
    )
