"""The ready workbooks at the top of the repository are what the same commit makes."""

from __future__ import annotations

import io
import re
import zipfile

import build_workbooks
import openpyxl
import pytest

_VERSION = re.compile(rb"<AppVersion>[^<]*</AppVersion>|<dcterms:\w+[^>]*>[^<]*</dcterms:\w+>")


def parts(data: bytes) -> dict[str, bytes]:
    """What a workbook holds, without the versions and times of the programs that wrote it."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: _VERSION.sub(b"", archive.read(name)) for name in archive.namelist()}


@pytest.mark.slow
@pytest.mark.parametrize("name", build_workbooks.TEMPLATES)
def test_a_ready_workbook_is_what_is_made_today(name: str) -> None:
    kept, made = (build_workbooks.KEPT / name).read_bytes(), build_workbooks.TEMPLATES[name]()
    assert parts(kept) == parts(made), "run: python scripts/build_workbooks.py --keep"


def test_the_page_says_which_to_take_and_shows_each() -> None:
    page = (build_workbooks.KEPT / "README.md").read_text("utf-8")
    for name in build_workbooks.TEMPLATES:
        assert f"]({name})" in page
        assert (build_workbooks.KEPT / "pictures" / name.replace(".xlsx", ".png")).exists()
        assert f"pictures/{name.replace('.xlsx', '.png')}" in page
        opened = openpyxl.load_workbook(build_workbooks.KEPT / name, read_only=True)
        assert opened.sheetnames[-2:] == ["Standings", "Settings"]
