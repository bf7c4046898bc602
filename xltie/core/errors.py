"""What can go wrong, and where.

::

    XltieError                 anything that xltie tells a user; carries a place and a cell code
    ├── InputError             one or more faults in what was typed or read        #VALUE!
    │   └── WrongCall          what a call asks for, not what is in a file
    ├── UnknownPlayer          a player that the games and players do not hold     #N/A
    ├── UndefinedValue         a value that the rule does not define               #N/A
    ├── DomainError            an argument outside what the rule allows            #NUM!
    ├── RegistrationError      a function that may not be registered
    └── WorkbookRefused        a file that is left exactly as it was
        ├── NotAWorkbook       not an .xlsx or .xlsm package
        ├── EncryptedWorkbook  password-protected
        ├── UnsafePackage      a zip bomb, a DTD, a path that leaves the package
        ├── UnsupportedWorkbook  a workbook that we cannot change without harm
        └── LockedWorkbook     open in another program, changed meanwhile, or not writable

Every error tells a person what is wrong in one line; faults in one input are collected and reported
together.
"""

from __future__ import annotations

from typing import ClassVar, Iterable, Mapping, Optional, Tuple, TypeVar

from xltie.core.cell_names import cell_name, cell_position, quote_sheet, unquote_sheet
from xltie.core.messages import Message, Value, joined, say
from xltie.core.records import dataclass

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Place:
    """Where something was read: a cell of a sheet, or a line and column of a file; all from 1.

    It is data: names of cells and sheets are made of it where it is shown.
    """

    sheet: str = ""
    row: Optional[int] = None
    column: Optional[int] = None
    file: str = ""
    line: Optional[int] = None

    @classmethod
    def named(cls, sheet: str, cell: str) -> Place:
        """Return a cell by its A1 name, and that of its sheet as formulas write it."""
        row, column = cell_position(cell) or (None, None)
        return cls(unquote_sheet(sheet), row, column)

    @property
    def cell(self) -> str:
        """The A1 name of the cell, "" where the place is none."""
        return "" if self.row is None or self.column is None else cell_name(self.row, self.column)

    def __str__(self) -> str:
        if self.cell:
            cell = f"{quote_sheet(self.sheet)}!{self.cell}" if self.sheet else self.cell
            return f"{self.file}: {cell}" if self.file else cell
        parts = [self.file or self.sheet, self.line, self.column]
        return ":".join(str(part) for part in parts if part not in (None, ""))


NOWHERE = Place()


@dataclass(frozen=True)
class Fault:
    """One fault in an input, described in a sentence, and its place."""

    message: Message
    place: Place = NOWHERE
    code: str = ""
    """What kind of fault it is, where somebody acts on that; a better sentence keeps it."""
    readings: Tuple[str, ...] = ()
    """Of a table that fits two readings: what is said to choose each, as ``No.=Number``."""

    @classmethod
    def say(cls, template: str, place: Place = NOWHERE, /, **values: Value) -> Fault:
        """Return a fault in these words, as of :func:`~xltie.core.messages.say`, in a place."""
        return cls(say(template, **values), place)

    @property
    def text(self) -> str:
        """The sentence in English, for programs."""
        return str(self.message)

    @property
    def placed(self) -> Message:
        """The sentence behind its place, as people are shown it."""
        where = str(self.place)
        return joined((where, self.message), ": ") if where else self.message

    def __str__(self) -> str:
        return str(self.placed)


def first_at(message: Message, place: Place) -> Message:
    """Return what is said of the second of two with the place of the first, if that has one."""
    where = str(place)
    return say("{fault} (first at {place})", fault=message, place=where) if where else message


class TextWithFaults(str):
    """A text that a function answers with although its input has faults: ``faults``."""

    faults: Tuple[Fault, ...] = ()

    @classmethod
    def of(cls, text: str, faults: Iterable[Fault]) -> TextWithFaults:
        """Return a text with the faults of what it was made from."""
        made = cls(text)
        made.faults = tuple(faults)
        return made


class XltieError(Exception):
    """Anything that xltie has to say to a user; ``code`` is what a cell shows instead."""

    code: ClassVar[str] = "#VALUE!"

    def __init__(self, message: Message, place: Place = NOWHERE) -> None:
        super().__init__(message)
        self.message = message
        self.place = place

    @classmethod
    def say(cls, template: str, place: Place = NOWHERE, /, **values: Value) -> XltieError:
        """Return an error in these words, as of :func:`~xltie.core.messages.say`, in a place."""
        return cls(say(template, **values), place)

    @property
    def text(self) -> str:
        """What is wrong, in English, without its place."""
        return str(self.message)

    @property
    def fault(self) -> Fault:
        """What is wrong, and where."""
        return Fault(self.message, self.place)

    def __str__(self) -> str:
        return str(self.fault)


class InputError(XltieError):
    """All faults in an input together; ``language`` is that of the workbook that they are in."""

    language = ""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults: Tuple[Fault, ...] = tuple(faults)
        super().__init__(joined((fault.placed for fault in self.faults), "\n"))

    @classmethod
    def of(cls, message: Message, place: Place = NOWHERE, code: str = "") -> InputError:
        """Return an error with the one fault given."""
        return cls([Fault(message, place, code)])

    @classmethod
    def say(cls, template: str, place: Place = NOWHERE, /, **values: Value) -> InputError:
        """Return an error with one fault in these words."""
        return cls([Fault.say(template, place, **values)])


class WrongCall(InputError):
    """What a call asks for that there is not: an option, a player, a kind of list."""


class UnknownPlayer(XltieError):
    """A player that is neither in the list of players nor in the games."""

    code = "#N/A"


class UndefinedValue(XltieError):
    """A value that the rule leaves undefined, such as an average over no opponents."""

    code = "#N/A"


class DomainError(XltieError):
    """An argument that the rule has no meaning for, such as a negative cut."""

    code = "#NUM!"


def chosen(name: str, known: Mapping[str, T], refusal: Message) -> T:
    """Return what has a name, or raise :class:`DomainError` with what is said where nothing has."""
    found = known.get(name)
    if found is None:
        raise DomainError(refusal)
    return found


class RegistrationError(XltieError):
    """A function whose declaration the registry cannot accept."""


class WorkbookRefused(XltieError):
    """A file that was not touched, and why."""


class NotAWorkbook(WorkbookRefused):
    """Not an .xlsx or .xlsm package."""


class EncryptedWorkbook(WorkbookRefused):
    """A password-protected workbook."""


class UnsafePackage(WorkbookRefused):
    """A package that could harm the machine that reads it."""


class UnsupportedWorkbook(WorkbookRefused):
    """A workbook that could not be changed without harm."""


class LockedWorkbook(WorkbookRefused):
    """A workbook that another program holds, or that changed while it was being read."""
