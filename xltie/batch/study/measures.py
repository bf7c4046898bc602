"""What one event says of each list of criteria, as a row of a table."""

from __future__ import annotations

from dataclasses import dataclass

from xltie.batch.inputs import Input
from xltie.batch.outcome import Cell, Outcome, Row
from xltie.batch.study.plan import Setting, Study
from xltie.batch.study.play import played
from xltie.event.index import EventIndex
from xltie.event.model import Event, Id
from xltie.ranking.correlation import kendall, spearman
from xltie.ranking.criteria import parse_criteria
from xltie.ranking.standings import Standings, rank

_PRIZES = 3


def rows_of(event: Event, truth: dict[Id, float], lists: tuple[tuple[str, str], ...]) -> list[Row]:
    """Return a row for every list: how its places agree with the true order, and its ties.

    ``best first`` is the chance that the strongest player is given the first prize, a share of it
    where first place is shared. ``level`` counts those who stand level on points with the one
    above, ``decided`` how many of these each further criterion separates, the last figure those
    whom none does.
    """
    order = sorted(truth, key=lambda who: -truth[who])
    true_place = {who: place for place, who in enumerate(order, 1)}
    event_index = EventIndex(event)
    found: list[Row] = []
    for name, text in lists:
        standings = rank(event_index, parse_criteria(text, event=event))
        places = [line.place for line in standings.lines]
        true = [true_place[line.who] for line in standings.lines]
        first = [line.who for line in standings.lines if line.place == 1]
        decided = _decided(standings)
        tau, rho = kendall(places, true), spearman(places, true)
        row: dict[str, Cell] = {
            "list": name,
            "kendall": None if tau is None else float(tau),
            "spearman": None if rho is None else float(rho),
            "best first": (order[0] in first) / len(first),
            "level": sum(decided),
            "decided": " ".join(map(str, decided)),
            "prizes": " ".join(
                f"{line.place}:{line.who}" for line in standings.lines if line.place <= _PRIZES
            ),
        }
        found.append(row)
    return found


def _decided(standings: Standings) -> list[int]:
    """Return how many neighbours each criterion after the first separates, and none does."""
    count = len(standings.criteria)
    found = [0] * count
    for line in standings.lines[1:]:
        if line.decided_by is None:
            found[-1] += 1
        elif line.decided_by:
            found[line.decided_by - 1] += 1
    return found


@dataclass(frozen=True)
class StudyStep:
    """Some events of a setting, played out and measured. Its inputs are named ``64x7/000025``."""

    study: Study
    block: int

    def __call__(self, source: Input) -> Outcome:
        """Return the rows of the events that a block holds."""
        size, _, first = source.name.partition("/")
        players, _, rounds = size.partition("x")
        setting = Setting(int(players), int(rounds))
        rows: list[Row] = []
        for number in range(int(first), min(int(first) + self.block, self.study.events)):
            event, truth = played(self.study, setting, number)
            head: Row = {"players": setting.players, "rounds": setting.rounds, "number": number}
            rows += [{**head, **row} for row in rows_of(event, truth, self.study.lists)]
        return Outcome(source, tuple(rows))


def blocks_of(study: Study, block: int) -> list[Input]:
    """Return the inputs of a study: the events of every setting, some at a time."""
    return [
        Input(f"{own.players}x{own.rounds}/{first:06}")
        for own in study.settings
        for first in range(0, study.events, block)
    ]
