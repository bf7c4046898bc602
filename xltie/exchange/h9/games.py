"""From the lines of an EGD file to matches: each game is on two lines that must agree."""

from __future__ import annotations

from typing import Dict, FrozenSet, Iterator, List, NamedTuple, Optional, Sequence, Set, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.go_ranks import HOW_TO_WRITE, rank_in_file, rank_number, with_unit
from xltie.core.messages import NOTHING, Message, Value, say
from xltie.event import Match, Outcome, Side, Status
from xltie.exchange.common.go import MOST_STONES, not_stones, side
from xltie.exchange.h9.columns import agreeing
from xltie.exchange.h9.lines import H9Line, H9Result

_MIRROR = {"+": "-", "-": "+", "=": "=", "?": "?"}
_OUTCOME = {"+": Outcome.WIN, "-": Outcome.LOSS, "=": Outcome.DRAW}
_SEAT = {"b": "black", "w": "white", "": ""}
_OTHER_SEAT = {"black": "white", "white": "black", "": ""}


class Numbered(NamedTuple):
    """The lines by the numbers that results refer to.

    ``agreeing`` are the lines (by line) whose results add up to the number of wins they print.
    """

    rows: Dict[int, H9Line]
    file: str
    agreeing: FrozenSet[int] = frozenset()

    def place(self, row: H9Line, result: H9Result) -> Place:
        """Return the place of a result."""
        return Place(file=self.file, line=row.line, column=result.column)


def numbered(rows: Sequence[H9Line], file: str) -> Numbered:
    """Return the lines by number: the place printed, or the line's order where places are shared.

    If both are possible, the numbering under which more results agree is used.
    """
    agree = agreeing(rows)
    by_order = Numbered(dict(enumerate(rows, 1)), file, agree)
    printed = [int(row.place) if row.place else 0 for row in rows]
    if 0 in printed or len(set(printed)) < len(printed) or printed == list(by_order.rows):
        return by_order
    by_place = Numbered(dict(zip(printed, rows)), file, agree)
    return min((by_place, by_order), key=lambda found: sum(1 for _ in game_faults(found)))


def game_faults(lines: Numbered) -> Iterator[Fault]:
    """Yield what cannot be true of the results, each with line and column."""
    for number, row in lines.rows.items():
        for turn, result in enumerate(row.results):
            said = _fault(lines, number, row, turn, result)
            if said:
                yield Fault(said, lines.place(row, result))


def _fault(lines: Numbered, number: int, row: H9Line, turn: int, result: H9Result) -> Message:
    """Return what is wrong with a result, ``NOTHING`` where nothing is."""
    if result.opponent == 0:
        return NOTHING
    if result.opponent == number:
        return say(
            "round {round}: player {who} plays against themselves", round=turn + 1, who=number
        )
    other = lines.rows.get(result.opponent)
    if other is None:
        return say("round {round}: there is no player {who}", round=turn + 1, who=result.opponent)
    if turn >= len(other.results):
        return NOTHING
    back = other.results[turn]
    if back.opponent != number:
        return _one_sided(lines, number, turn, result, other, back)
    if number < result.opponent:
        return NOTHING  # reported once, at the later line
    both = {row.line, other.line} <= lines.agreeing or result.by_default or back.by_default
    return _disagreement(turn, number, result, other, back, both)


def _one_sided(
    lines: Numbered, number: int, turn: int, result: H9Result, other: H9Line, back: H9Result
) -> Message:
    third = lines.rows.get(back.opponent)
    named = third.results[turn] if third is not None and turn < len(third.results) else None
    if third is not None and named is not None and named.opponent == result.opponent:
        return say(
            "player {who} is in round {round} a second time: against {opponent} here, "
            "against {other} in lines {first_line} and {second_line}",
            who=result.opponent,
            round=turn + 1,
            opponent=number,
            other=back.opponent,
            first_line=other.line,
            second_line=third.line,
        )
    return say(
        "round {round}: {who} has {text} against {opponent}, "
        "but {opponent} has {other_text} (line {line})",
        round=turn + 1,
        who=number,
        text=result.text,
        opponent=result.opponent,
        other_text=back.text,
        line=other.line,
    )


def _disagreement(
    turn: int, number: int, result: H9Result, other: H9Line, back: H9Result, may_be_equal: bool
) -> Message:
    """Return how two records of a game differ; both may lose or win where ``may_be_equal``."""
    values: Dict[str, Value] = {
        "round": turn + 1, "who": number, "opponent": result.opponent, "text": result.text,
        "other_text": back.text, "line": other.line,
    }  # fmt: skip
    if result.sign != _MIRROR[back.sign] and not (may_be_equal and result.sign == back.sign):
        return say(
            "round {round}: the results of {who} and {opponent} do not mirror each other: "
            "{text} here, {other_text} in line {line}",
            **values,
        )
    stones = {r.handicap for r in (result, back) if r.handicap is not None}
    if max(stones, default=0) > MOST_STONES:
        return not_stones(str(max(stones)))
    if len(stones) > 1 or (max(stones, default=0) and result.colour == back.colour != ""):
        return say(
            "round {round}: the handicap of {who} and {opponent} does not agree: "
            "{text} here, {other_text} in line {line}",
            **values,
        )
    return NOTHING


