"""Which scoring reproduces the points, totals and places that a file of bridge results prints."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product
from typing import Dict, Iterator, List, Mapping, Optional, Tuple, Union

from xltie.core.cells import printed_number
from xltie.core.messages import Message, Said, Value, say
from xltie.core.numbers import rounded
from xltie.event import SIDES, BoardResult, Deal, EventIndex, Id, shown_deal
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import rank
from xltie.ranking.tournament import criteria_of
from xltie.ranking.verification.candidates import numbers_of
from xltie.ranking.verification.findings import OddRow, TotalsMatch
from xltie.rules.bridge.board_scores import board_scores_of, method_with
from xltie.rules.bridge.options import (
    DIVISORS,
    GROUPS,
    ROUNDINGS,
    TRIMS,
    Butler,
    Cross,
    Matchpoints,
    Method,
)

Where = Union[Id, Tuple[Deal, str, str]]
"""What a number belongs to: a pair; or a pair at a board, with the board and the side before it."""
Figures = Mapping[Where, Fraction]


def verify_session(event_index: EventIndex) -> List[TotalsMatch]:
    """Return what each printed column of a session is and where it does not come out.

    Points are tried as matchpoints, Butler IMPs and cross-IMPs under every convention; the totals
    and places are those of the scoring that explains most points, or of the session's criteria.
    """
    found = []
    points = _points(event_index)
    criterion = _first_criterion(event_index)
    if points:
        tried = {name: _computed(event_index, method) for name, method in _methods()}
        best = max(tried, key=lambda name: _agreement(points, tried[name]))
        found.append(_printed(say("points of the tables"), best, points, tried[best]))
        criterion = best
    return found + _totals(event_index, criterion)


_FIRST = re.compile(r"[^,(]+(?:\([^)]*\))?")
"""The first of a list of criteria, with its options."""


def _first_criterion(event_index: EventIndex) -> str:
    """Return the criterion that decides first: the session's own, or the usual one of its kind."""
    said = _FIRST.match(criteria_of(event_index.event))
    return said[0].strip() if said else "MP%"


def unlike_published(event_index: EventIndex) -> List[Message]:
    """Return a sentence for each printed column that the session's own criteria do not reproduce.

    It names the scoring that reproduces more of it, if there is one.
    """
    criterion = _first_criterion(event_index)
    chosen = parse_criteria(criterion, event=event_index.event)[0]
    method = method_with(chosen.function.name, dict(chosen.options))
    points, found = _points(event_index), []
    if points and method is not None:
        tried = [_computed(event_index, each) for each in _scales(method)]
        best = max(tried, key=lambda values: _agreement(points, values))
        found.append(_printed(say("points of the tables"), criterion, points, best))
    found += _totals(event_index, criterion, is_settled=True)
    nearest = {column.title: column for column in verify_session(event_index)}
    return [_unlike(column, nearest.get(column.title)) for column in found if column.differences]


def _unlike(printed: TotalsMatch, nearest: Optional[TotalsMatch]) -> Message:
    values: Dict[str, Value] = {
        "title": printed.title,
        "agree": printed.count - len(printed.differences),
        "figures": printed.count,
        "criterion": printed.criterion,
    }
    if nearest is None or len(nearest.differences) >= len(printed.differences):
        return say("{title}: {agree} of {figures} come out as {criterion}", **values)
    return say(
        "{title}: {agree} of {figures} come out as {criterion}, {nearer} as {other}",
        nearer=printed.count - len(nearest.differences),
        other=nearest.criterion,
        **values,
    )


def _scales(method: Method) -> List[Method]:
    """Return a way to score a board in either unit: the file's need not be that of the session."""
    if not isinstance(method, Matchpoints):
        return [method]
    return [method._replace(scaling=scale) for scale in ("2/1", "1/0.5")]


def _methods() -> Iterator[Tuple[str, Method]]:
    """Yield every way to score a board with its criterion, the usual ones first."""
    for groups, decimals, scale in product(GROUPS, (None, 1, 0), ("2/1", "1/0.5")):
        name = _named("MP", scaling=scale, groups=groups, decimals=decimals)
        yield name, Matchpoints(scale, groups, 0, decimals)
    trims: Tuple[Union[Fraction, str], ...] = (*TRIMS, Fraction(1), Fraction(2))
    for trim, rounding in product(trims, ROUNDINGS):
        yield _named("BUTLERIMPS", trim=trim, rounding=rounding), Butler(trim, rounding)
    for divisor in DIVISORS:
        yield _named("XIMPS", divisor=divisor), Cross(divisor)


_USUAL = {"scaling": "2/1", "groups": "neuberg", "decimals": None, "trim": "none",
          "rounding": "half-down", "divisor": "n-1"}  # fmt: skip


def _named(name: str, **options: object) -> str:
    given = "; ".join(f"{key}={value}" for key, value in options.items() if value != _USUAL[key])
    return f"{name}({given})" if given else name


