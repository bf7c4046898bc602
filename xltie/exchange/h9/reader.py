"""EGD tournament files (``.h9``, ``.txt``): the results that Go clubs send to the rating list.

A header of comments (``; EV[name]``, ``; DT[from,to]``, ``; HA[h9]``), then one line per player:
place, name, grade, country, club, criterion columns, and a result for every round.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import printed_number
from xltie.core.errors import Fault, Place
from xltie.core.go_ranks import with_unit
from xltie.core.messages import count, joined, say
from xltie.core.records import replace
from xltie.event import Contestant, Event
from xltie.exchange.common.go import MOST_ROUNDS, start_scores_not_known
from xltie.exchange.common.notes import Notes, by_place
from xltie.exchange.common.text import split
from xltie.exchange.h9.columns import Start, column_names, find_start, halves_in
from xltie.exchange.h9.encodings import decode, doubtful
from xltie.exchange.h9.games import (
    Numbered,
    game_faults,
    has_halves,
    matches,
    numbered,
    rank_faults,
)
from xltie.exchange.h9.header import date_in, fields, settings_in
from xltie.exchange.h9.lines import H9Line, is_comment, players_of, read_lines
from xltie.exchange.h9.writer import lost, renewed, write
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, Texts
from xltie.settings.declared import (
    ABSENT,
    CRITERIA,
    EGD_ABSENT,
    EGD_COLUMNS,
    ENCODING,
    MISSING,
    ROUNDING,
    START_SCORES,
    UNSAID,
)

_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f]")
_END_OF_FILE = b"\x1a"  # the end-of-text mark of old programs
_PIN = re.compile(r"\|\s*(\d+)")


def looks_like(data: bytes) -> bool:
    """Tell whether a file has an EGD header or a line of a player with results."""
    text = decode(data[:20000])[0]
    if fields([line.strip() for line in text.splitlines()]):
        return True
    rows = read_lines([(1, line) for line in text.splitlines()[:200]], Notes())
    return any(len(row.results) > 1 for row in rows)


def read(data: bytes, name: str) -> ReadResult:
    """Return the event, and a warning where it was a McMahon event without its start scores.

    Players are numbered as the results refer to them. The printed place, the columns and the PIN
    stay in ``Contestant.more``, the comments in the event's options.

    Raises:
        InputError: every fault with line and column: a line that cannot be read, a player twice in
            a round or against themselves, results that do not mirror each other.
    """
    text, encoding = decode(data.rstrip(_END_OF_FILE))
    records = split(text)
    notes = Notes(name)
    _note_control_characters(records, notes)
    lines = players_of(records)
    first = lines[0][0] if lines else len(records) + 1
    comments = [text.strip() for text, _ in records[: first - 1] if is_comment(text)]
    rows = read_lines(lines, notes)
    if not rows and not notes.faults:
        notes.fault("there is no line with a player here", notes.place())
    by_number = numbered(rows, name)
    others = [*_round_faults(rows, name), *game_faults(by_number)]
    if len(rows) < len(lines) and others:
        notes.refuse([_consequences(len(others), name)])
    notes.faults += [*others, *rank_faults(by_number, _reduction(fields(comments)))]
    notes.faults.sort(key=by_place)
    notes.refuse()
    event = replace(_event(by_number, comments, encoding), records=records)
    warnings = _encoding_doubts(rows, encoding, name)
    untold = _missing_start_scores(event, name)
    if untold is not None:
        event = replace(event, settings=event.settings.with_(START_SCORES, untold.kind))
        warnings = (*warnings, untold.fault)
    return ReadResult(event, warnings)


def _encoding_doubts(rows: Sequence[H9Line], encoding: str, file: str) -> Tuple[Fault, ...]:
    """Return the warning that names of eastern Europe are read as western letters, if any are."""
    named = doubtful(encoding, [(row.name, row.country.upper()) for row in rows])
    taken = "Windows-1252" if encoding == "cp1252" else "Latin-9"
    said = say(
        "the file does not say its encoding; its letters are read as {encoding}, such as {text}: "
        "save it as UTF-8 if they are others",
        encoding=taken,
        text=named,
    )
    return (Fault(said, Place(file=file)),) if named else ()


def _consequences(others: int, file: str) -> Fault:
    """Return the fault that stands for those of other lines: a line not read shifts the numbers."""
    said = count(
        others,
        "{n} further fault may only follow from that, and cannot be judged yet",
        "{n} further faults may only follow from that, and cannot be judged yet",
    )
    return Fault(said, Place(file=file))


def _note_control_characters(records: Sequence[Tuple[str, str]], notes: Notes) -> None:
    """Note the control characters in a text: a workbook cannot hold them."""
    for number, (text, _) in enumerate(records, 1):
        for match in _CONTROL.finditer(text):
            said = say(
                "a control character (code {code}) cannot be part of a text", code=ord(match[0])
            )
            notes.fault(said, number, match.start() + 1)


def _round_faults(rows: Sequence[H9Line], file: str) -> List[Fault]:
    """Return the lines that have another number of results than most."""
    counts = [len(row.results) for row in rows]
    if max(counts, default=0) > MOST_ROUNDS:
        return [
            Fault.say("more than {most} rounds", Place(file=file, line=row.line), most=MOST_ROUNDS)
            for row in rows
            if len(row.results) > MOST_ROUNDS
        ]
    if len(set(counts)) <= 1:
        return []
    usual = max(set(counts), key=counts.count)
    return [
        Fault(
            count(
                len(row.results),
                "{who} has {n} result, the others {usual}",
                "{who} has {n} results, the others {usual}",
                who=row.name,
                usual=usual,
            ),
            Place(file=file, line=row.line, column=row.column),
        )
        for row in rows
        if len(row.results) != usual
    ]


def _scores(rows: Sequence[H9Line], start: Optional[Start], has_halves: bool) -> Texts:
    """Return the criteria, and what rounds without an opponent are worth."""
    worth = start.halves if start is not None else halves_in(rows)
    rounding = "" if worth.rounds_down or not has_halves else "none"
    if start is not None:
        absent = "" if worth.absent else "0;0"
        return {CRITERIA: "MMS, SOS", ABSENT: absent, ROUNDING: rounding}
    if not has_halves:
        return {CRITERIA: "NBW, SOS"}
    absent = f"{float(worth.absent):g}"
    return {CRITERIA: "NBW, SOS", EGD_ABSENT: "0=", ABSENT: absent, ROUNDING: rounding}


def _event(lines: Numbered, comments: Sequence[str], encoding: str) -> Event:
    rows = list(lines.rows.values())
    head = fields(comments)
    names = column_names(comments, max((len(row.columns) for row in rows), default=0))
    start = find_start(rows, names)
    halves = has_halves(lines)
    games = matches(lines, start is not None or halves, _reduction(head))
    settings: Texts = {
        EGD_COLUMNS: ";".join(names) if any(names) else "",
        ENCODING: "" if encoding == "utf-8" else encoding,
        **_scores(rows, start, halves),
        **settings_in(head),
    }
    return Event(
        name=head.get("EV", ""),
        game="go",
        format="mcmahon" if start else "swiss",
        rulebook="egf",
        rounds=max((len(row.results) for row in rows), default=0),
        contestants=tuple(
            _contestant(number, row, start, index, lines.file)
            for index, (number, row) in enumerate(lines.rows.items())
        ),
        matches=tuple(games),
        start_date=date_in(head.get("DT", "")),
        settings=Settings.of(settings),
    )


def _reduction(head: Dict[str, str]) -> Optional[int]:
    """Return what handicaps are less than the difference of ranks; None where all are even."""
    match = re.fullmatch(r"[hH](\d)", head.get("HA", ""))
    return int(match[1]) if match and match[1] != "9" else None


def _contestant(
    number: int, row: H9Line, start: Optional[Start], index: int, file: str
) -> Contestant:
    pin = _PIN.match(row.tail)
    more = [("Place", row.place)]
    more.extend((f"{COLUMN} {n}", text) for n, text in enumerate(row.columns, 1))
    if row.tail:
        more.append(("PIN", pin[1] if pin and pin[0] == row.tail else row.tail))
    contestant = Contestant(
        str(number),
        row.name,
        club=row.club,
        country=row.country,
        grade=with_unit(row.grade),
        more=tuple(pair for pair in more if pair[1]),
        place=Place(file=file, line=row.line, column=row.column),
    )
    return contestant if start is None else replace(contestant, start=Fraction(start.scores[index]))


def held(data: bytes) -> int:
    """Return how many players the lines of a file name."""
    return len(players_of(split(decode(data)[0])))


FORMAT = Format(
    "h9", say("EGD tournament file"), looks_like, read, write, game="go",
    remarks=lost, explained=("name", "country", "club", "PIN"), renewed=renewed, holds=held,
)  # fmt: skip


COLUMN = "Criterion"
"""Names of the columns of a file in ``Contestant.more``: Criterion 1, Criterion 2 ..."""
_OVER_MCMAHON = frozenset({"MMS", "START", "SOSM", "SOSM-1", "SOSM-2", "SOSOSM", "SODOSM", "CUSSM"})


class _Untold(NamedTuple):
    """What is said of start scores that are not known, and the kind of want: an option's value."""

    fault: Fault
    kind: str


