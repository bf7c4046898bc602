"""Types a corrected result into the example event: ``python -m examples.correct_result FILE``.

As a director does who finds the score sheet of round 6, table 2: it was 33 to 31. Only the
two cells change; every value that hangs on them is out of date until it is recomputed.
"""

from __future__ import annotations

import sys
from pathlib import Path

from xltie.core.files import write_new
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.recompute.run.edit import CellEdits, edit_workbook


def main(name: str) -> None:
    """Type the two disc counts into the workbook of that name."""
    path = Path(name)
    file = WorkbookFile(path.read_bytes())
    rows = file.grids["Rounds"].rows
    row = next(i for i, line in enumerate(rows, 1) if line[:2] == (6, 2))
    discs = CellEdits("Rounds", {(row, 6): 33, (row, 7): 31})
    write_new(path, edit_workbook(file, discs).data)
    print(f"Rounds!F{row} and G{row}: {rows[row - 1][5]:g} : {rows[row - 1][6]:g} -> 33 : 31")


if __name__ == "__main__":
    main(sys.argv[1])
