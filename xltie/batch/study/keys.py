"""The keys of a study, what each may hold, and whatever holds something else."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from xltie.core.messages import Message, say

MOST = 100_000
"""The largest strength, deviation or field: what is larger was mistyped."""


class Kind(NamedTuple):
    """What a key may hold: in words, of which types, and which of them."""

    words: Message
    types: tuple[type, ...]
    has: Callable[[Any], bool] = lambda value: True

    def fits(self, value: object) -> bool:
        """Tell whether a value is of the kind; true and false are no numbers."""
        if isinstance(value, bool):
            return bool in self.types
        return isinstance(value, self.types) and self.has(value)


def _whole(low: int, high: int) -> Kind:
    words = say("a whole number from {low} to {high}", low=low, high=high)
    return Kind(words, (int,), lambda value: low <= value <= high)


def _from(low: int) -> Kind:
    words = say("a number from {low} to {high}", low=low, high=MOST)
    return Kind(words, (int, float), lambda value: low <= value <= MOST)


_ABOVE_0 = Kind(
    say("a number above 0 and at most {most}", most=MOST),
    (int, float),
    lambda number: 0 < number <= MOST,
)
_CHANCE = Kind(
    say("a chance of at least 0 and less than 1"), (int, float), lambda number: 0 <= number < 1
)
_TEXT = Kind(say("a text"), (str,))
_YES_OR_NO = Kind(say("true or false"), (bool,))
_TABLE = Kind(say("a table"), (dict,))
_OPTION = Kind(
    say("a text or a finite number"), (str, bool, int, float),
    lambda given: isinstance(given, str) or given - given == 0,
)  # fmt: skip

KEYS = {
    "title": _TEXT, "question": _TEXT, "game": _TEXT, "events": _whole(1, 10_000_000),
    "seed": Kind(say("a text or a whole number"), (str, int)),
    "players": _whole(2, MOST), "rounds": _whole(2, MOST), "system": _TEXT, "mean": _from(-MOST),
    # without a deviation there would be no true order to come near to
    "deviation": _ABOVE_0, "rating_error": _from(0), "rated": _YES_OR_NO, "byes": _CHANCE,
    "withdrawals": _CHANCE, "model": _TABLE, "lists": _TABLE, "options": _TABLE,
    "agreement": _YES_OR_NO, "files": Kind(say("a list of texts"), (list,)),
}  # fmt: skip
MODEL_KEYS = {
    "draws": _from(0), "advantage": _from(-MOST), "spread": _from(0), "per_disc": _ABOVE_0,
    "per_trick": _ABOVE_0, "judgement": _ABOVE_0,
}  # fmt: skip
"""The options of all models: those of the same name hold the same."""

_INSIDE = {"options": _OPTION, "lists": _TEXT}
"""What the tables hold whose keys are named freely."""
_LISTED = ("players", "rounds", "deviation")
"""The keys that hold one number or a list of them."""
_NEVER_EMPTY = (*_LISTED, "lists", "files")


def faults_of(given: Mapping[str, Any]) -> list[Message]:
    """Return a sentence for every key that cannot be understood, in alphabetical order."""
    found = [
        say("there is no key {key!r}; known are {keys}", key=key, keys=", ".join(KEYS))
        for key in given.keys() - KEYS
    ]
    needed = ("files", "lists") if "files" in given else ("game", "players", "rounds", "lists")
    found += [say("{key} is missing", key=key) for key in needed if key not in given]
    found += [say("{key} is empty", key=key) for key in _NEVER_EMPTY if given.get(key) in ([], {})]
    for key in given.keys() & KEYS.keys():
        found += _of_key(key, given[key])
    return sorted(found, key=str)


def _of_key(key: str, value: Any) -> Iterator[Message]:
    """Yield what is wrong with the value of a key, or with what is inside of it."""
    if key in _LISTED:
        yield from _of_numbers(key, value if isinstance(value, list) else [value])
    elif not KEYS[key].fits(value):
        yield from _misfit(key, value, KEYS[key])
    elif key in ("model", "options", "lists"):
        kinds = MODEL_KEYS if key == "model" else dict.fromkeys(value, _INSIDE[key])
        for name in value.keys() & kinds.keys():
            yield from _misfit(f"{key}.{name}", value[name], kinds[name])
    elif key == "files":
        for name in value:
            yield from _misfit(key, name, KEYS[key]._replace(types=(str,)))


def _of_numbers(key: str, numbers: list[Any]) -> Iterator[Message]:
    for at, number in enumerate(numbers):
        yield from _misfit(key, number, KEYS[key])
        if number in numbers[:at]:
            # events that are counted twice make every figure look surer than it is
            yield say("{key} names {number} twice", key=key, number=repr(number))


def _misfit(key: str, value: object, kind: Kind) -> Iterator[Message]:
    if not kind.fits(value):
        yield say(
            "{key} cannot be {value}; it is {what}", key=key, value=repr(value), what=kind.words
        )
