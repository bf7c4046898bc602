"""What reads a command line: argparse, in the language of the user.

Commands declare their arguments with messages, which are put into words as they are declared. What
argparse says by itself goes through the hook that it has for translations.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial, wraps
from textwrap import fill
from typing import TYPE_CHECKING, Any, NoReturn

from xltie.core.language import ENGLISH, Language
from xltie.core.messages import NOTHING, Message, joined, say, words

if TYPE_CHECKING:
    from xltie.settings import Setting

_OF_ARGPARSE = {
    message.template: message
    for message in words(
        "argparse",
        "usage: ",
        "positional arguments",
        "options",
        "show this help message and exit",
        "%(prog)s: error: %(message)s\n",
        "argument %(argument_name)s: %(message)s",
        "the following arguments are required: %s",
        "expected one argument",
        "expected at most one argument",
        "expected at least one argument",
        "expected %s arguments",
        "not allowed with argument %s",
        "ignored explicit argument %r",
        "ambiguous option: %(option)s could match %(matches)s",
    )
}
"""What argparse says that a user can come to see, with its own marks for values."""


class WrongValue(argparse.ArgumentTypeError):
    """A value that an option does not take; the message says what it takes."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def closest(name: str, known: Iterable[str]) -> str:
    """Return what somebody who typed a name may have meant, "" where nothing is near."""
    from difflib import get_close_matches  # only a mistake should pay for it

    return next(iter(get_close_matches(name.lower(), list(known), 1, 0.6)), "")


def how_many(text: str) -> int:
    """Return how many there are to be, or which: a whole number from 1."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise WrongValue(say("must be a whole number from 1, not {value!r}", value=text))
    return number


def _width() -> int:
    """Return how wide help may be: argparse asks shutil for it, with each argument once more."""
    named = os.environ.get("COLUMNS", "")
    if named.isdecimal() and int(named):
        return int(named) - 2
    try:
        return os.get_terminal_size(sys.__stdout__.fileno()).columns - 2  # type: ignore[union-attr]
    except (AttributeError, ValueError, OSError):
        return 78


class Parser(argparse.ArgumentParser):
    """A parser whose help, and what it says of a wrong call, are in a language."""

    def __init__(self, *, language: Language = ENGLISH, **options: Any) -> None:
        super().__init__(formatter_class=partial(argparse.HelpFormatter, width=_width()), **options)
        self.language = language

    def about(
        self, description: Message = NOTHING, epilog: Message = NOTHING, *, has_lines: bool = False
    ) -> None:
        """Say what stands before and after the arguments; ``has_lines`` keeps the lines after."""
        if description:
            self.description = self.language.say(description)
        if epilog:
            self.epilog = self.language.say(epilog)
        if has_lines:
            self.formatter_class = partial(argparse.RawDescriptionHelpFormatter, width=_width())
            self.description = fill(self.description or "", _width())

    def add(self, *names: str, help: Message, **options: Any) -> argparse.Action:
        """Add an argument as argparse does, with its help as a message."""
        kind = options.get("type")
        if kind is not None and not isinstance(kind, type):
            options["type"] = _saying(kind, self.language)
        return self.add_argument(*names, help=self.language.say(help), **options)

    def flag(self, *names: str, help: Message, **options: Any) -> None:
        """Add an option that is there or not."""
        self.add(*names, action="store_true", help=help, **options)

    def number(self, *names: str, help: Message, **options: Any) -> None:
        """Add an option with a whole number, 0 where it is left out."""
        self.add(*names, type=how_many, default=0, help=help, **options)

    def value(self, name: str, metavar: str, help: Message, **options: Any) -> None:
        """Add an option with a text, "" where it is left out."""
        self.add(name, metavar=metavar, help=help, **{"default": "", **options})

    def several(self, name: str, metavar: str, help: Message) -> None:
        """Add an option that may be given more than once."""
        self.add(name, action="append", default=[], metavar=metavar, help=help)

    def choice(
        self, name: str, choices: Iterable[str], help: Message, default: str = "", **options: Any
    ) -> None:
        """Add an option with one of some words."""
        self.add(name, choices=tuple(choices), default=default, help=help, **options)

    def form(self, *formats: str) -> None:
        """Add the forms in which a command can print, besides as text."""
        self.choice("--format", ("text", *formats), say("output format"), "text")

    def settings(self, command: str) -> None:
        """Add the options that say settings of the event, as these are declared.

        ``settings`` of the arguments holds what was said.
        """
        from xltie.settings.declared import options_of

        for option, settings in options_of(command).items():
            about = option.help or Message(settings[0].help)
            self.add_argument(
                option.name, action=_Says, default={}, settings=settings, said=option.said,
                language=self.language, choices=settings[0].kind.words or None,
                metavar=option.metavar, help=self.language.say(about),
            )  # fmt: skip

    def commands(self, **options: Any) -> Any:
        """Return what commands below this one are added to by :meth:`command`."""
        kind: Any = partial(Parser, language=self.language)
        return self.add_subparsers(parser_class=kind, **options)

    def command(self, below: Any, name: str, about: Message) -> Parser:
        """Add a command that ``commands`` returned the place of."""
        words = self.language.say(about)
        made: Parser = below.add_parser(name, help=words, description=words)
        made.set_defaults(called=made)  # of a command below a command the inner one
        return made

    def actions(self, about: Mapping[str, Message]) -> dict[str, Parser]:
        """Add what a command can be told to do, and return what each takes its arguments by."""
        below = self.commands(dest="action", required=True, metavar="ACTION")
        return {name: self.command(below, name, words) for name, words in about.items()}

    def in_groups(self, below: Any, groups: Mapping[Message, Collection[str]]) -> None:
        """List the commands of ``below`` under the titles of their groups in the help."""
        lines = {line.dest: line for line in below._choices_actions}
        for title, names in groups.items():
            group = self.add_argument_group(self.language.say(title))
            group._group_actions.extend(lines[name] for name in names)
        below.help = argparse.SUPPRESS
        self.usage = "xltie [-h] [--version] COMMAND ..."
        options = self._action_groups.index(self._optionals)
        self._action_groups.append(self._action_groups.pop(options))

    def refuse(self, message: Message) -> NoReturn:
        """Say what is wrong with a call, and end the process."""
        self.error(self.language.say(message))

    def refuse_unknown(self, given: Sequence[str]) -> NoReturn:
        """Say which arguments are none of this command, and what one of them may have meant."""
        wrong = next((text for text in given if text[:1] == "-"), given[0])
        close = closest(wrong.partition("=")[0], self._option_string_actions)
        if close:
            self.refuse(
                say("there is no option {name}; did you mean {close}?", name=wrong, close=close)
            )
        self.refuse(say("this is not understood: {arguments}", arguments=" ".join(given)))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Refuse what is none of the choices, in our words and with the one that was meant."""
        if action.choices is None or value in action.choices:
            return
        close = closest(str(value), map(str, action.choices))
        message = (
            say("there is no {name!r}; did you mean {close}?", name=value, close=close)
            if close
            else say(
                "there is no {name!r}; choose from {names}",
                name=value,
                names=joined(action.choices),
            )
        )
        raise argparse.ArgumentError(
            None if action.metavar == "COMMAND" else action, self.language.say(message)
        )


