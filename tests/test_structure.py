"""The shape of the package: who imports whom, public names, sizes, the oldest Python served."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import xltie

ROOT = Path(__file__).resolve().parent.parent
FILES = {
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted((ROOT / "xltie").rglob("*.py"))
}

FACTS = ("xltie.event", "xltie.core")
FILE_ADAPTERS = ("xltie.recompute", "xltie.templates")
PROGRAM = ("xltie.api", "xltie.cli", "xltie.__main__")
# What runs in LibreOffice and in a browser: everything that is not one of these.
OUTSIDE = (*FILE_ADAPTERS, *PROGRAM, "xltie.exchange", "xltie.hosts")
# What makes a host's files may open packages; what runs inside the host may not.
BUILDERS = ("package", "lite", "install", "doctor", "build", "oxt", "descriptors", "respell")
LIBRARIES = {
    "xltie.recompute": {"formualizer", "lxml", "openpyxl"},
    "xltie.templates": {"openpyxl"},
    "xltie.pairing.engine.matching": {"rustworkx"},
    "xltie.pairing.systems.fide_dutch": {"py4swiss"},
    "xltie.hosts.excel": {"xlwings", "win32com", "pythoncom", "pyopenvba", "openpyxl"},
    "xltie.hosts.libreoffice": {"uno", "unohelper", "com", "org"},
}
"""Libraries besides the standard one, by the part that may import them."""


def is_in(name: str, parts: tuple[str, ...]) -> bool:
    return any(name == part or name.startswith(f"{part}.") for part in parts)


@cache
def tree_of(name: str) -> ast.Module:
    return ast.parse(FILES[name].read_text("utf-8"), str(FILES[name]))


@cache
def imports_of(name: str) -> frozenset[str]:
    """Every module that a module imports, wherever it does so; ours by their full names."""
    found: set[str] = set()
    for node in ast.walk(tree_of(name)):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name} imports relatively"
            module = node.module or ""
            whole = {f"{module}.{alias.name}" for alias in node.names} & FILES.keys()
            found.update(whole or {module})
    return frozenset(found)


@cache
def reach_of(name: str) -> frozenset[str]:
    """The modules of ours that importing a module brings in, its packages apart."""
    todo, seen = [name], set()
    while todo:
        own = todo.pop()
        if own in FILES and own not in seen and own != "xltie":
            seen.add(own)
            todo.extend(imports_of(own))
    return frozenset(seen)


def modules(*parts: str) -> list[str]:
    return [name for name in FILES if is_in(name, parts)]


ENGINE = [name for name in FILES if not is_in(name, OUTSIDE) and name != "xltie"]


# -- who imports whom ----------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_libraries_stay_in_the_part_that_needs_them(name: str) -> None:
    allowed = set().union(*(own for part, own in LIBRARIES.items() if is_in(name, (part,))))
    foreign = {module.partition(".")[0] for module in imports_of(name)}
    assert foreign - sys.stdlib_module_names - {"xltie"} <= allowed


@pytest.mark.parametrize("name", FILES)
def test_the_closed_parts_of_xlwings_are_never_imported(name: str) -> None:
    assert not [m for m in imports_of(name) if is_in(m, ("xlwings.pro", "xlwings.server"))]


@pytest.mark.parametrize("name", modules(*FACTS))
def test_facts_know_nothing_but_facts(name: str) -> None:
    assert all(is_in(own, FACTS) for own in reach_of(name))


@pytest.mark.parametrize("name", ENGINE)
def test_the_engine_knows_no_file_host_or_program(name: str) -> None:
    assert not [own for own in reach_of(name) if is_in(own, OUTSIDE)]


@pytest.mark.parametrize("name", [n for n in ENGINE if not is_in(n, ("xltie.sheets",))])
def test_rules_and_standings_know_no_workbook(name: str) -> None:
    assert not [own for own in reach_of(name) if is_in(own, ("xltie.sheets",))]


@pytest.mark.parametrize("name", modules("xltie.exchange"))
def test_file_formats_know_facts_and_no_rules(name: str) -> None:
    beyond = (
        "xltie.functions.registry",
        "xltie.rules",
        "xltie.ranking.standings",
        "xltie.sheets",
        "xltie.hosts",
    )
    assert not [own for own in reach_of(name) if is_in(own, (*beyond, *PROGRAM))]


@pytest.mark.parametrize("name", modules("xltie.hosts"))
def test_a_host_knows_no_other_host_and_no_program(name: str) -> None:
    own = ".".join(name.split(".")[:3])
    apart = ("xltie.hosts", "xltie.hosts.common")
    others = [m for m in reach_of(name) if is_in(m, ("xltie.hosts",)) and m not in apart]
    others = [m for m in others if not is_in(m, ("xltie.hosts.common",))]
    assert [m for m in others if not is_in(m, (own,))] == []
    assert not [m for m in reach_of(name) if is_in(m, PROGRAM)]
    if name.rpartition(".")[2] not in BUILDERS:
        assert not [m for m in imports_of(name) if is_in(m, FILE_ADAPTERS)]


@pytest.mark.parametrize("name", modules(*FILE_ADAPTERS))
def test_file_adapters_know_no_host(name: str) -> None:
    assert not [own for own in reach_of(name) if is_in(own, ("xltie.hosts", *PROGRAM))]


# -- public names --------------------------------------------------------------------------------


def test_every_public_name_is_there() -> None:
    assert xltie.__all__ == sorted(set(xltie.__all__), key=xltie.__all__.index)
    for name in xltie.__all__:
        assert getattr(xltie, name) is not None
    assert set(dir(xltie)) == set(xltie.__all__)


def test_every_public_name_is_declared_for_type_checkers_too() -> None:
    declared = {
        alias.name
        for node in ast.walk(tree_of("xltie"))
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
        for own in node.body
        if isinstance(own, ast.ImportFrom)
        for alias in own.names
    }
    assert declared == set(xltie.__all__)


def test_a_name_that_is_not_public_is_refused() -> None:
    with pytest.raises(AttributeError, match="no attribute 'rnak'"):
        xltie.rnak  # noqa: B018


def test_importing_the_package_imports_nothing_else() -> None:
    code = "import sys, xltie; print([m for m in sys.modules if m.startswith('xltie.')])"
    assert _run([sys.executable, "-c", code]) == "[]"


# -- sizes ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_files_and_functions_stay_small(name: str) -> None:
    lines = FILES[name].read_text("utf-8").count("\n")
    assert lines <= 300, f"{lines} lines"
    long = {node.name: size for node, size in _functions(tree_of(name)) if size > 50}
    assert long == {}


def _functions(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, int]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            yield node, (node.end_lineno or 0) - node.lineno + 1


# -- Python 3.9, which LibreOffice may bring (tests/test_python39.py runs it) ----------------------


@pytest.mark.parametrize("name", [*ENGINE, "xltie", *modules("xltie.hosts.libreoffice")])
def test_the_engine_keeps_to_the_syntax_of_python_39(name: str) -> None:
    assert ast.parse(FILES[name].read_text("utf-8"), name, feature_version=(3, 9))


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
