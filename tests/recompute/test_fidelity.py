"""What is not a changed value comes back byte for byte, part by part and element by element."""

from __future__ import annotations

import csv
import io
import re
import shutil
import struct
import subprocess
import warnings
import zipfile
import zlib

import pytest
import python_calamine
from lxml import etree
from openpyxl.utils.escape import unescape

from tests.recompute.books import FUNCTIONS, SHEET1, build, edit, load, part, repack, sheet, values
from tests.recompute.rich import rich_workbook
from xltie.core.errors import DomainError
from xltie.recompute import recompute

MAIN = "{http://schemas.openxmlformats.org/spreadsheetml/2006/main}"
CHANGED_PARTS = {"xl/workbook.xml", "xl/worksheets/sheet2.xml", "xl/worksheets/sheet3.xml"}
CALCULATION = re.compile(rb"<calcPr[^<>]*/>")


@pytest.fixture(scope="module")
def rich():
    return rich_workbook()


@pytest.fixture(scope="module")
def recomputed(rich):
    return recompute(rich, FUNCTIONS)


def raw_entries(data):
    """Return name -> (local header and payload, central attributes) of a zip."""
    found = {}
    with zipfile.ZipFile(io.BytesIO(data)) as package:
        for entry in package.infolist():
            start = entry.header_offset
            name, extra = struct.unpack_from("<HH", data, start + 26)
            end = start + 30 + name + extra + entry.compress_size
            attributes = (entry.CRC, entry.date_time, entry.external_attr, entry.extra)
            found[entry.filename] = (data[start:end], *attributes)
    return found


def difference(old, new, path=""):
    """Return where two elements differ, other than in values of cells."""
    here = f"{path}/{etree.QName(old).localname}[{old.get('r') or old.get('ref') or ''}]"
    if old.tag != new.tag or (old.tail or "") != (new.tail or "") or old.nsmap != new.nsmap:
        return [here]
    ignored = {MAIN + "c": {"t", "vm"}, MAIN + "f": {"ref"}, MAIN + "dimension": {"ref"}}
    drop = ignored.get(old.tag, set())
    attributes = [[(k, v) for k, v in one.items() if k not in drop] for one in (old, new)]
    if attributes[0] != attributes[1]:
        return [here]
    if old.tag != MAIN + "v" and (old.text or "") != (new.text or ""):
        return [here]
    children = [[child for child in one if child.tag != MAIN + "v"] for one in (old, new)]
    if len(children[0]) != len(children[1]):
        return [here]
    return [line for one, two in zip(*children) for line in difference(one, two, here)]


def test_the_rich_workbook_is_rich(rich):
    names = " ".join(zipfile.ZipFile(io.BytesIO(rich)).namelist())
    for word in (
        *("chartsheets/", "charts/chart2", "media/", "drawings/drawing", "vmlDrawing", "comments"),
        *("vbaProject.bin", "tables/", "customUI/", "customXml/", "pivotCacheRecords", "metadata"),
        *("richData", "calcChain", "docProps/custom", "featurePropertyBag"),
    ):
        assert word.lower() in names.lower(), word
    assert b"sparkline" in part(rich, "xl/worksheets/sheet2.xml")


def test_only_the_sheets_with_new_values_change(rich, recomputed):
    new, report = recomputed
    before, after = raw_entries(rich), raw_entries(new)
    assert list(before) == list(after)
    assert {name for name in before if before[name] != after[name]} == CHANGED_PARTS
    assert set(report.parts) == CHANGED_PARTS
    assert report.uncomputable == [] and report.faults == []


def test_within_them_only_values_differ(rich, recomputed):
    new, _ = recomputed
    hidden = [etree.fromstring(part(data, "xl/worksheets/sheet3.xml")) for data in (rich, new)]
    assert difference(*hidden) == []
    old_rows, new_rows = (
        etree.fromstring(part(data, "xl/worksheets/sheet2.xml")) for data in (rich, new)
    )
    # the spill of ROWS2 grew by a row: two cells more in row 4
    assert difference(old_rows, new_rows) == ["/worksheet[]/sheetData[]/row[4]"]
    assert (
        part(rich, "xl/worksheets/sheet2.xml").split(b"</sheetData>")[1]
        == (part(new, "xl/worksheets/sheet2.xml").split(b"</sheetData>")[1])
    )


def test_the_warnings_name_what_stays_stale(recomputed):
    _, report = recomputed
    assert any("pivot" in str(warning) for warning in report.warnings)
    assert any("chart" in str(warning) for warning in report.warnings)


