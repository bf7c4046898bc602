"""Puts the help of every command on a page: the directive ``command-help``."""

from __future__ import annotations

import argparse
import os
from typing import Any

from docutils import nodes
from docutils.parsers.rst import Directive

from xltie.cli.commands import ABOUT
from xltie.cli.main import parser


class CommandHelp(Directive):
    """A section for every command, with what ``xltie COMMAND --help`` prints."""

    def run(self) -> list[nodes.Node]:
        """Return the sections."""
        os.environ["COLUMNS"] = "88"
        sections: list[nodes.Node] = []
        for name in ABOUT:
            command = _command(parser(name), name)
            section = nodes.section("", nodes.title(text=f"xltie {name}"), ids=[f"xltie-{name}"])
            section += nodes.literal_block(text=command.format_help(), language="text")
            sections.append(section)
        return sections


def _command(whole: argparse.ArgumentParser, name: str) -> argparse.ArgumentParser:
    """Return the parser of a command."""
    choices = next(action.choices for action in whole._actions if isinstance(action.choices, dict))
    return choices[name]


def setup(app: Any) -> dict[str, bool]:
    """Add the directive to Sphinx."""
    app.add_directive("command-help", CommandHelp)
    return {"parallel_read_safe": True}
