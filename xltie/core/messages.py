"""What xltie says to a person, as data: a template and the values in it.

A message is made where something is said and put into words where somebody reads it::

    fault = Fault(say("player {who} is listed twice", who=player.id), place)
    str(fault.message)                     # English
    language("ko").say(fault.message)      # in the words of the catalogue

The template is the key of the catalogues (``languages/*.po``), so a message without a translation
can be found, and what is put into it is never looked up in them: a name stays as it was typed,
whatever it reads like. A value may be text, a number, or a message again; numbers are written as
the reader's language does.

:func:`say`, :func:`count` and :func:`word` are the only ways to make one, each with literal texts:
they are what the extraction of messages looks for. What takes a message to a reader takes the words
for one, too, with their values: ``DomainError.say``, ``Fault.say``, ``console.note``.
"""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from string import Formatter
from typing import Any, Callable, Iterable, Mapping, Sequence, Tuple, Union

from xltie.core.numbers import show
from xltie.core.records import dataclass

Said = Union["Message", str]
"""A message, or text that is data: a name, a code, a path."""
Value = Union["Message", str, int, float, Fraction, Decimal, None]
Speaker = Callable[["Message"], str]
"""Puts a message into words."""


@dataclass(frozen=True)
class Message:
    """A template with the values for the names in its braces.

    ``str()`` is the sentence in English; :meth:`xltie.core.language.Language.say` is the one in
    another language.
    """

    template: str
    """The English sentence, with names in braces: ``player {who} is listed twice``."""
    values: Tuple[Tuple[str, Value], ...] = ()
    """The values by these names."""
    plural: str = ""
    """The template for more than one, where the value ``n`` is counted."""
    context: str = ""
    """What tells words apart that English has once, such as ``heading``."""

    def __str__(self) -> str:
        return filled(self.chosen(self.number == 1), self.values, str, str)

    def __bool__(self) -> bool:
        return bool(self.template)

    @property
    def number(self) -> Any:
        """What is counted, where there are two templates; else None."""
        return dict(self.values).get("n") if self.plural else None

    def chosen(self, is_one: bool) -> str:
        """Return the English template for one, or for any other number."""
        return self.template if is_one or not self.plural else self.plural


NOTHING = Message("")
"""Nothing to say."""


def say(template: str, /, **values: Value) -> Message:
    """Return a message; the template names its values in braces."""
    return Message(template, tuple(values.items()))


def message_of(what: Said, values: Mapping[str, Value]) -> Message:
    """Return a message as it is, or that of words which are said with values."""
    return what if isinstance(what, Message) else say(what, **values)


def count(n: Value, one: str, many: str, /, **values: Value) -> Message:
    """Return a message about so many things: ``count(2, "{n} round", "{n} rounds")``."""
    return Message(one, (("n", n), *values.items()), many)


def word(context: str, english: str, /, **values: Value) -> Message:
    """Return a word or phrase that has a meaning of its own in a context, such as ``heading``."""
    return Message(english, tuple(values.items()), context=context)


def words(context: str, /, *english: str) -> Tuple[Message, ...]:
    """Return several words of a context, such as the headings of a table."""
    return tuple(word(context, one) for one in english)


def joined(parts: Iterable[Value], separator: str = ", ") -> Message:
    """Return several values as one message, with a mark between them."""
    kept = tuple((f"_{number}", part) for number, part in enumerate(parts, 1))
    return Message(
        separator.replace("{", "{{").replace("}", "}}").join(f"{{{name}}}" for name, _ in kept),
        kept,
    )


def plain(text: Said) -> Message:
    """Return text that is no sentence of ours, such as what a library said, as a message."""
    return text if isinstance(text, Message) else Message("{text}", (("text", text),))


def filled(
    template: str,
    values: Iterable[Tuple[str, Value]],
    speak: Speaker,
    number: Callable[[str], str],
    after: Callable[[str, str], str] = lambda before, literal: literal,
) -> str:
    """Return a template with its values.

    ``speak`` puts the messages among them into words and ``number`` the numbers; ``after`` fits the
    words that follow a value to it.
    """
    known = dict(values)
    text, is_value = "", False
    for literal, name, form, conversion in _parsed(template):
        if literal:
            text += after(text, literal) if is_value else literal
        is_value = name is not None
        if name is not None:
            text += _shown(known[name], form or "", conversion or "", speak, number)
    return text


@lru_cache(maxsize=4096)
def _parsed(template: str) -> Tuple[Tuple[str, Any, Any, Any], ...]:
    return tuple(Formatter().parse(template))


def _shown(
    value: Any, form: str, conversion: str, speak: Speaker, number: Callable[[str], str]
) -> str:
    if value is None:
        return ""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, Message):
        text = speak(value)
    elif isinstance(value, str):
        text = value
    elif form:
        return number(format(value, form))
    elif isinstance(value, (int, Fraction)):
        return number(show(value))
    elif isinstance(value, float):
        return number(f"{value:g}")
    else:
        text = str(value)
    text = repr(text) if conversion == "r" else text
    return format(text, form) if form else text


def all_of(parts: Iterable[Value]) -> Message:
    """Return several values as one message: ``1, 2 and 3``."""
    *first, last = parts
    return say("{first} and {last}", first=joined(first), last=last) if first else joined([last])


def any_of(parts: Iterable[Value]) -> Message:
    """Return several choices as one message: ``mitchell, howell or mitchell-web``."""
    *first, last = parts
    return say("{first} or {last}", first=joined(first), last=last) if first else joined([last])


def some_of(parts: Sequence[Value], most: int = 5) -> Message:
    """Return the first of several values as one message, with dots where there are more."""
    shown = joined(parts[:most])
    return joined((shown, "..."), " ") if parts[most:] else shown


def choices(words: Iterable[str]) -> Message:
    """Return the words of a list to choose from, each as the sheets of the reader have it."""
    return joined(Message(word, context="choice") for word in words if word)
