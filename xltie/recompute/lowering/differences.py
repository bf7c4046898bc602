"""Which of the engine's answers may be written where none is stored, or what is read is new.

Those of the functions that were measured to be Excel's (:mod:`xltie.recompute.lowering.measured`),
but for the calls here, of which it is known that they are not, by what their arguments hold.
"""

from __future__ import annotations

import re
from typing import Callable, Iterable, Mapping, NamedTuple, Sequence

from xltie.core.cells import CellError, Scalar
from xltie.core.formula_lexer import UnreadableFormula, tokens
from xltie.core.messages import NOTHING, Message, say
from xltie.recompute.lowering.builtin_functions import CRITERIA
from xltie.recompute.lowering.made import is_truth
from xltie.recompute.lowering.measured import (
    ANSWERING,
    BLANK,
    DECIMAL,
    LIKE_A_NUMBER,
    TRUTH,
    UNUSUAL,
    WHOLE,
    Kind,
    Look,
    single,
    written,
)
from xltie.recompute.lowering.operands import within
from xltie.recompute.lowering.template import Template
from xltie.recompute.lowering.tree import COMPARISONS, OPERANDS, Node, Part
from xltie.recompute.ooxml.references import Coordinate, Reference

LAST_ASCII = 127
FIRST_YEAR, LAST_YEAR = 1900, 9999
_CHOICE = {"MATCH": 2, "VLOOKUP": 3, "HLOOKUP": 3, "LOOKUP": 3}
"""Which argument (from 0) tells whether the nearest value is looked for, as LOOKUP always does."""
_JOINING = frozenset({"CONCAT", "CONCATENATE", "TEXTJOIN"})
_HIDING = frozenset(
    {"IFERROR", "IFNA", "ISERROR", "ISERR", "ISNA", "ISREF", "ERROR.TYPE", "COUNT", "COUNTA"}
)
_NOT_NEGATIVE = frozenset({"COUNT", "COUNTA", "COUNTIF", "COUNTIFS", "ROWS", "COLUMNS", "MATCH"})
_MAKING_TEXT = _JOINING | set("LEFT RIGHT MID REPT SUBSTITUTE FIXED TEXT".split())
_DAYS_AND_TIMES = (
    "YEAR MONTH DAY WEEKDAY HOUR MINUTE SECOND EDATE EOMONTH DAYS WEEKNUM ISOWEEKNUM WORKDAY "
    "DATEDIF NETWORKDAYS"
)
_ASTRAL = re.compile("[\U00010000-\U0010ffff]")
_AROUND = r'(?:"[^"]*"|\\[^\d]|[ $€£+()-])*'
_WHOLE = r"(?=[#0])(?:#*0*(?:,000)?|#*,(?:###|##0|#00))"
_NUMBER = rf"{_AROUND}{_WHOLE}(?:\.0*#*)?%?{_AROUND}"
_BESIDE = r'(?:"[^"]*"|\\[^\d]|[ .,:/-])*'
_TIME = r"(?:hh?(?::mm?(?::ss?(?:\.0+)?)?)?|mm?:ss?|ss?)?(?: ?(?:am/pm|a/p))?"
_DATE = rf"(?:(?:d{{1,4}}|m{{1,5}}|yyyy|yy){_BESIDE})*{_TIME}|\[hh?\]:mm(?::ss)?|\[mm?\]:ss"
_WRITTEN = re.compile(rf"{_NUMBER}(?:;{_NUMBER}){{0,2}}|{_DATE}", re.IGNORECASE)
"""Formats of numbers, dates and times that mean the same to the engine as to Excel."""


class _Call(NamedTuple):
    """A call, what its arguments hold, and whether its formula gives an error or may hide one.

    ``comma`` tells that decimals follow a comma in the workbook.
    """

    given: Sequence[Node]
    look: Look
    failing: bool
    comma: bool

    def kind(self, at: int) -> Kind | None:
        """Return what an argument of one operand holds, None for any other."""
        return _single(self.given[at], self.look) if at < len(self.given) else None

    def value(self, at: int) -> Scalar:
        """Return the one value of an argument, None where it is not known."""
        kind = self.kind(at)
        return None if kind is None else kind.value

    @property
    def kinds(self) -> list[Kind | None]:
        """What the arguments hold."""
        return [self.kind(at) for at in range(len(self.given))]

    @property
    def values(self) -> list[Scalar]:
        """The values of all arguments."""
        return [None if one is None else one.value for one in self.kinds]


