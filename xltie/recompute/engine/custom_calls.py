"""The engine's calls of our functions, and what went wrong in them.

The engine calls back with the number of the calling cell first, so that a failure can be reported
where it happened. Ranges come as tokens that stand for shared grids.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import partial
from typing import Any, Callable, Mapping

from xltie.core.cells import CellError, Grid
from xltie.core.errors import Fault, InputError, TextWithFaults, XltieError
from xltie.core.messages import Message, plain, say
from xltie.recompute.engine.answer_shapes import filled, fit
from xltie.recompute.engine.byte_texts import BYTE_TEXTS, UNSURE_BYTES
from xltie.recompute.engine.compare import UNSURE, UNSURE_NUMBER, compare
from xltie.recompute.engine.engine_values import ValueConverter
from xltie.recompute.engine.lookups import (
    hlookup,
    lookup,
    match,
    vlookup,
    xlookup,
    xmatch,
)
from xltie.recompute.engine.nearest import NOT_SORTED
from xltie.recompute.engine.sorting import sort, sort_by
from xltie.recompute.engine.text_numbers import as_day, reading
from xltie.recompute.engine.texts import text_from
from xltie.recompute.lowering.ir import Site
from xltie.recompute.lowering.translate import MISSING
from xltie.recompute.ooxml.language import ENGLISH, Language
from xltie.recompute.ooxml.references import LAST_ROW, Bounds

Functions = Mapping[str, Callable[..., object]]
LAST_DAY = 2_958_465
ROWS = 1 << 21  # more than a sheet has
_TOKEN = "\x02grid:"
_MISSING = MISSING.strip('"')
LONGEST_REASON = 200
MORE_THAN_ONE = CellError("#VALUE!", say("several cells where one value is expected"))
DOUBTS = (UNSURE, UNSURE_NUMBER, UNSURE_BYTES, NOT_SORTED, MORE_THAN_ONE)
HERE: dict[str, Callable[..., Any]] = {
    "XMATCH": xmatch,
    "XLOOKUP": xlookup,
    "SORT": sort,
    "SORTBY": sort_by,
    "MATCH": match,
    "VLOOKUP": vlookup,
    "HLOOKUP": hlookup,
    "LOOKUP": lookup,
    **BYTE_TEXTS,
}


@dataclass
class Failure:
    """Why a call gave no value.

    ``doubtful`` says that there is a value, but one that Excel might compute differently.
    """

    reason: Message
    doubtful: bool = False


@dataclass
class Calls:
    """Our functions, the cells that call them, the grids that they share, and their failures.

    ``texts`` holds what a function said about the error that it answered with, ``faults`` what is
    wrong in the input of a function that answered with an error for that reason, ``cut`` the
    function and its rows where a formula that is no array shows only the first of them.
    """

    functions: Functions
    date1904: bool = False
    language: Language = ENGLISH
    failures: dict[Site, Failure] = field(default_factory=dict)
    texts: dict[Site, str] = field(default_factory=dict)
    faults: dict[Site, tuple[Fault, ...]] = field(default_factory=dict)
    cut: dict[Site, tuple[str, int]] = field(default_factory=dict)
    areas: dict[int, tuple[str, Bounds]] = field(default_factory=dict)
    _callers: list[tuple[str, int, bool]] = field(default_factory=list)
    _numbers: dict[tuple[str, int, bool], int] = field(default_factory=dict)
    _grids: dict[str, Grid] = field(default_factory=dict)
    _versions: int = 0

    def caller(self, sheet: str, column: int, first: bool) -> int:
        """Return the number by which the cells of a column call, minus the row.

        ``first`` asks for the first value of an array only.
        """
        key = (sheet, column, first)
        if key not in self._numbers:
            self._numbers[key] = len(self._callers) * ROWS
            self._callers.append(key)
        return self._numbers[key]

    def share(self, number: int, grid: Grid) -> str:
        """Keep the grid of a helper cell; return the token that stands for it.

        Every new content has a new token, so that the engine passes it on.
        """
        self._versions += 1
        grid.date1904 = self.date1904
        token = f"{_TOKEN}{number}:{self._versions}"
        self._grids[token] = grid
        return token

    def callbacks(self, converter: ValueConverter) -> dict[str, Callable[..., Any]]:
        """Return what the engine is to call, by name."""
        found = {name: self._callback(name, converter) for name in self.functions}
        found["BLOCK"] = lambda number, value=None: self._block(int(number), value, converter)
        found["FIRST"] = lambda value=None: converter.to_engine(_first(value))
        found["AS.TEXT"] = lambda value=None: converter.to_engine(_each(self.as_text, value))
        found["COMPARE"] = self._checked(compare, converter)
        found["AS.DAY"] = self._checked(partial(_days, date1904=self.date1904), converter)
        found["ONE"] = self._checked(_one, converter)
        for name, function in {**HERE, **reading(date1904=self.date1904)}.items():
            found[f"HERE.{name}"] = self._checked(function, converter)
        found["DAY"] = lambda value=None: converter.to_engine(_each(_day, value))
        found["NUMBERS"] = lambda value=None: converter.to_engine(_each(_number, value))
        found["FIT"] = lambda *parts: converter.to_engine(fit(*parts))
        return found

    def _callback(self, name: str, converter: ValueConverter) -> Callable[..., Any]:
        function = self.functions[name]

        def call(caller: float, *arguments: Any) -> Any:
            index, row = divmod(int(caller), ROWS)
            sheet, column, first = self._callers[index]
            taken = [self._argument(value, converter) for value in arguments]
            for value in taken:
                if isinstance(value, CellError):
                    return converter.to_engine(value)
            site = Site(sheet, row, column)
            return converter.to_engine(self.answer(name, function, taken, site, first=first))

        return call

    def answer(
        self,
        name: str,
        function: Callable[..., object],
        arguments: list[Any],
        at: tuple[str, int, int],
        *,
        first: bool,
    ) -> Any:
        """Return what one of our functions answers in a cell: a scalar, or rows of scalars."""
        answer = self._guarded(name, function, arguments, at)
        if first and isinstance(answer, (list, tuple)) and len(answer) > 1:
            self.cut[Site(*at)] = (name, len(answer))
        if type(answer) is str:
            return answer
        return filled(_first(answer) if first else answer)

    def forget_call(self, site: Site) -> None:
        """Forget what calls in a cell have said, which does not count."""
        for said in (self.texts, self.faults, self.cut):
            said.pop(site, None)

    def _checked(
        self, function: Callable[..., Any], converter: ValueConverter
    ) -> Callable[..., Any]:
        """Return a built-in function computed here; what it cannot decide fails its cell."""

        def call(caller: float, *arguments: Any) -> Any:
            taken = [self._argument(value, converter) for value in arguments]
            wrong = next((value for value in taken if isinstance(value, CellError)), None)
            answer = wrong or function(*map(_plain_rows, taken))
            if any(answer is doubt for doubt in DOUBTS):
                index, row = divmod(int(caller), ROWS)
                sheet, column, _ = self._callers[index]
                self.failures[Site(sheet, row, column)] = Failure(plain(answer.text), doubtful=True)
            return converter.to_engine(answer)

        return call

    def _guarded(
        self,
        name: str,
        function: Callable[..., object],
        arguments: list[Any],
        at: tuple[str, int, int],
    ) -> Any:
        """Call a function; keep what it says about an error for the report."""
        try:
            answer = function(*arguments)
            if isinstance(answer, TextWithFaults) and answer.faults:
                self.faults[Site(*at)] = answer.faults
            return answer
        except InputError as error:
            # the error that a host shows: whatever depends on this cell has to see it too
            self.faults[Site(*at)] = error.faults
            return CellError(error.code, error.text)
        except XltieError as error:
            self.texts[Site(*at)] = one_line(str(error))
            return CellError(error.code, error.text)
        except Exception as error:
            text = one_line(f"{type(error).__name__}: {error}")
            self.failures[Site(*at)] = Failure(
                say("{function}() failed: {error}", function=name, error=text)
            )
        return CellError("#VALUE!")

    def _argument(self, value: Any, converter: ValueConverter) -> Any:
        if isinstance(value, str) and value.startswith("\x02"):
            return None if value == _MISSING else self._grids[value]
        if isinstance(value, list):
            return Grid(converter.from_engine(value))
        return converter.from_engine(value)

    def as_text(self, value: Any) -> Any:
        """Return a number or truth value as text; nothing and errors as they are."""
        return text_from(value, self.language) if isinstance(value, (bool, int, float)) else value

    def _block(self, number: int, value: Any, converter: ValueConverter) -> str:
        """Turn a range into a grid, once for each content."""
        sheet, bounds = self.areas[number]
        rows = converter.from_engine(value if isinstance(value, list) else [[value]])
        if bounds.bottom < LAST_ROW:
            # the engine was asked for the rows in use only
            rows += ((None,) * len(rows[0]),) * (bounds.size[0] - len(rows))
        return self.share(number, Grid(rows, sheet, bounds.top, bounds.left))


def _days(given: Any, *, date1904: bool) -> Any:
    """Return a value, or all of an array, as serial numbers of days."""
    if not isinstance(given, (tuple, list)):
        return as_day(given, date1904=date1904)
    rows = tuple(tuple(as_day(one, date1904=date1904) for one in line) for line in given)
    unsure = any(cell is UNSURE_NUMBER for line in rows for cell in line)
    return UNSURE_NUMBER if unsure else rows


def _one(given: Any) -> Any:
    """Return the only value of a range; of a larger one Excel takes the cell beside the formula."""
    if not isinstance(given, (tuple, list)):
        return given
    return given[0][0] if len(given) == len(given[0]) == 1 else MORE_THAN_ONE


def _plain_rows(value: Any) -> Any:
    """Return an array that came as such as its rows; a shared grid knows its sheet and stays."""
    return value.rows if isinstance(value, Grid) and not value.sheet else value


def _first(answer: Any) -> Any:
    """Return the top left value of an answer, which is all that a plain formula shows."""
    if isinstance(answer, Grid):
        answer = answer.rows
    while isinstance(answer, (list, tuple)):
        if not answer:
            return CellError("#CALC!")
        answer = answer[0]
    return answer


def _each(change: Callable[[Any], Any], value: Any) -> Any:
    """Return a value, or all values of an array, changed."""
    if isinstance(value, list):
        return [_each(change, cell) for cell in value]
    return change(value)


def _day(value: Any) -> Any:
    """Return a serial number, or the error of a day that spreadsheets do not have."""
    if isinstance(value, (int, float)) and not 0 <= value <= LAST_DAY:
        return CellError("#NUM!")
    return value


def _number(value: Any) -> Any:
    return 0.0 if value is None or isinstance(value, (str, bool)) else value


def one_line(text: str) -> str:
    """Return a text as one line of a reasonable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
