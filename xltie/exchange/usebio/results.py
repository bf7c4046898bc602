"""The result of a board at one table, from its ``TRAVELLER_LINE``.

Programs write what was not played in the normal way differently: as an award in ``SCORE``
(``A6040``), as a word (``Adj``), or as a line without contract whose score is 0. Such a line is not
in the field; where it has points they are the award, since no other line of the file says it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Iterator, List, Optional, Sequence, Tuple

from xltie.core.cells import number_of
from xltie.core.errors import DomainError
from xltie.core.messages import Message, say, word
from xltie.core.numbers import exact_sum, half_away_from_zero
from xltie.event import NOT_PLAYED, Award, BoardResult, Result, Weighted
from xltie.event.bridge import (
    Contract,
    is_not_played,
    read_award,
    read_contract,
    read_entry,
    read_split,
    read_tricks,
)
from xltie.exchange.common.bridge_session import at_table, refuse_impossible, score_made
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.xml import Node

_FEWEST = 2
_ADJUSTED = frozenset({"adj", "adjusted", "a"})
_AVERAGES = (Fraction(3, 5), Fraction(1, 2), Fraction(2, 5))


def first_value(node: Optional[Node], *tags: str) -> str:
    """Return the text of the first of these children that says something."""
    return next((said for tag in tags if node and (said := node.value(tag))), "")


def with_results(board_result: BoardResult, line: Node) -> BoardResult:
    """Return a board result with what its line says.

    Raises:
        DomainError: a score or a number of tricks that is none.
    """
    contract = _contract(board_result)
    tricks = line.value("TRICKS").strip("-–")  # a dash alone: none are known
    taken = read_tricks(contract, tricks) if contract and contract.level and tricks else None
    ns, ew = _results(board_result, line, contract, taken)
    text = str(contract) if contract else board_result.contract
    return at_table(board_result._replace(contract=text, tricks=taken), ns, ew)


def _contract(board_result: BoardResult) -> Optional[Contract]:
    text = board_result.contract
    if not text or is_not_played(text) or read_award(text) or read_split(text):
        return None
    return read_contract(text)


def _results(
    board_result: BoardResult, line: Node, contract: Optional[Contract], taken: Optional[int]
) -> Tuple[Result, Result]:
    said = line.value("SCORE") or ("" if contract else board_result.contract)
    if not said or said.casefold() in _ADJUSTED:
        return _without_score(board_result, contract, taken)
    split = read_split(said)
    if split is not None:
        return split
    result = read_entry(said)
    if isinstance(result, Weighted):
        return result, -result
    if isinstance(result, Fraction):
        refuse_impossible(result, said)
        return result, -result
    if isinstance(result, Award) and result.average != "=":
        raise DomainError.say(
            "the score {score!r} is one side's; both are written as A+/A- or 60/40", score=said
        )
    return result, result


def _without_score(
    board_result: BoardResult, contract: Optional[Contract], taken: Optional[int]
) -> Tuple[Result, Result]:
    """Return what the contract scored; without one the board was not played."""
    if contract is not None and contract.level == 0:
        return Fraction(0), Fraction(0)
    if contract is None or taken is None:
        return NOT_PLAYED, NOT_PLAYED
    made = score_made(board_result, board_result.declarer[:1], contract, taken)
    return made, -made


class UnplayedLines:
    """Tells lines that were adjusted or not played from scores of 0, and says what it took.

    In a file that names no contract at all a score of 0 is a board passed out.
    """

    def __init__(self, event: Node, notes: Notes) -> None:
        self._has_contracts = any(line.value("CONTRACT") for line in event.all("TRAVELLER_LINE"))
        self.notes = notes

    def read(self, board_result: BoardResult, line: Node, lines: int) -> BoardResult:
        """Return a board result, with the award of its points where it was not played normally.

        ``lines`` is how many tables the board has, from which follows its top.
        """
        if not self._is_unplayed(board_result, line):
            return self._by_points(board_result, lines)
        both = (board_result.ns_points, board_result.ew_points)
        if both[0] is None or both[1] is None or not any(both):
            ns: Result = NOT_PLAYED
            ew: Result = NOT_PLAYED
            taken = say("not played")
        else:
            ns, ew = _award_of(both[0], both[1], lines)
            taken = say(
                "adjusted to {ns} and {ew}, from {ns_points} and {ew_points} points",
                ns=str(ns),
                ew=str(ew),
                ns_points=both[0],
                ew_points=both[1],
            )
        self.notes.warn(
            "board {board}, {ns} against {ew}: no contract and the score is {score}: {taken}",
            board_result.place,
            board=board_result.board,
            ns="+".join(board_result.ns),
            ew="+".join(board_result.ew),
            score=line.value("SCORE") or word("value", "blank"),
            taken=taken,
        )
        return at_table(board_result, ns, ew)

    def _by_points(self, board_result: BoardResult, lines: int) -> BoardResult:
        """Return an award as the points of its line have it, where these say otherwise."""
        ns, ew = board_result.ns_result, board_result.ew_result
        points, other = board_result.ns_points, board_result.ew_points
        if not isinstance(ns, Award) or not isinstance(ew, Award):
            return board_result
        if points is None or other is None or not points + other or lines < _FEWEST:
            return board_result
        if _is_worth(((ns, points), (ew, other)), lines):
            return board_result
        return self.award(
            board_result, lines, say("the award {ns} and {ew} is not what the points say",
                                     ns=str(ns), ew=str(ew)),
        )  # fmt: skip

    def award(self, board_result: BoardResult, lines: int, why: Message) -> BoardResult:
        """Return a board result with the award that its points stand for, and warn of it."""
        points, other = board_result.ns_points, board_result.ew_points
        if points is None or other is None or not points + other:
            return board_result
        top = Fraction(2 * (lines - 1))
        ns, ew = _award_of(points, other, lines)
        if max(points, other) <= top and points + other > top / 2:  # 2 for a result
            ns, ew = Award(points / top), Award(other / top)
        self.notes.warn(
            say(
                "board {board}, {ns} against {ew}: adjusted to {ns_award} and {ew_award}: {why}",
                board=board_result.board, ns="+".join(board_result.ns),
                ew="+".join(board_result.ew), ns_award=str(ns), ew_award=str(ew), why=why,
            ),
            board_result.place,
        )  # fmt: skip
        return at_table(board_result, ns, ew)

    def _is_unplayed(self, board_result: BoardResult, line: Node) -> bool:
        said = line.value("SCORE")
        if board_result.contract or line.value("PLAYED_BY"):
            return False
        if said.casefold() in _ADJUSTED:
            return True
        if said:
            return self._has_contracts and number_of(said) == 0
        return bool(board_result.ns_points or board_result.ew_points)


def _is_worth(both: Sequence[Tuple[Award, Fraction]], lines: int) -> bool:
    """Tell whether awards are worth points of a top: of the board, or of a larger field."""
    shares, points = (exact_sum(sums) for sums in zip(*((a.share or 0, p) for a, p in both)))
    tops = [Fraction(2 * (lines - 1)), Fraction(lines - 1)]
    if shares:  # a board may be factored to a larger field: both are parts of one top
        tops.append(points / shares)
    return any(
        all(award.share is not None and abs(award.share * top - value) < 1 for award, value in both)
        for top in tops
    )


def _award_of(ns: Fraction, ew: Fraction, lines: int) -> Tuple[Award, Award]:
    """Return the shares that points stand for: averages of the top, else each side's part.

    The top is 2 or 1 for each other table, and the program may have rounded the points.
    """
    for top in (Fraction(2 * (lines - 1)), Fraction(lines - 1)):
        for shares in product(_AVERAGES, repeat=2):
            if top and all(
                points in (share * top, half_away_from_zero(share * top))
                for points, share in zip((ns, ew), shares)
            ):
                return Award(shares[0]), Award(shares[1])
    return Award(ns / (ns + ew)), Award(ew / (ns + ew))


_MOST_LEFT_OUT = 2
_FEWEST_KEPT = 4
_ROUNDED = Fraction(3, 50)
"""Programs print points to a tenth."""


def adjusted_lines(lines: Sequence[BoardResult]) -> Tuple[int, ...]:
    """Return the places of the lines of a board that are not in the field of the others.

    There are some only where the points of all lines fit no way to score the whole board, and those
    of the others fit one when these are left out, which no other lines do.
    """
    played = [at for at, line in enumerate(lines) if _plain(line) is not None]
    if len(played) < len(lines) or _fits(lines, played, len(lines)):
        return ()

    def fits_without(out: Tuple[int, ...]) -> bool:
        return _fits(lines, [at for at in played if at not in out], len(lines))

    for number in range(1, min(_MOST_LEFT_OUT, len(played) - _FEWEST_KEPT) + 1):
        found = list(filter(fits_without, combinations(played, number)))
        if found:
            return found[0] if len(found) == 1 else ()
    return ()


def _plain(line: BoardResult) -> Optional[Fraction]:
    """Return the score of a line that prints points for both sides."""
    has_points = line.ns_points is not None and line.ew_points is not None
    return line.ns_result if has_points and isinstance(line.ns_result, Fraction) else None


def _fits(lines: Sequence[BoardResult], field: Sequence[int], expected: int) -> bool:
    """Tell whether the points of a field are its matchpoints, as any program prints them."""
    won: List[int] = []
    for at in field:
        mine = _plain(lines[at])
        others = [_plain(lines[other]) for other in field if other != at]
        won.append(sum(2 * (mine > other) + (mine == other) for other in others
                       if mine is not None and other is not None))  # fmt: skip
    top = 2 * (len(field) - 1)
    return any(
        all(_is_printed(lines[at], points, top, way) for at, points in zip(field, won))
        for way in _ways(len(field), expected)
    )


_Way = Tuple[Fraction, Fraction]
"""What points are multiplied by, and what is added to them."""


def _ways(count: int, expected: int) -> Iterator[_Way]:
    """Yield how points of a field are printed: as they are, or factored to the whole field."""
    for scale in (Fraction(1), Fraction(1, 2)):
        yield scale, Fraction(0)
        if count < expected:
            factor = Fraction(expected, count)
            yield scale * factor, scale * (factor - 1)
            yield scale, scale * (expected - count)
            yield scale * Fraction(expected - 1, count - 1), Fraction(0)


def _is_printed(line: BoardResult, points: int, top: int, way: _Way) -> bool:
    scale, more = way
    wanted = (points * scale + more, (top - points) * scale + more)
    printed = (line.ns_points, line.ew_points)
    return all(shown is not None and abs(shown - value) <= _ROUNDED
               for shown, value in zip(printed, wanted))  # fmt: skip