class _Says(argparse.Action):
    """Keeps what is said for settings; what they do not take is refused in their words."""

    def __init__(
        self, option_strings: list[str], dest: str, *, settings: Sequence[Setting[Any]],
        said: str, language: Language, **options: Any,
    ) -> None:  # fmt: skip
        super().__init__(option_strings, "settings", nargs=0 if said else None, **options)
        self.settings, self.said, self.language = settings, said, language

    def __call__(
        self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any,
        option_string: str | None = None,
    ) -> None:  # fmt: skip
        text = self.said or values
        for setting in self.settings:
            value = setting.value(text)
            if isinstance(value, Message):
                raise argparse.ArgumentError(self, self.language.say(value))
        namespace.settings = {**namespace.settings, **dict.fromkeys(self.settings, text)}


def _saying(kind: Callable[[str], object], language: Language) -> Callable[[str], object]:
    """Return what converts a value, and says in a language why it cannot."""

    @wraps(kind)
    def converted(text: str) -> object:
        try:
            return kind(text)
        except WrongValue as wrong:
            raise argparse.ArgumentTypeError(language.say(wrong.message)) from None

    return converted


@contextmanager
def argparse_in(language: Language) -> Iterator[None]:
    """Have argparse say what it says by itself in a language for as long as this lasts."""

    def said(english: str) -> str:
        message = _OF_ARGPARSE.get(english)
        return english if message is None else language.say(message)

    def counted(one: str, many: str, number: int) -> str:
        return said(many) if many in _OF_ARGPARSE else (one if number == 1 else many)

    module: Any = argparse
    before = module._, module.ngettext
    module._, module.ngettext = said, counted
    try:
        yield
    finally:
        module._, module.ngettext = before
