"""From the board results of a session to an event: who takes part, in how many fields."""

from __future__ import annotations

import re
from collections import Counter
from fractions import Fraction
from typing import Dict, Iterable, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import Fault, InputError, Place, first_at
from xltie.core.messages import joined, say
from xltie.core.records import replace
from xltie.event.board_results import SIDES, BoardResult
from xltie.event.model import Contestant, Event, Id
from xltie.settings.declared import CONTEST, WINNERS


def session(
    board_results: Tuple[BoardResult, ...],
    listed: Optional[Tuple[Contestant, ...]],
    base: Event,
    faults: Sequence[Fault] = (),
) -> Event:
    """Return a bridge event; what the settings leave open follows from who met whom.

    Raises:
        InputError: the faults of the reader and every fault of the session, together.
    """
    board_results = _in_sections(_numbered(board_results), listed)
    contest = _contest(base, board_results)
    if contest == "individual":
        board_results = tuple(map(_split_names, board_results))
    divided = contest != "teams" and _has_two_winners(base, board_results)
    if divided:
        board_results = _by_direction(board_results)
    contestants, unknown = _contestants(board_results, listed, divided)
    found = [*faults, *unknown, *_faults(board_results, contest)]
    if found:
        raise InputError(dict.fromkeys(found))
    in_order = [contestant.id for contestant in contestants]
    return replace(
        base, game="bridge", contestants=contestants, board_results=board_results,
        settings=base.settings.with_(CONTEST, contest),
        entrants=listed if listed and in_order != [c.id for c in listed] else (),
    )  # fmt: skip


def _numbered(board_results: Tuple[BoardResult, ...]) -> Tuple[BoardResult, ...]:
    """Number the sessions where there are several: a blank is the first; else there is no number.

    Board 7 of a second session is thus another deal, and one session is one however it is numbered.
    """
    numbers = {board_result.session or 1 for board_result in board_results}
    if len(numbers) < 2:
        return tuple(line._replace(session=0) if line.session else line for line in board_results)
    return tuple(line if line.session else line._replace(session=1) for line in board_results)


def sessions_of(event: Event) -> Tuple[int, ...]:
    """Return the numbers of the sessions of an event; none where it is one session."""
    return tuple(sorted({line.session for line in event.board_results if line.session}))


def of_session(event: Event, number: int) -> Event:
    """Return one session of an event by itself: its boards, and who is ranked against whom there.

    Carry-over, penalties and bonuses are of the whole event, and left out.
    """
    listed = tuple(_without_corrections(contestant) for contestant in event.listed)
    board_results = tuple(line for line in event.board_results if line.session == number)
    hands = (
        record._replace(deal=(0, record.deal[1]))
        for record in event.hand_records
        if record.deal[0] == number
    )
    return session(board_results, listed, replace(event, hand_records=tuple(hands)))


def _without_corrections(who: Contestant) -> Contestant:
    more = tuple(known for known in who.more if known[0].strip().casefold() not in CORRECTIONS)
    return replace(who, start=Fraction(0), more=more)


CORRECTIONS = ("penalty", "penalties", "bonus", "correction")
"""Columns of what is added to the total of an event, or taken away."""


def _in_sections(
    board_results: Tuple[BoardResult, ...], listed: Optional[Tuple[Contestant, ...]]
) -> Tuple[BoardResult, ...]:
    """Put the section before the pair's number, unless the pairs are listed without."""
    known = {c.id.casefold() for c in listed} if listed else set()

    def named(who: str, section: str) -> str:
        return who if not section or who.casefold() in known else f"{section}{who}"

    return tuple(
        board_result._replace(
            ns=tuple(named(who, board_result.section) for who in board_result.ns),
            ew=tuple(named(who, board_result.section) for who in board_result.ew),
        )
        if board_result.section
        else board_result
        for board_result in board_results
    )


def _contest(base: Event, board_results: Tuple[BoardResult, ...]) -> str:
    said = base.settings[CONTEST]
    if said != "auto":
        return said
    if any(len(board_result.ns) > 1 or len(board_result.ew) > 1 for board_result in board_results):
        return "individual"
    return "teams" if _are_teams(board_results) else "pairs"


