"""What every test stands on: reproducible property tests, a quick part, our workbooks built once.

A run in CI draws the same examples each time (profile ``ci``); a run by hand looks for new ones
(profile ``dev``) and remembers those that failed. Either prints the example that fails, and the
line that brings it back.
"""

from __future__ import annotations

import os
import re
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
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
    "tests/excel/test_wine",
)  # fmt: skip
"""Tests for each of which one program is started; the first ones would be half of LibreOffice's."""
_GIVES_WAY = pytest.StashKey[bool]()


@pytest.fixture(scope="session", autouse=True)
def _lots_without_a_seed() -> Iterator[None]:
    """Let ``xltie new`` draw no seed, so that what is paired is the same in every run."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("xltie.cli.new.drawn_seed", str)
        yield


@pytest.fixture
def shell(capsys: pytest.CaptureFixture[str]) -> Shell:
    """Return what runs commands and has what they print."""
    return Shell(capsys)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """Under ``--dist loadgroup``, keep tests together that share what is made once for them.

    That is what a file makes once, and programs, LibreOffice in two processes: it is started once
    for all of them, and more side by side would only wait for each other.
    """
    if config.getoption("dist") != "loadgroup":
        return None
    from xdist.scheduler import LoadScopeScheduling

    class MadeOnce(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            together = (program for program in PROGRAMS if nodeid.startswith(program))
            file = nodeid.partition("::")[0]
            return next(together, file if _is_kept_together(file) else nodeid)

    return MadeOnce(config, log)


@cache
def _is_kept_together(file: str) -> bool:
    """Tell whether the tests of a file share what it makes, or are all quick."""
    source = (ROOT / file).read_text("utf-8")
    return 'scope="module"' in source or not re.search("mark.slow|first_quick", source)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark what ``--fast`` leaves out: of a test of many values those behind the first two.

    Published cases are all of use: a change of one rule may show in a single one.
    """
    met: Counter[str] = Counter()
    for item in items:
        test = item.nodeid.partition("[")[0]
        met[test] += 1
        if met[test] > 2 and not test.startswith("tests/test_cases.py"):
            item.add_marker(pytest.mark.further)


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
