"""Several things in a message: *and* or *or* between them, or as a list, in the reader's words."""

from __future__ import annotations

from typing import Iterable, Sequence

from xltie.core.messages import Message, Value, joined, say


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
