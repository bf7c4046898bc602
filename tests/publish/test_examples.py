"""What the page about an event says of its criteria: sentences, and the value of somebody."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.quick import first_quick
from tests.shell import Shell
from xltie.cli.main import main


@pytest.mark.parametrize(
    "shown",
    first_quick([("chess", "BH/C1"), ("go", "SOS-1"), ("othello", ""), ("bridge", "")]),
    ids=" ".join,
)
def test_every_criterion_is_shown_by_a_value_of_the_event(
    shown: tuple[str, str], tmp_path: Path, shell: Shell
) -> None:
    game, cut = shown
    book, site = str(tmp_path / "event.xlsx"), tmp_path / "site"
    assert main(["new", book, "--example", "--game", game]) == 0
    assert main(["publish", book, "--out", str(site)]) == 0
    about = (site / "about.html").read_text("utf-8")
    parts = re.split(r"<dt id=c\d+>", about)[1:]
    assert parts
    for part in parts:
        label = part.partition("<dd>")[0]
        who, value = re.findall(r"For example ([^<:]+): ([^<\s]+)", part)[0]
        assert f"{label} {value}" in part, "the picture says another value"
        assert ("(cut)" in part) == (label in (cut, "SOS-2") and bool(cut))
        told = shell("explain", book, who, label).out
        assert told.split("total")[-1].split()[0] == value
        bars = part.count("<rect")
        assert bars == len(told.split("total")[0].strip().splitlines()) - 1
