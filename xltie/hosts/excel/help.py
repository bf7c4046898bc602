"""Help that Excel shows without a macro: in the function wizard, and while a formula is typed."""

from __future__ import annotations

from typing import Iterable
from xml.sax.saxutils import escape, quoteattr

from xltie.functions.registry import Function
from xltie.hosts.excel.answers import CATEGORY, names_in_excel
from xltie.hosts.excel.registration import version
from xltie.hosts.excel.vba import BUILT_IN_CATEGORIES, plain

_DESCRIPTIONS = "{8193D73E-4604-4355-AFF4-8A2333D13BE4}"
_X14 = "http://schemas.microsoft.com/office/spreadsheetml/2009/9/main"
_INTELLISENSE = "http://schemas.excel-dna.net/intellisense/1.0"


def function_groups() -> str:
    """Return the element of a workbook that names our category of functions."""
    return (
        f'<functionGroups builtInGroupCount="{BUILT_IN_CATEGORIES}">'
        f"<functionGroup name={quoteattr(CATEGORY)}/></functionGroups>"
    )


def argument_help(entries: Iterable[Function]) -> str:
    """Return the extension of a workbook that holds the help of each argument."""
    names = []
    named = [(name, entry) for entry in entries for name in names_in_excel(entry)]
    for name, entry in sorted(named, key=lambda pair: pair[0].lower()):
        texts = "".join(
            f'<x14:argumentDescription index="{index}">{escape(plain(parameter.doc))}'
            "</x14:argumentDescription>"
            for index, parameter in enumerate(entry.parameters)
        )
        names.append(
            f'<x14:definedName name="{name}"><x14:argumentDescriptions '
            f'count="{len(entry.parameters)}">{texts}</x14:argumentDescriptions></x14:definedName>'
        )
    return (
        f'<ext uri="{_DESCRIPTIONS}" xmlns:x14="{_X14}"><x14:definedNames>'
        f"{''.join(names)}</x14:definedNames></ext>"
    )


def intellisense(entries: Iterable[Function]) -> bytes:
    """Return the part that the free Excel-DNA IntelliSense add-in reads for help while typing."""
    functions = []
    for entry in entries:
        arguments = "".join(
            f"<Argument Name={quoteattr(p.name)} Description={quoteattr(p.doc)}/>"
            for p in entry.parameters
        )
        functions.append(
            f"<Function Name={quoteattr(entry.excel_name)} "
            f"Description={quoteattr(entry.summary)}>{arguments}</Function>"
        )
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<IntelliSense xmlns="{_INTELLISENSE}"><FunctionInfo>{"".join(functions)}'
        "</FunctionInfo></IntelliSense>"
    ).encode()


def page(entries: Iterable[Function]) -> str:
    """Return the list of functions as a web page."""
    parts = []
    for entry in entries:
        lines = "".join(
            f"<li><b>{escape(p.name)}</b>{' (optional)' if p.is_optional else ''}: "
            f"{escape(p.doc)}</li>"
            for p in entry.parameters
        )
        sources = "; ".join(str(source) for source in entry.sources)
        after = f"<p><small>{escape(sources)}</small></p>" if sources else ""
        parts.append(
            f"<h2>={escape(entry.signature)}</h2><p>{escape(entry.summary)}</p>"
            f"<ul>{lines}</ul>{after}"
        )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>xltie</title>'
        "<style>body{font:16px/1.5 sans-serif;max-width:46em;margin:2em auto;padding:0 1em}"
        "h2{font:bold 17px monospace;margin-top:2em}</style></head><body>"
        f"<h1>The functions of xltie {escape(version())}</h1>{''.join(parts)}</body></html>"
    )
