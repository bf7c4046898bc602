"""The first command of the README: every step of it runs, in its order."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from example import steps  # noqa: E402


@pytest.mark.slow
def test_a_corrected_result_of_the_example_moves_the_places(tmp_path: Path) -> None:
    said = ""
    for words in steps(str(tmp_path / "event.xlsx")):
        run = subprocess.run(
            [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False,
            encoding="utf-8",
        )  # fmt: skip
        if run.returncode:
            pytest.fail(f"{words}: {run.stderr}")
        said += run.stdout
    assert "38 : 26 -> 33 : 31" in said
    assert "BQ 359 : 349" in said and said.rstrip().endswith("359 to 344 (equal on points 5)")
