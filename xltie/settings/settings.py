"""What is said of one event: the texts of its settings, and those that were not understood."""

from __future__ import annotations

from functools import cached_property
from typing import Any, List, Mapping, Tuple, TypeVar

from xltie.core.errors import NOWHERE, Fault, Place
from xltie.core.messages import Message, Said, say
from xltie.core.records import dataclass, replace
from xltie.settings.setting import Setting

T = TypeVar("T")


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
