"""What every test stands on: reproducible property tests, a quick part, our workbooks built once.

A run in CI draws the same examples each time (profile ``ci``); a run by hand looks for new ones
(profile ``dev``) and remembers those that failed. Either prints the example that fails, and the
line that brings it back.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

from tests.shell import Shell

ROOT = Path(__file__).resolve().parent.parent
os.environ["LC_ALL"] = "C.UTF-8"  # tests read English, whatever the machine speaks
os.environ["XLTIE_TRACEBACK"] = "1"  # an error nobody foresaw fails a test, it is not reported
sys.path.insert(0, str(ROOT / "scripts"))

_EVERYWHERE = {
    "deadline": None,  # how long an example takes says nothing about whether it is right
    "print_blob": True,
    "suppress_health_check": (HealthCheck.too_slow, HealthCheck.filter_too_much),
}
settings.register_profile("ci", derandomize=True, database=None, **_EVERYWHERE)
settings.register_profile("dev", **_EVERYWHERE)
settings.load_profile("ci" if os.environ.get("CI") else "dev")

PROGRAMS = (
    "tests/libreoffice/test_agreement.py", "tests/libreoffice/", "tests/publish/browser/",
    "tests/excel/test_wine.py",
)  # fmt: skip
"""Tests for each of which one program is started; the first ones would be half of LibreOffice's."""
_GIVES_WAY = pytest.StashKey[bool]()


@pytest.fixture(autouse=True)
def _lots_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let ``xltie new`` draw no seed, so that what is paired is the same in every run."""
    monkeypatch.setattr("xltie.cli.new.drawn_seed", str)


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Return what runs commands and has what they print."""
    return Shell(capsys)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Under ``--dist loadgroup``, keep tests of a program in one process, of LibreOffice in two.

    It is started once for all of them, and more side by side would only wait for each other.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class OneProgram(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return next((program for program in PROGRAMS if nodeid.startswith(program)), nodeid)

    return OneProgram(config, log)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> None:
    """Give way to the processes that wait for programs: theirs is the longest line."""
    stash = item.config.stash
    if _GIVES_WAY in stash or item.nodeid.startswith(PROGRAMS):
        return
    stash[_GIVES_WAY] = True
    if "PYTEST_XDIST_WORKER" in os.environ and hasattr(os, "nice"):
        os.nice(5)


@pytest.fixture(scope="session", autouse=True)
def only_own_extensions(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Hide from LibreOffice what this machine has for all users, and keep out what tests install.

    A second xltie beside that of the tests cannot be installed in a running LibreOffice.
    """
    folder = tmp_path_factory.mktemp("for_all_users")
    os.environ["UNO_SHARED_PACKAGES_CACHE"] = folder.as_uri()


@pytest.fixture(scope="session")
def our_workbooks(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the workbooks that a release brings, and the example event."""
    from build_workbooks import build

    folder = tmp_path_factory.mktemp("workbooks")
    build(folder)
    return folder
