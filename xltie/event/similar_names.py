"""Names that people cannot tell apart, or that hold what nobody can see."""

from __future__ import annotations

import unicodedata
from typing import Dict, Iterable, Iterator, List

from xltie.core.errors import Fault
from xltie.core.messages import all_of, say
from xltie.event.model import Contestant

_JOINERS = "\u200c\u200d"
"""They shape letters of Persian and of the scripts of India, where they belong to a name."""
_AS_LATIN = str.maketrans("асеорхуіѕԁԛԝкмнтвг", "aceopxyisdqwkmhtbr")
"""Small letters of Cyrillic that look like one of Latin, in capitals at least."""


def look_alikes(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each name with invisible characters, or like another's to the eye.

    Names that are the same letter for letter are no mistake: two people may share one
    (:func:`namesakes`).
    """
    seen: Dict[str, str] = {}
    for contestant in contestants:
        name = contestant.name or contestant.id
        if not (name.isascii() and name.isprintable()):
            shown = visible(name)
            if shown != name:
                said = say("{name}: the name has characters that nobody can see", name=shown)
                yield Fault(said, contestant.place)
        first = seen.setdefault(_to_the_eye(name), name)
        if first != name:
            said = say(
                "{name} and {other} look the same and are two entries",
                name=visible(name),
                other=visible(first),
            )
            yield Fault(said, contestant.place)


def namesakes(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each name that several share, at the last of them.

    They are ranked and paired by their ids, so nothing is wrong; but who reads a list cannot tell
    them apart, and one of them may be a person who was entered twice.
    """
    found: Dict[str, List[Contestant]] = {}
    for contestant in contestants:
        if contestant.name:
            found.setdefault(contestant.name, []).append(contestant)
    for name, sharers in found.items():
        if len(sharers) > 1:
            said = say(
                "{name} is the name of {ids}: two people, or one entered twice?",
                name=name,
                ids=all_of([sharer.id for sharer in sharers]),
            )
            yield Fault(said, sharers[-1].place)


def visible(name: str) -> str:
    """Return a name with its invisible characters written out.

    >>> visible("Ann\u200bLee")
    'Ann<U+200B>Lee'
    """
    return "".join(f"<U+{ord(char):04X}>" if _is_hidden(char) else char for char in name)


def _is_hidden(char: str) -> bool:
    return unicodedata.category(char) in ("Cf", "Cc") and char not in _JOINERS


def _to_the_eye(name: str) -> str:
    if name.isascii():
        return " ".join(name.split()).casefold()
    plain = "".join(char for char in unicodedata.normalize("NFKC", name) if not _is_hidden(char))
    return " ".join(plain.split()).casefold().translate(_AS_LATIN)
