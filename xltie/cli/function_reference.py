"""The reference made from the registry: docs/functions.md, and one section of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Dict, List

from xltie.core.numbers import show
from xltie.functions.registry import Parameter
from xltie.sheets.functions import REGISTRY, Function


def function_section(entry: Function) -> str:
    """Return everything the registry says about a function, as Markdown."""
    lines = [f"## {entry.name}", "", f"`={entry.signature}`", "", *_body(entry), ""]
    if entry.parameters:
        lines += ["| argument | type | meaning |", "| --- | --- | --- |"]
        lines += [_argument(parameter) for parameter in entry.parameters]
        lines.append("")
    if entry.vba_name:
        lines += [f"In Excel: `{entry.vba_name}`, because {_taken(entry)}.", ""]
    names = [name for name in (entry.code, *entry.aliases) if name != entry.name]
    if entry.is_criterion and names:
        lines += [f"In lists of criteria also: {', '.join(f'`{name}`' for name in names)}.", ""]
    if entry.sources:
        lines += ["Source: " + "; ".join(_source(entry)) + ".", ""]
    return "\n".join(lines).rstrip() + "\n"


def _body(entry: Function) -> List[str]:
    return entry.doc.replace("``", "`").splitlines()


def _taken(entry: Function) -> str:
    """Return what else the name of a function means in Excel."""
    what = "word of VBA" if entry.is_vba_word else "function of its own in another language"
    return f"`{entry.name}` is a {what}"


def _argument(parameter: Parameter) -> str:
    usual = parameter.default
    text = show(usual) if isinstance(usual, Fraction) else repr(usual)
    optional = f"; default {text}" if usual not in ("", None) else ""
    if not parameter.is_optional:
        optional = ""
    elif not optional:
        optional = "; optional"
    name = f"[{parameter.name}]" if parameter.is_optional else parameter.name
    return f"| `{name}` | {parameter.kind.value}{optional} | {parameter.doc} |"


def _source(entry: Function) -> List[str]:
    return [f"[{s}]({s.url})" if s.url else str(s) for s in entry.sources]


def functions_page() -> str:
    """Return docs/functions.md."""
    head = (
        "# Functions\n\nMade from the registry by `xltie functions --format markdown`. Every name "
        "works in Excel, LibreOffice Calc and `xltie recompute`, as in `=BQ(A5, Event)`; "
        "those that rank also work in lists of criteria.\n\n"
    )
    return "\n".join([head + _overview(), *map(function_section, REGISTRY.values())])


def _overview() -> str:
    """Return a table for each game: a function, with a link to its section, and its summary."""
    tables: Dict[str, List[str]] = {}
    for entry in REGISTRY.values():
        row = f"| [{entry.name}](#{entry.name.lower()}) | {entry.summary.replace('``', '`')} |"
        tables.setdefault(_game(entry), []).append(row)
    return "\n".join(
        "\n".join([f"**{game}**", "", "| function | what it answers |", "| --- | --- |", *rows, ""])
        for game, rows in sorted(tables.items())
    )


def _game(entry: Function) -> str:
    """Return the game whose folder of rules the function is declared in."""
    parts = entry.compute.__module__.split(".")
    folder = parts[2] if parts[1] == "rules" else "common"
    return "All games" if folder == "common" else folder.capitalize()
