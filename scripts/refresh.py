"""Makes everything that is generated anew: templates, example, function reference, README table.

``python scripts/refresh.py`` writes; a test compares, so that nothing generated is out of date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from examples import make_example  # noqa: E402
from xltie.cli.function_reference import functions_page, functions_table  # noqa: E402
from xltie.games import PRESETS  # noqa: E402
from xltie.templates import new_workbook  # noqa: E402

TABLE = re.compile(r"(<!-- functions -->\n).*?(<!-- /functions -->)", re.S)
PLAYERS = 16


def generated() -> dict[Path, bytes]:
    """Return every generated file and its content."""
    readme = ROOT / "README.md"
    table = TABLE.sub(lambda m: m[1] + functions_table() + "\n" + m[2], readme.read_text("utf-8"))
    files = {
        ROOT / "docs" / "functions.md": functions_page().encode(),
        readme: table.encode(),
        ROOT / "examples" / "autumn-open.xlsx": make_example.workbook(),
    }
    for name, preset in PRESETS.items():
        files[ROOT / "templates" / f"{name}.xlsx"] = new_workbook(
            preset, PLAYERS, preset.usual_rounds
        )
    return files


if __name__ == "__main__":
    for path, content in generated().items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            print(f"written: {path.relative_to(ROOT)}")