# -- points ------------------------------------------------------------------------------------


def _points(event_index: EventIndex) -> Dict[Where, Fraction]:
    """Return the points that the file prints, by board, side and pair."""
    found: Dict[Where, Fraction] = {}
    for board_result in event_index.event.board_results:
        for side, points in zip(SIDES, (board_result.ns_points, board_result.ew_points)):
            if points is not None and board_result.who(side):
                found[_key(board_result, side)] = points
    return found


def _computed(event_index: EventIndex, method: Method) -> Dict[Where, Fraction]:
    scores = board_scores_of(event_index, method)
    board_results = event_index.event.board_results
    return {_key(board_results[at], side): score.value for (at, side), score in scores.items()}


def _key(board_result: BoardResult, side: str) -> Where:
    return board_result.deal, side.upper(), "+".join(board_result.who(side))


def _where(key: Where) -> Said:
    if isinstance(key, str):
        return key
    deal, side, pair = key
    return say("board {board}, {side} {pair}", board=shown_deal(deal), side=side, pair=pair)


def _decimals(values: Figures) -> int:
    """Return how many decimals a column prints, at most 4."""
    scales = (next((k for k in range(4) if (v * 10**k).denominator == 1), 4)
              for v in values.values())  # fmt: skip
    return max(scales, default=0)


def _agreement(published: Figures, computed: Figures) -> int:
    return len(published) - len(_differences(published, computed))


def _differences(published: Figures, computed: Figures) -> Tuple[OddRow, ...]:
    decimals = _decimals(published)
    return tuple(
        OddRow(_where(key), value, computed.get(key))
        for key, value in published.items()
        if key not in computed or rounded(computed[key], decimals) != value
    )


def _printed(title: Said, criterion: str, published: Figures, computed: Figures) -> TotalsMatch:
    return TotalsMatch(title, criterion, len(published), _differences(published, computed))


# -- totals and places -------------------------------------------------------------------------


def _totals(event_index: EventIndex, criterion: str, is_settled: bool = False) -> List[TotalsMatch]:
    """Return the totals and places under a criterion.

    Matchpoints are also tried as ACBLscore prints them, unless the criterion ``is_settled``.
    """
    percents, totals = _criteria_of_totals(criterion, is_settled)
    found = []
    for title, tried in (("TotalPercentage", percents), ("TotalMP", totals), ("TotalIMP", totals),
                         ("TotalScore", totals)):  # fmt: skip
        published = _column(event_index, f"Published {title}")
        if published:
            columns = []
            for way in tried:
                values: Dict[Where, Fraction] = dict(numbers_of(event_index, way).items())
                columns.append(_printed(title, way, published, values))
            found.append(min(columns, key=lambda column: len(column.differences)))
    places = _column(event_index, "Published place")
    if places:
        chosen = [
            column.criterion for column in found if column.title == "TotalPercentage"
        ] + percents
        total = chosen[0] if totals[0].startswith("MP") else totals[0]
        lines = rank(event_index, parse_criteria(total, event=event_index.event)).lines
        computed: Dict[Where, Fraction] = {line.who: Fraction(line.place) for line in lines}
        found.append(_printed(say("places"), total, places, computed))
    return found


_ACBLSCORE = "printed=acblscore"


_OTHER_GROUPS = ("ebu", "small", "doe", "manual", "scale", "ascherman")


def _criteria_of_totals(criterion: str, is_settled: bool) -> Tuple[List[str], List[str]]:
    """Return the criteria that percentages and totals may be, the usual ones first."""
    name, _, rest = criterion.partition("(")
    if _ACBLSCORE in criterion:
        return [f"MP%({rest}"], [f"MP({rest}"]
    given = [
        option
        for option in rest.rstrip(")").split("; ")
        if option and not option.startswith("scal")
    ]
    share = f"({'; '.join(given)})" if given and name.startswith("MP") else ""
    percents, totals = [f"MP%{share}"], [criterion.replace("MP%", "MP", 1)]
    if name.startswith("MP") and not is_settled:
        ways = [option for option in given if option.startswith("groups")]
        options = "; ".join([*ways, _ACBLSCORE])
        percents.append(f"MP%({options})")
        totals.append(f"MP({options})")
        # boards may be printed as they are, and totals factored, or the other way round
        for name in ("neuberg", *_OTHER_GROUPS):
            for decimals in (None, 1):
                percents.append(_named("MP%", groups=name, decimals=decimals))
                totals += [_named("MP", scaling=scale, groups=name, decimals=decimals)
                           for scale in ("2/1", "1/0.5")]  # fmt: skip
    return percents, totals


def _column(event_index: EventIndex, title: str) -> Dict[Where, Fraction]:
    found: Dict[Where, Fraction] = {}
    for who in event_index.ids:
        text = dict(event_index.contestant(who).more).get(title, "")
        value = printed_number(text.strip().rstrip("%="))
        if value is not None:
            found[who] = value
    return found
