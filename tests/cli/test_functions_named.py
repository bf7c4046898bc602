"""``xltie functions`` knows criteria as lists of criteria name them."""

from __future__ import annotations

import pytest

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
