"""From what a cell holds to what a rule takes: one table of coercions for every host.

A blank is the default; a range of one cell is that cell; TRUE counts as 1; text that reads as a
number is one. Anything else is an error that says what was expected.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Callable, Dict, List, Tuple, Union

from xltie.core.catalogues import in_english
from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.errors import DomainError, InputError, XltieError
from xltie.core.messages import choices, plain, say
from xltie.functions.registry import Kind, Parameter


class ErrorCell(XltieError):
    """An argument that is itself an error; the answer is the same error."""

    def __init__(self, error: CellError) -> None:
        super().__init__(plain(error.text or say("an argument is {error}", error=error.code)))
        self.code = error.code  # type: ignore[misc]


def coerce(parameter: Parameter, value: Any) -> Any:
    """Return the argument that a rule takes, from a cell, a grid, or a text of a criteria list.

    Raises:
        InputError: nothing where something is needed, or a range where one value is.
        DomainError: a value that the rule has no meaning for.
        ErrorCell: the value is an error.
    """
    if parameter.kind.is_table:
        return value if isinstance(value, Grid) else _as_grid(parameter, value)
    if parameter.kind is Kind.ANY:
        return value
    if parameter.kind is Kind.NUMBERS:
        return None if is_blank(value) else _numbers(parameter, value)
    cell = single(parameter.name, value)
    if is_blank(cell):
        if not parameter.may_be_blank:
            raise InputError.say("{name} is missing", name=parameter.name)
        return parameter.default
    return _READERS[parameter.kind](parameter, cell)


def single(name: str, value: Any) -> Scalar:
    """Return the one value of a scalar argument."""
    if isinstance(value, Grid):
        if value.height != 1 or value.width != 1:
            raise InputError.say(
                "{name} takes one value, not a range of {rows} by {columns} cells",
                value.place(0, 0),
                name=name,
                rows=value.height,
                columns=value.width,
            )
        value = value.rows[0][0]
    if isinstance(value, CellError):
        raise ErrorCell(value)
    answer: Scalar = value
    return answer


def _as_grid(parameter: Parameter, value: Any) -> Any:
    if is_blank(value):
        if parameter.is_optional:
            return None
        raise InputError.say("{name} is missing", name=parameter.name)
    if isinstance(value, CellError):
        raise ErrorCell(value)
    return Grid([[value]])


def _number(parameter: Parameter, cell: Scalar) -> Fraction:
    number = Fraction(int(cell)) if isinstance(cell, bool) else number_of(cell)
    if number is None:
        raise DomainError.say(
            "{name} is {text!r}, not a number", name=parameter.name, text=text_of(cell)
        )
    _refuse_size(parameter, number, cell)
    return number


def _refuse_size(parameter: Parameter, number: Union[int, Fraction], cell: Scalar) -> None:
    """Raise the DomainError that says which limit a number is beyond, if it is beyond one."""
    name, least, most, above = parameter.name, parameter.min, parameter.max, parameter.above
    if least is not None and number < least:
        raise DomainError.say(
            "{name} is {value}; the minimum is {limit}", name=name, value=text_of(cell), limit=least
        )
    if above is not None and number <= above:
        raise DomainError.say(
            "{name} is {value}; it must be more than {limit}",
            name=name, value=text_of(cell), limit=above,
        )  # fmt: skip
    if most is not None and number > most:
        raise DomainError.say(
            "{name} is {value}; the maximum is {limit}", name=name, value=text_of(cell), limit=most
        )


def _whole(parameter: Parameter, cell: Scalar) -> int:
    if isinstance(cell, float) and cell.is_integer():  # so programs hand nearly all over
        whole = int(cell)
        _refuse_size(parameter, whole, cell)
        return whole
    number = _number(parameter, cell)
    if number.denominator != 1:
        raise DomainError.say(
            "{name} is {value}, not a whole number", name=parameter.name, value=text_of(cell)
        )
    return int(number)


def _text(parameter: Parameter, cell: Scalar) -> str:
    """Return a text; where it is one of several names, that name as it is declared."""
    text = text_of(cell)
    if parameter.names is None:
        return text
    names = {name.lower(): name for name in parameter.names}
    if text.lower() not in names:
        text = in_english("choice", text)
    if text.lower() not in names:
        raise DomainError.say(
            "{name} is {value!r}; expected one of: {known}",
            name=parameter.name,
            value=text,
            known=choices(parameter.names),
        )
    return names[text.lower()]


def _number_or_name(parameter: Parameter, cell: Scalar) -> Any:
    if isinstance(cell, bool) or number_of(cell) is not None:
        return _number(parameter, cell)
    return _text(parameter, cell)


def _numbers(parameter: Parameter, value: Any) -> Tuple[Fraction, ...]:
    cells = value.flat() if isinstance(value, Grid) else (value,)
    found: List[Fraction] = []
    for cell in cells:
        if isinstance(cell, CellError):
            raise ErrorCell(cell)
        parts = cell.replace(";", " ").split() if isinstance(cell, str) else [cell]
        found.extend(_number(parameter, part) for part in parts if part is not None)
    return tuple(found)


_READERS: Dict[Kind, Callable[[Parameter, Scalar], Any]] = {
    Kind.WHOLE: _whole,
    Kind.NUMBER: _number,
    Kind.TEXT: _text,
    Kind.NUMBER_OR_NAME: _number_or_name,
}
