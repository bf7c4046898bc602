"""Puts the help of every command on a page: the directive ``command-help``."""

from __future__ import annotations

import argparse
import os
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

from xltie.cli.main import parser


class CommandHelp(Directive):
    """A section for every command, with what ``xltie COMMAND --help`` prints."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        os.environ["COLUMNS"] = "88"
        sections: list[nodes.Node] = []
        for name, command in _commands(parser()):
            section = nodes.section("", nodes.title(text=f"xltie {name}"), ids=[f"xltie-{name}"])
            section += nodes.literal_block(text=command.format_help(), language="text")
            sections.append(section)
        return sections


def _commands(whole: argparse.ArgumentParser) -> list[tuple[str, argparse.ArgumentParser]]:
    """Return the commands of a command line by name, in the order of its help."""
    choices = next(action.choices for action in whole._actions if isinstance(action.choices, dict))
    return list(choices.items())


def setup(app: Any) -> dict[str, bool]:
    """Add the directive to Sphinx."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
