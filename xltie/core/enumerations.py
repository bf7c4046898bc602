"""Choices named in a message, with *or* between them or as a list, in the words of the reader."""

from __future__ import annotations

from typing import Iterable

from xltie.core.messages import Message, Value, joined, say


def any_of(parts: Iterable[Value]) -> Message:
    """Return several choices as one message: ``mitchell, howell or mitchell-web``."""
    *first, last = parts
    return say("{first} or {last}", first=joined(first), last=last) if first else joined([last])


def choices(words: Iterable[str]) -> Message:
    """Return the words of a list to choose from, each as the sheets of the reader have it."""
    return joined(Message(word, context="choice") for word in words if word)
