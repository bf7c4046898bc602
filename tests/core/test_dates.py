"""Dates that have one reading are read; all others are left to the person who wrote them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xltie.core.dates import date_of_days, read_date


@pytest.mark.parametrize(
    "text",
    [
        "2026-11-21", "2026/11/21", "2026.11.21", "20261121", " 2026-11-21 ", "2026-11-21 10:00",
        "2026-11-21T10:00:00Z", "2026. 11. 21.", "2026. 11. 21.(토)", "2026년 11월 21일",
        "2026년11월21일 (토)", "2026年11月21日", "21 ноября 2026 г.", "21 ноября 2026 года",
        "21\xa0ноя. 2026", "21 November 2026", "November 21, 2026", "Nov. 21 2026",
        "21/11/2026", "11/21/2026", "21. 11. 2026", "21.11.2026", "21-11-2026",
    ],
)  # fmt: skip
def test_a_date_with_one_reading(text: str) -> None:
    assert read_date(text) == "2026-11-21"


@pytest.mark.parametrize(
    "text",
    [
        "", "soon", "26. 11. 21.", "05/03/26", "12/11/25", "26-11-21", "5 Mar 26", "261121",
        "26년 11월 21일", "21 ноября 26 г.", "03/05/2026", "24/13/2010", "7. 12. 2005",
        "0026-03-05", "2026/13/45", "2026-02-30", "0000/00/00", "2026-11", "2026", "2026/11-21",
        "11.12.2026", "45.11.2026", "46347", "21 brumaire 2026", "2026-11-21 and 22",
        "２０２６-11-21",
    ],
)  # fmt: skip
def test_any_other_text_is_no_date(text: str) -> None:
    assert read_date(text) == ""


@pytest.mark.slow
@given(st.dates(date(1000, 1, 1)))
def test_every_day_is_read_in_every_form(day: date) -> None:
    iso = day.isoformat()
    plain = f"{day.year}. {day.month}. {day.day}."
    assert {read_date(iso), read_date(iso.replace("-", "/")), read_date(plain)} == {iso}


@pytest.mark.slow
@given(st.text("0123456789 /.-년월일", max_size=12))
def test_what_is_read_begins_with_its_year(text: str) -> None:
    found = read_date(text)
    assert not found or text.strip().startswith(found[:4])


@pytest.mark.parametrize(
    ("days", "iso"),
    [
        (46347, "2026-11-21"), (46347.75, "2026-11-21"), (30000, "1982-02-18"), (29999, ""),
        (2026, ""), (100000, ""), (-46347, ""), (float("inf"), ""), (float("nan"), ""),
    ],
)  # fmt: skip
def test_the_number_in_a_date_cell(days: float, iso: str) -> None:
    assert date_of_days(days) == iso
