"""*Add sheet* on an open workbook: the sheet that ``xltie add-sheet`` makes, put into it."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import List, Mapping, Protocol, Sequence

from xltie.core.errors import DomainError
from xltie.core.messages import Message, say
from xltie.hosts.common.run_xltie import CopiedHost, run_xltie


class GrowingHost(CopiedHost, Protocol):
    """An open workbook into which sheets can be put."""

    def take_sheets(self, path: Path) -> List[str]:
        """Put the sheets of a copy that the workbook lacks behind its own; return their names."""


def add_sheet(
    host: GrowingHost, name: str, command: Sequence[str], environment: Mapping[str, str]
) -> List[Message]:
    """Add a sheet that is wanted once, as it is called on the command line, and say so.

    ``command`` starts the command line of xltie, in ``environment``.

    Raises:
        DomainError: the workbook was never saved, has the sheet, or none of its kind, or it cannot
            be made.
    """
    if host.file() is None:
        raise DomainError(say("save the workbook first: the sheet is made in a copy of its file"))
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        copy = host.save_copy(folder)
        run_xltie(command, environment, ["add-sheet", name, str(copy)], folder)
        added = host.take_sheets(copy)
    return [say("sheet {name} added", name=sheet) for sheet in added]
