"""The README in three languages: the same commands, code and links, section by section."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.cli.main import main

ROOT = Path(__file__).parents[2]
OTHERS = ("README.ko.md", "README.ru.md")
_OWN = {
    "docs/languages.md", "docs/start-ko.md", "docs/start-ru.md", "docs/tutorial-ko.md",
    "docs/tutorial-ru.md", "README.md", *OTHERS,
}  # fmt: skip
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
        return [len(re.findall(one, text)) for one in (r"(?m)^\| ", r"(?m)^\* ", r"(?m)^\*\*")]

    texts = [(ROOT / one).read_text("utf-8") for one in (name, "README.md")]
    assert counts(texts[0]) == counts(texts[1])


@pytest.mark.slow
@pytest.mark.parametrize("name", ["README.md", *OTHERS])
def test_every_command_of_a_readme_runs_as_printed_in_an_empty_folder(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    """In their order, one after the other; those that install are for a machine of their own."""
    monkeypatch.chdir(tmp_path)
    text = (ROOT / name).read_text("utf-8")
    blocks = re.findall(r"(?ms)^```\n(.*?)^```$", text)
    lines = [line for block in blocks for line in block.splitlines()]
    called = [shlex.split(line, comments=True)[1:] for line in lines if line.startswith("xltie ")]
    assert len(called) > 10
    for words in called:
        assert main(words) == 0, words
        told = shell.printed()
        assert told.out and "defect" not in told.err
    assert {"event.xlsx", "club.xlsx", "round.html", "event.elo", "site"} <= {
        path.name for path in tmp_path.iterdir()
    }
