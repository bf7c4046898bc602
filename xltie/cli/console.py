"""Where a command prints, and in which language: one console for one call; what it refuses.

A message is put into the language of the reader here and nowhere before. What is data (a row of a
table, a path, JSON) is shown as it is and meets no catalogue.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cached_property
from typing import TextIO

from xltie.cli.option_values import asked_for
from xltie.core.catalogues import code_of, system_language
from xltie.core.errors import Fault, InputError, WorkbookRefused, WrongCall, XltieError
from xltie.core.exit_codes import FAULTY, REFUSED
from xltie.core.language import Language, language
from xltie.core.messages import Message, Said, Value, count, message_of, plain, say
from xltie.core.time_limit import TimeRanOut, within

_FOR_PROGRAMS = ("json", "csv")
_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]")


class Console:
    """The streams of a call, and the language of what it says.

    That is the one that was asked for; else that of the workbook which the command opened; else
    that of the system.
    """

    def __init__(self, out: TextIO, err: TextIO, asked: str = "") -> None:
        """``asked`` is the code of the language that was asked for, "" for none."""
        self.out = out
        self.err = err
        self._asked = asked
        self._followed = ""

    def ask(self, args: argparse.Namespace) -> None:
        """Speak the language that a call asks for: English where a program reads what is printed.

        Raises:
            WrongCall: there is no language of that name.
        """
        named = getattr(args, "language", "")
        with asked_for():
            self._asked = code_of(named) if named else ""
        if getattr(args, "format", "") in _FOR_PROGRAMS or is_read_by_a_program(args):
            self._asked = "en"

    def follow(self, code: str) -> None:
        """Go on in the language of what was opened, "" where it has none."""
        self._followed = code

    @property
    def language(self) -> Language:
        """The language of what is said now."""
        return language(self._asked or self._followed or self._of_the_system)

    @cached_property
    def _of_the_system(self) -> str:
        """The code of the system's language, looked up once for a call: every line asks for it."""
        return system_language()

    def words(self, message: Message) -> str:
        """Return a message in the language of the reader."""
        return self.language.say(message)

    def say(self, what: Said, /, **values: Value) -> None:
        """Print a message, or the words for one with their values, as a line."""
        self.show(self.words(message_of(what, values)))

    def show(self, text: str = "") -> None:
        """Print data as it is."""
        print(text, file=self.out)

    def note(self, what: Said, /, **values: Value) -> None:
        """Print a message as a line beside the output, behind what was printed before it."""
        self.out.flush()  # a pipe for both would have this line first
        print(self.words(message_of(what, values)), file=self.err)

    def warn(self, what: Said, /, **values: Value) -> None:
        """Print what is odd, but clear, as a line beside the output."""
        self.note("warning: {what}", what=message_of(what, values))

    def fault(self, fault: Fault) -> None:
        """Print what is wrong behind its place, as a line beside the output.

        A line end or another control character, as in the name of a file, is written out.
        """
        self.out.flush()
        line = _CONTROL.sub(lambda found: f"<U+{ord(found[0]):04X}>", self.words(fault.placed))
        print(line, file=self.err)

    def refuse(self, error: XltieError) -> None:
        """Print what an error says, a line for each fault."""
        if isinstance(error, InputError):
            if error.language:
                self.follow(error.language)
            for fault in told_of(error.faults):
                self.fault(fault)
        else:
            self.fault(error.fault)


def is_read_by_a_program(args: argparse.Namespace) -> bool:
    """Tell whether what a command prints is for a program."""
    return any(getattr(args, name, False) is True for name in ("json", "github"))


_VARYING = re.compile(r"'[^']*'|[\d.,]+")
_MOST_OF_A_KIND = 50


def kind_of(fault: Fault) -> str:
    """Return what a fault has in common with those that differ in numbers and quoted words."""
    return _VARYING.sub("", fault.text)


def told_of(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield faults, of more than fifty of a kind how many there are: nobody reads a million."""
    seen: Counter[str] = Counter()
    for fault in faults:
        kind = kind_of(fault)
        seen[kind] += 1
        if seen[kind] <= _MOST_OF_A_KIND:
            yield fault
    more = sum(max(0, number - _MOST_OF_A_KIND) for number in seen.values())
    if more:
        yield Fault(
            count(more, "and {n} other fault like these", "and {n} other faults like these")
        )


# -- what a command refuses, and what nobody foresaw: as lines and an exit code ----------


CUT_OFF = 141
"""As a shell names a program that a closed pipe has ended."""
STOPPED = 130
"""As a shell names a program that Ctrl-C has ended."""
_DEFECTS = "XLTIE_TRACEBACK"
"""The environment variable that lets an error nobody foresaw through, for whoever mends it."""


def report(command: Callable[[], int], console: Console, seconds: float = 0) -> int:
    """Run a command; print what it refuses, one line each, and return the exit code.

    Where so many seconds are given, it is refused that it takes longer.
    """
    try:
        return within(seconds, command)
    except TimeRanOut:
        console.note("took longer than {n} seconds (--timeout)", n=seconds)
        return REFUSED
    except XltieError as error:
        console.refuse(error)
        return REFUSED if isinstance(error, (WorkbookRefused, WrongCall)) else FAULTY
    except KeyboardInterrupt as stop:
        console.note(next(iter(stop.args), say("stopped")))
        return STOPPED
    except BrokenPipeError:
        _leave_output()
        return CUT_OFF
    except Exception as error:
        if os.environ.get(_DEFECTS):
            raise
        said = _of_the_system(error) if isinstance(error, OSError) else _of_a_defect(error)
        for message in said:
            console.note(message)
        return REFUSED


def _of_the_system(error: OSError) -> tuple[Message, ...]:
    what = say("what is printed or written")
    if error.filename is None:
        _leave_output()
    else:
        what = plain(str(error.filename))
    return (say("{what}: {why}", what=what, why=error.strerror or str(error)),)


def _of_a_defect(error: Exception) -> tuple[Message, ...]:
    text = " ".join(str(error).split())
    return (
        say("a defect of xltie: {kind}: {error}", kind=type(error).__name__, error=text),
        say(
            "please report it, with the file; {setting}=1 shows where it happened",
            setting=_DEFECTS,
        ),
    )


def _leave_output() -> None:
    """Let what is still to be printed go nowhere: Python would fail once more when it ends."""
    with suppress(OSError, ValueError):  # of a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
