"""Functions with more than ten ways through them: ``python scripts/complexity.py [FOLDER]``.

One way, and one more for every ``if``, ``for``, ``while``, ``except`` and ``assert``, every choice
within an expression, every ``for`` and ``if`` of a comprehension, and every ``and`` or ``or``.
With folders or files named, the functions in them that are above ten are listed.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
MOST = 10
_ONE_MORE = (
    ast.If, ast.For, ast.While, ast.IfExp, ast.ExceptHandler, ast.Assert, ast.match_case,
)  # fmt: skip


class Function(NamedTuple):
    """A function and the number of ways through it, the functions inside it included."""

    ways: int
    path: str
    line: int
    name: str


def ways_through(function: ast.AST) -> int:
    """Return how many ways there are through a function."""
    found = 1
    for node in ast.walk(function):
        if isinstance(node, _ONE_MORE):
            found += 1
        elif isinstance(node, ast.BoolOp):
            found += len(node.values) - 1
        elif isinstance(node, ast.comprehension):
            found += 1 + len(node.ifs)
    return found


def functions() -> Iterator[Function]:
    """Yield every function of the package."""
    for path in sorted((ROOT / "xltie").rglob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield Function(ways_through(node), name, node.lineno, node.name)


def main(folders: list[str]) -> int:
    """Print the share, and the functions of the folders named, the worst first."""
    found = list(functions())
    above = sorted((one for one in found if one.ways > MOST), reverse=True)
    for ways, path, line, name in above:
        if folders and path.startswith(tuple(folders)):
            print(f"{ways:4}  {path}:{line}  {name}")
    share = 100 * len(above) / len(found)
    print(f"{len(above)} of {len(found)} functions have more than {MOST} ways ({share:.2f} %)")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
