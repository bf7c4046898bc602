"""The function in cells that explains what other functions answer."""

from __future__ import annotations

import re
from typing import Annotated, List, Tuple, Union

from xltie.core.catalogues import in_english
from xltie.core.cells import Grid, Value, is_blank, text_of
from xltie.core.errors import DomainError, InputError, TextWithFaults
from xltie.core.language import language
from xltie.event.packed import RefusedEvent
from xltie.functions.coercion import single
from xltie.functions.registry import REGISTRY, Arg, Kind, Shape, find, function
from xltie.ranking import EXPLANATION_HEADER, label_in, names_of, split_list, term_rows
from xltie.sheets.call import explained_call, no_event
from xltie.sheets.read import event_index_of
from xltie.sheets.settings import event_language, with_headings

Row = Tuple[object, ...]


@function("EXPLAIN", shape=Shape.CALL)
def explain(
    named: Annotated[Value, Arg("The function to explain, by name or code.", kind=Kind.TEXT)],
    player: Annotated[Value, Arg("The player.", kind=Kind.PLAYER)],
    games: Annotated[Value, Arg("The games with their header row.", kind=Kind.GAMES)],
    option1: Annotated[Value, Arg("Its first option.", kind=Kind.ANY)] = None,
    option2: Annotated[Value, Arg("Its second option.", kind=Kind.ANY)] = None,
    option3: Annotated[Value, Arg("Its third option.", kind=Kind.ANY)] = None,
    option4: Annotated[Value, Arg("Its fourth option.", kind=Kind.ANY)] = None,
) -> Union[str, List[Row]]:
    """Explanation of a value: its terms by round, opponent, value, counted or cut, and why.

    Without options, the function is read as in a list of criteria (``BH/C1``, ``BQ(c=12)``), and
    its other options follow the settings of the event; of several criteria, the first is explained.
    Options are those of the function, in its own order. Of a table that is not understood, it says
    the first reason, with its cell.
    """
    asked = next(iter(split_list(label_in(text_of(single("function", named))))), "")
    name = re.split(r"[/#:@(]", asked)[0]
    entry = find(name) or find(in_english("criterion", name))
    if entry is None or not entry.is_of_players:
        raise DomainError.say(
            "there is nothing to explain in {text!r}; name a tie-break", text=asked
        )
    if is_blank(single("player", player)) or no_event([games]) is not None:
        return ""
    refusal = _refusal(games)
    if refusal:
        return refusal
    options = [option1, option2, option3, option4]
    if entry.is_criterion and all(map(is_blank, options)):
        entry, options = REGISTRY["TIEBREAK"], [asked]  # which reads it as a list of criteria does
    while options and options[-1] is None:
        options.pop()
    call, _, value = explained_call(entry, [player, games, *options], asked)
    if value is None:
        raise DomainError.say("{name} has no terms", name=entry.name)
    event = call.event_index.event
    terms = term_rows(value, event_language(event), names_of(call.event_index))
    rows: List[Row] = [EXPLANATION_HEADER, *terms]
    answer: List[Row] = with_headings(rows, event)
    return answer


def _refusal(games: Value) -> str:
    """Say why no event can be made of a table, as the check does; nothing if one can."""
    if not isinstance(games, Grid):
        return ""
    try:
        event_index_of(games)
    except RefusedEvent:
        raise
    except InputError as error:
        first = language(error.language).say(error.faults[0].placed)
        return TextWithFaults.of(first, error.faults)
    return ""
