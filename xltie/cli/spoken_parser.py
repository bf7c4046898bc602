"""The help of the command line, and what it says of a wrong call, in another language than English.

Commands declare their arguments in English; what a parser shows is put into the language as it is
printed. An English command line never loads this module.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn

from xltie.cli.speech import commands_language


@cache
def parser_in(code: str) -> type[argparse.ArgumentParser]:
    """Return the kind of parser whose help is in a language."""
    said = commands_language(code).said

    class SpokenParser(argparse.ArgumentParser):
        """A parser that speaks the language; commands below it are of the same kind."""

        def format_help(self) -> str:
            self._say()
            return super().format_help()

        def format_usage(self) -> str:
            self._say()
            return super().format_usage()

        def error(self, message: str) -> NoReturn:
            self.print_usage(sys.stderr)
            self.exit(2, f"{self.prog}: {said(message)}\n")

        def _say(self) -> None:
            self.description = said(self.description or "")
            self.epilog = said(self.epilog or "")
            self.formatter_class = _formatter(self.formatter_class, said("usage: "))
            for group in self._action_groups:
                group.title = said(group.title or "")
            for action in self._actions:
                _say_of(action)

    def _say_of(action: argparse.Action) -> None:
        if action.help != argparse.SUPPRESS:
            action.help = said(action.help or "")
        for listed in getattr(action, "_choices_actions", ()):
            listed.help = said(listed.help or "")

    return SpokenParser


def _formatter(kind: Any, usage: str) -> Any:
    """Return a formatter like another one, with a word of its own before the usage."""
    if getattr(kind, "is_spoken", False):
        return kind

    class SpokenFormatter(kind):  # type: ignore[misc]
        """A formatter of help."""

        is_spoken = True

        def add_usage(
            self,
            text: str | None,
            actions: Iterable[argparse.Action],
            groups: Iterable[Any],
            prefix: str | None = None,
        ) -> None:
            super().add_usage(text, actions, groups, usage if prefix is None else prefix)

    return SpokenFormatter