def test_a_second_run_is_byte_identical(recomputed):
    new, _ = recomputed
    again, report = recompute(new, FUNCTIONS)
    assert again == new and report.changed == []


@pytest.mark.slow
def test_all_readers_see_the_new_values(recomputed):
    import pandas  # takes a second

    new, _ = recomputed
    expected = {"B2": 5, "B3": 1, "B4": 2, "C2": 1, "C3": 3, "C4": 2, "G4": 3, "H4": "r3"}
    expected |= {"J2": 1, "J3": 2, "J4": 5, "L2": 10, "L3": 2, "L4": 4}
    found = values(new, 1)
    assert {cell: found.get(cell) for cell in expected} == expected
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        frame = pandas.read_excel(io.BytesIO(new), sheet_name="Standings", header=None)
    assert [frame.iat[row, 1] for row in (1, 2, 3)] == [5, 1, 2]
    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(new))
    rows = book.get_sheet_by_name("Standings").to_python(skip_empty_area=False)
    assert [rows[row][1] for row in (1, 2, 3)] == [5, 1, 2]
    assert values(new, 2)["A1"] == 8
    assert load(new, keep_vba=True).vba_archive is not None


ALL_SHEETS = "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,-1"


def as_libreoffice_shows(data, folder, suffix):
    """Return what LibreOffice shows on each sheet, line by line and cell by cell."""
    path = folder / f"book.{suffix}"
    path.write_bytes(data)
    profile = f"-env:UserInstallation=file://{folder}/profile"
    command = ["soffice", profile, "--headless", "--convert-to", ALL_SHEETS, "--outdir"]
    subprocess.run([*command, str(folder), str(path)], check=True, capture_output=True, timeout=180)
    found = {}
    for sheet_file in folder.glob("book-*.csv"):
        with sheet_file.open(encoding="utf-8", newline="") as lines:
            found[sheet_file.stem.removeprefix("book-")] = list(csv.reader(lines))
    return found


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_shows_the_new_values(tmp_path):
    data = sheet({"A1": 4, "B1": ("=BQ(A1)", 0), "C1": "=B1+1"})
    new, _ = recompute(data, FUNCTIONS)
    # LibreOffice computes nothing of its own on loading and shows what is stored
    assert as_libreoffice_shows(new, tmp_path, "xlsx") == {"Sheet1": [["4", "40", "41"]]}


@pytest.mark.slow
@pytest.mark.skipif(not shutil.which("soffice"), reason="LibreOffice is not installed")
def test_libreoffice_shows_the_new_values_of_the_rich_workbook(rich, recomputed, tmp_path):
    shown = as_libreoffice_shows(recomputed[0], tmp_path, "xlsm")
    assert set(shown) == {"Games", "Standings", "Race", "Hidden"}
    standings = shown["Standings"]
    # its own computing of array formulas knows neither our functions nor, before 24.8, SORT
    columns = [[line[column] for line in standings[1:4]] for column in (0, 1, 2, 11)]
    assert columns == [
        ["Ann", "Bob", "Cho"],
        ["5", "1", "2"],
        ["1", "3", "2"],
        ["10", "2", "4"],
    ]
    assert standings[0][4] == "plain bold" and standings[9][0] == "merged"
    assert [shown["Hidden"][0], shown["Games"][4]] == [["8"], ["Ann", "2"]]


def test_values_replace_our_formulas_and_nothing_else(rich):
    new, report = recompute(rich, FUNCTIONS, values=True)
    names = zipfile.ZipFile(io.BytesIO(new)).namelist()
    assert "xl/calcChain.xml" not in names
    assert b"calcChain" not in part(new, "[Content_Types].xml")
    assert b"calcChain" not in part(new, "xl/_rels/workbook.xml.rels")
    xml = part(new, "xl/worksheets/sheet2.xml")
    assert b"SCORE" not in xml and b"ROWS2" not in xml
    assert b"RANK(B2" in xml and b"SORT(" in xml
    assert values(new, 1)["B2"] == 5 and values(new, 1)["H4"] == "r3"
    again, second = recompute(new, FUNCTIONS, values=True)
    assert again == new and second.changed == []
    assert report.faults == []


