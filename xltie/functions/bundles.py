"""Options that rules take together: a named tuple that stands for several arguments.

A rule that several options are handed on by takes them as one object. In a cell, in VBA, on the
command line and in a list of criteria each field is an argument of its own. A field that is a
bundle itself stands for its fields.
"""

from __future__ import annotations

from functools import wraps
from typing import Any, Callable, Dict, Mapping, Sequence, Type, TypeVar

B = TypeVar("B")


def is_bundle(hint: Any) -> bool:
    """Tell whether a type stands for several arguments."""
    return isinstance(hint, type) and hasattr(hint, "_field_defaults")


def build(bundle: Type[B], options: Mapping[str, Any]) -> B:
    """Return a bundle of those options that it has; what is not given is as declared."""
    return _taken_out(bundle, dict(options))


def _taken_out(bundle: Type[B], left: Dict[str, Any]) -> B:
    given: Dict[str, Any] = {}
    for name, default in vars(bundle)["_field_defaults"].items():
        if is_bundle(type(default)):
            given[name] = _taken_out(type(default), left)
        elif name in left:
            given[name] = left.pop(name)
    return bundle(**given)


def in_bundles(bundles: Mapping[str, type], options: Mapping[str, Any]) -> Dict[str, Any]:
    """Return the arguments of a Python function from its options one by one."""
    left = dict(options)
    built: Dict[str, Any] = {name: _taken_out(bundle, left) for name, bundle in bundles.items()}
    return {**left, **built}


def one_by_one(
    compute: Callable[..., Any], bundles: Mapping[str, type], names: Sequence[str], skip: int
) -> Callable[..., Any]:
    """Return a Python function that takes its options one by one, in the order of ``names``.

    The first ``skip`` arguments are no options.
    """

    @wraps(compute)
    def call(*given: Any, **options: Any) -> Any:
        options.update(zip(names, given[skip:]))
        return compute(*given[:skip], **in_bundles(bundles, options))

    return call
