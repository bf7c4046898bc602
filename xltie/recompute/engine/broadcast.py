"""Functions of one value applied to arrays, which the engine does not do by itself."""

from __future__ import annotations

from typing import Any, Callable

from xltie.core.cells import CellError, column_name
from xltie.recompute.engine.engine_values import ValueConverter
from xltie.recompute.lowering.builtin_functions import one_value

Arrays = list[list[Any]]


class Broadcast:
    """Broadcasts a call over its array arguments, as Excel does, in a workbook of its own."""

    def __init__(self, new_workbook: Callable[[], Any], converter: ValueConverter) -> None:
        self._new_workbook = new_workbook
        self._convert = converter

    def __call__(self, name: str, *arguments: Any) -> Any:
        """Answer one call out of the engine: an array, or a value where nothing is an array."""
        shapes = [
            (len(value), len(value[0]))
            for index, value in enumerate(arguments)
            if one_value(name, index) and isinstance(value, list)
        ]
        height = max((shape[0] for shape in shapes), default=1)
        width = max((shape[1] for shape in shapes), default=1)
        workbook = self._new_workbook()
        sheet = workbook.sheet_names[0]
        parts: list[str] = []
        for index, value in enumerate(arguments):
            if one_value(name, index):
                self._put_column(workbook, sheet, index + 1, value, (height, width))
                parts.append(column_name(index + 1) + "{row}")
            else:
                parts.append(self._put_range(workbook, f"R{index}", value))
        formula = f"={name}({','.join(parts)})"
        count = height * width
        column = len(arguments) + 2
        formulas = [[formula.replace("{row}", str(row))] for row in range(1, count + 1)]
        workbook.set_formulas_batch(sheet, 1, column, formulas)
        workbook.evaluate_all()
        put = self._convert.to_engine
        flat = [put(workbook.get_value(sheet, row, column)) for row in range(1, count + 1)]
        if count == 1:
            return flat[0]
        return [flat[row * width : (row + 1) * width] for row in range(height)]

    def _put_column(
        self, workbook: Any, sheet: str, column: int, value: Any, shape: tuple[int, int]
    ) -> None:
        """Write the values of a parameter below each other, one for each call."""
        row = 0
        for down in range(shape[0]):
            for across in range(shape[1]):
                row += 1
                cell = _at(value, down, across)
                if cell is not None:
                    workbook.set_value(sheet, row, column, self._convert.to_engine(cell))

    def _put_range(self, workbook: Any, sheet: str, value: Any) -> str:
        """Write a range to a sheet of its own; return the reference to it."""
        rows: Arrays = value if isinstance(value, list) else [[value]]
        workbook.add_sheet(sheet)
        for down, line in enumerate(rows, 1):
            for across, cell in enumerate(line, 1):
                if cell is not None:
                    workbook.set_value(sheet, down, across, self._convert.to_engine(cell))
        return f"{sheet}!$A$1:${column_name(len(rows[0]))}${len(rows)}"


def _at(value: Any, row: int, column: int) -> Any:
    """Return a value of an argument; single rows and columns are repeated."""
    if not isinstance(value, list):
        return value
    row = 0 if len(value) == 1 else row
    column = 0 if len(value[0]) == 1 else column
    if row < len(value) and column < len(value[0]):
        return value[row][column]
    return CellError("#N/A")
