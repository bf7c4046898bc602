"""LIN files of Bridge Base Online: ``key|value|`` one after another, without an official text.

What is read was compared with public files and two programs that read them (bridgebots, endplay):

====== =============================================================================================
``vg`` a match: title, segment, scoring (``I`` IMPs, ``B`` board a match, ``P`` pairs), first and
       last board, both teams, each with what it carries over
``rs`` the results, open and closed room in turn for every board: ``4HE=``, ``3NWx-2``, ``PASS``
``pn`` the players: South, West, North, East of the open room, then of the closed one
``qx`` the board that follows: ``o5`` in the open room, ``c5`` in the closed; or ``ah``: ``Board 5``
``md`` dealer (1 South to 4 East) and hands from South on: ``4SKQH2...``; the last may be missing
====== =============================================================================================

The first team sits North-South in the open room, East-West in the closed one.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterator, List, NamedTuple, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import DomainError, InputError
from xltie.core.messages import plain, say
from xltie.event import BoardResult, Contestant, Event, HandRecord
from xltie.event.bridge import Contract, read_contract, read_tricks
from xltie.exchange.common.bridge_session import (
    at_table,
    hand_record,
    keep_record,
    score_made,
    session_of,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings
from xltie.settings.declared import CONTEST, CRITERIA

_RESULT = re.compile(r"([1-7][CDHSN])([NESW])(x{0,2})(=|[+-]\d{1,2})", re.IGNORECASE)
_CRITERIA = {"I": "IMP", "B": "BAM"}
_ROOMS = ("open", "closed")
_HOME, _AWAY = (0, 2, 5, 7), (4, 6, 1, 3)
"""Where the players of both teams stand in ``pn``."""


class _Word(NamedTuple):
    key: str
    value: str
    line: int


def _words(data: bytes) -> Iterator[_Word]:
    parts = data.decode("utf-8-sig", "replace").split("|")
    line = 1
    for key, value in zip(parts[::2], parts[1::2]):
        line += key.count("\n")
        yield _Word(key.strip().lower(), value.strip(), line)
        line += value.count("\n")


def read(data: bytes, name: str) -> ReadResult:
    """Return the match of teams in a file, with the cards of its boards.

    Raises:
        InputError: there is no match of teams in it, or a result that cannot be read.
    """
    notes = Notes(name)
    words = {word.key: word for word in reversed(list(_words(data)))}
    vg = words.get("vg", _Word("vg", "", 1))
    match = _match(vg, notes)
    known: Dict[str, Contestant] = {}
    players = words.get("pn", _Word("pn", "", 1)).value.split(",")
    # a team begins with its lead, since what it scores is what it gained less what it lost
    lead = (number_of(match.carried) or Fraction(0)) - (number_of(match.other_carried) or 0)
    for team, start, seats in ((match.home, lead, _HOME), (match.away, -lead, _AWAY)):
        named = ", ".join(players[at] for at in seats if at < len(players) and players[at])
        about_team = (("Players", named),) if named else ()
        keep_record(known, "", Contestant(team, team, start=start, more=about_team))
    results = words.get("rs", vg)
    lines = list(_lines(results, match, notes)) if results is not vg else []
    base = Event(
        name=" ".join(filter(None, (match.title, match.segment))), game="bridge",
        settings=Settings.of({CONTEST: "teams", CRITERIA: _CRITERIA[match.scoring.upper()]}),
        hand_records=_records(data, notes),
    )  # fmt: skip
    return session_of(lines, base, notes, known, at=notes.place(results.line))


class _Match(NamedTuple):
    """What ``vg`` says: the match, how it is scored, both teams with what they carry over."""

    title: str
    segment: str
    scoring: str
    first: str
    last: str
    home: str
    carried: str
    away: str
    other_carried: str = ""


def _match(vg: _Word, notes: Notes) -> _Match:
    about = [part.strip() for part in vg.value.split(",")]
    if len(about) < len(_Match._fields) - 1:
        said = say(
            "there is no match of teams in this file; publish shows the cards alone, by --hands"
        )
        raise InputError.of(said, notes.place(vg.line))
    found = _Match(*about[: len(_Match._fields)])
    is_scored = found.scoring.upper() in _CRITERIA and found.first.isdecimal()
    if not (is_scored and found.home and found.away):
        raise InputError.say(
            "of LIN files those of matches of teams in IMPs or board a match are read",
            notes.place(vg.line),
        )
    return found


def _lines(results: _Word, match: _Match, notes: Notes) -> Iterator[BoardResult]:
    """Yield every result; one that is blank was not played, or not shown."""
    place, teams = notes.place(results.line), (match.home, match.away)
    for at, said in enumerate(text.strip() for text in results.value.split(",")):
        turn, room = divmod(at, len(_ROOMS))
        ns, ew = teams if room == 0 else teams[::-1]
        if not said:
            continue
        board = int(match.first) + turn
        line = BoardResult(board, (ns,), (ew,), round=1, table=_ROOMS[room], place=place)
        try:
            yield _scored(line, said)
        except DomainError as error:
            notes.fault(error.message, place)


def _scored(line: BoardResult, said: str) -> BoardResult:
    """Return a line with its contract, its tricks and its score.

    Raises:
        DomainError: it is no result such as ``4HE=``.
    """
    found = _RESULT.fullmatch(said)
    contract = read_contract(f"{found[1]}{found[3]}" if found else said)
    if found is None:
        if contract != Contract(0):
            raise DomainError.say("{text!r} is no result such as 4HE= or 3NWx-2", text=said)
        return at_table(line._replace(contract=str(contract)), Fraction(0), Fraction(0))
    tricks = read_tricks(contract, found[4])
    line = line._replace(contract=str(contract), declarer=found[2].upper(), tricks=tricks)
    made = score_made(line, line.declarer, contract, tricks)
    return at_table(line, made, -made)


def hands(data: bytes, name: str) -> Tuple[HandRecord, ...]:
    """Return the cards of every board in a file.

    Raises:
        InputError: a hand that is none.
    """
    notes = Notes(name)
    found = _records(data, notes)
    notes.refuse()
    return found


def _records(data: bytes, notes: Notes) -> Tuple[HandRecord, ...]:
    found: Dict[int, HandRecord] = {}
    board, dealt = 0, _Word("md", "", 0)
    for word in _words(data):
        number = re.search(r"\d+", word.value) if word.key in ("qx", "ah") else None
        if number:
            board = int(number[0])
        if word.key == "md":
            dealt = word
        if board and dealt.value and word.key in ("md", "ah") and board not in found:
            place = notes.place(dealt.line)
            for record in hand_record(0, board, "S", _hands_said(dealt.value), notes, place):
                found[board] = record
            dealt = dealt._replace(value="")
    return tuple(found.values())


def _hands_said(text: str) -> List[str]:
    """Return the hands of ``4SKQH2DAC3,S...``, from South on, with dots between the suits."""
    return [".".join(re.split("[SHDC]", hand.upper())[1:]) for hand in text[1:].split(",")][:4]


def looks_like(data: bytes) -> bool:
    """Tell whether a file is LIN: keys of two letters between bars, among them the cards."""
    return re.match(rb"(\xef\xbb\xbf)?\s*[a-z]{2}\|", data) is not None and b"md|" in data


FORMAT = Format("lin", plain("LIN"), looks_like, read, game="bridge", hands=hands)