def rank_faults(lines: Numbered, reduction: Optional[int]) -> Iterator[Fault]:
    """Yield a fault for each line whose rank is not understood, where handicaps follow from it.

    In a file of even games, or one that writes every handicap in its game, it harms nothing.
    """
    for row in lines.rows.values() if reduction is not None else ():
        if rank_number(with_unit(row.grade)) is not None:
            continue
        for turn, result in enumerate(row.results):
            other = lines.rows.get(result.opponent)
            if result.by_default or result.handicap is not None or other is None:
                continue
            if turn < len(other.results) and other.results[turn].handicap is None:
                said = say(
                    "the rank {grade!r} of {who} is not understood, and by HA[h{reduction}] "
                    "the handicap of round {round} follows from it; {how_to_write}",
                    grade=row.grade,
                    who=row.name,
                    reduction=reduction,
                    round=turn + 1,
                    how_to_write=HOW_TO_WRITE,
                )
                yield Fault(said, Place(file=lines.file, line=row.line, column=row.column))
                break


def has_halves(lines: Numbered) -> bool:
    """Tell whether some player got half a point for a round without a game."""
    results = (result for row in lines.rows.values() for result in row.results)
    return any(result.opponent == 0 and result.sign == "=" for result in results)


def matches(lines: Numbered, tells_absences: bool, reduction: Optional[int]) -> List[Match]:
    """Return the matches round by round, but for rounds to come; expects lines without faults.

    ``reduction`` is what handicaps are less than the difference of ranks where the results do not
    give them, None for even games. ``tells_absences`` says that absences are worth half a point
    and printed ``0=``; ``0-`` then is a round without points for another reason.
    """
    found: List[Match] = []
    for turn in range(_begun(lines)):
        done: Set[int] = set()
        for number, row in lines.rows.items():
            if number in done or turn >= len(row.results):
                continue
            result = row.results[turn]
            place = lines.place(row, result)
            if result.opponent == 0:
                alone = Side(str(number), _alone(result, tells_absences), code=result.code)
                found.append(Match(turn + 1, alone, place=place))
                continue
            done.add(result.opponent)
            found.append(_game(lines, number, turn, reduction))
    return found


def _begun(lines: Numbered) -> int:
    """Return the number of rounds up to the last in which somebody has more than ``0-``."""
    return max(
        (
            turn
            for row in lines.rows.values()
            for turn, result in enumerate(row.results, 1)
            if result.opponent or result.sign != "-"
        ),
        default=0,
    )


def _alone(result: H9Result, tells_absences: bool) -> Status:
    if result.sign == "+":
        return Status.PAIRING_BYE
    return Status.ABSENT if tells_absences == (result.sign == "=") else Status.ZERO_BYE


def _game(lines: Numbered, number: int, turn: int, reduction: Optional[int]) -> Match:
    row = lines.rows[number]
    result = row.results[turn]
    other = lines.rows[result.opponent]
    back = other.results[turn]
    by_default = result.by_default or back.by_default
    handicap, seat = _handicap(row, result, other, back, reduction)
    own = _side(number, result, by_default, _SEAT[result.colour] or seat)
    against = _side(result.opponent, back, by_default, _SEAT[back.colour] or _OTHER_SEAT[own.seat])
    first, second = (against, own) if own.seat == "white" else (own, against)
    return Match(turn + 1, first, second, "", handicap, lines.place(row, result))


def _handicap(
    row: H9Line, result: H9Result, other: H9Line, back: H9Result, reduction: Optional[int]
) -> Tuple[int, str]:
    """Return the stones given, and the first player's colour where only the ranks tell it."""
    given = [r.handicap for r in (result, back) if r.handicap is not None]
    if given:
        return max(given), _OTHER_SEAT[_SEAT[back.colour]]
    rank, others = rank_in_file(row.grade), rank_in_file(other.grade)
    if reduction is None or rank is None or others is None:
        return 0, ""
    stones = max(0, min(9, abs(rank - others) - reduction))
    return stones, ("white" if rank > others else "black") if stones else ""


def _side(number: int, result: H9Result, by_default: bool, seat: str) -> Side:
    return side(str(number), seat, _OUTCOME.get(result.sign), by_default, result.code)
