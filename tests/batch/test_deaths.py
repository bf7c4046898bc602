"""Processes that die in the middle of a run: nothing is lost, and the culprit is named."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from threading import Timer
from types import SimpleNamespace

import pytest

from tests.batch.conftest import Cluster
from tests.batch.misbehaving import Deadly, Unforeseen
from xltie.batch import runners
from xltie.batch.inputs import find_inputs
from xltie.batch.outcome import Step, StepOutcome
from xltie.batch.run import run
from xltie.batch.runners import runner
from xltie.batch.steps import TableStep
from xltie.core.errors import InputError

pytestmark = pytest.mark.slow


def done(
    step: Step, archive: Path, out: Path, workers: int = 2, cluster: str = "",
    after: Callable[[int], None] = lambda count: None,
) -> list[StepOutcome]:  # fmt: skip
    """Run a step over the archive; return its outcomes in order. ``after`` is called with each."""
    found: list[StepOutcome] = []

    def told(outcome: StepOutcome) -> None:
        found.append(outcome)
        after(len(found))

    inputs = find_inputs([str(archive)], (".csv",))
    run(step, inputs, runner(workers, cluster), out, told=told)
    return sorted(found, key=lambda own: own.source)


def hasty_dask() -> AbstractContextManager[object]:
    """Let Dask give up soon: a process that was not started anew, and a task that kills them."""
    pytest.importorskip("distributed")  # which has settings of its own, and they come first
    lost, failures = "deploy.lost-worker-timeout", "scheduler.allowed-failures"
    short = {f"distributed.{lost}": "0.1s", f"distributed.{failures}": 1}
    manager: AbstractContextManager[object] = pytest.importorskip("dask").config.set(short)
    return manager


@pytest.mark.parametrize("cluster", ["", "local:2"])
def test_a_file_that_kills_every_process_is_named_and_all_others_are_done(
    cluster: str, archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A cluster waits for processes that take their time to come back."""
    monkeypatch.setattr(runners, "_LOOK", 1)
    monkeypatch.setattr(runners, "_PATIENCE", 30)
    with hasty_dask() if cluster else nullcontext():
        found = done(Deadly("event07.csv"), archive, tmp_path / "out.csv", cluster=cluster)
    assert len(found) == 12
    faulty = [one for one in found if one.fault]
    assert [Path(one.source.name).name for one in faulty] == ["event07.csv"]
    assert "the process that read it died" in faulty[0].fault


@pytest.mark.parametrize("cluster", ["", "local:2"])
def test_a_process_that_is_killed_once_costs_nothing(
    cluster: str, archive: Path, tmp_path: Path
) -> None:
    whole, out = tmp_path / "whole.csv", tmp_path / "out.csv"
    done(TableStep(), archive, whole, workers=1)
    found = done(Deadly("event07.csv", str(tmp_path / "killed")), archive, out, cluster=cluster)
    assert (tmp_path / "killed").exists()
    assert [one.fault for one in found] == [""] * 12
    assert out.read_bytes() == whole.read_bytes()


def be_impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runners, "_LOOK", 0.1)
    monkeypatch.setattr(runners, "_PATIENCE", 1.0)


def test_what_nobody_foresaw_is_a_line_and_no_traceback(archive: Path, tmp_path: Path) -> None:
    found = done(Unforeseen(), archive, tmp_path / "out.csv", workers=1)
    assert {one.fault for one in found} == {"unexpected ZeroDivisionError: division by zero"}


def test_a_cluster_that_has_no_process_any_more_is_given_up(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    be_impatient(monkeypatch)
    with (
        distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty,
        pytest.raises(InputError, match="lost all of its processes"),
    ):
        done(TableStep(), archive, tmp_path / "out.csv", cluster=empty.scheduler_address)


def test_a_machine_that_was_asleep_gives_its_cluster_time_to_come_back(
    archive: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distributed = pytest.importorskip("distributed")
    since = time.monotonic()

    def clock() -> float:
        spent = time.monotonic() - since
        return spent if spent < 2 else spent + 3600

    monkeypatch.setattr(runners, "_LOOK", 0.5)
    monkeypatch.setattr(runners, "time", SimpleNamespace(monotonic=clock))
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0") as empty:
        late = Timer(4, empty.scale, [1])
        late.start()
        found = done(TableStep(), archive, tmp_path / "out.csv", cluster=empty.scheduler_address)
        late.join()
    assert [one.fault for one in found] == [""] * 12


def test_answers_that_a_cluster_forgets_are_asked_for_anew(
    archive: Path, tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It resets what it knows of an answer, sometimes just after it was told of the new one."""
    from distributed import default_client

    def forget(count: int) -> None:
        if count in (1, 5):
            time.sleep(1)  # the others are done by then
            for state in default_client().futures.values():  # type: ignore[no-untyped-call]
                state.reset()

    be_impatient(monkeypatch)
    out = tmp_path / "out.csv"
    found = done(TableStep(), archive, out, cluster=cluster.address, after=forget)
    assert [one.fault for one in found] == [""] * 12


@pytest.mark.parametrize("whole", [False, True])
def test_a_cluster_that_dies_with_its_answers_ends_the_run(
    archive: Path, tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    def kill(count: int) -> None:
        if count == 1:
            time.sleep(1)  # the others are done by then
            for one in [*cluster.workers, *[cluster.scheduler] * whole]:
                one.kill()

    be_impatient(monkeypatch)
    with pytest.raises(InputError, match=r"the cluster .*--resume goes on with what is left"):
        done(TableStep(), archive, tmp_path / "out.csv", cluster=cluster.address, after=kill)
    assert list((tmp_path / "out.csv.parts").glob("*.parquet"))


def test_the_benchmark_that_kills_runs_starts_runs_that_end() -> None:
    command = [sys.executable, "-m", "benchmarks.endurance"]
    sizes = ["--events", "0", "--batch", "12", "--deaths", "0"]
    ended = subprocess.run(
        [*command, *sizes], cwd=Path(__file__).parents[2],
        capture_output=True, text=True, check=False, timeout=300,
    )  # fmt: skip
    assert ended.returncode == 0, ended.stderr
    assert "the same to the byte" in ended.stdout
