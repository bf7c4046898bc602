"""The one place where functions are declared; hosts, help texts and documents follow from it.

:func:`rule` declares a value of one player, :func:`group_rule` a value that looks at the players
who are still tied, :func:`function` anything else that a cell may call. Names, arguments and help
are checked when the module is imported, so that a bad declaration never reaches a user.
"""

from __future__ import annotations

import inspect
from dataclasses import dataclass, field
from enum import Enum
from functools import lru_cache
from typing import Any, Callable, Dict, Mapping, Optional, Tuple, TypeVar, Union

from xltie.core.errors import RegistrationError
from xltie.core.messages import NOTHING, Message, plain
from xltie.functions.arguments import Arg, Kind, Parameter, parameters_of
from xltie.functions.names import refusal_of, refusal_of_argument

F = TypeVar("F", bound=Callable[..., Any])


@dataclass(frozen=True)
class Source:
    """Where a rule is laid down: by which body, in which edition and article, with a link."""

    body: str
    title: str
    article: str = ""
    url: str = ""

    def __str__(self) -> str:
        return ", ".join(part for part in (self.body, self.title, self.article) if part)

    def at(self, article: str) -> Source:
        """Return the same source at another article."""
        return Source(self.body, self.title, article, self.url)


class Shape(Enum):
    """How a function is called."""

    PLAYER = "player"
    GROUP = "group"
    TABLE = "table"
    PLAIN = "plain"


@dataclass(frozen=True)
class Function:
    """A registered function: all that hosts, documents and criteria lists need.

    ``code`` is the federation's acronym. ``parameters`` are those of a cell call, in order.
    ``compute`` is the Python function: ``(event_index, who, **options) -> CriterionValue`` for a
    player rule, ``(event_index, group, **options) -> {id: CriterionValue}`` for a group rule,
    ``(event_index, **options)`` for a table, plain arguments otherwise. ``low_wins`` says that the
    smaller value is the better one. ``aliases`` are other names that criteria lists accept,
    ``modifiers`` pairs the letters of a modifier there (``BH/P``) with the options they set, as
    ``forfeits=played`` where the letter stands for a value. ``presets`` are codes that stand for
    the function with options (``SOS-1`` is SOS with ``cut=1``). ``advice`` says that a federation
    advises against it as a tie-break. ``vba_name`` is the name in Excel where ``name`` is a word of
    VBA (``is_vba_word``), or a function of Excel itself in some language; ``name`` stays known
    wherever it is safe.
    """

    name: str
    code: str
    summary: str
    doc: str
    sources: Tuple[Source, ...]
    parameters: Tuple[Parameter, ...]
    compute: Callable[..., Any]
    shape: Shape
    aliases: Tuple[str, ...] = ()
    low_wins: bool = False
    is_criterion: bool = True
    vba_name: str = ""
    is_vba_word: bool = False
    modifiers: Tuple[Tuple[str, str], ...] = ()
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    advice: Message = NOTHING

    @property
    def names(self) -> Tuple[str, ...]:
        """Return the names in a cell: its own, and Excel's where that is another."""
        return (self.name, self.vba_name) if self.vba_name else (self.name,)

    @property
    def excel_name(self) -> str:
        """Return the name that means the function in every language of Excel."""
        return self.vba_name or self.name

    @property
    def options(self) -> Tuple[Parameter, ...]:
        """Return the parameters after the players and games."""
        return tuple(
            p for p in self.parameters if p.kind not in _FRAME or self.shape is Shape.PLAIN
        )

    def modifier(self, letter: str) -> str:
        """Return the option that a modifier sets, "" where the function has no such modifier."""
        return dict(self.modifiers).get(letter, "")

    def preset(self, text: str) -> Mapping[str, str]:
        """Return the options that a code in a criteria list stands for, in any case."""
        return self.presets.get(text.strip().upper(), {})

    @property
    def signature(self) -> str:
        """Return the call as a sheet user writes it, optional arguments in brackets."""
        args = [f"[{p.name}]" if p.is_optional else p.name for p in self.parameters]
        return f"{self.name}({', '.join(args)})"


_FRAME = frozenset({Kind.PLAYER, Kind.GAMES, Kind.PLAYERS, Kind.SETTINGS, Kind.TIED})

NAMESPACE = "TIE"
"""Prefix of a name, as in ``TIE.BQ``, where Excel does not allow names of two letters."""

REGISTRY: Dict[str, Function] = {}
"""Every function by its name in a cell, in the order of declaration."""

_PLAYER = Parameter("player", Kind.PLAYER, "One player (id or name), or a column of players.")
_GAMES = Parameter("games", Kind.GAMES, "The games: the Rounds table with its header row.")
_NO_GAMES = Parameter(
    "games", Kind.GAMES, f"{_GAMES.doc} Not needed if the players are an event in one cell.", None
)
_TIED = Parameter(
    "tied",
    Kind.TIED,
    "The tied players in the first column, the criteria already applied in the others. "
    "If omitted: the players level on points.",
    None,
)
_PLAYERS = Parameter(
    "players",
    Kind.PLAYERS,
    "The players: the Players table with its header row, or a column of ids.",
)
_EVENT = Parameter("players", Kind.PLAYERS, "The event in one cell.")
_LISTED = Parameter("players", Kind.PLAYERS, _PLAYERS.doc, None)
_SETTINGS = Parameter(
    "settings",
    Kind.SETTINGS,
    "The Settings range (labels and values): game, rounds, rules, scoring.",
    None,
)


