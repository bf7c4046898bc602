"""A stand-in for Excel over COM, for the selftest: ``XLTIE_STAND_IN`` says in which mood it is.

It knows the files of the selftest by what is stored in them, and answers a call as the engine does.
Moods: ``answers``, ``refuses``, ``hangs``, ``dies``, and some in which one thing is wrong.
"""

from __future__ import annotations

import io
import os
import pickle
import re
import shutil
import sys
import time
import zipfile
from functools import cache
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import openpyxl

from xltie.hosts.excel.selftest.calls import SHEET, calls
from xltie.hosts.excel.values import ERROR_NUMBERS

MOOD = os.environ.get("XLTIE_STAND_IN", "answers")
_NUMBERS = {code: number for number, code in ERROR_NUMBERS.items()}


class ComError(Exception):
    """pywin32's com_error: a number, and what the other program said."""

    def __init__(self, hresult: int, said: str = "") -> None:
        super().__init__(hresult, said)
        self.hresult = hresult
        self.excepinfo = (0, "Microsoft Excel", said, None, 0, hresult)


class Cell:
    def __init__(self, sheet: Sheet, row: int, column: int) -> None:
        self.__dict__.update(sheet=sheet, at=(row, column))

    @property
    def Value2(self) -> Any:  # noqa: N802
        value = self.sheet.cells.get(self.at)
        return _NUMBERS.get(value, value) if isinstance(value, str) else value

    @property
    def Formula(self) -> str:  # noqa: N802
        return str(self.sheet.formulas.get(self.at, ""))

    def __setattr__(self, name: str, value: Any) -> None:
        if name == "Formula2" and MOOD == "old":
            raise AttributeError(name)
        if name in ("Formula", "Formula2"):
            self.sheet.enter(self.at, value)
        elif name == "Value2":
            self.sheet.cells[self.at] = value


class Sheet:
    def __init__(self, book: Book, values: Any, formulas: Any) -> None:
        self.book = book
        self.cells = {
            (c.row, c.column): c.value for row in values for c in row if c.value is not None
        }
        self.formulas = {
            (cell.row, cell.column): getattr(cell.value, "text", cell.value)
            for row in formulas
            for cell in row
            if cell.data_type == "f"
        }
        if values.title == SHEET:
            for at in self.formulas:
                self.cells[at] = "#NAME?" if self.book.excel.add_in else _engine(self.formulas[at])

    def enter(self, at: tuple[int, int], formula: str) -> None:
        self.formulas[at] = formula
        self.cells[at] = "#N/A" if (MOOD, formula) == ("wrong", "=ROUNDS(F1)") else _engine(formula)
        if MOOD == "wrong" and "BUCHHOLZ(" in formula:
            self.cells[at] = 17.0

    def Cells(self, row: int, column: int) -> Cell:  # noqa: N802
        return Cell(self, row, column)

    def Columns(self, _: int) -> Any:  # noqa: N802
        return SimpleNamespace(Replace=lambda *_: True)

    def Range(self, _: str) -> Any:  # noqa: N802
        def table(*_: Any) -> None:
            raise ComError(-2146827284, "Input cell reference is not valid.")

        return SimpleNamespace(Table=table)

    def Protect(self) -> None:  # noqa: N802
        pass

    Unprotect = Protect

    @property
    def UsedRange(self) -> Any:  # noqa: N802
        rows, columns = (max((at[i] for at in self.cells), default=1) for i in (0, 1))
        table = tuple(
            tuple(Cell(self, r, c).Value2 for c in range(1, columns + 1))
            for r in range(1, rows + 1)
        )
        return SimpleNamespace(Value2=table if rows * columns > 1 else table[0][0])


class Sheets(list[Sheet]):
    def __call__(self, which: int | str) -> Sheet:
        return self[which - 1] if isinstance(which, int) else self.named[which]

    @property
    def Count(self) -> int:  # noqa: N802
        return len(self)


class Book:
    def __init__(self, excel: Excel, path: str) -> None:
        self.excel, self.path = excel, Path(path)
        self.Name = self.path.name
        if self.path.suffix == ".xlam":  # which openpyxl does not read, and has no cells
            excel.add_in = self.Name
            empty = openpyxl.Workbook().active
            self.Worksheets = Sheets([Sheet(self, empty, empty)])
            return
        formulas, values = _loaded(self.path.read_bytes())
        made = [Sheet(self, values[name], formulas[name]) for name in values.sheetnames]
        self.Worksheets = Sheets(made)
        self.Worksheets.named = dict(zip(values.sheetnames, made))  # type: ignore[attr-defined]

    def Windows(self, _: int) -> Any:  # noqa: N802
        repaired = " - Repaired" if MOOD == "repairs" else ""
        return SimpleNamespace(Caption=f"{self.Name}{repaired}")

    def SaveCopyAs(self, copy: str) -> None:  # noqa: N802
        shutil.copy(self.path, copy)
        if MOOD == "loses":
            without_tables(Path(copy))
        if MOOD == "names":
            sign(Path(copy))

    def Activate(self) -> None:  # noqa: N802
        pass

    def Close(self, _: bool) -> None:  # noqa: N802
        if self.Name == self.excel.add_in:
            self.excel.add_in = ""


