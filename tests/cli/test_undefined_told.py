"""A criterion that nobody has a value of says why, in a line beside the standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.books import edited, setting_cell
from tests.pairing.events import event_index_of, field_of, game
from tests.shell import Shell
from xltie.exchange import trf


def test_an_unrated_player_is_the_reason_of_dashes(tmp_path: Path, shell: Shell) -> None:
    players = (*field_of(3), *field_of(4, rated=False)[3:])
    event = event_index_of(players, [game(1, "1", "2"), game(1, "3", "4")], rounds=1).event
    file = tmp_path / "open.trf"
    file.write_bytes(trf.write(event))
    said = shell("standings", file, "--criteria", "PTS, TPR").err
    told = [line for line in said.splitlines() if line.startswith("TPR ")]
    assert len(told) == 1 and "rating" in told[0]
    assert "no value" not in shell("standings", file, "--criteria", "PTS, BH").err


@pytest.mark.slow
def test_criteria_that_rest_on_a_faulty_setting_are_not_called_unknown(
    tmp_path: Path, shell: Shell
) -> None:
    """The fault is said with its cell; what follows from it is no fault of the criteria."""
    book = tmp_path / "open.xlsx"
    shell("new", book, "--game", "chess", "--example")
    edited(book, "Settings", {setting_cell(book, "Format"): "round robin"})
    said = shell("standings", book, code=1)
    assert "Format is 'round robin'; choose from swiss, round-robin" in said.err
    assert "no value for anybody" not in said.err
    assert "5" in said.out  # the points stand all the same
    explained = shell("explain", book, "1", code=1).out
    assert "a setting that it rests on, is not understood" in explained
    assert "does not compute" not in explained
