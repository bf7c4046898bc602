"""A red test comes again: property tests draw the same in CI, and chance has a seed everywhere."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FAILING = """
from hypothesis import given, strategies as st

@given(st.lists(st.integers(), min_size=3))
def test_fails(numbers):
    assert sum(numbers) % 7 != 3, "a sum that is 3 more than a multiple of 7"
"""


@pytest.mark.slow
def test_a_property_fails_in_ci_with_the_same_example_each_time(tmp_path: Path) -> None:
    path = tmp_path / "test_failing.py"
    path.write_text(FAILING)
    command = [
        sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", ROOT / "pyproject.toml",
        "-p", "no:cacheprovider", "-p", "pytest_timeout", "-p", "_hypothesis_pytestplugin", path,
    ]  # fmt: skip
    environment = {**os.environ, "CI": "true", "PYTHONPATH": str(ROOT)}
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # a start takes half the time
    runs = [
        subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        ).stdout
        for _ in range(2)
    ]
    examples = [re.findall(r"numbers=(\[.*?\])", run) for run in runs]
    assert examples[0], runs[0]
    assert examples[0] == examples[1]
    assert all("@reproduce_failure" in run for run in runs), runs[0]


@pytest.mark.slow
@pytest.mark.parametrize("folder", ["tests", "benchmarks", "examples"])
def test_chance_always_has_a_seed(folder: str) -> None:
    """Only ``random.Random(seed)``: never the generator that all share."""
    for path in sorted((ROOT / folder).rglob("*.py")):
        source = path.read_text("utf-8")
        for node in ast.walk(ast.parse(source)) if "random" in source else ():
            if isinstance(node, ast.ImportFrom):
                assert node.module != "random", path
            if isinstance(node, ast.Call) and _of_random(node.func):
                seeded = _of_random(node.func) == "Random" and bool(node.args)
                assert seeded, (path, node.lineno)


def _of_random(func: ast.expr) -> str:
    """The name of a function of ``random``, "" for any other."""
    if isinstance(func, ast.Attribute) and isinstance(func.value, ast.Name):
        return func.attr if func.value.id == "random" else ""
    return ""
