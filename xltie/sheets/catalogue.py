"""All registered functions: import the registry from here to have it complete."""

from __future__ import annotations

from xltie import rules
from xltie.functions.registry import REGISTRY, Function, find
from xltie.pairing import table_function
from xltie.ranking import event_functions, frequencies

rules.load()

_DECLARE = (
    *(f"{rules.__name__}.{folder}." for folder in rules.FOLDERS),
    event_functions.__name__,
    table_function.__name__,
    frequencies.__name__,
)
"""What declares functions when it is imported, in the order of the reference."""


def _place(entry: Function) -> int:
    module = entry.compute.__module__
    return next((i for i, own in enumerate(_DECLARE) if module.startswith(own)), len(_DECLARE))


_IN_ORDER = sorted(REGISTRY.values(), key=_place)  # whatever was imported first, and by whom
REGISTRY.clear()
REGISTRY.update((entry.name, entry) for entry in _IN_ORDER)

__all__ = ["REGISTRY", "Function", "find"]
