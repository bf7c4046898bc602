"""The laws of the house that import-linter does not know: one test for each.

Who may import whom stands in pyproject.toml as contracts, which the check script runs.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from modules import Module, module_of

import xltie
from xltie.games import PRESETS

ROOT = Path(__file__).resolve().parent.parent
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "xltie").rglob("*.py"))
}

LIBRARIES = {
    "xltie.batch": {"dask", "distributed", "fsspec", "pyarrow", "tomli"},
    "xltie.recompute": {"formualizer", "lxml", "openpyxl"},
    "xltie.workbooks": {"openpyxl"},
    "xltie.publish.rendering": {"jinja2", "markupsafe"},
    "xltie.hosts.excel": {"xlwings", "win32com", "pythoncom", "pyopenvba", "openpyxl"},
    "xltie.hosts.libreoffice": {"uno", "unohelper", "com", "org"},
}
"""Libraries besides the standard one, by the part that may import them."""

INSIDE_A_HOST = (
    "xltie.hosts.libreoffice.component",
    "xltie.hosts.excel.udfs",
    "xltie.hosts.excel.commands",
)
"""Where Calc, and a browser's Python in Excel, begin to import."""


def is_in(name: str, parts: tuple[str, ...]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


def module_named(name: str) -> Module:
    return module_of(FILES[name].read_bytes())


@cache
def imports_of(name: str) -> frozenset[str]:
    """Every module that a module imports, wherever it does so; ours by their full names."""
    module = module_named(name)
    assert not module.relative, f"{name} imports relatively"
    found: set[str] = set()
    for source, names in module.imports:
        whole = {f"{source}.{one}" for one in names} & FILES.keys()
        found.update(whole or {source})
    return frozenset(found)


def reach_of(*names: str) -> set[str]:
    """Return the modules of ours that importing some brings in, at once or when they are used."""
    todo, seen = list(names), set[str]()
    while todo:
        own = todo.pop()
        if own in FILES and own not in seen and own != "xltie":
            seen.add(own)
            todo += [*imports_of(own), own.rpartition(".")[0]]
    return seen


def in_calc() -> list[str]:
    """What runs in Calc."""
    return sorted(reach_of("xltie.hosts.libreoffice.component"))


def engine() -> list[str]:
    """What runs in Calc and needs no Calc."""
    return [name for name in in_calc() if not is_in(name, ("xltie.hosts.libreoffice",))]


# -- who imports what ----------------------------------------------------------------------------


@pytest.mark.slow
def test_libraries_stay_in_the_room_that_needs_them() -> None:
    strangers = {
        (name, library)
        for name in FILES
        for library in {module.partition(".")[0] for module in imports_of(name)}
        if library not in sys.stdlib_module_names
        and library != "xltie"
        and not any(library in one for room, one in LIBRARIES.items() if is_in(name, (room,)))
    }
    assert strangers == set()


@pytest.mark.slow
def test_the_closed_parts_of_xlwings_are_never_imported() -> None:
    closed = ("xlwings.pro", "xlwings.server")
    assert [n for n in FILES if any(is_in(module, closed) for module in imports_of(n))] == []


def test_what_runs_inside_a_spreadsheet_program_opens_no_files_but_rating_lists() -> None:
    builders = ("xltie.recompute", "xltie.workbooks", "xltie.exchange", "xltie.cli")
    lists = ("xltie.exchange.rating_lists", "xltie.exchange.common.text")
    faces = ("xltie.exchange", "xltie.exchange.common", "xltie.exchange.registry")
    assert [
        one for one in sorted(reach_of(*INSIDE_A_HOST))
        if is_in(one, builders) and not is_in(one, lists) and one not in faces
    ] == []  # fmt: skip


def test_nothing_outside_its_rules_asks_which_game_it_is() -> None:
    """Traits of the game say what is so in it: a new game is a preset and nothing else."""
    elsewhere = ("xltie.rules", "xltie.games", "xltie.exchange")
    named = [
        f"{name}: {ast.unparse(node)}"
        for name, path in FILES.items()
        if not is_in(name, elsewhere) and NAMES_A_GAME.search(path.read_text("utf-8"))
        for node in module_named(name).comparisons
        if _asks_for_a_game(node)
    ]
    assert named == []


NAMES_A_GAME = re.compile(rf"\bgame\b|[\"']({'|'.join(PRESETS)})[\"']")
"""What stands in every module that could ask; comparisons of others need not be written out."""


def _asks_for_a_game(node: ast.Compare) -> bool:
    """Tell whether a comparison names a game, or looks one up in a table of its own."""
    sides = [ast.unparse(side) for side in (node.left, *node.comparators)]
    names_one = any(re.search(rf"'({'|'.join(PRESETS)})'", side) for side in sides)
    has_game = any(re.search(r"\bgame('\))?(\.lower\(\)|\.strip\(\))*$", side) for side in sides)
    return names_one or (has_game and any(re.match(r"['(\[{]|_[A-Z_]+$", side) for side in sides))


# -- public names --------------------------------------------------------------------------------


def test_every_public_name_is_there() -> None:
    assert xltie.__all__ == sorted(set(xltie.__all__), key=xltie.__all__.index)
    for name in xltie.__all__:
        assert getattr(xltie, name) is not None
    assert set(dir(xltie)) == set(xltie.__all__)


def test_every_public_name_is_declared_for_type_checkers_too() -> None:
    declared = {
        alias.name
        for node in ast.walk(ast.parse(FILES["xltie"].read_text("utf-8")))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for statement in node.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }
    assert declared == set(xltie.__all__)


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'rnak'"):
        xltie.rnak  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, xltie; print([m for m in sys.modules if m.startswith('xltie.')])"
    assert _run([sys.executable, "-c", code]) == "[]"


def test_the_page_of_the_architecture_names_every_room() -> None:
    page = (ROOT / "docs" / "architecture.md").read_text("utf-8")
    rooms = {path.parent.name for path in (ROOT / "xltie").glob("*/__init__.py")}
    assert {room for room in rooms if f"| `{room}/`" not in page} == set()


# -- sizes ---------------------------------------------------------------------------------------


def test_files_and_functions_stay_small() -> None:
    long_files = {name: count for name, path in FILES.items() if (count := _lines(path)) > 400}
    long_functions = {
        f"{name}.{function}": size
        for name in FILES
        for function, size in module_named(name).functions
        if size > 50
    }
    assert (long_files, long_functions) == ({}, {})


def _lines(path: Path) -> int:
    return path.read_text("utf-8").count("\n")


# -- Python 3.9, which LibreOffice may bring (tests/test_python39.py runs it) ----------------------


def test_the_engine_keeps_to_the_syntax_of_python_39() -> None:
    inside = in_calc()  # all of which are read for it
    assert inside
    assert [name for name in ("xltie", *inside) if module_named(name).is_newer] == []


def _run(command: list[str]) -> str:
    done = subprocess.run(
        command,
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()
