"""What the pages show is what happens: examples of the console and of Python are run."""

from __future__ import annotations

import contextlib
import doctest
import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from xltie.cli.main import main, parser

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

import doc_examples  # noqa: E402

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
FENCE = re.compile(r"^```([^\n]*)\n(.*?)^```$", re.M | re.S)


def blocks(path: Path, *kinds: str) -> list[str]:
    """The contents of a page's blocks of these kinds."""
    found = FENCE.findall(path.read_text("utf-8"))
    return [content for kind, content in found if kind in kinds]


@pytest.mark.slow
@pytest.mark.parametrize("path", doc_examples.pages(), ids=lambda path: path.name)
def test_a_page_shows_what_its_commands_print(path: Path) -> None:
    assert doc_examples.refreshed(path) == path.read_text("utf-8")


def test_an_example_that_prints_something_else_is_found(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("```console\n$ xltie check nothing.xlsx\nall is well\n```\n", "utf-8")
    assert "all is well" not in doc_examples.refreshed(page)
    assert "nothing.xlsx: no such file" in doc_examples.refreshed(page)


@pytest.mark.parametrize(
    "path", [path for path in PAGES if blocks(path, "python")], ids=lambda path: path.name
)
def test_the_python_of_a_page_runs(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside the examples lies event.xlsx, as ``xltie new`` makes it."""
    monkeypatch.chdir(tmp_path)
    with contextlib.redirect_stdout(io.StringIO()):
        assert main(["new", "event.xlsx", "--players", "8", "--rounds", "3"]) == 0
    names: dict[str, object] = {}
    for content in blocks(path, "python"):
        if ">>>" not in content:
            exec(compile(content, path.name, "exec"), names)
            continue
        test = doctest.DocTestParser().get_doctest(content, names, path.name, str(path), 0)
        runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS)
        said = io.StringIO()
        runner.run(test, out=said.write, clear_globs=False)
        names.update(test.globs)
        assert runner.summarize(verbose=False).failed == 0, said.getvalue()


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_every_command_of_a_page_can_be_called(path: Path) -> None:
    """Each line of a block that calls xltie is one that the command line takes."""
    lines = [line for content in blocks(path, "", "sh", "console") for line in content.splitlines()]
    for line in lines:
        called = re.match(r"(?:\$ )?(?:\S*=\$\(.*\) )?xltie (\w.*)", line)
        if called:
            words = shlex.split(called[1], comments=True)
            assert parser(words[0]).parse_args(words).run


def test_every_file_that_a_page_names_is_there() -> None:
    named = re.compile(r"`((?:xltie|tests|scripts|benchmarks|examples|docs)/[\w./-]+)`")
    pages = [*PAGES, *ROOT.glob("*.md")]
    for path in pages:
        text = re.sub(r"^:caption:.*", "", path.read_text("utf-8"), flags=re.M)  # files to be made
        for name in named.findall(text):
            assert (ROOT / name).exists(), f"{path.name}: {name}"
