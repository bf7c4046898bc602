"""What is generated is fresh: run scripts/refresh.py where one of these fails."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from refresh import generated  # noqa: E402

FILES = generated()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_generated_files_are_fresh(path: Path) -> None:
    assert path.read_bytes() == FILES[path]


def test_every_image_and_link_of_the_readme_is_there() -> None:
    import re

    text = (ROOT / "README.md").read_text("utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (ROOT / target).exists(), target


def test_every_command_of_the_readme_runs_or_is_named_by_the_program() -> None:
    import re

    listed = subprocess.run(
        [sys.executable, "-m", "xltie", "--help"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    used = set(re.findall(r"^\$? ?xltie (\w+)", (ROOT / "README.md").read_text("utf-8"), re.M))
    assert used
    assert all(command in listed for command in used), used
