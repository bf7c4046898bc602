"""Places: players ranked by a list of criteria, and the criterion that decided."""

from __future__ import annotations

import math
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Callable, Iterable, Iterator, Mapping, NamedTuple, Optional, Sequence

from xltie.core.errors import InputError, UndefinedValue
from xltie.core.messages import Message, say
from xltie.core.numbers import Number, show, with_decimals
from xltie.core.paused_gc import paused_gc
from xltie.core.records import dataclass
from xltie.event import Contestant, Event, EventIndex, Id
from xltie.functions.registry import Shape, Source
from xltie.ranking.criteria import Criterion
from xltie.ranking.criteria_lists import FAULTY
from xltie.rules.common.criterion_value import CriterionValue, Total
from xltie.rules.common.knock_out import connected
from xltie.settings.declared import MISSING, START_SCORES


class StandingsLine(NamedTuple):
    """One player in the standings.

    ``values`` holds one criterion value each; None where a criterion that looks at tied players
    was not needed. ``decided_by`` is the index of the criterion that separates the player from the
    line above: None on the first line and where the place is shared, the number of criteria for a
    lot.
    """

    place: int
    who: Id
    values: tuple[Optional[CriterionValue], ...]
    decided_by: Optional[int]


@dataclass(frozen=True)
class Standings:
    """The whole table, best first; players who share a place keep the order of the event."""

    event_index: EventIndex
    criteria: tuple[Criterion, ...]
    lines: tuple[StandingsLine, ...]
    lot: str = ""

    @property
    def has_places(self) -> bool:
        """Tell whether anything parts the players: not where the first criterion is faulty."""
        return understood(self.criteria) > 0

    def line(self, who: Id) -> StandingsLine:
        """Return a player's line."""
        return self.lines[self.index(who)]

    def index(self, who: Id) -> int:
        """Return a player's position in the table, from 0.

        Raises:
            UndefinedValue: the player has no place, and why.
        """
        refuse_unranked(self.event_index, who)
        return self._positions[who]

    @cached_property
    def _positions(self) -> dict[Id, int]:
        return {line.who: position for position, line in enumerate(self.lines)}

    def is_shared(self, line: StandingsLine) -> bool:
        """Tell whether others have the same place."""
        at = self.index(line.who)
        near = self.lines[max(0, at - 1) : at] + self.lines[at + 1 : at + 2]
        division = self.division(line.who)
        return any(o.place == line.place and self.division(o.who) == division for o in near)

    def division(self, who: Id) -> str:
        """Return the part of the field that a player is ranked in, "" where there is one."""
        return self.event_index.contestant(who).division


def rank(event_index: EventIndex, criteria: Sequence[Criterion], lot: str = "") -> Standings:
    """Return the players ranked by the criteria in turn, places shared where they leave a tie.

    Each division of the field is ranked by itself, one after the other. Undefined values come last.
    With ``lot``, a text that is written down as the seed of the draw,
    remaining ties are broken by lot; the same seed gives the same order on every machine. Who was
    expelled, and whose results do not count, has no place. From a
    criterion that is not understood on nobody is parted any more, and no lot is drawn. What
    reorders (``FINALS``) does so at the end, wherever it stands in the list.
    """
    groups = [_TiedGroup(members, None) for members in divisions(event_index).values()]
    values: list[dict[Id, CriterionValue]] = []
    with paused_gc():
        known = understood(criteria)
        for index, criterion in enumerate(criteria):
            if index >= known and criterion.function.shape is Shape.GROUP:
                values.append(dict.fromkeys(event_index.ids, CriterionValue(())))
                continue
            found = _values(event_index, criterion, groups)
            values.append(found)
            if index < known and not criterion.function.reorders:
                tied = [who for group in groups if len(group.members) > 1 for who in group.members]
                keys = _order_keys(tied, found, criterion.low_wins)
                groups = _separated(groups, partial(_split_by_key, keys=keys), index)
        if lot and known == len(criteria):
            groups = _separated(groups, partial(drawn, lot=lot), len(criteria))
        for index in range(known):
            if criteria[index].function.reorders:
                groups = _reordered(event_index, groups, values[index], index)
        return Standings(
            event_index, tuple(criteria), tuple(_lines(event_index, groups, values)), lot
        )


def refuse_unranked(event_index: EventIndex, who: Id) -> None:
    """Raise the UndefinedValue that says why a player has no place, if that is so."""
    why = event_index.unranked.get(who)
    if why is not None:
        raise UndefinedValue.say("player {who} has no place: {why}", who=who, why=why)


def understood(criteria: Sequence[Criterion]) -> int:
    """Return how many criteria stand before the first that is not understood."""
    faulty = (index for index, criterion in enumerate(criteria) if criterion.function is FAULTY)
    return next(faulty, len(criteria))


