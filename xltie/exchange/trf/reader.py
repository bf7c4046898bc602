"""Reading a TRF: lines to records, records to an event, with every fault in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Dict, List, Tuple

from xltie.core.errors import Place
from xltie.core.messages import count, say
from xltie.core.paused_gc import paused_gc
from xltie.event import Event, Match, TeamEvent, annulled, rounds_begun
from xltie.exchange.common.notes import Notes, by_place
from xltie.exchange.common.text import Text, decode
from xltie.exchange.registry import ReadResult
from xltie.exchange.trf.decisions import with_decisions
from xltie.exchange.trf.header import first_day
from xltie.exchange.trf.matches import OLD_BYE, Pairer, is_round_robin
from xltie.exchange.trf.pairing_records import warn_of_unknown, with_virtual_points
from xltie.exchange.trf.players import column_of
from xltie.exchange.trf.report import Report
from xltie.exchange.trf.scoring import check_points, infer, tallies_that_count
from xltie.exchange.trf.table import TABLE, record_of
from xltie.exchange.trf.team_lines import Lines, holds_teams
from xltie.exchange.trf.team_matches import notice, teams_of
from xltie.settings import Settings
from xltie.settings.declared import ENCODING


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the event in a TRF, of teams where it has them, and the warnings about it.

    Raises:
        InputError: every fault of the file, with line and column.
    """
    with paused_gc():
        return _read(decode(data), name)


def read_players(data: bytes, name: str = "") -> Event:
    """Return the event in a TRF, of a team event that of its players."""
    event = read(data, name).event
    return event.players if isinstance(event, TeamEvent) else event


def _read(text: Text, name: str) -> ReadResult:
    notes = Notes(name)
    report = _report_of(text.lines, notes)
    _name_control_characters(text.lines, notes)
    if not report.rows:
        _name_what_is_missing(text, notes)
    shown = max((row.last_round for row in report.rows.values()), default=0)
    byes = {} if report.has_teams else report.byes
    announced = max((number for _, number in byes), default=0)
    matches = Pairer(report, byes).matches(max(shown, announced))
    notes.faults.sort(key=by_place)
    notes.refuse()
    players = tuple(row.contestant for row in report.rows.values())
    begun = rounds_begun(players, matches)
    if begun < max(shown, announced):
        _announce(matches, begun, notes)
    start_date, undated = first_day(report)
    event = Event(
        report.name,
        "chess",
        report.format or _format(matches, len(players), begun),
        _rounds(report, shown, notes),
        "",
        players,
        matches,
        start_date=start_date,
        settings=_settings(report, text),
        records=text.lines,
    )
    if not report.has_teams:  # whose games count may rest on who left
        event = replace(event, contestants=with_decisions(event.contestants, report))
    event = _with_scoring(event, report, begun)
    if report.has_teams:
        event = teams_of(event, report)
        notes.faults.sort(key=by_place)
        notes.refuse()
        notes.warnings[:] = [one for one in notes.warnings if one.code != OLD_BYE]  # usual there
        notes.warnings.extend([notice(event)] if event.contestants else [])
        event = replace(event, contestants=with_decisions(event.contestants, report))
    paired = tuple(with_virtual_points(who, report) for who in event.contestants)
    warnings = [*notes.warnings, *([undated] if undated else [])]
    return ReadResult(
        replace(event, contestants=paired), tuple(sorted(warnings, key=by_place)), undated
    )


def _report_of(lines: Lines, notes: Notes) -> Report:
    """Return what the records say, taken in kind after kind in the order of the table."""
    found: Dict[str, List[Tuple[str, Place]]] = {}
    for number, (line, _) in enumerate(lines, 1):
        record = record_of(line)
        if record is not None:
            found.setdefault(record.number, []).append((line, notes.place(number)))
    report = Report(notes, holds_teams(lines), "310" in found)
    for record in TABLE:
        if record.read is not None and (report.has_teams or not record.is_of_teams):
            for line, place in found.get(record.number, ()):
                record.read(record, report, line, place)
    warn_of_unknown(report)
    return report


def _name_what_is_missing(text: Text, notes: Notes) -> None:
    if any("\0" in line for line, _ in text.lines):
        notes.fault(say("the file looks like UTF-16 without its mark; save it as UTF-8"), 1)
    else:
        notes.fault(say("there are no player records (001)"), 1)


def _settings(report: Report, text: Text) -> Settings:
    """Return the settings of the event that a file holds."""
    encoding = "" if text.encoding == "utf-8" else text.encoding
    return Settings.of({**report.settings, ENCODING: encoding})


def _with_scoring(event: Event, report: Report, begun: int) -> Event:
    """Return an event with the points of its results, which the points column may tell."""
    played = tuple(match for match in event.matches if match.round <= begun)
    tally = tallies_that_count(report.rows, played, begun, annulled(event))
    scoring = report.scoring or infer(report.rows, tally, report.notes)
    check_points(report.rows, tally, scoring, report.notes)
    return replace(event, scoring=scoring)


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _name_control_characters(lines: Lines, notes: Notes) -> None:
    """Warn of what no screen shows; a line of nothing else, such as a page break, does no harm."""
    for number, (line, _) in enumerate(lines, 1):
        found = None if line.isprintable() else _CONTROL.search(line)
        if found is not None and _CONTROL.sub("", line).strip():
            code = f"U+{ord(found[0]):04X}"
            notes.warn(
                say(
                    "the control character {code} cannot be seen; it stays in the file, "
                    "but in no cell",
                    code=code,
                ),
                number,
                found.start() + 1,
            )


def _announce(matches: Tuple[Match, ...], begun: int, notes: Notes) -> None:
    """Warn of rounds that have byes but no games yet, as in files for pairing."""
    first = next((match for match in matches if match.round > begun), None)
    if first is not None:
        notes.warn(
            say(
                "round {round} has byes but no game yet; it does not count so far",
                round=first.round,
            ),
            first.place.line or 0,
            column_of(first.round),
        )


def _format(matches: Tuple[Match, ...], players: int, begun: int) -> str:
    return "round-robin" if is_round_robin(matches, players, begun) else "swiss"


def _rounds(report: Report, begun: int, notes: Notes) -> int:
    if report.rounds and report.rounds < begun:
        said = count(
            report.rounds,
            "the file says {n} round, but there are {begun}",
            "the file says {n} rounds, but there are {begun}",
            begun=begun,
        )
        notes.warn(said, 1)
    return max(report.rounds or sum(map(bool, report.days)), begun)
