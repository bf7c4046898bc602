"""A deliberately rich workbook: everything that a careless writer would lose."""

from __future__ import annotations

import io
import struct
import tempfile
import zlib
from pathlib import Path
from typing import Any

import xlsxwriter

from tests.recompute.books import part, repack

CUSTOM_UI = b"""<customUI xmlns="http://schemas.microsoft.com/office/2006/01/customui">\
<ribbon><tabs><tab id="t" label="Tournament"/></tabs></ribbon></customUI>"""
PIVOT = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"


def image() -> bytes:
    """Return a PNG of one pixel."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        check = zlib.crc32(kind + content)
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    body = zlib.compress(b"\0\xff\0\0")
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def rich_workbook() -> bytes:
    """Return the workbook as an .xlsm."""
    stream = io.BytesIO()
    with tempfile.TemporaryDirectory() as folder:
        macros = Path(folder, "vbaProject.bin")
        macros.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(range(256)) * 8)
        book = xlsxwriter.Workbook(stream, {"in_memory": True, "use_future_functions": True})
        book.add_vba_project(str(macros))
        fill_games(book)
        fill_standings(book)
        fill_extras(book)
        book.close()
    return with_foreign_parts(stream.getvalue())


def fill_games(book: Any) -> None:
    games = book.add_worksheet("Games")
    rows = [["Ann", 3], ["Bob", 1], ["Cho", 2], ["Ann", 2]]
    columns = [{"header": "Player"}, {"header": "Wins"}]
    games.add_table(
        "A1:B5",
        {"name": "Rounds", "columns": columns, "data": rows, "style": "Table Style Light 9"},
    )
    games.data_validation("B2:B5", {"validate": "integer", "criteria": ">=", "value": 0})
    games.write_comment("A2", "Withdrew after round 3", {"author": "Director"})
    games.protect("secret")
    games.set_row(30, 12, None, {"hidden": True})
    games.set_footer("&LPage &P")
    games.freeze_panes(1, 0)


def fill_standings(book: Any) -> None:
    sheet = book.add_worksheet("Standings")
    money = book.add_format({"num_format": "0.0", "bold": True, "font_color": "#AA0000"})
    for row, name in enumerate(["Ann", "Bob", "Cho"], 1):
        sheet.write_string(row, 0, name)
        sheet.write_formula(row, 1, f"=SCORE(A{row + 1},Rounds[#All])", money, 0)
        sheet.write_formula(row, 2, f"=RANK(B{row + 1},B$2:B$4)", None, 0)
    sheet.write_rich_string("E1", "plain ", book.add_format({"bold": True}), "bold")
    sheet.write_dynamic_array_formula("G2:H3", "=ROWS2(A20)", None, 1)
    sheet.write_number("A20", 3)
    sheet.write_dynamic_array_formula("J2:J4", "=_xlfn._xlws.SORT(B2:B4)", None, 0)
    sheet.write_array_formula("L2:L4", "{=B2:B4*2}", None, 0)
    sheet.write_formula("M2", '=HYPERLINK("https://example.org","site")', None, "site")
    sheet.conditional_format("B2:B4", {"type": "data_bar", "data_bar_2010": True})
    sheet.conditional_format("C2:C4", {"type": "icon_set", "icon_style": "3_traffic_lights"})
    sheet.conditional_format("B2:B4", {"type": "formula", "criteria": "=$B2>2", "format": money})
    sheet.add_sparkline("D2", {"range": "Standings!B2:B4", "type": "column"})
    sheet.insert_image("N2", "one.png", {"image_data": io.BytesIO(image())})
    sheet.insert_textbox("N8", "Notes of the arbiter")
    sheet.insert_button("N14", {"macro": "Recompute", "caption": "Recompute"})
    sheet.embed_image("P2", "two.png", {"image_data": io.BytesIO(image())})
    sheet.insert_checkbox("P3", True)
    chart = book.add_chart({"type": "column"})
    chart.add_series({"categories": "=Standings!$A$2:$A$4", "values": "=Standings!$B$2:$B$4"})
    sheet.insert_chart("A22", chart)
    sheet.set_header("&C&G", {"image_center": "h.png", "image_data_center": io.BytesIO(image())})
    sheet.ignore_errors({"number_stored_as_text": "A1:A9"})
    sheet.merge_range("A10:C10", "merged")
    sheet.outline_settings(symbols_below=False)
    sheet.autofilter("A1:C4")


def fill_extras(book: Any) -> None:
    race = book.add_chartsheet("Race")
    line = book.add_chart({"type": "line"})
    line.add_series({"values": "=Standings!$B$2:$B$4"})
    race.set_chart(line)
    secret = book.add_worksheet("Hidden")
    secret.very_hidden()
    secret.write_formula("A1", "=SUM(Standings!B:B)", None, 0)
    secret.write_url("A2", "https://example.org/", string="link")
    book.define_name("AllGames", "=Games!$A$1:$B$5")
    book.set_properties({"title": "Rich", "company": "Federation"})
    book.set_custom_property("Edition", "2026")
    book.set_calc_mode("auto")


def with_foreign_parts(data: bytes) -> bytes:
    """Add what XlsxWriter cannot: a ribbon, custom XML, a pivot cache, a calculation chain."""
    types = part(data, "[Content_Types].xml").replace(
        b"</Types>",
        b'<Override PartName="/xl/pivotCache/pivotCacheDefinition1.xml" ContentType="application/'
        b'vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheDefinition+xml"/>'
        b'<Override PartName="/xl/pivotCache/pivotCacheRecords1.xml" ContentType="application/'
        b'vnd.openxmlformats-officedocument.spreadsheetml.pivotCacheRecords+xml"/>'
        b'<Override PartName="/xl/calcChain.xml" ContentType="application/'
        b'vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"/></Types>',
    )
    roots = part(data, "_rels/.rels").replace(
        b"</Relationships>",
        b'<Relationship Id="rIdUi" Type="http://schemas.microsoft.com/office/2006/relationships/ui/'
        b'extensibility" Target="customUI/customUI.xml"/></Relationships>',
    )
    links = part(data, "xl/_rels/workbook.xml.rels").replace(
        b"</Relationships>",
        f'<Relationship Id="rIdP" Type="{RELATIONS}/pivotCacheDefinition" '
        f'Target="pivotCache/pivotCacheDefinition1.xml"/><Relationship Id="rIdC" '
        f'Type="{RELATIONS}/calcChain" Target="calcChain.xml"/>'
        f'<Relationship Id="rIdX" Type="{RELATIONS}/customXml" Target="../customXml/item1.xml"/>'
        "</Relationships>".encode(),
    )
    book = part(data, "xl/workbook.xml").replace(
        b"</workbook>",
        b'<pivotCaches><pivotCache cacheId="7" r:id="rIdP"/></pivotCaches></workbook>',
    )
    cache = "xl/pivotCache/pivotCacheDefinition1.xml"
    return repack(
        data,
        {
            "[Content_Types].xml": types,
            "_rels/.rels": roots,
            "xl/_rels/workbook.xml.rels": links,
            "xl/workbook.xml": book,
            "customUI/customUI.xml": CUSTOM_UI,
            "customXml/item1.xml": b"<federation xmlns='urn:x'>KR</federation>",
            "xl/calcChain.xml": (
                f'<calcChain xmlns="{PIVOT}"><c r="B2" i="2"/></calcChain>'
            ).encode(),
            cache: pivot_definition(),
            "xl/pivotCache/_rels/pivotCacheDefinition1.xml.rels": (
                '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/'
                'relationships">'
                f'<Relationship Id="rId1" Type="{RELATIONS}/pivotCacheRecords" '
                'Target="pivotCacheRecords1.xml"/></Relationships>'
            ).encode(),
            "xl/pivotCache/pivotCacheRecords1.xml": (
                f'<pivotCacheRecords xmlns="{PIVOT}" count="1"><r><s v="Ann"/><n v="3"/></r>'
                "</pivotCacheRecords>"
            ).encode(),
        },
    )


def pivot_definition() -> bytes:
    return (
        f'<pivotCacheDefinition xmlns="{PIVOT}" xmlns:r="{RELATIONS}" r:id="rId1" recordCount="1">'
        '<cacheSource type="worksheet"><worksheetSource ref="A1:B5" sheet="Games"/></cacheSource>'
        '<cacheFields count="2"><cacheField name="Player"><sharedItems/></cacheField>'
        '<cacheField name="Wins"><sharedItems containsNumber="1" minValue="1" maxValue="3"/>'
        "</cacheField></cacheFields></pivotCacheDefinition>"
    ).encode()
