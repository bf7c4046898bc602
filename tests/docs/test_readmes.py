"""The README in three languages: the same commands, code and links, section by section."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OTHERS = ("README.ko.md", "README.ru.md")
_OWN = {"docs/languages.md", "README.md", *OTHERS}
"""Links that only some of them have: to each other, and to the terms of the translations."""


def _parts(name: str) -> list[tuple[list[str], set[str]]]:
    """Return the lines of code, without comments and the language asked for, and the links."""
    found = []
    for section in re.split(r"(?m)^## ", (ROOT / name).read_text("utf-8")):
        code = "\n".join(re.findall(r"(?s)```\w*\n(.*?)```", section))
        lines = [re.sub(r"( --language \w+)?(\s+#.*)?$", "", line) for line in code.splitlines()]
        found.append((lines, set(re.findall(r"\]\(([^)]+)\)", section)) - _OWN))
    return found


@pytest.mark.parametrize("name", OTHERS)
def test_the_readmes_have_the_same_commands_and_links_in_every_section(name: str) -> None:
    assert _parts(name) == _parts("README.md")


@pytest.mark.parametrize("name", OTHERS)
def test_the_readmes_have_as_many_paragraphs_and_lines_of_tables(name: str) -> None:
    def counts(text: str) -> list[int]:
        return [len(re.findall(own, text)) for own in (r"(?m)^\| ", r"(?m)^\* ", r"(?m)^\*\*")]

    texts = [(ROOT / own).read_text("utf-8") for own in (name, "README.md")]
    assert counts(texts[0]) == counts(texts[1])
