"""The figures of the published studies in one table, from which ``xltie advise`` answers."""

from __future__ import annotations

import csv
from io import StringIO
from pathlib import Path

from xltie.batch.study.advice import COLUMNS
from xltie.batch.study.plan import read_study

ROOT = Path(__file__).resolve().parent.parent


def study_figures() -> bytes:
    """Return a row for each list in each setting of each study whose page has its figures."""
    out = StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for file in sorted((ROOT / "studies").glob("*.toml")):
        study = read_study(file)
        criteria = dict(study.lists)
        with (ROOT / "docs/studies" / f"{file.stem}.csv").open(encoding="utf-8") as stream:
            for row in csv.DictReader(stream):
                shares = (
                    f"{float(row[f'ordered right{end}']):.4f}" for end in ("", " low", " high")
                )
                table.writerow((
                    file.stem, study.title, study.game, row["players"], row["rounds"],
                    row["deviation"], row["events"], row["list"], criteria[row["list"]], *shares,
                ))  # fmt: skip
    return out.getvalue().encode()
