"""Which workbooks ``xltie recompute`` is to look at."""

from __future__ import annotations

import glob
import os
from collections.abc import Sequence
from pathlib import Path

from xltie.core.errors import InputError, WorkbookRefused, WrongCall
from xltie.core.messages import say
from xltie.recompute.ooxml.files import find_workbooks, is_owner_file


def given_paths(paths: Sequence[str], listed_in: str | None) -> list[str]:
    """Return the paths of the command line and those of a list, which may have none.

    Raises:
        InputError: nothing is named, a name is empty, or the list cannot be read.
    """
    given = list(paths)
    if listed_in is not None:
        from xltie.batch.inputs import names_in

        try:
            given += names_in(listed_in)
        except WorkbookRefused as error:
            raise InputError([error.fault]) from None
    elif not given:
        raise WrongCall.of(say("nothing to recompute: name a workbook, a folder or --files-from"))
    if "" in given:
        raise WrongCall.of(say("a path is empty: a workbook, a folder or a pattern is expected"))
    return given


def meant_by(text: str) -> list[Path]:
    """Return the workbooks that a path, a folder or a pattern means."""
    path = Path(text)
    if path.is_dir():
        return find_workbooks(path)
    if not glob.has_magic(text) or os.path.lexists(text):
        return [path]
    # not every shell expands patterns
    names = glob.glob(text, recursive=True)  # noqa: PTH207 (Path knows no absolute pattern)
    found = map(Path, sorted(names))
    kept = [one for one in found if one.is_file() and not is_owner_file(one)]
    return kept or [path]
