"""What a cell hands to a function: kinds of arguments, read from a Python signature.

Options that rules take together are a bundle: a named tuple that stands for several arguments. The
rule gets one object; in a cell, in VBA, on the command line and in a list of criteria each field is
an argument of its own. A field that is a bundle itself stands for its fields.
"""

from __future__ import annotations

from enum import Enum
from fractions import Fraction
from functools import wraps
from typing import (
    Annotated,
    Any,
    Callable,
    Iterator,
    Mapping,
    NamedTuple,
    Optional,
    Sequence,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

from xltie.core.cells import Grid
from xltie.core.errors import RegistrationError
from xltie.core.messages import plain

B = TypeVar("B")


def is_bundle(hint: Any) -> bool:
    """Tell whether a type stands for several arguments."""
    return isinstance(hint, type) and hasattr(hint, "_field_defaults")


def build(bundle: type[B], options: Mapping[str, Any]) -> B:
    """Return a bundle of those options that it has; what is not given is as declared."""
    return _taken_out(bundle, dict(options))


def _taken_out(bundle: type[B], left: dict[str, Any]) -> B:
    given: dict[str, Any] = {}
    for name, default in vars(bundle)["_field_defaults"].items():
        if is_bundle(type(default)):
            given[name] = _taken_out(type(default), left)
        elif name in left:
            given[name] = left.pop(name)
    return bundle(**given)


def in_bundles(bundles: Mapping[str, type], options: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a Python function from its options one by one."""
    left = dict(options)
    built: dict[str, Any] = {name: _taken_out(bundle, left) for name, bundle in bundles.items()}
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


class Kind(Enum):
    """What a cell argument holds."""

    PLAYER = "a player, or a column of players"
    GAMES = "the games with their headers"
    PLAYERS = "the players, with or without headers"
    SETTINGS = "the settings: labels and values"
    TIED = "players, and the criteria already applied"
    RANGE = "a range"
    WHOLE = "a whole number"
    NUMBER = "a number"
    TEXT = "a text"
    NUMBER_OR_NAME = "a number or a name"
    NUMBERS = "numbers: a range, or a text such as 1;2;3"
    ANY = "any value"

    def __init__(self, _: str) -> None:
        self.is_table = self.name in ("GAMES", "PLAYERS", "SETTINGS", "TIED", "RANGE")
        """A range that is handed over as rows of cells; each argument of each cell asks."""


class Arg(NamedTuple):
    """What ``Annotated`` says about an argument: its help text and its domain."""

    doc: str
    min: Optional[int] = None
    max: Optional[int] = None
    names: Optional[tuple[str, ...]] = None
    """The texts that it takes; None means any text."""
    kind: Optional[Kind] = None
    above: Optional[int] = None
    """A number that it is more than."""
    needed: bool = False
    """It must be given, although a blank cell may be."""


REQUIRED: Any = object()
"""What stands for a default where there is none."""


class Parameter(NamedTuple):
    """One argument of a function in a cell."""

    name: str
    kind: Kind
    doc: str
    default: Any = REQUIRED
    min: Optional[int] = None
    max: Optional[int] = None
    names: Optional[tuple[str, ...]] = None
    above: Optional[int] = None
    needed: bool = False

    @property
    def is_optional(self) -> bool:
        """May be left out."""
        return self.may_be_blank and not self.needed

    @property
    def may_be_blank(self) -> bool:
        """A blank cell stands for its default."""
        return self.default is not REQUIRED


def parameters_of(
    name: str, compute: Callable[..., Any], skip: int = 0
) -> tuple[list[Parameter], dict[str, type]]:
    """Return the arguments of a Python function as those of a cell, without the first few.

    Those that stand alone come first, then the options of each bundle; the bundles are returned
    too. The types of these arguments alone are looked up: all types of all functions would take
    longer to evaluate than a list of criteria to rank by.

    Raises:
        RegistrationError: an argument has a type that no cell holds.
    """
    alone: list[Parameter] = []
    together: list[Parameter] = []
    bundles: dict[str, type] = {}
    for argument, default in list(_defaults(compute).items())[skip:]:
        hint = _evaluated(compute.__annotations__[argument], compute.__globals__)
        if is_bundle(hint):
            bundles[argument] = hint
            together.extend(_options_of(name, hint))
        else:
            alone.append(_parameter(name, argument, hint, default))
    return alone + together, bundles


def _defaults(compute: Callable[..., Any]) -> dict[str, Any]:
    """Return the arguments of a Python function by name, with their defaults."""
    code, defaults = compute.__code__, compute.__defaults__ or ()
    names = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    with_default = names[code.co_argcount - len(defaults) : code.co_argcount]
    found: dict[str, Any] = dict.fromkeys(names, REQUIRED)
    return {**found, **dict(zip(with_default, defaults)), **(compute.__kwdefaults__ or {})}


def _evaluated(hint: Any, scope: dict[str, Any]) -> Any:
    if not isinstance(hint, str):
        return hint
    known = scope.get(hint)  # the source's own text; most are the name of an option
    return eval(hint, scope) if known is None else known


def _options_of(name: str, bundle: type) -> Iterator[Parameter]:
    hints = get_type_hints(bundle, include_extras=True)
    for option, default in vars(bundle)["_field_defaults"].items():
        hint = hints[option]
        if is_bundle(hint):
            yield from _options_of(name, hint)
        else:
            yield _parameter(name, option, hint, default)


def _parameter(name: str, argument: str, hint: Any, default: Any) -> Parameter:
    """Return an argument of a cell from its type, in which its help stands."""
    arg = next((a for a in get_args(hint) if isinstance(a, Arg)), None)
    if arg is None:
        return Parameter(argument, Kind.ANY, "", default)
    inner = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    kind = arg.kind or _kind_of(name, argument, inner)
    bounds = (arg.min, arg.max, arg.names, arg.above, arg.needed)
    return Parameter(argument, kind, arg.doc, default, *bounds)


_KINDS: dict[Any, Kind] = {
    int: Kind.WHOLE,
    Fraction: Kind.NUMBER,
    str: Kind.TEXT,
    Grid: Kind.RANGE,
}


def _kind_of(name: str, argument: str, hint: Any) -> Kind:
    choices = get_args(hint) if get_origin(hint) is Union else (hint,)
    types = [t for t in choices if t is not type(None)]
    if set(types) == {str, Fraction}:
        return Kind.NUMBER_OR_NAME
    if len(types) == 1:
        kind = Kind.NUMBERS if get_origin(types[0]) is tuple else _KINDS.get(types[0])
        if kind:
            return kind
    raise RegistrationError(plain(f"{name}: argument {argument} has a type that no cell holds"))
