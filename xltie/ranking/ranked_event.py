"""An event with its places and figures filled in, as files of results carry them."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Optional, Sequence, Tuple

from xltie.core.numbers import with_decimals
from xltie.core.records import replace
from xltie.event import Contestant, Event, EventIndex, Id
from xltie.ranking.criteria import Criterion, parse_criteria
from xltie.ranking.standings import Standings, rank, text_of_value
from xltie.rules.bridge.board_scores import BoardScores, board_scores_of, method_with
from xltie.rules.common.criterion_value import CriterionValue

_LEAST_COLUMNS = 4


def with_ranks(event: Event, criteria: str) -> Event:
    """Return the event with the places and criteria as fields of every contestant.

    Criteria that a contestant's record has already stay; result lists have at least four.

    Raises:
        InputError: a criterion that cannot be understood.
    """
    lines = rank(EventIndex(event), parse_criteria(criteria, event=event)).lines
    fields: Dict[str, Dict[str, str]] = {
        line.who: {
            "Rank": str(line.place),
            **{f"Criterion {n}": text for n, text in enumerate(_padded(line.values), 1)},
        }
        for line in lines
    }

    def ranked(contestant: Contestant) -> Contestant:
        if contestant.id not in fields:  # expelled, or withdrawn too early
            return replace(
                contestant, more=tuple(pair for pair in contestant.more if pair[0] != "Rank")
            )
        more = dict(contestant.more)
        new = (
            {"Rank": fields[contestant.id]["Rank"]}
            if "Criterion 1" in more
            else fields[contestant.id]
        )
        return replace(contestant, more=tuple({**more, **new}.items()))

    return replace(event, contestants=tuple(map(ranked, event.contestants)))


def _padded(values: Sequence[Optional[CriterionValue]]) -> List[str]:
    texts = ["0" if value is None else text_of_value(value) or "0" for value in values]
    return texts + ["0"] * (_LEAST_COLUMNS - len(texts))


# -- A bridge session with its figures filled in: what a results file publishes --------------------

_TOTALS = {
    "MPSCORE": "TotalPercentage", "MPTOTAL": "TotalMP", "BUTLERTOTAL": "TotalIMP",
    "CROSSTOTAL": "TotalIMP", "TEAMIMPS": "TotalIMP",
}  # fmt: skip


def published(event: Event, criteria: str = "MP%") -> Event:
    """Return a session with the points of its boards and the places of its pairs filled in.

    The first criterion says how boards are scored; team matches have no points of their own.

    Raises:
        InputError: a criterion that cannot be understood.
    """
    event_index = EventIndex(event)
    found = rank(event_index, parse_criteria(criteria, event=event))
    first = found.criteria[0]
    method = method_with(first.function.name, dict(first.options))
    board_results = event.board_results
    if method is not None:
        marks = board_scores_of(event_index, method)
        board_results = tuple(
            board_result._replace(
                ns_points=_value(marks, index, "ns"),
                ew_points=_value(marks, index, "ew"),
            )
            for index, board_result in enumerate(board_results)
        )
    contestants = tuple(
        replace(contestant, more=(*contestant.more, *_figures(found, first, contestant.id)))
        for contestant in event.contestants
    )
    return replace(event, board_results=board_results, contestants=contestants)


def _value(marks: BoardScores, index: int, side: str) -> Optional[Fraction]:
    mark = marks.get((index, side))
    return None if mark is None else mark.value


def _figures(found: Standings, first: Criterion, who: Id) -> Tuple[Tuple[str, str], ...]:
    line = found.line(who)
    criterion_value = line.values[0]
    figures = [("Published place", str(line.place))]
    if criterion_value is not None and isinstance(criterion_value.total, (int, Fraction)):
        name = _TOTALS.get(first.function.name, "TotalScore")
        figures.append((f"Published {name}", with_decimals(criterion_value.total, 2)))
    return tuple(figures)
