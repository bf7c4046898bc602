"""Lowering one formula, token by token."""

from __future__ import annotations

from xltie.core.formula_lexer import Token, beside, tokens
from xltie.core.messages import say
from xltie.recompute.lowering import builtin_functions as known
from xltie.recompute.lowering.arrays import (
    computed_aggregate,
    intersection,
    nearest,
    needs_broadcast,
)
from xltie.recompute.lowering.call_context import (
    BRACES,
    BROADCAST,
    BUILT_IN,
    COUNTED,
    GROUP,
    OURS,
    SINGLE,
    OpenBracket,
    intersects,
    one_value_wanted,
    takes_arrays,
)
from xltie.recompute.lowering.ir import Block, Caller, Piece, Site
from xltie.recompute.lowering.locale_sensitive import locale_doubt
from xltie.recompute.lowering.lowered_formula import LoweredFormula
from xltie.recompute.lowering.operand_coercion import COMPARISONS, OperandCoercion
from xltie.recompute.lowering.operands import Operands, Uncomputable, refuse_intersection
from xltie.recompute.lowering.spelling import Spelling, built_in, from_an_add_in
from xltie.recompute.ooxml.references import Reference
from xltie.recompute.ooxml.workbook import Workbook

DEEPEST_NAME = 20
MISSING = '"\x02missing"'
# LAMBDA(a,b,...)(x,y)
_CALLED = say("a formula of a kind that the engine does not compute")


