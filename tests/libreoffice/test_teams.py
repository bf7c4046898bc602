"""A workbook of teams in a real LibreOffice: an official event, and results typed line by line."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

from openpyxl.utils import get_column_letter

from tests.chess.test_teams import CASES, FOLDER
from tests.libreoffice.calc import Calc
from tests.libreoffice.test_documents import same, stored
from xltie import api
from xltie.cli.main import main
from xltie.core.numbers import show
from xltie.ranking import label_in, text_of_value


def test_an_official_event_of_teams_has_the_values_of_the_command_in_every_cell(
    calc: Calc, tmp_path: Path
) -> None:
    path = tmp_path / "friendship.xlsx"
    assert main(["import", str(FOLDER / "friendship.trf"), str(path)]) == 0
    wanted = stored(path)
    with calc.open(Path(shutil.copy(path, tmp_path / "open.xlsx"))) as book:
        book.ask("recalculate")
        shown = {
            sheet: book.rows(f"{sheet}!A1:{_last(rows)}{len(rows)}")
            for sheet, rows in wanted.items()
        }
    different = [
        (sheet, row, column, got, want)
        for sheet, rows in wanted.items()
        for row, (line, one) in enumerate(zip(shown[sheet], rows, strict=True), 1)
        for column, (got, want) in enumerate(zip(line, one, strict=True), 1)
        if not same(got, want)
    ]
    assert not different, different[:9]

    standings = api.standings(api.open_event(path))
    header = next(at for at, row in enumerate(shown["Standings"]) if "Place" in row)
    names = [label_in(str(name)) for name in shown["Standings"][header]]
    lines = shown["Standings"][header + 1 : header + 1 + len(standings.lines)]
    labels = [criterion.label for criterion in standings.criteria]
    assert [_texts(names, line, ["Place", "No", *labels]) for line in lines] == [
        [
            str(line.place),
            line.who,
            *(text_of_value(value) if value else "-" for value in line.values),
        ]
        for line in standings.lines
    ]
    points = {_text(line[names.index("No")]): line[names.index(labels[0])] for line in lines}
    assert [points[str(team)] for team in range(1, 16)] == CASES["friendship"]["MP"]


def test_results_typed_in_one_line_for_a_match_move_the_standings(
    calc: Calc, tmp_path: Path
) -> None:
    path = tmp_path / "league.xlsx"
    assert main(["new", str(path), "--game", "chess", "--teams", "4", "--boards", "2"]) == 0
    with calc.open(path) as book:
        top = next(at for at, row in enumerate(book.rows("Rounds!A1:L20"), 1) if "Round" in row)
        names = book.rows(f"Rounds!A{top}:Z{top}")[0]

        def type_in(line: int, **cells: Any) -> None:
            letters = {name: get_column_letter(at + 1)
                       for at, name in enumerate(names)}  # fmt: skip
            own = {name.replace("_", " "): value for name, value in cells.items()}
            book.put({f"Rounds!{letters[name]}{top + line}": own[name] for name in own})

        type_in(1, Round=1, Team_A="1", Team_B="2", Board_1="1", Board_2="½")
        type_in(2, Round=1, Team_A="3", Team_B="4", Board_1="0", Board_2="+")
        rows = book.rows("Standings!A1:H12")
        header = next(at for at, row in enumerate(rows) if "Place" in row)
        heads = [label_in(str(name)) for name in rows[header]]
        at = [heads.index(name) for name in ("No", "PTS", "MPvGP")]
        found = {
            _text(row[at[0]]): (row[at[1]], row[at[2]]) for row in rows[header + 1 :] if row[0]
        }
        assert found == {"1": (2, 1.5), "2": (0, 0.5), "3": (1, 1), "4": (1, 1)}
        type_in(2, Board_2="x")
        assert any("x" in str(cell) for row in book.rows("Standings!A1:H4") for cell in row)


def _last(rows: list[list[Any]]) -> str:
    return str(get_column_letter(max(map(len, rows))))


def _texts(names: list[Any], line: list[Any], wanted: list[str]) -> list[str]:
    return [_text(line[names.index(name)]) for name in wanted]


def _text(cell: Any) -> str:
    return show(Fraction(cell)) if isinstance(cell, float) else str(cell)
