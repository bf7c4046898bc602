"""Why the engine's result of a formula may differ from Excel's, by its functions and arguments.

It is asked only where a stored value and the engine differ, so it may look closely: at the values
that the formula reads. What is not known to be equal is in doubt, and the stored value stays.
"""

from __future__ import annotations

from typing import Callable, Sequence

from xltie.core.formula_lexer import Token
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.argument_doubts import (
    CALENDAR,
    FIRST_SURE_DAY,
    calendar_doubt,
    choice_doubt,
)
from xltie.recompute.lowering.criteria import condition_doubt
from xltie.recompute.lowering.kinds import (
    A_NUMBER,
    A_TEXT,
    A_TRUTH,
    A_WHOLE,
    BLANK,
    DECIMAL,
    ERROR,
    NUMBERS,
    TEXTS,
    TRUTH,
    UNUSUAL,
    WHOLE,
    Kind,
    either,
    written,
)
from xltie.recompute.lowering.signatures import PROVEN, Signature
from xltie.recompute.lowering.spelling import built_in

COMPARISONS = frozenset({"=", "<>", "<", ">", "<=", ">="})
ARITHMETIC = frozenset("+-*/^")
_END = Token("end", "")
CRITERIA = frozenset({"COUNTIF", "SUMIF", "AVERAGEIF", "COUNTIFS", "SUMIFS", "AVERAGEIFS"})


