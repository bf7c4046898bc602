"""What is kept from one keystroke to the next changes no cell: each equals that of a new start."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from xltie.core.cells import CellError, Grid
from xltie.core.errors import XltieError
from xltie.event import checks, index, packed
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import event, games

PLAYERS = 6
CHESS = ("Round", "No", "White", "Result", "Black", "No")
OTHELLO = ("Round", "No", "Black", "Black discs", "White discs", "White", "No")
PAIRS = ((1, 4), (2, 5), (3, 6), (1, 5), (2, 6), (3, 4), (1, 6), (2, 4), (3, 5))
TYPED = {
    "Round": (1.0, 2.0, 3.0, 9.0, 0.0, "", "one"),
    "No": (1.0, 2.0, 4.0, 6.0, 7.0, "", "bye", "Ann", "ann", "Bob"),
    "White": ("", "bye", "Ann"),
    "Result": ("1-0", "0-1", "½", "", "bye", "+/-", "what", "0-0", 1.0, CellError("#N/A")),
    "Black discs": (0.0, 32.0, 40.0, 64.0, 70.0, -1.0, 33.5, "", "bye", "many"),
    "ID": (1.0, 2.0, 4.0, 6.0, "", "A", "a"),
    "Name": ("Ann", "ann", "Bob", "", "Eve"),
    "Rating": (1500.0, 2000.0, "", "high", 1999.5),
    "Value": ("chess", "othello", 2.0, 3.0, 0.0, "", "shared", "nobody"),
}
SAME = {"Black": "White", "White discs": "Black discs"}
Tables = tuple[list[list[Any]], ...]


def tables(heads: tuple[str, ...]) -> Tables:
    """The players, the games and the settings of an event of three rounds, as rows to type in."""
    players: list[list[Any]] = [["ID", "Name", "Rating"]]
    names = ("Ann", "Bob", "Cho", "Dee", "Eve", "Fay")
    players += [[float(n), name, 1400.0 + 50 * n] for n, name in enumerate(names, 1)]
    lines: list[list[Any]] = [list(heads)]
    for number, (a, b) in enumerate(PAIRS):
        won = [40.0, 24.0] if heads is OTHELLO else ["1-0"]
        lines.append([number // 3 + 1.0, float(a), "", *won, "", float(b)])
    game = "othello" if heads is OTHELLO else "chess"
    about: list[list[Any]] = [["Setting", "Value"], ["Game", game], ["Rounds", 3.0]]
    return players, lines, [*about, ["Empty squares", ""]]


changes = st.lists(
    st.tuples(
        st.sampled_from((1, 1, 1, 0, 2)), st.integers(1, 9), st.integers(0, 6), st.integers(0, 9)
    ),
    min_size=1, max_size=12,
)  # fmt: skip


def typed(start: Tables, change: tuple[int, int, int, int]) -> Tables:
    """The tables after one cell was typed."""
    made = tuple([list(line) for line in table] for table in start)
    which, row, column, value = change
    table = made[which]
    column %= len(table[0])
    heading = str(table[0][column])
    choice = TYPED.get(SAME.get(heading, heading), ("",))
    table[1 + row % (len(table) - 1)][column] = choice[value % len(choice)]
    return made


def cells(rows: Tables) -> list[Any]:
    """What every cell of a workbook over these tables shows: the event text, then values of it."""
    names = ("Players", "Rounds", "Settings")
    grids = [Grid(table, name, 4) for table, name in zip(rows, names, strict=True)]
    text = answer("EVENT", *grids)
    over = Grid([[text]], "Settings", 30, 2)
    found = [text, *(answer("NOTICE", over, view) for view in range(6)), answer("FAULTROWS", over)]
    for who in range(1, PLAYERS + 1):
        found.append(answer("PLAYERAT", over, over, None, float(who)))
        for name in ("PLACE", "POINTS", "BUCHHOLZ", "BQ", "SONNEBORN", "DECIDEDBY"):
            found.append(answer(name, float(who), over))
    return found


def answer(name: str, *given: Any) -> Any:
    try:
        return evaluate_call(REGISTRY[name], given)
    except XltieError as error:
        return error.code


def start_anew() -> None:
    """Forget all that is kept between two keystrokes, as a program that was just started."""
    lists = (packed._listed, packed._read_lists, index._before)
    for kept in (packed._told, packed._read, *lists, checks._RIGHT, games._before):
        kept.clear()
    event._event_index.cache_clear()
    event._event_index_in.cache_clear()


@pytest.mark.slow
@pytest.mark.parametrize("heads", [CHESS, OTHELLO], ids=["chess", "othello"])
@settings(max_examples=15, deadline=None)
@given(asked=changes)
@example(asked=[(0, 1, 0, 5), (2, 1, 1, 1)])  # somebody else's number; another game
def test_cells_after_each_change_equal_those_of_a_new_start(
    heads: tuple[str, ...], asked: list[tuple[int, int, int, int]]
) -> None:
    states = [tables(heads)]
    for change in asked:
        states.append(typed(states[-1], change))
    start_anew()
    after_each = [cells(state) for state in states]
    for state, found in zip(states, after_each, strict=True):
        start_anew()
        assert found == cells(state)
