"""``xltie functions`` knows criteria as lists of criteria name them."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest

import xltie
from xltie.cli import functions
from xltie.cli.main import main


@pytest.mark.parametrize(
    ("name", "said", "section"),
    [
        ("BH/C1", "The opponent with the lowest score is left out.", "BUCHHOLZ"),
        ("SOS-2", "The 2 opponents with the lowest scores are left out.", "SOS"),
        ("DE", "Only those who are equal so far are compared", "DIRECTENC"),
        ("PS/C2", "The first 2 rounds are left out.", "PROGRESSIVE"),
    ],
)
def test_a_criterion_with_its_marks_is_said_in_words(
    name: str, said: str, section: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["functions", name]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith(f"{name}: ") and said in shown.splitlines()[0]
    assert f"## {section}" in shown


def test_what_is_no_criterion_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["functions", "NOPE/C1"]) == 2
    assert "there is no function 'NOPE/C1'" in capsys.readouterr().err


def test_a_criterion_names_its_page_where_the_source_lies(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["functions", "BH/C1"]) == 0
    page = Path(capsys.readouterr().out.splitlines()[-1].partition(": ")[2])
    assert page.parts[-3:] == ("docs", "tie-breaks", "bh.md") and page.is_file()
    assert main(["functions", "RTNG"]) == 0  # a rating has no page
    assert "docs" not in capsys.readouterr().out.splitlines()[-1]


def test_without_the_source_the_list_of_pages_is_named_if_the_project_has_an_address(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = Message()
    monkeypatch.setattr(xltie, "__file__", str(tmp_path / "xltie" / "__init__.py"))
    monkeypatch.setattr(functions, "metadata", lambda name: installed)
    assert main(["functions", "BH"]) == 0
    assert "picture" not in capsys.readouterr().out
    installed["Project-URL"] = "Homepage, https://example.org/xltie"
    installed["Project-URL"] = "Documentation, https://example.org/xltie/blob/HEAD/docs/index.md"
    assert main(["functions", "BH"]) == 0
    shown = capsys.readouterr().out.splitlines()[-1]
    assert shown.endswith(" https://example.org/xltie/blob/HEAD/docs/tie-breaks.md")
