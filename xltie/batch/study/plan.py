"""A study as a person writes it: a TOML file that says what is played, and what is compared."""

from __future__ import annotations

import glob
import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple, Union

from xltie.batch.study.models import Boards, Model, model_named
from xltie.core.errors import Fault, InputError, Place, XltieError
from xltie.core.files import read_bytes
from xltie.core.messages import Message, say
from xltie.core.records import dataclass, field
from xltie.games import PRESETS, traits_of
from xltie.pairing.catalogue import system_named
from xltie.ranking import parse_criteria
from xltie.settings import NO_SETTINGS, Settings
from xltie.settings.declared import BY_KEY

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


@dataclass(frozen=True)
class FieldKind:
    """One kind of event: how many play how many rounds, and how far apart they are.

    In bridge these are pairs and boards; ``deviation`` is that of their true strength. 0 stands for
    events that were really played.
    """

    players: int
    rounds: int
    deviation: float

    @property
    def columns(self) -> dict[str, Union[int, float]]:
        """Return it as columns of a table."""
        return {"players": self.players, "rounds": self.rounds, "deviation": self.deviation}

    def said(self, study: Study) -> str:
        """Return it in words; the deviation where a study has several."""
        if not self.players:
            return "real events"
        is_session = traits_of(study.game).is_session
        who, what = ("pairs", "boards") if is_session else ("players", "rounds")
        apart = f", deviation {self.deviation:g}" if len(study.deviations) > 1 else ""
        return f"{self.players} {who}, {self.rounds} {what}{apart}"


REAL_EVENTS = FieldKind(0, 0, 0)


@dataclass(frozen=True)
class Study:
    """What is asked: events of a game, and the lists of criteria that order them.

    True strengths lie about ``mean``; ``rating_error`` is the deviation of a rating about the true
    strength, None where the field is not rated. ``byes`` and ``withdrawals``
    are chances for each player and round. Every list is a name and criteria. With ``agreement``
    lists are compared with each other too. With ``files`` no event is played out: those that the
    files hold are read, and their ratings are taken for the truth; ``files`` are as they were
    written, and ``folder`` is where the study lies, which they are relative to.
    """

    title: str
    question: str
    game: str
    events: int
    seed: str
    settings: tuple[FieldKind, ...]
    system: str
    model: Union[Model, Boards]
    lists: tuple[tuple[str, str], ...]
    mean: float = 1800.0
    rating_error: float | None = 80.0
    byes: float = 0.0
    withdrawals: float = 0.0
    settings_of_events: Settings = NO_SETTINGS
    agreement: bool = False
    files: tuple[str, ...] = ()
    folder: Path = field(default=Path(), repr=False)

    @property
    def deviations(self) -> tuple[float, ...]:
        """Return how far apart the players are, in each setting once."""
        return tuple(dict.fromkeys(setting.deviation for setting in self.settings))

    @property
    def names(self) -> tuple[str, ...]:
        """Return the files, folders, patterns and URLs of real events, seen from where we are."""
        return tuple(file if "://" in file else _below(self.folder, file) for file in self.files)


def _below(folder: Path, name: str) -> str:
    """Return a name in a folder; in a pattern, signs in the folder's own name are no pattern."""
    path = folder / name
    if not glob.has_magic(name) or os.path.lexists(path):
        return str(path)
    return str(Path(glob.escape(str(folder)), name))


def read_study(path: Path) -> Study:
    """Return the study in a TOML file.

    Raises:
        InputError: every key that cannot be understood, with the file.
    """
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib
    place = Place(file=str(path))
    try:
        given: dict[str, Any] = tomllib.loads(read_bytes(path).decode("utf-8"))
    except ValueError as error:  # no TOML, no UTF-8, or a number of thousands of digits
        why = say("this is no study in TOML ({error})", error=str(error))
        raise InputError([Fault(why, place)]) from None
    faults = [Fault(message, place) for message in faults_of(given)]
    if faults:
        raise InputError(faults)
    try:
        return _study(given, path)
    except XltieError as error:
        raise InputError([Fault(error.message, place)]) from None


def _study(given: Mapping[str, Any], path: Path) -> Study:
    name = path.stem
    files = tuple(map(str, given.get("files", ())))
    game = str(given.get("game", "chess" if files else "")).lower()
    if game not in PRESETS:
        raise InputError.say(
            "events of {game!r} cannot be played out; choose from {usual}",
            game=game,
            usual=", ".join(PRESETS),
        )
    options = dict(given.get("model", {}))
    model = model_named(str(options.pop("name", traits_of(game).study_model)), options)
    if isinstance(model, Boards) != traits_of(game).is_session:
        raise InputError.say("the model does not say how a game of {game} ends", game=game)
    system = system_named(given.get("system", traits_of(game).pairing))
    if system.is_by_hand:
        raise InputError.say("by hand nobody is paired; choose another system")
    lists = tuple((str(label), str(text)) for label, text in given["lists"].items())
    for _, text in lists:
        parse_criteria(text)
    rated = given.get("rated", True)
    return Study(
        given.get("title", name),
        given.get("question", ""),
        game,
        given.get("events", 1000),
        str(given.get("seed", name)),
        _settings(given, files),
        system.name,
        model,
        lists,
        float(given.get("mean", 1800)),
        float(given.get("rating_error", 80)) if rated else None,
        float(given.get("byes", 0)),
        float(given.get("withdrawals", 0)),
        _options(given.get("options", {})),
        bool(given.get("agreement", False)),
        files,
        path.parent,
    )


def _options(given: Mapping[str, Any]) -> Settings:
    """Return the settings of the events.

    Raises:
        InputError: one that there is not.
    """
    unknown = [key for key in given if key not in BY_KEY]
    if unknown:
        raise InputError.say(
            "there is no setting {key!r}; known are {keys}",
            key=unknown[0],
            keys=", ".join(sorted(BY_KEY)),
        )
    return Settings.by_key({key: str(option) for key, option in given.items()})


def _settings(given: Mapping[str, Any], files: tuple[str, ...]) -> tuple[FieldKind, ...]:
    if files:
        return (REAL_EVENTS,)
    kinds = product(
        _listed(given["players"]), _listed(given["rounds"]), _listed(given.get("deviation", 250))
    )
    return tuple(FieldKind(players, rounds, float(apart)) for players, rounds, apart in kinds)


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else [value]
