"""Writing EGD tournament files: new ones, and those that were read with only the changes."""

from __future__ import annotations

from fractions import Fraction
from itertools import count, repeat
from typing import Any, Dict, Iterator, List, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.go_ranks import with_unit
from xltie.core.records import replace
from xltie.event import Contestant, Event, Id, Match, Outcome, Side, Status, rounds_begun
from xltie.exchange.common.notes import Notes
from xltie.exchange.h9.fields import fields_of, losses, pin_of
from xltie.exchange.h9.games import numbered
from xltie.exchange.h9.header import header, kept_header, without_heading
from xltie.exchange.h9.lines import (
    BARE,
    H9Line,
    H9Result,
    players_of,
    read_lines,
    read_result,
)
from xltie.settings import Setting
from xltie.settings.declared import ABSENT, BYE, EGD_ABSENT, ENCODING, LINES_OUTDATED

_TYPED = ("name", "country", "club")
"""Fields that a line, a player and the EGD call the same."""
_RIGHT = frozenset({0, 2})
_COLUMNS_OF_NAMES = 5
_WIDTHS = (4, 30, 3, 2, 4)
"""Place, name, rank, country and club: at least as wide as in the files of OpenGotha."""


class _NewLine(NamedTuple):
    """The fields of a player's line: place to club, criteria, results, the PIN."""

    names: List[str]
    criteria: List[str]
    results: List[str]
    tail: str


def write(event: Event) -> bytes:
    """Return the tournament file of an event, in the encoding that it was read in.

    Lines that were read stay as they are where they still say what the event holds. Other players
    are written in the order of the ``Rank`` that their record has, else in the order of the event.
    """
    lines = _kept(event) if players_of(event.records) else _new(event)
    text = "".join(line + end for line, end in lines)
    return text.encode(event.settings.text(ENCODING, "utf-8"), errors="replace")


# -- files that were read ------------------------------------------------------------------------


def renewed(event: Event) -> Event:
    """Return an event whose file is to be written anew where its places may be others by now.

    Columns, order and numbers of the lines follow from results, ranks, players and criteria: where
    one of these changed since the file was read, only the comments of the file are left.
    """
    if not players_of(event.records) or not _is_outdated(event):
        return event
    titles = ("Place", "Criterion ")
    contestants = tuple(
        replace(
            contestant,
            more=tuple(pair for pair in contestant.more if not pair[0].startswith(titles)),
        )
        for contestant in event.contestants
    )
    return replace(event, contestants=contestants, records=tuple(without_heading(event.records)))


def _is_outdated(event: Event) -> bool:
    """Tell whether the lines that were read may stand elsewhere, or say something else, by now."""
    rows = _rows(event)
    known = {contestant.id: contestant for contestant in event.contestants}
    if LINES_OUTDATED in event.settings or set(rows) != set(known):
        return True
    tokens = _result_tokens(event, {who: int(who) for who in rows})
    return any(
        len(row.results) != len(tokens[who])
        or not all(map(_says, row.results, tokens[who]))
        or _says_less(row, known[who])
        for who, row in rows.items()
    )


def _says_less(row: H9Line, player: Contestant) -> bool:
    """Tell whether a player has another rank than its line, or a field that its line lacks."""
    is_other = player.grade != with_unit(row.grade)
    return is_other or any(getattr(player, name) and not getattr(row, name) for name in _TYPED)


def _rows(event: Event) -> Dict[Id, H9Line]:
    """Return the lines that were read by the numbers that results refer to."""
    found = numbered(read_lines(players_of(event.records), Notes()), "")
    return {str(number): row for number, row in found.rows.items()}


def _kept(event: Event) -> List[Tuple[str, str]]:
    """Return the lines that were read, with what has changed since."""
    rows = _rows(event)
    ids = {row.line - 1: who for who, row in rows.items()}
    known = {contestant.id: contestant for contestant in event.contestants}
    fresh = [who for who in known if who not in rows]
    numbers = {**{who: int(who) for who in rows}, **dict(zip(fresh, count(len(rows) + 1)))}
    tokens = _result_tokens(event, numbers)
    first, end, last = min(ids), _end(event), 0
    lines: List[Tuple[str, str]] = kept_header(event.records[:first], event)
    for number, (text, own_end) in enumerate(event.records[first:], first):
        who = ids.get(number)
        if who is None:
            lines.append((text, own_end))
        elif who in known:
            lines.append((_updated(text, rows[who], known[who], tokens[who]), own_end))
            last = len(lines)
    if fresh and last:
        lines[last - 1] = (lines[last - 1][0], lines[last - 1][1] or end)
    added = _aligned([_line(known[who], tokens[who]) for who in fresh])
    return [*lines[:last], *zip(added, repeat(end)), *lines[last:]]


