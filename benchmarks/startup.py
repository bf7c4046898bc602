"""How long the command line takes as a whole process, beside a Python that does nothing.

    python -m benchmarks.startup [--runs 15] [--players 500] [--rounds 11]

Every figure is the least CPU time of several runs and its ratio to ``python -c pass`` in the same
run, so that figures of different machines can be compared. Compiled modules are kept in a folder of
this run, as an installed package has them.
"""

from __future__ import annotations

import argparse
import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

from benchmarks.chess import CRITERIA, tournament

BARE = "python -c pass"


def commands(report: str) -> dict[str, list[str]]:
    """Return what is measured, by its title."""
    standings = ["-m", "xltie", "standings", report, "--criteria", CRITERIA]
    return {
        BARE: ["-c", "pass"],
        "import xltie": ["-c", "import xltie"],
        "the server that Excel starts": ["-c", "import xltie.hosts.excel.server"],
        "xltie --version": ["-m", "xltie", "--version"],
        "xltie --help": ["-m", "xltie", "--help"],
        "xltie stadings (mistyped)": ["-m", "xltie", "stadings"],
        "xltie functions BQ": ["-m", "xltie", "functions", "BQ"],
        "xltie standings --format csv": [*standings, "--format", "csv"],
        "xltie standings": standings,
    }


def seconds(arguments: list[str], env: dict[str, str]) -> float:
    """Return the CPU time of one process."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *arguments], capture_output=True, env=env, check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> None:
    """Print a line for each command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=15)
    parser.add_argument("--players", type=int, default=500)
    parser.add_argument("--rounds", type=int, default=11)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "event.trf")
        report.write_bytes(tournament(args.players, args.rounds))
        env = {**os.environ, "PYTHONPYCACHEPREFIX": folder}
        env.pop("PYTHONDONTWRITEBYTECODE", None)
        own = commands(str(report))
        least = {title: seconds(arguments, env) for title, arguments in own.items()}
        for _ in range(args.runs):  # in turn, so that a busy moment hits them all
            for title, arguments in own.items():
                least[title] = min(least[title], seconds(arguments, env))
    print(f"{args.players} players x {args.rounds} rounds, {len(CRITERIA.split(','))} criteria")
    print(f"{'':30} {'CPU s':>7} {'ratio':>7}")
    for title, spent in least.items():
        print(f"{title:30} {spent:7.3f} {spent / least[BARE]:7.2f}")
    text, csv = least["xltie standings"], least["xltie standings --format csv"]
    print(f"{'standings: text to csv':30} {'':7} {text / csv:7.2f}")


if __name__ == "__main__":
    main()
