"""Shows what the tests would miss: ``python scripts/mutants.py [--count N] [--seed S] [ROOM ...]``.

One token of a rule, of the pairing or of the recomputation is changed (by cosmic-ray), and the
tests of its area run until one of them fails. What all of them let pass is printed with its place:
a test is missing there, or the change changes nothing. Places are drawn with a seed, each place of
the code as likely as any other, so that the same seed shows the same mutants. The work is done in
copies of the repository; the working tree stays as it is. What is left out and which tests belong
to which folder or file stands in ``mutants.toml`` beside this script, and which changes are known
to change nothing, with the reason; these are not counted.
"""

from __future__ import annotations

import argparse
import ast
import functools
import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cosmic_ray.ast import ast_nodes, get_ast_from_path
from cosmic_ray.mutating import mutate_and_test
from cosmic_ray.plugins import get_operator, operator_names
from cosmic_ray.work_item import MutationSpec, TestOutcome

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parent.parent
SECONDS = 400.0
"""After which the tests of a mutant are taken to hang: it is noticed."""
SECONDS_OF_A_QUICK_TEST = 60
"""After which one quick test is taken to hang."""


@dataclass(frozen=True)
class Tests:
    """The tests that must notice a change: quick ones, and then slow ones, to the first failure."""

    quick: str
    slow: str

    @classmethod
    def of(cls, area: dict[str, Any]) -> Tests:
        """Return the commands for an area of the configuration."""
        # plugins are not looked for, and the configuration of pytest names a setting of this one
        pytest = f"{sys.executable} -m pytest -x -q -p no:cacheprovider -p pytest_timeout"
        limit = f"--timeout {SECONDS_OF_A_QUICK_TEST}"
        cases = f"-k 'not test_cases or {area['cases']}'" if "cases" in area else ""
        quick, slow = (" ".join(area[part]) for part in ("tests", "slow"))
        return cls(f"{pytest} {limit} -m 'not slow' {cases} {quick}", f"{pytest} -m slow {slow}")


@dataclass(frozen=True)
class Mutant:
    """One change: a spec of cosmic-ray, the room it counts for, and the tests that must notice."""

    room: str
    spec: MutationSpec
    tests: Tests

    @property
    def place(self) -> str:
        """Return the file and line."""
        return f"{self.spec.module_path}:{self.spec.start_pos[0]}"


def main() -> int:
    """Draw mutants, run the tests against each, and print who lived."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "rooms", nargs="*", help="rules, systems, pairing, recompute (default: all)"
    )
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--only", nargs="*", default=[], help="only these places of the sample")
    parser.add_argument("--quick", action="store_true", help="leave out the slow tests")
    args = parser.parse_args()
    config = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    mutants = [
        mutant
        for room, share in config["places"].items()
        if not args.rooms or room in args.rooms
        for mutant in drawn(config, room, round(args.count * share), args.seed)
        if not args.only or mutant.place in args.only
    ]
    print(f"{len(mutants)} mutants, seed {args.seed}", flush=True)
    with (
        tempfile.TemporaryDirectory(prefix="xltie-mutants-") as copies,
        ProcessPoolExecutor(
            args.processes, initializer=move_into_a_copy, initargs=(copies, config["environment"])
        ) as pool,
    ):
        known = {
            (change["file"], change["line"], change["changed"]) for change in config["equivalent"]
        }
        counts = tried(pool, mutants, ("quick",) if args.quick else ("quick", "slow"), known)
    for room, outcomes in counts.items():
        total = sum(outcomes.values()) - outcomes["same"]
        print(f"{room}: {outcomes['killed']} of {total} noticed, {outcomes['killed'] / total:.0%}")
    return 0


def tried(
    pool: ProcessPoolExecutor,
    mutants: list[Mutant],
    parts: tuple[str, ...],
    known: set[tuple[str, ...]],
) -> dict[str, Counter[str]]:
    """Run the first tests against all mutants, the next ones against those left; return counts.

    A mutant that lives and is ``known`` to change nothing counts as the same program.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    left = mutants
    for part in parts:
        futures = {
            pool.submit(fate, mutant.spec, getattr(mutant.tests, part)): mutant for mutant in left
        }
        left = []
        for future in as_completed(futures):
            mutant = futures[future]
            outcome, diff = future.result()
            change = tuple(line[1:].strip() for line in changed_lines(diff))
            if outcome == "survived" and (str(mutant.spec.module_path), *change) in known:
                counts[mutant.room]["same"] += 1
                outcome = "same"
            elif outcome == "survived" and part != parts[-1]:
                left.append(mutant)
                outcome = "so far"
            else:
                counts[mutant.room][outcome] += 1
            print(f"{outcome:8}  {mutant.place}  {mutant.spec.operator_name}")
            if outcome not in ("killed", "same"):
                print("\n".join(f"    {line}" for line in changed_lines(diff)))
            sys.stdout.flush()
    return counts


