"""Excel's side of the tests."""

from __future__ import annotations

from collections.abc import Iterator
from types import ModuleType

import pytest

from tests.excel.com import windows


@pytest.fixture(scope="module")
def on_windows() -> Iterator[ModuleType]:
    """``xltie.hosts.excel.udfs`` dressed by the real decorators of xlwings."""
    pytest.importorskip("xlwings", reason="xlwings is not installed")
    with windows() as udfs:
        yield udfs