def _are_teams(board_results: Tuple[BoardResult, ...]) -> bool:
    """Tell whether half the tables or more have one on the board with the sides exchanged.

    Not all need one: the other room may not have played yet. Where both directions use the same
    numbers some pair meets its own.
    """
    tables = Counter((d.round, d.deal, d.ns, d.ew) for d in board_results if d.ns and d.ew)
    if any(ns == ew for _, _, ns, ew in tables):
        return False
    mirrored = sum((r, b, ew, ns) in tables for r, b, ns, ew in tables)
    return mirrored > 0 and 2 * mirrored >= len(tables)


def _split_names(board_result: BoardResult) -> BoardResult:
    def players(side: Tuple[str, ...]) -> Tuple[str, ...]:
        return tuple(
            name.strip() for who in side for name in re.split(r"[+&/,]", who) if name.strip()
        )

    return board_result._replace(ns=players(board_result.ns), ew=players(board_result.ew))


def _has_two_winners(base: Event, board_results: Tuple[BoardResult, ...]) -> bool:
    """Tell whether NS and EW are ranked apart: nobody changes direction, or numbers clash."""
    said = base.settings[WINNERS]
    if said != "auto":
        return said == "2"
    ns, ew = (
        {who for board_result in board_results for who in board_result.who(side)} for side in SIDES
    )
    if ns.isdisjoint(ew):
        return bool(ns and ew)
    # In a movement that uses the same numbers twice every board has many of them on both sides; a
    # pair entered twice by mistake is a fault, not a second field.
    sitting = [
        (board_result.deal, who)
        for board_result in board_results
        for who in (*board_result.ns, *board_result.ew)
    ]
    twice = len(sitting) - len(set(sitting))
    return (4 if twice > 3 else 2) * twice >= len(board_results)


def _by_direction(board_results: Tuple[BoardResult, ...]) -> Tuple[BoardResult, ...]:
    """Call pairs by direction and number where both directions use the same numbers."""
    ns = {who for board_result in board_results for who in board_result.ns}
    if not ns & {who for board_result in board_results for who in board_result.ew}:
        return board_results
    return tuple(
        board_result._replace(
            ns=tuple(f"NS {who}" for who in board_result.ns),
            ew=tuple(f"EW {who}" for who in board_result.ew),
        )
        for board_result in board_results
    )


def _contestants(
    board_results: Tuple[BoardResult, ...], listed: Optional[Tuple[Contestant, ...]], divided: bool
) -> Tuple[Tuple[Contestant, ...], List[Fault]]:
    side_of = _side_of_each(board_results)
    known, faults = _listed(listed or ())
    found: Dict[Id, Contestant] = {}
    unlisted: Dict[Id, Optional[Contestant]] = {}
    for who in sorted(
        side_of, key=lambda pair: (divided and side_of[pair] != "ns", natural_order(pair))
    ):
        contestant = known.get(_plain(who)) or known.get(_plain(_other_order(who)))
        if contestant is None:
            unlisted[who] = known.get(_plain(_number(who)))
        division = side_of[who].upper() if divided else ""
        found[who] = replace(contestant or Contestant(who), id=who, division=division)
    if listed:
        faults += _not_listed(unlisted, board_results)
    idle = () if divided else _not_among(found, known)
    return (*found.values(), *idle), faults


def _side_of_each(board_results: Tuple[BoardResult, ...]) -> Dict[Id, str]:
    """Return the side, "ns" or "ew", that everybody sat on first."""
    found: Dict[Id, str] = {}
    for board_result in board_results:
        for side in SIDES:
            for who in board_result.who(side):
                found.setdefault(who, side)
    return found


def _not_among(
    found: Mapping[Id, Contestant], known: Mapping[str, Contestant]
) -> Tuple[Contestant, ...]:
    """Return those of a list who have not played."""
    taken = {_plain(key) for who in found for key in (who, _other_order(who))}
    return tuple(contestant for key, contestant in known.items() if key not in taken)


