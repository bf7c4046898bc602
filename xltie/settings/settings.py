"""What is said of one event: the texts of its settings, and those that were not understood."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import (
    Any,
    Callable,
    Dict,
    Generic,
    List,
    Mapping,
    NamedTuple,
    Optional,
    Tuple,
    TypeVar,
    Union,
)

from xltie.core.errors import NOWHERE, Fault, Place
from xltie.core.messages import NOTHING, Message, Said, say

T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class Kind(Generic[T]):
    """How the text of a setting is read."""

    read: Callable[[str], Union[T, Message]]
    """Returns the value of a text, or a message that says what may stand there."""
    blank: T
    """The value where nothing is said, or nothing that is understood."""
    words: Tuple[str, ...] = ()
    """The words of which the text is one, where it is that."""


class Option(NamedTuple):
    """How a call says a setting: ``--seed S``; settings that share an option are said together."""

    name: str
    commands: Tuple[str, ...]
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
    choices: Tuple[str, ...] = ()
    """What a drop-down list offers."""
    is_open: bool = True
    """Whether something else than the choices may be typed."""
    words: str = ""
    """The context of words that are typed in any language: ``choice``, ``criterion``."""
    is_list: bool = False
    """Whether it lists several of these words."""
    games: Tuple[str, ...] = ()
    """The games in which a text must be of its kind; empty for all."""
    vital: Tuple[str, ...] = ()
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
    other_labels: Tuple[str, ...] = ()
    """Labels besides those of the catalogues, without case, spaces and punctuation."""

    def value(self, text: str) -> Union[T, Message]:
        """Return the value of a text, the usual one of a blank, or what may stand there instead."""
        return self.kind.read(text) if text.strip() else self.kind.blank

    def line(
        self,
        default: object = "",
        help: str = "",
        choices: Tuple[str, ...] = (),
        label: str = "",
        formula: str = "",
    ) -> Line:
        """Return its line in the workbooks of a game; what is not said is as declared."""
        return Line(
            self, default, label or self.label, help or self.help, choices or self.choices, formula
        )


Texts = Dict[Setting[Any], str]
"""What is said, by setting."""


class Line(NamedTuple):
    """One line of the Settings sheet of a game."""

    setting: Setting[Any]
    default: object
    label: str
    help: str
    choices: Tuple[str, ...]
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


def setting_code(key: str) -> str:
    """Return the code of a fault of a setting, by which it is found again: ``setting-rounds``."""
    return f"setting-{key}"


def setting_fault(
    setting: Setting[Any], text: str, what: Message, label: Said = "", place: Place = NOWHERE
) -> Fault:
    """Return the fault of a setting: what it is called, its text, and what may stand there."""
    label = label or Message(setting.label, context="setting")
    message = (
        say("{label} is {value!r}; {what}", label=label, value=text, what=what)
        if text
        else say("{label} is blank; {what}", label=label, what=what)
    )
    return Fault(message, place, setting_code(setting.key))


@dataclass(frozen=True)
class Settings:
    """The settings of an event: ``settings[KOMI]`` is a number, ``settings.text(KOMI)`` a text."""

    said: Tuple[Tuple[str, str], ...] = ()
    """What is said, in English words, by the keys of the settings; blanks are left out."""
    doubts: Tuple[Tuple[str, str], ...] = ()
    """Settings that more than one option rests on and that were not understood: key and label."""

    @classmethod
    def of(cls, texts: Mapping[Setting[Any], str]) -> Settings:
        """Return settings from what is said for each; a blank says nothing."""
        return cls(tuple((setting.key, text) for setting, text in texts.items() if text))

    @classmethod
    def by_key(cls, texts: Mapping[str, str]) -> Settings:
        """Return settings from what is said by key; keys that no setting has are left out."""
        from xltie.settings.declared import BY_KEY

        return cls(tuple((key, text) for key, text in texts.items() if text and key in BY_KEY))

    @cached_property
    def texts(self) -> Mapping[str, str]:
        """What is said, by key."""
        return dict(self.said)

    def text(self, setting: Setting[Any], usual: str = "") -> str:
        """Return what is said for a setting, or what is usual where that is nothing."""
        return self.texts.get(setting.key, usual)

    def __contains__(self, setting: Setting[Any]) -> bool:
        return setting.key in self.texts

    def __getitem__(self, setting: Setting[T]) -> T:
        """Return the value of a setting: the usual one where it is blank or not understood."""
        return self.read(setting, [])

    def read(self, setting: Setting[T], faults: List[Fault]) -> T:
        """Return the value of a setting, and keep the fault of one that is not understood."""
        value = setting.value(self.text(setting))
        if isinstance(value, Message):
            faults.append(setting_fault(setting, self.text(setting), value))
            return setting.kind.blank
        return value

    def with_(self, setting: Setting[Any], text: str) -> Settings:
        """Return the settings with another text for one of them; "" leaves it out."""
        return self.saying({setting: text})

    def saying(self, texts: Mapping[Setting[Any], str]) -> Settings:
        """Return the settings with other texts for some of them; "" leaves one out."""
        said = {**self.texts, **{setting.key: text for setting, text in texts.items()}}
        return replace(self, said=tuple((key, text) for key, text in said.items() if text))

    def only(self, *settings: Setting[Any]) -> Settings:
        """Return what is said for some settings alone."""
        keys = {setting.key for setting in settings}
        return Settings(tuple(pair for pair in self.said if pair[0] in keys))

    def doubting(self, labels: Mapping[str, str]) -> Settings:
        """Return the settings with labels, by key, of those that were not understood besides."""
        return replace(self, doubts=tuple({**dict(self.doubts), **labels}.items()))


NO_SETTINGS = Settings()
"""Of an event of which nothing is said."""
