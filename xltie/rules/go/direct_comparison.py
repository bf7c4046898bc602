"""Direct comparison of those who are still tied: as in Europe, in OpenGotha, head-to-head."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import Annotated, Any, Callable, Mapping, Optional, Sequence

from xltie.core.cells import Grid, is_blank, number_of, text_of
from xltie.core.messages import NOTHING, say
from xltie.event import EventIndex, Id, Outcome, RoundRecord, Status
from xltie.functions.registry import Arg, Kind, group_rule
from xltie.functions.sources import EGF_TOURNAMENT, OPENGOTHA, SWISS_KOREA
from xltie.rules.common.criterion_value import CriterionValue, Term

Decided = list[tuple[RoundRecord, int]]
"""Games that one of two players won by playing, with 1 for a win and -1 for a loss."""
Graph = dict[Id, set[Id]]
"""Who stands above whom: for every player those that it beat."""

_NET = {Outcome.WIN: 1, Outcome.LOSS: -1}


def _decided(event_index: EventIndex, who: Id, other: Id) -> Decided:
    found = []
    for record in event_index.meetings(who).get(other, ()):
        if record.is_played and record.other is not None and record.own.outcome in _NET:
            if record.other.outcome is record.own.outcome:
                continue  # both won or both lost
            found.append((record, _NET[record.own.outcome]))
    return found


def opengotha_sdc(event_index: EventIndex, group: Group) -> dict[Id, CriterionValue]:
    """Return the pairs won by each player, or 0 for all where some pair has no winner."""
    games = {
        who: {other: _decided(event_index, who, other) for other in group if other != who}
        for who in group
    }
    net = {
        who: {other: sum(won for _, won in decided) for other, decided in met.items()}
        for who, met in games.items()
    }
    applies = all(won for met in net.values() for won in met.values())
    return {who: _pairs_won(games[who], net[who], applies) for who in group}


def _pairs_won(games: Mapping[Id, Decided], net: Mapping[Id, int], applies: bool) -> CriterionValue:
    if not games:
        return CriterionValue(())
    terms = [
        Term(decided[-1][0].round, other, int(net[other] > 0), say("pair won"), applies)
        for other, decided in games.items()
        if decided
    ]
    if not applies:
        why = say("not applied: two of the tied players have no winner between them")
        return CriterionValue(0, terms, why)
    return CriterionValue(sum(won > 0 for won in net.values()), terms)


def opengotha_dc(
    event_index: EventIndex, group: Group, later: Optional[Grid]
) -> dict[Id, CriterionValue]:
    """Return how far above the last each player comes by who beat whom, then by ``later``."""
    if len(group) < 2:
        return {who: CriterionValue(()) for who in group}
    beaten = _beaten(event_index, group)
    cycle = _cycles(beaten)
    ranks = _ranks(group, _below(beaten, cycle), _keys(group, later))
    last = max(ranks.values())
    return {
        who: CriterionValue(last - ranks[who], _terms(event_index, who, beaten, cycle))
        for who in group
    }


def _beaten(event_index: EventIndex, group: Group) -> Graph:
    """Return whom each player beat, by one game more than it lost.

    As in the program, two wins against the same opponent are not an edge.
    """
    return {
        who: {
            other
            for other in group
            if other != who and sum(won for _, won in _decided(event_index, who, other)) == 1
        }
        for who in group
    }


def _reachable(who: Id, beaten: Graph) -> set[Id]:
    found: set[Id] = set()
    left = list(beaten[who])
    while left:
        other = left.pop()
        if other not in found:
            found.add(other)
            left.extend(beaten[other])
    return found


def _cycles(beaten: Graph) -> dict[Id, frozenset[Id]]:
    """Return for every player those who stand both above and below, and the player."""
    reach = {who: _reachable(who, beaten) for who in beaten}
    return {
        who: frozenset(other for other in reach[who] if who in reach[other]) | {who}
        for who in beaten
    }


def _below(beaten: Graph, cycle: Mapping[Id, frozenset[Id]]) -> Graph:
    """Return who stands below: whoever beat one of a cycle beat them all."""
    below: Graph = {
        who: set().union(*(beaten[member] for member in cycle[who])) - cycle[who] for who in beaten
    }
    for who in beaten:
        below[who] = set().union(below[who], *(cycle[other] for other in below[who]))
    return below


def _keys(group: Group, later: Optional[Grid]) -> Mapping[Id, tuple[Any, ...]]:
    """Return what orders players whom no game separates: the higher the better."""
    if later is None:
        return dict.fromkeys(group, ())
    rows = {text_of(line[0]): line[1:] for line in later.rows if not is_blank(line[0])}
    return {
        who: tuple(
            (number_of(cell) is not None, number_of(cell) or 0) for cell in rows.get(who, ())
        )
        for who in group
    }


def _ranks(group: Group, below: Graph, keys: Mapping[Id, tuple[Any, ...]]) -> dict[Id, int]:
    """Return places from the bottom up: of those with nobody left below, the lowest keys first."""
    left = set(group)
    ranks: dict[Id, int] = {}
    while left:
        free = [who for who in group if who in left and not below[who] & left]
        lowest = min(keys[who] for who in free)
        taken = [who for who in free if keys[who] == lowest]
        ranks.update(dict.fromkeys(taken, 1 + len(left) - len(taken)))
        left.difference_update(taken)
    return ranks


def _terms(
    event_index: EventIndex, who: Id, beaten: Graph, cycle: Mapping[Id, frozenset[Id]]
) -> list[Term]:
    terms = []
    for other in beaten[who]:
        kept = other not in cycle[who]
        why = say("stands above") if kept else say("in a cycle: does not count")
        terms.append(Term(_decided(event_index, who, other)[-1][0].round, other, 1, why, kept))
    return sorted(terms, key=lambda term: term.round or 0)


Group = Sequence[Id]
_WORTH = {Outcome.WIN: Fraction(1), Outcome.DRAW: Fraction(1, 2), Outcome.LOSS: Fraction(0)}
_DEFAULT_WORTH = {Status.FORFEIT_WIN: Fraction(1), Status.FORFEIT_LOSS: Fraction(0)}
LEAGUES = ("", "equal-count", "complete-league", "none")


def games_between(
    event_index: EventIndex, who: Id, group: Group, defaults: bool
) -> list[RoundRecord]:
    """Return a player's decided games against the others of a group, in the order of the rounds."""
    met = event_index.meetings(who)
    return sorted(
        (
            record
            for other in group
            if other != who
            for record in met.get(other, ())
            if record.is_played or (defaults and record.own.status.is_forfeit)
        ),
        key=lambda record: record.round,
    )


