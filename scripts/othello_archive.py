"""Counts what xltie makes of the federation's archive of Othello events.

``python3 scripts/othello_archive.py FOLDER`` reads every ``.ELO`` file below a folder, computes
what each prints (points, disc totals or BQ, places) and says how much comes out, by what
convention, and of what kind the rest is. ``--list KIND`` names the files of a kind. The archive is
the folder ``wof_results`` of https://github.com/tomschotte-personal/othello-rating-pipeline.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter, defaultdict
from pathlib import Path

from xltie.core.errors import InputError
from xltie.event import EventIndex
from xltie.exchange import elo
from xltie.ranking.verification import TotalsMatch, verify_totals


def main(arguments: list[str]) -> int:
    """Print the counts; returns 1 where a file could not be read."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--list", default="", help="name the files of this kind")
    given = parser.parse_args(arguments)
    tally = _Tally()
    files = sorted(file for file in given.folder.rglob("*") if file.suffix.lower() == ".elo")
    for file in files:
        tally.add(file)
    tally.show(len(files), given.list)
    return 1 if tally.refused else 0


class _Tally:
    def __init__(self) -> None:
        self.lines: Counter[str] = Counter()
        self.kinds: dict[str, list[str]] = defaultdict(list)
        self.refused: list[str] = []

    def add(self, file: Path) -> None:
        """Read one file and count what comes out."""
        try:
            read = elo.read(file.read_bytes(), file.name)
        except InputError as error:
            self.refused.append(f"{file.name}: {error}")
            return
        for column in verify_totals(EventIndex(read.event)):
            self._column(file, column)

    def _column(self, file: Path, column: TotalsMatch) -> None:
        title = column.title
        self.lines[f"{title}: lines"] += column.count
        self.lines[f"{title}: right"] += column.count - len(column.differences)
        self.lines[f"{title}: events"] += 1
        remark = f" ({column.remark})" if column.remark else ""
        kind = column.criterion + remark if not column.differences else f"differs: {column.kind}"
        self.kinds[f"{title}: {kind}"].append(
            f"{file.name} {column.count - len(column.differences)}/{column.count}"
        )

    def show(self, files: int, wanted: str) -> None:
        """Print the counts."""
        print(f"{files - len(self.refused)} of {files} files read")
        for line in self.refused:
            print("  ", line)
        for name, number in self.lines.items():
            print(f"{name:<24}{number:>8}")
        for name, found in sorted(self.kinds.items()):
            print(f"{len(found):>6}  {name}")
            if wanted and wanted in name:
                print(*(f"          {line}" for line in found), sep="\n")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
