"""What is wrong with the declaration of a function: it would not work in a sheet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from xltie.core.cells import column_number
from xltie.functions.registry import Function

_NAME = re.compile(r"[A-Z][A-Z0-9]*(\.[A-Z][A-Z0-9]*)*")
_ARGUMENT = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,254}")
_ADDRESS = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
_ROWS_AND_COLUMNS = ("RC", "ZS", "LC", "FC", "RK", "RS", "SO", "WK")
"""The letters of row and column as Excel has them in English, German, French and Portuguese,
Spanish, Dutch and three Nordic languages, Finnish, Hungarian, Polish (PhpSpreadsheet's tables;
Polish is a guess)."""
_R1C1 = re.compile(r"([A-Z])[0-9]*(?:([A-Z])[0-9]*)?")
_LETTERS = frozenset(part for pair in _ROWS_AND_COLUMNS for part in (pair, *pair))


def is_cell_address(name: str) -> bool:
    """Tell whether a spreadsheet would read a name as a cell: ``SOS1``, ``BHC1``, ``R1C1``."""
    match = _R1C1.fullmatch(name)
    if match and match[1] + (match[2] or "") in _LETTERS:
        return True
    address = _ADDRESS.fullmatch(name)
    return bool(address and column_number(address[1]) <= 16384 and 1 <= int(address[2]) <= 1048576)


def refusal_of(name: str, vba_name: str = "") -> str:
    """Return why a function cannot have a name in a sheet, "" where it can.

    ``vba_name`` is what Excel calls it where ``name`` means something else there.
    """
    refusal = _refusal_of_shape(name)
    if refusal or not vba_name:
        return refusal or _refusal_in_vba(name)
    refusal = _refusal_of_shape(vba_name) or _refusal_in_vba(vba_name)
    return f"its vba_name {vba_name} {refusal}" if refusal else ""


def _refusal_of_shape(name: str) -> str:
    if not _NAME.fullmatch(name) or len(name) < 2:
        return "a name consists of capital letters and digits"
    return "looks like a cell address" if is_cell_address(name) else ""


def _refusal_in_vba(name: str) -> str:
    return "has a dot, which VBA does not allow; give a vba_name" if "." in name else ""


def refusal_of_argument(name: str) -> str:
    """Return why an argument cannot have a name in VBA, "" where it can.

    Names of arguments never reach the parser of formulas: functions and single letters are free.
    """
    if not _ARGUMENT.fullmatch(name):
        return "does not begin with a letter, or holds more than letters, digits and _"
    return "looks like a cell address" if len(name) > 1 and is_cell_address(name.upper()) else ""


def refusals(entry: Function) -> Iterator[str]:
    """Yield why a function cannot be offered as it is declared."""
    if refusal := refusal_of(entry.name, entry.vba_name):
        yield refusal
    if not entry.doc:
        yield "has no docstring"
    if len(entry.summary) > 255:
        yield "the first sentence is over 255 characters"
    for parameter in entry.parameters:
        refusal = refusal_of_argument(parameter.name) if parameter.doc else "has no text"
        if refusal:
            yield f"argument {parameter.name} {refusal}"
    if len({parameter.name for parameter in entry.parameters}) < len(entry.parameters):
        yield "an argument is declared twice"
