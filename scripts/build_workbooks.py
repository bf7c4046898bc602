"""Builds the workbooks that we hand out: ``python scripts/build_workbooks.py [FOLDER]``.

An empty one for each game, and the example event. They hold a list of all functions, so each new
rule changes them: they are made where they are needed (a release, the tests, here for a look, into
``out/``) and are not kept in git. The same commit gives the same bytes.
"""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from examples import make_example  # noqa: E402
from xltie.core.files import write_new  # noqa: E402
from xltie.games import PRESETS  # noqa: E402
from xltie.workbooks import new_workbook  # noqa: E402

PLAYERS = 16
EXAMPLE = "autumn-open.xlsx"
NAMES = (*(f"{game}.xlsx" for game in PRESETS), EXAMPLE)


def build(folder: Path) -> None:
    """Write every workbook into a folder; one of the same name is replaced."""
    folder.mkdir(parents=True, exist_ok=True)
    for game, preset in PRESETS.items():
        write_new(folder / f"{game}.xlsx", new_workbook(preset, PLAYERS, preset.usual_rounds))
    write_new(folder / EXAMPLE, make_example.workbook())


if __name__ == "__main__":
    target = Path(sys.argv[1]) if sys.argv[1:] else ROOT / "out"
    build(target)
    for name in NAMES:
        print(target / name)
