"""``xltie new FILE --template MINE``: a new event in a workbook of one's own."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from xltie.cli.parser import Parser
from xltie.core.errors import WrongCall
from xltie.core.files import faults_in, read_bytes
from xltie.core.messages import say
from xltie.event import Contestant
from xltie.games import Preset, preset
from xltie.settings.declared import LANGUAGE

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile


class Template(NamedTuple):
    """A workbook of ours from which another is made: its file, and the game that it is for."""

    path: str
    file: WorkbookFile
    game: Preset

    def filled(
        self, players: Sequence[Contestant], planned: int, settings: Mapping[str, object]
    ) -> bytes:
        """Return the workbook for a new event of these players, or of so many.

        Raises:
            XltieError: it cannot be changed safely, or is too small.
        """
        from xltie.workbooks.from_template import from_template

        said = {key: str(value) for key, value in settings.items() if key != LANGUAGE.key}
        with faults_in(self.path):
            return from_template(self.file, players, planned, said)


def template_of(args: argparse.Namespace) -> Template:
    """Return the template that is named.

    Raises:
        XltieError: options that go with no template, or a file that is no workbook of ours.
    """
    from xltie.recompute.ooxml.workbook_file import WorkbookFile
    from xltie.sheets.workbook import provisional_tournament

    others = (args.game, args.example, args.teams, args.boards, args.paper,
              args.all_settings)  # fmt: skip
    if any(others) or args.language is not None:
        raise WrongCall.of(
            say("with --template, only --event, --players, --rounds, --from, --criteria and "
                "--seed may be given; everything else comes from the template")
        )  # fmt: skip
    if Path(args.file).suffix.lower() != Path(args.template).suffix.lower():
        raise WrongCall.of(say("the new workbook must end as the template does"))
    with faults_in(args.template):
        file = WorkbookFile(read_bytes(Path(args.template)))
        event = provisional_tournament(file.grids, None, file.formulas).event
    return Template(args.template, file, preset(event.game))