def _updated(text: str, row: H9Line, contestant: Contestant, tokens: Sequence[str]) -> str:
    """Return a line with the fields that differ corrected, each in its place."""
    text = _with_pin(text, row, contestant)
    for result, token in sorted(zip(row.results, tokens), key=lambda pair: -pair[0].column):
        if not _says(result, token):
            text = _replaced(text, result.column - 1, result.text, token)
    for at, old, new in reversed(list(_corrections(text, row, contestant))):
        text = _replaced(text, at, old, new)
    return text


def _corrections(text: str, row: H9Line, contestant: Contestant) -> Iterator[Tuple[int, str, str]]:
    """Yield where a field stands that is another now, what it is and what it is to be."""
    held = fields_of(contestant)
    at = row.column - 1
    for name in ("name", "grade", "country", "club"):
        old, now = getattr(row, name), getattr(contestant, name)
        at = text.find(old, at) if old else at
        if at < 0:
            return
        if old and now not in ("", old, with_unit(old) if name == "grade" else old):
            yield at, old, getattr(held, name)
        at += len(old)


def _with_pin(text: str, row: H9Line, contestant: Contestant) -> str:
    """Return a line with the PIN that was typed since; one that was there stays without another."""
    pin = pin_of(contestant)
    held = fields_of(contestant).pin
    if not held or pin == row.tail.strip("| "):
        return text
    body = text.partition("|")[0].rstrip() if row.tail else text.rstrip()
    return f"{body} {held}"


def _replaced(text: str, at: int, old: str, new: str) -> str:
    """Return a text with a field replaced; the fields after it keep their column if they can."""
    rest = text[at + len(old) :]
    spare = len(rest) - len(rest.lstrip(" "))
    grown = len(new) - len(old)
    if grown < 0:
        new += " " * -grown if rest.strip() else ""
    return text[:at] + new + rest[max(0, min(grown, spare - 1)) :]


# -- new files -----------------------------------------------------------------------------------


def _new(event: Event) -> List[Tuple[str, str]]:
    """Return the lines of a new file, or of one of which only the comments are left."""
    order, ranks = _in_order(_players_in(event))
    numbers = {player.id: number for number, player in enumerate(order, 1)}
    tokens = _result_tokens(event, numbers)
    lines = [_line(player, tokens[player.id]) for player in order]
    if ranks:
        for before, line, player in zip([None, *order], lines, order):
            is_shared = before is not None and ranks[before.id] == ranks[player.id]
            line.names[0] = "" if is_shared else str(numbers[player.id])
    above = kept_header(event.records, event) if event.records else []
    new = header(event)[-1:] if above else header(event)
    end = _end(event)
    return [*above, *((text, end) for text in (*new, *_aligned(lines)))]


def _in_order(there: List[Contestant]) -> Tuple[List[Contestant], Dict[str, str]]:
    """Return the players by their ranks, and these; as they are where none has a rank."""
    ranks = {player.id: dict(player.more).get("Rank", "") for player in there}
    if not any(map(str.isdecimal, ranks.values())):
        return there, {}
    last = len(there) + 1  # of those who left too early, or were expelled
    places = {who: int(rank) if rank.isdecimal() else last for who, rank in ranks.items()}
    return sorted(there, key=lambda player: places[player.id]), ranks


def _end(event: Event) -> str:
    """Return how the lines of a file end."""
    return next((end for _, end in event.records if end), "\n")


def _players_in(event: Event) -> List[Contestant]:
    """Return the players whom a new file names.

    Who has neither a game nor a bye is left out, as by OpenGotha, unless a file gave them a place.
    """
    missed = (Status.ABSENT, Status.ZERO_BYE)
    seen = {s.who for match in event.matches for s in match.sides if s.status not in missed}
    placed = {
        contestant.id for contestant in event.contestants if dict(contestant.more).get("Place")
    }
    return [
        contestant for contestant in event.contestants if contestant.id in seen | placed or not seen
    ]


def _line(contestant: Contestant, results: List[str]) -> _NewLine:
    more = dict(contestant.more)
    held = fields_of(contestant)
    criteria: List[str] = []
    while f"Criterion {len(criteria) + 1}" in more:
        value = more[f"Criterion {len(criteria) + 1}"].partition(" ")[0]
        criteria.append(value or "0")
    return _NewLine([more.get("Place", ""), *held[:4]], criteria, results, held.pin)


