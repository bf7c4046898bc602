"""What is generated is fresh: run scripts/refresh.py where one of these fails."""

from __future__ import annotations

import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from refresh import generated  # noqa: E402


def test_generated_files_are_fresh() -> None:
    stale = [path.name for path, made in generated().items() if path.read_bytes() != made]
    assert stale == []


def test_every_image_and_link_of_the_readme_is_there() -> None:
    import re

    text = (ROOT / "README.md").read_text("utf-8")
    for target in re.findall(r"\]\((?!http)([^)#]+)", text):
        assert (ROOT / target).exists(), target
