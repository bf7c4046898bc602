"""Recomputing any workbook without a spreadsheet program, losing nothing."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from xltie.recompute.ooxml.package import Limits
    from xltie.recompute.run.pipeline import recompute
    from xltie.recompute.run.report import Change, ErrorValue, Kept, Report

__all__ = ["Change", "ErrorValue", "Kept", "Limits", "Report", "recompute"]

_HOME_OF = {"Limits": "ooxml.package", "recompute": "run.pipeline"}


def __getattr__(name: str) -> Any:
    """Import a public name when it is first used: reading a workbook needs no engine."""
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    home = import_module(f"{__name__}.{_HOME_OF.get(name, 'run.report')}")
    globals()[name] = value = getattr(home, name)
    return value
