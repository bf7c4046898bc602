"""Arrays where a single value is expected: implicit intersection and broadcasting."""

from __future__ import annotations

import re
from itertools import starmap
from typing import Sequence

from xltie.core.formula_lexer import Token
from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.operands import Window
from xltie.recompute.lowering.spelling import Spelling, built_in
from xltie.recompute.ooxml.references import LAST_COLUMN, LAST_ROW, Coordinate, Reference

HERE = Coordinate(False, 0)
_FIXED_ROW = re.compile(r"\$\d")


def intersection(reference: Reference, site: Site, window: Window) -> Reference | str:
    """Return the cell of a range in the formula's own row or column.

    The result is an error text if there is none. ``window`` is narrowed to the cells for which the
    result stays right.
    """
    bounds = reference.bounds(site.row, site.column)
    top, bottom = reference.top, reference.bottom
    left, right = reference.left, reference.right
    uneven = top.fixed != bottom.fixed or left.fixed != right.fixed
    if uneven:
        # a range that grows as its formula is filled down has another shape in every cell
        window.narrow_to(site)
    if bounds.single:
        return Reference(reference.sheet, top, left, top, left, False, reference.prefix)
    if bounds.left == bounds.right and bounds.top <= site.row <= bounds.bottom:
        rows = (top.number if top.fixed else 1, bottom.number if bottom.fixed else LAST_ROW)
        window.narrow(rows, (1, LAST_COLUMN))
        return Reference(reference.sheet, HERE, left, HERE, left, False, reference.prefix)
    if bounds.top == bounds.bottom and bounds.left <= site.column <= bounds.right:
        columns = (
            left.number if left.fixed else 1,
            right.number if right.fixed else LAST_COLUMN,
        )
        window.narrow((1, LAST_ROW), columns)
        return Reference(reference.sheet, top, HERE, top, HERE, False, reference.prefix)
    window.narrow_to(site)
    return "#VALUE!"


def computed_aggregate(arguments: Sequence[Token]) -> bool:
    """Tell whether an AGGREGATE is of a kind that the engine computes, by its first tokens."""
    texts = [token.text for token in arguments]
    return (
        len(texts) == 2
        and texts[1] == ","
        and texts[0].isdecimal()
        and 1 <= int(texts[0]) <= known.LAST_AGGREGATE
    )


def nearest(tokens: Sequence[Token], index: int, name: str) -> bool:
    """Tell whether the call at ``index`` looks for the nearest value in plain ranges."""
    if name not in known.APPROXIMATE:
        return False
    arguments = arguments_of(tokens, index)
    ranges = known.LOOKED_THROUGH[name]
    for place, argument in enumerate(arguments):
        if not argument and (name, place) != ("XLOOKUP", 3):
            return False
        if place in ranges and not (len(argument) == 1 and _steady(argument[0])):
            return False
    with_choice = known.APPROXIMATE[name]
    if name in ("XMATCH", "XLOOKUP"):
        if not with_choice <= len(arguments) <= with_choice + 1:
            return False
        ways = ["1"], ["-", "1"], ["2"], ["-", "2"]
        if len(arguments) > with_choice and [one.text for one in arguments[-1]] not in ways:
            return False
    elif len(arguments) != with_choice:
        return 1 < len(arguments) <= 3
    choice = [token.text.upper() for token in arguments[with_choice - 1]]
    return choice in (["TRUE"], ["1"], ["-", "1"])


def _steady(token: Token) -> bool:
    """Tell whether a token is a range that does not grow as its formula is filled down.

    A grid of its own for each row would be too many cells.
    """
    if token.kind == "area":
        first, _, last = token.body.partition(":")
        return bool(_FIXED_ROW.search(first)) == bool(_FIXED_ROW.search(last or first))
    return token.kind in ("table", "name")


def arguments_of(tokens: Sequence[Token], index: int) -> list[list[Token]]:
    """Return the arguments of the call at ``index``, without spaces."""
    arguments: list[list[Token]] = [[]]
    depth = 0
    for token in tokens[index + 1 :]:
        if token.text in ("(", "{") and token.kind == "mark":
            depth += 1
            if depth == 1:
                continue
        elif token.text in (")", "}") and token.kind == "mark":
            depth -= 1
            if depth == 0:
                break
        elif token.text == "," and depth == 1 and token.kind == "mark":
            arguments.append([])
            continue
        if token.kind != "space":
            arguments[-1].append(token)
    return arguments


def needs_broadcast(tokens: Sequence[Token], index: int, name: str, spelling: Spelling) -> bool:
    """Tell whether a parameter of one value receives an array in the call at ``index``."""
    if name not in known.PARAMETERS:
        return False
    # the calls and brackets around a token, each with the argument that is being read
    around: list[tuple[str, int]] = []
    called = name
    for token in tokens[index + 1 :]:
        if token.kind == "mark":
            if token.text == "{" and all(starmap(_passes, around)):
                return True
            if token.text in "({":
                around.append((called, 0))
                called = ""
            elif token.text in ")}":
                around.pop()
                if not around:
                    return False
            elif token.text == ",":
                around[-1] = (around[-1][0], around[-1][1] + 1)
            continue
        if around and all(starmap(_passes, around)) and _may_be_array(token, spelling):
            return True
        called = built_in(token.text) if token.kind == "function" else ""
    return False


def _passes(name: str, argument: int) -> bool:
    """Tell whether an array in an argument makes an array of what a call or bracket answers."""
    return not name or name in known.PASSING or known.one_value(name, argument)


def _may_be_array(token: Token, spelling: Spelling) -> bool:
    if token.kind == "area":
        return ":" in token.body
    if token.kind == "table":
        return "@" not in token.text and "this row" not in token.text.lower()
    if token.kind == "name":
        return token.text.lower() not in ("true", "false")
    if token.kind == "function":
        ours = spelling.ours(token.text) is not None
        return ours or built_in(token.text) in known.ARRAY_OPERANDS
    return False