def _number(who: Id) -> str:
    """Return the number of a pair without the direction before it."""
    return re.sub(r"^(NS|EW) ", "", who)


def _not_listed(
    unlisted: Mapping[Id, Optional[Contestant]], board_results: Tuple[BoardResult, ...]
) -> List[Fault]:
    """Return a fault for each pair that no line names, one for all whose numbers both sides have.

    ``unlisted`` holds for each pair the line of its bare number, where there is one.
    """
    faults: List[Fault] = []
    shared: Dict[str, Place] = {}
    for who, line in unlisted.items():
        number = _number(who)
        if number != who and _is_blank(line):
            continue
        place = next(d.place for d in board_results if who in (*d.ns, *d.ew))
        if number != who and line is not None:
            shared.setdefault(number, place)
        else:
            faults.append(Fault.say("pair {who} is not in the list of players", place, who=who))
    if shared:
        numbers = sorted(shared, key=natural_order)
        text = say(
            "NS and EW both have the numbers {numbers}: list the pairs as NS {number} and "
            "EW {number}, or with a column Direction",
            numbers=joined(numbers),
            number=numbers[0],
        )
        faults.append(Fault(text, shared[numbers[0]]))
    return faults


def _listed(listed: Sequence[Contestant]) -> Tuple[Dict[str, Contestant], List[Fault]]:
    """Return who is listed, by number or by direction and number, and a fault for each repeated.

    A column Direction counts only where the same number is listed for both directions.
    """
    numbers = Counter(_plain(contestant.id) for contestant in listed)
    found: Dict[str, Contestant] = {}
    faults: List[Fault] = []
    for contestant in listed:
        key = _plain(contestant.id)
        if numbers[key] > 1:
            key = _direction(contestant) + key
        if key in found:
            twice = say("pair {who} is listed a second time", who=contestant.id)
            faults.append(Fault(first_at(twice, found[key].place), contestant.place))
        found.setdefault(key, contestant)
    return found, faults


_DIRECTIONS = {"n": "ns", "ns": "ns", "northsouth": "ns", "e": "ew", "ew": "ew", "eastwest": "ew"}


def _direction(who: Contestant) -> str:
    said = (text for title, text in who.more if title.casefold() in ("direction", "dir", "line"))
    return _DIRECTIONS.get(re.sub(r"[\s/-]", "", next(said, "")).casefold(), "")


def _is_blank(who: Optional[Contestant]) -> bool:
    """Tell whether a prepared line says nothing but its number, so that it may stand for two."""
    return who is not None and not (who.name or who.more or who.start)


def _other_order(who: Id) -> str:
    """Return ``3NS`` for ``NS 3``."""
    direction, _, number = who.partition(" ")
    return f"{number}{direction}" if number else who


def _plain(who: Id) -> str:
    return re.sub(r"[\s_.\-:#()]+", "", who).casefold()


def natural_order(who: Id) -> Tuple[object, ...]:
    """Return a key that sorts B9 before B10."""
    return tuple((part.isdecimal(), int(part) if part.isdecimal() else 0, part.casefold())
                 for part in re.findall(r"\d+|\D+", who))  # fmt: skip


def _faults(board_results: Iterable[BoardResult], contest: str) -> List[Fault]:
    found: List[Fault] = []
    seen: Dict[Tuple[object, ...], BoardResult] = {}
    for board_result in board_results:
        both = (*board_result.ns, *board_result.ew)
        if len(set(both)) < len(both):
            same = next(who for who in both if both.count(who) > 1)
            found.append(Fault.say("{who} plays against themselves", board_result.place, who=same))
            continue
        for side in SIDES:
            for who in board_result.who(side):
                key = (
                    board_result.deal,
                    who,
                    *((side, board_result.round) if contest == "teams" else ()),
                )
                before = seen.setdefault(key, board_result)
                if before is not board_result:
                    twice = say(
                        "{who} plays board {board} a second time",
                        who=who,
                        board=board_result.shown_board,
                    )
                    found.append(Fault(first_at(twice, before.place), board_result.place))
    return found
