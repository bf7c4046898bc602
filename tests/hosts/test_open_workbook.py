"""Recompute, check and explain over an open workbook, with a program that is a few dictionaries."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from xltie.core.cells import Grid, Scalar, Value
from xltie.core.errors import DomainError, XltieError
from xltie.core.laid_cells import Position
from xltie.core.messages import Message
from xltie.hosts.common.commands import check
from xltie.hosts.common.open_workbook import calls_in, explain, recompute
from xltie.sheets.call import evaluate_call

ROUNDS: list[list[Scalar]] = [
    ["Round", "Black", "White", "Black discs", "White discs"],
    [1, "Ann", "Bob", 40, 24],
    [1, "Cem", "Dai", 33, 31],
    [2, "Ann", "Cem", 20, 44],
    [2, "Bob", "Dai", 32, 32],
]
PLACE = 'PLACE(A{row},Rounds!A1:E5,"points,discs")'


class Program:
    """A spreadsheet program of two sheets: cell references are the only expressions."""

    def __init__(self) -> None:
        self.said: list[str] = []
        self.rounds = [list(row) for row in ROUNDS]
        self.standings: list[list[Scalar]] = [["ID", "Place"]] + [
            [who, 9] for who in ("Ann", "Bob", "Cem", "Dai")
        ]
        self.formula = {(row, 2): PLACE.format(row=row) for row in range(2, 6)}

    def sheets(self) -> Sequence[str]:
        return ["Rounds", "Standings"]

    def grid(self, sheet: str) -> Grid:
        return Grid(self.rounds if sheet == "Rounds" else self.standings, sheet)

    def formulas(self, sheet: str) -> Mapping[Position, str]:
        return self.formula if sheet == "Standings" else {}

    def evaluate(self, sheet: str, position: Position, expression: str) -> Value:
        if expression.startswith("Rounds!"):
            return self.grid("Rounds")
        if expression.startswith('"'):
            return expression.strip('"')
        return self.standings[int(expression[1:]) - 1][0]

    def recalculate(self) -> None:
        for (row, column), formula in self.formula.items():
            call = next(iter(calls_in(formula)), None)
            if call is None:
                continue
            cells = [self.evaluate("Standings", (row, column), text) for text in call.arguments]
            value = evaluate_call(call.function, cells)
            assert not isinstance(value, tuple)
            self.standings[row - 1][column - 1] = value

    def write(self, sheet: str, position: Position, value: Scalar) -> None:
        self.rounds[position[0] - 1][position[1] - 1] = value

    def say(self, message: Message) -> None:
        self.said.append(str(message))


def test_recompute_says_how_many_places_changed() -> None:
    program = Program()
    first = recompute(program)
    assert [row[1] for row in program.standings[1:]] == [2, 4, 1, 3]
    assert str(first) == "4 values changed, 4 places changed"
    assert str(recompute(program)) == "no values changed, no places changed"
    program.write("Rounds", (2, 4), 10)
    program.write("Rounds", (2, 5), 54)
    second = recompute(program)
    assert [str(place) for place in second.changed] == ["Standings!B2", "Standings!B3"]
    assert program.said[-1] == "xltie: 2 values changed, 2 places changed"


def test_a_workbook_without_our_functions_is_told_so() -> None:
    program = Program()
    program.formula = {(2, 2): "SUM(A1:A9)"}
    assert "no cell" in str(recompute(program))


def test_check_names_every_cell() -> None:
    program = Program()
    program.write("Rounds", (2, 4), 41)
    program.write("Rounds", (4, 3), "Ann")
    found = [str(fault) for fault in check(program).faults]
    assert len(found) >= 2
    assert found[0].startswith("Rounds!D2:")
    assert any(line.startswith("Rounds!B4:") for line in found)
    assert not check(Program()).faults


def test_explain_a_tie_break_by_its_terms() -> None:
    program = Program()
    program.formula[3, 2] = 'IF(A3="","",BUCHHOLZ(A3,Rounds!A1:E5))'
    lines = explain(program, "Standings", (3, 2))
    assert lines[0] == "Bob: BUCHHOLZ"
    assert "v Ann" in lines[1]
    assert "v Dai" in lines[2]


@pytest.mark.parametrize("position", [(4, 2), (4, 1)])
def test_explain_any_cell_of_a_player_by_the_place(position: Position) -> None:
    lines = explain(Program(), "Standings", position)
    assert lines[0] == "Cem: place 1"
    assert any("is above" in line for line in lines)


def test_explain_refuses_a_blank_cell_with_its_name() -> None:
    with pytest.raises(DomainError, match="Standings!H99"):
        explain(Program(), "Standings", (99, 8))


def test_explain_a_player_without_games() -> None:
    program = Program()
    program.standings[1][0] = "Eve"
    with pytest.raises(XltieError, match="Eve"):
        explain(program, "Standings", (2, 1))


@pytest.mark.parametrize(
    ("formula", "arguments"),
    [
        ("BQ(A2,Rounds!A1:E5)", ("A2", "Rounds!A1:E5")),
        ("bq(A2;$Rounds.A1:E5;6)", ("A2", "$Rounds.A1:E5", "6")),
        ("BQ(INDEX(A1:B9,2,1),'BQ(, x'!A1:E5,,\"plus32\")",
         ("INDEX(A1:B9,2,1)", "'BQ(, x'!A1:E5", "", '"plus32"')),
        ('1+BQ({"A","B"},Rounds[#All])', ('{"A","B"}', "Rounds[#All]")),
        ('"BQ(A1)"&SBQ(1)&MY.BQ(2)', None),
    ],
)  # fmt: skip
def test_calls_in_a_formula(formula: str, arguments: tuple[str, ...] | None) -> None:
    found = calls_in(formula)
    assert [call.arguments for call in found] == ([] if arguments is None else [arguments])
