"""A call of a function about players: all but the player is bound once, for a whole column."""

from __future__ import annotations

import re
from functools import cached_property
from typing import Any, Dict, Optional, Sequence, Set, Tuple

from xltie.core.cells import CellError, Grid, Scalar, Value, is_blank, number_of, text_of
from xltie.core.errors import DomainError, InputError, UnknownPlayer
from xltie.core.messages import count
from xltie.event import Event, EventIndex, Id, scored
from xltie.functions.coercion import coerce, single
from xltie.functions.registry import Function, Kind, Parameter, Shape
from xltie.ranking import Criterion, compared_with, marked, options_from, tied_groups
from xltie.ranking.cells import STANDINGS
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.read import event_index_of, holds_event


def bind(entry: Function, cells: Sequence[Value]) -> Tuple[Dict[str, Any], Set[str]]:
    """Return the arguments by name, and the names of those that the call gives itself.

    In place of its first option a criterion takes its modifiers as a list of criteria has them:
    ``=BUCHHOLZ(A5, Event, "C1/P")``.

    Raises:
        XltieError: an argument that is missing, too many, or that the function has no meaning for.
    """
    if len(cells) > len(entry.parameters):
        raise InputError.of(
            count(
                len(entry.parameters),
                "{name} takes at most {n} argument: {call}",
                "{name} takes at most {n} arguments: {call}",
                name=entry.name,
                call=entry.signature,
            )
        )
    marks = _marks(entry, cells)
    is_call = entry.shape is Shape.CALL
    given: Dict[str, Any] = {}
    told = set()
    for index, parameter in enumerate(entry.parameters):
        cell = cells[index] if index < len(cells) else None
        if index >= len(cells) and not parameter.is_optional:
            raise InputError.say(
                "{name} is missing: {call}", name=parameter.name, call=entry.signature
            )
        if marks and parameter is entry.options[0]:
            cell = None
        if parameter.name in marks and is_blank(cell):
            cell = marks[parameter.name]
        if not is_blank(cell):
            told.add(parameter.name)
        is_raw = is_call or parameter.kind is Kind.PLAYER
        given[parameter.name] = cell if is_raw else coerce(parameter, cell)
    return given, told


def stands_for_event(cell: Value) -> bool:
    """Tell whether an argument is an event as text, in one cell or in several."""
    return holds_event(cell if isinstance(cell, Grid) else Grid([[cell]]))


def take_event(entry: Function, given: Dict[str, Any]) -> EventIndex:
    """Return the event index of the tables in a call, and take them out of its arguments."""
    games = given.pop("games", None)
    if games is None:
        games = given["players"]
        if not holds_event(games):
            if games is None or games.width < 2:
                raise InputError.say("games is missing: {call}", call=entry.signature)
            del given["players"]  # a table of somebody's own, which holds the games
    tables = [given.pop(name, None) for name in ("players", "settings", "roster")]
    return event_index_of(games, *tables)


def with_settings(
    entry: Function, given: Dict[str, Any], told: Set[str], event: Event
) -> Dict[str, Any]:
    """Return the options of a call, those that it leaves out from the settings of the event."""
    if not entry.is_criterion:
        return given
    return {**given, **options_from(event, entry, told)}


_NUMBERS = (Kind.WHOLE, Kind.NUMBER)
_NOTATION = re.compile(r"\s*/.*|.*/.*|\s*[A-Za-z]\d+\s*")
"""What only a modifier looks like."""


def _marks(entry: Function, cells: Sequence[Value]) -> Dict[str, str]:
    """Return the options that modifiers in place of the first option set; none if it is itself."""
    if not entry.is_criterion or not entry.options:
        return {}
    first = entry.options[0]
    at = entry.parameters.index(first)
    if at >= len(cells) or not _may_be_marks(first):
        return {}
    text = single(first.name, cells[at])
    if not isinstance(text, str) or is_blank(text) or number_of(text) is not None:
        return {}
    if text.lower() in (name.lower() for name in first.names or ()):
        return {}
    try:
        marks = marked(entry, f"/{text.strip().lstrip('/')}")
    except InputError as error:
        if first.kind in _NUMBERS and _NOTATION.fullmatch(text):
            raise DomainError(error.faults[0].message) from None
        return {}
    unknown = marks.keys() - {option.name for option in entry.options}
    if unknown:
        raise DomainError.say(
            "{name} has no option {text!r}", name=entry.name, text=sorted(unknown)[0]
        )
    return marks


def _may_be_marks(first: Parameter) -> bool:
    return first.kind in _NUMBERS or first.names is not None


