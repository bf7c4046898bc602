"""Files of every format with words of them spoilt: read all the same, or refused in lines."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from xltie import api
from xltie.core.errors import XltieError

pytestmark = pytest.mark.slow

TESTS = Path(__file__).resolve().parents[1]
DISCS = "Round,Black,White,Black discs,White discs\n1,4,7,40,24\n1,9,2,33,31\n2,4,9,30,34\n"
GAMES = (
    "Round,White,Black,Result,Board\n"
    "1,Ann Lee,Bo Kim,1-0,1\n1,Cy Ray,Di Ott,0-1F,2\n2,Ann Lee,Di Ott,½-½,1\n2,Cy Ray,,bye,2\n"
)
BOARDS = "Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,420\n1,3,4,3NT,S,8,-50\n"
PAPP = (
    '#_Nom-Tournoi = "Open" ;\n#_Nombre-Rondes = 3 ;\n#_BQ-double = 6.0 ;\n'
    "& +000355 +000011 +000007 ;\n(000355 36 000011 28) ;\nronde-suivante ;\n"
)
SPOILT = (
    b"1/0", b"999999999", b"-1", b"nan", b"1e999", b"0", b"", b"\xff", b"\0", b"2.5", b"\xc2\xbd",
    b"=", b'"', b"x" * 40, b"\xd9\xa3", b"1_0", b"{", b"%s", b"\r\n", b"<!DOCTYPE",
)  # fmt: skip


@cache
def sample(name: str) -> bytes:
    """Return a good file of a format."""
    if name == "papp.txt":
        return PAPP.encode()
    if (TESTS / name).is_file():
        return (TESTS / name).read_bytes()
    table = {".elo": DISCS, ".pbn": BOARDS}.get(Path(name).suffix, GAMES)
    if name == "usebio.xml":
        table = BOARDS
    return api.to_bytes(api.open_event(table.encode(), name="table.csv"), name)


NAMES = (
    "papp.txt", "othello.elo", "go.h9", "opengotha.xml", "usebio.xml", "pairs.pbn",
    "trf/held_swiss5_2024.trf", "chess/team_cases/held_team.trf",
)  # fmt: skip


@pytest.mark.parametrize("name", NAMES)
@settings(max_examples=60)
@given(data=st.data())
def test_a_spoilt_file_is_read_or_refused(name: str, data: st.DataObject) -> None:
    good = sample(name)
    words = [found.span() for found in re.finditer(rb"[^\s,;<>\"\[\]=|]+", good)]
    spoilt = good
    for start, end in sorted(data.draw(st.sets(st.sampled_from(words), max_size=3)), reverse=True):
        word = data.draw(st.sampled_from(SPOILT))
        word = word.rjust(end - start) if data.draw(st.booleans()) else word
        spoilt = spoilt[:start] + word + spoilt[end:]
    try:
        opened = api.open_event(spoilt, name=Path(name).name, provisional=True)
        api.standings(opened)
    except XltieError as error:
        assert str(error).strip()