def certain(template: Template) -> bool:
    """Tell whether all that a formula may answer but errors was measured to be Excel's."""
    wrong = template.functions & _WRONG.keys()
    if wrong and wrong <= _CHOICE.keys() and template.tree is not None:
        calls = [node for node in within(template.tree) if node.function in _CHOICE]
        wrong = {node.function for node in calls if _in_a_list(node.parts) or not _exact(node)}
    return template.functions <= ANSWERING and not wrong and "^" not in template.source


def _exact(node: Node) -> bool:
    """Tell whether a call looks for an equal value, as it is written."""
    at = _CHOICE[node.function]
    if at >= len(node.parts):
        return False
    return node.parts[at].kind == Part.MISSING or node.parts[at].text.upper() in ("0", "FALSE")


def known_to_differ(
    template: Template, look: Look, answer: Scalar, *, array: bool, comma: bool
) -> Message:
    """Return why the engine's answer of a formula is known not to be Excel's, if it is.

    ``comma`` tells that decimals follow a comma in the workbook.
    """
    assert template.tree is not None, "a formula that was computed was read"
    found = list(within(template.tree))
    failing = isinstance(answer, CellError) or any(node.function in _HIDING for node in found)
    of_sizes = array and isinstance(answer, CellError) and answer.code == "#VALUE!"
    if of_sizes and _sizes(node.item for node in found) > 1:
        return say("the engine returns an error")  # Excel has #N/A where the shorter one ends
    for node in found:
        name, given = node.function, node.parts
        if node.kind == Part.CHAIN and node.signs[0] == "^":
            name, given = "POWER", node.parts[:2]
        check = None if array and name == "CONCATENATE" else _WRONG.get(name)
        if check is not None and check(_Call(given, look, failing, comma)):
            return say("{name}() with such arguments is not compared with Excel", name=name)
    return NOTHING


def _single(argument: Node, look: Look) -> Kind | None:
    if argument.kind == Part.PREFIX and argument.text == "-":
        given = _single(argument.parts[0], look)
        if given is None or not isinstance(given.value, (int, float)):
            return None
        return single(-given.value)
    known = written(argument)
    return look(argument) if known is None and argument.kind in OPERANDS else known


# -- calls of which it is known that the engine's answer is not Excel's ----------------------------


def _joins(call: _Call) -> bool:
    """A condition that a function joins."""
    return any(node.function in _JOINING for one in call.given for node in one.walk())


def _of_two_sizes(call: _Call) -> bool:
    """Ranges of which one is longer than another, where Excel answers ``#VALUE!``."""
    # each comes before its condition, what is summed before the first of them
    summed = call.given[: len(call.given) % 2]
    given = (one.item for one in (*summed, *call.given[len(summed) :: 2]))
    return _sizes(given) > 1


def _sizes(items: Iterable[object]) -> int:
    """Return how many sizes there are among ranges."""
    found = {
        (_extent(one.top, one.bottom), _extent(one.left, one.right))
        for one in items
        if isinstance(one, Reference) and one.ranged
    }
    return len(found)


def _unequal(call: _Call) -> bool:
    return _joins(call) or _of_two_sizes(call)


def _extent(first: Coordinate, last: Coordinate) -> object:
    """Return how far a range goes, of one that grows as it is filled down from where to where."""
    return last.number - first.number if first.fixed == last.fixed else (first, last)


def _counts_blanks(call: _Call) -> bool:
    """Conditions that all hold for the blank cells of whole columns."""
    whole = any(one is not None and one.whole for one in call.kinds[::2])
    conditions = range(1, len(call.given), 2)
    return _unequal(call) or (whole and all(_holds_for_blank(call, at) for at in conditions))


