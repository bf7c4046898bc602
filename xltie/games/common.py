"""Settings and columns that every game has."""

from __future__ import annotations

from typing import Any, Tuple

from xltie.games.preset import Column
from xltie.settings import Line, Setting, declared


def about(
    game: str,
    rulebook: str,
    rulebooks: Tuple[str, ...],
    formats: Tuple[str, ...] = ("swiss", "round-robin"),
) -> Tuple[Line, ...]:
    """Return the settings that name the event and its rules; the first format is the usual one."""
    return (
        declared.EVENT.line(),
        declared.START_DATE.line(),
        declared.GAME.line(game, choices=(game,)),
        declared.FORMAT.line(formats[0], choices=formats),
        declared.RULEBOOK.line(rulebook, choices=rulebooks),
    )


def pairing(usual: str, *others: str) -> Tuple[Line, ...]:
    """Return the settings of the button that pairs; the first system is the usual one."""
    blank = f"How the next round is paired; blank: as the format implies, else {usual}"
    return declared.PAIRING.line(
        "", blank, (usual, *others, "by hand")
    ), declared.PAIRING_SEED.line()


def lines(*settings: Setting[Any]) -> Tuple[Line, ...]:
    """Return lines in which everything is as declared."""
    return tuple(setting.line() for setting in settings)


REPORT = lines(
    declared.CITY, declared.FEDERATION, declared.END_DATE, declared.ROUND_DATES,
    declared.CHIEF_ARBITER, declared.DEPUTY_ARBITER, declared.TIME_CONTROL,
)  # fmt: skip
"""What a report of chess tells the federation of the event."""

NOT_PLAYING = "Not playing in round"
ATTENDANCE = (
    Column(NOT_PLAYING, width=15),
    # in a program without our functions a blank cell stays blank, whose value nobody stores
    Column(
        "That means",
        'IF({not_playing_in_round}="","",NOTPLAYING({not_playing_in_round}{language}))',
        width=34,
    ),
)
"""Columns of the players that every template has: who is not to be paired, and when."""
OF_PEOPLE = (Column("Sex", width=7), Column("Birth", width=12))
"""Columns of players that are there where a list or a file has them: groups go by them."""
OF_A_REPORT = (Column("FIDE ID", width=12), Column("K", width=7))
"""Columns of players of chess that are there where a list or a file has them."""
PAIRED_AS = Column("Pairing number", width=9)
"""Of chess: the number that a player was last paired with, written with every round."""
MANUAL_ORDER = Column("Manual order", width=13)
"""The order that the arbiter gives to those whom the criterion MANUAL finds tied."""


TEAM_SCORES: Tuple[Line, ...] = (
    declared.MATCH_BOARDS.line(4),
    declared.PRIMARY.line("MP"),
    declared.MATCH_WIN.line(2),
    declared.MATCH_DRAW.line(1),
    declared.MATCH_LOSS.line(0),
    declared.BYE_MATCH.line(1),
    declared.BYE_GAMES.line(),
    declared.WIN.line(1, "Game points of a board, also by forfeit", label="Points for a won game"),
    declared.DRAW.line(0.5, "Game points of a board", label="Points for a drawn game"),
    declared.LOSS.line(0, "Game points of a board", label="Points for a lost game"),
    declared.COLOURS.line(),
)
"""Both scores of a match of teams, and the colours at its boards."""


def about_teams(
    game: str, rulebook: str, rulebooks: Tuple[str, ...], rounds: int
) -> Tuple[Line, ...]:
    """Return the settings that name an event of teams, its rounds and its scores."""
    of_teams = declared.CONTEST.line("teams", "This workbook is one of teams", ("teams",))
    named = about(game, rulebook, rulebooks)
    return (*named, of_teams, declared.ROUNDS.line(rounds), *TEAM_SCORES)


A_MATCH_IN_A_LINE = (
    "Type a match in one line: the two teams, then a result for every board as Team A sees it: "
    "1, 0 or ½; + and - are forfeits, -- is lost by both."
)
HOW_MATCHES_COUNT = (
    "A match counts when all its boards have results. If only its score is known, leave the "
    "boards blank and type the score under Result: 2.5-1.5.",
    "A whole match by forfeit is 1-0F, 0-1F or 0-0F under Result. For a bye, type BYE as "
    "Team B and bye, full bye, half bye or zero bye under Result.",
    "Players sit in the order of the Players sheet. For another line-up type the numbers of "
    "the players from board 1 on, with - for an empty board: 1 3 - 5.",
)
NOT_LISTED = "A team not listed in a round was absent by choice and gets zero points."
"""Hints of every workbook whose teams play matches on boards."""
