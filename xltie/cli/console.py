"""Where a command prints, and in which language: one console for one call.

A message is put into the language of the reader here and nowhere before. What is data (a row of a
table, a path, JSON) is shown as it is and meets no catalogue.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TextIO

from xltie.cli.option_values import asked_for
from xltie.core.catalogues import code_of, system_language
from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.language import Language, language
from xltie.core.messages import Message, count, say

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

    def say(self, message: Message) -> None:
        """Print a message as a line."""
        self.show(self.words(message))

    def show(self, text: str = "") -> None:
        """Print data as it is."""
        print(text, file=self.out)

    def note(self, message: Message) -> None:
        """Print a message as a line beside the output, behind what was printed before it."""
        self.out.flush()  # a pipe for both would have this line first
        print(self.words(message), file=self.err)

    def warn(self, message: Message) -> None:
        """Print what is odd, but clear, as a line beside the output."""
        self.note(say("warning: {what}", what=message))

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


def told_of(faults: Sequence[Fault]) -> Iterator[Fault]:
    """Yield faults, of more than fifty of a kind how many there are: nobody reads a million lines.

    Two are of a kind where their texts differ in numbers and quoted words only.
    """
    seen: Counter[str] = Counter()
    for fault in faults:
        kind = _VARYING.sub("", fault.text)
        seen[kind] += 1
        if seen[kind] <= _MOST_OF_A_KIND:
            yield fault
    more = sum(max(0, number - _MOST_OF_A_KIND) for number in seen.values())
    if more:
        yield Fault(
            count(more, "and {n} other fault like these", "and {n} other faults like these")
        )
