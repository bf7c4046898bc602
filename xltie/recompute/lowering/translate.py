"""Lowering one formula: from the tree of what is written to that of what the engine gets."""

from __future__ import annotations

import re

from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.core.messages import NOTHING, Message, plain, say
from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering import made
from xltie.recompute.lowering.builtin_functions import CRITERIA, Spelling, built_in, from_an_add_in
from xltie.recompute.lowering.context import (
    ALONE,
    BUILT_IN,
    IN_RANGE,
    OPERAND,
    OURS,
    Around,
    intersection,
    intersects,
)
from xltie.recompute.lowering.operands import Operands, references_in, within
from xltie.recompute.lowering.template import Block, Site, Template, source_of
from xltie.recompute.lowering.tree import (
    COMPARISONS,
    OPERANDS,
    Node,
    Part,
    Uncomputable,
    call,
    parse,
)
from xltie.recompute.ooxml.references import Reference
from xltie.recompute.ooxml.workbook import Workbook

_NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?")
# what Excel may take for a date, a time, a share or a sum of money, each in its own language
_LIKE_A_NUMBER = re.compile(r"(?=.*\d)[\d\s.,:/%$€£¥()+-]+(?:[ap]m)?", re.IGNORECASE)
_WITH_A_MONTH = re.compile(
    r"\d{1,4}[ ./-]?(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*\.?[ ./,-]*\d*",
    re.IGNORECASE,
)
_OPERATOR = re.compile(r"<>|<=|>=|=|<|>")
_PLAIN_ORDER = re.compile(r"[A-Za-z0-9 ]*")


def locale_doubt(function: str, argument: int, text: str) -> Message:
    """Return why the engine may read a text in a formula differently from Excel, if it may.

    ``argument`` counts from 0.
    """
    if function in CRITERIA:
        averaging = function in ("SUMIFS", "AVERAGEIFS", "MAXIFS", "MINIFS")
        is_condition = argument % 2 == (0 if averaging else 1)
        return _condition(text) if is_condition and argument else NOTHING
    if argument == 2 and text.lower() in ("yd", "md"):
        return say("DATEDIF() with {value!r} is not computed as in Excel", value=text)
    return NOTHING


def _condition(text: str) -> Message:
    operator = _OPERATOR.match(text)
    value = text[operator.end() :] if operator is not None else text
    if value.startswith("#"):
        return say("the condition {value!r} tests for an error value", value=text)
    if _NUMBER.fullmatch(value.strip()):
        return NOTHING
    if _LIKE_A_NUMBER.fullmatch(value.strip()) or _WITH_A_MONTH.fullmatch(value.strip()):
        return say(
            "the condition {value!r} means a date or a number in the language of the spreadsheet",
            value=text,
        )
    ordering = operator is not None and operator[0] in ("<", ">", "<=", ">=")
    if ordering and not _PLAIN_ORDER.fullmatch(value):
        return say(
            "the condition {value!r} depends on the order of the letters in a language", value=text
        )
    return NOTHING


# LAMBDA(a,b,...)(x,y)
_CALLED = say("a formula of a kind that the engine does not compute")


def lower(
    formula: str, book: Workbook, spelling: Spelling, site: Site, origin: Site, *, array: bool
) -> Template:
    """Return a formula as the engine gets it, or why it cannot be computed.

    ``origin`` is the cell for which its text was written.
    """
    template = Template([formula])
    try:
        template.source = source_of(tokens(formula), origin)
        template.tree = tree = parse(formula)
        Operands(book, site.sheet, site, origin, template.window).resolve(tree)
        calls = [node.text for node in within(tree) if node.kind == Part.CALL]
        template.ours = any(spelling.ours(name) is not None for name in calls)
        template.functions = {built_in(name) for name in calls if spelling.ours(name) is None}
        template.functions.discard("SINGLE")
        template.clock = not known.CLOCK.isdisjoint(template.functions)
        template.references = list(references_in(tree))
        template.meaning = _Lowering(book, spelling, site, template, array=array).formula(tree)
        template.pieces = list(made.pieces_of(template.meaning))
    except UnreadableFormula as error:
        template.refusal = plain(str(error))
    except Uncomputable as error:
        template.refusal = error.message
    except RecursionError:
        template.refusal = _CALLED
    return template


