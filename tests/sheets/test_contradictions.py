"""Cells that contradict each other, or say what nobody can know: named, and never a number."""

from __future__ import annotations

import pytest

from xltie.api import open_event
from xltie.core.errors import InputError
from xltie.event import EventIndex
from xltie.pairing.catalogue import wants_of


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("1,1,2,4HS+2,N,", "declarer is N, but the contract says S"),
        ("1,1,2,4HS+2,,9", "9 tricks, but the contract says 12"),
    ],
)
def test_a_contract_and_the_cells_beside_it_say_the_same(line: str, said: str) -> None:
    table = f"Board,NS,EW,Contract,By,Tricks\n{line}\n"
    with pytest.raises(InputError) as caught:
        open_event(table.encode(), name="session.csv")
    assert said in str(caught.value)


def test_a_contract_may_be_said_twice() -> None:
    table = b"Board,NS,EW,Contract,By,Tricks\n1,1,2,4HS+2,S,12\n"
    (result,) = open_event(table, name="session.csv").event.board_results
    assert (result.declarer, result.tricks, result.ns_result) == ("S", 12, 480)


@pytest.mark.parametrize("text", ["maybe", "not 3", "next week"])
@pytest.mark.parametrize("title", ["Absent", "Half bye"])
def test_a_round_that_is_no_number_keeps_nobody_away_silently(title: str, text: str) -> None:
    from dataclasses import replace

    event = open_event(b"Round,White,Black,Result\n1,Ann,Bob,1-0\n", name="club.csv").event
    first, *others = event.contestants
    marked = replace(event, contestants=(replace(first, more=((title, text),)), *others))
    with pytest.raises(InputError) as caught:
        wants_of(EventIndex(marked), 2)
    assert f"{title} is '{text}'; it takes rounds, such as 2, 5-7" in str(caught.value)
    fine = replace(event, contestants=(replace(first, more=((title, "2, 5-7"),)), *others))
    wants = wants_of(EventIndex(fine), 6)
    assert wants.absent | wants.half_byes == {first.id}
