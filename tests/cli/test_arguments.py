"""Arguments in the order in which people type them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.commands import ABOUT
from xltie.cli.main import parser

SECONDS = "must be a finite number of seconds above 0"
GAMES = "Round,White,Black,Result\n1,Ann,Bob,1-0\n"


def test_files_may_follow_options_that_follow_the_step(tmp_path: Path, shell: Shell) -> None:
    names = [str(tmp_path / f"{name}.csv") for name in "ab"]
    for name in names:
        Path(name).write_text(GAMES)
    out = str(tmp_path / "table.csv")
    said = shell("batch", "check", "--jobs", "1", names[0], "--out", out, names[1]).out
    assert "2 inputs" in said


def test_an_option_that_there_is_not_is_refused(shell: Shell) -> None:
    told = shell("batch", "check", "--out", "table.csv", "a.csv", "--job-lot", "1", code=2).err
    assert told.startswith("usage: xltie batch ")
    assert told.endswith("there is no option --job-lot; did you mean --jobs?\n")


def test_endings_that_can_be_written_are_listed_once(tmp_path: Path, shell: Shell) -> None:
    games = tmp_path / "a.csv"
    games.write_text(GAMES)
    said = shell("export", games, tmp_path / "a.doc", code=2).err
    told = said.partition("choose from ")[2].strip().split(", ")
    assert len(told) == len(set(told)) > 3


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            ["recompute", "--timeout", "abc"],
            f"{SECONDS}, not 'abc'",
        ),
        (
            ["recompute", "--timeout", "inf"],
            f"{SECONDS}, not 'inf'",
        ),
        (
            ["recompute", "--timeout", "nan"],
            f"{SECONDS}, not 'nan'",
        ),
        (["recompute", "--timeout", "0"], f"{SECONDS}, not '0'"),
        (["recompute", "--jobs", "two"], "must be a whole number from 1, not 'two'"),
        (["batch", "--jobs", "0"], "must be a whole number from 1, not '0'"),
        (["batch", "--jobs", "-1"], "must be a whole number from 1, not '-1'"),
        (["pair", "--round", "next"], "must be a whole number from 1, not 'next'"),
        (["new", "--players", "8.5"], "must be a whole number from 1, not '8.5'"),
    ],
)
def test_what_an_option_takes_is_said_in_words(
    given: list[str],
    said: str,
    shell: Shell,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("LC_ALL", "C")
    assert shell(*given, code=2).err.endswith(f"argument {given[1]}: {said}\n")
    for code in ("ko", "ru"):
        monkeypatch.setenv("LC_ALL", code)
        told = shell(*given, code=2).err
        assert f" {given[1]}: " in told and "must be" not in told


def test_every_option_with_a_number_is_explained_in_words() -> None:
    """Argparse itself names the function that converts, as in "invalid int value"."""
    for name in ABOUT:
        for action in _actions(parser(name)):
            assert action.type not in (int, float), action.option_strings
            is_text = action.type in (None, Path) or action.dest == "cluster"
            for text in () if is_text else ("abc", ""):
                with pytest.raises(argparse.ArgumentTypeError):
                    action.type(text)


def _actions(command: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    for action in command._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for below in action.choices.values():
                yield from _actions(below)
