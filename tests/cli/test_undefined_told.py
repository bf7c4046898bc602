"""A criterion that nobody has a value of says why, in a line beside the standings."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.pairing.events import event_index_of, field_of, game
from xltie.cli.main import main
from xltie.exchange import trf


def test_an_unrated_player_is_the_reason_of_dashes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    players = (*field_of(3), *field_of(4, rated=False)[3:])
    event = event_index_of(players, [game(1, "1", "2"), game(1, "3", "4")], rounds=1).event
    file = tmp_path / "open.trf"
    file.write_bytes(trf.write(event))
    assert main(["standings", str(file), "--criteria", "PTS, TPR"]) == 0
    told = [line for line in capsys.readouterr().err.splitlines() if line.startswith("TPR ")]
    assert len(told) == 1 and "rating" in told[0]
    assert main(["standings", str(file), "--criteria", "PTS, BH"]) == 0
    assert "no value" not in capsys.readouterr().err
