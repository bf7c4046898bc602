"""``xltie completion SHELL``: a script that completes commands, options and their values.

It is made from the parsers, so that a new option is completed without a word here. Nothing of
xltie runs while somebody types: the script holds all it completes.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import NamedTuple

from xltie.cli.console import Console
from xltie.cli.parser import Parser
from xltie.core.messages import say


class Option(NamedTuple):
    """An option of a command: its names, what it is for, and its values where they are known."""

    names: tuple[str, ...]
    about: str
    values: tuple[str, ...]
    takes_value: bool


class Command(NamedTuple):
    """A command: what it does, what may follow it at once, and its options."""

    name: str
    about: str
    steps: tuple[str, ...]
    options: tuple[Option, ...]


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.about(
        say("Print what completes commands, options and their values in your shell."),
        say(
            "bash: add to ~/.bashrc the line: eval \"$(xltie completion bash)\"\n"
            "zsh: add to ~/.zshrc, behind compinit: eval \"$(xltie completion zsh)\"\n"
            "fish: xltie completion fish > ~/.config/fish/completions/xltie.fish\n"
            "PowerShell: add to $PROFILE: xltie completion powershell | Out-String | "
            "Invoke-Expression\n"
        ),
        has_lines=True,
    )  # fmt: skip
    parser.add("shell", choices=tuple(_SCRIPTS), help=say("which shell"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the script, with the explanations in the language of the user; returns 0."""
    console.show(_SCRIPTS[args.shell](tuple(commands(console.language.code))))
    return 0


def commands(code: str = "en") -> Iterator[Command]:
    """Yield every command with its options, explained in a language."""
    from xltie.cli.commands import ABOUT
    from xltie.cli.main import parser
    from xltie.core.language import language

    for name, about in ABOUT.items():
        below = next(
            action for action in parser(name, code)._actions if isinstance(action.choices, dict)
        )
        assert below.choices is not None
        made: argparse.ArgumentParser = dict(below.choices)[name]
        yield Command(name, language(code).say(about), _steps(made), tuple(_options(made)))


def _steps(command: argparse.ArgumentParser) -> tuple[str, ...]:
    """Return the words that may follow a command, where there is a choice of them."""
    first = next((action for action in command._actions if not action.option_strings), None)
    return tuple(map(str, first.choices)) if first is not None and first.choices else ()


def _options(command: argparse.ArgumentParser) -> Iterator[Option]:
    """Yield the options of a command and of those below it, each once."""
    for action in command._actions:
        if action.option_strings:
            values = tuple(map(str, action.choices or ()))
            about = command._get_formatter()._expand_help(action)
            yield Option(tuple(action.option_strings), about, values, action.nargs != 0)
        elif isinstance(action, argparse._SubParsersAction):
            known: set[tuple[str, ...]] = {("-h", "--help"), ("--language",)}
            for below in action.choices.values():
                for option in _options(below):
                    if option.names not in known:
                        known.add(option.names)
                        yield option


def _one_quote(text: str, doubled: str) -> str:
    """Return a text in single quotes, with a quote in it written as ``doubled``."""
    return "'" + " ".join(text.split()).replace("'", doubled) + "'"


def _posix(text: str) -> str:
    return _one_quote(text, "'\\''")


def _valued(known: tuple[Command, ...]) -> Iterator[tuple[str, str]]:
    """Yield what stands before a value, as ``pair --order``, and the values."""
    for command in known:
        for option in command.options:
            for name in option.names if option.values else ():
                yield f"{command.name} {name}", " ".join(option.values)


def _names(command: Command) -> str:
    return " ".join(name for option in command.options for name in option.names)


def bash(known: tuple[Command, ...]) -> str:
    """Return the script for bash; what is no command or option is completed as a file."""
    names = " ".join(command.name for command in known)
    lines = [
        "_xltie() {",
        '  local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" found=""',
        '  case "${COMP_WORDS[1]} $before" in',
        *(f'    "{before}") found="{values}" ;;' for before, values in _valued(known)),
        "    *)",
        f'      if [ "$COMP_CWORD" -eq 1 ]; then found="{names} --version --help"',
        '      elif [ "${word:0:1}" = "-" ]; then case "${COMP_WORDS[1]}" in',
        *(f'        {command.name}) found="{_names(command)}" ;;' for command in known),
        "      esac",
        '      elif [ "$COMP_CWORD" -eq 2 ]; then case "${COMP_WORDS[1]}" in',
        *(f'        {command.name}) found="{" ".join(command.steps)}" ;;'
          for command in known if command.steps),
        "      esac; fi ;;",
        "  esac",
        '  COMPREPLY=($(compgen -W "$found" -- "$word"))',
        "}",
        "complete -o default -F _xltie xltie",
    ]  # fmt: skip
    return "\n".join(lines)


