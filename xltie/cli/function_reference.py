"""Documents generated from the registry: docs/functions.md and the table of the README."""

from __future__ import annotations

from typing import List

from xltie.functions.registry import Parameter
from xltie.sheets.catalogue import REGISTRY, Function


def function_section(entry: Function) -> str:
    """Return everything the registry says about a function, as Markdown."""
    lines = [f"## {entry.name}", "", f"`={entry.signature}`", "", *_body(entry), ""]
    if entry.parameters:
        lines += ["| argument | type | meaning |", "| --- | --- | --- |"]
        lines += [_argument(parameter) for parameter in entry.parameters]
        lines.append("")
    names = [name for name in (entry.code, *entry.aliases) if name != entry.name]
    if entry.is_criterion and names:
        lines += [f"In lists of criteria also: {', '.join(f'`{name}`' for name in names)}.", ""]
    if entry.sources:
        lines += ["Source: " + "; ".join(_source(entry)) + ".", ""]
    return "\n".join(lines).rstrip() + "\n"


def _body(entry: Function) -> List[str]:
    return entry.doc.replace("``", "`").splitlines()


def _argument(parameter: Parameter) -> str:
    optional = f"; default {parameter.default!r}" if parameter.default not in ("", None) else ""
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
        "# Functions\n\nGenerated from the registry by `xltie functions --format markdown`; every "
        "name works in Excel, LibreOffice Calc and `xltie recompute`, and those that rank also in "
        "lists of criteria.\n"
    )
    return "\n".join([head, *(function_section(entry) for entry in REGISTRY.values())])


def functions_table() -> str:
    """Return the table of the README: call and first sentence."""
    rows = ["| function | what it answers |", "| --- | --- |"]
    rows += [f"| `={entry.signature}` | {entry.summary} |" for entry in REGISTRY.values()]
    return "\n".join(rows)