def test_readers_without_our_functions_show_what_is_stored(rich, recomputed):
    """Asked to compute everything, a player's phone has #NAME? in place of the standings."""
    old, new = (part(data, "xl/workbook.xml") for data in (rich, recomputed[0]))
    assert b"fullCalcOnLoad" in CALCULATION.search(old)[0]
    assert CALCULATION.search(new)[0] == b'<calcPr calcId="191029"/>'
    assert CALCULATION.sub(b"", new) == CALCULATION.sub(b"", old)
    assert recompute(recomputed[0], FUNCTIONS)[0] == recomputed[0]


@pytest.mark.parametrize(
    ("cells", "settings"),
    [
        ({"A1": ("=1+1", 2)}, b' calcId="124519" fullCalcOnLoad="1"'),  # nothing of ours
        ({"A1": "=POINTS(1)", "A2": "=NOBODYS(1)"}, b' calcId="124519" fullCalcOnLoad="1"'),
        ({"A1": "=POINTS(1)"}, b' calcId="171027"'),  # computed by Excel 2016, as it says
    ],
)
def test_what_a_workbook_asks_of_excel_stays_otherwise(cells, settings):
    asked = b"<calcPr" + settings + b"/>"
    data = edit(sheet(cells), "xl/workbook.xml", lambda xml: CALCULATION.sub(asked, xml))
    new, _ = recompute(data, {"POINTS": lambda number: number})
    assert asked in part(new, "xl/workbook.xml")


def test_full_calculation_is_asked_for_only_on_request():
    data = edit(
        sheet({"A1": ("=1+1", 2)}),
        "xl/workbook.xml",
        lambda xml: xml.replace(b' fullCalcOnLoad="1"', b""),
    )
    assert recompute(data, FUNCTIONS)[0] == data
    new, _ = recompute(data, FUNCTIONS, full_calculation=True)
    assert b'fullCalcOnLoad="1"' in part(new, "xl/workbook.xml")
    assert recompute(new, FUNCTIONS, full_calculation=True)[0] == new
    bare = edit(data, "xl/workbook.xml", lambda xml: xml.replace(b'<calcPr calcId="124519"/>', b""))
    new, _ = recompute(bare, FUNCTIONS, full_calculation=True)
    assert b'</sheets><calcPr fullCalcOnLoad="1"/></workbook>' in part(new, "xl/workbook.xml")


SHARED = {f"A{row}": row for row in (1, 2, 3)} | {f"B{row}": f"=A{row}*2" for row in (1, 2, 3)}


def share(xml):
    xml = xml.replace(b"<f>A1*2</f>", b'<f t="shared" ref="B1:B3" si="0">A1*2</f>')
    xml = xml.replace(b"<f>A2*2</f>", b'<f t="shared" si="0"/>')
    return xml.replace(b"<f>A3*2</f>", b'<f t="shared" si="0"></f>')


def test_shared_formulas_stay_shared():
    new, _ = recompute(edit(sheet(SHARED), SHEET1, share), FUNCTIONS)
    assert [values(new)[f"B{row}"] for row in (1, 2, 3)] == [2, 4, 6]
    assert b'<f t="shared" si="0"/><v>4</v>' in part(new)


def test_a_namespace_prefix():
    def prefixed(xml):
        root = etree.fromstring(share(xml))
        moved = etree.Element(root.tag, nsmap={"x": MAIN[1:-1]})
        moved.extend(root)
        return etree.tostring(moved)

    data = edit(sheet(SHARED), SHEET1, prefixed)
    new, report = recompute(data, FUNCTIONS)
    assert [values(new)[f"B{row}"] for row in (1, 2, 3)] == [2, 4, 6]
    assert b"<x:v>4</x:v>" in part(new) and report.uncomputable == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"<sheetData>", b"\r\n<!-- <c r='Z9'><f>1</f></c> --><sheetData>"),
        (b"<f>A1*2</f>", b"<f><![CDATA[A1*2]]></f>\r\n"),
        (b'<c r="B2">', b"<c  r='B2'\n>"),
        (b"<v>0</v>", b"<v >0</v >"),
        (b"<f>A1*2</f>", b"<f>A1*2</f><!-- a note -->"),
        (b"<f>A1*2</f><v>0</v>", b"<f>A1*2</f><v/>"),
        (b"<f>A1*2</f><v>0</v>", b"<f>A1*2</f>"),
        (b'<c r="B2">', b'<c foo="a &gt; b > c" r="B2">'),
        (b"<f>A1*2</f>", b"<f ca='1'>A1 &#42; 2</f>"),
        (b'<c r="A2">', b"<c>"),
        (b"<sheetData>", b"<sheetData >"),
        (b"<f>A1*2</f>", b"<f>A1*2</f><?pi x?>"),
    ],
)
def test_oddities_of_xml_stay(old, new):
    xml = part(sheet(SHARED))
    assert old in xml
    odd = xml.replace(old, new, 1)
    out, report = recompute(repack(sheet(SHARED), {SHEET1: odd}), FUNCTIONS)
    assert [values(out)[f"B{row}"] for row in (1, 2, 3)] == [2, 4, 6]
    assert report.uncomputable == []
    written = part(out)
    for leftover in (b"\r\n", b"<!--", b"<?pi", b"CDATA", b"foo=", b"r='B2'"):
        assert written.count(leftover) == odd.count(leftover)
    assert recompute(out, FUNCTIONS)[0] == out


