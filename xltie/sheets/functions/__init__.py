"""All registered functions, and those that are about sheets themselves."""

from __future__ import annotations

from xltie.functions.registry import find
from xltie.sheets.functions.catalogue import REGISTRY, Function, callables
from xltie.sheets.functions.event_key import key_of
