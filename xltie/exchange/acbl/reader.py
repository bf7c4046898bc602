"""Reads the results of a club game that ACBLscore sent to the site of the ACBL.

The page holds one JSON object, in an attribute (``v-bind:data``) or a script (``var data``). Saved
alone it is read too: ``sessions`` with ``sections``, each with ``pair_summaries`` (number,
direction, stratum, score, percentage, players) and ``boards`` with ``board_results`` (pairs,
scores of both sides, contract, declarer, result, matchpoints).
"""

from __future__ import annotations

import json
import re
from fractions import Fraction
from html import unescape
from typing import Any, Dict, Iterator, List, Mapping, Optional

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.errors import DomainError, InputError, Place
from xltie.core.messages import count, say
from xltie.event import NOT_PLAYED, BoardResult, Contestant, Event
from xltie.event.bridge import read_contract, read_tricks
from xltie.exchange.common.bridge_session import at_table, keep_record, possible_score, session_of
from xltie.exchange.common.days import month_first
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
    raise InputError.of(say("there are no club results in this file"), Place(file=name))


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
        if not board_results and not self.notes.faults:
            self.notes.fault(say("there are no results of boards"), self.notes.place())
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
        names = " & ".join(_text(player, "name") for player in _list(pair, "players"))
        more = (("Published TotalPercentage", _text(pair, "percentage")),
                ("Published TotalScore", _text(pair, "score")),
                ("Stratum", _text(pair, "strat")),
                ("Handicap", _text(pair, "handicap")))  # fmt: skip
        contestant = Contestant(
            section + _text(pair, "pair_number"), names, more=tuple((k, v) for k, v in more if v)
        )
        keep_record(self.players, _text(pair, "direction"), contestant)

    def _line(self, board: int, section: str, line: Json) -> Optional[BoardResult]:
        ns, ew = _text(line, "ns_pair"), _text(line, "ew_pair")
        turn = _text(line, "round_number")
        board_result = BoardResult(
            board, (ns,) if ns else (), (ew,) if ew else (),
            round=int(turn) if turn.isdecimal() else 0,
            table=_text(line, "table_number"),
            section=section,
            declarer=_text(line, "declarer").upper()[:1],
            lead=_text(line, "opening_lead"),
            ns_points=number_of(_text(line, "ns_match_points")),
            ew_points=number_of(_text(line, "ew_match_points")),
            place=self.notes.place(),
        )  # fmt: skip
        try:
            return _with_results(board_result, line)
        except DomainError as error:
            self.notes.fault(
                say(
                    "board {board}, {ns} against {ew}: {what}",
                    board=board,
                    ns=ns,
                    ew=ew,
                    what=error.message,
                ),
                board_result.place,
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
    text = _text(line, "contract")
    tricks = None
    if text and isinstance(ns, Fraction):
        contract = read_contract(text)
        said = _text(line, "result") or _text(line, "tricks_taken")
        tricks = read_tricks(contract, said) if contract.level and said else None
        text = str(contract)
    return at_table(board_result._replace(contract=text, tricks=tricks), ns, ew)


def _list(values: Json, key: str) -> List[Json]:
    found = values.get(key)
    return [item for item in found if isinstance(item, dict)] if isinstance(found, list) else []


def _text(values: Json, key: str) -> str:
    found = values.get(key)
    return "" if found is None or isinstance(found, (dict, list)) else str(found).strip()


FORMAT = Format("acbl", say("ACBL club results"), looks_like, read)
