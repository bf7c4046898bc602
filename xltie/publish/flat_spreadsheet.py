"""What is printed, as a flat OpenDocument spreadsheet, for LibreOffice to make a PDF of.

Every list is a sheet with the event and its title in the page header and headings that repeat; its
columns are as wide as what they hold, and smaller where the paper is too narrow.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.sax.saxutils import escape

from xltie.publish.page_model import Cell
from xltie.publish.prints import Sheet, Slip

_PAPER = {"a4": (21.0, 29.7), "letter": (21.59, 27.94)}
_MARGIN = 1.2
_LETTER, _GAP = 0.2, 0.4
"""How wide a letter of 10 points is on average, and what a column has besides, in cm."""
_SLIP = (8.0, 3.0, 3.0)
_SLIPS_A_PAGE = 5
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_NAMESPACES = " ".join(
    f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{own}:1.0"'
    for name, own in (("office", "office"), ("style", "style"), ("table", "table"),
                      ("text", "text"), ("fo", "xsl-fo-compatible"))
)  # fmt: skip


def flat_spreadsheet(
    sheets: Sequence[Sheet], event: str, notes: Sequence[str], paper: str, words: Sequence[str]
) -> str:
    """Return the sheets as one document.

    ``notes`` stand above every list; ``paper`` is "a4" or "letter"; ``words`` are those of a slip:
    table, player, result and signature.
    """
    made = [_OneSheet(number, own, event, notes, paper) for number, own in enumerate(sheets, 1)]
    automatic = "".join(own.automatic() for own in made)
    masters = "".join(own.master() for own in made)
    bodies = "".join(own.body(words) for own in made)
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {_NAMESPACES} '
        'office:version="1.3" '
        'office:mimetype="application/vnd.oasis.opendocument.spreadsheet">'
        f"<office:automatic-styles>{automatic}</office:automatic-styles>"
        f"<office:master-styles>{masters}</office:master-styles>"
        f"<office:body><office:spreadsheet>{bodies}</office:spreadsheet></office:body>"
        "</office:document>"
    )


def _escaped(text: str) -> str:
    """Return a text as XML; letters that XML cannot hold are left out."""
    return escape(_NOT_IN_XML.sub("", text))


class _OneSheet:
    """One sheet: its styles have its number in their names."""

    def __init__(
        self, number: int, sheet: Sheet, event: str, notes: Sequence[str], paper: str
    ) -> None:
        self.number, self.sheet, self.notes = number, sheet, notes
        self.heading = f"{event} · {sheet.title}"
        self.is_wide = sheet.kind != "upright"
        across, down = _PAPER[paper]
        self.size = (down, across) if self.is_wide else (across, down)
        room = self.size[0] - 2 * _MARGIN
        widths = [_GAP + _LETTER * own for own in sheet.widths] if sheet.table else list(_SLIP)
        self.scale = min(1.0, room / sum(widths))
        self.widths = [own * self.scale for own in widths]

    def automatic(self) -> str:
        """Return the styles of the page, the columns and the cells."""
        n, points = self.number, 10 * self.scale
        across, down = self.size
        lies = "landscape" if self.is_wide else "portrait"
        columns = "".join(
            f'<style:style style:name="c{n}_{at}" style:family="table-column">'
            f'<style:table-column-properties style:column-width="{own:.2f}cm"/></style:style>'
            for at, own in enumerate(self.widths)
        )
        header = '<style:header-footer-properties fo:min-height="0.8cm"/>'
        return (
            f'<style:page-layout style:name="p{n}"><style:page-layout-properties '
            f'fo:page-width="{across}cm" fo:page-height="{down}cm" '
            f'style:print-orientation="{lies}" fo:margin="{_MARGIN}cm" '
            'style:first-page-number="continue"/>'
            f"<style:header-style>{header}</style:header-style>"
            f"<style:footer-style>{header}</style:footer-style></style:page-layout>"
            f'<style:style style:name="t{n}" style:family="table" style:master-page-name="m{n}"/>'
            f'<style:style style:name="tall{n}" style:family="table-row">'
            '<style:table-row-properties style:row-height="0.9cm" '
            'style:use-optimal-row-height="false"/></style:style>'
            f'<style:style style:name="break{n}" style:family="table-row">'
            '<style:table-row-properties fo:break-before="page"/></style:style>'
            f"{columns}{self._cell('l', points, 'start')}{self._cell('r', points, 'end')}"
            f"{self._cell('hl', points, 'start', True)}{self._cell('hr', points, 'end', True)}"
            f"{self._cell('b', points, 'start', False, '0.02cm solid #000000')}"
        )

    def _cell(
        self, name: str, points: float, align: str, is_bold: bool = False, border: str = ""
    ) -> str:
        line = "0.03cm solid #000000" if is_bold else "0.01cm solid #999999"
        frame = f'fo:border="{border}"' if border else f'fo:border-bottom="{line}"'
        weight = ' fo:font-weight="bold"' if is_bold else ""
        return (
            f'<style:style style:name="{name}{self.number}" style:family="table-cell">'
            f'<style:table-cell-properties {frame} style:text-align-source="fix" '
            'fo:padding-left="0.12cm" fo:padding-right="0.12cm" style:vertical-align="middle"/>'
            f'<style:paragraph-properties fo:text-align="{align}"/>'
            f'<style:text-properties fo:font-size="{points:.1f}pt"{weight}/></style:style>'
        )

    def master(self) -> str:
        """Return what stands above and below on every page."""
        return (
            f'<style:master-page style:name="m{self.number}" '
            f'style:page-layout-name="p{self.number}"><style:header><text:p>'
            f"{_escaped(self.heading)}</text:p></style:header><style:footer><text:p>"
            "<text:page-number/> / <text:page-count/></text:p></style:footer></style:master-page>"
        )

    def body(self, words: Sequence[str]) -> str:
        """Return the table."""
        columns = "".join(
            f'<table:table-column table:style-name="c{self.number}_{at}"/>'
            for at in range(len(self.widths))
        )
        notes = "".join(self._row([note], ["hl"]) for note in self.notes)
        if self.sheet.table is None:
            rows = "".join(
                self._slip(own, words, begins_page=at > 0 and at % _SLIPS_A_PAGE == 0)
                for at, own in enumerate(self.sheet.slips)
            )
        else:
            rows = self._table()
        return (
            f'<table:table table:name="{self.number}" table:style-name="t{self.number}">'
            f"{columns}{notes}{rows}</table:table>"
        )

    def _table(self) -> str:
        assert self.sheet.table is not None
        sides = ["r" if own.is_number else "l" for own in self.sheet.table.columns]
        headings = [own.heading for own in self.sheet.table.columns]
        head = self._row(headings, [f"h{own}" for own in sides])
        rows = (
            self._row([own.text if isinstance(own, Cell) else own for own in row], sides)
            for row in self.sheet.table.rows
        )
        return f"<table:table-header-rows>{head}</table:table-header-rows>{''.join(rows)}"

    def _slip(self, slip: Slip, words: Sequence[str], begins_page: bool) -> str:
        table, player, result, signature = words
        boxes = [slip.counts, result] if slip.counts else [result]
        styles = ["hl"] * (1 + len(boxes))
        style = "break" if begins_page else ""
        at = f" · {table} {slip.table}" if slip.table else ""
        rows = [self._row([self.heading + at], ["hl"], style),
                self._row([player, *boxes], styles)]  # fmt: skip
        for name, about, colour in slip.players:
            said = f"{colour}: {name}" if colour else name
            rows.append(self._row([f"{said} ({about})" if about else said, *("" for _ in boxes)],
                                  ["b"] * len(styles), "tall"))  # fmt: skip
        rows.append(self._row([f"{signature}:"] * 2, ["l", "l"], "tall"))
        rows.append("<table:table-row/>")
        return "".join(rows)

    def _row(self, cells: Sequence[str], styles: Sequence[str], of_row: str = "") -> str:
        made = "".join(
            f'<table:table-cell table:style-name="{style}{self.number}" '
            f'office:value-type="string"><text:p>{_escaped(text)}</text:p></table:table-cell>'
            for text, style in zip(cells, styles, strict=True)
        )
        style = f' table:style-name="{of_row}{self.number}"' if of_row else ""
        return f"<table:table-row{style}>{made}</table:table-row>"
