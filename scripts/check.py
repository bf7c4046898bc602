"""Runs every check that a change has to pass: ``python3 scripts/check.py``; CI runs the same.

Sets up a virtual environment with all that the tests need. LibreOffice, in which cells are tested,
is installed where that needs no question (a CI machine with apt, as root); elsewhere the tests that
need it are skipped and say so. Arguments are passed on to pytest.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

from setup_venv import DEVELOPMENT, ROOT, prepared

PYODIDE = "pyodide@^314.0.7"
APT = ("libreoffice-calc-nogui", "python3-uno", "fonts-dejavu-core")


def main() -> int:
    """Run the checks in turn and return the first exit code that is not 0."""
    if os.environ.get("CI") and not shutil.which("soffice"):
        install_libreoffice()
    python = str(prepared(*DEVELOPMENT))
    if os.environ.get("CI") and shutil.which("npm"):
        install_pyodide()
    commands = [
        ["-m", "ruff", "format", "--check", "."],
        ["-m", "ruff", "check", "."],
        ["-m", "mypy"],
        ["-m", "pytest", *sys.argv[1:]],
    ]
    if os.environ.get("CI"):
        install_atheris(python)
        commands += [["scripts/fuzz.py", "--seconds", "45"], ["scripts/release.py"]]
    return next(filter(None, (ran([python, *command]) for command in commands)), 0)


def ran(command: list[str]) -> int:
    """Run a command, shown as a person would type it, and return its exit code."""
    print(f"\n$ {' '.join(command[1:])}", flush=True)
    return subprocess.run(command, cwd=ROOT, check=False).returncode


def install_atheris(python: str) -> None:
    """Install the coverage-guided fuzzer where there is one; else inputs are mutated at random."""
    command = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "atheris"]
    quiet = subprocess.DEVNULL
    subprocess.run(command, cwd=ROOT, check=False, stdout=quiet, stderr=quiet)


def install_libreoffice() -> None:
    """Install LibreOffice from the distribution, or say that its tests will be skipped."""
    if not shutil.which("apt-get") or os.geteuid():
        print("LibreOffice is not here and cannot be installed: its tests will be skipped.")
        return
    quiet = {
        "stdout": subprocess.DEVNULL,
        "env": {**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
    }
    print("Installing LibreOffice ...", flush=True)
    subprocess.run(["apt-get", "update", "-qq"], check=False, **quiet)
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *APT]
    if subprocess.run(install, check=False, **quiet).returncode:
        print("LibreOffice could not be installed: its tests will be skipped.")


def install_pyodide() -> None:
    """Install the Python of browsers beside the environment, for the workbooks of xlwings Lite."""
    if (ROOT / DEVELOPMENT[0] / "node_modules" / "pyodide").exists():
        return
    install = ["npm", "install", "--silent", "--prefix", DEVELOPMENT[0], PYODIDE]
    done = subprocess.run(install, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        print("Pyodide could not be installed: its test will be skipped.")


if __name__ == "__main__":
    sys.exit(main())
