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

from setup_venv import ROOT, prepared

VENV = ".venv-dev"
PYODIDE = "pyodide@^314.0.7"
APT = ("libreoffice-calc-nogui", "python3-uno", "fonts-dejavu-core")


def main() -> int:
    """Run the checks in turn and return the first exit code that is not 0."""
    if os.environ.get("CI") and not shutil.which("soffice"):
        install_libreoffice()
    python = str(prepared(VENV, "-e", ".[dev,excel]"))
    if os.environ.get("CI") and shutil.which("npm"):
        install_pyodide()
    fuzzing = [("scripts/fuzz.py", "--seconds", "45")] if os.environ.get("CI") else []
    if fuzzing:
        install_atheris(python)
    for command in (
        ("ruff", "format", "--check", "."),
        ("ruff", "check", "."),
        ("mypy",),
        ("pytest", *sys.argv[1:]),
    ):
        code = ran([python, "-m", *command])
        if code:
            return code
    return next(filter(None, (ran([python, *command]) for command in fuzzing)), 0)


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
    if (ROOT / VENV / "node_modules" / "pyodide").exists():
        return
    install = ["npm", "install", "--silent", "--prefix", VENV, PYODIDE]
    done = subprocess.run(install, cwd=ROOT, check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        print("Pyodide could not be installed: its test will be skipped.")


if __name__ == "__main__":
    sys.exit(main())