def test_texts_are_escaped_as_excel_does():
    new, _ = recompute(sheet({"A1": "=TEXTY()", "A2": '="<&>"'}), FUNCTIONS)
    assert b'a&lt;b&amp;"c"_x000D_\n_x005F_x0041__x0007_\xe2\x98\x83' in part(new)
    assert values(new)["A2"] == "<&>"
    assert unescape(values(new)["A1"]) == ' a<b&"c"\r\n_x0041_\x07☃'


class Pipe(io.BytesIO):
    """A stream that cannot go back, so that a zip needs data descriptors."""

    def seekable(self):
        return False

    def seek(self, *_):
        raise OSError

    def tell(self):
        raise OSError


@pytest.mark.parametrize("stream", [io.BytesIO, Pipe])
def test_zip_oddities_are_copied_raw(stream):
    """Data descriptors, zip64 sizes, extra fields, comments, stored entries stay as they were."""
    source = io.BytesIO(sheet({"A1": ("=1+1", 0)}))
    target = stream()
    with zipfile.ZipFile(source) as old, zipfile.ZipFile(target, "w") as new:
        new.comment = b"a comment"
        for name in old.namelist():
            entry = zipfile.ZipInfo(name, (2020, 2, 29, 12, 0, 0))
            entry.extra = b"\xfe\xca\x04\x00abcd"
            entry.comment = b"note"
            with new.open(entry, "w", force_zip64=True) as out:
                out.write(old.read(name))
    data = target.getvalue()
    out, _ = recompute(data, FUNCTIONS)
    assert values(out)["A1"] == 2
    before, after = raw_entries(data), raw_entries(out)
    assert {name for name in before if before[name] != after[name]} == {SHEET1}
    with zipfile.ZipFile(io.BytesIO(out)) as package:
        assert package.testzip() is None
        assert package.comment == b"a comment"


@pytest.mark.parametrize("signature", [b"PK\x07\x08", b""])
def test_data_descriptors_are_copied_whole_with_room_behind_them(signature):
    """A zip does not say how long a descriptor is, nor whether it begins with a signature."""
    source = sheet({"A1": ("=1+1", 0)})
    data, directory, count = b"", b"", 0
    with zipfile.ZipFile(io.BytesIO(source)) as package:
        for name in package.namelist():
            content = package.read(name)
            packed = zlib.compressobj(6, zlib.DEFLATED, -15)
            payload = packed.compress(content) + packed.flush()
            sizes = struct.pack("<III", zlib.crc32(content), len(payload), len(content))
            own = name.encode()
            local = struct.pack("<4sHHHHH", b"PK\x03\x04", 20, 8, 8, 0, 33)
            entry = struct.pack("<4sHHHHHH", b"PK\x01\x02", 20, 20, 8, 8, 0, 33) + sizes
            entry += struct.pack("<HHHHHII", len(own), 0, 0, 0, 0, 0, len(data))
            directory += entry + own
            data += local + bytes(12) + struct.pack("<HH", len(own), 0) + own + payload
            data += signature + sizes + b"gap.." * 9
            count += 1
    end = struct.pack("<4s4HIIH", b"PK\x05\x06", 0, 0, count, count, len(directory), len(data), 0)
    out, _ = recompute(data + directory + end, FUNCTIONS)
    assert values(out)["A1"] == 2
    with zipfile.ZipFile(io.BytesIO(out)) as package:
        entries = package.infolist()
        assert package.testzip() is None
    ends = [*(entry.header_offset for entry in entries[1:]), out.index(b"PK\x01\x02")]
    for entry, stop in zip(entries, ends, strict=True):
        body = entry.header_offset + 30 + len(entry.filename) + entry.compress_size
        if entry.filename != SHEET1:
            sizes = struct.pack("<III", entry.CRC, entry.compress_size, entry.file_size)
            assert out[body:stop] == signature + sizes, entry.filename