def _holds_for_blank(call: _Call, at: int) -> bool:
    given = call.given[at]
    if given.kind == Part.CHAIN and given.parts[0].kind == Part.TEXT:
        return given.parts[0].said.startswith("<>")
    value = call.value(at)
    return isinstance(value, str) and (value in ("", "=") or re.match("<>.", value) is not None)


def _one_value(node: Node) -> bool:
    return node.kind == Part.NUMBER or (isinstance(node.item, Reference) and not node.item.ranged)


def _by_one(call: _Call) -> bool:
    """A range times one value, truths, numbers as text, or blanks of whole columns compared."""
    if len({_one_value(one) for one in call.given}) > 1 or any(map(is_truth, call.given)):
        return True
    if any(kind and not kind.holds.isdisjoint({TRUTH, LIKE_A_NUMBER}) for kind in call.kinds):
        return True
    compared = (
        part
        for one in call.given
        for node in one.walk()
        if node.kind == Part.CHAIN and node.signs[0] in COMPARISONS
        for part in node.parts
    )
    kinds = (_single(part, call.look) for part in compared)
    return any(one is not None and one.whole for one in kinds)


def _astral(call: _Call) -> bool:
    """A character that Excel may count as two."""
    return any(isinstance(one, str) and _ASTRAL.search(one) for one in call.values)


def _other_letters(call: _Call) -> bool:
    """A search for letters that are not English, for nothing, or for what is not known."""
    wanted = call.value(0)
    return _astral(call) or not (isinstance(wanted, str) and wanted and wanted.isascii())


def _not_ascii(call: _Call) -> bool:
    number = call.value(0)
    return not isinstance(number, (int, float)) or number > LAST_ASCII


def _negative(call: _Call) -> bool:
    return any(isinstance(value, (int, float)) and value < 0 for value in call.values)


def _at_an_end(call: _Call) -> bool:
    """A year in which Excel has a 29 February that was not, or the last one."""
    year = call.value(0)
    return isinstance(year, float) and (year == FIRST_YEAR or not 0 < year < LAST_YEAR)


def _uneven(call: _Call) -> bool:
    place = call.value(1)
    return isinstance(place, float) and not place.is_integer()


def _zeros(call: _Call) -> bool:
    return all(one is not None and one.value in (0, None) and not one.cells for one in call.kinds)


def _of_range(call: _Call) -> bool:
    return any(one is not None and one.cells for one in call.kinds)


def _rewritten(call: _Call) -> bool:
    """A number as text, a truth value, or a format that is not known or not a plain one."""
    first, pattern = call.kind(0), call.value(1)
    if first is not None and not first.holds.isdisjoint({LIKE_A_NUMBER, UNUSUAL, TRUTH}):
        return True
    if is_truth(call.given[0]) or not pattern:
        return True
    if not isinstance(pattern, str) or not _WRITTEN.fullmatch(pattern):
        return True
    # "0.0" is a number of three digits where decimals follow a comma
    return call.comma and not pattern.isalpha()


def _in_a_list(given: Sequence[Node]) -> bool:
    """A look into a list that stands in the formula, whose kinds Excel keeps apart otherwise."""
    return any(node.kind == Part.ARRAY for one in given for node in one.walk())


def _looks(name: str) -> Callable[[_Call], bool]:
    at = _CHOICE[name]

    def check(call: _Call) -> bool:
        """The nearest value of other than rising numbers; a binary search finds any other there."""
        given = call.given
        if name in ("MATCH", "LOOKUP") and _in_a_list(given):
            return True
        if at < len(given) and (given[at].kind == Part.MISSING or call.value(at) in (0, False)):
            return False
        found = call.kind(1)
        if found is None:
            return given[1].kind in OPERANDS
        rising = found.rising and name != "HLOOKUP" and (at >= len(given) or call.value(at) == 1)
        if name == "LOOKUP":
            rising = rising and len(given) > 2 and BLANK not in found.holds
        return not rising or not _is_number(given[0], call.look)

    return check


def _is_number(node: Node, look: Look) -> bool:
    """Tell whether a value is a number, or computed of nothing that could make it a text."""
    kind = _single(node, look)
    if kind is not None:
        return kind.holds <= {WHOLE, DECIMAL}
    return not (is_truth(node) or _reads_text(node, look))


