"""Makes everything that is generated anew: the function reference, the table of the README.

``python scripts/refresh.py`` writes; a test compares, so that nothing generated is out of date.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from xltie.cli.function_reference import functions_page, functions_table  # noqa: E402

TABLE = re.compile(r"(<!-- functions -->\n).*?(<!-- /functions -->)", re.S)


def generated() -> dict[Path, bytes]:
    """Return every generated file and its content."""
    readme = ROOT / "README.md"
    table = TABLE.sub(lambda m: m[1] + functions_table() + "\n" + m[2], readme.read_text("utf-8"))
    return {
        ROOT / "docs" / "functions.md": functions_page().encode(),
        readme: table.encode(),
    }


if __name__ == "__main__":
    for path, content in generated().items():
        if not path.exists() or path.read_bytes() != content:
            path.write_bytes(content)
            print(f"written: {path.relative_to(ROOT)}")
