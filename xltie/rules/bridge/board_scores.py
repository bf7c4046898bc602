"""What every table of a session scores: its result compared with the others on the board."""

from __future__ import annotations

from fractions import Fraction
from typing import Callable, Iterable, Mapping, NamedTuple, Optional, Sequence

from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.core.numbers import rounded
from xltie.event import SIDES, Award, BoardResult, Deal, EventIndex, Id, Score, Weighted
from xltie.functions.arguments import build
from xltie.rules.bridge import matchpoints as mp
from xltie.rules.bridge.field import beaten_by, mean_of, shown_score, signed, weighed, worth_of
from xltie.rules.bridge.imps import cross_imps, datum, divisor_of, imps, trimmed_ends
from xltie.rules.bridge.normal_game import award_z, capped, z_scores
from xltie.rules.bridge.options import AVERAGE_PLUS, Butler, Cross, Matchpoints, Method, Normal


class BoardScore(NamedTuple):
    """What one side scores for a board, out of how much, and why."""

    value: Fraction
    top: Fraction
    why: Message
    average: str = ""
    """The sign of an average that was awarded."""


BoardScores = dict[tuple[int, str], BoardScore]
"""By the number of the board result and the side; nothing for what was not played."""


_METHODS: dict[str, type[Method]] = {
    "MPSCORE": Matchpoints,
    "MPTOTAL": Matchpoints,
    "BUTLERTOTAL": Butler,
    "CROSSTOTAL": Cross,
    "ZTOTAL": Normal,
    "ZSCORE": Normal,
}


def method_with(criterion: str, options: Mapping[str, object]) -> Optional[Method]:
    """Return how a criterion scores a board under its options, None where it scores none."""
    method = _METHODS.get(criterion)
    return None if method is None else build(method, options)


def expected_results(board_results: Iterable[BoardResult]) -> int:
    """Return how many results a board should have: as many as the board with the most has."""
    counts: dict[Deal, int] = {}
    for board_result in board_results:
        if board_result.ns_result is not None or board_result.ew_result is not None:
            counts[board_result.deal] = counts.get(board_result.deal, 0) + 1
    return max(counts.values(), default=0)


def board_scores_of(event_index: EventIndex, method: Method) -> BoardScores:
    """Return what every table scores, worked out once for each method.

    Each side has a field of its own: where a score was adjusted they need not mirror. Versions of
    a fouled board are fields of their own too.
    """
    return event_index.cached(
        ("bridge marks", method), lambda: _board_scores(event_index.boards, method)
    )


def _board_scores(board_results: Sequence[BoardResult], method: Method) -> BoardScores:
    fields: dict[tuple[Deal, str], list[int]] = {}
    for index, board_result in enumerate(board_results):
        fields.setdefault((board_result.deal, board_result.group), []).append(index)
    expected = getattr(method, "expected", 0) or expected_results(board_results)
    found: BoardScores = {}
    for members in fields.values():
        for side in SIDES:
            _mark_field(board_results, members, side, method, expected, found)
    return found


def _mark_field(
    board_results: Sequence[BoardResult],
    members: list[int],
    side: str,
    method: Method,
    expected: int,
    found: BoardScores,
) -> None:
    results = [
        (index, board_results[index].result(side))
        for index in members
        if board_results[index].who(side)
    ]
    scores = [
        (index, result) for index, result in results if isinstance(result, (Fraction, Weighted))
    ]
    field = [result for _, result in scores]
    scorer = _SCORERS[type(method)](method, field, max(expected, len(field)))
    for (index, result), score in zip(scores, scorer.scored()):
        found[index, side] = score._replace(why=joined((shown_score(result), score.why), ": "))
    for index, award in results:
        if isinstance(award, Award):
            score = scorer.adjusted(award)
            found[index, side] = score._replace(
                why=say("adjusted score {award}", award=str(award)), average=award.average
            )


class _Scorer(NamedTuple):
    scored: Callable[[], list[BoardScore]]
    adjusted: Callable[[Award], BoardScore]