class _Lowering:
    """One formula, or that of a name within it, being lowered.

    ``many`` says that it may return several cells, ``refers`` that it may refer to them.
    """

    def __init__(
        self,
        book: Workbook,
        spelling: Spelling,
        site: Site,
        template: Template,
        *,
        array: bool,
    ) -> None:
        self.book = book
        self.spelling = spelling
        self.site = site
        self.template = template
        self.array = array
        self.around: list[Around] = []
        self.many = self.refers = False

    def formula(self, tree: Node) -> Node:
        """Lower all of a formula."""
        node = self.part(tree)
        if not self.many or self.array:
            return node
        return call(made.ONE, made.caller(), node) if self.refers else call(made.FIRST, node)

    def part(self, node: Node, place: str = ALONE, *, single: bool = False) -> Node:
        """Lower a part; ``single`` asks for the one value in the formula's row or column."""
        if node.kind in OPERANDS:
            return self._operand(node, place, single=single)
        if node.kind == Part.CALL:
            return self._call(node, place, single=single)
        if node.kind == Part.SINGLE:
            return self.part(node.parts[0], place, single=True)
        if node.kind == Part.CHAIN:
            return self._chain(node)
        if node.kind in (Part.PREFIX, Part.SUFFIX):
            place = IN_RANGE if node.text == "#" else OPERAND
            return Node(node.kind, node.text, (self.part(node.parts[0], place),))
        if node.kind == Part.GROUP:
            return Node(Part.GROUP, parts=(self._inside(Around(Part.GROUP), node.parts[0]),))
        if node.kind == Part.CALLED:
            raise Uncomputable(_CALLED)
        if node.kind == Part.ARRAY:
            if self.around and self.around[-1][1:3] == ("CHOOSE", 0):
                raise Uncomputable(say("CHOOSE() with an array is not known to the engine"))
            self.many = self.many or self._one_wanted()
        return node

    def _inside(self, around: Around, node: Node) -> Node:
        self.around.append(around)
        lowered = self.part(node)
        self.around.pop()
        return lowered

    def _one_wanted(self) -> bool:
        """Tell whether everything around here takes one value and not an array."""
        return all(one.takes_one for one in self.around)

    def _takes_arrays(self) -> bool:
        """Tell whether an array is computed as such here."""
        return self.array or any(one.takes_arrays for one in self.around)

    def _chain(self, node: Node) -> Node:
        signs = list(node.signs)
        if signs[0] in (",", " "):
            raise Uncomputable(
                say("a union of ranges")
                if signs[0] == ","
                else say("the intersection of two ranges")
            )
        parts = [self.part(one, IN_RANGE if signs[0] == ":" else OPERAND) for one in node.parts]
        if signs[0] == "&":
            return made.joined(parts)
        if signs[0] in COMPARISONS:
            return made.compared(parts, signs)
        return Node(Part.CHAIN, parts=parts, signs=signs)

    # -- calls ---------------------------------------------------------------------------------

    def _call(self, node: Node, place: str, *, single: bool) -> Node:
        ours = self.spelling.ours(node.text)
        if ours is not None:
            first = single or (not self.array and self._one_wanted())
            given = self._arguments(node, OURS, ours)
            return call(f"XLT.{ours}", made.caller(first=first), *map(_said, given))
        name = self._allowed(node)
        if name in known.MANY_CELLS and self._one_wanted():
            self.many = True
            self.refers = self.refers or name in known.REFERRING
        if name == "SINGLE":
            answer = call(made.FIRST, *self._arguments(node, BUILT_IN, name))
        else:
            answer = self._built_in(node, name, place)
        return call(made.FIRST, answer) if single else answer

    def _built_in(self, node: Node, name: str, place: str) -> Node:
        """Lower a call of a function of spreadsheets, by the way in which it is computed."""
        arrays = self._takes_arrays()
        given = self._arguments(node, BUILT_IN, name)
        if name in known.COUNTING and arrays:
            return made.counted(name, given)
        several = arrays and place != IN_RANGE and made.applied_to_many(name, given)
        answer = call(made.BROADCAST, made.text(name), *given) if several else call(name, *given)
        return call(made.DAY, answer) if name in known.DAYS else answer

    def _arguments(self, node: Node, kind: str, name: str) -> list[Node]:
        found = []
        for at, source in enumerate(node.parts):
            self._refuse_doubtful(name, at, source)
            lowered = self._inside(Around(kind, name, at), source)
            found.append(made.argument(name, at, lowered))
        return found

    def _refuse_doubtful(self, name: str, at: int, source: Node) -> None:
        """Refuse a text that the engine would read differently from Excel."""
        if source.kind == Part.TEXT and name in known.READ_TEXTS:
            reason = locale_doubt(name, at, source.said)
            if reason:
                raise Uncomputable(reason)

    def _allowed(self, node: Node) -> str:
        """Return the plain name of a built-in function, or refuse what lies outside the file."""
        if from_an_add_in(node.text):
            message = say(
                "{stored}() belongs to an add-in or a macro that is not xltie's", stored=node.text
            )
            raise Uncomputable(message)
        name = node.function
        if name in known.OUTSIDE:
            message = say("{name}() cannot be computed outside Excel", name=name)
            raise Uncomputable(message)
        if name in known.WRONG:
            message = say("{name}() is not computed as in Excel", name=name)
            raise Uncomputable(message)
        kinds = {str(one) for one in range(1, known.LAST_AGGREGATE + 1)}
        if name == "AGGREGATE" and not (len(node.parts) > 1 and node.parts[0].text in kinds):
            raise Uncomputable(say("AGGREGATE() of this kind is not known to the engine"))
        return name

    # -- operands ------------------------------------------------------------------------------

    def _operand(self, node: Node, place: str, *, single: bool) -> Node:
        meant = node.item
        if isinstance(meant, Uncomputable):
            raise meant
        if isinstance(meant, Node):
            meant = self._named(meant)
        if isinstance(meant, Reference):
            return self._reference(node, meant, place, single=single)
        if isinstance(meant, str):
            return Node(Part.ERROR, meant)
        matching = bool(self.around) and self.around[-1].name == "MATCH"
        if meant is None and matching and node.text.lower() in ("true", "false"):
            # the engine finds nothing where the type of a match is a truth value
            return Node(Part.NUMBER, str(int(node.text.lower() == "true")))
        return node if meant is None else meant

    def _named(self, tree: Node) -> Reference | Node:
        """Return what the formula of a name stands for: a reference, or all of it in brackets."""
        inner = _Lowering(self.book, self.spelling, self.site, self.template, array=True)
        lowered = inner.formula(tree)
        if isinstance(lowered.item, Reference):
            return lowered.item
        if not lowered.parts and lowered.kind != Part.CALL:
            return lowered
        names = {node.function for node in within(tree) if node.kind == Part.CALL}
        if names & known.MANY_CELLS and self._one_wanted():
            self.many = True
        return Node(Part.GROUP, parts=(lowered,))

    def _reference(self, node: Node, meant: Reference, place: str, *, single: bool) -> Node:
        if any(one.name in known.HIDDEN_ROWS for one in self.around):
            self.template.sees_hidden.append(meant)
        bracket = self.around[-1] if self.around else Around(Part.GROUP)
        whole = place == ALONE
        ours = bracket.kind == OURS
        if not meant.ranged:
            # a cell that has a name can be named where it is faulty; and one that all calls share,
            # as the one in which an event is packed, is handed over once
            shared = node.kind == Part.NAME or (bracket.argument == 1 and meant.fixed)
            return made.piece(Block(meant) if shared and whole and ours else meant)
        if whole and not single and ours:
            return made.piece(Block(meant))
        if whole and bracket.name in known.FIRST_CELL and not self.array and not single:
            return made.piece(meant.first)
        beside = not self.array and intersects(self.around, place)
        if single or beside or (bracket.name == "SINGLE" and whole):
            found = intersection(meant, self.site, self.template.window)
            return Node(Part.ERROR, found) if isinstance(found, str) else made.piece(found)
        return made.piece(meant)


def _said(given: Node) -> Node:
    """Return an argument, one that is left out by a word for that."""
    return Node(Part.TEXT, made.NOTHING) if given.kind == Part.MISSING else given
