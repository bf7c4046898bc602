"""Numbers and truth values as text: in the language of what the workbook stored."""

from __future__ import annotations

import pytest

from tests.recompute.books import FUNCTIONS, SHEET1, edit, sheet, values
from tests.recompute.test_batch import command
from xltie.recompute import recompute
from xltie.recompute.ooxml.language import ENGLISH, Language, language_named, language_of

GERMAN = language_named("de")
CELLS = {"A1": 1.25, "B1": ("=BQ(A1)", 99), "C1": ('=B1&" Pkt"', "99 Pkt")}


def as_saved(cells):
    return edit(
        sheet(cells), "xl/workbook.xml", lambda xml: xml.replace(b' fullCalcOnLoad="1"', b"")
    )


def recomputed(cells, **options):
    return values(recompute(as_saved(cells), FUNCTIONS, **options)[0])


def test_a_text_that_is_new_is_written_as_the_others_are():
    german = {"A2": 3.456, "C2": ('=A2&" m"', "3,456 m")}
    english = {"A2": 3.456, "C2": ('=A2&" m"', "3.456 m")}
    assert recomputed({**CELLS, **german})["C1"] == "12,5 Pkt"
    assert recomputed({**CELLS, **english})["C1"] == "12.5 Pkt"
    assert recomputed({**CELLS, **german})["C2"] == "3,456 m"


@pytest.mark.parametrize(("locale", "written"), [("de", "WAHR"), ("ko", "FALSE")])
def test_truth_values_as_text_are_written_in_english_only(locale, written):
    cells = {"A1": 1.25, "B1": ("=BQ(A1)", 99), "C1": ('=(B1>50)&""', "WAHR")}
    assert recomputed(cells)["C1"] == "WAHR"
    assert recomputed(cells, language=language_named(locale))["C1"] == written
    told = as_saved({**cells, "A2": 3.5, "C2": ('=A2&""', "3,5"), "C3": '=(B1>50)&""'})
    _, report = recompute(edit(told, SHEET1, lambda xml: xml.replace(b"<v>0</v>", b"")), FUNCTIONS)
    assert [one.place for one in report.uncomputable] == ["Sheet1!C1", "Sheet1!C3"]


def test_the_language_that_is_asked_for_decides(tmp_path):
    assert recomputed(CELLS, language=GERMAN)["C1"] == "12,5 Pkt"
    path = tmp_path / "a.xlsx"
    path.write_bytes(as_saved(CELLS))
    assert command(path, "--locale", "de-AT")[0] == 0
    assert values(path.read_bytes())["C1"] == "12,5 Pkt"
    with pytest.raises(SystemExit):
        command(path, "--locale", "xx")


@pytest.mark.parametrize(
    ("stored", "language"),
    [
        ([('A1&" m"', "3,5 m")], Language(comma=True)),
        ([('A1&" m"', "3.5 m")], ENGLISH),
        ([('A1&" m"', "3,5 m"), ('A2&" m"', "3.5 m")], ENGLISH),
        ([('A1&", "&A2', "3,5")], ENGLISH),
        ([("A1", "3,5")], ENGLISH),
        ([('A1&""', "7,25")], ENGLISH),
    ],
)
def test_what_the_stored_texts_tell(stored, language):
    assert language_of([(formula, [text]) for formula, text in stored], [3.5]) == language


def listed(written, **options):
    """Tell whether TEXT() with a format is listed as not computed."""
    cells = {"A1": 1234.5, "B1": f'=TEXT(A1,"{written}")'}
    _, report = recompute(sheet(cells), FUNCTIONS, **options)
    assert len(report.uncomputable) + len(report.changed) == 1
    return bool(report.uncomputable)


@pytest.mark.parametrize("written", ["0,0", "0,00", "#,##", "0,0%"])
def test_a_comma_that_may_stand_before_decimals_is_not_trusted(written):
    assert listed(written) and listed(written, everything=True)


@pytest.mark.parametrize("written", ["#,##0", "#,##0.00", "0.0", "0,000", "#,##0;-#,##0", "yyyy"])
def test_formats_that_mean_the_same_everywhere_with_points(written):
    assert not listed(written)
    assert listed(written, language=GERMAN) != written.isalpha()


