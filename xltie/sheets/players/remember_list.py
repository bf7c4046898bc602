"""The rating list that a workbook was filled from last: its file, named under Settings."""

from __future__ import annotations

from pathlib import Path
from typing import Dict, Mapping, NamedTuple, Optional, Tuple

from xltie.core.cells import Grid, Scalar
from xltie.settings.declared import RATING_LIST
from xltie.sheets.settings import cells_saying, settings_of
from xltie.sheets.tables import sheet_of


class ListCells(NamedTuple):
    """Cells that name a list: their sheet, and what goes where by row and column from 1."""

    sheet: str
    cells: Dict[Tuple[int, int], Scalar]


def remembered_list(sheets: Mapping[str, Grid], folder: Optional[Path]) -> Optional[Path]:
    """Return the file that the settings name, None where they name none.

    A name without folders is that of a file beside the workbook, which lies in ``folder``.
    """
    text = settings_of(sheet_of(sheets, "Settings")).text(RATING_LIST).strip()
    if not text:
        return None
    return Path(text) if folder is None else folder / text


def list_cells(
    sheets: Mapping[str, Grid], folder: Optional[Path], chosen: Path
) -> Optional[ListCells]:
    """Return the cells that have to name a list for the next time; None where they do already.

    There are none either where no sheet of settings has a line for it. A list beside the workbook
    is named without folders, so that both can be moved.
    """
    grid = sheet_of(sheets, "Settings")
    if grid is None or remembered_list(sheets, folder) == chosen:
        return None
    is_beside = folder is not None and chosen.parent == folder
    cells = cells_saying(grid, {RATING_LIST.key: chosen.name if is_beside else str(chosen)})
    return ListCells(grid.sheet, cells) if cells else None
