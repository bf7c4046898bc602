"""Calls of our functions from cells, and what went wrong in them."""

from __future__ import annotations

from functools import partial
from typing import Any, Callable, Mapping

from xltie.core.cells import CellError, Grid
from xltie.core.errors import Fault, InputError, TextWithFaults, XltieError
from xltie.core.messages import say
from xltie.core.records import dataclass, field
from xltie.recompute.engine.engine_values import Failure
from xltie.recompute.engine.texts import text_from
from xltie.recompute.lowering.template import Site
from xltie.recompute.ooxml.language import ENGLISH, Language
from xltie.recompute.ooxml.references import Bounds


def filled(answer: Any) -> Any:
    """Return a result with blanks as empty text, which is what hosts show for them."""
    if isinstance(answer, Grid):
        answer = answer.rows
    if isinstance(answer, (list, tuple)):
        return [
            [filled(cell) for cell in (line if isinstance(line, (list, tuple)) else (line,))]
            for line in answer
        ]
    return "" if answer is None else answer


def fit(height: float, width: float, value: Any = None) -> Any:
    """Return an answer in the shape of the area that an array formula was entered over."""
    rows = value if isinstance(value, list) else [[value]]
    columns = len(rows[0]) if rows else 0

    def at(row: int, column: int) -> Any:
        row = 0 if len(rows) == 1 else row
        column = 0 if columns == 1 else column
        if row < len(rows) and column < columns:
            return rows[row][column]
        return CellError("#N/A")

    return [[at(row, column) for column in range(int(width))] for row in range(int(height))]


Functions = Mapping[str, Callable[..., object]]
ROWS = 1 << 21  # more than a sheet has
_TOKEN = "\x02grid:"
LONGEST_REASON = 200


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
    callers: list[tuple[str, int, bool]] = field(default_factory=list)
    _numbers: dict[tuple[str, int, bool], int] = field(default_factory=dict)
    grids: dict[str, Grid] = field(default_factory=dict)
    _versions: int = 0

    def caller(self, sheet: str, column: int, first: bool) -> int:
        """Return the number by which the cells of a column call, minus the row.

        ``first`` asks for the first value of an array only.
        """
        key = (sheet, column, first)
        if key not in self._numbers:
            self._numbers[key] = len(self.callers) * ROWS
            self.callers.append(key)
        return self._numbers[key]

    def share(self, number: int, grid: Grid) -> str:
        """Keep the grid of a helper cell; return the token that stands for it.

        Every new content has a new token, so that the engine passes it on.
        """
        self._versions += 1
        grid.date1904 = self.date1904
        token = f"{_TOKEN}{number}:{self._versions}"
        self.grids[token] = grid
        return token

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
        site = Site(*at)
        answer = self._guarded(name, partial(function, *arguments), site)
        if first and isinstance(answer, (list, tuple)) and len(answer) > 1:
            self.cut[site] = (name, len(answer))
        if type(answer) is str:
            return answer
        return filled(first_of(answer) if first else answer)

    def forget_call(self, site: Site) -> None:
        """Forget what calls in a cell have said, which does not count."""
        for said in (self.texts, self.faults, self.cut):
            said.pop(site, None)

    def _guarded(self, name: str, call: Callable[[], object], site: Site) -> Any:
        """Call a function; keep what it says about an error for the report."""
        try:
            answer = call()
            if isinstance(answer, TextWithFaults) and answer.faults:
                self.faults[site] = answer.faults
            return answer
        except InputError as error:
            # the error that a host shows: whatever depends on this cell has to see it too
            self.faults[site] = error.faults
            return CellError(error.code, error.text)
        except XltieError as error:
            self.texts[site] = one_line(str(error))
            return CellError(error.code, error.text)
        except Exception as error:
            text = one_line(f"{type(error).__name__}: {error}")
            self.failures[site] = Failure(
                say("{function}() failed: {error}", function=name, error=text)
            )
        return CellError("#VALUE!")

    def as_text(self, value: Any) -> Any:
        """Return a number or truth value as text; nothing and errors as they are."""
        return text_from(value, self.language) if isinstance(value, (bool, int, float)) else value


def first_of(answer: Any) -> Any:
    """Return the top left value of an answer, which is all that a plain formula shows."""
    if isinstance(answer, Grid):
        answer = answer.rows
    while isinstance(answer, (list, tuple)):
        if not answer:
            return CellError("#CALC!")
        answer = answer[0]
    return answer


def one_line(text: str) -> str:
    """Return a text as one line of a reasonable length."""
    line = " ".join(text.split())
    return line if len(line) <= LONGEST_REASON else line[: LONGEST_REASON - 3] + "..."
