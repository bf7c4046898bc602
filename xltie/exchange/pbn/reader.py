"""Portable Bridge Notation: the score tables of a session (PBN 2.1, sections 5.7 and 5.8).

A file holds one block of tags for every board, with a ``ScoreTable`` whose columns the tag itself
names, and once a ``TotalScoreTable`` with the pairs. Columns are read by their names. ``^`` before
a score marks an artificial one, ``-`` what does not apply, ``?`` what is not known. Of the columns
that the standard does not name we write ``Adjusted_NS`` and ``Adjusted_EW``: an award in words.
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import partial
from typing import Dict, Iterator, List, Mapping, Optional, Tuple, Union

from xltie.core.cells import number_of
from xltie.core.dates import read_date
from xltie.core.errors import DomainError
from xltie.core.messages import plain, say
from xltie.core.records import replace
from xltie.event import (
    NOT_PLAYED,
    Award,
    BoardResult,
    Contestant,
    Deal,
    Event,
    HandRecord,
    Result,
    Weighted,
)
from xltie.event.bridge import (
    SEATS,
    Contract,
    is_not_played,
    is_score,
    other_than_usual,
    read_award,
    read_contract,
    read_tricks,
    read_weighted,
    vulnerability_named,
)
from xltie.exchange.common.bridge_session import (
    at_table,
    hand_record,
    line_of,
    record_of,
    score_made,
    session_of,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.pbn.tags import Game, PbnTable, decoded, read_games, rows_of
from xltie.exchange.pbn.writer import LINE, OPTIMUM, RECORD, SCORINGS, UNKNOWN, write
from xltie.exchange.registry import Format, ReadResult
from xltie.settings import Settings
from xltie.settings.declared import CONTEST, CRITERIA


def hands(data: bytes, name: str) -> Tuple[HandRecord, ...]:
    """Return the cards of every board in a file, as those of a dealing machine have them.

    Raises:
        InputError: a tag or a hand that is none.
    """
    notes = Notes(name)
    found = hand_records(read_games(decoded(data), notes), notes)
    notes.refuse()
    return found


def board_of(game: Game) -> int:
    """Return the number of the board of a game, 0 without one."""
    number = number_of(game.tags.get("Board", "")) or 0
    return int(number) if number >= 1 and number == int(number) else 0


def hand_records(games: List[Game], notes: Notes) -> Tuple[HandRecord, ...]:
    """Return the cards of the boards of a session, each board once."""
    found: Dict[Deal, HandRecord] = {}
    for game in games:
        first, _, said = game.tags.get("Deal", "").partition(":")
        hands_said = ["" if hand == UNKNOWN else hand for hand in said.split()]
        if board_of(game) and hands_said:
            place = notes.place(game.lines["Deal"], 1)
            seat = first.strip().upper()
            for record in hand_record(0, board_of(game), seat, hands_said, notes, place):
                found.setdefault(record.deal, record._replace(makes=_makes(game, notes)))
    return tuple(found.values())


def _makes(game: Game, notes: Notes) -> Tuple[Tuple[str, str, int], ...]:
    table = game.tables.get(OPTIMUM)
    if table is None or not {"Declarer", "Denomination", "Result"} <= set(table.columns):
        return ()
    return tuple(
        (row["Declarer"], row["Denomination"], int(row["Result"]))
        for _, row in rows_of(table, notes)
        if row["Declarer"] in tuple(SEATS) and row["Result"].isdecimal()
    )


def read(data: bytes, name: str) -> ReadResult:
    """Return the session in a PBN file.

    Raises:
        InputError: every fault, with its line and column.
    """
    return _PbnReader(name).read(decoded(data))


class _PbnReader:
    """Reads game after game, collecting faults."""

    def __init__(self, name: str) -> None:
        self.notes = Notes(name)
        self.players: Dict[str, str] = {}
        self.listed: Dict[str, Contestant] = {}

    def read(self, text: str) -> ReadResult:
        games = read_games(text, self.notes)
        board_results: List[BoardResult] = []
        kept: Dict[str, str] = {}
        for game in games:
            kept.update({tag: value for tag, value in game.tags.items() if value not in ("", "#")})
            if "TotalScoreTable" in game.tables:
                self._totals(game.tables["TotalScoreTable"])
            if "ScoreTable" in game.tables:
                board_results.extend(self._board(game))
        base = Event(
            name=kept.get("Event", ""),
            game="bridge",
            start_date=read_date(kept.get("Date", kept.get("EventDate", ""))),
            settings=_settings(kept),
            hand_records=hand_records(games, self.notes),
        )
        lack = say("there is no ScoreTable with results in this file")
        return session_of(
            board_results, base, self.notes, self._known(), lack, self.notes.place(1, 1)
        )

    # -- tables --------------------------------------------------------------------------------

    def _totals(self, table: PbnTable) -> None:
        for _, row in rows_of(table, self.notes):
            who = row.get("PairId", "")
            if who and who not in ("-", "?"):
                said = partial(_known, row)
                self.listed[who] = record_of(RECORD, said, who, [said("Names")])

    def _known(self) -> Dict[str, Contestant]:
        """Return who is named: in the table of totals, or beside a result."""
        found = {who: Contestant(who, name) for who, name in self.players.items()}
        for who, record in self.listed.items():
            found[who] = replace(record, name=record.name or self.players.get(who, ""))
        return found

    def _board(self, game: Game) -> Iterator[BoardResult]:
        table = game.tables["ScoreTable"]
        number = board_of(game)
        if not number:
            said = (
                say("the number of the board is {number!r}", number=game.tags["Board"])
                if "Board" in game.tags
                else say("the number of the board is missing")
            )
            self.notes.fault(said, game.lines.get("Board", table.at), 1)
            return
        if not {"PairId_NS", "PairId_EW"} <= set(table.columns):
            self.notes.fault("the ScoreTable has no columns PairId_NS and PairId_EW", table.at, 1)
            return
        vulnerable = _vulnerable(game.tags.get("Vulnerable", ""), number)
        for line, row in rows_of(table, self.notes):
            board_result = self._deal(number, line, row, vulnerable)
            if board_result is not None:
                yield board_result

    def _deal(
        self, board: int, line: int, row: Mapping[str, str], vulnerable: str
    ) -> Optional[BoardResult]:
        section = _known(row, "Section")
        ns, ew = _known(row, "PairId_NS"), _known(row, "PairId_EW")
        if not ns and not ew:
            self.notes.fault("this row does not name a pair", line, 1)
            return None
        for who, side in ((ns, "NS"), (ew, "EW")):
            name = _known(row, f"Names_{side}")
            if who and name:
                self.players.setdefault(f"{section}{who}", name)
                self.players.setdefault(f"{side} {section}{who}", name)
        found = line_of(LINE, partial(_known, row), board, self.notes.place(line, 1), section)
        try:
            return _with_results(found._replace(vulnerable=vulnerable), row)
        except DomainError as error:
            self.notes.fault(error.message, line, 1)
            return None


def _known(row: Mapping[str, str], column: str) -> str:
    value = row.get(column, "").strip()
    return "" if value in ("-", "?", "*") else value


def _vulnerable(tag: str, board: int) -> str:
    """Return who is vulnerable if the tag differs from the number of the board."""
    try:
        return other_than_usual(vulnerability_named(tag), board)
    except DomainError:
        return ""


def _with_results(board_result: BoardResult, row: Mapping[str, str]) -> BoardResult:
    """Return the board result with its score: made at the table, or awarded."""
    contract = _contract(board_result.contract)
    tricks: Optional[int] = None
    ns, ew = _score(row, "NS"), _score(row, "EW")
    if contract is not None and contract.level == 0:
        ns = ns or Fraction(0)
    elif contract is not None and _known(row, "Result"):
        tricks = read_tricks(contract, _known(row, "Result"))
        if ns is None and ew is None:
            ns = score_made(board_result, board_result.declarer, contract, tricks)
    if contract is not None:
        board_result = board_result._replace(contract=str(contract), tricks=tricks)
    return at_table(board_result, *_results(row, ns, ew))


def _contract(text: str) -> Optional[Contract]:
    is_contract = text and not is_not_played(text) and read_award(text) is None
    return read_contract(text) if is_contract else None


def _results(
    row: Mapping[str, str], ns: Optional[Fraction], ew: Optional[Fraction]
) -> Tuple[Result, Result]:
    """Return what both sides got: an award, or a score, of which one side tells the other's."""
    ns_score = -ew if ns is None and ew is not None else ns
    ew_score = -ns if ew is None and ns is not None else ew
    found: Tuple[Result, Result] = _award(row, "NS") or ns_score, _award(row, "EW") or ew_score
    if found == (None, None) and ("Score_NS" in row or "Result" in row):
        return NOT_PLAYED, NOT_PLAYED
    return found