@pytest.mark.parametrize(
    ("number", "written", "expected"),
    [
        (0.5, '0.0" of 7"', "0.5 of 7"),
        (-0.25, "0.0", "-0.3"),
        (0.125, "0.0%", "12.5%"),
        (1234567.5, "#,##0", "1,234,568"),
        (-3, "0;(0)", "(3)"),
        (7, "000", "007"),
        (45000, "dd.mm.yyyy", "15.03.2023"),
        (45000, "dddd, d mmmm", "Wednesday, 15 March"),
        (45000.75, "yyyy-mm-dd hh:mm", "2023-03-15 18:00"),
        (0.75, "h:mm am/pm", "6:00 PM"),
        (1.25, "[h]:mm", "30:00"),
    ],
)
def test_formats_of_numbers_and_dates(number, written, expected):
    text = written.replace('"', '""')
    new, report = recompute(sheet({"A1": number, "B1": f'=TEXT(A1,"{text}")'}), FUNCTIONS)
    assert (values(new)["B1"], report.uncomputable) == (expected, [])


@pytest.mark.parametrize(
    "written",
    ["aaa", "ss mm", "# ?/?", "0.0E+0", "[<1]0", "0_)", "General", "[$-407]mmmm", "ggge", "@", ""],
)
def test_formats_that_are_not_compared_are_listed(written):
    assert listed(written)


UNTOLD = {"A1": 0.45, "A2": "v. 4.5", "B1": ("=BQ(A1)", 0), "B2": ("=BQ(A3)", 5), "A3": 7}


@pytest.mark.parametrize(
    ("formula", "stored"),
    [
        ('B1&" x"', "0 x"),
        ('(B1>1)&""', "x"),
        ("CONCATENATE(B1)", "0"),
        ('IF(B1>1,B1&"/"&B2,"")', "0/5"),
        ("LEFT(B1,9)", "0"),
    ],
)
def test_text_made_of_numbers_stays_where_no_text_tells_the_language(formula, stored):
    data = as_saved({**UNTOLD, "C1": ("=" + formula, stored)})
    new, report = recompute(data, FUNCTIONS)
    found = values(new)
    assert (found["B1"], found["C1"]) == (4.5, stored)
    assert [one.place for one in report.uncomputable] == ["Sheet1!C1"]
    assert report.uncomputable[0].reason == (
        "numbers or truth values as text, in a language that no stored text tells"
    )
    assert values(recompute(data, FUNCTIONS, everything=True)[0])["C1"] != stored
    _, report = recompute(data, FUNCTIONS, language=language_named("en"))
    assert report.uncomputable == []


@pytest.mark.parametrize(
    ("formula", "stored", "expected"),
    [
        ('B2&" x"', "5 x", "70 x"),
        ('B2&" of "&A2', "5 of v. 4.5", "70 of v. 4.5"),
        ('B2&" of 1.5"', "5 of 1.5", "70 of 1.5"),
        ('TEXT(B1,"0.0")', "0.0", "4.5"),
    ],
)
def test_whole_numbers_and_texts_are_joined_in_any_language(formula, stored, expected):
    assert recomputed({**UNTOLD, "C1": ("=" + formula, stored)})["C1"] == expected


def test_text_that_was_never_made_is_made_in_english():
    new, report = recompute(sheet({**UNTOLD, "C1": '=B1&" x"'}), FUNCTIONS)
    assert values(new)["C1"] == "4.5 x" and report.uncomputable == []


@pytest.mark.parametrize(
    ("stored", "told"),
    [
        ([], (False, False)),
        ([('A1&" m"', "3 m")], (False, False)),
        ([('A1&" m"', "3.5 m")], (True, True)),
        ([('A1&" m"', "3,5 m")], (True, False)),
        ([('A1&" m"', "3,5 m"), ('A2&" m"', "3.5 m")], (False, False)),
    ],
)
def test_whether_the_stored_texts_tell_anything(stored, told):
    found = language_of([(formula, [text]) for formula, text in stored], [3.5])
    assert (found.told, found.words_told) == told
