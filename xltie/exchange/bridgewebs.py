"""The results file of BridgeWebs ("CSV Format" in its guide, version ``std1``).

Fields stand between semicolons, tabs or commas, whichever the first line has. A line that begins
with ``#`` is an option with its value, in any letters; what follows these three is a table:

===============  ===================================================================================
``#Scores``      a line of headings, then a line for each pair: Position, Pair, Name1, Name2, Score,
                 Percent ...; with two winners there are two such tables, NS and then EW
``#Travellers``  a line of headings: NS, EW, NSScore, EWScore, NSPts, EWPts, Contract, Tricks ...
``#Board``       the number of a board; a line for each of its results
===============  ===================================================================================

A score stands in the column of the side that won it, an adjusted one as percentages in both. What
the guide says was compared with a program that writes such files (Knave Bridge Scorer) and one that
reads them (BridgeScore's ImportUsebio).
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Dict, Iterator, List, Mapping, Optional, Tuple

from xltie.core.dates import day_first
from xltie.core.errors import DomainError, InputError, Place
from xltie.core.messages import plain, word
from xltie.event import NOT_PLAYED, BoardResult, Contestant, Event, Result
from xltie.exchange.common.bridge_session import (
    board_number,
    keep_record,
    line_of,
    possible_score,
    record_of,
    session_of,
    with_contract,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.text import csv_rows
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, Texts
from xltie.settings.declared import CONTEST, CRITERIA, WINNERS

Fields = Mapping[str, str]

_REFUSED = {
    "teams": word("kind of event", "teams"),
    "swissteams": word("kind of event", "Swiss teams"),
    "individual": word("kind of event", "individuals"),
    "aggregate": word("kind of event", "total points"),
}
"""Kinds of events whose tables the guide describes otherwise."""
_NONE = frozenset({"", "-", "x"})
LINE = {
    "ns": "ns", "ew": "ew", "contract": "contract", "declarer": "declarer", "lead": "lead",
    "tricks": "tricks", "ns_points": "nspts", "ew_points": "ewpts",
}  # fmt: skip
RECORD = {"Published TotalPercentage": "percent", "Published TotalScore": "score"}


def looks_like(data: bytes) -> bool:
    """Tell whether a file begins as such a file does."""
    return (
        re.match(rb"(\xef\xbb\xbf)?\s*\"?#version\"?\s*[;,\t]\s*\"?std", data.lower()) is not None
    )


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the session, and what of the file is left out.

    Raises:
        InputError: every line that cannot be read, or an event that is not one of pairs.
    """
    return _BridgeWebsReader(name, data).noted()


class _BridgeWebsReader:
    """Reads line after line, collecting faults."""

    def __init__(self, name: str, data: bytes) -> None:
        self.notes = Notes(name)
        self.rows = csv_rows(data, name)
        self.options: Dict[str, str] = {}
        self.players: Dict[str, Contestant] = {}
        self.results: List[BoardResult] = []
        self.tables = 0

    def noted(self) -> ReadResult:
        """Return the session.

        Raises:
            InputError: the faults found.
        """
        for line, table, board, row in self._lines():
            if table == "scores":
                self._pair(row)
            else:
                self._result(line, board, row)
        asked = [kind for option, kind in _REFUSED.items() if self.options.get(option)]
        if asked:
            raise InputError.say(
                "this is an event of {kind}; of BridgeWebs' files those of pairs are read",
                self.notes.place(),
                kind=asked[0],
            )
        if self.options.get("swiss") or self.options.get("swisspairs"):
            self.notes.warn(
                "Swiss pairs: the boards are read, the victory points of the matches are not",
                self.notes.place(),
            )
        return session_of(self.results, self._base(), self.notes, self.players)

    def _base(self) -> Event:
        """The event without its results, which has the options of the file."""
        criteria = "BUTLERIMPS" if self.options.get("butler") else ""
        criteria = "XIMPS" if self.options.get("crossimp") else criteria
        winners = self.options.get("winners", "")
        settings: Texts = {
            CONTEST: "pairs",
            WINNERS: winners if winners in ("1", "2") else "",
            CRITERIA: criteria,
        }
        name = self.options.get("title") or self.options.get("description", "")
        return Event(
            name=name, game="bridge",
            start_date=day_first(self.options.get("date", "")),
            settings=Settings.of(settings),
        )  # fmt: skip

    def _filled(self) -> Iterator[Tuple[int, Optional[str], List[str]]]:
        """Yield the lines that say something, each with the name of its option if it is one."""
        for line, cells in self.rows:
            option = cells[0][1:].casefold() if cells and cells[0].startswith("#") else None
            if any(cells) and option != "comment":
                yield line, option, cells

    def _lines(self) -> Iterator[Tuple[int, str, str, Fields]]:
        """Yield the lines of the tables by their headings, each with the board above it."""
        table, board = "", ""
        headings: List[str] = []
        for line, option, cells in self._filled():
            value = cells[1] if len(cells) > 1 else ""
            if option in ("scores", "travellers"):
                table, headings = option, []
                self.tables += option == "scores"
            elif option == "board":
                board = value
            elif option is not None:
                table = table if option == "boardformat" else ""
                self.options.setdefault(option, value)
            elif table and headings:
                yield line, table, board, dict(zip(headings, cells))
            else:
                headings = [cell.casefold() for cell in cells]

    def _pair(self, row: Fields) -> None:
        names = (row.get("name1", ""), row.get("name2", ""))
        record = record_of(RECORD, lambda name: row.get(name, ""), row.get("pair", ""), names)
        keep_record(self.players, {1: "NS", 2: "EW"}.get(self.tables, ""), record)

    def _result(self, line: int, board: str, row: Fields) -> None:
        place = self.notes.place(line, 1)
        number = board_number(board, self.notes, place)
        if not number:
            return
        known = {name: text for name, text in row.items() if text.casefold() not in _NONE}
        try:
            self.results.append(_with_results(number, place, known))
        except DomainError as error:
            self.notes.fault(error.message, place)


def _with_results(board: int, place: Place, known: Fields) -> BoardResult:
    """Return the result in the fields that say something; an adjusted one has no contract.

    Raises:
        DomainError: a contract, a result or a score that is none.
    """
    ns, ew = _both(known.get("nsscore", ""), known.get("ewscore", ""))
    line = line_of(LINE, lambda name: known.get(name, ""), board, place)
    if not (line.contract and isinstance(ns, Fraction)):
        line = line._replace(contract="", declarer="")
    return with_contract(line, known.get("tricks", ""), ns, ew)


def _both(ns_said: str, ew_said: str) -> Tuple[Result, Result]:
    """Return what both sides scored, each as it sees it.

    Raises:
        DomainError: the two say different things, or no score.
    """
    ns, ew = possible_score(ns_said), possible_score(ew_said)
    if (ns, ew) == (None, None):
        return NOT_PLAYED, NOT_PLAYED
    if isinstance(ns, Fraction) and ew in (None, Fraction(0), -ns):
        return ns, -ns
    if isinstance(ew, Fraction) and ns in (None, Fraction(0)):
        return -ew, ew
    if ns is None or ew is None or isinstance(ns, Fraction) or isinstance(ew, Fraction):
        raise DomainError.say(
            "NSScore {ns!r} and EWScore {ew!r} do not say one result", ns=ns_said, ew=ew_said
        )
    return ns, ew


FORMAT = Format("bridgewebs", plain("BridgeWebs"), looks_like, read)
