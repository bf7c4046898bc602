"""*Check* in an open workbook names the cells that ``xltie check`` names, with the same words."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import openpyxl
import pytest

from tests.books import recomputed, workbook_grids
from tests.excel.fake import FakeBook
from tests.shell import Shell
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.errors import DomainError, InputError
from xltie.core.laid_cells import Position
from xltie.core.language import language
from xltie.core.messages import Message, say
from xltie.games import preset
from xltie.hosts.common.commands import check
from xltie.hosts.common.open_workbook import explain
from xltie.hosts.common.pair_next_round import pair
from xltie.hosts.excel import commands
from xltie.sheets.tables import language_of_sheets, own_names
from xltie.workbooks.build import new_workbook
from xltie.workbooks.build_teams import new_team_workbook


class OpenCalc:
    """A workbook as Calc shows it: ``$Rounds.A1`` for ``Rounds!A1``, ``;`` between arguments."""

    def __init__(self, data: bytes) -> None:
        self._grids = workbook_grids(data)
        self._book = openpyxl.load_workbook(io.BytesIO(data))

    def sheets(self) -> Sequence[str]:
        return list(self._grids)

    def grid(self, sheet: str) -> Grid:
        return self._grids[sheet]

    def formulas(self, sheet: str) -> Mapping[Position, str]:
        return {
            (cell.row, cell.column): _as_calc_shows(cell.value)
            for line in self._book[sheet].iter_rows()
            for cell in line
            if isinstance(cell.value, str) and cell.value.startswith("=")
        }

    def evaluate(self, sheet: str, position: Position, expression: str) -> object:
        raise DomainError(say("not here"))

    def say(self, message: Message) -> None:
        pass


def _as_calc_shows(formula: str) -> str:
    parts = formula.replace("_xlfn.", "").split('"')
    parts[::2] = [re.sub(r"(\w+)!", r"$\1.", part).replace(",", ";") for part in parts[::2]]
    return '"'.join(parts)


TEMPLATES: dict[str, Callable[[], bytes]] = {
    "othello": lambda: new_workbook(preset("othello"), 4, 2),
    "bridge": lambda: new_workbook(preset("bridge"), 4, 2),
    "korean": lambda: new_workbook(preset("chess"), 4, 2, (), {"language": "ko"}),
    "teams": lambda: new_team_workbook(4, 2, 2),
}


def typed_over(template: str, cell: str) -> bytes:
    book = openpyxl.load_workbook(io.BytesIO(TEMPLATES[template]()))
    sheet = book[own_names(book.sheetnames)["Standings"]]
    if cell == "Event":
        name, _, cell = book.defined_names["Event"].attr_text.replace("$", "").partition("!")
        sheet = book[name.strip("'")]
    for one in filter(None, cell.split()):
        sheet[one] = 999
    out = io.BytesIO()
    book.save(out)
    return recomputed(out.getvalue())[0]


def told_by_the_command(data: bytes, path: Path, shell: Shell) -> tuple[list[str], str]:
    """The faults that ``xltie check`` names, and what puts formulas back."""
    path.write_bytes(data)
    code = main(["check", str(path)])
    lines = shell.printed().err.replace(f"{path}: ", "").replace(str(path), "FILE").splitlines()
    repair = [line for line in lines if "FILE" in line or line.startswith("xltie repair")]
    faults = [re.sub("^(warning|주의): ", "", line) for line in lines if line not in repair]
    assert code == (1 if faults else 0)
    return faults, repair[0] if repair else ""


@pytest.mark.parametrize(
    "cell", ["", pytest.param("E6", marks=pytest.mark.slow), "A3 E6 C7", "Event"]
)
@pytest.mark.parametrize(
    "template",
    [
        template if template == "othello" else pytest.param(template, marks=pytest.mark.slow)
        for template in TEMPLATES
    ],
)
def test_a_button_names_what_the_command_names(
    template: str, cell: str, tmp_path: Path, shell: Shell
) -> None:
    data = typed_over(template, cell)
    faults, repair = told_by_the_command(data, tmp_path / "event.xlsx", shell)
    assert len(faults) == len(cell.split())
    open_calc = OpenCalc(data)
    in_calc = check(open_calc)  # type: ignore[arg-type]
    own = language(language_of_sheets(open_calc.sheets()))
    assert [own.say(fault.placed) for fault in in_calc.faults] == faults
    assert repair in own.say(in_calc.repair) or template == "korean"
    assert bool(in_calc.repair) == bool(cell)
    in_excel = FakeBook(data)
    told = commands.run("check", in_excel)
    if not cell:
        assert told == own.text("no faults")
        return
    assert told.startswith(("1 fault", "3 faults")) or template == "korean"
    # every click says the next one, with its cell selected, and how formulas come back
    said = [told, *(commands.run("check", in_excel) for _ in faults[1:])]
    assert all(fault in one for fault, one in zip(faults, said, strict=True))
    assert commands.run("check", in_excel) == told
    assert all("xltie repair FILE" in one or template == "korean" for one in said)


@pytest.mark.slow
def test_a_button_says_what_it_does_in_the_language_of_the_workbook() -> None:
    book = FakeBook(TEMPLATES["korean"]())
    commands.run("check", book)
    assert "xltie: 표를 검사하는 중 ..." in book.app.said
    assert "xltie: 오류가 없습니다" in book.app.said


@pytest.mark.slow
def test_nothing_is_paired_or_explained_beside_an_event_that_was_typed_over() -> None:
    """The sheets show no standings then, and the commands refuse as well."""
    shown = OpenCalc(typed_over("othello", "Event"))
    with pytest.raises(InputError, match=r"Settings!B.*typed over"):
        pair(shown)  # type: ignore[arg-type]
    with pytest.raises(InputError, match=r"Settings!B.*typed over"):
        explain(shown, "Players", (5, 1))  # type: ignore[arg-type]
