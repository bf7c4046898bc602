"""Sets xltie up and does its main job on an example event: ``python3 scripts/example.py``.

Makes the workbook of the event in out/, types a corrected result into it, recomputes it (what
changed is listed), shows the standings, and says why the first player is above the second.
"""

from __future__ import annotations

import subprocess
import sys

from setup_venv import ROOT, prepared


def main() -> int:
    """Run the example and return its exit code."""
    python = prepared(".venv", "-e", ".")
    folder = ROOT / "out"
    folder.mkdir(exist_ok=True)
    book = folder / "autumn-open.xlsx"
    name = str(book.relative_to(ROOT))
    for arguments in steps(name):
        if arguments[0] == "xltie":
            print(f"\n$ {' '.join(arguments)}", flush=True)
        code = subprocess.run([python, "-m", *arguments], cwd=ROOT, check=False).returncode
        if code:
            return code
    print(f"\nOpen {name} in any spreadsheet program.")
    return 0


def steps(name: str) -> tuple[tuple[str, ...], ...]:
    """Return what is run one after the other, each a module of Python with its arguments."""
    return (
        ("xltie", "new", name, "--example", "--force"),
        ("examples.correct_result", name),
        ("xltie", "recompute", name),
        ("xltie", "standings", name),
        ("xltie", "explain", name, "9", "1"),
    )


if __name__ == "__main__":
    sys.exit(main())
