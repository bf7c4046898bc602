"""Processes that die in the middle of a run: nothing is lost, and the culprit is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.batch.misbehaving import Deadly, Unforeseen
from xltie.batch import runners
from xltie.batch.inputs import find_inputs
from xltie.batch.outcome import Outcome, Step
from xltie.batch.run import run
from xltie.batch.runners import runner
from xltie.batch.steps import TableStep
from xltie.core.errors import InputError

pytestmark = pytest.mark.slow


def done(
    step: Step, archive: Path, out: Path, workers: int = 2, cluster: str = ""
) -> list[Outcome]:
    """Run a step over the archive; return its outcomes in order."""
    found: list[Outcome] = []
    run(
        step,
        find_inputs([str(archive)], (".csv",)),
        runner(workers, cluster),
        out,
        told=found.append,
    )
    return sorted(found, key=lambda own: own.source)


@pytest.mark.parametrize("cluster", ["", "local:2"])
def test_a_file_that_kills_every_process_is_named_and_all_others_are_done(
    cluster: str, archive: Path, tmp_path: Path
) -> None:
    found = done(Deadly("event07.csv"), archive, tmp_path / "out.csv", cluster=cluster)
    assert len(found) == 12
    faulty = [own for own in found if own.fault]
    assert [Path(own.source.name).name for own in faulty] == ["event07.csv"]
    assert "the process that read it died" in faulty[0].fault


@pytest.mark.parametrize("cluster", ["", "local:2"])
def test_a_process_that_is_killed_once_costs_nothing(
    cluster: str, archive: Path, tmp_path: Path
) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "out.csv"
    done(TableStep(), archive, whole, workers=1)
    found = done(Deadly("event07.csv", str(tmp_path / "killed")), archive, out, cluster=cluster)
    assert (tmp_path / "killed").exists()
    assert [own.fault for own in found] == [""] * 12
    assert out.read_bytes() == whole.read_bytes()


def test_what_nobody_foresaw_is_a_line_and_no_traceback(archive: Path, tmp_path: Path) -> None:
    found = done(Unforeseen(), archive, tmp_path / "out.csv", workers=1)
    assert {own.fault for own in found} == {"unexpected ZeroDivisionError: division by zero"}


def test_a_cluster_that_has_no_process_any_more_is_given_up(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(runners, "_LOOK", 0.1)
    monkeypatch.setattr(runners, "_PATIENCE", 0.5)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty,
        pytest.raises(InputError, match="lost all of its processes"),
    ):
        done(TableStep(), archive, tmp_path / "out.csv", cluster=empty.scheduler_address)
