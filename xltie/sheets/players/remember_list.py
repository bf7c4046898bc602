"""The rating list that a workbook was filled from last: its file, named under Settings."""

from __future__ import annotations

from pathlib import Path
from typing import Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid
from xltie.settings.declared import RATING_LIST
from xltie.sheets.settings import settings_of
from xltie.sheets.tables import sheet_of


class ListCell(NamedTuple):
    """A cell that names a list: its sheet, its row and column from 1, and what goes there."""

    sheet: str
    position: Tuple[int, int]
    text: str


def remembered_list(sheets: Mapping[str, Grid], folder: Optional[Path]) -> Optional[Path]:
    """Return the file that the settings name, None where they name none.

    A name without folders is that of a file beside the workbook, which lies in ``folder``.
    """
    text = settings_of(sheet_of(sheets, "Settings")).text(RATING_LIST).strip()
    if not text:
        return None
    return Path(text) if folder is None else folder / text


def list_cell(
    sheets: Mapping[str, Grid], folder: Optional[Path], chosen: Path
) -> Optional[ListCell]:
    """Return the cell that has to name a list for the next time; None where it does already.

    There is none either where no sheet of settings has such a line. A list beside the workbook is
    named without folders, so that both can be moved.
    """
    grid = sheet_of(sheets, "Settings")
    place = settings_of(grid).places.get(RATING_LIST.key)
    if grid is None or place is None or remembered_list(sheets, folder) == chosen:
        return None
    assert place.row and place.column, "the places of settings are cells"
    is_beside = folder is not None and chosen.parent == folder
    text = chosen.name if is_beside else str(chosen)
    return ListCell(grid.sheet, (place.row, place.column), text)
