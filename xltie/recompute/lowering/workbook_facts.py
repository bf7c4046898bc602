"""SHEET, SHEETS, ISFORMULA and FORMULATEXT, from the workbook itself.

An engine has sheets of its own beside those of the workbook, and says of no cell that it holds a
formula.
"""

from __future__ import annotations

from typing import Sequence

from xltie.core.formula_lexer import Token
from xltie.core.messages import say
from xltie.recompute.lowering.formula_text import FormulaTexts, with_formula_texts
from xltie.recompute.lowering.operands import Operands, Uncomputable
from xltie.recompute.lowering.spelling import built_in
from xltie.recompute.ooxml.references import Reference

NAMES = ("SHEET", "SHEETS", "ISFORMULA")


def with_workbook_facts(found: list[Token], operands: Operands) -> list[Token]:
    """Return the tokens of a formula, each such call as the value that it gives.

    Raises:
        Uncomputable: the argument is more than one reference, or what Excel shows is not known.
    """
    found = with_formula_texts(found, operands)
    if not any(one.kind == "function" and built_in(one.text) in NAMES for one in found):
        return found
    new: list[Token] = []
    at = 0
    while at < len(found):
        if found[at].kind == "function" and built_in(found[at].text) in NAMES:
            end = next((i for i in range(at, len(found)) if found[i].text == ")"), len(found))
            inside = [one for one in found[at + 2 : end] if one.kind != "space"]
            new.append(_fact(built_in(found[at].text), inside, operands))
            at = end + 1
        else:
            new.append(found[at])
            at += 1
    return new


def _fact(name: str, inside: Sequence[Token], operands: Operands) -> Token:
    book, site = operands.book, operands.site
    sheet = site.sheet
    area: Reference | str | None = None
    if inside or name == "ISFORMULA":
        area = operands.area(inside[0]) if [one.kind for one in inside] == ["area"] else ""
        if not isinstance(area, Reference) or (name == "ISFORMULA" and area.ranged):
            raise Uncomputable(
                say("{name}() of other than one reference is not computed here", name=name)
            )
        sheet = area.sheet or sheet
    if isinstance(area, Reference) and name == "ISFORMULA":
        operands.window.narrow_to(site)
        row, column, _, _ = area.bounds(site.row, site.column)
        texts = FormulaTexts.of(book)
        return Token("name", "TRUE" if texts.has_formula(sheet, (row, column)) else "FALSE")
    if name == "SHEETS":
        return Token("number", "1" if inside else str(len(book.sheets)))
    index = book.sheet_index(sheet)
    return Token("number", "0" if index is None else str(index + 1))
