"""The evaluation of a call for every host: from its cells to the cells of its value."""

from __future__ import annotations

import re
from typing import Any, Callable, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from xltie.core.cells import CellError, Grid, Rows, Scalar, Value, is_blank, text_of, to_cell
from xltie.core.errors import DomainError, InputError, TextWithFaults, UndefinedValue, UnknownPlayer
from xltie.core.language import language
from xltie.core.messages import say
from xltie.event import NO_STANDINGS, EventIndex, Id, provisional, scored
from xltie.event.packed import RefusedEvent, pack_refusal
from xltie.functions.coercion import coerce, single
from xltie.functions.registry import Shape
from xltie.ranking import EXPLANATION_HEADER, SettingError, split_list, term_rows, tied_groups
from xltie.ranking.cells import in_one_cell, tie_break
from xltie.rules.common.criterion_value import CriterionValue
from xltie.rules.common.team_registry import is_team_rule
from xltie.sheets.call.arguments import bind, tied_in, with_settings
from xltie.sheets.call.broken_event_cell import no_event
from xltie.sheets.functions import REGISTRY, Function, find
from xltie.sheets.read import event_index_of, holds_event
from xltie.sheets.settings import event_language, with_headings

Answer = Union[Scalar, Rows]
_FACTS = 2
"""From this view on a notice says what a sheet shows, and nothing of what is wrong."""
_PACKS = ("EVENT", "TEAMEVENT")
"""Functions that pack the event as text."""


def evaluate_call(entry: Function, cells: Sequence[Value]) -> Answer:
    """Return the value of a call: one cell, or rows that spill.

    ``cells`` are the arguments in order; None stands for one that is left out.

    Raises:
        XltieError: what the cell shows instead (:attr:`XltieError.code`) and why.
    """
    try:
        if entry.name == "EXPLAIN":
            return _explained_once(cells)
        if entry.shape in (Shape.PLAYER, Shape.GROUP):
            return _answer_player(entry, cells)
    except RefusedEvent:
        return ""  # what is wrong is said once, by NOTICE
    missing = no_event(cells) if entry.shape is Shape.TABLE and entry.name not in _PACKS else None
    if missing is not None:
        return _without_event(entry, bind(entry, cells)[0], missing)
    given, _ = bind(entry, cells)
    if entry.shape is Shape.PLAIN:
        return _cells(entry.compute(**given))
    try:
        event_index = _event_index(entry, given)
        return _cells(with_headings(entry.compute(event_index, **given), event_index.event))
    except InputError as error:
        return _without_event(entry, given, error)


def _without_event(entry: Function, given: Dict[str, Any], error: InputError) -> Answer:
    """Answer where no event can be made of the tables: what packs them hands the reasons on.

    The sheet that lists the standings stays blank then, but for the line that says why.
    """
    if entry.name in _PACKS and given["part"] == 1:
        return TextWithFaults.of(pack_refusal(error.faults, error.language), error.faults)
    if entry.name in ("NOTICE", "PROVISIONAL") and (given.get("view") or 0) < _FACTS:
        line = language(error.language).say(provisional(error.faults, NO_STANDINGS))
        return TextWithFaults.of(line, error.faults)
    if entry.name in ("NOTICE", *_PACKS) or isinstance(error, (RefusedEvent, SettingError)):
        return ""  # a setting that is not understood is named where the event is packed
    raise error


def _answer_player(entry: Function, cells: Sequence[Value]) -> Answer:
    """Answer for one player or a column; what all cells of a column share is bound once."""
    games = cells[1] if len(cells) > 1 else None
    if games is not None and not isinstance(cells[0], Grid) and is_blank(cells[0]):
        return ""  # nobody, whatever the event is
    if not isinstance(games, Grid):
        row = _row_of(entry, cells)  # says what is missing
        return _each(cells[0], row)
    rest = tuple(cells[2:])
    key = ("row", entry.name, tuple(map(type, rest)), rest)
    return _each(cells[0], games.cached(key, lambda _: _row_of(entry, cells)))