# -- who is tied with whom, by the values that stand beside them in a sheet ------------------------


def tied_in(event_index: EventIndex, tied: Grid) -> Dict[Id, Tuple[Id, ...]]:
    """Group the players of the first column by what stands in the others, each player once."""
    keys: Dict[Id, Tuple[Any, ...]] = {}
    for line in tied.rows:
        if not is_blank(line[0]) and not isinstance(line[0], CellError):
            try:
                who = event_index.find(text_of(line[0]))
            except UnknownPlayer:
                continue  # a header, or a player without games
            keys.setdefault(who, tuple(_criterion_cell(cell) for cell in line[1:]))
    return tied_groups(keys.items())


def _criterion_cell(cell: Scalar) -> Any:
    number = number_of(cell)
    return text_of(cell) if number is None else number


class PlayerCall:
    """What answers for the players of an event, with the options of a call or of the settings.

    ``named`` is the code by which the function was requested, if that sets options.
    """

    def __init__(self, entry: Function, cells: Sequence[Value], named: str = "") -> None:
        given, told = bind(entry, cells)
        for name, value in entry.preset(named).items():  # SOS-1 is SOS with a cut
            parameter = next(known for known in entry.parameters if known.name == name)
            if given[name] == parameter.default:
                given[name] = coerce(parameter, value)
                told.add(name)
        del given["player"]
        self.entry = entry
        self.event_index = take_event(entry, given)
        self.options = with_settings(entry, given, told, self.event_index.event)
        self._tied: Optional[Grid] = self.options.pop("tied", None)
        self._compute = entry.bound(self.options)
        self._is_of_group = entry.shape is Shape.GROUP

    @property
    def name(self) -> str:
        """Return what the value is called: the function's name, or the criterion it stands for."""
        criterion = self.entry.stands_for
        return self.options[criterion] if criterion else self.entry.name

    def value(self, who: Id) -> Any:
        """Return a player's value, of a rule as its criterion value."""
        if not self._is_of_group:
            return self._compute(self._scored, who)
        group = self._groups.get(who, (who,))
        key = ("group", self.entry.name, group, tuple(sorted(self.options.items())))
        values: Dict[Id, CriterionValue] = self.event_index.cached(
            key, lambda: self._compute(self._scored, group)
        )
        return values[who]

    def ranked_value(self, who: Id) -> Optional[CriterionValue]:
        """Return the value by which the standings rank a player, of the same rule and options.

        It has the exact total, and need not have its decimals. None where no standings were made,
        or not with it.
        """
        criterion = self._ranked
        return None if criterion is None else criterion.values(self.event_index, (who,))[who]

    @cached_property
    def _ranked(self) -> Optional[Criterion]:
        standings = self.event_index.kept(STANDINGS)
        if standings is None or self._is_of_group:
            return None
        defaults = {option.name: option.default for option in self.entry.options}
        return next(
            (
                criterion
                for criterion in standings.criteria
                if criterion.function is self.entry
                and not criterion.score
                and {**defaults, **dict(criterion.options)} == self.options
            ),
            None,
        )

    @cached_property
    def _scored(self) -> EventIndex:
        """The event, of teams by its primary score for what individuals are ranked by too.

        A table without players needs no scores.
        """
        is_of_one_score = self.entry.is_criterion and not self.entry.is_of_teams
        return scored(self.event_index) if is_of_one_score else self.event_index

    @cached_property
    def _groups(self) -> Dict[Id, Tuple[Id, ...]]:
        """Who is tied with whom on the criteria given, or on points."""
        index, tied = self.event_index, self._tied
        if tied is not None:
            return index.cached(("tied", tied.content), lambda: tied_in(index, tied))
        return index.cached(("tied", None), lambda: _tied_on_points(index))


def _tied_on_points(event_index: EventIndex) -> Dict[Id, Tuple[Id, ...]]:
    primary = scored(event_index)
    return tied_groups(
        (who, (compared_with(event_index, who), primary.scaled_score(who)))
        for who in event_index.ids
    )


def explained_call(
    entry: Function, cells: Sequence[Value], named: str = ""
) -> Tuple[PlayerCall, Id, Optional[CriterionValue]]:
    """Return what answers a call for one player, the player, and the value with its terms.

    There is no such value where the function returns a text.

    Raises:
        XltieError: as :func:`evaluate_call`.
    """
    call = PlayerCall(entry, cells, named)
    player = single("player", cells[0])
    if is_blank(player):
        raise InputError.say("player is missing")
    who = call.event_index.find(text_of(player))
    value = call.value(who)
    return call, who, value if isinstance(value, CriterionValue) else None