def spilling(count, extra=()):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_number("A1", count)
        worksheet.write_dynamic_array_formula("B2:C3", "=ROWS2(A1)", None, 1)
        worksheet.write_formula("E1", "=SUM(B2:B9)", None, 0)
        for cell, content in extra:
            worksheet.write(cell, content)

    return build(fill)


def test_spills_grow_with_new_rows_cells_reference_and_dimension():
    new, _ = recompute(spilling(4, [("F9", 1)]), FUNCTIONS)
    found = values(new)
    assert found["B5"] == 4 and found["C5"] == "r4" and found["E1"] == 10
    assert b'ref="B2:C5"' in part(new)
    assert recompute(new, FUNCTIONS)[0] == new


def test_new_rows_behind_the_last_come_last():
    """Excel repairs a sheet whose rows are not in their order."""
    new, _ = recompute(spilling(6), FUNCTIONS)
    rows = [int(number) for number in re.findall(rb'<row r="(\d+)"', part(new))]
    assert rows == sorted(rows) and rows[-1] == 7


def test_the_columns_that_a_row_says_it_spans_are_not_left_wrong():
    filled = b'<row r="4" spans="1:1" ht="30"><c r="A4"><v>9</v></c></row></sheetData>'
    data = edit(spilling(4), SHEET1, lambda xml: xml.replace(b"</sheetData>", filled))
    new, _ = recompute(data, FUNCTIONS)
    assert b'<row r="4" ht="30"><c r="A4"><v>9</v></c><c r="B4"' in part(new)


def test_a_long_reason_is_cut_to_one_line():
    def talks(*_):
        message = "the names\nof all players " * 40
        raise DomainError(message)

    _, report = recompute(sheet({"A1": "=TALKS()"}), {"TALKS": talks})
    text = report.errors[0].text
    assert len(text) == 200 and text.startswith("the names of all players the")
    assert text.endswith("...") and "\n" not in text


@pytest.mark.parametrize("formula", ["SUM(A1:A3 A2:B2)", "SUM(Area A2:B2)"])
def test_the_intersection_of_ranges_is_kept(formula):
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column("A1", [1, 2, 3])
        worksheet.write_formula("C1", "=" + formula, None, 2)
        workbook.define_name("Area", "=Sheet1!$A$1:$A$3")

    new, report = recompute(build(fill), FUNCTIONS)
    assert values(new)["C1"] == 2
    assert [kept.reason for kept in report.uncomputable] == ["the intersection of two ranges"]


def test_values_of_every_formula_leave_nothing_to_say():
    shared = sheet({"A1": 1, "B1": ("=BQ(A1)", 0), "B2": ("=BQ(A1)+1", 0)})
    new, report = recompute(shared, FUNCTIONS, values=True)
    assert report.warnings == []
    assert b"<f>" not in part(new)


def test_spills_grow_into_rows_that_are_there_and_empty():
    """``<row r="4" spans="1:3"/>`` has no end tag, and no cells."""
    data = edit(
        spilling(4), SHEET1,
        lambda xml: xml.replace(b"</sheetData>", b'<row r="4" spans="1:1" ht="30"/></sheetData>'),
    )  # fmt: skip
    new, _ = recompute(data, FUNCTIONS)
    assert [values(new)[f"B{row}"] for row in range(2, 6)] == [1, 2, 3, 4]
    assert b'<row r="4" ht="30"><c r="B4"' in part(new)
    assert recompute(new, FUNCTIONS)[0] == new


@pytest.mark.parametrize("opening", [b"<sheetData>", b"<sheetData >"], ids=["quick", "careful"])
def test_text_in_runs_is_one_text_without_how_it_is_read(opening):
    """Either way of reading a sheet: the quick one knows only what programs usually write."""
    runs = (
        b'<c r="A1" t="inlineStr"><is><r><t>\xe6\x9d\xb1</t>\n </r>'
        b'<r><t xml:space="preserve"> A</t></r><rPh sb="0" eb="1"><t>higashi</t></rPh></is></c>'
    )
    data = edit(
        sheet({"A1": 1, "B1": ("=A1&C1", 0), "C1": 2}), SHEET1,
        lambda xml: xml.replace(b'<c r="A1"><v>1</v></c>', runs)
        .replace(b'<c r="C1"><v>2</v></c>', b'<c r="C1" t="inlineStr"><is><t>!</t></is></c>')
        .replace(b"<sheetData>", opening),
    )  # fmt: skip
    assert runs in part(data) and opening in part(data)
    new, _ = recompute(data, FUNCTIONS)
    assert values(new)["B1"] == "\u6771 A!"
    assert runs in part(new)


