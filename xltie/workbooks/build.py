"""Puts the sheets of a template together and gives its formulas their values."""

from __future__ import annotations

import io
import re
import zipfile
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import ParamSpec

from openpyxl import Workbook
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.catalogues import code_of
from xltie.core.errors import DomainError
from xltie.core.messages import count
from xltie.event import BoardResult, Contestant, Event, Match
from xltie.games import Preset
from xltie.recompute import recompute
from xltie.settings import Settings, declared
from xltie.sheets.forms import HEADER_ROW, standings_form
from xltie.sheets.functions import callables
from xltie.sheets.round import counts_say_it
from xltie.workbooks import input_sheets, styles
from xltie.workbooks.book_parts import archive, as_excel_writes, parts_in, parts_of
from xltie.workbooks.games_sheets import boards_sheet, games_of, rounds_sheet
from xltie.workbooks.layout import Layout
from xltie.workbooks.paint import end_table, paint_head, paint_line
from xltie.workbooks.translation import translate


def standings_sheet(sheet: Worksheet, layout: Layout) -> None:
    """Write the standings, best first: each line looks up its player and that player's values."""
    table = standings_form(layout.event)
    paint_head(sheet, table)
    for row in range(HEADER_ROW + 1, HEADER_ROW + layout.lines + 1):
        paint_line(sheet, table, row, {})
    end_table(sheet, table, HEADER_ROW + layout.lines)


P = ParamSpec("P")
MOST_PLAYERS = 2000
MOST_ROUNDS = 99
_PROPERTIES = "docProps/core.xml"
_MODIFIED = re.compile(rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_STAMP = b"2026-01-01T00:00:00Z"


def build_workbook(
    preset: Preset,
    players: int,
    rounds: int,
    names: Sequence[Contestant] = (),
    settings: Mapping[str, object] = {},
    matches: Sequence[Match] = (),
    board_results: Sequence[BoardResult] = (),
    tells_starts: bool = False,
    event: Event | None = None,
    has_all_settings: bool = False,
) -> Workbook:
    """Return a new workbook for an event, its formulas without values yet.

    ``event`` knows the scores before each round; without one they follow from the ``matches``.

    ``tells_starts`` says that the start scores are known, those of 0 too. Of what is as usual only
    the basic has a line in the Settings, unless it ``has_all_settings``.

    Raises:
        DomainError: fewer than two players, no round, or more than a sheet can be made for.
    """
    _refuse_size(players, rounds)
    preset = preset.under(settings, has_all_settings)
    per_round = Counter(match.round for match in matches)
    most_games = max(per_round.values(), default=0)
    is_mcmahon = _format_of(preset, settings) == "mcmahon"
    lists = lists_of(preset, settings)
    is_ordered = "MANUAL" in lists[0].upper() or any(p.manual_order is not None for p in names)
    layout = Layout(preset, players, rounds, most_games, *lists, has_manual_order=is_ordered,
                    is_mcmahon=is_mcmahon, has_results=_have_results(matches),
                    language=code_of(str(settings.get("language", ""))))  # fmt: skip
    has_finals = event is not None and event.settings[declared.FINALS_AFTER]  # beyond those planned
    given = {**settings, "rounds": event.rounds if event is not None and has_finals else rounds}

    def games(book: Workbook) -> None:
        if preset.traits.is_session:
            boards_sheet(book.create_sheet("Boards"), layout, board_results)
            return
        known = event or _event_of(preset, names, settings, matches)
        rounds_sheet(book.create_sheet("Rounds"), layout.games, known, list(games_of(known)))

    return put_together(layout, names, given, games, tells_starts)


def put_together(
    layout: Layout,
    listed: Sequence[Contestant],
    settings: Mapping[str, object],
    games: Callable[[Workbook], None],
    tells_starts: bool = False,
) -> Workbook:
    """Return the workbook of a layout: who is ``listed``, what ``games`` makes, what follows."""
    book = styles.new_book()
    sheet = book.active
    assert sheet is not None
    sheet.title = layout.list_sheet
    title = str(settings.get("event", ""))
    input_sheets.players_sheet(sheet, layout, listed, tells_starts, title)
    games(book)
    standings_sheet(book.create_sheet("Standings"), layout)
    input_sheets.settings_sheet(book.create_sheet("Settings"), layout, settings)
    is_of_teams, is_session = bool(layout.preset.roster), layout.preset.traits.is_session
    translate(book, layout.language, has_team_matches=is_of_teams, is_session=is_session)
    return book


def _event_of(
    preset: Preset,
    names: Sequence[Contestant],
    settings: Mapping[str, object],
    matches: Sequence[Match],
) -> Event:
    """Return an event of matches whose scores are those that the game is played for."""
    said = ((declared.LANGUAGE.key, code_of(str(settings.get("language", "")))),)
    return Event(
        game=preset.game, format=_format_of(preset, settings),
        contestants=tuple(names), matches=tuple(matches), tally_sum=preset.traits.tally_sum,
        settings=Settings(said),
    )  # fmt: skip


def _have_results(matches: Sequence[Match]) -> bool:
    """Tell whether some game of counts ended otherwise than they say."""
    return any(
        match.b is not None and match.a.tally is not None and not counts_say_it(match.a, match.b)
        for match in matches
    )


def _format_of(preset: Preset, settings: Mapping[str, object]) -> str:
    """Return how rounds are paired: as it is said, else as is usual in the game."""
    usual = next((line.default for line in preset.settings if line.key == "format"), "")
    return str(settings.get("format", usual))


def _refuse_size(players: int, rounds: int) -> None:
    if not 2 <= players <= MOST_PLAYERS:
        raise DomainError(
            count(
                players,
                "{n} player; a workbook can have 2 to {most}",
                "{n} players; a workbook can have 2 to {most}",
                most=MOST_PLAYERS,
            )
        )
    refuse_rounds(rounds)


def refuse_rounds(rounds: int) -> None:
    """Refuse a number of rounds that no workbook can have."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise DomainError.say(
            "{rounds} rounds; a workbook can have 1 to {most}", rounds=rounds, most=MOST_ROUNDS
        )


def lists_of(preset: Preset, settings: Mapping[str, object]) -> tuple[str, str]:
    """Return the lists of the standings: what decides the places, and what stands beside it."""
    usual = {setting.key: setting.default for setting in preset.settings}
    criteria, shown = (str(settings.get(key, usual[key])) for key in ("criteria", "shown"))
    return criteria, shown


def computed_bytes(book: Workbook) -> bytes:
    """Return a workbook as the bytes of an .xlsx file, every formula with its value.

    They are the same for the same content. openpyxl stamps the current time on the file and on
    every entry; a workbook that is kept in git should change only where its content does.
    """
    computed, _ = recompute(archive(_stamped(book), zipfile.ZIP_STORED), callables())
    return archive(parts_in(io.BytesIO(computed)), zipfile.ZIP_DEFLATED)


def _stamped(book: Workbook) -> dict[str, bytes]:
    styles.without_filters(book)
    parts = parts_of(book)
    parts[_PROPERTIES] = _MODIFIED.sub(_STAMP, parts[_PROPERTIES])
    return as_excel_writes(parts)


def with_values(build: Callable[P, Workbook]) -> Callable[P, bytes]:
    """Return what makes the same workbook as bytes, every formula with its value."""

    def made(*args: P.args, **named: P.kwargs) -> bytes:
        return computed_bytes(build(*args, **named))

    return made


new_workbook = with_values(build_workbook)
