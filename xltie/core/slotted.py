"""Slots for dataclasses, which Python makes itself from version 3.10 on only."""

from __future__ import annotations

from typing import Any, Callable, Dict, Tuple, Type, TypeVar

from xltie.core.records import MISSING, fields

T = TypeVar("T")


def slotted(made: Type[T]) -> Type[T]:
    """Return a frozen dataclass whose objects have slots for its fields: small, and quick to read.

    They are quick to make, too: an object is filled while it is of a class that is still open, and
    closed by a change of its class. A frozen dataclass pays for its own refusal field by field.
    Objects can be copied and pickled as before. It is for classes that no other derives from, and
    for fields with plain defaults.
    """
    names = tuple(field.name for field in fields(made))  # type: ignore[arg-type]
    gone = {*names, "__dict__", "__weakref__"}
    body = {name: value for name, value in vars(made).items() if name not in gone}

    def reduced(self: Any) -> Tuple[Any, ...]:
        return type(self), tuple(getattr(self, name) for name in names)

    def refused(self: Any, name: str, *_: Any) -> None:  # the dataclass's own asks for the old type
        from dataclasses import FrozenInstanceError

        raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    opened = type(made.__name__, made.__bases__, {"__slots__": names})
    body.update(__slots__=(), __new__=_filling(made, opened), __init__=object.__init__)
    body.update(__reduce__=reduced, __setattr__=refused, __delattr__=refused)
    return type(made.__name__, (opened,), body)


def _filling(made: Type[T], opened: Type[Any]) -> Callable[..., T]:
    """Return the function that makes an object, with the arguments of the dataclass.

    It is written out field by field, as that of a dataclass is: a loop would take as long again.
    """
    known: Dict[str, Any] = {"_make": object.__new__, "_opened": opened}
    arguments, lines = ["_cls"], ["_new = _make(_opened)"]
    for field in fields(made):  # type: ignore[arg-type]
        known[f"_{field.name}"] = field.default
        has_default = field.default is not MISSING
        arguments.append(f"{field.name}=_{field.name}" if has_default else field.name)
        lines.append(f"_new.{field.name} = {field.name}")
    lines += ["_new.__class__ = _cls", "return _new"]
    exec(f"def __new__({', '.join(arguments)}):\n " + "\n ".join(lines), known)
    found: Callable[..., T] = known["__new__"]
    return found
