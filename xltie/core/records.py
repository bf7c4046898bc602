"""Dataclasses like those of the standard library, made in a third of the time.

A command is a process of its own, and makes some sixty such classes before it reads its first cell.
``dataclasses`` compiles up to six functions for each and loads what takes source text apart; here
``__init__`` alone is compiled, which every object asks for. To programs that know dataclasses these
are such: ``dataclasses.fields`` and ``replace`` take them.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any, Callable, Dict, List, Tuple

if TYPE_CHECKING:
    from dataclasses import MISSING, dataclass, field, fields, replace

    __all__ = ["MISSING", "dataclass", "field", "fields", "replace"]
else:
    MISSING: Any = object()


class _Field:
    """What is said of a field beside its type."""

    def __init__(self, **said: Any) -> None:
        self.name = ""
        self.default = said.get("default", MISSING)
        self.default_factory = said.get("default_factory", MISSING)
        self.compare = said.get("compare", True)
        self.repr = said.get("repr", True)
        self.metadata = said.get("metadata", {})


_Fields = Dict[str, _Field]


class _AsDataclass:
    """The fields as the standard library describes them, made when somebody first asks for them."""

    def __get__(self, _: Any, made: Any) -> Any:
        import dataclasses

        given: List[Tuple[str, Any, Any]] = []
        for name, one in made.record_fields.items():
            # an order in which one with a default may come before one without
            default = None if one.default is MISSING else one.default
            field = dataclasses.field(default=default, metadata=one.metadata)
            given.append((name, object, field))
        like = dataclasses.make_dataclass(made.__name__, given)
        made.__dataclass_fields__ = vars(like)["__dataclass_fields__"]
        return made.__dataclass_fields__


def _dataclass(
    made: Any = None, *, frozen: bool = False, eq: bool = True, slots: bool = False
) -> Any:
    """Make a class one of records: its annotations are its fields."""
    if made is None:
        return lambda made: _dataclass(made, frozen=frozen, eq=eq, slots=slots)
    made.record_fields = known = _fields_of(made)
    made.__dataclass_fields__ = _AsDataclass()
    made.__init__ = _init(made, known, frozen=frozen)
    own = vars(made)
    if "__repr__" not in own:
        made.__repr__ = _repr
    if eq and "__eq__" not in own:
        _compare(made, [name for name, one in known.items() if one.compare], frozen=frozen)
    if frozen:
        _freeze(made, known)
    return _with_slots(made, known, frozen=frozen) if slots else made


def _with_slots(made: Any, known: _Fields, *, frozen: bool) -> Any:
    """Return a class with slots for the fields, which one that is there cannot get."""
    gone = {*known, "__dict__", "__weakref__"}
    body = {name: said for name, said in vars(made).items() if name not in gone}
    body["__qualname__"] = made.__qualname__
    if frozen:
        return _closed(made, known, body)
    return type(made)(made.__name__, made.__bases__, {**body, "__slots__": tuple(known)})


def _closed(made: Any, known: _Fields, body: Dict[str, Any]) -> Any:
    """Return a class whose objects have slots and never change, from which no other derives.

    An object is filled while it is of a class that is still open, and closed by a change of its
    class: a frozen class pays for its own refusal field by field.
    """

    def reduced(self: Any) -> Tuple[Any, ...]:
        return type(self), tuple([getattr(self, name) for name in known])

    opened = type(made.__name__, made.__bases__, {"__slots__": tuple(known)})
    make = _compiled(
        "__new__(_cls", known, "_new = _make(_opened)", "_new.{name} = {value}",
        "_new.__class__ = _cls\nreturn _new", _make=object.__new__, _opened=opened,
    )  # fmt: skip
    body.update(__slots__=(), __new__=make, __init__=object.__init__, __reduce__=reduced)
    found = type(made.__name__, (opened,), body)
    _freeze(found, known)
    return found


def _fields_of(made: Any) -> _Fields:
    """Return the fields of a class, those of its bases first; defaults take their place in it."""
    known: _Fields = {}
    for base in reversed(made.__mro__[1:]):
        known.update(vars(base).get("record_fields", {}))
    for name, kind in vars(made).get("__annotations__", {}).items():
        if kind.startswith("ClassVar"):
            continue
        said = vars(made).get(name, MISSING)
        if not isinstance(said, _Field):
            said = _Field(default=said)
        elif said.default is MISSING:
            delattr(made, name)
        else:
            setattr(made, name, said.default)
        said.name = name
        known[name] = said
    return known


def _init(made: Any, known: _Fields, *, frozen: bool) -> Any:
    """Return the function that fills an object."""
    line = "_set(self, {name!r}, {value})" if frozen else "self.{name} = {value}"
    end = "self.__post_init__()" if hasattr(made, "__post_init__") else "pass"
    found = _compiled("__init__(self", known, "", line, end, _set=object.__setattr__)
    found.__qualname__, found.__module__ = f"{made.__qualname__}.__init__", made.__module__
    return found


def _compiled(
    head: str, known: _Fields, start: str, line: str, end: str, **given: Any
) -> Callable[..., Any]:
    """Compile a function with an argument for each field, and a line with its name and value.

    It is written out field by field: a loop would take as long again.
    """
    arguments, lines = [head], [start] if start else []
    given["_missing"] = MISSING
    for name, one in known.items():
        argument = value = name
        if one.default_factory is not MISSING:
            given[f"_{name}"] = one.default_factory
            argument, value = f"{name}=_missing", f"_{name}() if {name} is _missing else {name}"
        elif one.default is not MISSING:
            given[f"_{name}"] = one.default
            argument = f"{name}=_{name}"
        arguments.append(argument)
        lines.append(line.format(name=name, value=value))
    body = "\n ".join([*lines, *end.split("\n")])
    exec(f"def {', '.join(arguments)}):\n {body}", given)
    found: Callable[..., Any] = given[head.partition("(")[0]]
    return found


def _repr(self: Any) -> str:
    fields = self.record_fields.items()
    shown = ", ".join(f"{name}={getattr(self, name)!r}" for name, one in fields if one.repr)
    return f"{type(self).__qualname__}({shown})"


def _compare(made: Any, names: List[str], *, frozen: bool) -> None:
    """Have objects compared by fields, and found in sets by them where they never change."""
    get: Callable[[Any], Any] = lambda self: tuple([getattr(self, name) for name in names])  # noqa: E731
    if len(names) > 1:  # then that is what it gives, and far quicker
        get = attrgetter(*names)

    def equal(self: Any, other: Any) -> Any:
        return get(self) == get(other) if type(other) is type(self) else NotImplemented

    made.__eq__ = equal
    if vars(made).get("__hash__") is None:
        made.__hash__ = (lambda self: hash(get(self))) if frozen else None


def _freeze(made: Any, known: _Fields) -> None:
    """Have objects refuse to be changed; one of a class that derives from it may have more."""

    def refused(self: Any, name: str) -> None:
        if type(self) is made or name in known:
            from dataclasses import FrozenInstanceError

            raise FrozenInstanceError(f"{type(self).__name__}.{name} cannot be changed")

    def change(self: Any, name: str, value: Any) -> None:
        refused(self, name)
        object.__setattr__(self, name, value)

    def delete(self: Any, name: str) -> None:
        refused(self, name)
        object.__delattr__(self, name)

    made.__setattr__, made.__delattr__ = change, delete


if not TYPE_CHECKING:
    dataclass, field = _dataclass, _Field

    def fields(made):  # noqa: ANN001, ANN201
        """Return the fields of a class or of an object in their order."""
        return tuple(made.record_fields.values())

    def replace(old, **changes):  # noqa: ANN001, ANN003, ANN201
        """Return an object like another but for some fields."""
        kept = {name: getattr(old, name) for name in old.record_fields}
        return type(old)(**{**kept, **changes})
