"""*Pair next round* over a program that is a few dictionaries: what it types, what it refuses."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from xltie.core.cells import Grid, Scalar, Value
from xltie.core.errors import XltieError
from xltie.core.laid_cells import Position
from xltie.core.messages import Message
from xltie.hosts.common.pair_next_round import lay_out, pair

HEADER = ["Round", "Black", "White", "Black discs", "White discs"]
PLAYED = [HEADER, [1, "Ann", "Bob", 40, 24], [1, "Cem", "Dai", 33, 31]]


class Program:
    """Sheets of values; a formula's range is ``Rounds!A1:E<last row>``; some cells are locked."""

    def __init__(self, rounds: Sequence[Sequence[Scalar]], **sheets: list[list[Scalar]]) -> None:
        self.cells = {"Rounds": [list(row) for row in rounds], **sheets}
        self.formula: dict[str, dict[Position, str]] = {}
        self.locked: set[Position] = set()

    def sheets(self) -> Sequence[str]:
        return list(self.cells)

    def grid(self, sheet: str) -> Grid:
        return Grid(self.cells[sheet], sheet)

    def formulas(self, sheet: str) -> Mapping[Position, str]:
        return self.formula.get(sheet, {})

    def evaluate(self, sheet: str, position: Position, expression: str) -> Value:
        if expression.startswith("Rounds!A1:E"):
            return Grid(self.cells["Rounds"][: int(expression[11:])], "Rounds")
        return "Ann"

    def recalculate(self) -> None:
        pass

    def write(self, sheet: str, position: Position, value: Scalar) -> None:
        if position in self.locked:
            return
        rows = self.cells[sheet]
        rows.extend([None] * len(rows[0]) for _ in range(position[0] - len(rows)))
        rows[position[0] - 1][position[1] - 1] = value

    def table_bottom(self, sheet: str, inside: Position) -> int:
        return 0

    def extend(self, sheet: str, inside: Position, model: int, last: int) -> None:
        pass

    def say(self, message: Message) -> None:
        pass


def meetings(program: Program, number: int) -> list[set[Scalar]]:
    return [{line[1], line[2]} for line in program.cells["Rounds"] if line[0] == number]


def test_lines_go_below_the_last_one_and_formulas_that_end_above_are_named() -> None:
    program = Program(PLAYED, Table=[["Ann", None, None]])
    program.formula["Table"] = {
        (1, 2): "POINTS(A1,Rounds!A1:E3)",
        (1, 3): "POINTS(A1,Rounds!A1:E9)",
    }
    told = "; ".join(map(str, pair(program).said))
    assert {"Ann", "Cem"} in meetings(program, 2)
    assert {"Bob", "Dai"} in meetings(program, 2)
    assert "written to lines 4 to 5 of Rounds" in told
    assert "warning: the new lines are below the last one that Table!B1 refer to" in told
    assert "\n" not in told


def test_prepared_lines_are_filled_and_nothing_has_to_be_said_of_formulas() -> None:
    prepared = [[2, None, None, None, None], [2, None, None, None, None]]
    program = Program([*PLAYED, *prepared], Table=[["Ann", None]])
    program.formula["Table"] = {(1, 2): "POINTS(A1,Rounds!A1:E3)"}
    told = "; ".join(map(str, pair(program).said))
    assert "lines 4 to 5" in told
    assert "warning" not in told
    assert len(program.cells["Rounds"]) == 5


def test_who_is_not_in_the_round_is_named_and_that_nothing_changed_is_not_said() -> None:
    players: list[list[Scalar]] = [
        ["ID", "Name", "Not playing in round"],
        ["Ann", "Ann A", "from 2"],
    ]
    players += [[who, f"{who} B", None] for who in ("Bob", "Cem", "Dai")]
    program = Program(PLAYED, Players=players)
    program.formula["Players"] = {(9, 1): "POINTS(A2,Rounds!A1:E3)"}
    told = "; ".join(map(str, pair(program).said))
    assert "Not in this round: Ann Ann A" in told
    assert "no values changed" not in told
    assert "no places changed" not in told


def test_the_sheet_of_forbidden_pairs_counts() -> None:
    program = Program(PLAYED, Forbidden=[["Ann", "Cem"]])
    pair(program)
    assert {"Ann", "Dai"} in meetings(program, 2)


@pytest.mark.parametrize(
    ("forbidden", "reason"),
    [([["Ann", "Cem"], ["Ann", "Dai"]], "cannot be paired"), ([["a", "b"], ["Ann", "X"]], "X")],
)
def test_what_cannot_be_paired_is_said_and_nothing_is_typed(
    forbidden: list[list[Scalar]], reason: str
) -> None:
    program = Program(PLAYED, Forbidden=forbidden)
    with pytest.raises(XltieError, match=reason):
        pair(program)
    assert program.cells["Rounds"] == PLAYED


def test_a_formula_is_not_typed_over() -> None:
    prepared = [[2, None, None, None, None], [2, None, None, None, None]]
    program = Program([*PLAYED, *prepared])
    program.formula["Rounds"] = {(5, 2): "B3"}
    with pytest.raises(XltieError, match=r"Rounds!B5: .*holds a formula"):
        pair(program)
    assert program.cells["Rounds"] == [*PLAYED, *prepared]


def test_a_cell_that_takes_nothing_leaves_the_others_as_they_were() -> None:
    prepared = [[2, None, None, None, None], [2, None, None, None, None]]
    program = Program([*PLAYED, *prepared])
    program.locked = {(5, 3)}
    with pytest.raises(XltieError, match=r"Rounds!C5: .*protected"):
        pair(program)
    assert program.cells["Rounds"] == [*PLAYED, *prepared]


def test_recompute_numbers_a_name_that_has_none() -> None:
    program = Program(PLAYED, Players=[["No", "Name"], [1, "Ann"], [None, "Zed"], [2, "Bob"]])
    lay_out(program)
    assert [row[0] for row in program.cells["Players"]] == ["No", 1, 3, 2]