def _values(
    event_index: EventIndex, criterion: Criterion, groups: list[_TiedGroup]
) -> dict[Id, CriterionValue]:
    """Return a criterion's value of every player, group by group where it looks at tied players."""
    if criterion.function.shape is not Shape.GROUP:
        return criterion.values(event_index, event_index.ids)
    found: dict[Id, CriterionValue] = {}
    for group in groups:
        found.update(criterion.values(event_index, group.members))
    return found


def divisions(event_index: EventIndex) -> dict[str, tuple[Id, ...]]:
    """Return the players of every division in their order."""
    found: dict[str, list[Id]] = {}
    for who in event_index.ids:
        if who not in event_index.unranked:
            found.setdefault(event_index.contestant(who).division, []).append(who)
    return {division: tuple(members) for division, members in found.items()}


class _TiedGroup(NamedTuple):
    """Players who are tied, and the criterion that separates them from the group above."""

    members: tuple[Id, ...]
    decided_by: Optional[int]


def order_key(total: Total, low_wins: bool = False) -> tuple[Any, ...]:
    """Return a key that sorts better values first and undefined ones last."""
    if total is None:
        return (1, ())
    steps: tuple[Number, ...] = total if isinstance(total, tuple) else (total,)
    return (0, tuple(step if low_wins else -step for step in steps))


def split_by_value(
    members: Sequence[Id], values: Mapping[Id, CriterionValue], low_wins: bool
) -> list[tuple[Id, ...]]:
    """Return tied players parted by a value, best first; equal players keep their order."""
    return _split_by_key(members, _order_keys(members, values, low_wins))


def _order_keys(
    members: Iterable[Id], values: Mapping[Id, CriterionValue], low_wins: bool
) -> dict[Id, Any]:
    """Return what sorts some players by a criterion, the same for equal values.

    Numbers are sorted as whole ones, since fractions are slow to compare and to hash.
    """
    totals = {who: values[who].total for who in members}
    shared = {id(total): total for total in totals.values()}  # most are
    keys: dict[int, Any]
    numbers = {at: total for at, total in shared.items() if not isinstance(total, tuple)}
    if len(numbers) < len(shared):
        keys = {at: order_key(total, low_wins) for at, total in shared.items()}
    else:
        units = {number.denominator for number in numbers.values() if number is not None}
        scale = math.lcm(*units) * (1 if low_wins else -1)
        keys = {at: _whole(number, scale) for at, number in numbers.items()}
    return {who: keys[id(total)] for who, total in totals.items()}


