"""Tables in Markdown: a row of the grid is a line of the text, so that a fault names it."""

from __future__ import annotations

from xltie.event import EventIndex
from xltie.sheets.any_table import Reading, read_sheets
from xltie.sheets.workbook import text_grids

EVENING = """# Club evening

Kim won | nobody else did.

## Round 1

| Board | White         | Black  | Result |
| ----: | :------------ | :----: | ------ |
| 1     | **Kim **      | [Lee](https://example.org/lee) | 1-0 |
| 2     | Park `A\\|B`  | Choi   | ½-½    |

**Round 2**

Board | White | Black | Result
--- | --- | --- | ---
1 | Lee | Park A&#124;B | 0-1
2 | Choi | Kim | 1-0
"""
PAGE = """---
title: Matrix
---
<h2>Final</h2>
<table><tr><td>No</td><td>Name</td><td>1</td><td>2</td><td>3</td></tr>
<tr><td>1</td><td>Kim</td><td>**</td><td>1</td><td>½</td></tr>
<tr><td>2</td><td>Lee</td><td>0</td><td>**</td><td>1</td></tr>
<tr><td>3</td><td>Park</td><td>½</td><td>0</td><td>**</td></tr></table>
"""


def read(text: str) -> Reading:
    return read_sheets(text_grids(text.encode(), "evening.md"))


def points(text: str) -> dict[str, float]:
    event = read(text).event
    assert event is not None
    index = EventIndex(event)
    return {
        index.name_of(who) or who: float(sum(map(index.points, index.rounds_of(who))))
        for who in index.ids
    }


def test_tables_of_bars_are_read_with_the_rounds_above_them() -> None:
    assert points(EVENING) == {"Kim": 1, "Lee": 0, "Park A|B": 1.5, "Choi": 1.5}
    assert sorted({match.round for match in read(EVENING).event.matches}) == [1, 2]  # type: ignore[union-attr]


def test_a_table_of_html_is_read_as_in_a_page() -> None:
    assert points(PAGE) == {"Kim": 1.5, "Lee": 1, "Park": 0.5}


ROUNDS = "".join(
    f"<h2>Paarungen der Runde {number}</h2><table><tr><th>Weiß</th><th>Schwarz</th>"
    f"<th>Ergebnis</th></tr><tr><td>Kim</td><td>Lee</td><td>{result}</td></tr></table>"
    for number, result in ((1, "1:0"), (2, "½:½"))
)


def test_a_table_for_each_round_of_a_page_is_one_event() -> None:
    assert points(ROUNDS) == {"Kim": 1.5, "Lee": 0.5}


def test_two_tables_of_one_round_are_two_events() -> None:
    assert "games stand here and in" in str(read(ROUNDS * 2).faults[0].message)


def test_a_fault_names_the_line_of_the_text() -> None:
    fault = read(EVENING.replace("0-1", "abandoned")).faults[0]
    assert fault.place.cell == "D16"


def test_a_sign_between_the_headings_of_both_players_is_no_cell() -> None:
    head = "Bo.\tNo.\tPlayer\t–\tNo.\tPlayer\tResult\n"
    first = f"Round 1\n{head}1\t1.\tKim\t–\t2.\tLee\t1 – 0\n"
    text = f"{first}Round 2\n{head}1\t2.\tLee\t–\t1.\tKim\t½ – ½\n"
    assert read_sheets(text_grids(text.encode(), "rounds.tsv")).event is not None
