"""A criterion that nobody has a value of says why, in a line beside the standings."""

from __future__ import annotations

from pathlib import Path

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
