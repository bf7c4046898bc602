"""What is new in a version: the changelog says it, and the release is made with it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from project_page import version  # noqa: E402
from release import notes  # noqa: E402

CHANGELOG = """# Changelog

## [Unreleased]

- A new thing.

## [0.2.0] - 2027-01-01

- Another thing.

## [0.1.0]
"""


def test_the_notes_of_a_version_are_its_section() -> None:
    assert notes("0.2.0", CHANGELOG) == "# xltie 0.2.0\n\n- Another thing.\n"


def test_a_version_of_which_nothing_is_said_has_none() -> None:
    assert notes("0.1.0", CHANGELOG) == notes("0.3.0", CHANGELOG) == ""


def test_this_version_is_told_on_one_page() -> None:
    told = notes(version(), (ROOT / "CHANGELOG.md").read_text("utf-8"))
    assert 20 < len(told.splitlines()) < 60


def test_the_changelog_the_package_and_the_citation_name_one_version() -> None:
    numbered = re.findall(r"^## \[(\d[^]]*)\]", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)
    cited = re.findall(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text("utf-8"), re.M)
    assert [numbered[0]] == cited == [version()]