def wins_in(record: RoundRecord) -> Fraction:
    """Return the number of wins that a game counts: 1, one half for a draw or jigo, or 0."""
    if record.is_played and record.own.outcome is not None:
        return _WORTH[record.own.outcome]
    if record.own.points is not None:  # a jigo by default
        return record.own.points
    return _DEFAULT_WORTH.get(record.own.status, Fraction(0))


def _equal_count(games: Mapping[Id, list[RoundRecord]]) -> bool:
    return len({len(met) for met in games.values()}) <= 1


def is_complete_league(games: Mapping[Id, list[RoundRecord]]) -> bool:
    """Tell whether everybody met everybody, all equally often."""
    counts: set[int] = set()
    for records in games.values():
        often = Counter(record.opponent for record in records)
        if len(often) != len(games) - 1:
            return False
        counts.update(often.values())
    return len(counts) <= 1


_LEAGUES: dict[str, Callable[[Mapping[Id, list[RoundRecord]]], bool]] = {
    "equal-count": _equal_count,
    "complete-league": is_complete_league,
    "none": lambda games: True,
}


METHODS = ("egf", "opengotha", "simplified")
LaterOption = Annotated[
    Optional[Grid],
    Arg(
        "For opengotha: players in the first column, the criteria applied later in the others.",
        kind=Kind.RANGE,
    ),
]