def rule(
    name: str,
    code: str = "",
    source: Union[Source, Tuple[Source, ...], None] = None,
    **more: Any,
) -> Callable[[F], F]:
    """Declare a function of a player and the games.

    The Python function is ``(event_index, who, **options) -> CriterionValue``. In a cell it is
    ``NAME(player, games, …, [players], [settings])``. The table of players comes after the options,
    for names, ratings, and players who have no game yet; the Settings range last, for what the
    games do not say.
    """
    return _declare(name, code, source, Shape.PLAYER, (_PLAYER, _GAMES), 2, more)


def group_rule(
    name: str,
    code: str = "",
    source: Union[Source, Tuple[Source, ...], None] = None,
    **more: Any,
) -> Callable[[F], F]:
    """Declare a function of the players who are tied, ``NAME(player, games, [tied])`` in a cell.

    The Python function is ``(event_index, group, **options) -> {id: CriterionValue}``; ``group``
    holds the ids of the players who are tied on everything before.
    """
    return _declare(name, code, source, Shape.GROUP, (_PLAYER, _GAMES, _TIED), 2, more)


def table(
    name: str, source: Union[Source, Tuple[Source, ...], None] = None, **more: Any
) -> Callable[[F], F]:
    """Declare ``(event_index, **options) -> value or rows`` as ``NAME(players, games, …)``.

    With ``event_alone`` the games may be left out beside an event in one cell. With
    ``settings_first`` the options come after the Settings. What is ``of_event`` takes an event in
    one cell and then its options.
    """
    more.setdefault("is_criterion", False)
    if more.pop("of_event", False):
        return _declare(name, "", source, Shape.TABLE, (_EVENT,), 1, {**more, "closing": ()})
    games = _NO_GAMES if more.pop("event_alone", False) else _GAMES
    return _declare(name, "", source, Shape.TABLE, (_PLAYERS, games), 1, more)


def function(
    name: str, source: Union[Source, Tuple[Source, ...], None] = None, **more: Any
) -> Callable[[F], F]:
    """Declare a function that is called with its own arguments only."""
    more.setdefault("is_criterion", False)
    return _declare(name, "", source, Shape.PLAIN, (), 0, more)


_CLOSING: Dict[Shape, Tuple[Parameter, ...]] = {
    Shape.PLAYER: (_LISTED, _SETTINGS),
    Shape.GROUP: (_LISTED, _SETTINGS),
    Shape.TABLE: (_SETTINGS,),
    Shape.PLAIN: (),
}
"""The arguments that close a call, by its shape."""


def _declare(
    name: str,
    code: str,
    source: Union[Source, Tuple[Source, ...], None],
    shape: Shape,
    frame: Tuple[Parameter, ...],
    skip: int,
    more: Dict[str, Any],
) -> Callable[[F], F]:
    sources = () if source is None else source if isinstance(source, tuple) else (source,)
    closing = more.pop("closing", _CLOSING[shape])
    settings_first = more.pop("settings_first", False)

    def register(compute: F) -> F:
        doc = inspect.cleandoc(compute.__doc__ or "")
        own = tuple(parameters_of(name, compute, skip))
        parameters = frame + (closing + own if settings_first else own + closing)
        entry = Function(
            name,
            code or name,
            doc.split("\n\n")[0].replace("\n", " "),
            doc,
            sources,
            parameters,
            compute,
            shape,
            **more,
        )
        _refuse_bad(entry)
        REGISTRY[name] = entry
        return compute

    return register


def _refuse_bad(entry: Function) -> None:
    """Raise :class:`RegistrationError` where a declaration would not work in a sheet."""
    name = entry.name
    refusal = refusal_of(name, entry.vba_name)
    if not refusal and name in REGISTRY:
        refusal = "is already registered"
    if not refusal and not entry.doc:
        refusal = "has no docstring"
    if not refusal and len(entry.summary) > 255:
        refusal = "the first sentence is over 255 characters"
    for parameter in entry.parameters:
        of_argument = refusal_of_argument(parameter.name) if parameter.doc else "has no text"
        if not refusal and of_argument:
            refusal = f"argument {parameter.name} {of_argument}"
    if refusal:  # said to programmers: in English only
        raise RegistrationError(plain(f"{name}: {refusal}"))


def find(text: str) -> Optional[Function]:
    """Return the function that a name, code or alias means, in any case, or None."""
    wanted = text.strip().upper()
    entry = REGISTRY.get(wanted)
    if entry is not None:
        return entry
    return _words(len(REGISTRY)).get(wanted)


@lru_cache(maxsize=1)
def _words(count: int) -> Dict[str, Function]:
    """Return the functions by what they are called beside their names: codes go before presets."""
    found: Dict[str, Function] = {}
    for own in REGISTRY.values():
        for other in (own.code, own.vba_name, *own.aliases):
            if other:
                found.setdefault(other.upper(), own)
    for own in REGISTRY.values():
        for preset in own.presets:
            found.setdefault(preset, own)
    return found


__all__ = [
    "REGISTRY",
    "Arg",
    "Function",
    "Kind",
    "Parameter",
    "Shape",
    "Source",
    "find",
    "function",
    "group_rule",
    "rule",
    "table",
]
