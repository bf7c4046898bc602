"""Team matches: the two tables of a board compared in IMPs, victory points or board-a-match."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Callable, Dict, List, NamedTuple, Optional, Tuple

from xltie.core.messages import Message, count, joined, say
from xltie.event import (
    SIDES,
    Award,
    BoardResult,
    Deal,
    EventIndex,
    Id,
    Score,
    Weighted,
    parts_of,
    shown_deal,
)
from xltie.functions.registry import Arg, rule
from xltie.rules.bridge.field import shown_score, signed
from xltie.rules.bridge.imps import imps
from xltie.rules.bridge.options import AVERAGE_PLUS, AverageOption
from xltie.rules.bridge.penalties import Unit, corrections
from xltie.rules.bridge.sources import (
    ACBL_VP,
    EBU_WHITE_BOOK,
    LAWS_2017,
    SBU_VP,
    WBF_DISCRETE,
    WBF_VP,
)
from xltie.rules.bridge.victory_points import SCALES, victory_points, whole_victory_points
from xltie.rules.common.criterion_value import CriterionValue, Term


class MatchOptions(NamedTuple):
    """What a match is scored by."""

    average: AverageOption = AVERAGE_PLUS
    boards: Annotated[int, Arg("Boards of a match; 0: those it has.", min=0)] = 0
    bye: Annotated[
        Fraction, Arg("Victory points of a round that the team sits out; 0 (default).", min=0)
    ] = Fraction(0)


class Comparison(NamedTuple):
    """One board of a match for one team."""

    round: int
    opponent: Id
    deal: Deal
    difference: Optional[Score]
    """The sum of its two results in points, weighted where a score is; None where the board was
    adjusted."""
    award: Optional[Award]
    """How it was adjusted."""
    why: Message

    @property
    def is_open(self) -> bool:
        """The other table has not played the board yet."""
        return self.difference is None and self.award is None

    def imps(self, average: Fraction) -> Fraction:
        """Return the IMPs of the board."""
        if self.award is not None:
            return self.award.as_imps(average)
        return self._worth(imps)

    def board_a_match(self) -> Fraction:
        """Return 2 for a board won, 1 for one drawn, the share of 2 where it was adjusted."""
        if self.award is not None:
            return 2 * self.award.as_share(AVERAGE_PLUS)
        return self._worth(lambda points: 1 + (points > 0) - (points < 0))

    def _worth(self, worth: Callable[[Fraction], int]) -> Fraction:
        parts = parts_of(self.difference or Fraction(0))
        return sum((share * worth(points) for share, points in parts), Fraction(0))


Pairing = Tuple[int, Id, Id]


def comparisons(event_index: EventIndex, who: Id) -> List[Comparison]:
    """Return a team's boards in the order of play."""

    def build() -> Dict[Id, List[Comparison]]:
        boards: Dict[Tuple[Pairing, Deal], List[Tuple[BoardResult, str]]] = {}
        for board_result in event_index.boards:
            for side, other in (("ns", "ew"), ("ew", "ns")):
                for team in board_result.who(side):
                    for opponent in board_result.who(other):
                        key = ((board_result.round, team, opponent), board_result.deal)
                        boards.setdefault(key, []).append((board_result, side))
        found: Dict[Id, List[Comparison]] = {who: [] for who in event_index.ids}
        for ((round_number, team, opponent), deal), tables in boards.items():
            found[team].append(_compare(round_number, opponent, deal, tables))
        return found

    return event_index.cached("bridge comparisons", build)[who]


def _compare(
    round_number: int, opponent: Id, deal: Deal, tables: List[Tuple[BoardResult, str]]
) -> Comparison:
    results = [(side, board_result.result(side)) for board_result, side in tables]
    awards = [result for _, result in results if isinstance(result, Award)]
    scores = [
        (side, result) for side, result in results if isinstance(result, (Fraction, Weighted))
    ]
    if awards:
        why = say("adjusted score {award}", award=str(awards[0]))
        return Comparison(round_number, opponent, deal, None, awards[0], why)
    if sorted(side for side, _ in scores) == sorted(SIDES):
        difference = _together(scores[0][1], scores[1][1])
        one, other = (joined((side.upper(), shown_score(score)), " ") for side, score in scores)
        why = say("{one} and {other}", one=one, other=other)
        return Comparison(round_number, opponent, deal, difference, None, why)
    return Comparison(round_number, opponent, deal, None, None, say("one table only"))


def _together(one: Score, other: Score) -> Score:
    """Return the sum of both tables, with every pair of their shares where one is weighted."""
    sums = tuple(
        (share * rate, points + more)
        for share, points in parts_of(one)
        for rate, more in parts_of(other)
    )
    (_, first), *more = sums
    return Weighted(sums) if more else first