def _score(row: Mapping[str, str], side: str) -> Optional[Fraction]:
    """Return the score of a side, None where it has none, or an award in its place.

    Raises:
        DomainError: what stands there is neither.
    """
    said = _known(row, f"Score_{side}").lstrip("^")
    number = number_of(said)
    if number is not None and is_score(number):
        return number
    is_award = number is None and _award(row, side) is not None
    if not said or is_award or said.casefold() == "pass" or is_not_played(said):
        return None
    raise DomainError.say("{score} is not a possible score at bridge", score=said)


def _award(row: Mapping[str, str], side: str) -> Union[Award, Weighted, None]:
    """Return the award of a side: in words, or an artificial percentage or number of IMPs.

    Raises:
        DomainError: a weighted score that is none.
    """
    said = _known(row, f"Adjusted_{side}") or _known(row, f"Score_{side}").lstrip("^")
    award = (read_award(said.replace("_", " ")) or read_weighted(said)) if said else None
    if award is not None:
        return award
    percent, imps = row.get(f"Percentage_{side}", ""), row.get(f"IMP_{side}", "")
    if percent.startswith("^") and number_of(percent[1:]) is not None:
        return Award((number_of(percent[1:]) or Fraction(0)) / 100)
    if imps.startswith("^") and not row.get(f"Score_{side}", "").startswith("^"):
        return Award(imps=number_of(imps[1:]))
    return None


def _settings(tags: Mapping[str, str]) -> Settings:
    known = {"pairs": "pairs", "teams": "teams", "individuals": "individual"}
    contest = known.get(tags.get("Competition", "").lower(), "")
    scoring = re.sub(r"[^a-z;]", "", tags.get("Scoring", "").lower())
    criteria = next((criterion for word, criterion in SCORINGS.items() if word in scoring), "")
    if contest == "teams" and criteria != "BAM":
        criteria = ""
    return Settings.of({CONTEST: contest, CRITERIA: criteria})


def looks_like(data: bytes) -> bool:
    """Tell whether a file is PBN: a tag pair somewhere near its beginning."""
    return bool(re.search(r'^\s*\[\w+ +"', decoded(data[:20000]), re.MULTILINE))


FORMAT = Format(
    "pbn", plain("Portable Bridge Notation"), looks_like, read, write, game="bridge", hands=hands
)
