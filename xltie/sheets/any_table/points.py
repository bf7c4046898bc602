"""The points that a table prints beside its results: they decide the scoring, or contradict it."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.errors import Fault
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, field, replace
from xltie.event import Match, Scoring, Side, Status
from xltie.ranking import PrintedColumn
from xltie.sheets.any_table.asked import Asked
from xltie.sheets.any_table.blocks import Table
from xltie.sheets.any_table.cross_cells import Worth
from xltie.sheets.any_table.results import WORTH
from xltie.sheets.any_table.roster import Player
from xltie.sheets.tables import HALF, NONE, ONE, number_in

_MOST = 10
"""Numbers of two sides that add up to more are no points, unless printed totals say so."""
_MOST_A_GAME = 3
_LEAST_PLAYERS = 5
_SYSTEMS = ("1 1/2 0", "2 1 0", "3 1 0", "3 2 1")


@dataclass
class Tally:
    """What a player's line holds: how often won, drawn, lost, the numbers, and rounds alone."""

    counts: Dict[int, int] = field(default_factory=lambda: {1: 0, 0: 0, -1: 0})
    signs: Dict[int, int] = field(default_factory=lambda: {1: 0, 0: 0, -1: 0})
    values: Fraction = NONE
    byes: List[Status] = field(default_factory=list)

    def add(self, worth: Worth, outcome: Optional[int]) -> None:
        """Count a game."""
        if outcome is not None:
            self.counts[outcome] += 1
        if worth.value is not None:
            self.values += worth.value
        elif outcome is not None:
            self.signs[outcome] += 1


class _System(NamedTuple):
    scoring: Scoring
    uses_values: bool


@dataclass
class Fit:
    """The scoring that the printed points follow, or the faults of those that they contradict."""

    scoring: Scoring
    uses_values: bool
    is_proved: bool
    faults: List[Fault] = field(default_factory=list)
    notes: List[Fault] = field(default_factory=list)

    def scored(self, matches: Sequence[Match]) -> Tuple[Match, ...]:
        """Return the games without points of their own where the scoring says the same."""

        def plain(side: Side) -> Side:
            if side.points is None:
                return side
            bare = replace(side, points=None)
            same = self.scoring.points(bare) == side.points
            return bare if same or not self.uses_values else side

        return tuple(
            replace(match, a=plain(match.a), b=None if match.b is None else plain(match.b))
            for match in matches
        )


def scoring_of(win: Fraction, draw: Fraction, loss: Fraction, bye: Optional[Fraction]) -> Scoring:
    """Return a scoring in which a forfeit is worth what a game is."""
    worth = win if bye is None else bye
    return Scoring(win, draw, loss, worth, win, draw, NONE, win, NONE, NONE)


def fit_points(
    table: Table, players: Mapping[int, Player], tallies: Mapping[int, Tally], usual: Fraction
) -> Fit:
    """Return the scoring of a table, by the column of points where it has one."""
    systems = _asked(table) or _systems(tallies, usual)
    columns = [*table.columns_of("points"), *table.columns_of("result"), *table.columns_of("wins")]
    printed = {column: _printed(table, players, column) for column in columns}
    printed = {column: values for column, values in printed.items() if values}
    for values in printed.values():
        for system in systems:
            if all(_points(tallies[n], system) == value for n, value in values.items()):
                return Fit(system.scoring, system.uses_values, True)
    for column in table.columns_of("tiebreak")[:1]:  # teams have the points of matches there
        values = _printed(table, players, column)
        for system in systems:
            is_whole = not system.uses_values and len(values) == len(players)
            if is_whole and all(_points(tallies[n], system) == values[n] for n in values):
                return Fit(system.scoring, False, True)
    first = systems[0]
    if usual > _MOST and first.uses_values:
        first = next(
            system for system in systems if not system.uses_values
        )  # discs, goals, kilograms
    fit = Fit(first.scoring, first.uses_values, False)
    points = [column for column in printed if table.headings[column].meaning == "points"]
    points = points or _scores(table, printed, len(players))
    points = points or _nearly_points(table, players, tallies, first, printed)
    if points:
        fit.faults.extend(_unlike(table, players, tallies, systems, points[-1], printed))
    for column in table.columns_of("wins") if not points else ():
        fit.faults.extend(_more_wins(table, players, tallies, column, printed.get(column, {})))
    return fit


def _more_wins(
    table: Table, players: Mapping[int, Player], tallies: Mapping[int, Tally], column: int,
    values: Mapping[int, Fraction],
) -> List[Fault]:  # fmt: skip
    """Return a fault for each line that prints more wins than its cells can hold.

    Where most do, the column counts something else.
    """
    held = {n: tallies[n].counts[1] + len(tallies[n].byes) for n in values}
    more = [n for n, value in values.items() if value > held[n]]
    return [
        Fault.say(
            "{text!r} wins are printed here, but the cells of the line hold {sum}",
            table.place(table.lines[players[number].line], column),
            text=table.lines[players[number].line].texts[column],
            sum=held[number],
        )
        for number in (more if 3 * len(more) <= len(values) else ())
    ]


