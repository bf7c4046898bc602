"""Reading a TRF: lines to records to an event, its points, with every fault in its place."""

from __future__ import annotations

import math
import re
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import takewhile
from typing import Collection, Dict, Iterator, List, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import Place
from xltie.core.messages import count, say
from xltie.core.numbers import ratio
from xltie.core.paused_gc import paused_gc
from xltie.core.records import replace
from xltie.event import Event, Match, Outcome, Scoring, Status, TeamEvent, annulled, rounds_begun
from xltie.exchange.common.notes import Notes, by_place
from xltie.exchange.common.text import Text, decode
from xltie.exchange.registry import ReadResult
from xltie.exchange.trf.adjustments import ADJUSTMENT
from xltie.exchange.trf.decisions import DECISIONS, with_decisions
from xltie.exchange.trf.header import HEADER, first_day
from xltie.exchange.trf.matches import OLD_BYE, Pairer, format_of
from xltie.exchange.trf.pairing_records import (
    FOR_THE_PAIRING,
    SYSTEM,
    warn_of_unknown,
    with_virtual_points,
)
from xltie.exchange.trf.player_record import PLAYER
from xltie.exchange.trf.players import TrfLine, column_of
from xltie.exchange.trf.record import Record
from xltie.exchange.trf.report import Report
from xltie.exchange.trf.team_lines import INFORMATIVE, ROUNDS, SCORES, TEAMS, Lines, holds_teams
from xltie.exchange.trf.team_matches import notice, teams_of
from xltie.settings import Settings
from xltie.settings.declared import ENCODING

TABLE = (
    *HEADER, *SYSTEM, *SCORES, PLAYER, *TEAMS, *FOR_THE_PAIRING, *ROUNDS, ADJUSTMENT,
    *INFORMATIVE, *DECISIONS,
)  # fmt: skip
_BY_NUMBER: Dict[str, Record] = {number: record for record in TABLE for number in record.numbers}


def record_of(line: str) -> Optional[Record]:
    """Return the record that a line is, None for one that is kept as it stands."""
    number = line[:3].upper()
    if number == "###":
        return next((record for record in DECISIONS if line.startswith(record.number)), None)
    return _BY_NUMBER.get(number)


class Tally(NamedTuple):
    """How often a player won, drew, lost, was absent, and had the pairing bye; points given."""

    win: int
    draw: int
    loss: int
    absent: int
    bye: int
    given: Fraction


@lru_cache(maxsize=1000)
def _number(text: str) -> Optional[Fraction]:
    number = number_of(text)
    return None if number is None else ratio(number.numerator, number.denominator)


def claimed(row: TrfLine) -> Optional[Fraction]:
    """Return the points that a record claims, None where the column is blank or no number."""
    return _number(row.points)


def tallies(
    rows: Mapping[str, TrfLine], matches: Tuple[Match, ...], rounds: int
) -> Dict[str, Tally]:
    """Return what the points of every player consist of."""
    sides = [match.a for match in matches]
    sides += [match.b for match in matches if match.b is not None]
    keys = list(map(id, sides))  # by identity: the reader shares equal sides
    by_identity = dict(zip(keys, sides))
    counts: Dict[str, List[int]] = {who: [0, 0, 0, rounds, 0] for who in rows}
    given: Dict[str, Fraction] = {}
    for key, times in Counter(keys).items():
        side = by_identity[key]
        counted = counts[side.who]
        counted[3] -= times
        if side.points is not None:
            given[side.who] = given.get(side.who, _NOTHING) + side.points * times
        elif side.status is _PLAYED:
            counted[_PLAYED_AT.get(side.outcome, 2)] += times
        elif side.status is not _PENDING:
            counted[_UNPLAYED.get(side.status, 3)] += times
    return {
        who: Tally(wins, draws, losses, absences, byes, given.get(who, _NOTHING))
        for who, (wins, draws, losses, absences, byes) in counts.items()
    }


_NOTHING = Fraction(0)


def tallies_that_count(
    rows: Mapping[str, TrfLine], matches: Tuple[Match, ...], rounds: int, gone: Collection[str]
) -> Dict[str, Tally]:
    """Return the tallies with or without the games against those whose results do not count.

    Programs differ in which of them the points column shows; it is the one that fits better.
    """
    whole = tallies(rows, matches, rounds)
    if not gone:
        return whole
    kept = tuple(match for match in matches if all(side.who not in gone for side in match.sides))
    without = {**tallies(rows, kept, rounds), **{who: whole[who] for who in gone}}

    def wrong(tally: Mapping[str, Tally]) -> int:
        found = totals(tally, Scoring())
        return sum(claimed(row) not in (None, found[who]) for who, row in rows.items())

    return min((whole, without), key=wrong)


_PLAYED, _PENDING = Status.PLAYED, Status.PENDING
_PLAYED_AT: Dict[Optional[Outcome], int] = {Outcome.WIN: 0, Outcome.DRAW: 1}
"""Where a tally counts a game; any other was lost."""

_UNPLAYED = {
    Status.FORFEIT_WIN: 0, Status.FULL_BYE: 0, Status.HALF_BYE: 1, Status.PAIRING_BYE: 4,
}  # fmt: skip
"""Where a tally counts a round without a game; any other is an absence."""


_SYSTEMS = ("1 1/2 0", "3 1 0", "2 1 0", "1 0 0", "3 2 1", "4 2 1", "2 1 1", "5 2 0", "10 5 0")


def _candidates() -> Iterator[Scoring]:
    """Return point systems, the likeliest first: win, draw, loss; the bye a win, a draw, none."""
    for system in _SYSTEMS:
        win, draw, loss = map(Fraction, system.split())
        for bye in (win, draw, Fraction(0)):
            for absent in dict.fromkeys((Fraction(0), loss)):
                yield Scoring(win, draw, loss, bye, win, draw, absent, win, absent, absent)


