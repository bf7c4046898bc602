"""The VBA of the add-in and of macro workbooks, as text made from the registry.

Three modules are the same in every file (``vba/*.bas``); another holds one wrapper for each
function, with its help as attributes, so that Excel shows help and category without any macro.
"""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache
from pathlib import Path
from typing import Iterable, Tuple

from xltie.core import messages
from xltie.core.errors import RegistrationError
from xltie.functions.registry import Function, Parameter
from xltie.hosts.excel.answers import names_in_excel
from xltie.hosts.excel.registration import PROGID, version
from xltie.hosts.excel.ribbon import callbacks
from xltie.sheets.functions import REGISTRY

FUNCTIONS, BRIDGE, TEXTS, RIBBON, WORKBOOK = (
    "xltie_functions",
    "xltie_bridge",
    "xltie_texts",
    "xltie_ribbon",
    "ThisWorkbook",
)
BUILT_IN_CATEGORIES = 19
"""Categories of Excel itself; the first of our own comes after them."""

_FOLDER = Path(__file__).parent / "vba"
_LONGEST_LINE = 1023
_LONGEST_HELP = 255
_TAKEN = frozenset({"array", "xtplaces", "xtvalues", "xtcall", "xttable", "xtcells"})
_PLAIN = {"½": "1/2", "–": "-", "—": "-", "×": "x", "…": "...", "’": "'", "≤": "<=", "≥": ">="}


def modules() -> dict[str, str]:
    """Return the text of each module by its name, lines ended by a line feed."""
    texts = {
        BRIDGE: _fixed(
            "xltie_bridge.bas",
            VERSION=version(),
            PROGID=PROGID,
            NAMES=_names(),
        ),
        TEXTS: _fixed("xltie_texts.bas"),
        RIBBON: _fixed("xltie_ribbon.bas", CALLBACKS=callbacks()),
        WORKBOOK: _fixed("ThisWorkbook.cls"),
        FUNCTIONS: functions_module(REGISTRY.values()),
    }
    for name, text in texts.items():
        _refuse_bad(name, text)
    return texts


def _fixed(file: str, **values: str) -> str:
    text = (_FOLDER / file).read_text("ascii")
    for key, value in values.items():
        text = text.replace(f"@{key}@", value)
    return text


def _names() -> str:
    """Return the names of all functions as a text in VBA, a blank around each, on a few lines."""
    lines = textwrap.wrap(" ".join(_functions()), 88)
    return " & _\n        ".join([*(f'" {line}"' for line in lines), '" "'])


def functions_module(entries: Iterable[Function]) -> str:
    """Return the module with one wrapper for each function."""
    head = "Option Explicit\n' One wrapper for each function of the registry.\n"
    return "\n".join(
        [head, *(wrapper(entry, name) for entry in entries for name in names_in_excel(entry))]
    )


def wrapper(entry: Function, name: str = "") -> str:
    """Return the VBA of one function: its help, and the call with its arguments."""
    name = name or entry.excel_name
    _refuse_names(name, entry.parameters)
    declared = ", ".join(
        f"Optional {_argument(p)}" if p.is_optional else _argument(p) for p in entry.parameters
    )
    handed = [
        f"{'XtTable' if p.kind.is_table else 'XtCells'}({index}, xtPlaces, {_argument(p)})"
        for index, p in enumerate(entry.parameters)
    ]
    return "\n".join(
        [
            f"Public Function {name}({declared}) As Variant",
            f'Attribute {name}.VB_Description = "{plain(entry.summary).replace(chr(34), chr(39))}"',
            f'Attribute {name}.VB_ProcData.VB_Invoke_Func = " \\n{BUILT_IN_CATEGORIES + 1}"',
            "    Dim xtPlaces As String",
            "    Dim xtValues As Variant",
            *_array(handed),
            f'    {name} = XtCall("{name}", xtValues, xtPlaces)',
            "End Function",
            "",
        ]
    )


def _argument(parameter: Parameter) -> str:
    """Return what VBA calls an argument.

    It has one spelling for a name in all of a project: beside the function ROUNDS the argument
    ``rounds`` would be shown as ROUNDS too.
    """
    is_function = parameter.name.upper() in _functions()
    return f"the_{parameter.name}" if is_function else parameter.name


@lru_cache(maxsize=1)
def _functions() -> Tuple[str, ...]:
    return tuple(name for entry in REGISTRY.values() for name in names_in_excel(entry))


def _array(items: list[str]) -> list[str]:
    """Return the statement that gathers the arguments, on as many lines as it needs."""
    line = f"    xtValues = Array({', '.join(items)})"
    if len(line) <= 100:
        return [line]
    return ["    xtValues = Array( _", *(f"        {item}, _" for item in items[:-1]),
            f"        {items[-1]})"]  # fmt: skip


def plain(text: str) -> str:
    """Return help as ASCII of at most 255 characters, all that VBA and the wizard show."""
    text = "".join(_PLAIN.get(letter, letter) for letter in text)
    text = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode("ascii")
    if len(text) <= _LONGEST_HELP:
        return text
    return text[: _LONGEST_HELP - 3].rsplit(" ", 1)[0] + "..."


def _refuse_names(name: str, parameters: tuple[Parameter, ...]) -> None:
    if "." in name:
        raise RegistrationError(
            messages.plain(f"{name}: VBA does not allow dots in names; give a vba_name")
        )
    for parameter in parameters:
        if parameter.name.lower() in _TAKEN | {name.lower()}:
            raise RegistrationError(
                messages.plain(f"{name}: argument {parameter.name} clashes in VBA")
            )


def _refuse_bad(name: str, text: str) -> None:
    """Raise :class:`RegistrationError` where a text is not what VBA can read."""
    if not text.isascii():
        raise RegistrationError(messages.plain(f"{name}: VBA can be written only in ASCII"))
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        if len(line) > _LONGEST_LINE:
            raise RegistrationError(
                messages.plain(f"{name}:{number}: a line of VBA can have at most 1023 characters")
            )
    if re.search(r"(?:[^\n]* _\n){25}", text):
        raise RegistrationError(
            messages.plain(f"{name}: a line of VBA can be continued at most 24 times")
        )
