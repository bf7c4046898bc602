"""A formula as a tree: what it is read into once, for all that is asked of it.

Operators of one precedence are one chain, so that the tree is no deeper than its brackets.
"""

from __future__ import annotations

import re
from typing import Any, Iterator, Sequence

from xltie.core.formula_lexer import Token, tokens
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, field
from xltie.recompute.lowering.builtin_functions import built_in


class Part:
    """The kinds of the parts of a formula."""

    TEXT, NUMBER, ERROR, NAME, AREA, TABLE = "text", "number", "error", "name", "area", "table"
    CALL, CHAIN, PREFIX, SUFFIX = "call", "chain", "prefix", "suffix"
    GROUP, ARRAY = "group", "array"
    SINGLE, CALLED, MISSING, LOCAL = "single", "called", "missing", "local"


OPERANDS = frozenset({Part.AREA, Part.TABLE, Part.NAME})
COMPARISONS = ("=", "<", ">", "<=", ">=", "<>")
_LEVELS = (COMPARISONS, ("&",), ("+", "-"), ("*", "/"), ("^",))
"""The operators between operands, what binds least first."""
_SIGNS = tuple(sign for level in _LEVELS for sign in level)
_LINK = re.compile(r"\[\d+\]")
_BEGINNING = frozenset(
    {Part.TEXT, Part.NUMBER, Part.ERROR, Part.NAME, Part.AREA, Part.TABLE, "function"}
)


class Uncomputable(ValueError):
    """A formula that cannot be computed here; the message says why, for the report.

    ``references`` are what it refers to, where an operand is the reason and it is known.
    """

    references: Sequence[Any] = ()

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