@group_rule(
    "DIRECTCOMP",
    code="DC",
    source=(EGF_TOURNAMENT, OPENGOTHA),
    presets={"SDC": {"method": "simplified"}},
)
def directcomp(
    event_index: EventIndex,
    group: Group,
    method: Annotated[
        str,
        Arg("Which direct comparison: egf, opengotha (its DC) or simplified (SDC).", names=METHODS),
    ] = "egf",
    league: Annotated[
        str, Arg("When it applies in a Swiss: equal-count, complete-league or none.", names=LEAGUES)
    ] = "",
    defaults: Annotated[
        str, Arg("Games by default: counted or ignored.", names=("counted", "ignored"))
    ] = "counted",
    later: LaterOption = None,
) -> dict[Id, CriterionValue]:
    """Direct comparison: the number of wins in the games between the tied players.

    It is applied again to those still tied, as long as that separates anybody; the result lists the
    values of all applications. In a Swiss or McMahon tournament, all players of a tied group get 0
    if they have not all played the same number of games against each other; ``complete-league``
    requires that everybody met everybody, as the commentary explains the text, and is stricter for
    a cycle of four. A draw or jigo counts one half. A player who is tied with nobody has no value.

    ``simplified`` counts the pairs won, once, if any two of the tied players have a winner between
    them, and is 0 for all otherwise. ``opengotha`` follows who beat whom: players in a cycle cannot
    be separated, others rank above those they beat, and ``later`` orders the rest; its value only
    says how many rank below. Both ignore jigo and games by default.
    """
    if method == "simplified":
        return opengotha_sdc(event_index, group)
    if method == "opengotha":
        return opengotha_dc(event_index, group, later)
    usual = "none" if event_index.event.format == "round-robin" else "equal-count"
    steps: dict[Id, list[tuple[Fraction, list[Term]]]] = {who: [] for who in group}
    _apply(event_index, tuple(group), _LEAGUES[league or usual], defaults != "ignored", steps)
    return {who: _criterion_value(applied) for who, applied in steps.items()}


def _apply(
    event_index: EventIndex,
    group: Group,
    fair: Callable[[Mapping[Id, list[RoundRecord]]], bool],
    defaults: bool,
    steps: dict[Id, list[tuple[Fraction, list[Term]]]],
) -> None:
    if len(group) < 2:
        return
    games = {who: games_between(event_index, who, group, defaults) for who in group}
    step = len(steps[group[0]]) + 1
    values: dict[Fraction, list[Id]] = {}
    is_fair = fair(games)
    for who in group:
        terms = [
            Term.of(record, wins_in(record), say("application {n}", n=step), is_fair)
            for record in games[who]
        ]
        value = Fraction(sum(term.value for term in terms if term.counted))
        steps[who].append((value, terms))
        values.setdefault(value, []).append(who)
    if len(values) > 1:
        for tied in values.values():
            _apply(event_index, tied, fair, defaults, steps)


def _criterion_value(steps: list[tuple[Fraction, list[Term]]]) -> CriterionValue:
    why = NOTHING
    if steps and not all(term.counted for term in steps[-1][1]):
        why = say(
            "not applied: the tied players did not all play the same games against each other"
        )
    return CriterionValue(
        tuple(value for value, _ in steps), [term for _, terms in steps for term in terms], why
    )


@group_rule("HEADTOHEAD", code="H2H", source=SWISS_KOREA.at("Tie Break system, 1"))
def headtohead(event_index: EventIndex, group: Group) -> dict[Id, CriterionValue]:
    """Head-to-head: the points scored against the other tied players, if all of them met.

    Applied once. If two of the tied players did not meet, or if they only drew, it separates
    nobody. A player who is tied with nobody has no value.
    """
    games = {who: games_between(event_index, who, group, defaults=True) for who in group}
    applies = is_complete_league(games)
    answer: dict[Id, CriterionValue] = {}
    for who in group:
        terms = [
            Term.of(record, event_index.points(record), say("game"), applies)
            for record in games[who]
        ]
        total = Fraction(sum(term.value for term in terms if term.counted))
        why = NOTHING if applies else say("not applied: not all of the tied players met each other")
        answer[who] = CriterionValue((total,) if len(group) > 1 else (), terms, why)
    return answer
