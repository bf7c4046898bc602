"""Where the criteria of teams are declared: lists of criteria find them for team events only."""

from __future__ import annotations

from typing import Annotated, Any, Callable, Dict, Optional, TypeVar

from xltie.functions.arguments import Arg
from xltie.functions.registry import REGISTRY, Function, Shape, Source, group_rule, rule

F = TypeVar("F", bound=Callable[..., Any])

TEAM_RULES: Dict[str, Function] = {}
"""Every criterion of teams by its code."""

ScoreOption = Annotated[
    str, Arg("MP or GP; if omitted, the primary score of the event.", names=("", "MP", "GP"))
]


def team_rule(
    name: str, code: str, source: Source, shape: Shape = Shape.PLAYER, **more: Any
) -> Callable[[F], F]:
    """Declare a criterion of teams, by its name in a cell and its code in a list.

    The Python function is that of a rule: ``(event_index, who, **options)``, or ``(event_index,
    group, **options)`` for ``Shape.GROUP``. Its event index is the one by match points.
    """
    declare = group_rule if shape is Shape.GROUP else rule

    def register(compute: F) -> F:
        declare(name, code, source, **more)(compute)
        TEAM_RULES[code] = REGISTRY[name]
        return compute

    return register


def is_team_rule(function: Function) -> bool:
    """Tell whether a function is a criterion of teams, which looks at both scores itself."""
    return TEAM_RULES.get(function.code) is function


def find_team_rule(text: str) -> Optional[Function]:
    """Return the criterion of teams that a code means, in any case."""
    wanted = text.strip().upper()
    for criterion in TEAM_RULES.values():
        if wanted in (criterion.code.upper(), criterion.name, *criterion.presets):
            return criterion
    return None
