"""The workbooks that a release brings, built from the same commit, are the same bytes."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import build_workbooks
import pytest

pytestmark = pytest.mark.slow


def test_another_process_builds_the_same_bytes(our_workbooks: Path, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, build_workbooks.__file__, tmp_path],
        env={**os.environ, "PYTHONHASHSEED": "7"}, check=True, capture_output=True,
    )  # fmt: skip
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {path.name for path in our_workbooks.iterdir()} == {*build_workbooks.NAMES}
    for name in names:
        assert (tmp_path / name).read_bytes() == (our_workbooks / name).read_bytes(), name
