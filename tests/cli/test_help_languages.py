"""The help of every command in every language: nothing of it stays English."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import openpyxl
import pytest

from tests.shell import Shell
from xltie.cli.commands import ABOUT
from xltie.cli.main import main, parser
from xltie.core.catalogues import LANGUAGES

_ENGLISH = re.compile(r"\b(?!xltie )[a-z]{2,} (?!completion )[a-z]{2,} [a-z]{2,}\b")
"""Three English words in a row; ``xltie completion bash`` is to be typed as it stands."""
OTHERS = [code for code in LANGUAGES if code != "en"]


def _texts(command: argparse.ArgumentParser) -> list[str]:
    found = [command.description, command.epilog]
    found += [group.title for group in command._action_groups]
    for action in command._actions:
        found.append(action.help)
        if isinstance(action, argparse._SubParsersAction):
            found += [text for below in action.choices.values() for text in _texts(below)]
    return [text for text in found if text and text != argparse.SUPPRESS]


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_help_is_translated(code: str) -> None:
    left = set()
    for name in ("", *ABOUT):
        english = _texts(parser(name))
        said = _texts(parser(name, code))
        assert len(said) == len(english) > 3
        left |= {text for text in said if text in english or _ENGLISH.search(text)}
    assert left == set()


@pytest.mark.parametrize("code", OTHERS)
def test_help_and_what_is_wrong_with_a_call_are_printed_in_the_language_of_the_system(
    code: str, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setenv("LC_ALL", f"{code}.UTF-8")
    printed = shell("pair", "--help").out
    assert re.findall(r"(usage|options|positional arguments|show this|the round)", printed) == []
    for given in (["pair"], ["pair", "--round"], ["pair", "x", "--order", "best"], ["pairs"]):
        told = re.findall(
            r"(usage|error|argument|required|expected|choice)", shell(*given, code=2).err
        )
        assert told == []
    assert "show this help message" in shell("pair", "--help", "--language=en").out


def test_a_call_leaves_argparse_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    before = vars(argparse)["_"]
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    assert main(["pair"]) == 2
    assert vars(argparse)["_"] is before


@pytest.mark.slow
@pytest.mark.parametrize("command", [["check"], ["pair"], ["explain", "A"], ["verify"]])
def test_a_faulty_workbook_is_refused_in_its_own_language(
    command: list[str], tmp_path: Path, shell: Shell
) -> None:
    players, book = tmp_path / "players.csv", tmp_path / "event.xlsx"
    players.write_text("Name\nA\nB\n")
    main(["new", str(book), "--game", "othello", "--from", str(players), "--language", "ko"])
    opened = openpyxl.load_workbook(book)
    opened["라운드"]["F7"] = 33  # discs, and nobody who has them
    opened.save(book)
    shell.printed()
    name, *rest = command
    assert main([name, str(book), *rest]) != 0
    assert "선수가 없습니다" in shell.printed().err
