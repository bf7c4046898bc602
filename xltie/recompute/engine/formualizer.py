"""The engine that evaluates lowered formulas: formualizer, and nothing else speaks to it.

It is imported only when a workbook is recomputed. Its file reading and writing are not used.
"""

from __future__ import annotations

from datetime import datetime, timedelta, timezone
from functools import partial
from threading import Event, Thread
from typing import Any, Callable, Mapping, Sequence

from xltie.core.cells import Scalar, cell_name, column_name
from xltie.core.errors import UnsupportedWorkbook
from xltie.core.messages import Message, say
from xltie.core.numbers import in_runs
from xltie.recompute.engine.callbacks import Callbacks
from xltie.recompute.engine.custom_calls import Calls, fit
from xltie.recompute.engine.engine_values import (
    CIRCULAR,
    Answer,
    Failure,
    from_engine,
    not_computed,
    to_engine,
)
from xltie.recompute.lowering.builtin_functions import one_value
from xltie.recompute.ooxml.package import DEFAULT_LIMITS, Deadline
from xltie.recompute.ooxml.references import Bounds, parse_area, quoted
from xltie.recompute.ooxml.scan import Position
from xltie.recompute.ooxml.workbook import Iteration

KEPT_ANSWERS = 100


class Broadcast:
    """Answers a call for all that its array arguments hold, as Excel does, in an empty workbook.

    Formulas ask the same of the same cells again and again, as for the months of all days in a
    list: the last answers are kept.
    """

    def __init__(self, new_workbook: Callable[[], Any]) -> None:
        self._new_workbook = new_workbook
        self._answers: dict[str, Any] = {}

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Return an array, or a value where nothing is an array."""
        asked = repr((name, arguments))
        if asked not in self._answers:
            if len(self._answers) >= KEPT_ANSWERS:
                self._answers.clear()
            self._answers[asked] = _broadcast(self._new_workbook(), name, arguments)
        return self._answers[asked]


def _broadcast(workbook: Any, name: str, arguments: Sequence[Any]) -> Any:
    shapes = [
        (len(value), len(value[0]))
        for index, value in enumerate(arguments)
        if one_value(name, index) and isinstance(value, list)
    ]
    height = max((shape[0] for shape in shapes), default=1)
    width = max((shape[1] for shape in shapes), default=1)
    sheet = workbook.sheet_names[0]
    parts: list[str] = []
    # the values of a parameter stand below each other, one for each call
    for index, value in enumerate(arguments):
        if one_value(name, index):
            parts.append(column_name(index + 1) + "{row}")
            calls = [[to_engine(cell)] for line in fit(height, width, value) for cell in line]
            workbook.set_values_batch(sheet, 1, index + 1, calls)
            continue
        rows = to_engine(value if isinstance(value, list) else [[value]])
        workbook.add_sheet(f"R{index}")
        workbook.set_values_batch(f"R{index}", 1, 1, rows)
        parts.append(f"R{index}!$A$1:${column_name(len(rows[0]))}${len(rows)}")
    formula = f"={name}({','.join(parts)})"
    count = height * width
    column = len(arguments) + 2
    formulas = [[formula.replace("{row}", str(row))] for row in range(1, count + 1)]
    workbook.set_formulas_batch(sheet, 1, column, formulas)
    workbook.evaluate_all()
    flat = [to_engine(workbook.get_value(sheet, row, column)) for row in range(1, count + 1)]
    if count == 1:
        return flat[0]
    return [flat[row * width : (row + 1) * width] for row in range(height)]


LONGEST_FAILURE = 160
LONGEST_ERROR = 112
SHORTEST_WAIT = 0.01
_NOT_DONE = Failure(say("a formula of a kind that the engine does not compute"))
_UNREADABLE = Failure(say("the engine cannot read the formula"))
_IN_WORDS = {"Circ": CIRCULAR, "NImpl": _NOT_DONE, "Error": _UNREADABLE}
BATCH = 4096
"""So many cells of a column are handed over between two looks at the clock."""


def _empty_workbook(module: Any, settings: Any) -> Any:
    """Return an empty workbook of the engine."""
    mode = module.WorkbookMode.Ephemeral
    config = module.WorkbookConfig(mode=mode, eval_config=settings, enable_changelog=False)
    workbook = module.Workbook(config=config)
    workbook.set_temporal_egress("serial")
    return workbook


class Formualizer:
    """The engine formualizer, with our functions and helpers registered in it.

    ``deadline`` bounds all evaluations; ``clock`` is what NOW and TODAY return.
    """

    def __init__(
        self,
        calls: Calls,
        *,
        date1904: bool = False,
        iteration: Iteration | None = None,
        clock: datetime | None = None,
        deadline: Deadline | None = None,
    ) -> None:
        import formualizer  # only recomputation should pay for its start

        self._module: Any = formualizer
        settings = formualizer.EvaluationConfig()
        settings.enable_parallel = False
        self._deadline = deadline or Deadline(DEFAULT_LIMITS.seconds)
        if date1904:
            settings.date_system = "1904"
        if iteration is not None:
            settings.cycle_policy = "iterate"
            settings.iterate_max_iterations = iteration.count
            settings.iterate_max_change = iteration.change
        new_workbook = partial(_empty_workbook, formualizer, settings)
        self._new_workbook: Callable[[], Any] = new_workbook
        self._clock = clock or datetime.now().astimezone()
        self._names: dict[str, str] = {}
        self._known: dict[str, bool] = {}
        self._callbacks: dict[str, Callable[..., Any]] = {
            **Callbacks(calls).by_name(),
            "BROADCAST": Broadcast(new_workbook),
        }
        self.restart()

    def restart(self) -> None:
        """Become empty, with the same sheets."""
        self._workbook = self._new_workbook()
        _set_clock(self._workbook, self._clock)
        for name, function in self._callbacks.items():
            self._workbook.register_function("XLT." + name, function, min_args=0, max_args=None)
        sheets, self._names = list(self._names), {}
        for sheet in sheets:
            self.add_sheet(sheet)

    def knows(self, function: str) -> bool:
        """Tell whether a built-in function exists: one that does not answers ``#NAME?``."""
        if function not in self._known:
            self._known[function] = self._probe(function)
        return self._known[function]

    def _probe(self, function: str) -> bool:
        workbook = self._new_workbook()
        sheet = workbook.sheet_names[0]
        try:
            workbook.set_formula(sheet, 1, 1, f"={function}()")
            answer = workbook.evaluate_cell(sheet, 1, 1)
        except Exception as error:
            return "ndefined" not in str(error) and "nknown" not in str(error)
        return not (isinstance(answer, dict) and answer.get("kind") == "Name")

    def add_sheet(self, name: str) -> None:
        """Add a sheet; a new workbook already owns one, which is used where the name is its."""
        present = {known.lower(): known for known in self._workbook.sheet_names}
        if name.lower() not in present:
            self._workbook.add_sheet(name)
        self._names[name] = present.get(name.lower(), name)

    def put(self, sheet: str, column: int, first: int, values: Sequence[Scalar]) -> None:
        """Put values into consecutive rows; a blank empties the cell."""
        self._deadline.check()
        block = [[to_engine(value)] for value in values]
        self._workbook.set_values_batch(self._names[sheet], first, column, block)

    def put_cells(self, sheet: str, cells: Mapping[Position, Scalar]) -> None:
        """Put values into cells, rows of the same shape in one batch; blanks are left out."""
        columns_of: dict[int, list[int]] = {}
        for row, column in sorted(place for place, value in cells.items() if value is not None):
            columns_of.setdefault(row, []).append(column)
        rows: list[int] = []
        for row, columns in columns_of.items():
            apart = rows and (rows[-1] + 1 != row or columns != columns_of[rows[0]])
            if apart or len(rows) * len(columns) > BATCH:
                self._put_rows(sheet, rows, columns_of[rows[0]], cells)
                rows = []
            rows.append(row)
        if rows:
            self._put_rows(sheet, rows, columns_of[rows[0]], cells)

    def _put_rows(
        self, sheet: str, rows: list[int], columns: list[int], cells: Mapping[Position, Scalar]
    ) -> None:
        # an explicit blank would hide a later spill, so only adjacent columns go together
        self._deadline.check()
        for segment in in_runs(columns):
            block = [[to_engine(cells[row, column]) for column in segment] for row in rows]
            self._workbook.set_values_batch(self._names[sheet], rows[0], segment[0], block)

    def write(
        self, sheet: str, column: int, first: int, formulas: Sequence[str]
    ) -> dict[int, Message]:
        """Put formulas into consecutive rows; return the rows that were refused, and why."""
        name = self._names[sheet]
        refused: dict[int, Message] = {}
        for start in range(0, len(formulas), BATCH):
            self._deadline.check()
            some, row = formulas[start : start + BATCH], first + start
            try:
                self._workbook.set_formulas_batch(name, row, column, [[text] for text in some])
            except Exception:
                refused.update(self._one_by_one(name, column, row, some))
        return refused

    def _one_by_one(
        self, name: str, column: int, first: int, formulas: Sequence[str]
    ) -> dict[int, Message]:
        refused: dict[int, Message] = {}
        for row, text in enumerate(formulas, first):
            try:
                self._workbook.set_formula(name, row, column, text)
            except Exception as error:
                circular = "CIRC" in str(error).upper()
                refused[row] = (
                    CIRCULAR.reason
                    if circular
                    else say("engine: {error}", error=str(error)[:LONGEST_ERROR])
                )
        return refused

    def evaluate(self) -> None:
        """Compute everything that is not up to date, until the time is up.

        Raises:
            UnsupportedWorkbook: the time is up, or the engine gives up on the whole workbook.
        """
        # a limit of the engine's own counts what other programs compute too; either stops between
        # groups of formulas that do not read each other
        done = Event()
        watch = Thread(target=_watch, args=(self._deadline, self._workbook, done), daemon=True)
        watch.start()
        try:
            self._workbook.evaluate_all()
        except (KeyboardInterrupt, SystemExit, MemoryError):
            raise
        except BaseException as error:
            # a panic in the engine is not an Exception
            self._deadline.check()
            why = " ".join(str(error).split())[:LONGEST_FAILURE]
            raise UnsupportedWorkbook(say("the engine gave up: {error}", error=why)) from None
        finally:
            done.set()
            watch.join()

    def values(self, sheet: str, area: Bounds) -> list[list[Answer]]:
        """Return the values of an area, row by row."""
        place = self._module.RangeAddress(self._names[sheet], *area)
        rows: list[list[Any]] = self._workbook.sheet(self._names[sheet]).get_values(place)
        return [[self._answer(value) for value in line] for line in rows]

    def _answer(self, value: Any) -> Answer:
        if isinstance(value, dict):
            reason = not_computed(value)
            if reason:
                why = say("the engine gives no value ({reason})", reason=reason)
                return _IN_WORDS.get(reason) or Failure(why)
        scalar: Scalar = from_engine(value)
        return scalar

    def spill(self, sheet: str, row: int, column: int) -> Bounds | None:
        """Return the area that an array formula fills, or None for a single value."""
        place = quoted(self._names[sheet]) + cell_name(row, column)
        spill = self._workbook.inspect_cell(place).cell.spill
        if spill is None or not spill.extent:
            return None
        return parse_area(spill.extent.rsplit("!", 1)[-1].replace("$", ""))


def _watch(deadline: Deadline, workbook: Any, done: Event) -> None:
    """Stop an evaluation when its time is up, unless it is done before."""
    while not done.wait(max(deadline.remaining, SHORTEST_WAIT)):
        if not deadline.remaining:
            workbook.cancel()


def _set_clock(workbook: Any, clock: datetime) -> None:
    """Pin NOW and TODAY; a time without a zone is meant in UTC."""
    moment = clock if clock.tzinfo is not None else clock.replace(tzinfo=timezone.utc)
    offset = moment.utcoffset() or timedelta(0)
    workbook.set_deterministic_clock(moment, int(offset.total_seconds()))
