"""Checking the rounds of an event: which rules are broken, and which of them without need."""

from __future__ import annotations

from typing import Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple

from xltie.core.errors import NOWHERE, Fault, InputError, Place
from xltie.core.messages import Message, Value, count, say
from xltie.core.records import dataclass, replace
from xltie.event import EventIndex, Id, Match, RoundRecord, Status
from xltie.pairing.catalogue import System
from xltie.pairing.engine import Lookahead, allowed_in, lookahead_of
from xltie.pairing.objectives import (
    ABSOLUTE_THREE,
    ABSOLUTE_TWO,
    BALANCE_TWO,
    BYE_TO_LOWEST,
    MET,
    SAME_SCORE,
    THREE_RUNNING,
    Objective,
)
from xltie.pairing.options import RoundOptions, kin, same_of
from xltie.pairing.state import COLOURS, Entry, PairingState, handicap_between, rests
from xltie.pairing.systems.draw import (
    best_tables,
    broken,
    objectives_for,
    state_for,
    total_costs,
)
from xltie.ranking import display_name


@dataclass(frozen=True)
class Violation:
    """Something that goes against a rule; ``absolute`` rules may never be broken.

    ``needless`` is what another pairing of the same round, ``round``, would not have broken.
    """

    message: Message
    place: Place = NOWHERE
    absolute: bool = False
    needless: bool = False
    round: int = 0

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
    best = _best(state, objectives, wants, lookahead_of(event_index, state, wants))
    worse = [] if best is None else _worse(objectives, tables, best)
    yield from _told(event_index, state, objectives, tables, worse)
    for objective in worse:
        if objective.of_round:
            rule = objective.told(sum(table.costs.get(objective.name, 0) for table in tables))
            text = say(
                "round {round}: {rule}; another pairing would have had less of this",
                round=round_number, rule=rule,
            )  # fmt: skip
            yield Violation(text, tables[0].match.place, needless=True, round=round_number)
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
        yield Violation(text, table.match.place, needless=True, round=state.round)


def _worse(
    objectives: Sequence[Objective], tables: Sequence[_Played], best: Mapping[str, int]
) -> List[Objective]:
    """Return the rules that a round breaks more often than its best pairing; none for that one.

    Where the first difference is one in favour of the round, the two cannot be compared.
    """
    played = total_costs(tuple(table.costs.items()) for table in tables)
    more = {o: played.get(o.name, 0) - best.get(o.name, 0) for o in objectives}
    if next(filter(None, more.values()), 0) < 0:
        return []
    return [o for o in objectives if more[o] > 0 and o.rule and o is not MET]


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
                yield Violation(text, table.match.place, needless=needless, round=state.round)


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
        tables = best_tables(state, objectives, allowed_in(state, wants), lookahead)
    except InputError:
        return None
    return total_costs(against for *_, against in tables)


def _named(event_index: EventIndex, table: _Played) -> str:
    players: Tuple[Id, ...] = tuple(side.who for side in table.match.sides)
    return " - ".join(display_name(event_index, who) for who in players)


WantsOf = Callable[[int], RoundOptions]


def audit(
    event_index: EventIndex, system: System, wants_of: WantsOf, with_relative: bool = True
) -> List[Violation]:
    """Return what breaks a rule in the rounds that are paired, round by round.

    Absolute are: nobody meets twice, nobody has two byes, no forbidden couple, one bye in a round
    with an odd number of players, one game at a board. Relative rules are broken where another
    pairing of the same round would have kept them; a third game running with one colour and colours
    that differ by more than two are told in any case. Players not named in a round were absent.
    """
    found: List[Violation] = []
    for round_number in range(1, event_index.begun + 1):
        wants = wants_of(round_number)
        found.extend(_meetings(event_index, round_number, system, wants))
        found.extend(_boards(event_index, round_number))
        if not system.timetable and not system.is_knock_out:
            if not system.is_keizer:
                found.extend(_byes(event_index, round_number))
            found.extend(_spare_byes(event_index, round_number))
        if system.objectives and with_relative:
            found.extend(avoidable_findings(event_index, round_number, system, wants))
    if not system.is_knock_out:
        found.extend(_missing(event_index, wants_of(event_index.begun)))
    return list(dict.fromkeys(found))


def _met_in(
    event_index: EventIndex, a: Id, b: Id, round_number: int, wants: RoundOptions
) -> List[int]:
    """Return the rounds in which two met, too recently to meet again in this one."""
    return [
        record.round
        for record in event_index.meetings(a).get(b, [])
        if wants.is_too_soon(record.round, round_number)
        and record.own.status in (Status.PLAYED, Status.PENDING)
    ]


