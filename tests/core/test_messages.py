"""Every sentence that people read is in every language, and keeps in it what varies."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import xltie
from xltie.cli.speech import commands_language
from xltie.core.catalogues import LANGUAGES, entries, entries_of
from xltie.core.language import Language, language
from xltie.ranking.criteria import advice, parse_criteria

ROOT = Path(xltie.__file__).parent
OTHERS = [code for code in LANGUAGES if code != "en"]
ENGINE = ("core", "event", "functions", "pairing", "ranking", "rules", "sheets")
"""What hosts say too, from the catalogues that travel with them."""
BESIDE = ("api", "batch", "cli", "exchange", "publish", "recompute")
SPEAKERS = {
    "Fault", "of", "Finding", "DomainError", "UndefinedValue", "UnknownPlayer", "undefined",
    "NoPairing", "WorkbookRefused", "NotAWorkbook", "EncryptedWorkbook", "UnsafePackage",
    "UnsupportedWorkbook", "LockedWorkbook", "ArgumentTypeError", "Uncomputable", "print",
    "_fault", "_break", "warn", "notes.fault",
}  # fmt: skip
"""What makes a fault, a refusal or a line of what it is called with."""
PARTS = ("7", "7 rounds", "7 and 8")
"""What stands in the place of a part that varies: whichever a message takes."""
NOT_SENTENCES = {
    ("cli/function_reference.py", "| function | what it answers |"),  # the reference is in English
    ("cli/function_reference.py", "| argument | type | meaning |"),
}


def messages(rooms: tuple[str, ...]) -> Iterator[tuple[str, list[str]]]:
    """Every sentence of some rooms that somebody is told, with each of the parts in its places."""
    for room in rooms:
        for path in (ROOT / room).rglob("*.py"):
            file = path.relative_to(ROOT).as_posix()
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Call):
                    continue
                name = ast.unparse(node.func)
                name = name if name == "notes.fault" else name.rpartition(".")[2]
                for told in node.args if name in SPEAKERS else ():
                    tried = [_sentence(told, part).strip() for part in PARTS]
                    words = re.findall("[a-z]{3,}", re.sub("7 (rounds|and 8)", "", tried[0]))
                    if len(words) > 1 and (file, tried[0]) not in NOT_SENTENCES:
                        yield file, tried


def _sentence(node: ast.expr, part: str) -> str:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(_sentence(own, part) for own in node.values)
    return part if isinstance(node, ast.FormattedValue) else ""


def _is_said(own: Language, tried: list[str]) -> bool:
    return any(own.said(text) != text or own.reason(text) != own.sentence(text) for text in tried)


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("rooms", [ENGINE, BESIDE])
def test_every_message_is_in_every_language(code: str, rooms: tuple[str, ...]) -> None:
    own = language(code) if rooms is ENGINE else commands_language(code)
    left = {(file, tried[0]) for file, tried in messages(rooms) if not _is_said(own, tried)}
    assert sorted(left) == []


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogues_of_the_command_line_have_the_same_texts(code: str) -> None:
    own, korean = (entries_of(ROOT / "cli" / "languages" / f"{one}.po") for one in (code, "ko"))
    assert set(own) == set(korean)
    for (_, english), said in own.items():
        named = [sorted(set(re.findall(r"\{(\w+)\}", text))) for text in (english, said)]
        assert named[0] == named[1], english


@pytest.mark.parametrize("code", OTHERS)
def test_no_message_leaves_open_where_a_part_ends(code: str) -> None:
    """Of two parts without a text between them, the first has to be a number."""
    folder = ROOT / "cli" / "languages"
    for _, english in (*entries(code), *entries_of(folder / f"{code}.po")):
        assert not re.search(r"\{(?!count)\w+\}\{", english), english


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


@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("criteria", ["SODOS", "SOSOS(unplayed=self; rounding=none)"])
def test_advice_against_a_criterion_is_said_as_a_whole(criteria: str, code: str) -> None:
    """The rest of the sentence is in no message: a part of it would be taken for colours."""
    (advised,) = advice(parse_criteria(criteria))
    assert "advise" not in language(code).said(advised)
    assert "advise" not in commands_language(code).said(f"warning: {advised}")
