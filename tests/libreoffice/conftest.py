"""One LibreOffice with the extension installed serves all tests."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.libreoffice.calc import Calc, missing
from xltie.hosts.libreoffice.package import build

HERE = Path(__file__).parent


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count all of these as slow: they start a program."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def extension(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("extension") / "xltie.oxt"
    path.write_bytes(build("1.2.3", sys.executable))
    return path


@pytest.fixture(scope="session")
def profile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("libreoffice") / "pro file"


@pytest.fixture(scope="session")
def calc(extension: Path, profile: Path) -> Iterator[Calc]:
    reason = missing()
    if reason:
        pytest.skip(reason)
    office = Calc(profile, extension)
    yield office
    office.quit()
