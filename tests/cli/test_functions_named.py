"""``xltie functions`` knows criteria as lists of criteria name them."""

from __future__ import annotations

from email.message import Message
from pathlib import Path

import pytest

import xltie
from tests.shell import Shell
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
    name: str, said: str, section: str, shell: Shell
) -> None:
    shown = shell("functions", name).out
    assert shown.startswith(f"{name}: ") and said in shown.splitlines()[0]
    assert f"## {section}" in shown


def test_what_is_no_criterion_is_refused(shell: Shell) -> None:
    assert "there is no function 'NOPE/C1'" in shell("functions", "NOPE/C1", code=2).err


def test_a_criterion_names_its_page_where_the_source_lies(
    shell: Shell,
) -> None:
    page = Path(shell("functions", "BH/C1").out.splitlines()[-1].partition(": ")[2])
    assert page.parts[-3:] == ("docs", "tie-breaks", "bh.md") and page.is_file()
    assert main(["functions", "RTNG"]) == 0  # a rating has no page
    assert "docs" not in shell.printed().out.splitlines()[-1]


def test_without_the_source_the_list_of_pages_is_named_if_the_project_has_an_address(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    installed = Message()
    monkeypatch.setattr(xltie, "__file__", str(tmp_path / "xltie" / "__init__.py"))
    monkeypatch.setattr(functions, "metadata", lambda name: installed)
    assert "picture" not in shell("functions", "BH").out
    installed["Project-URL"] = "Homepage, https://example.org/xltie"
    installed["Project-URL"] = "Documentation, https://example.org/xltie/blob/HEAD/docs/index.md"
    shown = shell("functions", "BH").out.splitlines()[-1]
    assert shown.endswith(" https://example.org/xltie/blob/HEAD/docs/tie-breaks.md")
