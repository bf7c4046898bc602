"""Whatever is typed or sent: an answer or faults with a place, never a traceback."""

from __future__ import annotations

from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.bridge.test_files import CLUB, MONDAY, TEAM_FILE
from xltie.core.cells import Grid
from xltie.core.errors import InputError, XltieError
from xltie.event import EventIndex
from xltie.exchange import pbn, usebio
from xltie.ranking import parse_criteria, rank
from xltie.sheets.read import read_event

pytestmark = pytest.mark.slow

HEADINGS = (
    "Board", "NS", "EW", "Contract", "By", "Tricks", "Score", "NS adjusted", "EW adjusted",
    "Group", "Round",
)  # fmt: skip
WORDS = st.sampled_from(
    ["", "1", "2", "3", "A", "A+", "A-", "60%", "60/40", "NP", "PASS", "3NT", "4SX", "9NT",
     "N", "E", "=", "+1", "-1", "420", "-50", "+3 IMP", "bye", "A+/A-", "½", "%", "/", "1e9",
     "０"]
)  # fmt: skip
CELLS = st.one_of(
    WORDS, st.none(), st.integers(-20, 500), st.floats(allow_nan=False, allow_infinity=False),
    st.booleans(), st.text(max_size=5),
)  # fmt: skip
TABLES = st.lists(
    st.lists(CELLS, min_size=len(HEADINGS), max_size=len(HEADINGS)), min_size=1, max_size=8
)


@settings(max_examples=150)
@given(TABLES)
def test_any_boards_are_scored_or_named(rows: list[list[Any]]) -> None:
    try:
        event = read_event(Grid([HEADINGS, *rows], "Boards"))
    except InputError as error:
        assert all(fault.place.cell for fault in error.faults)
        return
    for criteria in ("MP%(own=yes)", "BUTLERIMPS(trim=none)", "XIMPS", "Z%", "VP, IMP", "BAM"):
        found = rank(EventIndex(event), parse_criteria(criteria))
        assert len(found.lines) == len(event.contestants)
        for line in found.lines:
            assert line.values[0] is not None
            list(line.values[0].terms)


def _spoilt(text: str, at: int, length: int, put: str) -> bytes:
    at %= len(text)
    return (text[:at] + put + text[at + length :]).encode("utf-8", "replace")


@pytest.mark.parametrize(
    ("module", "text"), [(pbn, CLUB), (usebio, MONDAY), (usebio, TEAM_FILE)],
    ids=["pbn", "usebio", "teams"],
)  # fmt: skip
@settings(max_examples=80)
@given(
    st.integers(0, 10000), st.integers(0, 40),
    st.one_of(st.text(max_size=6), st.sampled_from(['"', "[", "]", "<", "&", "{", "\n", "^", "-"])),
)  # fmt: skip
def test_any_file_is_read_or_named(
    module: ModuleType, text: str, at: int, length: int, put: str
) -> None:
    try:
        event = module.FORMAT.read(_spoilt(text, at, length, put), "club").event
    except XltieError as error:
        assert "club" in str(error)
        return
    assert event.board_results
