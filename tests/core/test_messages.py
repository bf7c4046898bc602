"""Faults and refusals in every language: most are there, and a sentence keeps what varies in it."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import xltie
from xltie.core.catalogues import LANGUAGES
from xltie.core.language import language

OTHERS = [code for code in LANGUAGES if code != "en"]
SPEAKERS = {"Fault", "of", "DomainError", "UndefinedValue", "UnknownPlayer", "_fault", "_break"}
LEAST = 0.8
"""Share of the messages of the engine that each language says; the docs name what is left."""


def messages() -> Iterator[str]:
    """Every sentence that the engine makes a fault or a refusal of, 7 for each part that varies."""
    root = Path(xltie.__file__).parent
    for room in ("event", "sheets", "ranking", "pairing"):
        for path in (root / room).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call):
                    name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                    for told in node.args if name in SPEAKERS else ():
                        sentence = _sentence(told)
                        if len(re.findall("[a-z]{3,}", sentence)) > 1:
                            yield sentence


def _sentence(node: ast.expr) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_sentence(part) for part in node.values)
    return "7" if isinstance(node, ast.FormattedValue) else ""


@pytest.mark.parametrize("code", OTHERS)
def test_most_messages_are_in_every_language(code: str) -> None:
    found = set(messages())
    left = sorted(own for own in found if language(code).said(own) == own)
    assert len(left) <= (1 - LEAST) * len(found), "\n".join(left)


def test_a_message_keeps_what_varies_and_what_stands_around_it() -> None:
    said = language("ru").said
    assert said("player О'Нил, Шон is listed twice (first at Участники!A5)") == (
        "участник О'Нил, Шон: в списке дважды (впервые Участники!A5)"
    )
    assert said("club: 1.xlsx: warning: no faults") == "club: 1.xlsx: внимание: ошибок нет"
    assert said("criterion 'X': there is no criterion 'X'; did you mean 'BH'?") == (
        "показатель 'X': показателя 'X' нет; возможно, 'BH'?"
    )
    assert said("what is in no catalogue") == "what is in no catalogue"
