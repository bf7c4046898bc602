"""No pattern of the package takes more than quadratic time, whatever text it is given.

The patterns are those that the modules hold when they are loaded, and those that stand in calls;
Regexploit looks for repetitions that can share a text between them in many ways.
"""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import warnings
from pathlib import Path
from typing import Any, Iterator

import pytest

import xltie

with warnings.catch_warnings():  # it imports a module of Python by its old name
    warnings.simplefilter("ignore", DeprecationWarning)
    from regexploit.ast.sre import SreOpParser
    from regexploit.redos import find

WORST = 2  # repetitions that can share one text between them: 2 is a quadratic time


def _patterns(value: Any, depth: int = 0) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict) and depth < 4:
        for held in value.values():
            yield from _patterns(held, depth + 1)
    elif isinstance(value, (list, tuple, set, frozenset)) and depth < 4:
        for held in value:
            yield from _patterns(held, depth + 1)


def _modules() -> Iterator[Any]:
    for module in pkgutil.walk_packages(xltie.__path__, "xltie."):
        if module.name.endswith("__main__"):
            continue
        try:
            yield importlib.import_module(module.name)
        except (ImportError, AttributeError):  # inside LibreOffice or Windows only
            continue


def _written() -> Iterator[tuple[str, re.Pattern[Any]]]:
    """Yield the patterns that stand in a call, ``re.sub(r"...", ...)``, with their places."""
    for path in sorted(Path(xltie.__path__[0]).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and ast.unparse(node.func).startswith("re.")
                and node.args
            ):
                first = node.args[0]
                if isinstance(first, ast.Constant) and isinstance(first.value, (str, bytes)):
                    yield f"{path.name}:{node.lineno}", re.compile(first.value)


def _found(pattern: re.Pattern[Any]) -> list[str]:
    text = (
        pattern.pattern if isinstance(pattern.pattern, str) else pattern.pattern.decode("latin-1")
    )
    flags = pattern.flags & ~re.UNICODE
    return [
        f"{text!r} on {redos.example()}"
        for redos in find(SreOpParser().parse_sre(text, flags))
        if redos.starriness > WORST
    ]


@pytest.mark.slow
def test_no_pattern_is_slow_on_any_text() -> None:
    patterns = {
        (pattern.pattern, pattern.flags): f"{module.__name__}.{name}"
        for module in _modules()
        for name, value in vars(module).items()
        for pattern in _patterns(value)
    }
    patterns.update({(found.pattern, found.flags): where for where, found in _written()})
    assert len(patterns) > 300
    bad = {where: found for key, where in patterns.items() if (found := _found(re.compile(*key)))}
    assert bad == {}


@pytest.mark.parametrize("pattern", [r"((?:[/-][^/]+)*)$", r"0\s+([^{]+?)\s*(\d)?\s*(x)?\s*$"])
def test_a_slow_pattern_is_found(pattern: str) -> None:
    """What was once in the criteria of a report, and in a list of players, is seen by the scan."""
    assert _found(re.compile(pattern))
