"""The one place where functions are declared; hosts, help texts and documents follow from it.

:func:`rule` declares a value of one player, :func:`group_rule` a value that looks at the players
who are still tied, :func:`function` anything else that a cell may call. The tests refuse names,
arguments and help that would not work in a sheet.
"""

from __future__ import annotations

from enum import Enum
from functools import cached_property, lru_cache, partial
from textwrap import dedent
from typing import Any, Callable, Mapping, NamedTuple, Optional, Sequence, TypeVar, Union

from xltie.core.errors import RegistrationError
from xltie.core.messages import NOTHING, Message, plain
from xltie.core.records import dataclass, field
from xltie.functions.arguments import Arg, Kind, Parameter, in_bundles, one_by_one, parameters_of  # noqa: F401

F = TypeVar("F", bound=Callable[..., Any])


class Source(NamedTuple):
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
    """How a function is called: what its Python function takes of the cells of a call."""

    PLAYER = "player"
    """The event and one player."""
    GROUP = "group"
    """The event and the players who are tied."""
    TABLE = "table"
    """The event."""
    PACK = "pack"
    """The event, of tables only: it answers with the text that the others take for it."""
    PLAIN = "plain"
    """Its own arguments only."""
    CALL = "call"
    """The name of a function and the cells of a call of it, as they are."""


@dataclass(frozen=True)
class Function:
    """A registered function: all that hosts, documents and criteria lists need."""

    name: str
    code: str
    """The federation's acronym."""
    summary: str
    doc: str
    sources: tuple[Source, ...]
    parameters: tuple[Parameter, ...]
    """Those of a cell call, in order."""
    compute: Callable[..., Any]
    """The Python function, with every option by its name: ``(event_index, who, **options) ->
    CriterionValue`` for a player rule, ``(event_index, group, **options) -> {id: CriterionValue}``
    for a group rule, ``(event_index, **options)`` for a table, plain arguments otherwise."""
    shape: Shape
    bundles: Mapping[str, type] = field(default_factory=dict)
    """The bundles of options that the Python function behind ``compute`` takes, by argument."""
    aliases: tuple[str, ...] = ()
    """Other names that criteria lists accept."""
    low_wins: bool = False
    """The smaller value is the better one."""
    reorders: bool = False
    """It parts nobody: the places that the other criteria give are shared out anew by it."""
    is_criterion: bool = True
    is_of_teams: bool = False
    """A criterion of teams, which looks at both of their scores itself."""
    vba_name: str = ""
    """The name in Excel where ``name`` is a word of VBA (``is_vba_word``), or a function of Excel
    itself in some language; ``name`` stays known wherever it is safe."""
    is_vba_word: bool = False
    modifiers: tuple[tuple[str, str], ...] = ()
    """The letters of a modifier in criteria lists (``BH/P``) with the options they set, as
    ``forfeits=played`` where the letter stands for a value."""
    presets: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    """Codes that stand for the function with options (``SOS-1`` is SOS with ``cut=1``)."""
    advice: Message = NOTHING
    """That a federation advises against it as a tie-break."""
    totals: Optional[Callable[..., Mapping[str, Any]]] = None
    """The totals of everybody at once, for standings, which need no terms: ``(event_index, **as
    the Python function behind compute) -> {id: total}``."""
    stands_for: str = ""
    """The argument that names the criterion whose value it gives; such a value takes one cell."""
    without_event: Optional[Callable[..., Any]] = None
    """What it answers where no event can be made of the tables: ``(error, **options)``."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the names in a cell: its own, and Excel's where that is another."""
        return (self.name, self.vba_name) if self.vba_name else (self.name,)

    @property
    def excel_name(self) -> str:
        """Return the name that means the function in every language of Excel."""
        return self.vba_name or self.name

    @property
    def options(self) -> tuple[Parameter, ...]:
        """Return the parameters after the players and games."""
        has_frame = self.shape not in (Shape.PLAIN, Shape.CALL)
        return tuple(p for p in self.parameters if not has_frame or p.kind not in _FRAME)

    @cached_property
    def is_of_players(self) -> bool:
        """Tell whether it answers for one player, or for each of a column."""
        return self.shape in (Shape.PLAYER, Shape.GROUP)

    @property
    def gives_rows(self) -> bool:
        """Tell whether it may answer with rows: the type of its answer says so."""
        return "list[" in str(self.compute.__annotations__.get("return")).lower()

    def bound(self, options: Mapping[str, Any], of_all: bool = False) -> Callable[..., Any]:
        """Return the Python function with its options, to be called for one player after another.

        Bundles are put together once. With ``of_all`` it is that of everybody's totals.
        """
        compute: Any = self.compute
        compute = compute.__wrapped__ if self.bundles else compute
        chosen = self.totals if of_all and self.totals is not None else compute
        return partial(chosen, **in_bundles(self.bundles, options))

    def modifier(self, letter: str) -> str:
        """Return the option that a modifier sets, "" where the function has no such modifier."""
        return dict(self.modifiers).get(letter, "")

    def preset(self, text: str) -> Mapping[str, str]:
        """Return the options that a code in a criteria list stands for, in any case."""
        return self.presets.get(text.strip().upper(), {})

    @property
    def home(self) -> str:
        """Return the game that it belongs to, "" if it goes with every game."""
        _, room, folder, *_ = self.compute.__module__.split(".")
        return folder if room == "rules" and folder != "common" else ""

    @property
    def signature(self) -> str:
        """Return the call as a sheet user writes it, optional arguments in brackets."""
        args = [f"[{p.name}]" if p.is_optional else p.name for p in self.parameters]
        return f"{self.name}({', '.join(args)})"


