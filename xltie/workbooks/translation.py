"""A finished workbook in the language of its readers.

Templates are built in English. Here their own words are replaced: names of sheets wherever they
stand, headings, labels, notes, what drop-down lists offer. What a person typed is never touched,
and names of tables, defined names and functions stay as they are in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from openpyxl import Workbook
from openpyxl.cell.cell import Cell
from openpyxl.chart.title import Title
from openpyxl.worksheet.datavalidation import DataValidation
from openpyxl.worksheet.worksheet import Worksheet

from xltie.core.catalogues import help_text, is_translated, translated
from xltie.core.cells import quote_sheet
from xltie.core.records import dataclass
from xltie.core.text_width import display_width
from xltie.sheets.forms import HEADER_ROW, NOTICES
from xltie.sheets.functions import REGISTRY
from xltie.sheets.round import PAIRED_HEADINGS
from xltie.sheets.settings import BETWEEN_WORDS
from xltie.sheets.tables import with_names
from xltie.workbooks import styles

_HEADING_LINES, _TWO_LINES = 2, 32
"""Lines that a header row has room for, and its height in points with both."""
_BOLD = 1.15
"""The width of a bold letter of Cyrillic, in digits."""
_WORDS = ("result", "choice", "criterion")
"""What lists offer: results of a game, values of settings, criteria."""


@dataclass
class _Pass:
    """One workbook on its way into a language; ``names`` are those of its sheets by the English."""

    code: str
    kind: str
    names: dict[str, str]
    missing: set[tuple[str, str]]

    def translated(self, context: str, english: str) -> str:
        if not is_translated(context, english, self.code, self.kind):
            self.missing.add((context, english))
        return translated(context, english, self.code, self.kind)

    def formula(self, english: str) -> str:
        return with_names(english, self.names)


def translate(
    book: Workbook, code: str, *, has_team_matches: bool = False, is_session: bool = False
) -> set[tuple[str, str]]:
    """Put a new workbook into a language, in place; nothing is done for English.

    Returns:
        The words that the catalogue lacks, each with its context; they stay English.
    """
    if code == "en":
        return set()
    kind = "team" if has_team_matches else "bridge" if is_session else ""
    translation = _Pass(code, kind, {}, set())
    names = translation.names
    names.update((name, translation.translated("sheet", name)) for name in book.sheetnames)
    for sheet in book.worksheets:
        _cells(translation, sheet)
        _sizes(translation, sheet)
        _marks(translation, sheet)
        _charts(translation, sheet)
    for sheet in book.worksheets:
        sheet.title = names[sheet.title]
        if sheet.print_title_rows:
            sheet.print_title_rows = sheet.print_title_rows  # it holds the name of the sheet
    for defined in book.defined_names.values():
        defined.attr_text = translation.formula(defined.attr_text)
    return translation.missing


# -- cells -----------------------------------------------------------------------------------------


def _cells(translation: _Pass, sheet: Worksheet) -> None:
    for cell, text in _filled(sheet):
        if cell.data_type == "f":
            cell.value = translation.formula(text)
        elif cell.data_type == "s" and not cell.quotePrefix:
            cell.value = _in_language(translation, sheet, cell, text)


def _sizes(translation: _Pass, sheet: Worksheet) -> None:
    """Make columns and lines as large as their texts are now."""
    for cell, text in _filled(sheet):
        is_value = sheet.title == "Standings" and "\n" in text  # its form knows how wide it is
        if (
            cell.row == HEADER_ROW
            and cell.alignment.wrap_text
            and not is_value
            and cell.data_type != "f"
        ):
            column = sheet.column_dimensions[cell.column_letter]
            column.width = max(
                column.width, _width(text), _result_width(translation, sheet.title, text)
            )
            if display_width(text) > column.width:
                row = sheet.row_dimensions[HEADER_ROW]
                row.height = max(row.height or 0, _TWO_LINES)
        if sheet.title == "Settings" and cell.column == 3 and cell.row > HEADER_ROW:
            styles.heighten(sheet, cell.row)


def _filled(sheet: Worksheet) -> Iterator[tuple[Cell, str]]:
    for row in sheet.iter_rows():
        for cell in row:
            if isinstance(cell, Cell) and isinstance(cell.value, str):
                yield cell, cell.value


def _in_language(translation: _Pass, sheet: Worksheet, cell: Cell, text: str) -> str:
    """Return what a cell says in the language; the same where a person may have typed it."""
    name = sheet.title
    if cell.row != HEADER_ROW and (name in _LISTS or (cell.row == 1 and name in NOTICES)):
        return text  # what a person typed: names, and the event's own
    is_typed = cell.row != HEADER_ROW and cell.fill.fgColor.rgb == styles.INPUT_FILL.fgColor.rgb
    if name == "Settings" and text in PAIRED_HEADINGS:
        return translation.translated("heading", text)
    values = {"Settings": _VALUES, ALL_SETTINGS: _USUAL}.get(name)
    if cell.column == values and cell.row > HEADER_ROW:
        return _offered(translation, text)
    if name in ("Rounds", "Matches") and cell.row > HEADER_ROW:
        return _offered(translation, text) if text in _RESULTS else text
    if is_typed and cell.row < HEADER_ROW:
        return translated("choice", text, translation.code)  # in what order, where a list offers it
    if is_typed or not text.strip():
        return text
    if name == "Help" and cell.row >= HEADER_ROW:
        return _of_help(translation, sheet, cell, text)
    if name == "Standings" and cell.row == HEADER_ROW and cell.column_letter in _values_of(sheet):
        name, end, label = text.rpartition("\n")
        return name + end + _offered(translation, label)  # as the list of tie-breaks says it
    context = _context(translation, name, cell)
    if context == "heading" and name == "Why":
        return translated(
            context, text, translation.code, "why"
        )  # what decides a pairing, not a place
    if context is None:
        return text
    first, *typed = text.split("\n", 1) if context == "heading" else (text,)
    return "\n".join((translation.translated(context, first), *typed))


def _values_of(sheet: Worksheet) -> list[str]:
    """Return the columns of the Standings that hold values: those between No and Decided by."""
    return [cell.column_letter for cell in sheet[HEADER_ROW][_BEFORE_VALUES:] if cell.value][:-1]


_BEFORE_VALUES = 3
_LISTS = ("Players", "Teams")
_VALUES, _USUAL = 2, 3
ALL_SETTINGS = "All settings"
_WITH_BYES = ("Result", "Black discs")
_RESULTS = ("bye", "full bye", "half bye", "zero bye", "absent", "withdrawn")


def _context(translation: _Pass, sheet: str, cell: Cell) -> str | None:
    """Return which of our words a cell holds; None for what follows from what is typed."""
    if cell.row < HEADER_ROW:
        is_label = is_translated("heading", str(cell.value), translation.code, translation.kind)
        return "heading" if cell.row == HEADER_ROW - 1 and is_label else ""
    if sheet == "Settings" and cell.row > HEADER_ROW:
        return {1: "setting", 3: ""}.get(cell.column)
    if sheet == ALL_SETTINGS and cell.row > HEADER_ROW:
        return {1: "setting", 4: ""}.get(cell.column)
    return "heading" if cell.row == HEADER_ROW else None


def _of_help(translation: _Pass, sheet: Worksheet, cell: Cell, text: str) -> str:
    """Return a line of the Help sheet: a hint, a heading, or what a function answers."""
    if cell.fill.fgColor.rgb == styles.HEADER_FILL.fgColor.rgb:
        return translation.translated("heading", text)
    name = _FUNCTIONS.get(str(sheet.cell(cell.row, 1).value).partition("(")[0])
    if name is None:
        return translation.translated("", text)
    if cell.column == 1:
        return text  # how the function is written
    said = help_text(translation.code, name)
    if not said:
        translation.missing.add(("function", name))
    return said or text


_FUNCTIONS = {name: entry.name for entry in REGISTRY.values() for name in entry.names}


def _width(heading: str) -> float:
    """Return the width of a column that shows a heading on the lines that there are for it."""
    words = [display_width(word) for word in heading.split()]
    if len(words) == 1 and words[0] > len(heading):  # breaks between syllables
        return words[0] / _HEADING_LINES + 3
    return max(_BOLD * max(words, default=0), display_width(heading) / _HEADING_LINES) + 2.5


def _result_width(translation: _Pass, sheet: str, heading: str) -> float:
    """Return the width of a column of results, 0 of any other: a bye, or the longest word, fits."""
    results, *counts = (translated("heading", one, translation.code) for one in _WITH_BYES)
    named = heading.partition("\n")[0]
    if sheet not in ("Rounds", "Matches") or named not in (results, *counts):
        return 0
    words = _RESULTS if heading == results else _RESULTS[:1]  # of teams, or of games
    return 2 + max(display_width(translated("result", word, translation.code)) for word in words)


# -- lists, marks and charts -----------------------------------------------------------------------


def _offered(translation: _Pass, word: str) -> str:
    """Return a word of a list; results and a few values of settings have one in each language."""
    return "".join(_word(translation, one) for one in BETWEEN_WORDS.split(word))


def _word(translation: _Pass, word: str) -> str:
    found = (context for context in _WORDS if is_translated(context, word, translation.code))
    context = next(found, None)
    return word if context is None else translated(context, word, translation.code)


def _marks(translation: _Pass, sheet: Worksheet) -> None:
    for area in sheet.conditional_formatting:
        for rule in area.rules:
            rule.formula = [translation.formula(_named(translation, text)) for text in rule.formula]
    for offered in sheet.data_validations.dataValidation:
        _validation(translation, offered)


def _named(translation: _Pass, formula: str) -> str:
    """Return a formula that looks for places in a text with the names that the text has."""
    for english, name in translation.names.items():
        formula = formula.replace(f'"{english}!"', f'"{quote_sheet(name)}!"')
    return formula


def _validation(translation: _Pass, offered: DataValidation) -> None:
    listed = offered.formula1 or ""
    if offered.type == "list" and listed.startswith('"'):
        words = listed.strip('"').split(",")
        offered.formula1 = f'"{",".join(_offered(translation, word) for word in words)}"'
    else:
        offered.formula1 = translation.formula(listed) if listed else listed
    for field in ("errorTitle", "error", "promptTitle", "prompt"):
        text = getattr(offered, field)
        if text:
            is_heading = is_translated("heading", text, translation.code, translation.kind)
            setattr(offered, field, translation.translated("heading" if is_heading else "", text))


def _charts(translation: _Pass, sheet: Worksheet) -> None:
    for chart in sheet._charts:  # type: ignore[attr-defined]
        for series in chart.series:
            for part in (series.val.numRef, series.cat and series.cat.numRef,
                         series.tx and series.tx.strRef):  # fmt: skip
                if part:
                    part.f = translation.formula(part.f)
        _titles(translation, chart)


def _titles(translation: _Pass, chart: Any) -> None:
    for axis in (chart.x_axis, chart.y_axis):
        if isinstance(axis.title, Title) and axis.title.tx and axis.title.tx.rich:
            for run in axis.title.tx.rich.p[0].r:
                run.t = translation.translated("heading", run.t)
