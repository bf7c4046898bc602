"""All registered functions, and those that are about sheets themselves."""

from __future__ import annotations

from xltie.sheets.functions.catalogue import REGISTRY, Function, callables, find
from xltie.sheets.functions.event_key import key_of

__all__ = ["REGISTRY", "Function", "callables", "find", "key_of"]
