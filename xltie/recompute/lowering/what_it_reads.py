"""Which cells a formula refers to as it is stored, also one that is not computed."""

from __future__ import annotations

from typing import Iterator

from xltie.core.formula_lexer import Token, UnreadableFormula, tokens
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.lowered_formula import LoweredFormula
from xltie.recompute.lowering.operands import Operands, Uncomputable, Window
from xltie.recompute.lowering.spelling import built_in
from xltie.recompute.ooxml.references import Bounds, Reference, parse_reference, unquoted
from xltie.recompute.ooxml.workbook import Workbook

Area = tuple[str, Bounds]
OPERANDS = ("area", "table", "name")
DEEPEST_NAME = 20


def stored_tokens(lowered: LoweredFormula, site: Site) -> list[Token]:
    """Return the tokens of a formula as it stands in its cell, none where it cannot be read."""
    text = "".join(
        piece if isinstance(piece, str) else piece.source(site.row, site.column)
        for piece in lowered.source
    )
    return _tokens(text)


def functions_called(lowered: LoweredFormula, site: Site) -> set[str]:
    """Return the names of the functions that a formula calls."""
    found = stored_tokens(lowered, site)
    return {built_in(token.text) for token in found if token.kind == "function"}


def areas_read(book: Workbook, lowered: LoweredFormula, site: Site) -> Iterator[Area]:
    """Yield the areas of this workbook that a formula refers to, also by names."""
    operands = Operands(book, site.sheet, site, site, Window())
    yield from _areas(operands, stored_tokens(lowered, site), DEEPEST_NAME)


def area_of(book: Workbook, token: Token, site: Site) -> Area | None:
    """Return the area that an operand stands for, None where it stands for anything else."""
    operands = Operands(book, site.sheet, site, site, Window())
    try:
        defined = operands.definition(token.text) if token.kind == "name" else None
    except Uncomputable:
        return None
    if defined is not None and len(_tokens(defined[0])) != 1:
        return None
    return next(_areas(operands, [token], DEEPEST_NAME), None)


def _areas(operands: Operands, found: list[Token], depth: int) -> Iterator[Area]:
    for token in found:
        if token.kind not in OPERANDS:
            continue
        try:
            defined = operands.definition(token.text) if token.kind == "name" else None
            if defined is not None:
                if depth:
                    yield from _named(operands, defined, depth)
                continue
            meant = _meant(operands, token)
        except Uncomputable:
            yield from _on_several_sheets(operands, token)
            continue
        if isinstance(meant, Reference):
            site = operands.site
            yield meant.sheet or site.sheet, meant.bounds(site.row, site.column)


def _on_several_sheets(operands: Operands, token: Token) -> Iterator[Area]:
    """Yield what ``First:Last!A1`` means on each sheet from the first to the last."""
    book, site = operands.book, operands.site
    first, colon, last = unquoted(token.sheet).partition(":") if token.sheet else ("", "", "")
    start, end = book.sheet_index(first), book.sheet_index(last)
    if not colon or start is None or end is None or token.body == "#REF!":
        return
    origin = operands.origin
    bounds = parse_reference(token.body, "", origin.row, origin.column).bounds(
        site.row, site.column
    )
    for sheet in book.sheets[min(start, end) : max(start, end) + 1]:
        yield sheet.name, bounds


def _meant(operands: Operands, token: Token) -> Reference | str:
    if token.kind == "area":
        return operands.area(token)
    return operands.table(token.text if token.kind == "table" else token.text + "[]")


def _named(operands: Operands, defined: tuple[str, str], depth: int) -> Iterator[Area]:
    """Yield what a defined name refers to: its formula is written for the first cell."""
    formula, scope = defined
    inner = Operands(operands.book, scope, operands.site, Site(scope, 1, 1), Window())
    yield from _areas(inner, _tokens(formula), depth - 1)


def _tokens(formula: str) -> list[Token]:
    try:
        return tokens(formula)
    except UnreadableFormula:
        return []