class FormulaTranslation:
    """One formula being lowered; ``origin`` is the cell for which its text was written."""

    def __init__(
        self,
        book: Workbook,
        spelling: Spelling,
        site: Site,
        origin: Site,
        *,
        array: bool = False,
        home: str = "",
        depth: int = 0,
    ) -> None:
        self.book = book
        self.spelling = spelling
        self.site = site
        self.array = array
        self.home = home or site.sheet
        self.depth = depth
        self.origin = origin
        self.lowered = LoweredFormula()
        self.brackets: list[OpenBracket] = []
        self.tokens: list[Token] = []
        self.operands = Operands(book, self.home, site, origin, self.lowered.window)
        self.single = False
        self.coercion = OperandCoercion(self.lowered.pieces)

    def run(self, formula: str) -> LoweredFormula:
        """Lower a formula, or raise :class:`Uncomputable` with the reason why not."""
        self.tokens = tokens(formula)
        self.lowered.keep_source(self.tokens, self.origin)
        if all(token.kind == "space" for token in self.tokens):
            raise Uncomputable(say("an empty formula"))
        for index, token in enumerate(self.tokens):
            if token.kind == "function":
                opened = self._length()
                self._function(index, token)
                self.coercion.enter(self.brackets[-1].name, opened)
            elif token.kind == "mark":
                self._mark(index, token.text)
            elif token.kind in ("area", "table", "name"):
                self._operand(index, token)
            elif token.text == "@":
                self.single = True
            elif token.text == "&":
                self.coercion.concatenate()
            elif token.text in COMPARISONS:
                self.coercion.compare(token.text)
            elif token.kind == "text":
                self._text(index, token.text)
            else:
                self.emit(token.text)
        self.coercion.finish()
        lowered = self.lowered
        if lowered.many and not self.array:
            head = ["XLT.ONE(", Caller(first=False), ","] if lowered.refers else ["XLT.FIRST("]
            lowered.pieces = [*head, *lowered.pieces, ")"]
        return lowered

    def emit(self, *pieces: Piece) -> None:
        """Add to the lowered formula."""
        self.lowered.pieces.extend(pieces)

    def _text(self, index: int, text: str) -> None:
        """Write a text, or refuse one that the engine would read differently from Excel."""
        if self.brackets and (name := self.brackets[-1].name) in known.READ_TEXTS:
            sides = (beside(self.tokens, index, -1), beside(self.tokens, index, 1))
            if all(side is not None and side.text in ("(", ",", ")") for side in sides):
                reason = locale_doubt(
                    name,
                    self.brackets[-1].argument,
                    text[1:-1].replace('""', '"'),
                    comma=self.book.language.comma,
                )
                if reason:
                    raise Uncomputable(reason)
        self.emit(text)

    def _function(self, index: int, token: Token) -> None:
        refuse_intersection(self.tokens, index)
        single, self.single = self.single, False
        ours = self.spelling.ours(token.text)
        if ours is not None:
            self.lowered.ours = True
            first = single or (not self.array and one_value_wanted(self.brackets))
            after = self.tokens[index + 1 :]
            empty = next((t.text for t in after[1:] if t.kind != "space"), "") == ")"
            self.emit(f"XLT.{ours}(", Caller(first), "" if empty else ",")
            self.brackets.append(OpenBracket(OURS, ours))
            return
        name = self._allowed(token.text)
        if name == "AGGREGATE" and not computed_aggregate(self.tokens[index + 2 : index + 4]):
            raise Uncomputable(say("AGGREGATE() of this kind is not known to the engine"))
        if single:
            self.emit("XLT.FIRST(")
        closing = "))" if single else ")"
        if name in known.MANY_CELLS and one_value_wanted(self.brackets):
            self.lowered.many = True
            self.lowered.refers = self.lowered.refers or name in known.REFERRING
        if name == "SINGLE":
            self.emit("XLT.FIRST(")
            self.brackets.append(OpenBracket(SINGLE, closing=closing))
        elif name in known.COUNTING and (self.array or takes_arrays(self.brackets)):
            self.brackets.append(
                OpenBracket(COUNTED, name, closing=closing[1:], start=self._length())
            )
        elif name in known.DONE_HERE and not self._is_broadcast(index, name):
            self.emit(f"XLT.HERE.{name}(", Caller(first=False), ",")
            self.brackets.append(OpenBracket(BUILT_IN, name, closing=closing))
        elif self._is_broadcast(index, name):
            self.emit(f'XLT.BROADCAST("{name}",')
            self.brackets.append(OpenBracket(BROADCAST, name, closing=closing))
        elif nearest(self.tokens, index, name):
            self.emit(f"XLT.HERE.{name}(", Caller(first=False), ",")
            self.brackets.append(
                OpenBracket(BUILT_IN, name, closing=closing, ranges=known.LOOKED_THROUGH[name])
            )
        else:
            if name in known.DAYS:
                self.emit("XLT.DAY(")
                closing += ")"
            self.emit(name + "(")
            self.brackets.append(OpenBracket(BUILT_IN, name, closing=closing))

    def _is_broadcast(self, index: int, name: str) -> bool:
        """Tell whether a call has to be made once for each cell of an array."""
        before = beside(self.tokens, index, -1)
        if before is not None and before.text == ":":
            # the end of a range is one cell
            return False
        return (self.array or takes_arrays(self.brackets)) and needs_broadcast(
            self.tokens, index, name, self.spelling
        )

    def _allowed(self, stored: str) -> str:
        """Return the plain name of a built-in function, or refuse what lies outside the file."""
        if from_an_add_in(stored):
            message = say(
                "{stored}() belongs to an add-in or a macro that is not xltie's", stored=stored
            )
            raise Uncomputable(message)
        name = built_in(stored)
        if name in known.OUTSIDE:
            message = say("{name}() cannot be computed outside Excel", name=name)
            raise Uncomputable(message)
        if name in known.WRONG:
            message = say("{name}() is not computed as in Excel", name=name)
            raise Uncomputable(message)
        if name != "SINGLE":
            self.lowered.functions.add(name)
        if name in known.CLOCK:
            self.lowered.clock = True
        return name

    def _mark(self, index: int, mark: str) -> None:
        previous = beside(self.tokens, index, -1)
        if mark == "(" and previous is not None and previous.kind == "function":
            # the function wrote its own bracket; one after a space would not be a call
            return
        bracket = self.brackets[-1] if self.brackets else None
        if (
            mark == "{"
            and bracket is not None
            and (bracket.name, bracket.argument) == ("CHOOSE", 0)
        ):
            raise Uncomputable(say("CHOOSE() with an array is not known to the engine"))
        if mark in "({":
            if mark == "{" and one_value_wanted(self.brackets):
                self.lowered.many = True
            called = previous is not None and previous.text == ")"
            self.brackets.append(OpenBracket(GROUP if mark == "(" else BRACES, called=called))
            self.emit(mark)
            self.coercion.enter()
            return
        if bracket is None:
            raise Uncomputable(say("the brackets of the formula do not match"))
        takes_nothing = bracket.kind == OURS or bracket.ranges or bracket.name in known.DONE_HERE
        if takes_nothing and previous is not None and previous.text in ("(", ","):
            nothing_at_all = mark == ")" and bracket.argument == 0
            self.emit("" if nothing_at_all else MISSING)
        if mark in ")}":
            self.brackets.pop()
            self.coercion.leave()
            if bracket.kind == COUNTED:
                self.lowered.count(bracket.name, bracket.start)
            self.emit("}" if mark == "}" else bracket.closing)
        elif bracket.kind == GROUP:
            raise Uncomputable(_CALLED if bracket.called else say("a union of ranges"))
        else:
            bracket.argument += 1
            self.coercion.next_argument(mark)

    def _length(self) -> int:
        return len(self.lowered.pieces)

    def _operand(self, index: int, token: Token) -> None:
        refuse_intersection(self.tokens, index)
        single, self.single = self.single, False
        resolved = self._resolve(token)
        if isinstance(resolved, str):
            self.emit(resolved)
            return
        self.lowered.references.append(resolved)
        if any(bracket.name in known.HIDDEN_ROWS for bracket in self.brackets):
            self.lowered.sees_hidden.append(resolved)
        before, after = beside(self.tokens, index, -1), beside(self.tokens, index, 1)
        bracket = self.brackets[-1] if self.brackets else OpenBracket(GROUP)
        whole = (before is None or before.text in ("(", ",")) and (
            after is None or after.text in (")", ",")
        )
        counts_numbers = bracket.name in known.NUMBERS_ONLY and bracket.kind == BUILT_IN and whole
        if not resolved.ranged and not counts_numbers:
            # a cell that has a name can be named where it is faulty; and one that all calls share,
            # as the one in which an event is packed, is handed over once
            shared = token.kind != "area" or (bracket.argument == 1 and resolved.fixed)
            as_block = shared and whole and bracket.kind == OURS
            self.emit(Block(resolved) if as_block else resolved)
        elif single or (bracket.kind == SINGLE and whole):
            self.emit(intersection(resolved, self.site, self.lowered.window))
        elif whole and (bracket.kind == OURS or bracket.argument in bracket.ranges):
            self.emit(Block(resolved))
        elif whole and bracket.name in known.FIRST_CELL and not self.array:
            self.emit(resolved.first)
        elif counts_numbers:
            self.emit("XLT.NUMBERS(", resolved, ")")
        elif not self.array and intersects(self.brackets, before, after, whole=whole):
            self.emit(intersection(resolved, self.site, self.lowered.window))
        else:
            self.emit(resolved)

    def _resolve(self, token: Token) -> Reference | str:
        """Return the reference or text that an operand stands for; expressions are written out."""
        if token.kind == "area":
            return self.operands.area(token)
        if token.kind == "table":
            return self.operands.table(token.text)
        if token.text.lower() in ("true", "false"):
            matching = bool(self.brackets) and self.brackets[-1].name == "MATCH"
            # the engine finds nothing where the type of a match is a truth value
            return str(int(token.text.lower() == "true")) if matching else token.text
        if token.text.lower().startswith("_xlpm."):
            return token.text
        defined = self.operands.definition(token.text)
        if defined is None:
            if token.text.lower() in self.book.tables:
                return self.operands.table(token.text + "[]")
            return token.text
        return self._name(*defined)

    def _name(self, formula: str, scope: str) -> Reference | str:
        if self.depth >= DEEPEST_NAME:
            raise Uncomputable(say("defined names that refer to each other too deeply"))
        inner = FormulaTranslation(
            self.book,
            self.spelling,
            self.site,
            Site(scope, 1, 1),
            array=True,
            home=scope,
            depth=self.depth + 1,
        )
        lowered = inner.run(formula)
        self.lowered.take_over(lowered)
        pieces = lowered.pieces
        if len(pieces) == 1 and isinstance(pieces[0], (Reference, str)):
            return pieces[0]
        if lowered.functions & known.MANY_CELLS and one_value_wanted(self.brackets):
            self.lowered.many = True
        self.emit("(", *pieces, ")")
        return ""
