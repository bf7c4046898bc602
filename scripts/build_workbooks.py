"""Builds the workbooks that we hand out: ``python scripts/build_workbooks.py [FOLDER]``.

A ready one for each game, as ``templates/`` at the top of the repository keeps them, and the
example event. ``--keep`` writes the ready ones there; a test compares them. The same commit gives
the same bytes.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from xltie.core.files import write_new  # noqa: E402
from xltie.games import TEAM_PRESETS, preset  # noqa: E402
from xltie.workbooks import example_event  # noqa: E402
from xltie.workbooks.build import new_workbook  # noqa: E402
from xltie.workbooks.build_teams import new_team_workbook  # noqa: E402

TEMPLATES: Mapping[str, Callable[[], bytes]] = {
    "othello.xlsx": lambda: new_workbook(preset("othello"), 24, 7),
    "chess.xlsx": lambda: new_workbook(preset("chess"), 24, 5),
    "chess-teams.xlsx": lambda: new_team_workbook(8, 5, 4),
    "go.xlsx": lambda: new_workbook(preset("go"), 24, 5),
    "go-teams.xlsx": lambda: new_team_workbook(8, 5, 3, preset=TEAM_PRESETS["go"]),
    "bridge.xlsx": lambda: new_workbook(preset("bridge"), 14, 21),
}
"""The ready workbooks, and what makes them."""
KEPT = ROOT / "templates"
EXAMPLE = "autumn-open.xlsx"
NAMES = (*TEMPLATES, EXAMPLE)


def keep(folder: Path = KEPT) -> None:
    """Write the ready workbooks into a folder; one of the same name is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, made in TEMPLATES.items():
        write_new(folder / name, made())


def build(folder: Path) -> None:
    """Write every workbook into a folder."""
    keep(folder)
    write_new(folder / EXAMPLE, example_event.example_workbook())


if __name__ == "__main__":
    if sys.argv[1:] == ["--keep"]:
        keep()
        sys.exit()
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "out"
    build(target)
    for name in NAMES:
        print(target / name)
