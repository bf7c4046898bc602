"""What a setting is: its declaration, and its line in the workbooks of a game."""

from __future__ import annotations

from typing import Any, Callable, Generic, Mapping, NamedTuple, Optional, TypeVar, Union

from xltie.core.messages import NOTHING, Message
from xltie.core.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Kind(Generic[T]):
    """How the text of a setting is read."""

    read: Callable[[str], Union[T, Message]]
    """Returns the value of a text, or a message that says what may stand there."""
    blank: T
    """The value where nothing is said, or nothing that is understood."""
    words: tuple[str, ...] = ()
    """The words of which the text is one, where it is that."""


class Option(NamedTuple):
    """How a call says a setting: ``--seed S``; settings that share an option are said together."""

    name: str
    commands: tuple[str, ...]
    """Those that know it."""
    metavar: Optional[str] = None
    help: Message = NOTHING
    """What it does there, where that is not what a sheet says beside the setting."""
    said: str = ""
    """What it says by itself, where it takes no value."""


@dataclass(frozen=True, eq=False)
class Setting(Generic[T]):
    """What can be said of an event; everything else about it follows from this declaration."""

    key: str
    """What rules, packed events and the code call it."""
    kind: Kind[T]
    label: str = ""
    """What people read beside it; "" for what only files and readers say."""
    help: str = ""
    """What it does, in a line of the Settings sheet."""
    choices: tuple[str, ...] = ()
    """What a drop-down list offers."""
    is_open: bool = True
    """Whether something else than the choices may be typed."""
    words: str = ""
    """The context of words that are typed in any language: ``choice``, ``criterion``."""
    is_list: bool = False
    """Whether it lists several of these words."""
    games: tuple[str, ...] = ()
    """The games in which a text must be of its kind; empty for all."""
    vital: tuple[str, ...] = ()
    """The games of which nothing can be read while it is not understood."""
    is_field: bool = False
    """Whether a field of the event holds it, so that it is not among the settings there."""
    is_apart: bool = False
    """Whether its fault is found elsewhere: with others, by the players, or by the rules."""
    is_option: bool = False
    """Whether it is an option that an event has once for all of its criteria."""
    is_behind_all: bool = False
    """Whether every criterion rests on it, but those of a player's own games."""
    is_of_pairing: bool = False
    """Whether it is read wherever a Settings sheet has it, though no game starts with it."""
    is_of_players: bool = False
    """Whether an event of teams says it of the games of its players, too."""
    is_basic: bool = False
    """Whether new workbooks have a line for it where it is as usual too."""
    option: Optional[Option] = None
    """How a call of a command says it, None where none does."""
    other_labels: tuple[str, ...] = ()
    """Labels besides those of the catalogues, without case, spaces and punctuation."""

    def value(self, text: str) -> Union[T, Message]:
        """Return the value of a text, the usual one of a blank, or what may stand there instead."""
        return self.kind.read(text) if text.strip() else self.kind.blank

    def line(
        self,
        default: object = "",
        help: str = "",
        choices: tuple[str, ...] = (),
        label: str = "",
        formula: str = "",
    ) -> Line:
        """Return its line in the workbooks of a game; what is not said is as declared."""
        return Line(
            self, default, label or self.label, help or self.help, choices or self.choices, formula
        )


Texts = dict[Setting[Any], str]
"""What is said, by setting."""


class Line(NamedTuple):
    """One line of the Settings sheet of a game."""

    setting: Setting[Any]
    default: object
    label: str
    help: str
    choices: tuple[str, ...]
    formula: str = ""
    """Fills the value instead of ``default``; other settings stand in it as ``{key}``."""

    @property
    def key(self) -> str:
        """The key of the setting."""
        return self.setting.key

    @property
    def is_open(self) -> bool:
        """Whether something else than the choices may be typed."""
        return self.setting.is_open

    def differs(self, settings: Mapping[str, object]) -> bool:
        """Tell whether values by key say something else of it than is usual."""
        value = settings.get(self.key)
        return value not in (None, "") and str(value) != str(self.default)
