"""Writing EGD tournament files: new ones, and those that were read with only the changes."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, NamedTuple, Optional, Sequence, Tuple

from xltie.event.go_ranks import egd_rank, with_unit
from xltie.event.model import Contestant, Event, Id, Match, Outcome, Side, Status
from xltie.event.withdrawals import rounds_begun
from xltie.exchange.common.go_names import parted
from xltie.exchange.h9.games import numbered
from xltie.exchange.h9.header import header
from xltie.exchange.h9.lines import BARE, Result, Row, players_of, read_lines, read_result

_SIGN = {Outcome.WIN: "+", Outcome.LOSS: "-", Outcome.DRAW: "=", None: "?"}
_RIGHT = frozenset({0, 2})
_COLUMNS_OF_NAMES = 5
_WIDTHS = (4, 30, 3, 2, 4)
"""Place, name, rank, country and club: at least as wide as in the files of OpenGotha."""


class Line(NamedTuple):
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
    lines = _kept(event) if event.records else _new(event)
    text = "".join(line + end for line, end in lines)
    return text.encode(event.settings.get("encoding") or "utf-8", errors="replace")


# -- files that were read ------------------------------------------------------------------------


def _kept(event: Event) -> List[Tuple[str, str]]:
    """Return the lines that were read, with what has changed since."""
    rows = {row.line - 1: row for row in read_lines(players_of(event.records), "", [])}
    order = numbered(list(rows.values()), "").rows
    ids = {row.line: str(number) for number, row in order.items()}
    known = {contestant.id: contestant for contestant in event.contestants}
    numbers = {who: int(who) for who in ids.values()}
    fresh = [who for who in known if who not in numbers]
    numbers.update((who, len(order) + turn) for turn, who in enumerate(fresh, 1))
    tokens = _tokens(event, numbers)
    lines: List[Tuple[str, str]] = []
    end = next((own for _, own in event.records if own), "\n")
    last = 0
    for number, (text, own_end) in enumerate(event.records):
        if number not in rows:
            lines.append((text, own_end))
            continue
        who = ids[number + 1]
        if who in known:
            line = _updated(text, rows[number], known[who], tokens[who])
            lines.append((line, own_end))
            last = len(lines)
    if fresh and last:
        lines[last - 1] = (lines[last - 1][0], lines[last - 1][1] or end)
    added = [_line(known[who], tokens[who]) for who in fresh]
    return [*lines[:last], *((text, end) for text in _aligned(added)), *lines[last:]]


def _updated(text: str, row: Row, own: Contestant, tokens: Sequence[str]) -> str:
    """Return a line with the names and results that differ corrected, each in its place."""
    for result, token in sorted(zip(row.results, tokens), key=lambda pair: -pair[0].column):
        if not _says(result, token):
            text = _replaced(text, result.column - 1, result.text, token)
    for old, new in (
        (row.name, own.name),
        (with_unit(row.grade), own.grade),
        (row.country, own.country),
    ):
        if new and old and new != old and old in text:
            text = _replaced(text, text.index(old), old, new)
    return text


def _replaced(text: str, at: int, old: str, new: str) -> str:
    """Return a text with a field replaced; the fields after it keep their column if they can."""
    rest = text[at + len(old) :]
    spare = len(rest) - len(rest.lstrip(" "))
    grown = len(new) - len(old)
    if grown < 0:
        new += " " * -grown if rest.strip() else ""
    return text[:at] + new + rest[max(0, min(grown, spare - 1)) :]


def _says(result: Result, token: str) -> bool:
    """Tell whether a result that was read still holds."""
    now = read_result(token)
    if now is None or now.opponent != result.opponent:
        return False
    if now.opponent == 0:  # a round missed is written 0-, 0= or ? by the event's own rules
        return now.sign == result.sign or "+" not in (now.sign, result.sign)
    same = (now.sign, now.by_default) == (result.sign, result.by_default)
    return same and (result.handicap is None or (now.handicap or 0) == result.handicap)


# -- new files -----------------------------------------------------------------------------------


def _new(event: Event) -> List[Tuple[str, str]]:
    """Return the lines of a new file.

    Who has neither a game nor a bye is left out, as by OpenGotha, unless a file gave them a place.
    """
    missed = (Status.ABSENT, Status.ZERO_BYE)
    seen = {s.who for match in event.matches for s in match.sides if s.status not in missed}
    placed = {own.id for own in event.contestants if dict(own.more).get("Place")}
    there = [own for own in event.contestants if own.id in seen | placed or not seen]
    ranks = {c.id: dict(c.more).get("Rank", "") for c in there}
    is_ranked = all(rank.isdecimal() for rank in ranks.values())
    order = sorted(there, key=lambda c: int(ranks[c.id])) if is_ranked else there
    numbers = {c.id: number for number, c in enumerate(order, 1)}
    tokens = _tokens(event, numbers)
    lines = [_line(own, tokens[own.id]) for own in order]
    for before, line, own in zip([None, *order], lines, order):
        if is_ranked:
            shared = before is not None and ranks[before.id] == ranks[own.id]
            line.names[0] = "" if shared else str(numbers[own.id])
    return [(text, "\n") for text in (*header(event), *_aligned(lines))]


def _line(own: Contestant, results: List[str]) -> Line:
    more = dict(own.more)
    names = [
        more.get("Place", ""), _two_words(own.name) or own.id, egd_rank(own.grade or "30k"),
        own.country or "XX", own.club.replace(" ", "_") or "xxxx",
    ]  # fmt: skip
    criteria: List[str] = []
    while f"Criterion {len(criteria) + 1}" in more:
        value = more[f"Criterion {len(criteria) + 1}"].partition(" ")[0]
        criteria.append(value or "0")
    pin = more.get("PIN", "")
    tail = f"|{pin}" if pin and not pin.startswith("|") else pin
    return Line(names, criteria, results, tail)


def _two_words(name: str) -> str:
    """Return a name in the EGD's two words, surname and first name: ``van_den_Berg Jan``."""
    return " ".join("_".join(part.split()) for part in parted(name) if part)


