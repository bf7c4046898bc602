"""Workbooks for a new event: Settings, Players, Rounds, Standings, Crosstable, Race, Help.

What writes them is imported when it is first used: who only looks at a workbook needs no openpyxl.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xltie.workbooks.build import build_workbook, new_workbook

__all__ = ["build_workbook", "new_workbook"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from xltie.workbooks import build

    return getattr(build, name)