def totals(tally: Mapping[str, Tally], scoring: Scoring) -> Dict[str, Fraction]:
    """Return the points of every player under a point system."""
    worth = (scoring.win, scoring.draw, scoring.loss, scoring.absent, scoring.pairing_bye)
    unit = math.lcm(*(value.denominator for value in worth))
    win, draw, loss, absent, bye = (int(value * unit) for value in worth)
    found: Dict[str, Fraction] = {}
    for who, (wins, draws, losses, absences, byes, given) in tally.items():
        units = wins * win + draws * draw + losses * loss + absences * absent + byes * bye
        points = ratio(units, unit)
        found[who] = points + given if given else points
    return found


def infer(rows: Mapping[str, TrfLine], tally: Mapping[str, Tally], notes: Notes) -> Scoring:
    """Return the point system under which the points column is right for the most players.

    The usual one if it is right for all, or if no other is right for all but a few: then the
    players for whom it is wrong are wrong themselves. Another worth of wins and draws makes many
    players wrong, so it is looked for only then.
    """
    known = {who: value for who, row in rows.items() if (value := claimed(row)) is not None}
    usual = Scoring()

    def wrong(scoring: Scoring) -> int:
        found = totals(tally, scoring)
        return sum(found[who] != value for who, value in known.items())

    def is_near(scoring: Scoring) -> bool:
        return (scoring.win, scoring.draw) == (usual.win, usual.draw)

    if not any(known.values()) or not wrong(usual):
        return usual
    are_many = wrong(usual) * 2 > sum(bool(tally[who].win + tally[who].draw) for who in known)
    likely = _candidates() if are_many else takewhile(is_near, _candidates())
    found = min([usual, *likely], key=wrong)
    if wrong(found) * 10 > len(known):
        return usual
    _warn_of_unusual(found, notes)
    return found


def _warn_of_unusual(found: Scoring, notes: Notes) -> None:
    if found != Scoring():
        notes.warn(
            "the points column implies win {win}, draw {draw}, loss {loss}, pairing bye {bye}; "
            "there is no record 162",
            1,
            win=found.win,
            draw=found.draw,
            loss=found.loss,
            bye=found.pairing_bye,
        )


def check_points(
    rows: Mapping[str, TrfLine], tally: Mapping[str, Tally], scoring: Scoring, notes: Notes
) -> None:
    """Warn about players whose points column differs from what their results are worth."""
    usual = totals(tally, scoring)
    for who, row in rows.items():
        value = claimed(row)
        if value is usual[who] or value == usual[who]:
            continue
        line = row.place.line or 0
        if row.points and value is None:
            notes.warn(
                "the points {points!r} of player {who} are not a number",
                line,
                81,
                points=row.points,
                who=who,
            )
        elif value is not None:
            notes.warn(
                "player {who} has {points} points in the points column, "
                "but {worth} by the results; the results count",
                line,
                81,
                who=who,
                points=row.points,
                worth=usual[who],
            )


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
    event = _of_players(report, text)
    if report.has_teams:
        event = _of_teams(event, report)
    paired = tuple(with_virtual_points(who, report) for who in event.contestants)
    undated = first_day(report)[1]
    warnings = [*notes.warnings, *([undated] if undated else [])]
    return ReadResult(
        replace(event, contestants=paired), tuple(sorted(warnings, key=by_place)), undated
    )


def _of_players(report: Report, text: Text) -> Event:
    """Return the event of the players, with what their results are worth."""
    notes, rows = report.notes, report.rows.values()
    byes = {} if report.has_teams else report.byes
    shown = max((row.last_round for row in rows), default=0)
    last = max([shown, *(number for _, number in byes)])
    matches = Pairer(report, byes).matches(last)
    _refuse(notes)
    players = tuple(row.contestant for row in rows)
    begun = rounds_begun(players, matches)
    if begun < last:
        _announce(matches, begun, notes)
    event = Event(
        report.name,
        report.game,
        report.format or format_of([m for m in matches if m.round <= begun], len(players)),
        _rounds(report, shown, notes),
        "",
        players,
        matches,
        start_date=first_day(report)[0],
        settings=_settings(report, text),
        records=text.lines,
    )
    if not report.has_teams:  # whose games count may rest on who left
        event = replace(event, contestants=with_decisions(players, report))
    return _with_scoring(event, report, begun)


def _of_teams(players: Event, report: Report) -> TeamEvent:
    """Return the event of the teams, in whose files byes have the letters of other records."""
    event, notes = teams_of(players, report), report.notes
    _refuse(notes)
    notes.warnings[:] = [one for one in notes.warnings if one.code != OLD_BYE]
    notes.warnings.extend([notice(event)] if event.contestants else [])
    return replace(event, contestants=with_decisions(event.contestants, report))


def _refuse(notes: Notes) -> None:
    notes.faults.sort(key=by_place)
    notes.refuse()


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
        notes.fault("the file looks like UTF-16 without its mark; save it as UTF-8", 1)
    else:
        notes.fault("there are no player records (001)", 1)


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
            said = say(
                "the control character {code} cannot be seen; it stays in the file, but in no cell",
                code=f"U+{ord(found[0]):04X}",
            )
            notes.warn(said, number, found.start() + 1)


def _announce(matches: Tuple[Match, ...], begun: int, notes: Notes) -> None:
    """Warn of rounds that have byes but no games yet, as in files for pairing."""
    first = next((match for match in matches if match.round > begun), None)
    if first is not None:
        notes.warn(
            "round {round} has byes but no game yet; it does not count so far",
            first.place.line or 0,
            column_of(first.round),
            round=first.round,
        )


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
