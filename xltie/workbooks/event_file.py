"""An event as the content of a file: a workbook, or a tournament file with its places."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from xltie.core.errors import InputError, Place
from xltie.core.records import replace
from xltie.event import Event, TeamEvent
from xltie.exchange import Format, format_called, format_for_writing, suffixes_written
from xltie.games import preset
from xltie.ranking import Tournament, as_in_file, default_criteria
from xltie.ranking.ranked_event import published, with_ranks
from xltie.rules.common.rulebooks import edition_of
from xltie.settings import Setting, declared
from xltie.workbooks.records_sheet import criteria_fingerprint, read_basis, read_records


def event_file(tournament: Tournament, name: str) -> bytes:
    """Return the event as a file of this name holds it; the ending chooses the format.

    Raises:
        InputError: an ending that no format has, or what the format cannot hold.
        DomainError: more players or rounds than a workbook can be made for.
    """
    if Path(name).suffix.lower() == ".xlsx":
        return _workbook(tournament)
    chosen = format_for_writing(name, tournament.event.game)
    if chosen is None or chosen.write is None:
        raise InputError.say(
            "no format for this extension can be written; choose from {suffixes}",
            Place(file=name),
            suffixes=suffixes_written(),
        )
    if isinstance(tournament.event, TeamEvent) and chosen.name == "trf":
        event = _with_lines(tournament, chosen.name)
        return chosen.write(_with(event, declared.CRITERIA, as_in_file(tournament.criteria)))
    if isinstance(tournament.event, TeamEvent) and chosen.write_teams is not None:
        return chosen.write_teams(tournament.event, tournament.criteria)
    tournament = _of_players(tournament)
    event = _in_its_words(tournament, chosen)
    return chosen.write(_named(with_ranks(event, tournament.criteria)))


def _in_its_words(tournament: Tournament, chosen: Format) -> Event:
    """Return the event with the lines of its file, its criteria and what the format has of it."""
    event = _with_lines(tournament, chosen.name)
    if _says_criteria(event, tournament.criteria, chosen):
        event = _with(event, declared.CRITERIA, as_in_file(tournament.criteria))
    if event.board_results:
        event = published(event, tournament.criteria)
    if chosen.renewed is not None:
        event = chosen.renewed(event)
        if declared.CRITERIA not in event.settings:
            event = _with(event, declared.CRITERIA, as_in_file(tournament.criteria))
    return event


def _of_players(tournament: Tournament) -> Tournament:
    """Return a tournament of teams as that of their players, which is what files are made of."""
    event = tournament.event
    if not isinstance(event, TeamEvent):
        return tournament
    criteria = event.players.settings.text(declared.CRITERIA) or event.traits.player_criteria
    return replace(tournament, event=event.players, criteria=criteria)


def _named(event: Event) -> Event:
    """Return the event with a name for every player: files of numbered players keep no other id."""
    contestants = tuple(
        contestant
        if contestant.name or contestant.id.isdecimal()
        else replace(contestant, name=contestant.id)
        for contestant in event.contestants
    )
    return replace(event, contestants=contestants)


def _workbook(tournament: Tournament) -> bytes:
    from xltie.workbooks.from_event import event_workbook

    source = tournament.source
    if source == "h9":
        tournament = by_its_columns(tournament)
    title = source.upper() if source and format_called(source).write else "Lines"
    if isinstance(tournament.event, TeamEvent):
        from xltie.workbooks.build_teams import team_event_workbook

        return team_event_workbook(tournament.event, tournament.criteria, title)
    return event_workbook(tournament.event, tournament.criteria, title)


def by_its_columns(tournament: Tournament) -> Tournament:
    """Return the event of an EGD file with the criteria and conventions that its columns show.

    ``standings`` of the file goes by them too, so that the workbook has the same places.
    """
    from xltie.ranking.verification import conventions_of

    if tournament.event.settings.text(declared.START_SCORES) == declared.MISSING:
        return tournament
    conventions = conventions_of(tournament.event_index())
    if conventions is None:
        return tournament
    event = _with(tournament.event, declared.CRITERIA, conventions.criteria)
    if conventions.unplayed:
        event = _with(event, declared.UNPLAYED, conventions.unplayed)
    return replace(tournament, event=event, criteria=conventions.criteria)


def _with_lines(tournament: Tournament, format_name: str) -> Event:
    """Return the event with the lines of the file of this format that it came from, if any."""
    event = tournament.event
    if not tournament.sheets:
        return event if tournament.source == format_name else _without_notation(event)
    # In a workbook the criteria are a setting like any other; a file has its own place for them.
    event = replace(event, settings=event.settings.with_(declared.CRITERIA, ""))
    records, encoding = read_records(tournament.sheets, format_name.upper())
    if not records:
        return event
    before = read_basis(tournament.sheets, format_name.upper())
    if before and before != _basis(tournament):
        event = _with(event, declared.LINES_OUTDATED, "yes")
    return _with(replace(event, records=records), declared.ENCODING, encoding)


def _without_notation(event: Event) -> Event:
    """Return an event without the lines and letters of its file, which another format has not."""
    matches = (one.with_sides(lambda side: replace(side, code="")) for one in event.matches)
    return replace(event, records=(), matches=tuple(matches))


def _basis(tournament: Tournament) -> str:
    """Return what the places of an event rest on now, besides its games."""
    event = tournament.event
    said = {
        "format": event.format, "rulebook": edition_of(event), "criteria": tournament.criteria,
    }  # fmt: skip
    lines = preset(event.game).settings  # what has no line is as usual
    blank = dict.fromkeys((line.key for line in lines if line.setting.is_basic), "")
    return criteria_fingerprint(
        preset(event.game), {**blank, **event.settings.texts, **said}, event.contestants
    )


def _with(event: Event, setting: Setting[Any], text: str) -> Event:
    return replace(event, settings=event.settings.with_(setting, text))


def _says_criteria(event: Event, criteria: str, chosen: Format) -> bool:
    """Tell whether the file is to name its criteria: not the default ones if it never did."""
    if not event.records or criteria != default_criteria(event):
        return True
    text = "".join(line + end for line, end in event.records)
    encoding = event.settings.text(declared.ENCODING, "utf-8")
    # Of the three codecs of UTF-16 only the plain one writes the mark that readers tell it by.
    before = chosen.read(text.encode("utf-16" if "utf-16" in encoding else encoding), "").event
    return declared.CRITERIA in before.settings
