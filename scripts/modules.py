"""What the modules of the package hold, each parsed once for all who look at their source."""

from __future__ import annotations

import ast
import gc
from dataclasses import dataclass, field
from functools import cache
from typing import TypeGuard

KEYWORDS = ("say", "count", "word", "text")
SAYING = frozenset({"say", "fault", "warn", "note"})
"""Methods that take a message, or the words for one: those of errors, notes and the console."""

Call = tuple[int, str, tuple["str | None", ...]]
"""A line, the name of what is called, and its arguments: texts, None for what is none."""


@dataclass
class Module:
    """What a module holds; no syntax trees, of which those of the package are half a million nodes.

    Each pass of the garbage collector would walk them all.
    """

    is_newer: bool = False
    """Whether it is written in the syntax of a Python after 3.9."""
    imports: list[tuple[str, tuple[str, ...]]] = field(default_factory=list)
    """Modules, with the names that are taken from them."""
    relative: bool = False
    functions: list[tuple[str, int]] = field(default_factory=list)
    """Names, and how many lines."""
    calls: list[Call] = field(default_factory=list)
    """Calls that say something; a method that says may also be handed a message made before."""
    texts: set[str] = field(default_factory=set)
    comparisons: list[ast.Compare] = field(default_factory=list)


@cache
def module_of(source: bytes) -> Module:
    """Return what a module holds."""
    found = Module()
    was_on = gc.isenabled()
    gc.disable()  # all nodes stay until the module is looked through; passes take most of the time
    try:
        for node in ast.walk(_parsed(source, found)):
            if isinstance(node, ast.Constant):
                if isinstance(node.value, str):
                    found.texts.add(node.value)
            elif isinstance(node, ast.Call):
                found.calls += _said(node)
            elif isinstance(node, ast.Compare):
                found.comparisons.append(node)
            elif isinstance(node, ast.FunctionDef):
                found.functions.append((node.name, (node.end_lineno or 0) - node.lineno + 1))
            elif isinstance(node, (ast.Import, ast.ImportFrom)):
                _note_import(node, found)
    finally:
        if was_on:
            gc.enable()
    return found


def _parsed(source: bytes, found: Module) -> ast.Module:
    try:
        return ast.parse(source, feature_version=(3, 9))
    except SyntaxError:
        found.is_newer = True
        return ast.parse(source)


def _note_import(node: ast.Import | ast.ImportFrom, found: Module) -> None:
    names = tuple(alias.name for alias in node.names)
    if isinstance(node, ast.Import):
        found.imports += [(name, ()) for name in names]
    else:
        found.relative |= node.level != 0
        found.imports.append((node.module or "", names))


def _said(node: ast.Call) -> list[Call]:
    """Return what a call says, if it is one that says something."""
    if not isinstance(node.func, (ast.Name, ast.Attribute)) or not node.args:
        return []
    is_method = isinstance(node.func, ast.Attribute)
    name = node.func.attr if isinstance(node.func, ast.Attribute) else node.func.id
    texts = tuple(one.value if _is_text(one) else None for one in node.args)
    if name == "words":
        return [(node.lineno, "word", (texts[0], one)) for one in texts[1:]]
    if is_method and name in SAYING and _is_text(node.args[0]):
        return [(node.lineno, "say", texts)]
    if name in KEYWORDS and (name == "text" or not is_method):
        return [(node.lineno, name, texts)]
    return []


def _is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)