def _row_of(entry: Function, cells: Sequence[Value]) -> Callable[[Id], Tuple[Scalar, ...]]:
    """Return what answers for a player, with the options of a call or those of the settings."""
    given, told = bind(entry, cells)
    del given["player"]
    event_index = _event_index(entry, given)
    options = with_settings(entry, given, told, event_index.event)
    if entry.shape is Shape.GROUP:
        options = dict(options)
        tied = options.pop("tied")
        return lambda who: _group_cells(entry, event_index, who, tied, options)
    row = _one_cell if entry.name == "TIEBREAK" else _row
    compute = entry.compute
    own: List[EventIndex] = []  # a table without players needs no scores

    def answer(who: Id) -> Tuple[Scalar, ...]:
        if not own:
            own.append(_by_score(entry, event_index))
        return row(compute(own[0], event_index.find(who), **options))

    return answer


def callables() -> Mapping[str, Callable[..., Answer]]:
    """Return every registered function by all its names in a cell, taking positional cells."""

    def call(entry: Function) -> Callable[..., Answer]:
        return lambda *cells: evaluate_call(entry, cells)

    return {name: call(entry) for entry in REGISTRY.values() for name in entry.names}


def _event_index(entry: Function, given: Dict[str, Any]) -> EventIndex:
    """Return the event index of the tables in a call, and take them out of its arguments."""
    games = given.pop("games", None)
    if games is None:
        if not holds_event(given["players"]):
            raise InputError.of(say("games is missing: {call}", call=entry.signature))
        games = given["players"]
    tables = [given.pop(name, None) for name in ("players", "settings", "roster")]
    return event_index_of(games, *tables)


def _each(players: Value, row_of: Callable[[Id], Tuple[Scalar, ...]]) -> Answer:
    """Answer for one player, or for each of a column or row of players in its shape."""
    if not isinstance(players, Grid):
        if isinstance(players, CellError):
            return players
        if is_blank(players):
            return ""
        own = row_of(text_of(players))
        return own[0] if len(own) == 1 else (own,)
    rows: List[List[Scalar]] = []
    for line in players.rows:
        row: List[Scalar] = []
        for cell in line:
            row.extend(_one_of_many(cell, row_of))
        rows.append(row)
    if len(rows) == 1 and len(rows[0]) == 1:
        return rows[0][0]
    width = max(map(len, rows), default=0)
    return tuple(tuple(row) + ("",) * (width - len(row)) for row in rows)


def _one_of_many(cell: Scalar, row_of: Callable[[Id], Tuple[Scalar, ...]]) -> Tuple[Scalar, ...]:
    """Answer for one cell of a column: an error of one player leaves the others alone."""
    if isinstance(cell, CellError):
        return (cell,)
    if is_blank(cell):
        return ("",)
    try:
        return row_of(text_of(cell))
    except (UnknownPlayer, UndefinedValue) as error:
        return (CellError(error.code, error.text),)


def _by_score(entry: Function, event_index: EventIndex) -> EventIndex:
    """Return an event of teams by its primary score for what individuals are ranked by too."""
    is_of_one_score = entry.is_criterion and not is_team_rule(entry)
    return scored(event_index) if is_of_one_score else event_index


def _one_cell(value: CriterionValue) -> Tuple[Scalar, ...]:
    """Return a value as one cell, one in steps as text."""
    if value.total is None:
        return _row(value)
    return (in_one_cell(value),)


def _row(value: Any) -> Tuple[Scalar, ...]:
    """Return a value as a row: one cell, or one per step."""
    if not isinstance(value, CriterionValue):
        return (to_cell(value),)
    if value.total is None:
        raise UndefinedValue(value.why or say("the value is not defined"))
    if isinstance(value.total, tuple):
        return tuple(to_cell(step) for step in value.total) or ("",)
    return (to_cell(value.total),)


def _cells(value: Any) -> Answer:
    if isinstance(value, list):
        return tuple(tuple(_cell(cell) for cell in row) for row in value)
    return _cell(value)


def _cell(value: Any) -> Scalar:
    return in_one_cell(value) if isinstance(value, CriterionValue) else to_cell(value)


# -- players who are tied ------------------------------------------------------------------------


def _group_cells(
    entry: Function, event_index: EventIndex, who: Id, tied: Optional[Grid], options: Dict[str, Any]
) -> Tuple[Scalar, ...]:
    own = event_index.find(who)
    group = _group_of(event_index, own, tied)
    key = ("group", entry.name, group, tuple(sorted(options.items())))
    own_index = _by_score(entry, event_index)
    values = event_index.cached(key, lambda: entry.compute(own_index, group, **options))
    return _row(values[own])


