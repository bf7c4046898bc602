"""The limits as they are set: what is one byte over them is refused before it costs anything."""

from __future__ import annotations

import gc
import struct

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, sheet
from xltie.core.errors import UnsafePackage
from xltie.recompute import recompute
from xltie.recompute.ooxml.files import read_workbook

HALF_A_GIGABYTE = 512 * 1024 * 1024


def test_a_file_over_512_megabytes_is_refused_unread(tmp_path):
    path = tmp_path / "large.xlsx"
    with path.open("wb") as stream:
        stream.truncate(HALF_A_GIGABYTE + 1)  # sparse: nothing is written
    with pytest.raises(UnsafePackage, match=f"limit of {HALF_A_GIGABYTE} bytes"):
        read_workbook(path)


@pytest.mark.parametrize(
    ("size", "reason"),
    [
        (HALF_A_GIGABYTE + 1, f"larger than the limit of {HALF_A_GIGABYTE} bytes"),
        # within the limit for one part, but 1,001 times what it is packed into and over a megabyte
        (HALF_A_GIGABYTE, "compressed implausibly strongly"),
    ],
)
def test_a_part_is_refused_by_the_size_that_the_package_states(size, reason):
    data = bytearray(sheet({"A1": 1, "B1": "=A1+1"}))
    start = data.rindex(b"PK\x01\x02", 0, data.rindex(SHEET1.encode()))
    struct.pack_into("<I", data, start + 24, size)
    with pytest.raises(UnsafePackage, match=reason):
        recompute(bytes(data), FUNCTIONS)


@pytest.mark.slow
@pytest.mark.parametrize("formula", ["=IF(A1=7,BQ(A1),1)", "=SUM(A1:A9)+BQ(A1)"])
def test_nothing_of_a_workbook_outlives_its_run(formula):
    """A long batch keeps its memory: no circle of objects waits for the collector."""
    data = sheet({f"B{row}": formula for row in range(1, 100)} | {"A1": 7})
    recompute(data, FUNCTIONS)
    gc.collect()
    gc.disable()
    try:
        recompute(data, FUNCTIONS)
        assert gc.collect() < 99
    finally:
        gc.enable()
