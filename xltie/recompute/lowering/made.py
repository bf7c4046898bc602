"""What a lowered formula is made of besides what was written, and its text for the engine.

Where the engine reads a value differently from Excel, the operand is wrapped in a helper: numbers
that become text with ``&`` or in a function of texts, texts that stand for numbers, comparisons.
"""

from __future__ import annotations

from typing import Iterator, Sequence

from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.template import Caller, Piece
from xltie.recompute.lowering.tree import COMPARISONS, Node, Part, call
from xltie.recompute.ooxml.references import Reference

PIECE = "piece"
"""A reference, a shared grid or a calling cell: its ``item``."""
NOTHING = '"\x02missing"'
"""What our functions get for an argument that is left out."""
FIRST, ONE, BROADCAST, COMPARE = "XLT.FIRST", "XLT.ONE", "XLT.BROADCAST", "XLT.COMPARE"
AS_TEXT, DAY = "XLT.AS.TEXT", "XLT.DAY"
_MANY = known.MANY_CELLS | {BROADCAST}
_PASSING = known.PASSING | {AS_TEXT, DAY}
_LEAVES = frozenset({Part.TEXT, Part.NUMBER, PIECE, "name", "error", Part.LOCAL})


def piece(item: Piece) -> Node:
    """Return what is no text of its own."""
    return Node(PIECE, item=item)


def caller(*, first: bool = False) -> Node:
    """Return the number of the calling cell."""
    return piece(Caller(first))


def text(said: str) -> Node:
    """Return a text in quotes that has none in it."""
    return Node(Part.TEXT, f'"{said}"')


def pieces_of(node: Node) -> Iterator[Piece]:
    """Yield the pieces of a formula for the engine."""
    if node.kind == PIECE:
        yield node.item
    elif node.kind in (Part.CALL, Part.GROUP):
        yield node.text + "("
        for at, part in enumerate(node.parts):
            if at:
                yield ","
            yield from pieces_of(part)
        yield ")"
    elif node.kind == Part.CHAIN:
        for part, sign in zip(node.parts, [*node.signs, ""]):
            yield from pieces_of(part)
            yield sign
    elif node.kind == Part.PREFIX:
        yield node.text
        yield from pieces_of(node.parts[0])
    else:
        for part in node.parts:
            yield from pieces_of(part)
        yield node.text


def joined(parts: list[Node]) -> Node:
    """Return operands of ``&``."""
    as_texts = [part if part.kind == Part.TEXT else call(AS_TEXT, part) for part in parts]
    return Node(Part.CHAIN, parts=as_texts, signs=["&"] * (len(parts) - 1))


def compared(parts: list[Node], signs: list[str]) -> Node:
    """Return comparisons, of which each but the first is with what the one before answers."""
    left = parts[0]
    for right, sign in zip(parts[1:], signs):
        if _inexact(sign, left, right):
            left = call(COMPARE, caller(), text(sign), left, right)
        else:
            left = Node(Part.CHAIN, parts=[left, right], signs=[sign])
    return left


def _inexact(operator: str, left: Node, right: Node) -> bool:
    """Tell whether the engine may compare two single values differently from Excel.

    Excel compares 15 digits, and letters in any case; the engine all digits, and English letters.
    """
    for side in (left, right):
        if side.text == "0" or side.text.upper() in ("TRUE", "FALSE"):
            return False
        if side.kind == Part.TEXT and side.text.isascii() and operator in ("=", "<>"):
            return False
    return not (many(left) or many(right))


def many(node: Node, *, ours: bool = False) -> bool:
    """Tell whether a part may stand for more than one value; ``ours``: also a call of ours."""
    # a name within LET or LAMBDA may stand for a range
    if node.kind in (Part.ARRAY, Part.LOCAL):
        return True
    if isinstance(node.item, Reference):
        return node.item.ranged
    if node.kind == Part.CALL and node.text not in _PASSING:
        single = node.text in (FIRST, ONE, COMPARE)
        return node.text in _MANY or (ours and node.text.startswith("XLT.") and not single)
    return any(many(part, ours=ours) for part in node.parts)


def applied_to_many(name: str, given: Sequence[Node]) -> bool:
    """Tell whether a parameter of one value may receive several."""
    return any(known.one_value(name, at) and many(one, ours=True) for at, one in enumerate(given))


def argument(name: str, at: int, made: Node) -> Node:
    """Return an argument (from 0) of a function as the engine has to get it."""
    if made.kind == Part.MISSING:
        return made
    if known.takes_text(name, at):
        return made if made.kind == Part.TEXT else call(AS_TEXT, made)
    if name in known.STATISTICS and made.kind == Part.TEXT:
        return Node(Part.CHAIN, parts=[Node(Part.NUMBER, "0"), made], signs=["+"])
    if name in known.COUNTS and made.kind not in _LEAVES and not many(made):
        # an error that is an argument by itself is not counted, and does not spread
        instead = Node(Part.NUMBER, "0") if name == "COUNTA" else text("")
        return call("IFERROR", made, instead)
    return made


def is_truth(source: Node) -> bool:
    """Tell whether an argument is a truth value, or a range in brackets.

    What of it is no number does not count where only numbers do.
    """
    if source.kind == Part.GROUP:
        inner = source.parts[0]
        ranged = isinstance(inner.item, Reference) and inner.item.ranged
        return ranged or is_truth(inner)
    if source.kind == Part.CHAIN:
        return any(sign in COMPARISONS for sign in source.signs)
    return source.function in known.TRUTHS


def counted(name: str, parts: list[Node]) -> Node:
    """Return ROW or COLUMN of a range as all the numbers that it stands for."""
    if not parts:
        return call(name)
    one = Node(Part.NUMBER, "1")
    size = [call("ROWS", *parts), one] if name == "ROW" else [one, call("COLUMNS", *parts)]
    steps = call("SEQUENCE", *size, Node(Part.NUMBER, "0"))
    sum_ = Node(Part.CHAIN, parts=[call(name, *parts), steps], signs=["+"])
    return Node(Part.GROUP, parts=(sum_,))