def _aligned(lines: Sequence[Line]) -> List[str]:
    """Return the lines with their fields under each other."""
    rows = [[*line.names, *line.criteria, *line.results] for line in lines]
    if len({len(row) for row in rows}) > 1:  # columns that differ cannot stand under each other
        return [" ".join([*row, line.tail]).rstrip() for row, line in zip(rows, lines)]
    widths = [max(map(len, column)) for column in zip(*rows)]
    widths[: len(_WIDTHS)] = map(max, widths, _WIDTHS)
    first_result = len(lines[0].names) + len(lines[0].criteria) if rows else 0
    done = []
    for row, line in zip(rows, lines):
        fields = [
            text.rjust(width) if _is_right(index, first_result) else text.ljust(width)
            for index, (text, width) in enumerate(zip(row, widths))
        ]
        done.append(" ".join([*fields, line.tail]).rstrip())
    return done


def _is_right(index: int, first_result: int) -> bool:
    return index in _RIGHT or _COLUMNS_OF_NAMES <= index < first_result


# -- results -------------------------------------------------------------------------------------


def _tokens(event: Event, numbers: Dict[Id, int]) -> Dict[Id, List[str]]:
    """Return every player's results, one a round."""
    rounds = max([event.rounds, *(match.round for match in event.matches)])
    begun = rounds_begun(event.contestants, event.matches)
    missed = [f"0{_absent(event)}"] * begun + ["0-"] * (rounds - begun)
    found = {contestant.id: list(missed) for contestant in event.contestants}
    for match in event.matches:
        for side, other in _views(match):
            code = _code(event, match, side, other)
            number = numbers[other.who] if other is not None else 0
            is_bare = code.startswith(BARE)
            found[side.who][match.round - 1] = code[len(BARE) :] if is_bare else f"{number}{code}"
    return found


def _views(match: Match) -> Sequence[Tuple[Side, Optional[Side]]]:
    if match.b is None:
        return ((match.a, None),)
    return ((match.a, match.b), (match.b, match.a))


def _code(event: Event, match: Match, side: Side, other: Optional[Side]) -> str:
    """Return what stands after the opponent's number: as it was read where that still holds."""
    sign, by_default = _sign(event, side, other)
    if other is None and side.code.startswith(BARE) and sign == "-":
        return side.code
    if side.code:
        kept = read_result(f"0{side.code}")
        same = kept is not None and kept.sign == sign and (not kept.by_default or by_default)
        if kept is not None and same and kept.handicap in (None, match.handicap):
            return side.code
    mark = "!" if by_default else "/"
    if other is None or side.seat not in ("black", "white"):
        return sign + ("!" if by_default else "")
    return f"{sign}{mark}{side.seat[0]}{match.handicap}"


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
        return _sign_worth(event, "bye", "+")
    if side.status is Status.FULL_BYE:
        return "+"
    if side.status is Status.HALF_BYE:
        return "="
    prints_half = event.format == "mcmahon" or event.settings.get("egd_absent") == "0="
    return "=" if side.status is Status.ABSENT and prints_half else "-"


def _absent(event: Event) -> str:
    """Return the sign of a round without an entry: by its worth in the score that ranks."""
    return _sign_worth(event, "absent", "=" if event.format == "mcmahon" else "-")


def _sign_worth(event: Event, setting: str, usual: str) -> str:
    """Return the sign of a round without a game, by what a setting says it is worth."""
    values = event.settings.get(setting, "").split(";")
    worth = (values[-1] if event.format == "mcmahon" else values[0]).strip()
    return {"": usual, "0.5": "=", "1/2": "=", "1": "+"}.get(worth, "-")
