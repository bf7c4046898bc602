"""All registered functions: import the registry from here to have it complete."""

from __future__ import annotations

from typing import Callable, Mapping

from xltie.core.cells import Value
from xltie.functions.registry import REGISTRY, Function
from xltie.pairing import table_function
from xltie.ranking import cells, statistics
from xltie.rules import bridge, chess, common, go, othello
from xltie.sheets.call import Answer, evaluate_call
from xltie.sheets.functions import event_key, explanation, notice, team_functions

_DECLARED_IN = (
    bridge,
    chess,
    common,
    go,
    othello,
    cells,
    explanation,
    team_functions,
    event_key,
    notice,
    table_function,
    statistics,
)
"""What declares functions when it is imported, in the order of the reference."""


def _place(entry: Function) -> int:
    module = f"{entry.compute.__module__}."
    own = (i for i, room in enumerate(_DECLARED_IN) if module.startswith(f"{room.__name__}."))
    return next(own, len(_DECLARED_IN))


_IN_ORDER = sorted(REGISTRY.values(), key=_place)  # whatever was imported first, and by whom
REGISTRY.clear()
REGISTRY.update((entry.name, entry) for entry in _IN_ORDER)


def callables() -> Mapping[str, Callable[..., Answer]]:
    """Return every registered function by all its names in a cell, taking positional cells.

    ``takes_column`` tells of each whether it answers for all players of a column at once.
    """

    def call(entry: Function) -> Callable[..., Answer]:
        def evaluated(*cells: Value) -> Answer:
            return evaluate_call(entry, cells)

        evaluated.takes_column = entry.is_of_players  # type: ignore[attr-defined]
        return evaluated

    return {name: call(entry) for entry in REGISTRY.values() for name in entry.names}