def _whole(number: Optional[Number], scale: int) -> float:
    """Return a number as a whole one of a smaller unit; an undefined one comes after all."""
    return math.inf if number is None else number.numerator * (scale // number.denominator)


def _split_by_key(members: Sequence[Id], keys: Mapping[Id, Any]) -> list[tuple[Id, ...]]:
    parts: dict[Any, list[Id]] = {}
    for who in members:
        parts.setdefault(keys[who], []).append(who)
    return [tuple(parts[key]) for key in sorted(parts)]


def drawn(members: Sequence[Id], lot: str) -> list[tuple[Id, ...]]:
    """Return tied players parted by lot, the same for the same text ``lot`` on every machine."""
    import hashlib  # takes longer to import than most lists are ranked in

    order = sorted(members, key=lambda who: hashlib.sha256(f"{lot}/{who}".encode()).digest())
    return [(who,) for who in order]


def _separated(
    groups: Sequence[_TiedGroup], split: Callable[[Sequence[Id]], list[tuple[Id, ...]]], index: int
) -> list[_TiedGroup]:
    """Return the parts of groups; the first of each keeps the criterion that decided for it."""
    found: list[_TiedGroup] = []
    for group in groups:
        if len(group.members) == 1:
            found.append(group)
            continue
        for at, part in enumerate(split(group.members)):
            found.append(_TiedGroup(part, index if at else group.decided_by))
    return found


def _reordered(
    event_index: EventIndex,
    groups: Sequence[_TiedGroup],
    values: Mapping[Id, CriterionValue],
    index: int,
) -> list[_TiedGroup]:
    """Return the groups with the places of those who met in the finals shared out anew."""
    order = [(who, at) for at, group in enumerate(groups) for who in group.members]
    position = {who: number for number, (who, _) in enumerate(order)}
    moved: dict[Id, int] = {}
    for members in connected(event_index):
        held = sorted(position[who] for who in members if who in position)
        ranked = sorted(
            members & set(position), key=lambda who: (_place(values[who]), position[who])
        )
        moved.update(zip(ranked, held))
    position.update(moved)
    group_of = dict(order)
    found: list[_TiedGroup] = []
    last = -1
    for who in sorted(position, key=lambda who: position[who]):
        at = group_of[who]
        if at == last and who not in moved:
            found[-1] = _TiedGroup((*found[-1].members, who), found[-1].decided_by)
            continue
        by = index if who in moved or groups[at].members[0] != who else groups[at].decided_by
        found.append(_TiedGroup((who,), by if found else None))
        last = -1 if who in moved else at
    return found


_NOBODY = 1 << 30


def _place(value: CriterionValue) -> Number:
    return value.total if isinstance(value.total, (int, Fraction)) else _NOBODY


def _lines(
    event_index: EventIndex, groups: list[_TiedGroup], values: list[dict[Id, CriterionValue]]
) -> list[StandingsLine]:
    lines: list[StandingsLine] = []
    shown = [_shown(found) for found in values]
    division, before = "", 0
    for group in groups:
        next_division = event_index.contestant(group.members[0]).division
        if next_division != division:
            division, before = next_division, len(lines)
        place = len(lines) - before + 1
        for position, who in enumerate(group.members):
            row = tuple([column[who] for column in shown])
            lines.append(StandingsLine(place, who, row, None if position else group.decided_by))
    return lines


def _shown(found: dict[Id, CriterionValue]) -> Mapping[Id, Optional[CriterionValue]]:
    """Return the values of a criterion, None for those who had no need of it."""
    steps = [
        who for who, criterion_value in found.items() if isinstance(criterion_value.total, tuple)
    ]
    if not steps:
        return found
    return {**found, **{who: None for who in steps if not found[who].total}}


def text_of_value(value: CriterionValue) -> str:
    """Return a value as people write it, with the decimals that its sheet shows.

    One in steps has slashes, an undefined one is -. A half goes away from zero, as in a cell.
    """
    total = value.total
    if isinstance(total, tuple):
        return " / ".join(show(step) for step in total)
    if value.decimals is None or total is None:
        return show(total)
    return with_decimals(total, value.decimals)


# -- no places by McMahon scores where the start scores are not known ------------------------------


def refuse_usual_criteria(event: Event) -> None:
    """Refuse places where none were asked for by name: the event's own go by McMahon scores.

    Raises:
        InputError: the start scores are missing from the file.
    """
    if event.settings.text(START_SCORES) == MISSING:
        raise InputError.say(
            "there are no places: the event goes by McMahon scores, and their "
            "start scores are not known; name criteria that do without"
        )


def undefined_for_everybody(found: Standings) -> Iterator[Message]:
    """Yield why a criterion has no value for anybody: a performance beside unrated players.

    Not of one that is a fault itself, or rests on one: faults are told.
    """
    for criterion, values in zip(found.criteria, zip(*(line.values for line in found.lines))):
        known = [value for value in values if value is not None]
        is_undefined = known and all(value.total is None for value in known)
        if is_undefined and known[0].why and criterion.function is not FAULTY:
            yield say(
                "{label} has no value for anybody: {why}",
                label=criterion.label, why=known[0].why,
            )  # fmt: skip


def refuse_undefined(found: Standings) -> None:
    """Refuse places that would go by a McMahon score: without start scores nobody has one.

    Raises:
        InputError: a criterion that needs the start scores is among those asked for.
    """
    if not found.event_index.event.settings.text(START_SCORES):
        return
    for criterion, values in zip(found.criteria, zip(*(line.values for line in found.lines))):
        if values and all(value is not None and value.total is None for value in values):
            raise InputError.say(
                "there are no places: {label} needs start scores, which are not known",
                label=criterion.label,
            )


STRATIFIED = Source(
    "Bridge clubs of the ACBL", "Horizontal stratified pairs (glossary of Bridge Montreal)",
    "the pairs of the top stratum are left out and the others ranked anew",
    "http://www.bridgemontreal.ca/blogs/files/21/File/glossary(1).htm",
)  # fmt: skip
_COLUMNS = ("stratum", "strat", "strata")


def strata_of(standings: Standings) -> dict[str, dict[Id, int]]:
    """Return the places in every stratum, highest first; none where no column says any."""
    players = standings.event_index.event.contestants
    names = sorted({stratum for stratum in map(stratum_of, players) if stratum}, key=_order)
    return {stratum: _places(standings, stratum) for stratum in names}


def _places(standings: Standings, stratum: str) -> dict[Id, int]:
    """Return the places of everybody who competes in a stratum, each division by itself."""
    above: dict[str, list[int]] = {}
    found: dict[Id, int] = {}
    for line in standings.lines:
        highest = stratum_of(standings.event_index.contestant(line.who))
        if highest and _order(highest) >= _order(stratum):
            places = above.setdefault(standings.division(line.who), [])
            found[line.who] = 1 + sum(place < line.place for place in places)
            places.append(line.place)
    return found


def stratum_of(who: Contestant) -> str:
    """Return the stratum of a player as the list has it, in capitals; "" for none."""
    texts = (text for title, text in who.more if title.strip().casefold() in _COLUMNS)
    return next(texts, "").strip().upper()


def _order(stratum: str) -> tuple[int, str]:
    return (int(stratum), "") if stratum.isdecimal() else (0, stratum)