def _reads_text(node: Node, look: Look) -> bool:
    """Tell whether a value may come from a text that programs read as a number or a date."""
    for one in node.walk():
        if one.function in _MAKING_TEXT or "&" in one.signs:
            return True
        kind = _single(one, look) if one.kind in OPERANDS or one.kind == Part.TEXT else None
        if kind is not None and not kind.holds.isdisjoint({LIKE_A_NUMBER, UNUSUAL}):
            return True
    return False


def _of_text(call: _Call) -> bool:
    """A day or a time that is, or may be, a text."""
    return any(_reads_text(one, call.look) for one in call.given)


def _unclear(call: _Call) -> bool:
    """A text that is no address as the engine reads it, or may be none."""
    if len(call.given) > 1 and call.value(1) not in (True, 1):
        return True
    text = call.value(0)
    return not _is_address(text.strip()) if isinstance(text, str) else call.failing


def _is_address(text: str) -> bool:
    try:
        return [token.kind for token in tokens(text)] == [Part.AREA]
    except UnreadableFormula:
        return False


def _of_nothing(call: _Call) -> bool:
    """An area that is no more."""
    return any(one.kind == Part.ERROR for one in call.given)


def _backwards(call: _Call) -> bool:
    """A height or width that is negative, or may be."""
    for at in (3, 4):
        if at < len(call.given) and call.given[at].kind != Part.MISSING:
            kind = call.kind(at)
            negative = call.failing and not _counts(call.given[at], call.look)
            if kind is not None:
                negative = isinstance(kind.value, (int, float)) and kind.value < 0
            if negative:
                return True
    return False


def _counts(node: Node, look: Look) -> bool:
    """A number of cells, or one less, as a list has beside its heading; of blanks it is not."""
    if node.kind == Part.CHAIN and node.signs == ["-"] and node.parts[1].text == "1":
        node = node.parts[0]
        cells = [look(one) for one in node.parts if one.kind in OPERANDS]
        if all(one is None or one.holds <= {BLANK} for one in cells):
            return False
    return node.function in _NOT_NEGATIVE


def _nearest(mode: int) -> Callable[[_Call], bool]:
    def check(call: _Call) -> bool:
        """The nearest value, or the last one, of which the engine knows no ranges in any order."""
        return call.value(mode) in (-1, 1) or call.value(mode + 1) not in (None, 1)

    return check


def _of_more_than_numbers(call: _Call) -> bool:
    """Texts among what is sorted, whose order differs between languages, or what is not known."""
    kinds = [_single(one, call.look) for one in call.given if one.kind != Part.MISSING]
    return any(kind is None or not kind.holds <= {WHOLE, DECIMAL} for kind in kinds)


_WRONG: Mapping[str, Callable[[_Call], bool]] = {
    **dict.fromkeys(CRITERIA, _unequal),
    **dict.fromkeys(("COUNTIF", "SUMIF", "AVERAGEIF"), _joins),
    **{name: _looks(name) for name in _CHOICE},
    **dict.fromkeys(_DAYS_AND_TIMES.split(), _of_text),
    **dict.fromkeys("LEN LEFT RIGHT MID FIND".split(), _astral),
    "SEARCH": _other_letters,
    "COUNTIFS": _counts_blanks,
    "SUMPRODUCT": _by_one,
    "SUBTOTAL": _of_nothing,
    "CHAR": _not_ascii,
    "TIME": _negative,
    "DATE": _at_an_end,
    "CHOOSE": lambda call: _reads_text(call.given[0], call.look) or is_truth(call.given[0]),
    "LARGE": _uneven,
    "SMALL": _uneven,
    "POWER": _zeros,
    "CONCATENATE": _of_range,
    "TEXT": _rewritten,
    "INDIRECT": _unclear,
    "OFFSET": _backwards,
    "SORT": _of_more_than_numbers,
    "SORTBY": lambda call: _of_more_than_numbers(call._replace(given=call.given[1:])),
    "XLOOKUP": _nearest(4),
    "XMATCH": _nearest(2),
}
"""By function what tells that a call is one of them."""