class NotProven(ValueError):
    """A part of a formula whose result may differ from Excel's; the message says why."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


class Proof:
    """One formula being read; ``look`` returns what an operand holds, or raises NotProven.

    ``gap`` is the difference of the stored number and the engine's, None where they are no numbers.
    """

    def __init__(
        self,
        tokens: Sequence[Token],
        look: Callable[[Token], Kind],
        *,
        date1904: bool = False,
        gap: float | None = None,
    ) -> None:
        self.gap = gap
        self.tokens = [token for token in tokens if token.kind != "space"]
        self.look = look
        self.date1904 = date1904
        self.position = 0
        self.products = 0

    def doubt(self) -> Message:
        """Return why the result is not proven, if it is not."""
        try:
            self._one(self._expression())
            if self._next.kind != "end":
                raise NotProven(say("a formula of a kind that is not compared with Excel"))
        except NotProven as error:
            return error.message
        return NOTHING

    @property
    def _next(self) -> Token:
        return self.tokens[self.position] if self.position < len(self.tokens) else _END

    def _take(self) -> Token:
        token = self._next
        self.position += 1
        return token

    # -- operators --------------------------------------------------------------------------------

    def _expression(self) -> Kind:
        left = self._joined()
        while self._next.kind == "operator" and self._next.text in COMPARISONS:
            operator = self._take().text
            left = self._compared(operator, left, self._joined())
        return left

    def _compared(self, operator: str, left: Kind, right: Kind) -> Kind:
        cells = self._shape(left, right)
        holds = left.holds | right.holds
        if ERROR in holds:
            raise NotProven(say("a comparison with an error"))
        if left.computed or right.computed:
            raise NotProven(say("a comparison of computed decimals"))
        if operator not in ("=", "<>") and not holds <= NUMBERS | {BLANK}:
            raise NotProven(say("the order of texts"))
        return Kind(A_TRUTH.holds, cells=cells)

    def _joined(self) -> Kind:
        left = self._sum()
        while self._next.text == "&" and self._next.kind == "operator":
            self._take()
            right = self._sum()
            self._text(left, "&")
            self._text(right, "&")
            left = A_TEXT
        return left

    def _sum(self) -> Kind:
        left = self._signed()
        while self._next.kind == "operator" and self._next.text in ARITHMETIC:
            operator = self._take().text
            right = self._signed()
            cells = self._shape(left, right)
            self._number(left)
            self._number(right)
            exact = operator in "+-*" and left.only(WHOLE, BLANK, TRUTH)
            exact = exact and right.only(WHOLE, BLANK, TRUTH)
            base = A_WHOLE if exact else A_NUMBER
            left = Kind(base.holds, cells=cells, computed=base.computed)
        return left

    def _shape(self, left: Kind, right: Kind) -> bool:
        """Tell whether operands make an array, which only a sum of products takes here."""
        cells = left.cells or right.cells
        if cells and (not self.products or left.whole or right.whole):
            raise NotProven(say("a range where one value is expected"))
        return cells

    def _signed(self) -> Kind:
        signed = False
        while self._next.kind == "operator" and self._next.text in "+-":
            self._take()
            signed = True
        value = self._operand()
        if self._next.text == "%":
            self._take()
            self._number(value)
            value = A_NUMBER
        if signed:
            self._shape(value, value)
            self._number(value)
            holds = value.holds - {TRUTH, BLANK} | {WHOLE}
            value = Kind(holds, cells=value.cells, computed=value.computed)
        return value

    # -- operands ---------------------------------------------------------------------------------

    def _operand(self) -> Kind:
        token = self._take()
        known = written(token)
        if known is not None:
            return known
        if token.kind in ("area", "table", "name"):
            if self._next.text in (":", "#"):
                raise NotProven(say("a range made by an operator"))
            return self.look(token)
        if token.kind == "function":
            return self._call(built_in(token.text))
        if token.text == "(":
            inside = self._expression()
            if self._take().text == ")":
                return inside
        raise NotProven(say("a formula of a kind that is not compared with Excel"))

    def _call(self, name: str) -> Kind:
        self._take()
        self.products += name == "SUMPRODUCT"
        arguments: list[Kind | None] = []
        while self._next.text != ")":
            if self._next.text == ",":
                arguments.append(None)
            else:
                arguments.append(self._expression())
                if self._next.text == ")":
                    break
            if self._take().text != ",":
                raise NotProven(say("a formula of a kind that is not compared with Excel"))
            if self._next.text == ")":
                arguments.append(None)
        self._take()
        self.products -= name == "SUMPRODUCT"
        if name == "SUMPRODUCT":
            return self._sum_of_products(arguments)
        if name in CRITERIA:
            reason = condition_doubt(name, arguments)
            if reason or any(one is not None and one.computed for one in arguments[:1]):
                raise NotProven(reason or say("{name}() of computed decimals", name=name))
            return A_NUMBER
        signature = PROVEN.get(name)
        if signature is None:
            raise NotProven(say("{name}() is not compared with Excel", name=name))
        return self._result(name, signature, arguments)

    def _sum_of_products(self, arguments: list[Kind | None]) -> Kind:
        for one in arguments:
            if one is None or one.whole or not one.only(*NUMBERS, BLANK):
                raise NotProven(say("SUMPRODUCT() of other than numbers"))
        return A_NUMBER

    def _result(self, name: str, signature: Signature, arguments: list[Kind | None]) -> Kind:
        if len(arguments) < signature.least:
            raise NotProven(say("{name}() with so few arguments", name=name))
        for index, given in enumerate(arguments):
            if not self._suits(signature.argument(index), given):
                raise NotProven(
                    say("{name}() of such arguments is not compared with Excel", name=name)
                )
        alone = self.position == len(self.tokens) and built_in(self.tokens[0].text) == name
        reason = choice_doubt(name, arguments, self.gap if alone else None)
        if not reason and name in CALENDAR:
            reason = calendar_doubt(name, arguments, date1904=self.date1904)
        if reason:
            raise NotProven(reason)
        if signature.result is not None:
            return signature.result
        first = arguments[signature.among :]
        chosen = [one for one in first if one is not None]
        if name in ("VLOOKUP", "HLOOKUP", "XLOOKUP", "INDEX"):
            # an empty cell that is found counts as 0
            return either(chosen[:1] if name != "XLOOKUP" else chosen)
        if name == "IF" and len(arguments) == signature.least:
            chosen.append(A_TRUTH)
        return either(chosen)

    def _suits(self, letter: str, given: Kind | None) -> bool:
        """Tell whether an argument is of the kind that a letter of a signature stands for."""
        if given is None:
            return letter == "x"
        if letter in ("m", "r"):
            loose = not given.cells and not given.only(WHOLE, DECIMAL, BLANK)
            return bool(letter) and ERROR not in given.holds and not loose
        if given.cells or not letter:
            return False
        if letter == "x":
            return given.value is not None and given.value in (0, False)
        if letter == "e":
            return True
        if letter == "d":
            sure = given.value is None or (
                isinstance(given.value, (int, float)) and given.value >= FIRST_SURE_DAY
            )
            return sure and given.only(WHOLE)
        allowed = {
            "n": {WHOLE, DECIMAL, BLANK, TRUTH},
            "c": {WHOLE, DECIMAL, BLANK, TRUTH},
            "w": {WHOLE},
            "t": {*TEXTS, WHOLE, BLANK},
            "a": {*TEXTS, UNUSUAL, *NUMBERS, BLANK, TRUTH},
        }
        return given.holds <= allowed[letter]

    # -- what values have to be -------------------------------------------------------------------

    def _one(self, given: Kind) -> None:
        if given.cells:
            raise NotProven(say("a range where one value is expected"))

    def _number(self, given: Kind) -> None:
        if not given.only(WHOLE, DECIMAL, BLANK, TRUTH):
            raise NotProven(say("a calculation with what is no number"))

    def _text(self, given: Kind, what: str) -> None:
        self._one(given)
        if not given.only(*TEXTS, WHOLE, BLANK):
            raise NotProven(
                say(
                    "{what} of numbers or truth values in the language of the spreadsheet",
                    what=what,
                )
            )
