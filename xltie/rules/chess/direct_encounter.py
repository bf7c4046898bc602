"""Direct encounter in chess (C.07, article 6): a rank inside a group of tied players."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Callable, Dict, FrozenSet, List, NamedTuple, Sequence, Tuple, Union

from xltie.core.messages import Message, joined, say
from xltie.core.numbers import Number
from xltie.event import EventIndex, Id, RoundRecord, Status
from xltie.functions.registry import group_rule
from xltie.functions.sources import FIDE_2026
from xltie.rules.chess.opponent_scores import is_round_robin
from xltie.rules.chess.options import EncounterOptions
from xltie.rules.common.criterion_value import CriterionValue, Term, ended, together

_Told = Union[Message, Callable[[], Message]]


class Meeting(NamedTuple):
    """One member's games against the others: the sum of averages in scaled, and how many met."""

    sum: Number
    met: int


_NONE = Meeting(0, 0)
_PLAYED = Status.PLAYED  # to look up takes long
_ALONE = say("tied with nobody")


class EncounterRules(NamedTuple):
    """How the games between the tied players are read."""

    event_index: EventIndex
    forfeits: bool
    round_robin: bool
    checker: bool
    """As TieBreakServer 1.9 reads them, where that differs."""

    @classmethod
    def of(cls, event_index: EventIndex, options: EncounterOptions) -> EncounterRules:
        """Return what a call asks for."""
        round_robin = is_round_robin(event_index, options.format)
        forfeits = options.forfeits == "played" or round_robin
        return cls(event_index, forfeits, round_robin, options.compat == "tbs")


@group_rule(
    "DIRECTENC",
    code="DE",
    source=FIDE_2026.at("6"),
    low_wins=True,
    modifiers=(("P", "forfeits=played"), ("S", "format=swiss")),
)
def direct_encounter(
    event_index: EventIndex, group: Sequence[Id], options: EncounterOptions
) -> Dict[Id, CriterionValue]:
    """Direct encounter: the rank among the tied players by the games between them.

    Several games between two players count with their average. If all have met, they are ranked by
    the sum of the points, and those still tied are compared again among themselves. If not all have
    met, which matters only in a Swiss, the first is ranked if nobody else could reach that sum by
    winning the games not played, then the second in the same way; once somebody is ranked, the
    others are compared again among themselves. Forfeits count as games only in a round robin.
    """
    rules = EncounterRules.of(event_index, options)
    ranks: Dict[Id, int] = {}
    notes: Dict[Id, _Told] = {}
    _rank(rules, tuple(group), 1, ranks, notes)
    members = frozenset(group)
    return {
        who: CriterionValue(ranks[who], partial(_terms, rules, who, members), notes[who])
        for who in group
    }


def _rank(
    rules: EncounterRules,
    group: Tuple[Id, ...],
    first: int,
    ranks: Dict[Id, int],
    notes: Dict[Id, _Told],
) -> None:
    """Give the players of a group their ranks, the best of them ``first``.

    Works off a list of groups instead of calling itself: so a long chain of ranks makes no deep
    stack.
    """
    waiting = [(group, first)]
    while waiting:
        tied, place = waiting.pop()
        if len(tied) == 1:
            ranks[tied[0]] = place
            notes.setdefault(tied[0], _ALONE)
            continue
        found = _meetings(rules, tied)
        apart = _apart(rules, found)
        for part in apart:
            for who in part:
                notes[who] = partial(_note, rules, found, who, len(apart) > 1)
            if len(apart) == 1:
                ranks.update(dict.fromkeys(part, place))
            else:
                waiting.append((part, place))
            place += len(part)


def split(rules: EncounterRules, tied: Tuple[Id, ...]) -> List[Tuple[Id, ...]]:
    """Return the parts of a tied set after one comparison, the best first; one part if none."""
    return _apart(rules, _meetings(rules, tied))


def _apart(rules: EncounterRules, found: Dict[Id, Meeting]) -> List[Tuple[Id, ...]]:
    if rules.round_robin or all(meeting.met == len(found) - 1 for meeting in found.values()):
        return _by_sum(found)
    return _by_certainty(rules, found)


def _by_sum(found: Dict[Id, Meeting]) -> List[Tuple[Id, ...]]:
    """Split a group in which everybody met by the sums, the highest first."""
    parts: Dict[Number, List[Id]] = {}
    for who, meeting in found.items():
        parts.setdefault(meeting.sum, []).append(who)
    return [tuple(parts[total]) for total in sorted(parts, reverse=True)]


