r"""The formulas of an open document, and correction of the xltie functions in them.

Files come with ``BQ(``, with ``[1]!BQ(`` or ``'C:\path\xltie.xlam'!BQ(`` (an Excel add-in), with
``_xll.BQ(``, ``_xldudf_TIE_BQ(`` (Office.js), ``_xludf.``, ``_xlfn.``, with ``@`` or
``_xlfn.SINGLE(`` before it, and with LibreOffice's own ``ORG.XLTIE.CALC.XLTIEADDIN.BQ(``, which
LibreOffice 25 also makes of a name behind an ``@``, and then cannot compute. Of the engine only the
lexer is imported here: every document that is opened is looked at.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Iterable, Iterator, List, NamedTuple, Optional, Pattern, Sequence, Tuple

from xltie.core.formula_lexer import Token, inside, may_call, shown_tokens
from xltie.hosts.libreoffice.names import PREFIX

_LINK = r"(?:'(?:[^']|'')*'(?:\#\$?|!\$?)|\[\d+\]!|[\w.]+\.(?:xla[mx]?|xlsm|xll)!\$?)"
_STORE = (
    r"(?:_xlfn\.|_xlws\.|_xll\.|_xludf\.|_xldudf_(?:[a-z0-9]+_)?|(?:xl)?tie\.|"
    rf"(?P<own>{re.escape(PREFIX)}))"
)
_SINGLE = "_xlfn.single"
_TABLE_PART = re.compile(r"([\w.]+)(\[\#(?:all|data|headers|totals)\])", re.IGNORECASE)


@lru_cache(maxsize=4)
def _stored(names: Tuple[str, ...]) -> Pattern[str]:
    """Return what takes a stored name of one of our functions apart."""
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"(?P<link>{_LINK})?{_STORE}*(?P<name>{known})", re.IGNORECASE)


class _Spelled(NamedTuple):
    """One of our functions in a formula: its bare name, and whether it stands behind ``#``."""

    name: str
    is_behind_hash: bool


def _call(
    parts: Sequence[Token], index: int, stored: Pattern[str], has_prefix: bool
) -> Optional[_Spelled]:
    """Return the call that begins at a token, None where it is none of ours."""
    found = stored.fullmatch(parts[index].text) if parts[index].kind == "function" else None
    before = parts[index - 1].text if index else ""
    if found is None or before.endswith(("'", ".", "!", "#", "$")):
        return None
    # Calc resolves a function under its own prefix, unless something stands before it.
    if found["own"] and not (has_prefix or found["link"] or before == "@"):
        return None
    return _Spelled(found["name"].upper(), "#" in (found["link"] or "")[-2:])


def _parts(
    formula: str, names: Tuple[str, ...], has_prefix: bool
) -> List[Tuple[Token, Optional[_Spelled]]]:
    """Return the tokens of a formula with our calls; nothing where there is none of ours."""
    if not may_call(formula, names):
        return []
    stored = _stored(names)
    parts = shown_tokens(formula)
    return [(part, _call(parts, index, stored, has_prefix)) for index, part in enumerate(parts)]


def respelled(formula: str, names: Iterable[str], own_prefix: bool = False) -> str:
    """Return a formula with our functions by their bare names, whatever stood before them.

    ``own_prefix`` takes LibreOffice's own prefix off as well.

    >>> respelled('=IF(A2="_xll.BQ(";[1]!bq(A2;B1:C9);@_xll.BQ(1;B1:C9))', ["BQ"])
    '=IF(A2="_xll.BQ(";BQ(A2;B1:C9);BQ(1;B1:C9))'
    """
    found = _parts(formula, tuple(names), own_prefix)
    if not found:
        return formula
    parts = [part for part, _ in found]
    texts = [part.text for part in parts]
    for index, (part, call) in enumerate(found):
        within = list(inside(parts, index + 1)) if part.kind == "function" else []
        if call is not None:
            texts[index] = call.name
            if index and texts[index - 1] == "@":
                texts[index - 1] = ""
            if call.is_behind_hash:
                # LibreOffice 26 reads the arguments behind such a link as one union of ranges.
                for at in (at for at, depth in within if not depth and texts[at] == "~"):
                    texts[at] = ";"
        elif part.text.lower() == _SINGLE and any(found[at][1] for at, _ in within):
            texts[index] = ""
    return "".join(texts)


def with_whole_tables(formula: str) -> str:
    """Return a formula with parts of tables in double brackets, as Calc's own grammar has them.

    >>> with_whole_tables("=BQ(A2;Rounds[#all])")
    '=BQ(A2;Rounds[[#all]])'
    """
    return "".join(
        _TABLE_PART.sub(r"\1[\2]", part.text) if part.kind == "table" else part.text
        for part in shown_tokens(formula)
    )


def is_resolved(formula: str) -> bool:
    """Tell whether Calc has found one of our functions in a formula."""
    return PREFIX in formula


def is_unresolved(formula: str, names: Iterable[str]) -> bool:
    """Tell whether a formula, as Calc holds it, calls one of our functions under another name."""
    return _is_unresolved(_NUMBER.sub("0", formula), tuple(names))


_NUMBER = re.compile(r"\d+(?![\w.(!'\]])")
"""Numbers that are no part of a name, as those of rows: what differs in nothing else is alike."""


@lru_cache(maxsize=4096)
def _is_unresolved(formula: str, names: Tuple[str, ...]) -> bool:
    return any(call for _, call in _parts(formula, names, False))


