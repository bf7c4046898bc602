"""What the built extension holds as text: the names of our functions, and who installed it."""

from __future__ import annotations

from xltie.sheets.functions import REGISTRY

NAMES = tuple(name for entry in REGISTRY.values() for name in entry.names)
PYTHON = ""
"""The Python that installed the extension."""
