"""Writes a session of bridge as USEBIO 1.2."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby, zip_longest
from operator import itemgetter
from typing import Dict, List, Sequence, Set, Tuple
from xml.sax.saxutils import escape, quoteattr

from xltie.core.errors import DomainError, Fault
from xltie.core.messages import say
from xltie.event import (
    NOT_PLAYED,
    BoardResult,
    Contestant,
    Event,
    HandRecord,
    Id,
    Result,
    one_score,
)
from xltie.exchange.common.bridge_session import (
    CLUB_ELEMENTS,
    MEMBERS,
    Names,
    first_criterion,
    in_section,
    of_played,
    record_texts,
    split_members,
    texts_of,
)
from xltie.settings.declared import CHARGE_CODE, CONTEST

_KINDS_OF_POINTS = ("MATCH_POINTS", "BUTLER_POINTS", "CROSS_IMP_POINTS", "CROSS_IMPS", "IMPS")


def _points(side: str) -> str:
    return " ".join(f"{side}_{kind}" for kind in _KINDS_OF_POINTS)


LINE: Names = {
    "round": "ROUND_NUMBER", "table": "TABLE_NUMBER",
    "ns": "NS_PAIR_NUMBER NS_TEAM_NUMBER", "ew": "EW_PAIR_NUMBER EW_TEAM_NUMBER",
    "contract": "CONTRACT", "declarer": "PLAYED_BY", "lead": "LEAD", "tricks": "TRICKS",
    "score": "SCORE", "group": "FOULED_GROUP", "ns_points": _points("NS"),
    "ew_points": _points("EW"),
}  # fmt: skip
RECORD: Names = {
    "Published place": "PLACE", "Published TotalPercentage": "PERCENTAGE",
    "Published TotalScore": "TOTAL_SCORE", "Penalty": "PENALTY", "Bonus": "BONUS",
    "Handicap": "HANDICAP", "Stratum": "STRATIFICATION", "start": "CARRY_OVER",
}  # fmt: skip
CRITERIA = {
    "MATCH_POINTS": "MP%", "MATCHPOINTS": "MP%", "MP": "MP%", "BUTLER_IMPS": "BUTLERIMPS",
    "BUTLER": "BUTLERIMPS", "CROSS_IMPS": "XIMPS", "CROSS_IMP": "XIMPS", "XIMPS": "XIMPS",
    "VPS": "VP", "VP": "VP", "IMPS": "IMP", "IMP": "IMP", "BAM": "BAM",
}  # fmt: skip
"""The name of a scoring method, and the criterion that ranks by it."""


_TYPES = {"teams": "TEAMS", "individual": "INDIVIDUAL"}
_OF_PAIRS = {"MP%": "MP_PAIRS", "MP": "MP_PAIRS", "BUTLERIMPS": "BUTLER_PAIRS",
             "XIMPS": "CROSS_IMP"}  # fmt: skip
"""Types of pairs by criterion: the site of the Australian Bridge Federation takes these alone."""

SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_NAMES = ("North", "East", "South", "West")


def write(event: Event) -> bytes:
    """Return a session as USEBIO 1.2; places and matchpoints where the event has them.

    Raises:
        DomainError: the event has no board results.
    """
    if not event.board_results:
        raise DomainError.say("this event has no boards to write as USEBIO")
    event = of_played(event)
    contest = event.settings.text(CONTEST, "pairs")
    divided = any(contestant.division for contestant in event.contestants)
    lines = [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<!DOCTYPE USEBIO SYSTEM "usebio_v1_2.dtd">',
        '<USEBIO Version="1.2">',
    ]
    # programs that read the format expect the club and the day, known or not
    lines += [
        "<CLUB>",
        *(_always(tag, event.settings[setting]) for setting, tag in CLUB_ELEMENTS.items()),
    ]
    lines.append("</CLUB>")
    kind = _TYPES.get(contest) or _OF_PAIRS.get(first_criterion(event) or "MP%", "PAIRS")
    lines.append(f'<EVENT EVENT_TYPE="{kind}">')
    lines.append(_element("EVENT_DESCRIPTION", event.name))
    lines.append(_element("PROGRAM_NAME", "xltie"))
    lines.append(_always("DATE", "/".join(reversed(event.start_date.split("-")))))
    lines.append(_element("P2P_CHARGE_RATE", event.settings[CHARGE_CODE]))
    boards = len({board_result.deal for board_result in event.board_results})
    lines.append(_element("BOARDS_PLAYED", str(boards)))
    lines.append(_scoring(event, contest))
    lines.append(_element("WINNER_TYPE", "2" if divided else "1"))
    parts = sorted({(line.session, line.section) for line in event.board_results})
    lines += _sessions(event, parts, contest) if parts[1:] else _of_one(event, *parts[0], contest)
    return ("\n".join(filter(None, (*lines, "</USEBIO>"))) + "\n").encode("utf-8")


def without_day(event: Event) -> List[Fault]:
    """Return what a file lacks that says no day: the Australian site, for one, fails on it."""
    said = say("sites of federations may refuse a file without a day: type the Start date")
    return [] if event.start_date else [Fault(said)]


def _of_one(event: Event, session: int, section: str, contest: str) -> List[str]:
    """Return one session of one section, which needs no elements for them, and its hands."""
    lines = [*_section(event, session, section, contest), "</EVENT>"]
    if event.hand_records:
        lines.append("<HANDSET>")
        for record in event.hand_records:
            lines += ["<BOARD>", _element("BOARD_NUMBER", str(record.deal[1]))]
            lines += [*hand_elements(record), "</BOARD>"]
        lines.append("</HANDSET>")
    return lines


def _sessions(event: Event, parts: Sequence[Tuple[int, str]], contest: str) -> List[str]:
    """Return several sessions or sections; the hands stand in their boards."""
    lines = []
    for number, sections in groupby(parts, key=itemgetter(0)):
        lines.append(f'<SESSION SESSION_ID="{number or 1}">')
        for session, section in sections:
            name = escape(section or "A", {chr(34): "&quot;"})
            lines.append(f'<SECTION SECTION_ID="{name}">')
            lines += [*_section(event, session, section, contest, True), "</SECTION>"]
        lines.append("</SESSION>")
    return [*lines, "</EVENT>"]


def hand_elements(record: HandRecord) -> List[str]:
    """Return the elements that hold the cards of a board."""
    found = []
    for name, hand in zip(_NAMES, record.hands):
        if hand:
            suits = zip(SUITS, hand.split("."))
            held = "".join(f"<{suit}>{cards}</{suit}>" for suit, cards in suits)
            found.append(f"<HAND><DIRECTION>{name}</DIRECTION>{held}</HAND>")
    return found


def _scoring(event: Event, contest: str) -> str:
    wanted = first_criterion(event)
    names = {criterion: method for method, criterion in reversed(list(CRITERIA.items()))}
    if contest == "teams":
        return _element("MATCH_SCORING_METHOD", names.get(wanted, "IMPS"))
    return _element("BOARD_SCORING_METHOD", names.get(wanted, "MATCH_POINTS"))


def _element(tag: str, text: str) -> str:
    return f"<{tag}>{escape(text)}</{tag}>" if text else ""


def _always(tag: str, text: str) -> str:
    return _element(tag, text) or f"<{tag}/>"


def _section(
    event: Event, session: int, section: str, contest: str, is_part: bool = False
) -> List[str]:  # fmt: skip
    boards: Dict[int, List[BoardResult]] = {}
    playing: Set[Id] = set()
    for board_result in event.board_results:
        if (board_result.session, board_result.section) == (session, section):
            boards.setdefault(board_result.board, []).append(board_result)
            playing.update(board_result.ns, board_result.ew)
    lines = ["<PARTICIPANTS>"]
    for contestant in event.contestants:
        if contestant.id in playing:
            lines += _participant(contestant, section, contest)
    lines.append("</PARTICIPANTS>")
    for number, board_results in sorted(boards.items()):
        lines += ["<BOARD>", _element("BOARD_NUMBER", str(number))]
        for record in event.hand_records if is_part else ():
            lines += hand_elements(record) if record.deal == (session, number) else []
        for board_result in board_results:
            lines += _traveller(board_result, first_criterion(event))
        lines.append("</BOARD>")
    return lines


def _participant(contestant: Contestant, section: str, contest: str) -> List[str]:
    known = dict(contestant.more)
    number, tag = in_section(contestant.id, section), "TEAM" if contest == "teams" else "PAIR"
    if contest == "teams":  # the attributes of the document type
        lines = [f"<TEAM TEAM_ID={quoteattr(number)} TEAM_NAME={quoteattr(contestant.name)}>"]
    else:
        lines = ["<PAIR>", _element("PAIR_NUMBER", number),
                 _element("DIRECTION", contestant.division),
                 *_players(contestant.name, known.get(MEMBERS, ""))]  # fmt: skip
    texts = record_texts(RECORD, contestant)
    texts["TOTAL_SCORE"] = next((known[title] for title in _TOTALS if title in known), "")
    return [*lines, *(_element(name, text) for name, text in texts.items()), f"</{tag}>"]


_TOTALS = ("Published TotalScore", "Published TotalIMP", "Published TotalMP")
"""Columns with the total of a pair; one of them is written."""


def _players(name: str, members: str) -> List[str]:
    """Return both players of a pair, each with the number that the federation gave."""
    names = name.split(" & ") if name else []
    lines = []
    for player, number in zip_longest(names, split_members(members), fillvalue=""):
        lines += ["<PLAYER>", _element("PLAYER_NAME", player),
                  _always("NATIONAL_ID_NUMBER", number), "</PLAYER>"]  # fmt: skip
    return lines


_POINTS = {"BUTLERIMPS": "BUTLER_POINTS", "XIMPS": "CROSS_IMP_POINTS"}


def _traveller(board_result: BoardResult, criterion: str) -> List[str]:
    kind = _POINTS.get(criterion, "MATCH_POINTS")
    names = {**LINE, "ns_points": f"NS_{kind}", "ew_points": f"EW_{kind}"}
    texts = texts_of(names, board_result, score=_said(board_result))
    texts["CONTRACT"] = texts["CONTRACT"].replace("Pass", "PASS")
    lines = [_element(tag, text) for tag, text in texts.items()]
    return ["<TRAVELLER_LINE>", *lines, "</TRAVELLER_LINE>"]


def _said(board_result: BoardResult) -> str:
    """Return the result of NS, or of both sides where they do not mirror."""
    ns, ew = board_result.ns_result, board_result.ew_result
    if NOT_PLAYED in (ns, ew):
        return "NP"
    score = one_score(ns, ew)
    if score is not None:
        return str(score)
    if ns is None and ew is None:
        return "NP"
    return f"{_side(ns)}/{_side(ew)}"


def _side(result: Result) -> str:
    if isinstance(result, Fraction):
        return f"{int(result):+d}"
    return "A=" if result is None else str(result)
