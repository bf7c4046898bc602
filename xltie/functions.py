"""All registered functions: import the registry from here to have it filled."""

from __future__ import annotations

from xltie import rules, tables
from xltie.pairing import table as pairings
from xltie.registry import REGISTRY, Function, find

__all__ = ["REGISTRY", "Function", "find", "pairings", "rules", "tables"]