class Excel:
    Version, Build, CalculationVersion = "16.0", 18526, 191029
    OperatingSystem = "Windows (64-bit) NT 10.00"
    Calculation, WindowState, StatusBar = -4105, -4143, False
    LanguageSettings = SimpleNamespace(LanguageID=lambda _: 1033)
    add_in = ""

    @property
    def Workbooks(self) -> Any:  # noqa: N802
        return SimpleNamespace(Open=self._open)

    def _open(self, path: str, _: int) -> Book:
        if Path(path).name in ("go.xlsx", "calls.xlsm"):
            if MOOD == "refuses":
                said = f"Sorry, we couldn't open '{path}'."
                raise ComError(-2147352567, said)
            if MOOD == "hangs":
                time.sleep(60)
            if MOOD == "dies":
                sys.exit(3)
            if MOOD == "lost":
                raise ComError(-2147023174, "The RPC server is unavailable.")
        return Book(self, path)

    def International(self, which: int) -> str | int:  # noqa: N802
        return {1: 1, 3: ".", 4: ",", 5: ","}[which]

    def CalculateFull(self) -> None:  # noqa: N802
        pass

    def Run(self, macro: str, control: object) -> None:  # noqa: N802
        assert re.fullmatch(r"'xltie\.xlam'!Xltie[A-Za-z]+", macro), macro
        self.StatusBar = f"xltie: {macro.rpartition('!')[2]} is done"  # type: ignore[assignment]

    def Quit(self) -> None:  # noqa: N802
        if MOOD == "stays":
            raise ComError(-2147417846, "The message filter indicated that Excel is busy.")


@cache
def _loaded(data: bytes) -> tuple[Any, Any]:
    """A workbook with its formulas, and with its values; nobody writes into them."""
    return tuple(openpyxl.load_workbook(io.BytesIO(data), data_only=way) for way in (False, True))


@cache
def _answers() -> dict[str, Any]:
    """What the engine says to each call; a process that has said it leaves it for the next."""
    kept = Path(os.environ["XLTIE_ANSWERS"])
    if not kept.exists():
        kept.write_bytes(pickle.dumps({f"={call.formula}": call.expected for call in calls()}))
    answers: dict[str, Any] = pickle.loads(kept.read_bytes())
    return answers


def _engine(formula: str) -> Any:
    return 4.0 if formula in ("=ROUNDS(9)", "=ROUNDS(F1)") else _answers()[formula]


def without_tables(path: Path) -> None:
    """What Excel leaves of a table that it removes in a repair."""
    kept = {}
    with zipfile.ZipFile(path) as old:
        for name in old.namelist():
            if not name.startswith("xl/tables/"):
                kept[name] = old.read(name)
    _write(path, kept)


def sign(path: Path) -> None:
    """What Excel writes of a person: the folder, the name, a printer."""
    with zipfile.ZipFile(path) as old:
        kept = {name: old.read(name) for name in old.namelist()}
    place = str(path.parent).encode()
    there = b'<x15ac:absPath xmlns:x15ac="http://x" url="' + place + b'\\"/>'
    book = kept["xl/workbook.xml"].replace(b"<bookViews", there + b"<bookViews", 1)
    kept["xl/workbook.xml"] = book
    kept["xl/printerSettings/printerSettings1.bin"] = str(path.parent).encode("utf-16-le")
    core = kept.get("docProps/core.xml", b"")
    kept["docProps/core.xml"] = core.replace(
        b"</cp:coreProperties>",
        b"<cp:lastModifiedBy>Somebody Real</cp:lastModifiedBy></cp:coreProperties>",
    )
    _write(path, kept)


def _write(path: Path, parts: dict[str, bytes]) -> None:
    with zipfile.ZipFile(path, "w") as new:
        for name, content in parts.items():
            new.writestr(name, content)


# -- what xltie.hosts.excel.selftest.application has ---------------------------------------------


def start() -> Excel:
    if MOOD == "absent":
        raise ComError(-2147221005, "Invalid class string")
    if MOOD == "never starts":
        time.sleep(60)
    return Excel()


def process_of(_: Any) -> int:
    return 0


def has_ended(_: int, __: float) -> bool:
    return True


def nothing() -> None:
    return None


def server() -> Any:
    return SimpleNamespace(Perform=lambda command, _: f"{command} is done")


def is_gone(error: Exception) -> bool:
    return getattr(error, "hresult", None) == -2147023174
