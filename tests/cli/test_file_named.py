"""What a command cannot do with a file begins with the file, and the cell that is at fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.main import main


@pytest.mark.parametrize(
    "call",
    [
        ["repair", "{}"], ["add-sheet", "race", "{}"], ["seat", "{}"], ["pair", "{}", "--write"],
        ["players", "fill", "{}"], ["convert", "{}", "--to", "plain"],
        ["new", "made.xlsx", "--from", "{}"],
    ],
)  # fmt: skip
def test_a_missing_file_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], call: list[str]
) -> None:
    path = str(tmp_path / "none.xlsx")
    assert main([part.format(path) for part in call]) != 0
    assert capsys.readouterr().err == f"{path}: no such file\n"


def test_a_league_names_the_file_in_which_somebody_is_twice(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name, other in (("one", "Bo"), ("two", "Ann")):
        text = f"ID,Name\n1,Ann\n2,{other}\n\nRound,White,Black,Result\n1,1,2,1-0\n"
        (tmp_path / f"{name}.csv").write_text(text)
    assert main(["league", str(tmp_path / "one.csv"), str(tmp_path / "two.csv")]) != 0
    lines = capsys.readouterr().err.splitlines()
    assert lines[-1] == (
        f"{tmp_path / 'two.csv'}: A3: Ann is in one event twice; "
        "two of a name are told apart by a column Member"
    )


def test_a_fault_of_a_file_in_a_folder_names_it_as_it_was_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A federation's folders hold files of the same names; a line has to open the right one."""
    for folder in ("north", "south"):
        path = tmp_path / folder / "club.xml"
        path.parent.mkdir()
        path.write_text('<USEBIO><EVENT EVENT_TYPE="PAIRS"></EVENT></USEBIO>')
        assert main(["check", str(path)]) == 1
        assert capsys.readouterr().err.startswith(f"{path}:1:9: there are no results")