def test_a_formula_without_text_stays_as_it_is():
    data = edit(
        sheet({"A1": 2, "B1": ("=A1+1", 0), "C1": ("=A1*2", 0)}), SHEET1,
        lambda xml: xml.replace(b"<f>A1+1</f><v>0</v>", b"<f></f><v>7</v>"),
    )  # fmt: skip
    new, report = recompute(data, FUNCTIONS)
    assert (values(new)["B1"], values(new)["C1"]) == (7, 4)
    assert not any("shared" in kept.reason for kept in report.uncomputable)


def test_spills_shrink_and_empty_their_cells():
    wide, _ = recompute(spilling(4), FUNCTIONS)
    narrow = edit(
        wide, SHEET1, lambda xml: xml.replace(b"<v>4</v></c></row>", b"<v>1</v></c></row>", 1)
    )
    narrow = edit(
        narrow, SHEET1, lambda xml: xml.replace(b'<c r="A1"><v>4</v>', b'<c r="A1"><v>1</v>')
    )
    new, _ = recompute(narrow, FUNCTIONS)
    found = values(new)
    assert found["B2"] == 1 and "B3" not in found and "B5" not in found and found["E1"] == 1
    assert b'ref="B2:C2"' in part(new)


def test_a_blocked_spill_says_so_and_harms_nothing():
    new, report = recompute(spilling(4, [("B5", "mine")]), FUNCTIONS)
    found = values(new)
    assert found["B2"] == "#VALUE!" and found["B5"] == "mine" and "B4" not in found
    assert found["E1"] == "#VALUE!"
    assert report.errors[-1].code == "#SPILL!"
    assert recompute(new, FUNCTIONS)[0] == new


def test_merged_cells_block_a_spill():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.merge_range("A3:B3", "")
        worksheet.write_dynamic_array_formula("A1", "=ROWS2(4)", None, 0)

    new, report = recompute(build(fill), FUNCTIONS)
    assert [error.code for error in report.errors] == ["#SPILL!"]
    assert values(new) == {"A1": "#VALUE!"}


def test_fixed_arrays_keep_their_area():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_array_formula("A1:A4", "{=ROWS2(2)}")
        worksheet.write_array_formula("D1:D3", "{=TRANSPOSE({1,2,3})}")
        worksheet.write_array_formula("F1:F2", "{=5}")
        worksheet.write_array_formula("H1:H2", "{=ROWS2(9)}")
        worksheet.write_string("H3", "below")
        worksheet.write_formula("G1", "=SUM(F1:F2)+H2", None, 0)

    new, _ = recompute(build(fill), FUNCTIONS)
    found = values(new)
    assert [found[f"A{row}"] for row in (1, 2, 3, 4)] == [1, 2, "#N/A", "#N/A"]
    assert (found["D1"], found["D3"], found["F2"], found["H2"]) == (1, 3, 5, 2)
    assert found["H3"] == "below" and found["G1"] == 12
    assert recompute(new, FUNCTIONS)[0] == new


def test_unchanged_numbers_are_left_as_they_are_written():
    ours = {"A3": 0.07, "B3": ("=BQ(A3)", 0.7), "A4": -0.07, "B4": ("=BQ(A4)", -0.7)}
    data = sheet({"A1": ("=0.1+0.2", 0.3), "A2": ("=1/3", 0.333333333333333), **ours})
    new, report = recompute(data, FUNCTIONS)
    assert part(new) == part(data) and report.changed == []


def test_a_spill_beside_a_filled_cell_is_not_blocked():
    def fill(workbook):
        worksheet = workbook.add_worksheet()
        worksheet.write_column("A1", [1] * 9)
        worksheet.write_dynamic_array_formula("C1", "=ROWS2(2)", None, 0)
        worksheet.write_column("E1", [7, 8])

    found = values(recompute(build(fill), FUNCTIONS)[0])
    assert [found[f"C{row}"] for row in (1, 2)] == [1, 2]
    assert (found["D2"], found["E2"]) == ("r2", 8)
