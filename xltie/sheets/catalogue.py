"""All registered functions: import the registry from here to have it complete."""

from __future__ import annotations

from xltie import rules
from xltie.functions.registry import REGISTRY, Function, find
from xltie.pairing import table_function
from xltie.ranking import event_functions, frequencies
from xltie.sheets import team_functions

FILLED_BY = (rules, frequencies, event_functions, team_functions, table_function)
"""What declares functions when it is imported, in the order of the reference."""

__all__ = ["FILLED_BY", "REGISTRY", "Function", "find"]