def _finish(
    event_index: EventIndex, who: Id, terms: List[Term], unit: Unit, top: Fraction
) -> CriterionValue:
    more = corrections(event_index.contestant(who), unit, top, len(terms))
    return CriterionValue.of(
        [*terms, *(Term.alone(correction.value, correction.why) for correction in more)]
    )


def _board_term(comparison: Comparison, value: Fraction) -> Term:
    why = say("board {board}: {result}", board=shown_deal(comparison.deal), result=comparison.why)
    return Term(comparison.round or None, comparison.opponent, value, why, not comparison.is_open)


@rule("TEAMIMPS", code="IMP", source=LAWS_2017)
def team_imps(
    event_index: EventIndex, who: Id, average: AverageOption = AVERAGE_PLUS
) -> CriterionValue:
    """IMPs of a team: on every board those of its results at both tables together.

    A board that only one table has played does not count yet. An adjusted score counts 3 IMPs for
    A+ and minus 3 for A-.
    """
    boards = comparisons(event_index, who)
    terms = [_board_term(board, board.imps(average)) for board in boards]
    return _finish(event_index, who, terms, Unit.IMPS, Fraction(1))


@rule("BAM", code="BAM", source=LAWS_2017, aliases=("board-a-match", "board a match"))
def board_a_match(event_index: EventIndex, who: Id) -> CriterionValue:
    """Board-a-match: 2 for each board won, 1 for each board drawn.

    An adjusted score counts as its share of 2.
    """
    terms = [
        _board_term(board, Fraction(0) if board.is_open else board.board_a_match())
        for board in comparisons(event_index, who)
    ]
    return _finish(event_index, who, terms, Unit.MATCHPOINTS, Fraction(2))


@rule("TEAMVPS", code="VP", source=WBF_VP, aliases=("victory points",))
def team_vps(event_index: EventIndex, who: Id, options: MatchOptions) -> CriterionValue:
    """Victory points of a team: the margin of each match on the WBF scale of 2013, added up.

    What a round without an opponent is worth is for the regulations of the event to say.
    """
    return _matches(event_index, who, options, victory_points)


_Scored = Callable[[Fraction, int], Fraction]
"""The victory points of a margin in IMPs on a number of boards."""


def _matches(
    event_index: EventIndex, who: Id, options: MatchOptions, scored: _Scored
) -> CriterionValue:
    """Return the victory points of a team's matches, added up."""
    matches: Dict[Tuple[int, int, Id], List[Comparison]] = {}
    for board in comparisons(event_index, who):
        if not board.is_open:
            key = (board.deal[0], board.round, board.opponent)
            matches.setdefault(key, []).append(board)
    terms = []
    for (_, round_number, opponent), played in matches.items():
        margin = sum((board.imps(options.average) for board in played), Fraction(0))
        number = options.boards or len(played)
        why = count(
            number, "{imps} IMPs on {n} board", "{imps} IMPs on {n} boards", imps=signed(margin)
        )
        terms.append(Term(round_number or None, opponent, scored(margin, number), why))
    if options.bye:
        out = _rounds_out(event_index, who)
        terms += [Term(number or None, None, options.bye, say("sits out")) for number in out]
    return _finish(event_index, who, terms, Unit.VICTORY, Fraction(1))


def _rounds_out(event_index: EventIndex, who: Id) -> List[int]:
    """Return the rounds in which a team has no opponent on any of its lines."""
    opposed: Dict[Tuple[int, int], bool] = {}
    for board_result in event_index.boards:
        for side, other in (("ns", "ew"), ("ew", "ns")):
            if who in board_result.who(side):
                met = bool(board_result.who(other))
                key = (board_result.session, board_result.round)
                opposed[key] = opposed.get(key, False) or met
    return [number for (_, number), met in opposed.items() if not met]


@rule(
    "TEAMWHOLEVPS",
    code="VPD",
    source=(WBF_DISCRETE, ACBL_VP, SBU_VP, EBU_WHITE_BOOK),
    aliases=("discrete VP",),
)
def team_whole_vps(
    event_index: EventIndex,
    who: Id,
    options: MatchOptions,
    table: Annotated[
        str, Arg("discrete (WBF, default), acbl20, acbl30, sbu20 or ebu10.", names=SCALES[1:])
    ] = "discrete",
) -> CriterionValue:
    """Victory points of a team in whole numbers: the margin of each match by a table, added up."""

    def scored(margin: Fraction, count: int) -> Fraction:
        return whole_victory_points(margin, count, table)

    return _matches(event_index, who, options, scored)