def drawn(config: dict[str, Any], room: str, count: int, seed: int) -> list[Mutant]:
    """Return a sample of the mutants of a room: places first, then one change at each."""
    at_place: dict[tuple[str, tuple[int, int]], list[Mutant]] = defaultdict(list)
    for path, area in files(config["areas"]).items():
        if area["of"] != room:
            continue
        tests = Tests.of(area)
        for spec in specs_of(path, config["leave_out"]):
            at_place[str(path), spec.start_pos].append(Mutant(room, spec, tests))
    chance = random.Random(f"{room}/{seed}")
    places = chance.sample(sorted(at_place), min(count, len(at_place)))
    return [chance.choice(at_place[place]) for place in places]


def files(areas: dict[str, dict[str, Any]]) -> dict[Path, dict[str, Any]]:
    """Return the area of each file: the nearest one that names it or a folder that it is in.

    A nearer area has what it does not say from the ones around it.
    """
    found: dict[Path, dict[str, Any]] = {}
    for name in sorted(areas):  # a folder before what is in it
        below = [ROOT / name] if name.endswith(".py") else sorted((ROOT / name).rglob("*.py"))
        for path in (path.relative_to(ROOT) for path in below):
            found[path] = {**found.get(path, {}), **areas[name]}
    return found


def specs_of(path: Path, leave_out: dict[str, list[str]]) -> list[MutationSpec]:
    """Return every change that cosmic-ray can make in a file, but for those left out."""
    annotations = lines_of_annotations(path)
    nodes = list(ast_nodes(get_ast_from_path(ROOT / path)))
    found = []
    for name in operator_names():
        operator_class = get_operator(name)
        if operator_class.arguments() or name.endswith(tuple(leave_out["operators"])):
            continue
        operator = operator_class()
        spans = (span for node in nodes for span in operator.mutation_positions(node))
        for occurrence, (start, end) in enumerate(spans):
            inside = any(first <= start <= last for first, last in annotations)
            if inside and any(kind in name for kind in leave_out["in_annotations"]):
                continue
            found.append(MutationSpec(path, name, occurrence, start, end))
    return found


def lines_of_annotations(path: Path) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return where the annotations of a file begin and end."""
    found = []
    for node in ast.walk(ast.parse((ROOT / path).read_text("utf-8"))):
        for name in ("annotation", "returns"):
            part = getattr(node, name, None)
            if isinstance(part, ast.expr) and part.end_lineno and part.end_col_offset is not None:
                end = part.end_lineno, part.end_col_offset
                found.append(((part.lineno, part.col_offset), end))
    return found


def move_into_a_copy(copies: str, environment: dict[str, str]) -> None:
    """Let this process work in its own copy of the files that git knows."""
    folder = Path(tempfile.mkdtemp(dir=copies))
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)
    os.chdir(folder)
    os.environ.update(environment, PYTHONPATH=str(folder))
    # bytecode that is compared by content: two changes within a second are never taken for one
    by_content = ("compileall", "-q", "-f", "--invalidation-mode", "checked-hash", "xltie")
    of_tests = ("pytest", "-q", "-p", "pytest_timeout", "--collect-only", "tests")
    for words in (of_tests, by_content):
        command = [sys.executable, "-m", *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    os.environ["PYTHONDONTWRITEBYTECODE"] = "1"


def fate(spec: MutationSpec, command: str) -> tuple[str, str]:
    """Return whether tests notice a mutant, and the change."""
    result = mutate_and_test([spec], command, SECONDS)
    if result.test_outcome is TestOutcome.SURVIVED:
        return "survived", result.diff or ""
    # tests that fail without the change too show nothing
    return "unclear" if fails_anyway(command) else "killed", result.diff or ""


@functools.cache
def fails_anyway(command: str) -> bool:
    """Tell whether tests fail without any change; asked once for each command."""
    return mutate_and_test([], command, SECONDS).test_outcome is not TestOutcome.SURVIVED


def changed_lines(diff: str) -> list[str]:
    """Return the lines that a diff takes out and puts in."""
    lines = [line for line in diff.splitlines() if line[:1] in ("+", "-")]
    return [line for line in lines if line[:3] not in ("+++", "---")]


if __name__ == "__main__":
    sys.exit(main())
