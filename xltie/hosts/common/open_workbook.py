"""The commands on an open workbook, whatever program holds it: recompute and explain.

A spreadsheet program is a :class:`Host`: a few methods over the open workbook. What the commands
do is here once for all programs; a program shows the answer in its own way.
"""

from __future__ import annotations

import re
from contextlib import suppress
from typing import Dict, List, Mapping, NamedTuple, Optional, Sequence, Tuple

from xltie.core.cells import Grid, Scalar, is_blank, text_of
from xltie.core.errors import DomainError, Place, XltieError
from xltie.core.formula_lexer import Token, inside, may_call, shown_tokens
from xltie.core.laid_cells import Position
from xltie.core.language import Language, language
from xltie.core.messages import say
from xltie.hosts.common.host import Host, Recomputed
from xltie.ranking import display_name, names_of, overview, rank, term_lines
from xltie.ranking.cells import place
from xltie.sheets.call import explained_call
from xltie.sheets.formulas import Formulas
from xltie.sheets.functions import REGISTRY, Function
from xltie.sheets.settings import event_language, settings_language
from xltie.sheets.tables import language_of_sheets
from xltie.sheets.workbook import provisional_tournament

_SHEET_OF_CALC = re.compile(
    r"\$?('(?:[^']|'')+'|(?<![\w.])[^\W\d]\w*)\.(?=\$?[A-Z]{1,3}\$?\d|\$?[A-Z]{1,3}:)"
)
"""The name of a sheet as Calc writes it before a reference: ``$Rounds.$A$5``."""


def grids_and_formulas(shown: Host) -> Tuple[Dict[str, Grid], Dict[str, Formulas]]:
    """Return the sheets of an open workbook and their formulas, as its file would hold them."""
    grids = {sheet: shown.grid(sheet) for sheet in shown.sheets()}
    formulas: Dict[str, Formulas] = {
        sheet: {position: as_stored(text) for position, text in shown.formulas(sheet).items()}
        for sheet in grids
    }
    _find_roles(shown, grids, formulas)
    return grids, formulas


_ROLES = ("AllPlayers", "AllGames", "AllSettings", "AllRoster")
"""What our workbooks call the cells that the event is packed from."""


def _find_roles(shown: Host, grids: Mapping[str, Grid], formulas: Mapping[str, Formulas]) -> None:
    """Tell the sheets which of our names their cells have."""
    texts = [text or "" for of_sheet in formulas.values() for text in of_sheet.values()]
    for role in _ROLES:
        packing = next((text for text in texts if role in text), None)
        if packing is None:
            continue
        with suppress(XltieError):
            cells = shown.evaluate(next(iter(grids)), (1, 1), role)
            if isinstance(cells, Grid) and cells.sheet in grids:
                grids[cells.sheet].roles[role.lower()] = cells.column + cells.width - 1


def as_stored(formula: str) -> str:
    """Return a formula without its ``=``, its arguments and sheets parted as in a file.

    >>> as_stored('=BQ($C5;$Rounds.$A$5:$F$9;"a;b")')
    'BQ($C5,Rounds!$A$5:$F$9,"a;b")'
    """
    parts = formula[1:].split('"') if formula.startswith("=") else formula.split('"')
    parts[::2] = [_SHEET_OF_CALC.sub(r"\1!", part).replace(";", ",") for part in parts[::2]]
    return '"'.join(parts)


def language_of(workbook: Host) -> Language:
    """Return the language of a workbook: of its settings, else of the names of its sheets."""
    sheets = tuple(workbook.sheets())
    with suppress(Exception):  # what a program says of a name that is not there is its own
        settings = workbook.evaluate(sheets[0], (1, 1), "AllSettings")
        if isinstance(settings, Grid):
            return language(settings_language(settings))
    return language(language_of_sheets(sheets))


# -- calls in formulas ---------------------------------------------------------------------------


class Call(NamedTuple):
    """A call of one of our functions in a formula: the function and the texts of its arguments."""

    function: Function
    arguments: Tuple[str, ...]


_BY_NAME: Dict[str, Function] = {name: entry for entry in REGISTRY.values() for name in entry.names}
_NAMES = tuple(_BY_NAME)


def calls_in(formula: str) -> List[Call]:
    """Return the calls of our functions in a formula, from left to right, the outer one first.

    >>> [call.arguments for call in calls_in('=IF(A2="","",BQ(A2,Rounds!A1:F9,6))')]
    [('A2', 'Rounds!A1:F9', '6')]
    """
    found: List[Call] = []
    if not may_call(formula, _NAMES):
        return found
    parts = shown_tokens(formula)
    for index, part in enumerate(parts):
        if part.kind == "function":
            entry = _BY_NAME.get(part.text.rpartition("!")[2].upper())
            if entry is not None:
                found.append(Call(entry, _arguments(parts, index + 1)))
    return found