def _scores(table: Table, printed: Mapping[int, Mapping[int, Fraction]], players: int) -> List[int]:
    """Return the one column that may be the points where none is called so: ``Score``."""
    most = _MOST_A_GAME * players
    likely = [
        column
        for column, values in printed.items()
        if table.headings[column].meaning == "result"
        and len(values) == players
        and max(values.values()) <= most
        and not _are_places([*values.values()])
    ]
    return likely if len(likely) == 1 else []


def _nearly_points(
    table: Table, players: Mapping[int, Player], tallies: Mapping[int, Tally], system: _System,
    printed: Dict[int, Dict[int, Fraction]],
) -> List[int]:  # fmt: skip
    """Return the column, under a heading that is not known, of the points of all but one player."""
    for column, heading in enumerate(table.headings):
        if heading.meaning not in ("", "player") or heading.number is not None or not heading.text:
            continue
        values = _printed(table, players, column)
        unlike = [n for n, value in values.items() if _points(tallies[n], system) != value]
        if len(values) == len(players) >= _LEAST_PLAYERS and len(unlike) == 1:
            printed[column] = values
            return [column]
    return []


def _are_places(values: Sequence[Fraction]) -> bool:
    return all(value == 1 + sum(other < value for other in values) for value in values)


def _asked(table: Table) -> List[_System]:
    """Return the one scoring that a person gave, [] where none did."""
    scoring = asked_scoring(table.asked)
    return [_System(scoring, False)] if scoring else []


def asked_scoring(asked: Asked) -> Optional[Scoring]:
    """Return the scoring that a person gave: what is not said of it is as usual."""
    if not asked.worth:
        return None
    win = asked.worth.get(1, ONE)
    return scoring_of(win, asked.worth.get(0, win / 2), asked.worth.get(-1, NONE), None)


def _systems(tallies: Mapping[int, Tally], usual: Fraction) -> List[_System]:
    """Return what the results may be worth, the likeliest first."""
    has_values = any(tally.values for tally in tallies.values())
    found = []
    byes: List[Optional[Fraction]] = [None, HALF, NONE]
    for bye in byes:
        if has_values:
            worth = None if bye is None else bye * usual
            own = scoring_of(usual, usual / 2, NONE, worth)
            found.append(_System(own, True))
        for system in _SYSTEMS:
            win, draw, loss = map(Fraction, system.split())
            worth = None if bye is None else bye * win
            found.append(_System(scoring_of(win, draw, loss, worth), False))
    return found


def _points(tally: Tally, system: _System) -> Fraction:
    scoring = system.scoring
    worth = {1: scoring.win, 0: scoring.draw, -1: scoring.loss}
    counted = tally.signs if system.uses_values else tally.counts
    total = sum((worth[kind] * times for kind, times in counted.items()), NONE)
    if system.uses_values:
        total += tally.values
    for bye in tally.byes:
        total += {ONE: scoring.pairing_bye, HALF: scoring.half_bye}.get(WORTH[bye], NONE)
    return total


def _printed(table: Table, players: Mapping[int, Player], column: int) -> Dict[int, Fraction]:
    found = {}
    for number, player in players.items():
        value = number_in(table.lines[player.line].texts[column])
        if value is not None:
            found[number] = value
    return found


_PRINTED = ("points", "tiebreak", "wins", "place")


def printed_columns(
    table: Table, players: Sequence[Player], with_discs: bool = False
) -> Tuple[PrintedColumn, ...]:
    """Return the columns of points, tie-breaks and places that a table prints of its players.

    ``with_discs`` takes sums of discs too.
    """
    meanings = (*_PRINTED, "result") if with_discs else _PRINTED
    found: List[PrintedColumn] = []
    for column, heading in enumerate(table.headings):
        if heading.meaning not in meanings or heading.side:
            continue
        lines = {player.id: table.lines[player.line] for player in players}
        values = {who: number_in(line.texts[column]) for who, line in lines.items()}
        numbers = {who: value for who, value in values.items() if value is not None}
        if 2 * len(numbers) > len(lines):
            cells = {who: table.place(line, column) for who, line in lines.items()}
            place = table.place_of_heading(column)
            is_place = heading.meaning == "place"
            found.append(PrintedColumn(heading.text, place, numbers, cells, is_place))
    return tuple(found)


def _unlike(
    table: Table, players: Mapping[int, Player], tallies: Mapping[int, Tally],
    systems: Sequence[_System], column: int, printed: Mapping[int, Mapping[int, Fraction]],
) -> List[Fault]:  # fmt: skip
    """Return a fault for each line whose points are not those of its cells."""
    values = printed[column]

    def off(system: _System) -> Fraction:
        return sum((abs(_points(tallies[n], system) - value) for n, value in values.items()), NONE)

    best = min(systems, key=off)
    wrong = [n for n, value in values.items() if _points(tallies[n], best) != value]
    return [
        Fault(
            unlike_points(line.texts[column], _points(tallies[number], best)),
            table.place(line, column),
        )
        for number in wrong
        for line in [table.lines[players[number].line]]
    ]


def unlike_points(text: str, total: Fraction) -> Message:
    """Say that points are printed that the cells do not add up to."""
    return say(
        "{text!r} points are printed here, but the cells of the line add up to {sum}",
        text=text,
        sum=total,
    )
