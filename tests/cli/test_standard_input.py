"""A file named - is standard input, known by what it holds."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main


class _Stream(io.TextIOWrapper):
    """Standard input that holds the bytes given."""

    def __init__(self, data: bytes) -> None:
        super().__init__(io.BytesIO(data))


@pytest.fixture(scope="module")
def workbook(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An event of chess in a workbook."""
    path = tmp_path_factory.mktemp("event") / "event.xlsx"
    assert main(["new", str(path), "--example", "--game", "chess"]) == 0
    return path


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".xlsx", ".trf"])
@pytest.mark.parametrize("words", [["standings"], ["explain", "Ito"], ["pair"]])
def test_what_is_piped_in_answers_as_its_file_does(
    words: list[str], ending: str, workbook: Path, tmp_path: Path,
    shell: Shell, monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    file = workbook
    if ending != ".xlsx":
        file = tmp_path / f"event{ending}"
        assert main(["export", str(workbook), str(file)]) == 0
    of_the_file = shell(words[0], file, *words[1:]).out
    monkeypatch.setattr("sys.stdin", _Stream(file.read_bytes()))
    assert shell(words[0], "-", *words[1:]).out == of_the_file


def test_what_is_wrong_in_it_is_named_with_its_line(
    shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = b"Round,White,Black,Result\n1,Ann,Bob,1-0\n2,Bob,Ann,xyz\n"
    monkeypatch.setattr("sys.stdin", _Stream(table))
    assert shell("check", "-", code=1).err.startswith("-: D3: ")
