"""The help of every command in every language: nothing of it stays English."""

from __future__ import annotations

import argparse
import re

import pytest

from xltie.cli.main import COMMANDS, main, parser
from xltie.cli.speech import commands_language
from xltie.core.catalogues import LANGUAGES

_ENGLISH = re.compile(r"\b[a-z]{2,} [a-z]{2,} [a-z]{2,}\b")
OTHERS = [code for code in LANGUAGES if code != "en"]


def _texts(own: argparse.ArgumentParser) -> list[str]:
    found = [own.description, own.epilog, *(group.title for group in own._action_groups)]
    for action in own._actions:
        found.append(action.help)
        if isinstance(action, argparse._SubParsersAction):
            found += [text for one in action.choices.values() for text in _texts(one)]
    return [text for text in found if text]


@pytest.mark.parametrize("code", OTHERS)
def test_every_text_of_the_help_is_translated(code: str) -> None:
    said = commands_language(code).said
    texts = {text for name in ("", *COMMANDS) for text in _texts(parser(name))}
    left = {text: said(text) for text in texts if said(text) == text or _ENGLISH.search(said(text))}
    assert left == {}


@pytest.mark.parametrize("code", OTHERS)
def test_help_and_what_is_wrong_with_a_call_are_printed_in_the_language_of_the_system(
    code: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("LC_ALL", f"{code}.UTF-8")
    assert main(["pair", "--help"]) == 0
    printed = capsys.readouterr().out
    assert re.findall(r"(usage|options|positional arguments|show this|the round)", printed) == []
    assert main(["pair"]) == 2
    assert "required" not in capsys.readouterr().err
    assert main(["pair", "--help", "--language=en"]) == 0
    assert "show this help message" in capsys.readouterr().out
