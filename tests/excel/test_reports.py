"""Reports that came back from PCs with Excel: what they say is broken fails."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.hosts.excel.selftest import broken_lines

REPORTS = Path(__file__).with_name("reports")


def broken_in(folder: Path) -> list[str]:
    """What the reports of a folder say is broken, each with the name of its file."""
    return [
        f"{path.name}: {line}"
        for path in sorted(folder.glob("*.txt"))
        for line in broken_lines(path.read_text("utf-8"))
    ]


def test_no_report_says_that_something_is_broken() -> None:
    assert broken_in(REPORTS) == []


def test_a_report_that_says_so_fails(tmp_path: Path) -> None:
    head = "xltie excel selftest, version 1\n\nok Excel: 16.0\n"
    (tmp_path / "good.txt").write_text(head, "utf-8")
    (tmp_path / "bad.txt").write_text(f"{head}!! open go.xlsx: Excel repaired it\n", "utf-8")
    assert broken_in(tmp_path) == ["bad.txt: !! open go.xlsx: Excel repaired it"]
    (tmp_path / "other.txt").write_text("a letter", "utf-8")
    with pytest.raises(ValueError, match="no report"):
        broken_in(tmp_path)
