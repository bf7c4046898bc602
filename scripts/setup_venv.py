"""A virtual environment of this project's own: made once, used by the scripts beside this one."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DEVELOPMENT = (".venv-dev", "-e", ".[dev,excel]")
"""The environment in which the project is checked and its releases are built."""


def is_prepared(name: str, *install: str) -> bool:
    """Tell whether a virtual environment is there and pyproject.toml has not changed since."""
    stamp = _stamp(name)
    return stamp.exists() and stamp.read_text("utf-8") == _wanted(*install)


def _stamp(name: str) -> Path:
    return ROOT / name / "installed-for.toml"


def _wanted(*install: str) -> str:
    return (ROOT / "pyproject.toml").read_text("utf-8") + "\n" + " ".join(install)


def prepared(name: str, *install: str) -> Path:
    """Return the Python of a virtual environment in which the project is installed.

    It is made anew where pyproject.toml changed since; exits with one line where that fails.
    """
    if sys.version_info < (3, 10):
        sys.exit(f"xltie needs Python 3.10 or newer; this is {sys.version.split()[0]}")
    folder = ROOT / name
    python = python_in(folder)
    if not is_prepared(name, *install):
        print(f"Setting up {name} (once) ...", flush=True)
        venv.EnvBuilder(with_pip=True, clear=True).create(folder)
        command = [
            python,
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            *install,
        ]
        if subprocess.run(command, cwd=ROOT, check=False).returncode:
            sys.exit("The packages could not be installed; is the network there?")
        _stamp(name).write_text(_wanted(*install), "utf-8")
    return python


def python_in(folder: Path) -> Path:
    """Return the Python of a virtual environment."""
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
