"""``xltie new FILE --teams N``: a workbook for an event of teams."""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from xltie.cli import printing
from xltie.cli.parser import Parser
from xltie.core.errors import InputError, WrongCall
from xltie.core.messages import Message, count, plain, say, words
from xltie.core.records import replace
from xltie.event import Contestant
from xltie.games import TEAM_PRESETS, Preset

USUAL_BOARDS = 4
_TITLES = {
    title.template: title
    for title in words("game", "Othello", "Chess", "Go", "Bridge", "Chess team", "Go team")
}


def add_arguments(parser: Parser) -> None:
    """Add the arguments of teams."""
    parser.number("--teams", metavar="N", help=say("chess, go: how many teams"))
    parser.number("--boards", metavar="B", help=say("boards of a match of teams (4)"))


def team_workbook(
    args: argparse.Namespace, players: Sequence[Contestant], settings: dict[str, object]
) -> tuple[bytes, Message]:
    """Return a new workbook of teams as bytes, and what it holds in words.

    Raises:
        WrongCall: a game without matches on boards, or numbers that a workbook is not made for.
        InputError: the list of players does not say who plays for which team.
    """
    from xltie.workbooks.build_teams import new_team_workbook

    if args.game not in TEAM_PRESETS:
        known = ", ".join(TEAM_PRESETS)
        raise WrongCall.say(
            "--teams and --boards are for {known}; {game} has no boards of teams",
            known=known,
            game=args.game,
        )
    teams = _teams(players)
    if players and not teams:
        raise InputError.say("the list of players has no column Team, from which teams are made")
    number = max(args.teams, len(teams))
    boards = args.boards or USUAL_BOARDS
    rounds = args.rounds or min(7, max(1, number - 1))
    listed = _in_teams(players, teams)
    data = new_team_workbook(
        number, rounds, boards, teams, listed, settings,
        preset=TEAM_PRESETS[args.game], has_all_settings=args.all_settings,
    )  # fmt: skip
    about = count(
        boards,
        "{game}, {teams}, {n} board, {rounds}",
        "{game}, {teams}, {n} boards, {rounds}",
        game=title_of(TEAM_PRESETS[args.game]),
        teams=printing.teams(number),
        rounds=printing.rounds(rounds),
    )
    return data, about


def title_of(game: Preset) -> Message:
    """Return what a game is called, in front of what a new workbook holds."""
    return _TITLES.get(game.title) or plain(game.title)


def _teams(players: Sequence[Contestant]) -> list[Contestant]:
    """Return the teams that players name, numbered in the order of the list."""
    names = dict.fromkeys(player.team for player in players if player.team)
    return [Contestant(str(number), name) for number, name in enumerate(names, 1)]


def _in_teams(players: Sequence[Contestant], teams: Sequence[Contestant]) -> list[Contestant]:
    """Return the players with the number of their team, those of a team together."""
    numbers = {team.name: team.id for team in teams}
    known = [replace(player, team=numbers.get(player.team, "")) for player in players]
    return sorted(known, key=lambda member: int(member.team or len(teams) + 1))