def _group_of(event_index: EventIndex, who: Id, tied: Optional[Grid]) -> Tuple[Id, ...]:
    """Return the players tied with one on the criteria given, or on points."""
    groups = (
        event_index.cached(("tied", None), lambda: _tied_on_points(event_index))
        if tied is None
        else event_index.cached(("tied", tied.content), lambda: tied_in(event_index, tied))
    )
    return groups.get(who, (who,))


def _tied_on_points(event_index: EventIndex) -> Dict[Id, Tuple[Id, ...]]:
    primary = scored(event_index)
    return tied_groups((who, (primary.scaled_score(who),)) for who in event_index.ids)


# -- EXPLAIN -------------------------------------------------------------------------------------


def criterion_value_of(
    entry: Function, cells: Sequence[Value], named: str = ""
) -> Tuple[EventIndex, Id, Optional[CriterionValue]]:
    """Return the event index, the player and the criterion value behind a call for one player.

    ``named`` is the code by which the function was requested, if that sets options. The
    criterion value is None if the function returns a text.

    Raises:
        XltieError: as :func:`evaluate_call`.
    """
    given, told = bind(entry, cells)
    for name, value in entry.preset(named).items():  # SOS-1 is SOS with a cut
        parameter = next(own for own in entry.parameters if own.name == name)
        if given[name] == parameter.default:
            given[name] = coerce(parameter, value)
            told.add(name)
    event_index = _event_index(entry, given)
    given = with_settings(entry, given, told, event_index.event)
    player = single("player", given.pop("player"))
    if is_blank(player):
        raise InputError.of(say("player is missing"))
    who = event_index.find(text_of(player))
    if entry.shape is Shape.GROUP:
        group = _group_of(event_index, who, given.pop("tied"))
        value = entry.compute(_by_score(entry, event_index), group, **given)[who]
    else:
        value = entry.compute(_by_score(entry, event_index), who, **given)
    return event_index, who, value if isinstance(value, CriterionValue) else None


def _as_criterion(named: str, cells: Sequence[Value]) -> Tuple[EventIndex, CriterionValue]:
    """Return an event and the value of a criterion as a list names it, with its settings."""
    games = REGISTRY["EXPLAIN"].parameters[2]
    event_index = event_index_of(coerce(games, cells[1]))
    who = event_index.find(text_of(single("player", cells[0])))
    return event_index, tie_break(event_index, who, named)


def _explained_once(cells: Sequence[Value]) -> Answer:
    """Answer =EXPLAIN(...) for all the cells that show a line of the same answer."""
    event = cells[2] if len(cells) > 2 else None
    if not isinstance(event, Grid):
        return _explain(cells)
    own = (*cells[:2], *cells[3:])
    return event.cached(("explain", tuple(map(type, own)), own), lambda _: _explain(cells))


def _explain(cells: Sequence[Value]) -> Answer:
    """Answer =EXPLAIN(function, player, games, …): the terms of a value as rows."""
    named = next(iter(split_list(text_of(single("function", cells[0] if cells else None)))), "")
    entry = find(re.split(r"[/#:@(]", named)[0])
    if entry is None or entry.shape not in (Shape.PLAYER, Shape.GROUP):
        raise DomainError(
            say("there is nothing to explain in {text!r}; name a tie-break", text=named)
        )
    if len(cells) < 3:
        raise InputError.of(
            say("an argument is missing: {call}", call=REGISTRY["EXPLAIN"].signature)
        )
    if is_blank(cells[1]) or no_event(cells[2:3]) is not None:
        return ""
    if entry.is_criterion and all(is_blank(cell) for cell in cells[3:]):
        event_index, value = _as_criterion(named, cells[1:])
        criterion_value: Optional[CriterionValue] = value
    else:
        event_index, _, criterion_value = criterion_value_of(entry, cells[1:], named)
    if criterion_value is None:
        raise DomainError(say("{name} has no terms", name=entry.name))
    rows = [EXPLANATION_HEADER, *term_rows(criterion_value, event_language(event_index.event))]
    return _cells(with_headings(rows, event_index.event))