_FRAME = frozenset({Kind.PLAYER, Kind.GAMES, Kind.PLAYERS, Kind.SETTINGS, Kind.TIED})

NAMESPACE = "TIE"
"""Prefix of a name, as in ``TIE.BQ``, where Excel does not allow names of two letters."""

REGISTRY: dict[str, Function] = {}
"""Every function by its name in a cell, in the order of declaration."""

_PLAYER = Parameter("player", Kind.PLAYER, "One player (id or name), or a column of players.")
_GAMES = Parameter("games", Kind.GAMES, "The games: the Rounds table with its header row.")
_NO_GAMES = Parameter(
    "games",
    Kind.GAMES,
    f"{_GAMES.doc} Not needed if the players are an event in one cell, or a table of your own.",
    None,
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
    source: Union[Source, tuple[Source, ...], None] = None,
    **more: Any,
) -> Callable[[F], F]:
    """Declare a function of a player and the games.

    The Python function is ``(event_index, who, **options) -> CriterionValue``. In a cell it is
    ``NAME(player, games, …, [players], [settings])``. The table of players comes after the options,
    for names, ratings, and players who have no game yet; the Settings range last, for what the
    games do not say.

    An argument of the Python function whose type is a named tuple is a bundle: each of its
    fields is an option in a cell. They stand behind the options that the function takes alone;
    ``takes`` names all options where that is another order, or where some are left out.
    """
    return _declare(name, code, source, Shape.PLAYER, (_PLAYER, _GAMES), 2, more)


def group_rule(
    name: str,
    code: str = "",
    source: Union[Source, tuple[Source, ...], None] = None,
    **more: Any,
) -> Callable[[F], F]:
    """Declare a function of the players who are tied, ``NAME(player, games, [tied])`` in a cell.

    The Python function is ``(event_index, group, **options) -> {id: CriterionValue}``; ``group``
    holds the ids of the players who are tied on everything before.
    """
    return _declare(name, code, source, Shape.GROUP, (_PLAYER, _GAMES, _TIED), 2, more)


def table(
    name: str, source: Union[Source, tuple[Source, ...], None] = None, **more: Any
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
    shape = more.pop("shape", Shape.TABLE)
    return _declare(name, "", source, shape, (_PLAYERS, games), 1, more)


def function(
    name: str, source: Union[Source, tuple[Source, ...], None] = None, **more: Any
) -> Callable[[F], F]:
    """Declare a function that is called with its own arguments only."""
    more.setdefault("is_criterion", False)
    return _declare(name, "", source, more.pop("shape", Shape.PLAIN), (), 0, more)


_CLOSING: dict[Shape, tuple[Parameter, ...]] = {
    Shape.PLAYER: (_LISTED, _SETTINGS),
    Shape.GROUP: (_LISTED, _SETTINGS),
    Shape.TABLE: (_SETTINGS,),
    Shape.PACK: (_SETTINGS,),
    Shape.PLAIN: (),
    Shape.CALL: (),
}
"""The arguments that close a call, by its shape."""


def _declare(
    name: str,
    code: str,
    source: Union[Source, tuple[Source, ...], None],
    shape: Shape,
    frame: tuple[Parameter, ...],
    skip: int,
    more: dict[str, Any],
) -> Callable[[F], F]:
    sources = (source,) if isinstance(source, Source) else source or ()
    closing = more.pop("closing", _CLOSING[shape])
    settings_first = more.pop("settings_first", False)
    takes = more.pop("takes", ())

    def register(compute: F) -> F:
        first, _, rest = (compute.__doc__ or "").partition("\n")
        doc = f"{first}\n{dedent(rest)}".strip()
        known, bundles = parameters_of(name, compute, skip)
        options = _taken(name, known, takes)
        parameters = frame + (closing + options if settings_first else options + closing)
        names = [option.name for option in options]
        entry = Function(
            name,
            code or name,
            doc.split("\n\n")[0].replace("\n", " "),
            doc,
            sources,
            parameters,
            one_by_one(compute, bundles, names, skip) if bundles else compute,
            shape,
            bundles,
            **more,
        )
        if name in REGISTRY:  # said to programmers: in English only
            raise RegistrationError(plain(f"{name} is already registered"))
        REGISTRY[name] = entry
        return compute

    return register


def _taken(name: str, options: list[Parameter], takes: Sequence[str]) -> tuple[Parameter, ...]:
    """Return those options that a function takes, in its order."""
    if not takes:
        return tuple(options)
    by_name = {option.name: option for option in options}
    unknown = [option for option in takes if option not in by_name]
    if unknown:
        raise RegistrationError(plain(f"{name}: there is no option {unknown[0]} to take"))
    return tuple(by_name[option] for option in takes)


def find(text: str) -> Optional[Function]:
    """Return the function that a name, code or alias means, in any case, or None."""
    wanted = text.strip().upper()
    entry = REGISTRY.get(wanted)
    if entry is not None:
        return entry
    return _words(len(REGISTRY)).get(wanted)


@lru_cache(maxsize=1)
def _words(count: int) -> dict[str, Function]:
    """Return the functions by what they are called beside their names: codes go before presets."""
    found: dict[str, Function] = {}
    for entry in REGISTRY.values():
        for other in (entry.code, entry.vba_name, *entry.aliases):
            if other:
                found.setdefault(other.upper(), entry)
    for entry in REGISTRY.values():
        for preset in entry.presets:
            found.setdefault(preset, entry)
    return found
