"""The relative rules of a played round: which are broken, and whether that was avoidable."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import NOWHERE, Fault, InputError, Place
from xltie.core.messages import Message, say
from xltie.event import EventIndex, Id, Match
from xltie.pairing.catalogue import System
from xltie.pairing.engine import Lookahead, lookahead_of
from xltie.pairing.options import RoundOptions
from xltie.pairing.state import (
    ABSOLUTE_THREE,
    ABSOLUTE_TWO,
    BALANCE_TWO,
    BYE_TO_LOWEST,
    COLOURS,
    MET,
    SAME_SCORE,
    THREE_RUNNING,
    Entry,
    Objective,
    PairingState,
    handicap_between,
    rests,
)
from xltie.pairing.systems import (
    allowed_in,
    best_colour,
    best_partners,
    broken,
    objectives_for,
    state_for,
    total_costs,
)
from xltie.ranking import display_name


@dataclass(frozen=True)
class Violation:
    """Something that goes against a rule; ``absolute`` rules may never be broken.

    ``needless`` is what another pairing of the same round would not have broken.
    """

    message: Message
    place: Place = NOWHERE
    absolute: bool = False
    needless: bool = False

    @property
    def is_broken(self) -> bool:
        """Tell whether a rule is broken without need."""
        return self.absolute or self.needless

    @property
    def text(self) -> str:
        """What is found, in English, for programs."""
        return str(self.message)

    @property
    def placed(self) -> Message:
        """What is found and how bad it is, behind its place."""
        kind = (
            say("broken: {finding}", finding=self.message)
            if self.is_broken
            else say("warning: {finding}", finding=self.message)
        )
        return Fault(kind, self.place).placed

    def __str__(self) -> str:
        return str(self.placed)


def matches_of(event_index: EventIndex, round_number: int) -> List[Match]:
    """Return the lines of a round."""
    return [match for match in event_index.event.matches if match.round == round_number]


_ALWAYS_TOLD = (ABSOLUTE_THREE, ABSOLUTE_TWO, THREE_RUNNING, BALANCE_TWO)


@dataclass(frozen=True)
class _Played:
    """A table as it was played; ``colour`` is that of ``a``, 0 where none counts."""

    match: Match
    a: Entry
    b: Optional[Entry]
    costs: Mapping[str, int]
    colour: int


def avoidable_findings(
    event_index: EventIndex, round_number: int, system: System, wants: RoundOptions
) -> Iterator[Violation]:
    """Yield the rules that a round breaks and another pairing would not, and odd colours.

    The round is judged by what was known then: without late entries, and with players not named in
    it counted as absent.
    """
    event_index = _without_late_entries(event_index, round_number)
    named = {side.who for match in matches_of(event_index, round_number) for side in match.sides}
    wants = replace(wants, absent=wants.absent | frozenset(set(event_index.ids) - named))
    state = state_for(event_index, round_number, system, wants, keeps=rests)
    objectives = _to_the_last_rule(objectives_for(state, system, wants))
    tables = _played(state, objectives, matches_of(event_index, round_number))
    best = _best(state, objectives, wants, lookahead_of(event_index, state, allowed_in, wants))
    worse = [] if best is None else _worse(objectives, tables, best)
    yield from _told(event_index, state, objectives, tables, worse)
    for objective in worse:
        if objective.of_round:
            rule = objective.told(sum(table.costs.get(objective.name, 0) for table in tables))
            text = say(
                "round {round}: {rule}; another pairing would have had less of this",
                round=round_number, rule=rule,
            )  # fmt: skip
            yield Violation(text, tables[0].match.place, needless=True)
        elif objective not in _ALWAYS_TOLD:
            yield from _needless(event_index, state, objective, tables)


def _needless(
    event_index: EventIndex, state: PairingState, objective: Objective, tables: Sequence[_Played]
) -> Iterator[Violation]:
    """Yield the tables that break a rule without need."""
    for table in tables:
        if not _goes_against(state, table, objective):
            continue
        is_bye = objective is SAME_SCORE and table.b is None
        text = say(
            "round {round}, {players}: {rule}; another pairing would have had less of this",
            round=state.round, players=_named(event_index, table),
            rule=(BYE_TO_LOWEST if is_bye else objective).told(table.costs[objective.name]),
        )  # fmt: skip
        yield Violation(text, table.match.place, needless=True)


def _worse(
    objectives: Sequence[Objective], tables: Sequence[_Played], best: Mapping[str, int]
) -> List[Objective]:
    """Return the rules that a round breaks more often than its best pairing; none for that one.

    Where the first difference is one in favour of the round, the two cannot be compared.
    """
    played = total_costs(tuple(table.costs.items()) for table in tables)
    more = {o: played.get(o.name, 0) - best.get(o.name, 0) for o in objectives}
    differing = [objective for objective in objectives if more[objective]]
    if not differing or more[differing[0]] < 0:
        return []
    return [o for o in differing if more[o] > 0 and o.rule and o is not MET]


def _goes_against(state: PairingState, table: _Played, objective: Objective) -> bool:
    """Tell whether a table breaks a rule; a bye in the lowest score group breaks none."""
    if objective is SAME_SCORE and table.b is None:
        return table.a.score > state.lowest
    return bool(table.costs.get(objective.name))


def _without_late_entries(event_index: EventIndex, round_number: int) -> EventIndex:
    """Return the event as it was known in a round: without late entries."""
    first: Dict[Id, int] = {}
    for match in event_index.event.matches:
        for side in match.sides:
            first[side.who] = min(match.round, first.get(side.who, match.round))
    listed = event_index.event.contestants
    there = tuple(player for player in listed if first.get(player.id, 0) <= round_number)
    if len(there) == len(event_index.event.contestants):
        return event_index
    matches = tuple(match for match in event_index.event.matches if match.round <= round_number)
    return EventIndex(replace(event_index.event, contestants=there, matches=matches))


def _to_the_last_rule(objectives: Sequence[Objective]) -> Sequence[Objective]:
    """Return the objectives without the refinements that come after all rules."""
    last = max(index for index, objective in enumerate(objectives) if objective.rule)
    return objectives[: last + 1]


def _played(
    state: PairingState, objectives: Sequence[Objective], matches: Sequence[Match]
) -> List[_Played]:
    entries = {entry.who: entry for entry in state.entries}
    tables = []
    for match in matches:
        a = entries.get(match.a.who)
        b = None if match.b is None else entries.get(match.b.who)
        if a is None or (match.b is not None and b is None):
            continue
        # with a handicap the weaker has Black, whatever the two had before
        uneven = match.handicap or (b is not None and handicap_between(state, a, b))
        colour = 0 if uneven else COLOURS.get(match.a.seat, 0)
        costs = dict(broken(state, objectives, a, b, colour))
        tables.append(_Played(match, a, b, costs, colour))
    return tables


def _told(
    event_index: EventIndex,
    state: PairingState,
    objectives: Sequence[Objective],
    tables: Sequence[_Played],
    worse: Sequence[Objective],
) -> Iterator[Violation]:
    """Report colours that the director should know about, whether avoidable or not."""
    for objective in objectives:
        if objective not in _ALWAYS_TOLD or objective.colour is None:
            continue
        needless = objective in worse
        for table, entry, colour in _coloured(tables):
            cost = objective.colour(state, entry, colour)
            if cost:
                who = display_name(event_index, entry.who)
                text = _odd_colour(who, state.round, objective.told(cost), needless)
                yield Violation(text, table.match.place, needless=needless)


def _coloured(tables: Sequence[_Played]) -> Iterator[Tuple[_Played, Entry, int]]:
    """Yield the players of games whose colours count, with these."""
    for table in tables:
        if table.b is not None and table.colour:
            yield table, table.a, table.colour
            yield table, table.b, -table.colour


def _odd_colour(who: str, round_number: int, rule: Message, is_needless: bool) -> Message:
    if is_needless:
        return say(
            "{who} in round {round}: {rule}; another pairing would have had less of this",
            who=who, round=round_number, rule=rule,
        )  # fmt: skip
    return say("{who} in round {round}: {rule}", who=who, round=round_number, rule=rule)


def _best(
    state: PairingState,
    objectives: Sequence[Objective],
    wants: RoundOptions,
    lookahead: Optional[Lookahead],
) -> Optional[Dict[str, int]]:
    """Return what the best pairing of a round costs, None where no pairing keeps the rules."""
    try:
        partners = best_partners(state, objectives, allowed_in(state, wants), lookahead)
    except InputError:
        return None

    def costs(one: Entry, other: Optional[Entry]) -> Tuple[Tuple[str, int], ...]:
        is_even = other is not None and not handicap_between(state, one, other)
        colour = best_colour(state, objectives, one, other, False) if other and is_even else 0
        return broken(state, objectives, one, other, colour)

    entries = state.entries
    return total_costs(costs(entries[a], None if b is None else entries[b]) for a, b in partners)


def _named(event_index: EventIndex, table: _Played) -> str:
    players: Tuple[Id, ...] = tuple(side.who for side in table.match.sides)
    return " - ".join(display_name(event_index, who) for who in players)
