"""Puts the sheets of a workbook of teams together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from openpyxl import Workbook

from xltie.core.catalogues import code_of
from xltie.core.errors import DomainError
from xltie.core.messages import count
from xltie.event import Contestant, Scoring, TeamEvent
from xltie.event.packed import LONGEST, MOST_PARTS
from xltie.games import TEAM_PRESETS, Preset
from xltie.games.chess import CHESS_TEAMS
from xltie.settings.declared import ENCODING
from xltie.sheets.tables import MOST_BOARDS
from xltie.workbooks import input_sheets
from xltie.workbooks.build import computed_bytes, lists_of, put_together, refuse_rounds, with_values
from xltie.workbooks.from_event import columns_besides, settings_of, with_columns
from xltie.workbooks.games_sheets import rounds_sheet
from xltie.workbooks.layout import TeamLayout
from xltie.workbooks.records_sheet import add_records
from xltie.workbooks.write_matches import match_lines

MOST_TEAMS = 400
_GAME_BYTES = 9
"""Characters that a board of a match takes in the text of the event, at most."""


def build_team_workbook(
    teams: int,
    rounds: int,
    boards: int,
    names: Sequence[Contestant] = (),
    players: Sequence[Contestant] = (),
    settings: Mapping[str, object] = {},
    event: TeamEvent | None = None,
    preset: Preset = CHESS_TEAMS,
    has_all_settings: bool = False,
) -> Workbook:
    """Return a new workbook for an event of teams, its formulas without values yet.

    Of an ``event`` it has the matches.

    Raises:
        DomainError: fewer than two teams, no round or board, or more than a sheet is made for.
    """
    _refuse(teams, boards)
    refuse_rounds(rounds)
    if not has_all_settings:
        preset = preset.saying(settings)
    preset = preset._replace(roster=(*preset.roster, *columns_besides(preset, players)))
    roster = len(players) or teams * boards
    most = max(Counter(match.round for match in event.matches).values(), default=0) if event else 0
    size = roster * 40 + ((teams + 1) // 2) * rounds * (12 + boards * _GAME_BYTES)
    parts = min(MOST_PARTS - 1, 1 + size // LONGEST)  # and a cell for the number that follows
    lists = lists_of(preset, settings)
    layout = TeamLayout(
        preset, teams, rounds, most, *lists, boards=boards, roster=roster, parts=parts,
        scoring=event.game_scoring if event else Scoring(),
        language=code_of(str(settings.get("language", ""))),
    )  # fmt: skip
    known = event or layout.event

    def games(book: Workbook) -> None:
        input_sheets.roster_sheet(book.create_sheet("Players"), layout, names, players)
        rounds_sheet(book.create_sheet("Rounds"), layout.games, known, list(match_lines(known)))

    given = {**settings, "rounds": rounds, "match_boards": boards, "contest": "teams"}
    return put_together(layout, names, given, games)


def _refuse(teams: int, boards: int) -> None:
    """Raise :class:`DomainError` for more, or fewer, than a sheet is made for."""
    if not 2 <= teams <= MOST_TEAMS:
        raise DomainError(
            count(
                teams,
                "{n} team; a workbook can have 2 to {most}",
                "{n} teams; a workbook can have 2 to {most}",
                most=MOST_TEAMS,
            )
        )
    if not 1 <= boards <= MOST_BOARDS:
        raise DomainError.say(
            "{boards} boards; a match can have 1 to {most}", boards=boards, most=MOST_BOARDS
        )


new_team_workbook = with_values(build_team_workbook)


def team_event_workbook(event: TeamEvent, criteria: str, title: str = "") -> bytes:
    """Return a workbook with an event of teams; ``title`` is the sheet for the lines of its file.

    Raises:
        DomainError: more teams or rounds than a workbook can be made for.
    """
    team_preset = TEAM_PRESETS[event.game].with_settings_of(event.settings)
    team_preset = with_columns(team_preset, event.contestants)
    rounds = max(event.rounds, event.last_round)
    book = build_team_workbook(
        len(event.contestants), max(1, rounds), max(1, event.boards), event.contestants,
        event.players.contestants, settings_of(event, team_preset, criteria), event, team_preset,
    )  # fmt: skip
    if event.records and title:
        add_records(book, title, event.records, event.settings[ENCODING])
    return computed_bytes(book)
