"""What a recomputation did, cell by cell."""

from __future__ import annotations

from typing import Any, NamedTuple

from xltie.core.cells import CellError, Scalar, text_of
from xltie.core.errors import Fault
from xltie.core.messages import Message, Said, word
from xltie.core.records import dataclass, field

LONGEST_SHOWN = 40


class Change(NamedTuple):
    """A value that is new; ``place`` reads ``Sheet!C4``.

    ``clock`` says that it depends on the clock or on chance.
    """

    place: str
    old: Scalar
    new: Scalar
    clock: bool = False


class Kept(NamedTuple):
    """A formula that could not be computed, whose old value stays, and why."""

    place: str
    message: Message

    @property
    def reason(self) -> str:
        """Why it was not computed, in English, for programs."""
        return str(self.message)


class Trusted(NamedTuple):
    """A stored value that stays although the engine differs; ``place`` reads ``Sheet!C4``."""

    place: str
    stored: Scalar
    computed: Scalar
    message: Message

    @property
    def reason(self) -> str:
        """Why it stays, in English, for programs."""
        return str(self.message)


class Looked(NamedTuple):
    """What was found in a workbook beside its values, and the language of its event if it has one.

    ``overwritten`` are cells in which a value stands in place of a formula, ``odd`` what else is to
    be told and is no fault.
    """

    overwritten: tuple[Fault, ...] = ()
    language: str = ""
    odd: tuple[Fault, ...] = ()


class ErrorValue(NamedTuple):
    """A formula that was computed and whose value is an error; ``text`` says why, if known."""

    place: str
    code: str
    text: str


NOTHING_FOUND = Looked()


@dataclass
class Report:
    """The result of one recomputation.

    ``faults`` are what is wrong with the tables that our functions read. ``stale`` tells whether a
    value that does not depend on the clock was out of date.
    ``trusted`` are stored values that stay although the engine's are others. ``volatile``
    counts the formulas whose result differs every time. ``cut`` says where a formula shows only the
    first of several rows. ``looked`` is what was looked for beside the values.
    ``timing`` is in seconds.
    """

    formulas: int = 0
    changed: list[Change] = field(default_factory=list)
    uncomputable: list[Kept] = field(default_factory=list)
    errors: list[ErrorValue] = field(default_factory=list)
    trusted: list[Trusted] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    volatile: int = 0
    stale: bool = False
    warnings: list[Message] = field(default_factory=list)
    cut: list[Message] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)
    looked: Looked = NOTHING_FOUND
    timing: dict[str, float] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Return the report as plain data for ``json.dumps``."""
        return {
            "formulas": self.formulas,
            "changed": [
                {"cell": change.place, "old": _plain(change.old), "new": _plain(change.new)}
                for change in self.changed
            ],
            "uncomputable": [
                {"place": kept.place, "reason": kept.reason} for kept in self.uncomputable
            ],
            "errors": [error._asdict() for error in self.errors],
            "trusted": [
                {
                    "cell": one.place,
                    "stored": _plain(one.stored),
                    "computed": _plain(one.computed),
                    "reason": one.reason,
                }
                for one in self.trusted
            ],
            "faults": list(map(str, self.faults)),
            "volatile": self.volatile,
            "stale": self.stale,
            "warnings": list(map(str, (*self.warnings, *self.cut))),
            "parts": list(self.parts),
            "timing": {name: round(seconds, 4) for name, seconds in self.timing.items()},
        }


def _plain(value: Scalar) -> Any:
    return value.code if isinstance(value, CellError) else value


def shown(value: Scalar) -> Said:
    """Return a value as a report shows it: text in quotes, so that a blank can be seen."""
    if value is None:
        return word("value", "nothing")
    if not isinstance(value, str):
        return text_of(value)
    return f'"{value}"' if len(value) <= LONGEST_SHOWN else f'"{value[:LONGEST_SHOWN]}..."'