def _matchpoints(method: Matchpoints, field: list[Score], expected: int) -> _Scorer:
    unit = 1 if method.scaling == "2/1" else 2
    top = Fraction(mp.top_of(expected, method.groups), unit)
    factored = say(
        "factored from {results} to {expected} results", results=len(field), expected=expected
    )

    def by_side(points: Fraction) -> Fraction:
        return mp.rounded_by_side(points, top / 2, method.decimals, method.groups)

    def scored() -> list[BoardScore]:
        points = mp.matchpoints(field, expected, method.groups)
        beaten = beaten_by(field).__getitem__
        return [
            BoardScore(by_side(value / unit), top, why(weighed(score, beaten)))
            for score, value in zip(field, points)
        ]

    def why(compared: Message) -> Message:
        return joined((compared, factored), ", ") if len(field) < expected else compared

    def adjusted(award: Award) -> BoardScore:
        return BoardScore(by_side(award.as_share(AVERAGE_PLUS) * top), top, NOTHING)

    return _Scorer(scored, adjusted)


_ONE = Fraction(1)


def _butler(method: Butler, field: list[Score], expected: int) -> _Scorer:
    # A number of scores to leave out applies only to boards that have enough of them.
    trim = "none" if 2 * trimmed_ends(len(field), method.trim) >= len(field) else method.trim

    def scored() -> list[BoardScore]:
        if not field:
            return []
        price = datum(field, trim, method.rounding)

        def why(score: Fraction) -> Message:
            difference = signed(score - price)
            return say("{difference} from the datum {datum}", difference=difference, datum=price)

        values = worth_of(field, lambda score: Fraction(imps(score - price)))
        return [BoardScore(value, _ONE, weighed(score, why)) for score, value in zip(field, values)]

    return _Scorer(scored, lambda award: BoardScore(award.as_imps(method.average), _ONE, NOTHING))


def _cross(method: Cross, field: list[Score], expected: int) -> _Scorer:
    by = divisor_of(len(field), method.divisor) or 1
    each = expected - 1 if method.divisor == "total" else 1

    def scored() -> list[BoardScore]:
        return [
            BoardScore(rounded(total / by, method.decimals), _ONE, why(total))
            for total in cross_imps(field)
        ]

    def why(total: Fraction) -> Message:
        compared = count(
            len(field) - 1,
            "{imps} IMPs against {n} other",
            "{imps} IMPs against {n} others",
            imps=signed(total),
        )
        if by == 1:
            return compared
        return joined((compared, say("divided by {divisor}", divisor=by)), ", ")

    def adjusted(award: Award) -> BoardScore:
        return BoardScore(
            rounded(award.as_imps(method.average) * each, method.decimals), _ONE, NOTHING
        )

    return _Scorer(scored, adjusted)


def _normal(method: Normal, field: list[Score], expected: int) -> _Scorer:
    def scored() -> list[BoardScore]:
        if not field:
            return []
        mean = mean_of(field)

        def why(score: Fraction) -> Message:
            difference = signed(score - mean)
            return say("{difference} from the mean {mean}", difference=difference, mean=mean)

        return [
            BoardScore(rounded(deviation, method.decimals), _ONE, weighed(score, why))
            for score, deviation in zip(field, z_scores(field, method.sigma, method.cap))
        ]

    def adjusted(award: Award) -> BoardScore:
        value = capped(award_z(award, method.average), method.cap)
        return BoardScore(rounded(value, method.decimals), _ONE, NOTHING)

    return _Scorer(scored, adjusted)


_SCORERS: dict[type, Callable[..., _Scorer]] = {
    Matchpoints: _matchpoints,
    Butler: _butler,
    Cross: _cross,
    Normal: _normal,
}


class Sitting(NamedTuple):
    """One board as one contestant played it."""

    board_result: BoardResult
    side: str
    score: Optional[BoardScore]
    """None if the board has no score."""

    @property
    def opponents(self) -> str:
        """Return who sat on the other side."""
        return "+".join(self.board_result.who("ew" if self.side == "ns" else "ns"))


def sittings(event_index: EventIndex, who: Id, method: Method) -> list[Sitting]:
    """Return a contestant's boards in the order of play with what they scored."""

    def build() -> dict[Id, list[Sitting]]:
        marks = board_scores_of(event_index, method)
        by: dict[Id, list[Sitting]] = {who: [] for who in event_index.ids}
        for index, board_result in enumerate(event_index.boards):
            for side in SIDES:
                for player in board_result.who(side):
                    by[player].append(Sitting(board_result, side, marks.get((index, side))))
        return by

    return event_index.cached(("bridge sittings", method), build)[who]
