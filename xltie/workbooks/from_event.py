"""A workbook made from an event that came from elsewhere."""

from __future__ import annotations

from collections.abc import Sequence

from xltie.core.cells import to_cell
from xltie.core.records import replace
from xltie.event import (
    FILED_NAME,
    PAIRED_AS,
    REGISTRATION,
    Contestant,
    Event,
    Id,
    TeamEvent,
    starting_ranks,
)
from xltie.exchange.trf import VIRTUAL_POINTS
from xltie.games import preset
from xltie.games.common import OF_PEOPLE
from xltie.games.preset import Column, Preset
from xltie.rules.common.rulebooks import edition_of
from xltie.settings.declared import CONTEST, ENCODING, LANGUAGE, WINNERS
from xltie.workbooks.build import build_workbook, computed_bytes
from xltie.workbooks.records_sheet import add_records, criteria_fingerprint


def event_workbook(event: Event, criteria: str, title: str = "") -> bytes:
    """Return a workbook with the event; ``title`` is the sheet for the lines of its file, if any.

    Raises:
        DomainError: more players or rounds than a workbook can be made for.
    """
    rounds = max(event.rounds, event.last_round)
    rounds = len({board_result.board for board_result in event.board_results}) or rounds
    own_preset = _preset_for(event)
    settings = settings_of(event, own_preset, criteria)
    book = build_workbook(
        own_preset,
        len(event.contestants),
        max(1, rounds),
        _named(event),
        settings,
        event.matches,
        event.board_results,
        event.format == "mcmahon" and any(contestant.start for contestant in event.contestants),
        event,
    )
    if event.records and title:
        basis = (
            criteria_fingerprint(own_preset, settings, event.contestants) if title == "H9" else ""
        )
        add_records(book, title, event.records, event.settings.text(ENCODING), basis)
    return computed_bytes(book)


def _seen(event: Event) -> set[Id]:
    """Return who has a game, a bye or a board."""
    found = {side.who for match in event.matches for side in match.sides}
    return found.union(*(line.ns + line.ew for line in event.board_results))


def _named(event: Event) -> list[Contestant]:
    """Return the contestants as a workbook has them.

    Who played nothing has a name, since a bare number is nobody; in chess pairing numbers are said.
    """
    seen = _seen(event)
    numbers = starting_ranks(event) if event.traits.is_numbered_by_name and event.matches else {}
    named = (
        contestant
        if contestant.name or contestant.id in seen
        else replace(contestant, name=contestant.id)
        for contestant in event.contestants
    )
    if not numbers:
        return list(named)
    return [
        replace(contestant, more=(*contestant.more, (PAIRED_AS, str(numbers[contestant.id]))))
        for contestant in named
    ]


_IF_THERE = (Column(VIRTUAL_POINTS, width=14), Column("WOF", width=14))
"""Columns that only events have whose file has them; the second holds PAPP's numbers."""
_KEPT = (
    REGISTRATION, "FFG licence", "FFG status", "AGA ID", "AGA expiry", "Rating origin", FILED_NAME,
)  # fmt: skip
"""Columns that are kept where they say more than the usual of some player."""
_FIELDS = {
    "club": ("Club",), "country": ("Country", "Federation"), "team": ("Team",), "title": ("Title",),
    "grade": ("Grade",), "rating": ("Rating",), "division": ("Division",),
}  # fmt: skip
"""Fields that some game has no column for, with the headings that would hold them."""
_USUAL = {REGISTRATION: "FIN", "Rating origin": "EGF"}


def _preset_for(event: Event) -> Preset:
    """Return the preset of the game with what this event says for its pairing besides."""
    found = preset(event.game).with_settings_of(event.settings)
    return with_columns(found, event.contestants)


def with_columns(game: Preset, contestants: Sequence[Contestant]) -> Preset:
    """Return the preset with the columns that only such contestants have."""
    there = {column.heading for column in game.players}
    fields = [
        Column(headings[0], width=14)
        for field, headings in _FIELDS.items()
        if not (field == "division" and game.traits.is_session)
        and there.isdisjoint(headings)
        and any(getattr(one, field) for one in contestants)
    ]
    columns = columns_besides(game, contestants)
    return game._replace(players=(*game.players, *fields, *columns))


def columns_besides(game: Preset, contestants: Sequence[Contestant]) -> list[Column]:
    """Return the columns that a workbook has where somebody's list or file has them."""
    said = {pair for contestant in contestants for pair in contestant.more}
    titles = {title for title, _ in said}
    kept = {title for title, text in said if text != _USUAL.get(title)}
    columns = (*OF_PEOPLE, *game.besides, *_IF_THERE)
    found = [column for column in columns if column.heading in titles]
    return [*found, *(Column(title, width=14) for title in _KEPT if title in kept)]


def settings_of(event: Event | TeamEvent, own_preset: Preset, criteria: str) -> dict[str, object]:
    """Return the settings of an event: those of its preset that it says, its head, what counts."""
    known, scoring = {setting.key for setting in own_preset.settings}, event.scoring
    said: dict[str, object] = {
        **{key: value for key, value in event.settings.said if key in known},
        "event": event.name, "date": event.start_date, "format": event.format,
        "rulebook": edition_of(event), "criteria": criteria,
        "language": event.settings.text(LANGUAGE),
    }  # fmt: skip
    if isinstance(event, TeamEvent):
        said |= {
            "primary": event.primary, "colours": event.colours,
            "match_win": scoring.win, "match_draw": scoring.draw, "match_loss": scoring.loss,
            "bye_match": scoring.pairing_bye, "bye_games": event.bye_game_points,
        }  # fmt: skip
        scoring = event.game_scoring
    else:
        said |= {
            "pairing_bye": scoring.pairing_bye, "missed": scoring.absent,
            "contest": event.settings.text(CONTEST), "winners": event.settings.text(WINNERS),
        }  # fmt: skip
    said |= {"win": scoring.win, "draw": scoring.draw, "loss": scoring.loss}
    return {key: to_cell(value) for key, value in said.items() if value not in ("", None)}
