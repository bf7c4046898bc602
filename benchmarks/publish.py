"""What it takes to publish a large event: CPU seconds of the whole process, and bytes on disk.

    python -m benchmarks.publish [--runs 3] [--players 500] [--rounds 11]

The least CPU time of several runs, and its ratio to ``xltie standings`` of the same file in the
same run, so that figures of different machines can be compared. The second publishing writes
nothing, since nothing changed.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from benchmarks.chess import tournament
from benchmarks.startup import seconds


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=11)
    args = parser.parse_args()
    least: dict[str, float] = {}
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "event.trf")
        report.write_bytes(tournament(args.players, args.rounds))
        for run in range(args.runs):
            site = Path(folder, f"site{run}")
            publish = ["-m", "xltie", "publish", str(report), "--out", str(site)]
            own = {
                "xltie standings": ["-m", "xltie", "standings", str(report)],
                "xltie publish": publish,
                "xltie publish, once more": publish,
            }
            for title, arguments in own.items():
                spent = seconds(arguments, dict(os.environ))
                least[title] = min(least.get(title, spent), spent)
        files = [path for path in site.rglob("*") if path.is_file()]
        pages = [path for path in files if path.parent == site]
        print(f"{args.players} players x {args.rounds} rounds")
        print(f"{'':30} {'CPU s':>7} {'ratio':>7}")
        for title, spent in least.items():
            print(f"{title:30} {spent:7.3f} {spent / least['xltie standings']:7.2f}")
        print(f"{len(pages)} pages of {sum(p.stat().st_size for p in pages):,} bytes, "
              f"with downloads {sum(p.stat().st_size for p in files):,}")  # fmt: skip


if __name__ == "__main__":
    main()
