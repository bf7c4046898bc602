"""The names of our functions in a cell. The built extension holds them as they are here."""

from __future__ import annotations

from xltie.sheets.functions import REGISTRY

NAMES = tuple(name for entry in REGISTRY.values() for name in entry.names)