def _missing_start_scores(event: Event, file: str) -> Optional[_Untold]:
    """Return why the start scores of an event that was read are not known; None where they are.

    They are known where the columns give them, and where these show that all start from 0. Where
    no column and no heading speaks of points, nothing tells whether it was a McMahon event.
    """
    if event.format == "mcmahon":
        return None
    names, line = _headings(event)
    columns = _columns(event)
    if columns == 0 and not names:
        place = Place(file=file, line=event.contestants[0].place.line)
        said = start_scores_not_known(say("there are no columns of points"))
        return _Untold(Fault(said, place), UNSAID)
    if not _OVER_MCMAHON.intersection(names):
        return None
    if columns < len(names) and "NBW" not in names[:columns]:
        said = (
            say(
                "{names} stand in the heading and only {columns} in the lines",
                names=joined(names),
                columns=columns,
            )
            if columns
            else say("{names} stand in the heading and none in the lines", names=joined(names))
        )
    elif _is_misread(event, names):
        said = say("the column headed MMS is not the points with a start score")
    else:
        return None
    return _Untold(Fault(start_scores_not_known(said), Place(file=file, line=line)), MISSING)


def _is_misread(event: Event, names: Sequence[str]) -> bool:
    """Tell whether the column headed MMS, in which no start score was found, is not of wins."""
    if "MMS" not in names:
        return False
    title = f"{COLUMN} {names.index('MMS') + 1}"
    values = (
        printed_number(dict(contestant.more).get(title, "")) for contestant in event.contestants
    )
    return any(value is not None and value > event.rounds for value in values)


def _columns(event: Event) -> int:
    """Return how many columns every line has."""
    return min(
        sum(1 for key, _ in contestant.more if key.startswith(COLUMN))
        for contestant in event.contestants
    )


def _headings(event: Event) -> Tuple[List[str], Optional[int]]:
    """Return the names of the columns that stand above the players, and their line."""
    first = min(contestant.place.line or 1 for contestant in event.contestants)
    above = [text.strip() for text, _ in event.records[: first - 1]]
    for line in range(len(above), 0, -1):
        if is_comment(above[line - 1]):
            found = [name for name in column_names(above[line - 1 : line]) if name]
            if found:
                return found, line
    return [], None
