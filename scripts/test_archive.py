"""Tests what would be published: ``python3 scripts/test_archive.py [arguments for pytest]``.

Builds the source archive and the wheel, lets twine look at what a package index would show, unpacks
the archive in a temporary folder, installs it there in an environment of its own, and runs its
tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

from setup_venv import ROOT


def main(arguments: list[str]) -> int:
    """Run all of it; returns the exit code of what fails first, 0 where nothing does."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tools = environment(folder / "tools", "build", "twine")
        ran([tools, "-m", "build", "--outdir", folder / "dist", ROOT], folder)
        archives = sorted((folder / "dist").iterdir())
        ran([tools, "-m", "twine", "check", "--strict", *archives], folder)
        with tarfile.open(next(path for path in archives if path.suffix == ".gz")) as archive:
            archive.extractall(folder, filter="data")
        unpacked = next(folder.glob("xltie-*"))
        python = environment(folder / "clean", f"{unpacked}[dev,excel]")
        ran([python, "-m", "pytest", *arguments], unpacked)
    return 0


def environment(folder: Path, *install: str) -> Path:
    """Return the Python of a new virtual environment with these packages."""
    venv.EnvBuilder(with_pip=True).create(folder)
    python = folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
    ran([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *install], ROOT)
    return python


def ran(command: list[str | Path], folder: Path) -> None:
    """Run a command, shown as a person would type it; ends the script where it fails."""
    print(f"\n$ {' '.join(map(str, command[1:]))}", flush=True)
    code = subprocess.run([*map(str, command)], cwd=folder, check=False).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
