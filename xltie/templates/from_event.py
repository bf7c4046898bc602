"""A workbook made from an event that came from elsewhere."""

from __future__ import annotations

from xltie.core.cells import to_cell
from xltie.event.model import Event
from xltie.games import preset
from xltie.rules.common.rulebooks import edition_of
from xltie.templates.build import build_workbook, computed_bytes
from xltie.templates.records_sheet import add_records


def event_workbook(event: Event, criteria: str, title: str = "") -> bytes:
    """Return a workbook with the event; ``title`` is the sheet for the lines of its file, if any.

    Raises:
        DomainError: more players or rounds than a workbook can be made for.
    """
    rounds = max([event.rounds, *(match.round for match in event.matches)])
    rounds = len({board_result.board for board_result in event.board_results}) or rounds
    book = build_workbook(
        preset(event.game),
        len(event.contestants),
        max(1, rounds),
        event.contestants,
        _settings(event, criteria),
        event.matches,
        event.board_results,
    )
    if event.records and title:
        add_records(book, title, event.records, event.settings.get("encoding", ""))
    return computed_bytes(book)


def _settings(event: Event, criteria: str) -> dict[str, object]:
    scoring = event.scoring
    known = {setting.key for setting in preset(event.game).settings}
    settings: dict[str, object] = {
        **{key: value for key, value in event.settings.items() if key in known},
        "event": event.name,
        "date": event.start_date,
        "format": event.format,
        "rulebook": edition_of(event),
        "criteria": criteria,
        "win": to_cell(scoring.win),
        "draw": to_cell(scoring.draw),
        "loss": to_cell(scoring.loss),
        "pairing_bye": to_cell(scoring.pairing_bye),
        "missed": to_cell(scoring.absent),
        "contest": event.settings.get("contest", ""),
        "winners": event.settings.get("winners", ""),
    }
    return {key: value for key, value in settings.items() if value != ""}
