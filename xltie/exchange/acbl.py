"""Reads the results of a club game that ACBLscore sent to the site of the ACBL.

The page holds one JSON object, in an attribute (``v-bind:data``) or a script (``var data``). Saved
alone it is read too: ``sessions`` with ``sections``, each with ``pair_summaries`` (number,
direction, stratum, score, percentage, players) and ``boards`` with ``board_results`` (pairs,
scores of both sides, contract, declarer, result, matchpoints).
"""

from __future__ import annotations

import json
import re
from functools import partial
from html import unescape
from typing import Any, Dict, Iterator, List, Mapping, Optional

from xltie.core.cells import number_of
from xltie.core.dates import month_first, read_date
from xltie.core.errors import DomainError, InputError, Place
from xltie.core.messages import count, say
from xltie.event import NOT_PLAYED, BoardResult, Contestant, Event
from xltie.exchange.common.bridge_session import (
    keep_record,
    line_of,
    possible_score,
    record_of,
    said_of,
    session_of,
    with_contract,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings, Texts
from xltie.settings.declared import CLUB, CLUB_ID, CONTEST, CRITERIA, WINNERS

Json = Mapping[str, Any]

_ATTRIBUTE = re.compile(r'v-bind:data="([^"]*)"')
_SCRIPT = re.compile(r"\bdata\s*=\s*(?=\{)")
_CRITERIA = {
    "MATCH_POINTS": "MP%(printed=acblscore)",
    "BUTLER_IMPS": "BUTLERIMPS",
    "CROSS_IMPS": "XIMPS",
}
LINE = {
    "ns": "ns_pair", "ew": "ew_pair", "round": "round_number", "table": "table_number",
    "contract": "contract", "declarer": "declarer", "lead": "opening_lead",
    "tricks": "result tricks_taken", "ns_points": "ns_match_points", "ew_points": "ew_match_points",
}  # fmt: skip
RECORD = {
    "Published TotalPercentage": "percentage", "Published TotalScore": "score",
    "Stratum": "strat", "Handicap": "handicap",
}  # fmt: skip
_ALONE = frozenset({"pairs", "individual"})


def looks_like(data: bytes) -> bool:
    """Tell whether a file holds such results."""
    return b"pair_summaries" in data and b"board_results" in data


def read(data: bytes, name: str = "") -> ReadResult:
    """Return the session, and what of the file is left out.

    Raises:
        InputError: no results in the file, or every line of a board that cannot be read.
    """
    return _AcblReader(name, _results_in(data.decode("utf-8", "replace"), name)).noted()


def _results_in(text: str, name: str) -> Json:
    """Return the object with the results: of the page's attribute, its script, or the file."""
    found = [unescape(attribute[1]) for attribute in _ATTRIBUTE.finditer(text)]
    found += [text[script.end() :] for script in _SCRIPT.finditer(text)]
    for candidate in (*found, text.lstrip("\ufeff \r\n\t")):
        try:
            value, _ = json.JSONDecoder().raw_decode(candidate)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict) and isinstance(value.get("sessions"), list):
            return value
    raise InputError.say("there are no club results in this file", Place(file=name))


class _AcblReader:
    """Reads the parts of the results, collecting faults."""

    def __init__(self, name: str, told: Json) -> None:
        self.told = told
        self.notes = Notes(name)
        self.players: Dict[str, Contestant] = {}

    def noted(self) -> ReadResult:
        """Return the session.

        Raises:
            InputError: the faults found.
        """
        sessions = _list(self.told, "sessions")
        if len(sessions) > 1:
            text = count(
                len(sessions),
                "the event has {n} session; only the first is read",
                "the event has {n} sessions; only the first is read",
            )
            self.notes.warn(text, self.notes.place())
        sections = _list(sessions[0], "sections") if sessions else []
        board_results = list(self._board_results(sections))
        kind = _text(self.told, "type").casefold()
        winners = _text(self.told, "winner_type")
        settings: Texts = {
            CONTEST: next((alone for alone in _ALONE if alone.rstrip("s") in kind), ""),
            WINNERS: winners if winners in ("1", "2") else "",
            CRITERIA: _CRITERIA.get(_text(self.told, "board_scoring_method"), ""),
            CLUB: _text(self.told, "club_name"),
            CLUB_ID: _text(self.told, "club_id_number"),
        }
        day = _text(self.told, "start_date")
        base = Event(
            name=_text(self.told, "name"), game="bridge",
            start_date=month_first(day) or read_date(day),
            settings=Settings.of(settings),
        )  # fmt: skip
        return session_of(board_results, base, self.notes, self.players)

    def _board_results(self, sections: List[Json]) -> Iterator[BoardResult]:
        for section in sections:
            letter = _text(section, "name") if len(sections) > 1 else ""
            for pair in _list(section, "pair_summaries"):
                self._pair(pair, letter)
            for board in _list(section, "boards"):
                number = number_of(_text(board, "board_number"))
                for line in _list(board, "board_results"):
                    board_result = self._line(int(number or 0), letter, line)
                    if board_result is not None:
                        yield board_result

    def _pair(self, pair: Json, section: str) -> None:
        names = [_text(player, "name") for player in _list(pair, "players")]
        number = section + _text(pair, "pair_number")
        record = record_of(RECORD, partial(_text, pair), number, names)
        keep_record(self.players, _text(pair, "direction"), record)

    def _line(self, board: int, section: str, line: Json) -> Optional[BoardResult]:
        said = partial(_text, line)
        board_result = line_of(LINE, said, board, self.notes.place(), section)
        try:
            return _with_results(board_result, line)
        except DomainError as error:
            self.notes.fault(
                "board {board}, {ns} against {ew}: {what}",
                board_result.place,
                board=board,
                ns=said(LINE["ns"]),
                ew=said(LINE["ew"]),
                what=error.message,
            )
            return None


def _with_results(board_result: BoardResult, line: Json) -> BoardResult:
    """Return a board result with its contract and what both sides scored.

    Raises:
        DomainError: a contract, a result or a score that is none.
    """
    ns, ew = (possible_score(_text(line, f"{side}_score")) for side in ("ns", "ew"))
    if ns is None and ew is None:
        ns = ew = NOT_PLAYED
    return with_contract(board_result, said_of(LINE, partial(_text, line), "tricks"), ns, ew)


def _list(values: Json, key: str) -> List[Json]:
    found = values.get(key)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _text(values: Json, key: str) -> str:
    found = values.get(key)
    return "" if found is None or isinstance(found, (dict, list)) else str(found).strip()


FORMAT = Format("acbl", say("ACBL club results"), looks_like, read)
