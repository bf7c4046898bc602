"""Names of Central Europe in a file that does not say its code page are read with their letters."""

from __future__ import annotations

from pathlib import Path

import pytest

from xltie.cli.player_list import read_list
from xltie.exchange import trf
from xltie.games import preset

CENTRAL = [("Novák, Jiří", "CZE"), ("Kovács, Győző", "HUN"), ("Łoś, Zbyšek", "POL")]
WESTERN = [("Sørensen, Åge", "DEN"), ("Muñoz, Àlex", "ESP"), ("Müller, Jörg", "GER")]


@pytest.mark.parametrize(("people", "code"), [(CENTRAL, "cp1250"), (WESTERN, "cp1252")])
def test_the_countries_tell_the_letters(
    people: list[tuple[str, str]], code: str, tmp_path: Path
) -> None:
    """An English heading said nothing: it was always the Western code page, and no word of it."""
    listed = tmp_path / "players.csv"
    lines = ["Name;Fed;Rating", *(f"{name};{country};2000" for name, country in people)]
    listed.write_bytes("\n".join(lines).encode(code))
    players = read_list(str(listed), preset("chess"), [])
    assert [one.name for one in players] == [name for name, _ in people]
    lines = [
        f"001 {at:>4}      {name:<33} 2000 {country} {'':>11} {'':<10}  0.0"
        for at, (name, country) in enumerate(people, 1)
    ]
    data = "\n".join(["012 Open", *lines, ""]).encode(code)
    event = trf.read(data).event
    assert [one.name for one in event.contestants] == [name for name, _ in people]
    assert trf.write(event) == data
