"""docs/go.md says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.casefiles import CASES
from tests.shell import Shell
from xltie.ranking import parse_criteria, rank
from xltie.rules.go.scores import UNPLAYED_CONVENTIONS
from xltie.sheets.functions import REGISTRY

ROOT = Path(__file__).parent.parent.parent
TEXT = (ROOT / "docs" / "go.md").read_text("utf-8")


def test_the_example_of_verify_is_what_it_prints(shell: Shell) -> None:
    block = re.search(r"\$ xltie verify (\S+)\n(.*?)```", TEXT, re.S)
    assert block is not None
    assert shell("verify", ROOT / "tests" / "h9" / block[1]).out == block[2]


@pytest.mark.parametrize(("number", "word"), [(1, "first"), (2, "second"), (3, "third")])
def test_the_three_tables_come_out_under_each_method(number: int, word: str) -> None:
    row = next(line for line in TEXT.splitlines() if line.startswith(f"| {word} |"))
    _, _, tied, egf, values, simple, simple_values, cycles, _ = (c.strip() for c in row.split("|"))
    group = re.findall(r"P\d", tied)
    case = next(c for c in CASES if c.path.stem == f"direct-comparison-methods-{number}")
    event_index = case.event_index()
    for text, places, shown in (("DC", egf, values), ("SDC", simple, simple_values)):
        lines = {
            line.who: line
            for line in rank(
                event_index, parse_criteria(f"NBW, {text}", event=event_index.event)
            ).lines
        }
        assert [lines[who].place for who in group] == [int(p) for p in places.split(",")]
        totals = [lines[who].values[1].total for who in group]  # type: ignore[union-attr]
        steps = [t if isinstance(t, tuple) else (t,) for t in totals]
        assert ["/".join(map(str, step)) for step in steps] == shown.split("; ")
    by_cycle = rank(event_index, parse_criteria("NBW, DC:opengotha", event=event_index.event))
    found = [by_cycle.line(who).place for who in group]
    if "all" in cycles:
        assert set(found) == {int(cycles.split()[1].rstrip(":"))}
    else:
        assert found == [int(p) for p in cycles.split(",")]


def test_every_convention_and_function_of_go_is_named() -> None:
    assert all(f"`{name}`" in TEXT for name in UNPLAYED_CONVENTIONS)
    for name in ("NBW", "MMS", "SOS", "SODOS", "SOSOS", "CUSS", "EXT", "EXR", "STARTSCORE"):
        assert f"={name}(" in TEXT and name in REGISTRY


def test_every_published_table_is_listed() -> None:
    titles = [
        re.search(r"EV\[(?:\d+\w\w )?([^\]]+)\]", path.read_text("utf-8"))
        for path in (ROOT / "tests" / "h9").glob("*.h9")
    ]
    listed = TEXT[TEXT.index("These published tables") : TEXT.index("Five more, printed")]
    assert len(titles) == sum(line.startswith("| ") for line in listed.splitlines()) - 2