def _by_certainty(rules: EncounterRules, found: Dict[Id, Meeting]) -> List[Tuple[Id, ...]]:
    """Split off those whom nobody below could reach by winning the games that were not played."""
    win = rules.event_index.scaled_win
    most = {
        who: meeting.sum + win * max(0, len(found) - 1 - meeting.met)
        for who, meeting in found.items()
    }
    order = sorted(found, key=lambda who: (-found[who].sum, -most[who]))
    reach: List[Number] = [0] * len(order)
    highest: Number = -1
    for index in range(len(order) - 1, -1, -1):
        reach[index] = highest
        highest = max(highest, most[order[index]])
    sure = 0
    while sure < len(order) and found[order[sure]].sum > reach[sure]:
        sure += 1
    rest = set(order[sure:])
    parts: List[Tuple[Id, ...]] = [(who,) for who in order[:sure]]
    if rest:
        parts.append(tuple(who for who in found if who in rest))
    return parts


def _meetings(rules: EncounterRules, group: Tuple[Id, ...]) -> Dict[Id, Meeting]:
    members = frozenset(group)
    add = _as_checker if rules.checker else _averages
    return {who: add(games_between(rules, who, members)) for who in group}


def games_between(rules: EncounterRules, who: Id, members: FrozenSet[Id]) -> List[RoundRecord]:
    """Return a player's games against other members, in the order of the rounds."""
    return [
        record
        for record in rules.event_index.rounds_of(who)
        if record.other is not None
        and record.other.who in members
        and (record.own.status is _PLAYED or (rules.forfeits and record.own.status.is_forfeit))
    ]


def _averages(games: List[RoundRecord]) -> Meeting:
    """Return the sum over the opponents of the average of the games with each (6.1.2)."""
    if not games:
        return _NONE
    met = {record.other.who for record in games if record.other is not None}
    if len(met) == len(games):
        return Meeting(sum([record.scaled for record in games]), len(met))
    by: Dict[Id, List[int]] = {}
    for record in games:
        by.setdefault(record.opponent or "", []).append(record.scaled)
    averages = (Fraction(sum(scores), len(scores)) for scores in by.values())
    return Meeting(sum(averages), len(by))


def _as_checker(games: List[RoundRecord]) -> Meeting:
    """Return the sums as TieBreakServer 1.9 makes them: its counters restart at a second game."""
    scores: Dict[Id, Number] = {}
    met = 0
    for record in games:
        who = record.opponent or ""
        if who in scores:
            scores[who] = Fraction(scores[who] + record.scaled) / 2
            met = 1
        else:
            scores[who] = record.scaled
            met += 1
    return Meeting(sum(scores.values()), met)


_MOST_RIVALS = 4


def _note(rules: EncounterRules, found: Dict[Id, Meeting], who: Id, is_apart: bool) -> Message:
    """Say what the comparison was that placed a player, and whether it placed anybody.

    Where all have met, the sums of the others stand beside the player's own.
    """
    meeting, others = found[who], len(found) - 1
    points = Fraction(found[who].sum) / rules.event_index.denominator
    if rules.round_robin or meeting.met == others:
        rivals = _rivals(rules, found, who)
        told = say("scored {points} against all who are equal so far ({rivals})",
                   points=points, rivals=rivals)  # fmt: skip
        return told if is_apart else together((told, say("nobody is set apart")))
    told = say("met none of those equal so far ({others})", others=others)
    if meeting.met:
        told = say("scored {points} against {met} of the {others} others equal so far",
                   points=points, met=meeting.met, others=others)  # fmt: skip
    left = say("nobody is set apart, as not all have met")
    return told if is_apart else together((told, left))


def _rivals(rules: EncounterRules, found: Dict[Id, Meeting], who: Id) -> Message:
    """Return the sums of the others, of as many as a sentence has room for."""
    rivals = [rival for rival in found if rival != who]
    named = joined(
        say(
            "{player}: {points}",
            player=rival,
            points=Fraction(found[rival].sum) / rules.event_index.denominator,
        )
        for rival in islice(rivals, _MOST_RIVALS)
    )
    return joined((named, "..."), " ") if len(rivals) > _MOST_RIVALS else named


def _terms(rules: EncounterRules, who: Id, members: FrozenSet[Id]) -> List[Term]:
    """Return the games with the other members; of several with one of them their average."""
    games = games_between(rules, who, members)
    by: Dict[Id, List[Fraction]] = {}
    for record in games:
        by.setdefault(record.opponent or "", []).append(rules.event_index.points(record))

    def why(record: RoundRecord) -> Message:
        points = by[record.opponent or ""]
        status = ended(record)
        if len(points) == 1 or rules.checker:
            return status
        averaged = say(
            "{games} games with {opponent} count as {mean} on average",
            games=len(points),
            opponent=record.opponent,
            mean=sum(points, Fraction(0)) / len(points),
        )
        return together((status, averaged))

    return [Term.of(record, rules.event_index.points(record), why(record)) for record in games]
