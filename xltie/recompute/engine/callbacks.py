"""What the general engine calls back: our functions, and those that stand in for its own.

It calls with the number of the calling cell first, so that a failure can be reported where it
happened. Ranges come as tokens that stand for shared grids.
"""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import CellError, Grid
from xltie.core.messages import plain, say
from xltie.recompute.engine.compare import UNSURE, compare
from xltie.recompute.engine.custom_calls import ROWS, Calls, first_of, fit
from xltie.recompute.engine.engine_values import Failure, from_engine, to_engine
from xltie.recompute.lowering.made import NOTHING
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.references import LAST_ROW

LAST_DAY = 2_958_465
_MISSING = NOTHING.strip('"')
MORE_THAN_ONE = CellError("#VALUE!", say("several cells where one value is expected"))
DOUBTS = (UNSURE, MORE_THAN_ONE)


class Callbacks:
    """The callbacks of one workbook: ``calls`` are those of our functions."""

    def __init__(self, calls: Calls) -> None:
        self.calls = calls

    def by_name(self) -> dict[str, Callable[..., Any]]:
        """Return what the engine is to call, by name."""
        found = {name: self._callback(name) for name in self.calls.functions}
        found["BLOCK"] = lambda number, value=None: self._block(int(number), value)
        found["FIRST"] = lambda value=None: to_engine(first_of(value))
        found["AS.TEXT"] = lambda value=None: to_engine(_each(self.calls.as_text, value))
        found["COMPARE"] = self._checked(compare)
        found["ONE"] = self._checked(_one)
        found["DAY"] = lambda value=None: to_engine(_each(_day, value))
        found["FIT"] = lambda *parts: to_engine(fit(*parts))
        return found

    def _callback(self, name: str) -> Callable[..., Any]:
        function = self.calls.functions[name]

        def call(caller: float, *arguments: Any) -> Any:
            index, row = divmod(int(caller), ROWS)
            sheet, column, first = self.calls.callers[index]
            taken = [self._argument(value) for value in arguments]
            for value in taken:
                if isinstance(value, CellError):
                    return to_engine(value)
            site = Site(sheet, row, column)
            return to_engine(self.calls.answer(name, function, taken, site, first=first))

        return call

    def _checked(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a built-in function computed here; what it cannot decide fails its cell."""

        def call(caller: float, *arguments: Any) -> Any:
            taken = list(map(from_engine, arguments))
            wrong = next((value for value in taken if isinstance(value, CellError)), None)
            answer = wrong or function(*taken)
            if any(answer is doubt for doubt in DOUBTS):
                index, row = divmod(int(caller), ROWS)
                sheet, column, _ = self.calls.callers[index]
                self.calls.failures[Site(sheet, row, column)] = Failure(
                    plain(answer.text), doubtful=True
                )
            return to_engine(answer)

        return call

    def _argument(self, value: Any) -> Any:
        if isinstance(value, str) and value.startswith("\x02"):
            return None if value == _MISSING else self.calls.grids[value]
        if isinstance(value, list):
            return Grid(from_engine(value))
        return from_engine(value)

    def _block(self, number: int, value: Any) -> str:
        """Turn a range into a grid, once for each content."""
        sheet, bounds = self.calls.areas[number]
        rows = from_engine(value if isinstance(value, list) else [[value]])
        if bounds.bottom < LAST_ROW:
            # the engine was asked for the rows in use only
            rows += ((None,) * len(rows[0]),) * (bounds.size[0] - len(rows))
        return self.calls.share(number, Grid(rows, sheet, bounds.top, bounds.left))


def _one(given: Any) -> Any:
    """Return the only value of a range; of a larger one Excel takes the cell beside the formula."""
    if not isinstance(given, (tuple, list)):
        return given
    return given[0][0] if len(given) == len(given[0]) == 1 else MORE_THAN_ONE


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
