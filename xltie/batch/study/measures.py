"""What one event says of each list of criteria, as a row of a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from xltie.batch.inputs import Input, event_suffixes, find_inputs, read
from xltie.batch.outcome import Figure, Record, StepOutcome, in_columns
from xltie.batch.study.plan import REAL_EVENTS, FieldKind, Study
from xltie.batch.study.play import played
from xltie.core.exit_codes import FAULTY
from xltie.core.messages import say
from xltie.core.records import dataclass
from xltie.event import Event, EventIndex, Id
from xltie.ranking import Standings, parse_criteria, rank
from xltie.ranking.statistics import kendall, spearman

_PRIZES = 3


def _figure(value: Fraction | None) -> float | None:
    return None if value is None else float(value)


def rows_of(
    event: Event,
    truth: dict[Id, float],
    lists: tuple[tuple[str, str], ...],
    *,
    agreement: bool = False,
) -> list[Record]:
    """Return a row for every list: how its places agree with the true order, and its ties.

    ``best first`` is the chance that the strongest player is given the first prize, a share of it
    where first place is shared. ``level`` counts those who stand level on points with the one
    above, ``decided`` how many of these each further criterion separates, the last figure those
    whom none does. ``pairs`` counts those who are tied on points two by two, in a session without
    points all, and ``right`` those of them whom the places order as their strength does; a tie that
    the list leaves is half right, so that leaving one and drawing a lot are worth the same. With
    ``agreement`` a row also holds Kendall's tau with each list before it.
    """
    order = sorted(truth, key=lambda who: -truth[who])
    true_place = {who: place for place, who in enumerate(order, 1)}
    event_index = EventIndex(event)
    found: list[Record] = []
    before: dict[str, dict[Id, int]] = {}
    tied = _tied_on_points(event_index, order)
    for name, text in lists:
        standings = rank(event_index, parse_criteria(text, event=event))
        place_of = {line.who: line.place for line in standings.lines}
        places = list(place_of.values())
        true = [true_place[who] for who in place_of]
        decided = _decided(standings)
        tau, rho = kendall(places, true), spearman(places, true)
        row: dict[str, Figure] = {
            "list": name,
            "kendall": _figure(tau),
            "spearman": _figure(rho),
            "best first": (place_of.get(order[0]) == 1) / places.count(1),
            "pairs": len(tied),
            "right": sum(map(_rightness, *_places_of(tied, place_of))) if tied else 0.0,
            "level": None if event.board_results else sum(decided),
            "decided": " ".join(map(str, decided)),
            "prizes": _prizes(standings),
        }
        if agreement:
            for other, theirs in before.items():
                row[f"tau with {other}"] = _figure(
                    kendall(places, [theirs[who] for who in place_of])
                )
            before[name] = place_of
        found.append(row)
    return found


def _prizes(standings: Standings) -> str:
    """Return who stands on a place with a prize, each with the place."""
    return " ".join(f"{line.place}:{line.who}" for line in standings.lines if line.place <= _PRIZES)


def _tied_on_points(event_index: EventIndex, order: list[Id]) -> list[tuple[Id, Id]]:
    """Return those tied on points two by two, the stronger first; all of a session without any."""
    if event_index.event.board_results:
        return list(combinations(order, 2))
    score = {who: event_index.score(who) for who in order}
    return [(one, other) for one, other in combinations(order, 2) if score[one] == score[other]]


def _places_of(pairs: list[tuple[Id, Id]], place_of: dict[Id, int]) -> tuple[list[int], list[int]]:
    return [place_of[one] for one, _ in pairs], [place_of[other] for _, other in pairs]


def _rightness(stronger: int, weaker: int) -> float:
    """Return what the places of two are worth: 1 where the stronger is ahead, half a tie."""
    return 0.5 if stronger == weaker else float(stronger < weaker)


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
    """Some events of a field, played out and measured. Inputs are named ``64x7x250/000025``."""

    study: Study
    block: int

    def __call__(self, source: Input) -> StepOutcome:
        """Return the rows of the events that a block holds."""
        if self.study.files:
            return self._real(source)
        size, _, first = source.name.partition("/")
        players, rounds, deviation = size.split("x")
        setting = FieldKind(int(players), int(rounds), float(deviation))
        rows: list[Record] = []
        for number in range(int(first), min(int(first) + self.block, self.study.events)):
            event, truth = played(self.study, setting, number)
            head: Record = {**setting.columns, "number": number}
            rows += self._rows(event, truth, head)
        return StepOutcome(source, in_columns(rows))

    def _rows(self, event: Event, truth: dict[Id, float], head: Record) -> list[Record]:
        rows = rows_of(event, truth, self.study.lists, agreement=self.study.agreement)
        return [{**head, **row} for row in rows]

    def _real(self, source: Input) -> StepOutcome:
        """Return the rows of an event that was played, its ratings taken for the truth."""
        from xltie import api

        event = api.open_event(read(source), name=source.file_name).event
        unrated = [contestant.id for contestant in event.contestants if contestant.rating is None]
        if unrated or len(event.contestants) < 2:
            why = (
                say("player {player} has no rating", player=unrated[0])
                if unrated
                else say("has fewer than two players")
            )
            return StepOutcome(source, {}, why, FAULTY)
        truth = {contestant.id: float(contestant.rating or 0) for contestant in event.contestants}
        head: Record = {**REAL_EVENTS.columns, "number": source.name}
        return StepOutcome(source, in_columns(self._rows(event, truth, head)))


def blocks_of(study: Study, block: int) -> list[Input]:
    """Return the inputs of a study: the events of every setting, some at a time, or its files."""
    if study.files:
        return find_inputs(study.names, event_suffixes())
    return [
        Input(f"{setting.players}x{setting.rounds}x{setting.deviation:g}/{first:06}")
        for setting in study.settings
        for first in range(0, study.events, block)
    ]