def _arguments(parts: Sequence[Token], opening: int) -> Tuple[str, ...]:
    """Return the texts of the arguments within the bracket at ``opening``."""
    arguments = [""]
    for index, depth in inside(parts, opening):
        text = parts[index].text
        if not depth and text in (",", ";"):
            arguments.append("")
        else:
            arguments[-1] += text
    return () if arguments == [""] else tuple(text.strip() for text in arguments)


# -- recompute -----------------------------------------------------------------------------------


def recompute(host: Host) -> Recomputed:
    """Recompute the standings of an open workbook and say what changed."""
    host.say(say("xltie: computing the standings ..."))
    targets = _own_cells(host)
    before = _values(host, targets)
    places_before = _places(host, targets, before)
    host.recalculate()
    after = _values(host, targets)
    places_after = _places(host, targets, after)
    changed = tuple(
        Place(sheet, *position)
        for sheet, position in targets
        if before[sheet, position] != after[sheet, position]
    )
    moved = sum(1 for who, place in places_after.items() if places_before.get(who) != place)
    done = Recomputed(len(targets), changed, moved)
    host.say(say("xltie: {what}", what=done.message))
    return done


SheetCell = Tuple[str, Position]


def _own_cells(host: Host) -> Dict[SheetCell, List[Call]]:
    """Return every cell that calls our functions, and its calls."""
    found = {}
    for sheet in host.sheets():
        for position, formula in host.formulas(sheet).items():
            calls = calls_in(formula)
            if calls:
                found[sheet, position] = calls
    return found


def _values(host: Host, cells: Mapping[SheetCell, List[Call]]) -> Dict[SheetCell, Scalar]:
    grids = {sheet: host.grid(sheet) for sheet in {sheet for sheet, _ in cells}}
    return {(sheet, at): value_at(grids[sheet], at) for sheet, at in cells}


def value_at(grid: Grid, position: Position) -> Scalar:
    """Return the value of a cell of a sheet, None outside its used cells."""
    row, column = position
    inside = row <= grid.height and column <= grid.width
    return grid.rows[row - 1][column - 1] if inside else None


def _places(
    host: Host, cells: Mapping[SheetCell, List[Call]], values: Mapping[SheetCell, Scalar]
) -> Dict[str, Scalar]:
    """Return the place of every player that a cell gives one."""
    places: Dict[str, Scalar] = {}
    for (sheet, position), calls in cells.items():
        for call in calls:
            if call.function.compute is place and call.arguments:
                try:
                    player = host.evaluate(sheet, position, call.arguments[0])
                except XltieError:
                    continue
                if not isinstance(player, Grid) and not is_blank(player):
                    places[text_of(player)] = values[sheet, position]
    return places


# -- explain -------------------------------------------------------------------------------------


def explain(host: Host, sheet: str, position: Position) -> List[str]:
    """Return, line by line, how the value of a cell is computed.

    A cell that calls a tie-break is explained term by term. Any other cell of a line that a player
    stands in is explained by that player's place: every criterion, and what separates the
    neighbours.

    Raises:
        XltieError: nothing here can be explained, or why the value cannot be computed.
    """
    formulas = host.formulas(sheet)
    row = position[0]
    line = [formulas[at] for at in sorted(formulas) if at[0] == row]
    for call in calls_in(formulas.get(position, "")):
        if call.function.is_of_players:
            lines = _terms(host, sheet, position, call)
            if lines:
                return lines
    player = next(
        (who for text in line for call in calls_in(text)
         if (who := _player(host, sheet, position, call))), None,
    )  # fmt: skip
    if player is None:
        player = _named(host, sheet, position)
    return _overview(host, player)


def _terms(host: Host, sheet: str, position: Position, call: Call) -> List[str]:
    """Return the terms of a call; nothing where the function has none, as PLACE."""
    cells = [host.evaluate(sheet, position, text) if text else None for text in call.arguments]
    bound, who, value = explained_call(call.function, cells)
    if value is None or not value.terms:
        return []
    event_index = bound.event_index
    return [
        f"{display_name(event_index, who)}: {bound.name}",
        *term_lines(value, event_language(event_index.event), names_of(event_index)),
    ]


def _player(host: Host, sheet: str, position: Position, call: Call) -> Optional[str]:
    if not call.function.is_of_players or not call.arguments:
        return None
    try:
        value = host.evaluate(sheet, position, call.arguments[0])
    except XltieError:
        return None
    return None if isinstance(value, Grid) or is_blank(value) else text_of(value)


def _named(host: Host, sheet: str, position: Position) -> str:
    value = value_at(host.grid(sheet), position)
    if is_blank(value):
        raise DomainError.say(
            "there is nothing to explain in this cell; choose a value in the standings",
            Place(sheet, *position),
        )
    return text_of(value)


def _overview(host: Host, player: str) -> List[str]:
    grids, formulas = grids_and_formulas(host)
    tournament = provisional_tournament(grids, None, formulas)
    event_index = tournament.event_index()
    found = rank(event_index, tournament.parsed())
    event_says = event_language(tournament.event)
    return overview(found, event_index.find(player), event_says).splitlines()