def _aligned(lines: Sequence[_NewLine]) -> List[str]:
    """Return the lines with their fields under each other."""
    rows = [[*line.names, *line.criteria, *line.results] for line in lines]
    if len({len(row) for row in rows}) > 1:  # columns that differ cannot stand under each other
        return [" ".join([*row, line.tail]).rstrip() for row, line in zip(rows, lines)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    widths[: len(_WIDTHS)] = map(max, widths, _WIDTHS)
    columns = len(lines[0].criteria) if rows else 0
    right = {*_RIGHT, *range(_COLUMNS_OF_NAMES, _COLUMNS_OF_NAMES + columns)}
    done = []
    for row, line in zip(rows, lines):
        fields = [
            text.rjust(width) if index in right else text.ljust(width)
            for index, (text, width) in enumerate(zip(row, widths))
        ]
        done.append(" ".join([*fields, line.tail]).rstrip())
    return done


# -- what is lost ----------------------------------------------------------------------------------


def lost(event: Event) -> List[Fault]:
    """Return a warning for each field that is to be written, but left out or said otherwise."""
    is_kept = players_of(event.records) and not _is_outdated(event)
    rows = _rows(event) if is_kept else {}
    return losses(
        [_typed(contestant, rows.get(contestant.id)) for contestant in _players_in(event)]
    )


def _typed(contestant: Contestant, row: Optional[H9Line]) -> Contestant:
    """Return a player without the fields that stay as they were read."""
    if row is None:
        return contestant
    same = [name for name in _TYPED if getattr(contestant, name) == getattr(row, name)]
    kept: Dict[str, Any] = dict.fromkeys(same, "")
    if pin_of(contestant) == row.tail.strip("| "):
        kept["more"] = ()
    return replace(contestant, **kept)


# -- results ---------------------------------------------------------------------------------------

_SIGN = {Outcome.WIN: "+", Outcome.LOSS: "-", Outcome.DRAW: "=", None: "?"}


def _says(result: H9Result, token: str) -> bool:
    """Tell whether a result that was read still holds."""
    now = read_result(token)
    if now is None or now.opponent != result.opponent:
        return False
    if now.opponent == 0:  # a round missed is written 0-, 0= or ? by the event's own rules
        return now.sign == result.sign or "+" not in (now.sign, result.sign)
    same = (now.sign, now.by_default) == (result.sign, result.by_default)
    return same and (result.handicap is None or (now.handicap or 0) == result.handicap)


def _result_tokens(event: Event, numbers: Dict[Id, int]) -> Dict[Id, List[str]]:
    """Return every player's results, one a round."""
    rounds = max(event.rounds, event.last_round)
    begun = rounds_begun(event.contestants, event.matches)
    missed = [f"0{_absent(event)}"] * begun + ["0-"] * (rounds - begun)
    found = {contestant.id: list(missed) for contestant in event.contestants}
    for match in event.matches:
        for side, other in match.facing:
            code = _code(event, match, side, other)
            number = numbers[other.who] if other is not None else 0
            is_bare = code.startswith(BARE)
            found[side.who][match.round - 1] = code[len(BARE) :] if is_bare else f"{number}{code}"
    return found


def _code(event: Event, match: Match, side: Side, other: Optional[Side]) -> str:
    """Return what stands after the opponent's number: as it was read where that still holds."""
    sign, by_default = _sign(event, side, other)
    if other is None and side.code.startswith(BARE) and sign == "-":
        return side.code
    kept = read_result(f"0{side.code}") if side.code else None
    if _holds(kept, sign, by_default, match.handicap):
        return side.code
    if other is None or side.seat not in ("black", "white"):
        return sign + ("!" if by_default else "")
    return f"{sign}{'!' if by_default else '/'}{side.seat[0]}{match.handicap}"


def _holds(kept: Optional[H9Result], sign: str, by_default: bool, handicap: int) -> bool:
    if kept is None or kept.sign != sign or (kept.by_default and not by_default):
        return False
    return kept.handicap in (None, handicap)


def _sign(event: Event, side: Side, other: Optional[Side]) -> Tuple[str, bool]:
    if other is None:
        return _alone(event, side), False
    if side.status is Status.PLAYED:
        return _SIGN[side.outcome], False
    if side.status is Status.PENDING:
        return "?", False
    if side.points == Fraction(1, 2):
        return "=", True
    return ("+" if side.status is Status.FORFEIT_WIN else "-"), True


def _alone(event: Event, side: Side) -> str:
    if side.status is Status.PAIRING_BYE:
        return _sign_worth(event, BYE, "+")
    if side.status is Status.FULL_BYE:
        return "+"
    if side.status is Status.HALF_BYE:
        return "="
    prints_half = event.format == "mcmahon" or event.settings.text(EGD_ABSENT) == "0="
    return "=" if side.status is Status.ABSENT and prints_half else "-"


def _absent(event: Event) -> str:
    """Return the sign of a round without an entry: by its worth in the score that ranks."""
    return _sign_worth(event, ABSENT, "=" if event.format == "mcmahon" else "-")


def _sign_worth(event: Event, setting: Setting[str], usual: str) -> str:
    """Return the sign of a round without a game, by what a setting says it is worth."""
    values = event.settings[setting].split(";")
    worth = (values[-1] if event.format == "mcmahon" else values[0]).strip()
    return {"": usual, "0.5": "=", "1/2": "=", "1": "+"}.get(worth, "-")
