"""What a command prints, line by line in the language of the event or of the person who asks.

Commands print English sentences. A workbook says its faults in its own language already, where it
is read; what a command says besides follows it: the language of ``--language``, else that of the
workbook, else that of the system. What is for programs (JSON, CSV, TRF) has no sentences.
"""

from __future__ import annotations

import argparse
import io
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TextIO, cast

from xltie.core.catalogues import code_of, system_language
from xltie.core.language import Language, ask, asked, hear, heard, language

_FOR_PROGRAMS = ("json", "csv")
_WORDS = (Path(__file__).with_name("languages"),)
"""The catalogues of what the command line alone says; hosts do without them."""


def spoken_run(
    args: argparse.Namespace,
    out: TextIO,
    err: TextIO,
    report: Callable[[Callable[[], int], TextIO], int],
) -> int:
    """Run a command whose sentences are in the language of its event; return its exit code.

    ``report`` prints what the command refuses.

    Raises:
        InputError: there is no language of the name that is asked for.
    """
    ask(code_of(args.language) if args.language else "")
    hear(system_language())
    if getattr(args, "format", "") in _FOR_PROGRAMS or is_read_by_a_program(args):
        ask("en")
    spoken_out, spoken_err = (cast(TextIO, Speech(stream)) for stream in (out, err))
    try:
        return report(lambda: int(args.run(args, spoken_out, spoken_err)), spoken_err)
    finally:
        spoken_out.flush()
        spoken_err.flush()
        ask("")


def is_read_by_a_program(args: argparse.Namespace) -> bool:
    """Tell whether what a command prints is for a program."""
    return any(getattr(args, name, False) is True for name in ("json", "github"))


def speaking() -> Language:
    """Return the language of what a command prints now."""
    return commands_language(asked() or heard())


@cache
def commands_language(code: str) -> Language:
    """Return a language that has the messages of the command line too."""
    own = language(code)
    return own if own.code == "en" else replace(own, folders=_WORDS)


class Speech(io.TextIOBase):
    """A stream that puts every whole line into the language that is spoken."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream
        self._begun = ""

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """Return the encoding of the stream behind."""
        return self._stream.encoding or "utf-8"

    def isatty(self) -> bool:
        """Tell whether a person looks at it."""
        return self._stream.isatty()

    def write(self, text: str) -> int:
        """Write text; a line goes out once it is whole."""
        *lines, self._begun = (self._begun + text).split("\n")
        own = speaking()
        self._stream.write("".join(_said(own, line) + "\n" for line in lines))
        return len(text)

    def flush(self) -> None:
        """Write what is there, and have the stream do so."""
        self._stream.write(self._begun)
        self._begun = ""
        self._stream.flush()


def _said(own: Language, line: str) -> str:
    """Return a line in a language; what it is set in by stays."""
    text = line.strip()
    return line.replace(text, own.said(text)) if text else line
