"""A call of a function about players: all but the player is bound once, for a whole column."""

from __future__ import annotations

from functools import cached_property
from typing import Any, Dict, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Value, is_blank, text_of
from xltie.core.errors import InputError
from xltie.core.messages import say
from xltie.event import EventIndex, Id, scored
from xltie.functions.coercion import coerce, single
from xltie.functions.registry import Function, Shape
from xltie.ranking import tied_groups
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.call.arguments import bind, take_event, tied_in, with_settings


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
    return tied_groups((who, (primary.scaled_score(who),)) for who in event_index.ids)


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
        raise InputError.of(say("player is missing"))
    who = call.event_index.find(text_of(player))
    value = call.value(who)
    return call, who, value if isinstance(value, CriterionValue) else None
