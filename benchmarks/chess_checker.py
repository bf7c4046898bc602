"""How long standings take as a whole process, against FIDE's checker on the same file.

    python benchmarks/chess_checker.py [--checker tiebreakchecker.py] [--players 500] [--teams 200]

Prints the user time of both processes, from start to end, and their ratio; without the checker
(TieBreakServer, https://github.com/OttoMilvang/TieBreakServer) that of xltie alone.
"""

from __future__ import annotations

import argparse
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

INDIVIDUAL = ("PTS", "DE", "BH/C1", "BH", "SB", "WIN", "BPG", "PS", "ARO", "TPR")
OF_TEAMS = ("MPTS", "MPvGP", "EDE", "BH:MP/C1", "BH:GP", "EMGSB/C1", "EMMSB", "EGGSB", "PS:MP",
            "WIN:MP")  # fmt: skip


def swiss(teams: int, rounds: int, boards: int, seed: int = 1) -> bytes:
    """Return a Swiss of teams as a TRF: neighbours in match points meet, colours are balanced.

    With one board it is a Swiss of players: the checker reads no others with unbalanced colours.
    """
    chance = random.Random(seed)
    match_points = [0] * teams
    points = [0.0] * (teams * boards)
    whites = [0] * teams
    cells: list[list[str]] = [[] for _ in points]
    for _ in range(rounds):
        order = sorted(range(teams), key=lambda team: (-match_points[team], chance.random()))
        for pair_of_teams in zip(order[::2], order[1::2]):
            one, two = sorted(pair_of_teams, key=whites.__getitem__)
            whites[one] += 1
            whites[two] -= 1
            sums = [0.0, 0.0]
            for board in range(boards):
                result = chance.choice(("10", "01", "=="))
                pair = (one * boards + board, two * boards + board)
                for at, (own, other) in enumerate((pair, pair[::-1])):
                    colour = "wb"[(board + at) % 2]
                    cells[own].append(f"{other + 1:>4} {colour} {result[at]}  ")
                    worth = {"1": 1.0, "=": 0.5, "0": 0.0}[result[at]]
                    points[own] += worth
                    sums[at] += worth
            for team, own, other in ((one, *sums), (two, *sums[::-1])):
                match_points[team] += (own > other) + (own >= other)
    lines = ["012 Benchmark", "042 2026/04/01", f"142 {rounds}"]
    if boards > 1:
        lines += ["192 FIDE_TEAM", f"352 {('WB' * boards)[:boards]}"]
    for player, own in enumerate(cells):
        head = f"001 {player + 1:>4}      Player {player + 1}".ljust(48) + "2000".ljust(32)
        lines.append(f"{head}{points[player]:4.1f} {player + 1:>4}".ljust(91) + "".join(own))
    for team in range(teams if boards > 1 else 0):
        members = " ".join(f"{team * boards + board + 1:>4}" for board in range(boards))
        lines.append(f"310 {team + 1:>3} Team {team + 1}".ljust(73) + members)
    return "\n".join([*lines, ""]).encode()


_AS_INSTALLED = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
"""An installed program does not compile its modules at every start."""


def user_time(command: list[str], folder: Path | None = None) -> float:
    """Return the user time of a process in seconds; it must end well."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run(command, cwd=folder, capture_output=True, check=True, env=_AS_INSTALLED)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def measure(title: str, data: bytes, codes: tuple[str, ...], checker: Path | None) -> None:
    """Print one line of the table."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "benchmark.trf"
        path.write_bytes(data)
        asked = ["standings", str(path), "--criteria", ",".join(codes), "--format", "csv"]
        own = min(user_time([sys.executable, "-m", "xltie", *asked]) for _ in range(3))
        line = f"{title:<24} {own:8.2f}"
        if checker is not None:
            out = str(path.with_suffix(".out"))
            command = [sys.executable, str(checker), "-i", str(path), "-o", out, "-d", ";", "-t"]
            other = user_time([*command, *codes], checker.parent)
            line += f" {other:9.2f} {other / own:7.1f}"
        print(line, flush=True)


def main() -> None:
    """Measure the sizes asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--checker", type=Path, help="tiebreakchecker.py of TieBreakServer")
    parser.add_argument("--players", default="500,2000")
    parser.add_argument("--teams", default="200")
    parser.add_argument("--rounds", type=int, default=11)
    args = parser.parse_args()
    print(f"{'event':<24} {'xltie s':>8} {'checker s':>9} {'ratio':>7}")
    for size in filter(None, args.players.split(",")):
        data = swiss(int(size), args.rounds, 1)
        measure(f"{size} players x {args.rounds}", data, INDIVIDUAL, args.checker)
    for size in filter(None, args.teams.split(",")):
        data = swiss(int(size), args.rounds, 4)
        measure(f"{size} teams x {args.rounds}", data, OF_TEAMS, args.checker)


if __name__ == "__main__":
    main()