def zsh(known: tuple[Command, ...]) -> str:
    """Return the script for zsh, which shows what each command and option is for."""

    def described(pairs: Iterator[tuple[str, str]]) -> str:
        return " ".join(_posix(f"{name}:{about}") for name, about in pairs)

    about_commands = described((command.name, command.about) for command in known)
    lines = [
        "#compdef xltie",
        "_xltie() {",
        "  local -a found",
        '  case "${words[2]} ${words[CURRENT-1]}" in',
        *(f'    "{before}") compadd -- {values}; return ;;' for before, values in _valued(known)),
        "  esac",
        "  if (( CURRENT == 2 )); then",
        f"    found=({about_commands}); _describe command found; return",
        "  fi",
        '  if [[ "$PREFIX" == -* ]]; then case "${words[2]}" in',
        *(
            f"    {command.name}) found=("
            + described((n, option.about) for option in command.options for n in option.names)
            + ") ;;"
            for command in known
        ),
        "    esac; _describe option found; return",
        "  fi",
        '  if (( CURRENT == 3 )); then case "${words[2]}" in',
        *(
            f"    {command.name}) compadd -- {' '.join(command.steps)}; return ;;"
            for command in known
            if command.steps
        ),
        "  esac; fi",
        "  _files",
        "}",
        'if [ "$funcstack[1]" = "_xltie" ]; then _xltie "$@"; else compdef _xltie xltie; fi',
    ]
    return "\n".join(lines)


def fish(known: tuple[Command, ...]) -> str:
    """Return the script for fish."""
    lines = []
    for command in known:
        lines.append(
            "complete -c xltie -n __fish_use_subcommand -f "
            f"-a {command.name} -d {_one_quote(command.about, chr(92) + chr(39))}"
        )
        inside = f"complete -c xltie -n '__fish_seen_subcommand_from {command.name}'"
        if command.steps:
            lines.append(f"{inside} -f -a '{' '.join(command.steps)}'")
        for option in command.options:
            names = " ".join(
                f"-l {name[2:]}" if name[:2] == "--" else f"-s {name[1:]}" for name in option.names
            )
            value = f" -x -a '{' '.join(option.values)}'" if option.values else ""
            value = value or (" -r" if option.takes_value else "")
            about = _one_quote(option.about, chr(92) + chr(39))
            lines.append(f"{inside} {names}{value} -d {about}")
    return "\n".join(lines)


def powershell(known: tuple[Command, ...]) -> str:
    """Return the script for PowerShell."""

    def table(pairs: Iterator[tuple[str, str]]) -> str:
        return "\n".join(f"    {_one_quote(key, chr(39) * 2)} = '{words}'" for key, words in pairs)

    names = " ".join(command.name for command in known)
    options = table((command.name, _names(command)) for command in known)
    steps = table((command.name, " ".join(command.steps)) for command in known if command.steps)
    return f"""Register-ArgumentCompleter -Native -CommandName xltie -ScriptBlock {{
  param($word, $line, $cursor)
  $options = @{{
{options}
  }}
  $steps = @{{
{steps}
  }}
  $values = @{{
{table(_valued(known))}
  }}
  $typed = @($line.CommandElements | Where-Object {{ $_.Extent.EndOffset -lt $cursor }} |
    ForEach-Object {{ $_.ToString() }})
  $command = $typed[1]
  $found = if ($typed.Count -lt 2) {{ '{names}' }}
    elseif ($values["$command $($typed[-1])"]) {{ $values["$command $($typed[-1])"] }}
    elseif ($word -like '-*') {{ $options[$command] }}
    elseif ($typed.Count -eq 2) {{ $steps[$command] }}
  "$found".Split(' ') | Where-Object {{ $_ -and $_ -like "$word*" }} |
    ForEach-Object {{ [System.Management.Automation.CompletionResult]::new($_) }}
}}"""


_SCRIPTS: dict[str, Callable[[tuple[Command, ...]], str]] = {
    "bash": bash, "zsh": zsh, "fish": fish, "powershell": powershell,
}  # fmt: skip
