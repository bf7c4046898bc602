"""An archive of small events in several formats, some of them broken."""

from __future__ import annotations

from pathlib import Path

import pytest


def event(number: int) -> str:
    """Return a small event as a table of games."""
    first = "1-0" if number % 2 else "0-1"
    return f"Round,White,Black,Result\n1,Ann,Bob,{first}\n1,Cid,Dee,1/2-1/2\n2,Ann,Cid,1-0\n"


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    folder = tmp_path / "archive"
    for number in range(12):
        own = folder / f"season{number % 3}" / f"event{number:02}.csv"
        own.parent.mkdir(parents=True, exist_ok=True)
        own.write_text(event(number), "utf-8")
    return folder