_ANY_NAME = "xltie_is_here"
FORMULA = 16
"""com.sun.star.sheet.CellFlags.FORMULA"""

Found = Tuple[int, int, str]
"""Row and column from 0, and a formula; an array formula stands in braces."""


def is_spreadsheet(document: Any) -> bool:
    """Tell whether a document is one of Calc's."""
    return bool(document.supportsService("com.sun.star.sheet.SpreadsheetDocument"))


def formulas_of(sheet: Any) -> Iterator[Found]:
    """Yield every formula of a sheet, an array formula in each of its cells."""
    for area in sheet.queryContentCells(FORMULA).RangeAddresses:
        cells = sheet.getCellRangeByPosition(
            area.StartColumn, area.StartRow, area.EndColumn, area.EndRow
        )
        for row, line in enumerate(cells.getFormulaArray(), area.StartRow):
            for column, formula in enumerate(line, area.StartColumn):
                yield row, column, formula


def uses_our_functions(document: Any) -> bool:
    """Tell whether Calc has found one of our functions in a document."""
    return any(
        is_resolved(formula) for sheet in document.Sheets for _, _, formula in formulas_of(sheet)
    )


def _unresolved(document: Any, names: Sequence[str]) -> Iterator[Tuple[Any, Found]]:
    for sheet in document.Sheets:
        for found in formulas_of(sheet):
            if is_unresolved(found[2], names):
                yield sheet, found


def needs_correction(document: Any, names: Sequence[str]) -> bool:
    """Tell whether there is a formula whose function Calc did not find."""
    return next(_unresolved(document, names), None) is not None


def correct_formulas(document: Any, names: Sequence[str]) -> int:
    """Enter every formula again whose function Calc did not find, and return how many.

    Protected cells are left as they are. Calc computes nothing meanwhile.
    """
    if not needs_correction(document, names):
        return 0
    with computing_later(document):
        _compile_again(document)
        return sum(
            entered_all(sheet, found, names)
            for sheet in document.Sheets
            if (found := [f for f in formulas_of(sheet) if is_unresolved(f[2], names)])
        )


def _compile_again(document: Any) -> None:
    """Let Calc look again for the functions that it did not find: it does where a name is new.

    Most are found then, thousands in the time in which a hundred are entered one by one.
    """
    names = document.NamedRanges
    if not names.hasByName(_ANY_NAME):
        anywhere = document.Sheets.getByIndex(0).getCellByPosition(0, 0).CellAddress
        names.addNewByName(_ANY_NAME, "0", anywhere, 0)
        names.removeByName(_ANY_NAME)


@contextmanager
def computing_later(document: Any) -> Iterator[None]:
    """Let Calc compute nothing while cells are entered, and everything once afterwards."""
    automatic = document.isAutomaticCalculationEnabled()
    document.enableAutomaticCalculation(False)
    try:
        yield
    finally:
        document.enableAutomaticCalculation(automatic)


def entered_all(sheet: Any, found: Sequence[Found], names: Sequence[str] = ()) -> int:
    """Enter formulas of a sheet again: those that stand below each other in one step.

    A formula that is entered alone costs Calc as much as the column around it is long.
    """
    if sheet.isProtected():
        return sum(_entered(sheet, part, names) for part in found)
    count = 0
    for run in _runs(found):
        if len(run) == 1 or run[0][2].startswith("{"):
            count += sum(_entered(sheet, cell, names) for cell in run)
            continue
        (first, column, _), last = run[0], run[-1][0]
        cells = sheet.getCellRangeByPosition(column, first, column, last)
        cells.setFormulaArray(tuple((_corrected(cell[2], names),) for cell in run))
        count += len(run)
    return count


def _runs(found: Sequence[Found]) -> Iterator[List[Found]]:
    """Yield the formulas that stand below each other, array formulas apart from others."""
    run: List[Found] = []
    for cell in sorted(found, key=lambda cell: (cell[1], cell[0])):
        if (
            run
            and (cell[0], cell[1]) == (run[-1][0] + 1, run[-1][1])
            and (cell[2].startswith("{") == run[-1][2].startswith("{"))
        ):
            run.append(cell)
            continue
        if run:
            yield run
        run = [cell]
    if run:
        yield run


def _corrected(formula: str, names: Sequence[str]) -> str:
    return with_whole_tables(respelled(formula, names))


def _entered(sheet: Any, found: Found, names: Sequence[str]) -> int:
    row, column, formula = found
    cell = sheet.getCellByPosition(column, row)
    if sheet.isProtected() and cell.CellProtection.IsLocked:
        return 0
    if not formula.startswith("{"):
        cell.setFormula(_corrected(formula, names))
        return 1
    cursor = sheet.createCursorByRange(cell)
    cursor.collapseToCurrentArray()
    first = cursor.RangeAddress
    if (first.StartRow, first.StartColumn) != (row, column):
        return 0  # the first cell of an array stands for all
    cursor.setArrayFormula(_corrected(formula[1:-1], names))
    return 1


def correct_named_formulas(document: Any, names: Sequence[str]) -> int:
    """Do the same for named expressions, of the document and of every sheet."""
    holders: List[Any] = [document, *document.Sheets]
    count = 0
    for holder in holders:
        for name in holder.NamedRanges.ElementNames:
            named = holder.NamedRanges.getByName(name)
            if is_unresolved(named.Content, names):
                named.setContent(respelled(named.Content, names))
                count += 1
    return count
