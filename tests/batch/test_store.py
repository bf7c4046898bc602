"""Workbooks in an object store, recomputed by a cluster of processes, one of them killed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from tests.batch.conftest import ROOT, Cluster, event
from tests.shell import Shell
from xltie import api
from xltie.batch.inputs import Input, find_inputs
from xltie.batch.outcome import StepOutcome, answered
from xltie.batch.run import run
from xltie.batch.runners import runner
from xltie.batch.workbooks import RecomputeStep
from xltie.cli.main import main
from xltie.recompute.run.pipeline import recompute

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def store() -> Iterator[Any]:
    """A real S3 API on this machine; yields its file system."""
    server = pytest.importorskip("moto.server")
    s3fs = pytest.importorskip("s3fs")
    own = server.ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    own.start()
    host, port = own.get_host_and_port()
    kept = dict(os.environ)
    os.environ.update(
        AWS_ENDPOINT_URL=f"http://{host}:{port}", AWS_ACCESS_KEY_ID="testing",
        AWS_SECRET_ACCESS_KEY="testing", AWS_DEFAULT_REGION="us-east-1",
    )  # fmt: skip
    try:
        system = s3fs.S3FileSystem()
        system.mkdir("events")
        yield system
    finally:
        s3fs.S3FileSystem.clear_instance_cache()
        os.environ.clear()
        os.environ.update(kept)
        own.stop()


@pytest.fixture(scope="module")
def stale(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A workbook whose values have never been computed."""
    path = tmp_path_factory.mktemp("books") / "club.xlsx"
    report = next((ROOT / "tests/pairing/dutch/events").glob("players8-*.trf"))
    api.write(api.open_event(report), path)
    openpyxl.load_workbook(path).save(path)  # which keeps the formulas and no value
    return path.read_bytes()


def test_a_worker_killed_in_the_middle_loses_no_workbook(
    store: Any, stale: bytes, cluster: Cluster, tmp_path: Path
) -> None:
    for number in range(16):
        store.pipe_file(f"events/{number % 2}/club{number:02}.xlsx", stale)
    inputs = find_inputs(["s3://events/"], (".xlsx",))
    assert len(inputs) == 16
    found: list[StepOutcome] = []

    def told(outcome: StepOutcome) -> None:
        found.append(outcome)
        if len(found) == 3:
            cluster.workers[0].kill()

    run(RecomputeStep(), inputs, runner(cluster=cluster.address), tmp_path / "out.csv", told=told)
    assert cluster.workers[0].poll() is not None
    assert len(found) == 16 and {one.fault for one in found} == {""}
    store.invalidate_cache()
    (data,) = {store.cat_file(source.name) for source in inputs}
    assert data != stale
    assert api.recompute(data)[1].changed == []
    again = answered(RecomputeStep(check=True), inputs[0])
    assert again.columns["status"] == ["current"]


def test_a_workbook_that_somebody_saved_meanwhile_is_left_alone(
    store: Any, stale: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:

    store.pipe_file("events/open.xlsx", stale)
    source = Input("s3://events/open.xlsx")
    compute = recompute

    def slow(*args: Any, **more: Any) -> Any:
        answer = compute(*args, **more)
        store.pipe_file("events/open.xlsx", b"a newer workbook")  # while ours was computed
        return answer

    monkeypatch.setattr("xltie.batch.workbooks.recompute", slow)
    outcome = answered(RecomputeStep(), source)
    assert outcome.fault.startswith("was changed by somebody else meanwhile"), outcome
    store.invalidate_cache()
    assert store.cat_file("events/open.xlsx") == b"a newer workbook"


def test_the_store_itself_compares_at_the_moment_of_writing(
    store: Any, stale: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    from xltie.batch import workbooks

    store.pipe_file("events/race.xlsx", stale)
    tag = workbooks._tag

    def late(system: Any, path: str) -> str:
        found = tag(system, path)
        if late_calls:  # after our last look, before our writing
            store.pipe_file("events/race.xlsx", b"a newer workbook")
        late_calls.append(path)
        return found

    late_calls: list[str] = []
    monkeypatch.setattr(workbooks, "_tag", late)
    outcome = answered(RecomputeStep(), Input("s3://events/race.xlsx"))
    assert outcome.fault.startswith("was changed by somebody else meanwhile"), outcome
    store.invalidate_cache()
    assert store.cat_file("events/race.xlsx") == b"a newer workbook"


def test_a_bucket_goes_into_a_table(store: Any, tmp_path: Path) -> None:
    for number in range(3):
        store.pipe_file(f"events/tables/{number}.csv", event(number).encode())
    out = tmp_path / "t.csv"
    inputs = ["s3://events/tables/*.csv", "--out", str(out), "--jobs", "1"]
    assert main(["batch", "table", *inputs]) == 0
    assert out.read_text("utf-8").count("s3://events/tables/") == 12


def test_recompute_takes_a_bucket_and_a_cluster(store: Any, stale: bytes, shell: Shell) -> None:
    for number in range(3):
        store.pipe_file(f"events/plain/{number}.xlsx", stale)
    store.pipe_file("events/plain/broken.xlsx", b"PK")
    said = shell("recompute", "s3://events/plain/", "--cluster", "local:1", code=2)
    assert said.out.count("written ") == 3
    assert said.err.splitlines()[-1].startswith("s3://events/plain/broken.xlsx: ")
    assert main(["recompute", "s3://events/plain/1.xlsx", "--check", "--jobs", "1"]) == 0
    told = shell("recompute", "s3://events/plain/", "--full-calc", code=2).err
    assert "--full-calc is for files of this machine" in told
