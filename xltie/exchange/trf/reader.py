"""Reading a TRF: lines to records, records to an event, with every fault in its place."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Container, Dict, Mapping, Tuple

from xltie.core.messages import count, say
from xltie.core.paused_gc import paused_gc
from xltie.event import Event, Match, TeamEvent, annulled, rounds_begun
from xltie.exchange.common.notes import Notes, by_place
from xltie.exchange.common.text import Text, decode
from xltie.exchange.registry import ReadResult
from xltie.exchange.trf.decisions import lot_of, with_decisions
from xltie.exchange.trf.header import Header, first_day, read_header
from xltie.exchange.trf.matches import OLD_BYE, Pairer, is_round_robin
from xltie.exchange.trf.pairing_records import read_pairing_records, with_virtual_points
from xltie.exchange.trf.players import TrfLine, column_of, read_row
from xltie.exchange.trf.scoring import check_points, infer, tallies_that_count
from xltie.exchange.trf.team_lines import holds_teams, team_numbers
from xltie.exchange.trf.team_matches import notice, teams_of
from xltie.settings import Settings, Texts
from xltie.settings.declared import ENCODING, LOT


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
    header = Header(notes=notes)
    rows: Dict[str, TrfLine] = {}
    has_teams = holds_teams(text.lines)
    _read_lines(text.lines, header, rows, notes, has_teams)
    _name_control_characters(text.lines, notes)
    if not rows:
        _name_what_is_missing(text, notes)
    shown = max((row.last_round for row in rows.values()), default=0)
    rounds = _rounds(header, shown, notes)
    numbers: Container[str] = (has_teams and team_numbers(text.lines)) or rows
    pairing, virtual = read_pairing_records(text.lines, numbers, notes, has_teams)
    team_byes: Dict[Tuple[str, int], str] = {}
    if has_teams:
        team_byes, header.byes = header.byes, {}
    announced = max((number for _, number in header.byes), default=0)
    matches = Pairer(rows, header, notes).matches(max(shown, announced))
    notes.faults.sort(key=by_place)
    notes.refuse()
    contestants = tuple(with_virtual_points(row.contestant, virtual) for row in rows.values())
    begun = rounds_begun(contestants, matches)
    if begun < max(shown, announced):
        _announce(matches, begun, notes)
    start_date, undated = first_day(header)
    event = Event(
        header.name,
        "chess",
        header.format or _format(matches, len(rows), begun),
        rounds,
        "",
        contestants,
        matches,
        start_date=start_date,
        settings=Settings.of(_settings(header, pairing, text)),
        records=text.lines,
    )
    if not has_teams:
        event = replace(event, contestants=with_decisions(contestants, text.lines, notes))
    event = _with_scoring(event, rows, header, begun, notes)
    if has_teams:
        event = teams_of(event, text.lines, team_byes, bool(header.format), notes)
        event = _of_teams(event, virtual, notes)
    warnings = [*notes.warnings, *([undated] if undated else [])]
    return ReadResult(event, tuple(sorted(warnings, key=by_place)), undated)


def _of_teams(event: TeamEvent, virtual: Mapping[str, str], notes: Notes) -> TeamEvent:
    """Return the event of the teams with what is said of them beside their matches."""
    notes.faults.sort(key=by_place)
    notes.refuse()
    notes.warnings[:] = [one for one in notes.warnings if one.code != OLD_BYE]  # as usual there
    if event.contestants:
        notes.warnings.append(notice(event))
    teams = tuple(with_virtual_points(team, virtual) for team in event.contestants)
    return replace(event, contestants=with_decisions(teams, event.records, notes))


def _name_what_is_missing(text: Text, notes: Notes) -> None:
    if any("\0" in line for line, _ in text.lines):
        notes.fault(say("the file looks like UTF-16 without its mark; save it as UTF-8"), 1)
    else:
        notes.fault(say("there are no player records (001)"), 1)


def _settings(header: Header, pairing: Texts, text: Text) -> Texts:
    """Return the settings of the event that a file holds."""
    encoding = "" if text.encoding == "utf-8" else text.encoding
    return {**header.settings, **pairing, LOT: lot_of(text.lines), ENCODING: encoding}


def _with_scoring(
    event: Event, rows: Dict[str, TrfLine], header: Header, begun: int, notes: Notes
) -> Event:
    """Return an event with the points of its results, which the points column may tell."""
    played = tuple(match for match in event.matches if match.round <= begun)
    tally = tallies_that_count(rows, played, begun, annulled(event))
    scoring = header.scoring or infer(rows, tally, notes)
    check_points(rows, tally, scoring, notes)
    return replace(event, scoring=scoring)


def _read_lines(
    lines: Tuple[Tuple[str, str], ...],
    header: Header,
    rows: Dict[str, TrfLine],
    notes: Notes,
    has_teams: bool,
) -> None:
    """Take in all records; points beside the results (299) of teams are read with the teams."""
    for number, (line, _) in enumerate(lines, 1):
        record = line[:3]
        if record == "001":
            row = read_row(line, number, notes)
            if row is None:
                continue
            who = row.contestant.id
            if who in rows:
                first = rows[who].place.line
                notes.fault(
                    say("player {who} is listed twice, first in line {line}", who=who, line=first),
                    number,
                    5,
                )
            rows.setdefault(who, row)
        elif record != "###" and line.strip() and not (has_teams and record == "299"):
            read_header(record.upper(), line, header, notes.place(number))


_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")


def _name_control_characters(lines: Tuple[Tuple[str, str], ...], notes: Notes) -> None:
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


def _rounds(header: Header, begun: int, notes: Notes) -> int:
    if header.rounds and header.rounds < begun:
        said = count(
            header.rounds,
            "the file says {n} round, but there are {begun}",
            "the file says {n} rounds, but there are {begun}",
            begun=begun,
        )
        notes.warn(said, 1)
    return max(header.rounds or header.dated_rounds, begun)
