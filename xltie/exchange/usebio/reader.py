"""USEBIO 1.x: sessions of bridge as XML, the format of clubs in Britain, New Zealand, Australia.

Read are pairs, individuals and teams: ``EVENT`` with its ``PARTICIPANTS`` and, for every ``BOARD``,
a ``TRAVELLER_LINE`` for each table. In Swiss events the lines stand within a ``MATCH`` that names
the pairs or teams; those of teams have the direction of its team. A file with several sections
calls pair 3 of section B ``B3``.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import repeat
from typing import Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import number_of
from xltie.core.dates import day_first, read_date
from xltie.core.errors import DomainError, InputError
from xltie.core.messages import plain, say
from xltie.event import Award, BoardResult, Contestant, Deal, Event, HandRecord
from xltie.event.bridge import SEATS
from xltie.exchange.common.bridge_session import (
    CLUB_ELEMENTS,
    hand_record,
    keep_record,
    line_of,
    record_of,
    session_of,
)
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node, parse
from xltie.exchange.registry import Format, ReadResult
from xltie.exchange.usebio.results import UnplayedLines, adjusted_lines, first_value, with_results
from xltie.exchange.usebio.writer import CRITERIA, LINE, RECORD, SUITS, without_day, write
from xltie.settings import Settings, Texts, declared


class Scope(NamedTuple):
    """A part of the file within which boards have numbers of their own."""

    node: Node
    section: str
    """What stands before the numbers of its pairs, "" where the file has one section."""
    session: int
    """0 where the file has one session."""


def board_of(board: Node, notes: Notes) -> int:
    """Return the number of a board, 0 after a fault was noted."""
    said = board.value("BOARD_NUMBER") or board.attributes.get("BOARD_NUMBER", "")
    number = number_of(said) or 0
    if number < 1 or number != int(number):
        notes.fault("the number of this board is {number!r}", board.place, number=said)
        return 0
    return int(number)


def hand_records(root: Node, scopes: Sequence[Scope], notes: Notes) -> Tuple[HandRecord, ...]:
    """Return the cards of all boards; those that stand in no session are of the first."""
    found: Dict[Deal, HandRecord] = {}
    first = min((scope.session for scope in scopes), default=0)
    parts = [(scope.node, scope.session) for scope in scopes]
    parts += zip(root.all("HANDSET"), repeat(first))
    for part, session in parts:
        for board in part.all("BOARD"):
            held = board.children_of("HAND")
            seats = {hand.value("DIRECTION").upper()[:1]: hand for hand in held}
            number = board_of(board, notes) if seats else 0
            hands = list(map(_hand, map(seats.get, SEATS)))
            if number and (session, number) not in found:
                for record in hand_record(session, number, SEATS[0], hands, notes, board.place):
                    found[record.deal] = record
    return tuple(found.values())


def _hand(node: Optional[Node]) -> str:
    return ".".join(map(node.value, SUITS)) if node is not None else ""


def read(data: bytes, name: str) -> ReadResult:
    """Return the session in a USEBIO file, and what its lines had to be taken for.

    Raises:
        InputError: not XML, XML that could do harm, or every fault of what it says, with its line
            and column.
    """
    root = parse(data, name, capitals=True, doctype=True)
    event = root if root.name == "EVENT" else root.child("EVENT")
    if event is None:
        place = root.place
        raise InputError.say("<{name}> contains no <EVENT>", place, name=root.name)
    return _UsebioReader(Notes(name), root, event).read()


def _contest(event_type: str) -> str:
    """Return who plays by the type of an event, such as ``SWISS_TEAMS`` or ``BUTLER_PAIRS``."""
    words = {"PAIR": "pairs", "TEAM": "teams", "INDIVIDUAL": "individual"}
    return next((contest for word, contest in words.items() if word in event_type.upper()), "")


_PLAIN_TYPES = ("PAIRS", "INDIVIDUAL", "SWISS_PAIRS", "PAIR", "")
"""Types that say who plays and nothing of the scoring, which is matchpoints then."""


def _scopes(event: Node) -> List[Scope]:
    """Return the sections of every session that have boards; the event where there are none."""
    sessions = [node for node in event.all("SESSION") if _has_boards(node)]
    found = []
    numbered = list(enumerate(sessions, 1)) if len(sessions) > 1 else [(0, event)]
    for number, session in numbered:
        sections = [node for node in session.all("SECTION") if _has_boards(node)]
        for node in sections or [session]:
            name = node.attributes.get("SECTION_ID", "") if len(sections) > 1 else ""
            found.append(Scope(node, name, number))
    return found


class _UsebioReader:
    """Reads the parts of an event, collecting faults."""

    def __init__(self, notes: Notes, root: Node, event: Node) -> None:
        self.notes = notes
        self.root = root
        self.event = event
        self.club = root.first("CLUB")
        self.unplayed = UnplayedLines(event, notes)
        self.scopes = _scopes(event)
        self.contest = _contest(event.attributes.get("EVENT_TYPE", ""))

    def read(self) -> ReadResult:
        board_results = self._board_results()
        known = self._participants()
        winners = self.event.value("WINNER_TYPE")
        settings: Texts = {
            declared.CONTEST: self.contest,
            declared.WINNERS: winners if winners in ("1", "2") else "",
            declared.CRITERIA: self._criteria(),
            declared.CHARGE_CODE: first_value(self.event, "P2P_CHARGE_RATE", "EBU_CHARGE_CODE"),
            **{
                setting: self.club.value(tag)
                for setting, tag in CLUB_ELEMENTS.items()
                if self.club is not None
            },
        }
        day = self.event.value("DATE")
        base = Event(
            name=self.event.value("EVENT_DESCRIPTION"),
            game="bridge",
            start_date=day_first(day.replace(".", "/")) or read_date(day),
            settings=Settings.of(settings),
            hand_records=hand_records(self.root, self.scopes, self.notes),
        )
        lack = say("there are no results (TRAVELLER_LINE) in this file")
        return session_of(board_results, base, self.notes, known, lack, self.event.place)

    def _criteria(self) -> str:
        """Return what decides the places: by the method of scoring, else by the type of event."""
        if self.contest == "teams":
            told = [self.event.value(f"{what}_SCORING_METHOD") for what in ("MATCH", "BOARD")]
            told.append("IMPS")
        else:
            return CRITERIA.get(self._scoring(), self._not_known())
        words = [text.upper().replace("_PAIRS", "") for text in told]
        return next((CRITERIA[word] for word in words if word in CRITERIA), "")

    def _not_known(self) -> str:
        """Return nothing, and warn where the file names a scoring that is not known here."""
        kind = self.event.get("EVENT_TYPE") or ""
        method = self.event.value("BOARD_SCORING_METHOD")
        if self._scoring() or (method or kind).upper() in _PLAIN_TYPES:
            return ""
        self.notes.warn(
            "the scoring {kind} is not known: the places go by matchpoints in percent, "
            "whatever the points of the file are; name others by --criteria",
            self.event.place,
            kind=method or kind,
        )
        return ""

    # -- who ---------------------------------------------------------------------------------

    def _participants(self) -> Dict[str, Contestant]:
        found: Dict[str, Contestant] = {}
        for scope in self.scopes:
            for group in scope.node.all("PARTICIPANTS"):
                self._group(group, scope.section, found)
        if not found:
            for group in self.event.all("PARTICIPANTS"):
                self._group(group, "", found)
        return found

    def _group(self, group: Node, section: str, found: Dict[str, Contestant]) -> None:
        for node in group.children:
            tag = _NUMBERS.get(node.name, "")
            number = node.value(tag) or node.value("TEAM_NUMBER") or node.attributes.get(tag, "")
            if number:
                record = _record(node, section + number)
                self._same(record, node, found)
                keep_record(found, node.value("DIRECTION"), record)

    def _same(self, record: Contestant, node: Node, found: Dict[str, Contestant]) -> None:
        """Note a fault where a number is another pair than in a session before."""
        before = found.get(f"{node.value('DIRECTION')} {record.id}")
        if before is not None and before.name and record.name and before.name != record.name:
            self.notes.fault(
                "{number} is {one} in one session and {other} in another: pairs keep their numbers",
                node.place,
                number=record.id,
                one=before.name,
                other=record.name,
            )

    # -- boards ------------------------------------------------------------------------------

    def _board_results(self) -> List[BoardResult]:
        return [
            line._replace(session=scope.session)
            for scope in self.scopes
            for line in self._of_scope(scope.node, scope.section)
        ]

    def _of_scope(self, scope: Node, section: str) -> Iterator[BoardResult]:
        for number, match in enumerate(scope.all("MATCH"), 1):
            for board in match.children_of("BOARD"):
                yield from self._board(board, section, match, number)
        matched = {id(b) for match in scope.all("MATCH") for b in match.children_of("BOARD")}
        for board in scope.all("BOARD"):
            if id(board) not in matched:
                yield from self._board(board, section, None, 0)

    def _board(
        self, board: Node, section: str, match: Optional[Node], order: int
    ) -> List[BoardResult]:
        number = board_of(board, self.notes)
        found = []
        lines = board.children_of("TRAVELLER_LINE") if number else []
        imps = number_of(board.value("IMPS")) if match and len(lines) == 1 else None
        for line in lines:
            board_result = self._line(number, line, section, match, order)
            if board_result is not None:
                if imps is not None:
                    board_result = _as_given(board_result, match, imps)
                found.append(self.unplayed.read(board_result, line, len(lines)))
        return found if match else self._with_awards(found)

    def _with_awards(self, lines: List[BoardResult]) -> List[BoardResult]:
        """Return the lines of a board with awards in place of scores that were adjusted."""
        if CRITERIA.get(self._scoring(), "") not in ("", "MP%"):
            return lines
        found = list(lines)
        for at in adjusted_lines(lines):
            found[at] = self.unplayed.award(
                lines[at], len(lines), say("the points of the others leave it out")
            )
        return found

    def _scoring(self) -> str:
        """Return the word for how the boards of pairs are scored, as the file has it."""
        told = (self.event.value("BOARD_SCORING_METHOD"), self.event.get("EVENT_TYPE"))
        words = [text.upper().replace("_PAIRS", "") for text in told]
        return next((word for word in words if word in CRITERIA), "")

    def _line(
        self, board: int, line: Node, section: str, match: Optional[Node], order: int
    ) -> Optional[BoardResult]:
        ns, ew = _sides(line, match)
        if not ns and not ew:
            self.notes.fault("this line does not name a pair", line.place)
            return None
        found = line_of(LINE, line.value, board, line.place, section)
        turn = first_value(match, LINE["round"])
        usual = int(turn) if turn.isdecimal() else order
        board_result = found._replace(ns=ns, ew=ew, round=found.round or usual)
        try:
            return with_results(board_result, line)
        except DomainError as error:
            self.notes.fault(error.message, line.place)
            return None


_NUMBERS = {"PAIR": "PAIR_NUMBER", "TEAM": "TEAM_ID", "PLAYER": "PLAYER_NUMBER"}


def _record(node: Node, who: str) -> Contestant:
    names = [player.value("PLAYER_NAME") for player in node.all("PLAYER")]
    numbers = [player.value("NATIONAL_ID_NUMBER") for player in node.all("PLAYER")]
    name = node.value("TEAM_NAME") or node.get("TEAM_NAME") or node.value("PLAYER_NAME")
    return record_of(RECORD, node.value, who, [name] if name else names, numbers)


def _has_boards(section: Node) -> bool:
    return next(section.all("TRAVELLER_LINE"), None) is not None


def _sides(line: Node, match: Optional[Node]) -> Tuple[Tuple[str, ...], Tuple[str, ...]]:
    """Return who sat on both sides: the pairs of the line, or the teams of its match."""
    team = first_value(match, "TEAM")
    other = first_value(match, "OPPOSING_TEAM", "EW_PAIR_NUMBER")
    if team and other:
        swapped = line.value("DIRECTION").upper() in ("EW", "E")
        return ((other,), (team,)) if swapped else ((team,), (other,))
    ns = first_value(line, "NS_PAIR_NUMBER", "NS_TEAM_NUMBER") or first_value(
        match, "NS_PAIR_NUMBER"
    )
    ew = first_value(line, "EW_PAIR_NUMBER", "EW_TEAM_NUMBER") or first_value(
        match, "EW_PAIR_NUMBER"
    )
    return ((ns,) if ns else ()), ((ew,) if ew else ())


def _as_given(board_result: BoardResult, match: Optional[Node], imps: Fraction) -> BoardResult:
    """Return the one line of a board of a match with the IMPs that the file gives to its team.

    The other table is not in the file, so that nothing can be compared with this score.
    """
    team = first_value(match, "TEAM", "TEAM_ID", "NS_PAIR_NUMBER")
    ns_imps = imps if team in board_result.ns else -imps
    return board_result.with_results(Award(imps=ns_imps), Award(imps=-ns_imps))


def looks_like(data: bytes) -> bool:
    """Tell whether a file is USEBIO: XML with its elements."""
    is_wide = data[:2] in (b"\xff\xfe", b"\xfe\xff")
    head = (data[:9000].replace(b"\0", b"") if is_wide else data[:5000]).upper()
    return b"<USEBIO" in head or b"EVENT_TYPE" in head


def hands(data: bytes, name: str) -> Tuple[HandRecord, ...]:
    """Return the cards of the boards of a session."""
    return read(data, name).event.hand_records


FORMAT = Format(
    "usebio", plain("USEBIO"), looks_like, read, write, game="bridge", remarks=without_day,
    hands=hands,
)  # fmt: skip