@dataclass(slots=True, eq=False)
class Node:
    """A part of a formula and its own parts.

    ``text`` is what is written: a value, the name of a function, the signs before or after an
    operand. Between the parts of a chain stand its ``signs``. ``item`` is what an operand stands
    for, once that is known.
    """

    kind: str
    text: str = ""
    parts: Sequence[Node] = ()
    signs: Sequence[str] = ()
    item: Any = None

    @property
    def function(self) -> str:
        """The plain name of the built-in function that is called, "" where none is."""
        return built_in(self.text) if self.kind == Part.CALL else ""

    @property
    def said(self) -> str:
        """What a text says."""
        return self.text[1:-1].replace('""', '"')

    def walk(self) -> Iterator[Node]:
        """Yield this part and all within it, from left to right."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            yield node
            waiting += reversed(node.parts)


def call(name: str, *parts: Node) -> Node:
    """Return a call."""
    return Node(Part.CALL, name, parts)


def parse(formula: str) -> Node:
    """Return the tree of a formula.

    Raises:
        UnreadableFormula: it does not follow the grammar of formulas.
        Uncomputable: its brackets or operators do not fit together.
    """
    return _Parser(tokens(formula)).formula()


@dataclass(slots=True)
class _Parser:
    found: list[Token]
    at: int = 0
    spaced: set[int] = field(default_factory=set)
    """Where a token follows a space, which may mean an intersection."""

    def __post_init__(self) -> None:
        kept: list[Token] = []
        for token in self.found:
            if token.kind == "space":
                self.spaced.add(len(kept))
            else:
                kept.append(token)
        self.found = kept

    def formula(self) -> Node:
        if not self.found:
            raise Uncomputable(say("an empty formula"))
        node = self.operation()
        if self.at < len(self.found):
            raise self.wrong()
        return node

    def wrong(self) -> Uncomputable:
        """Return what is said where the next token cannot stand."""
        if any(token.kind == Part.TABLE and _LINK.fullmatch(token.text) for token in self.found):
            return Uncomputable(say("refers to another workbook"))
        if self.sign in ("", ")", "}"):
            return Uncomputable(say("the brackets of the formula do not match"))
        return Uncomputable(say("the engine cannot read the formula"))

    @property
    def sign(self) -> str:
        """The operator or mark that comes next, "" at the end, a space for anything else."""
        if self.at >= len(self.found):
            return ""
        token = self.found[self.at]
        return token.text if token.kind in ("operator", "mark") else " "

    def take(self, *signs: str) -> str:
        """Go past one of some signs, if it comes next, and return it."""
        sign = self.sign
        if sign not in signs:
            return ""
        self.at += 1
        return sign

    def operation(self) -> Node:
        """Read operands and the operators between them."""
        parts, signs = [self.operand()], list[str]()
        while sign := self.take(*_SIGNS):
            signs.append(sign)
            parts.append(self.operand())
        return _grouped(parts, signs)

    def operand(self) -> Node:
        before = ""
        while sign := self.take("+", "-", "@"):
            before += sign
        node = self.reference()
        if "@" in before:
            node = Node(Part.SINGLE, parts=(node,))
            before = before.replace("@", "")
        if before:
            node = Node(Part.PREFIX, before, (node,))
        shares = ""
        while self.take("%"):
            shares += "%"
        return Node(Part.SUFFIX, shares, (node,)) if shares else node

    def reference(self) -> Node:
        """Read an operand, or the range between two, or their intersection."""
        parts, signs = [self.primary()], list[str]()
        while True:
            if sign := self.take(":"):
                signs.append(sign)
            elif self.at in self.spaced and (self.sign == "(" or self.begins()):
                signs.append(" ")
            else:
                break
            parts.append(self.primary())
        return Node(Part.CHAIN, parts=parts, signs=signs) if signs else parts[0]

    def begins(self) -> bool:
        return self.at < len(self.found) and self.found[self.at].kind in _BEGINNING

    def primary(self) -> Node:
        if self.begins():
            token = self.found[self.at]
            self.at += 1
            if token.kind == "function":
                self.at += 1
                node = Node(Part.CALL, token.text, self.arguments())
            else:
                node = Node(token.kind, token.text, item=token)
        elif self.take("("):
            parts = self.arguments()
            union = Node(Part.CHAIN, parts=parts, signs=[","] * (len(parts) - 1))
            node = Node(Part.GROUP, parts=(parts[0] if len(parts) == 1 else union,))
            if not parts or Part.MISSING in (part.kind for part in parts):
                raise Uncomputable(say("the engine cannot read the formula"))
        elif self.take("{"):
            node = self.array()
        else:
            raise self.wrong()
        while self.take("#"):
            node = Node(Part.SUFFIX, "#", (node,))
        while self.sign == "(" and self.at not in self.spaced:
            self.at += 1
            node = Node(Part.CALLED, parts=(node, *self.arguments()))
        return node

    def arguments(self) -> list[Node]:
        """Read what stands between brackets, the first of which was read."""
        parts: list[Node] = []
        if self.take(")"):
            return parts
        while True:
            parts.append(Node(Part.MISSING) if self.sign in (",", ")") else self.operation())
            if self.take(")"):
                return parts
            if not self.take(","):
                raise self.wrong()

    def array(self) -> Node:
        start = self.at
        while self.sign not in ("", "}"):
            self.at += 1
        text = "".join(token.text for token in self.found[start : self.at])
        if not self.take("}"):
            raise self.wrong()
        return Node(Part.ARRAY, "{" + text + "}")


def _grouped(parts: list[Node], signs: list[str], level: int = 0) -> Node:
    """Return operands as chains of the operators that bind least."""
    if not signs:
        return parts[0]
    kept = [sign for sign in signs if sign in _LEVELS[level]]
    found: list[Node] = []
    start = 0
    for at, sign in enumerate([*signs, ""]):
        if sign in _LEVELS[level] or not sign:
            found.append(_grouped(parts[start : at + 1], signs[start:at], level + 1))
            start = at + 1
    return Node(Part.CHAIN, parts=found, signs=kept) if kept else found[0]