def _meetings(
    event_index: EventIndex, round_number: int, system: System, wants: RoundOptions
) -> Iterator[Violation]:
    """Report who meets again, or must not meet at all."""
    often = system.timetable.cycles if system.timetable else 1
    for match in matches_of(event_index, round_number):
        if match.b is None:
            continue
        a, b = match.a.who, match.b.who
        names = {"one": display_name(event_index, a), "other": display_name(event_index, b)}
        before = _met_in(event_index, a, b, round_number, wants)
        if len(before) >= often and not match.a.status.is_forfeit:
            again = say(
                "{one} and {other} meet again in round {round}; they met in round {before}",
                round=round_number, before=before[0], **names,
            )  # fmt: skip
            yield Violation(again, match.place, absolute=not wants.repeats)
        if frozenset((a, b)) in wants.forbidden:
            met = say("{one} and {other} must not meet", **names)
            yield Violation(met, match.place, absolute=True)
        one, other = event_index.contestant(a), event_index.contestant(b)
        for what in same_of(one, other, wants.forbid_same):
            shared = kin([what])
            met = say("{one} and {other} must not meet: the same {kin}", kin=shared, **names)
            yield Violation(met, match.place, absolute=True)


def _boards(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report boards that a round gives to more than one game."""
    first: Dict[str, Match] = {}
    for match in matches_of(event_index, round_number):
        if match.b is None or not match.table:
            continue
        other = first.setdefault(match.table, match)
        if other is not match:
            text = say(
                "board {board} of round {round} has two games: {one} - {other}, and {third} - "
                "{fourth}",
                board=match.table, round=round_number,
                **{
                    name: display_name(event_index, side.who)
                    for name, side in zip(
                        ("one", "other", "third", "fourth"), (*other.sides, *match.sides)
                    )
                },
            )  # fmt: skip
            yield Violation(text, match.place, absolute=True)


def _byes(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report who has a free point for the second time.

    Only the pairing-allocated bye is barred by an earlier one (C.04.1, 4); a full-point bye is
    given by an arbiter, and told of.
    """
    free = (Status.PAIRING_BYE, Status.FULL_BYE, Status.FORFEIT_WIN)
    for match in matches_of(event_index, round_number):
        if match.b is not None or match.a.status not in (Status.PAIRING_BYE, Status.FULL_BYE):
            continue
        is_absolute = match.a.status is Status.PAIRING_BYE
        for record in event_index.rounds_of(match.a.who):
            if record.round < round_number and record.own.status in free:
                again = _bye_again(display_name(event_index, match.a.who), round_number, record)
                yield Violation(again, match.place, absolute=is_absolute)
                break


def _bye_again(who: str, number: int, before: RoundRecord) -> Message:
    values: Dict[str, Value] = {"who": who, "round": number, "before": before.round}
    if before.own.status is Status.FORFEIT_WIN:
        return say(
            "{who} has a bye in round {round} and won by forfeit in round {before}", **values
        )
    return say("{who} has a bye in round {round} and had a bye in round {before}", **values)


def _spare_byes(event_index: EventIndex, round_number: int) -> Iterator[Violation]:
    """Report byes that the number of players does not require."""
    matches = matches_of(event_index, round_number)
    byes = [m for m in matches if m.b is None and m.a.status is Status.PAIRING_BYE]
    players = len(byes) + 2 * sum(match.b is not None for match in matches)
    for match in byes[players % 2 :]:
        spare = count(
            len(byes),
            "{who} has a bye in round {round}, which has {n} bye for {players} players; a "
            "requested bye is 'full bye'",
            "{who} has a bye in round {round}, which has {n} byes for {players} players; a "
            "requested bye is 'full bye'",
            who=display_name(event_index, match.a.who), round=round_number, players=players,
        )  # fmt: skip
        yield Violation(spare, match.place, absolute=True)


def _missing(event_index: EventIndex, wants: RoundOptions) -> Iterator[Violation]:
    """Report who is left out of the round being prepared."""
    last = matches_of(event_index, event_index.begun)
    if not any(match.a.status is Status.PENDING for match in last):
        return
    begun = event_index.begun
    known = {side.who for match in last for side in match.sides} | wants.absent | wants.half_byes
    for player in event_index.event.contestants:
        if player.id not in known and not player.has_left(begun):
            who = display_name(event_index, player.id)
            yield Violation(say("{who} has no game in round {round}", who=who, round=begun))
