"""Tests what would be published: ``python3 scripts/test_archive.py [arguments for pytest]``.

Builds the source archive and the wheel, lets twine look at what a package index would show, unpacks
the archive in a temporary folder, compares its files with those that the repository keeps, installs
it there in an environment of its own, and runs its tests.

``--quick`` takes the archives that ``scripts/release.py`` has built and the packages that are
installed for development, so that nothing is built or fetched twice.
"""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
import venv
from pathlib import Path

from setup_venv import DEVELOPMENT, ROOT, prepared, python_in

Command = list["str | Path"]
LEFT_OUT = {".gitattributes", ".gitignore"}
"""Files of the repository that an archive may lack."""
PIP: Command = ["-m", "pip", "--disable-pip-version-check"]


def main(arguments: list[str]) -> int:
    """Run all of it; returns the exit code of what fails first, 0 where nothing does."""
    quick = "--quick" in arguments
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if quick:
            tools, built = prepared(*DEVELOPMENT), ROOT / "dist"
        else:
            tools, built = environment(folder / "tools", "build", "twine"), folder / "dist"
            ran([tools, "-m", "build", "--outdir", built, ROOT], folder)
        archives = sorted([*built.glob("*.tar.gz"), *built.glob("*.whl")])
        ran([tools, "-m", "twine", "check", "--strict", *archives], folder)
        with tarfile.open(
            next(archive for archive in archives if archive.suffix == ".gz")
        ) as archive:
            archive.extractall(folder, filter="data")
        unpacked = next(folder.glob("xltie-*"))
        if missing := missing_files(unpacked):
            print(f"The source archive lacks {', '.join(missing)}.")
            return 1
        clean = folder / "clean"
        python = (
            beside(tools, clean, unpacked)
            if quick
            else environment(clean, f"{unpacked}[dev,excel]")
        )
        tests = [word for word in arguments if word != "--quick"]
        ran([python, "-m", "pytest", *tests], unpacked)
    return 0


def missing_files(unpacked: Path) -> list[str]:
    """Return the files that the repository keeps and the archive does not hold."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
    kept = set(filter(None, listed.stdout.decode("utf-8").split("\0"))) - LEFT_OUT
    return sorted(name for name in kept if not (unpacked / name).exists())


def environment(folder: Path, *install: str) -> Path:
    """Return the Python of a new virtual environment with these packages."""
    venv.EnvBuilder(with_pip=True).create(folder)
    python = python_in(folder)
    ran([python, *PIP, "install", "--quiet", *install], ROOT)
    return python


def beside(tools: Path, folder: Path, unpacked: Path) -> Path:
    """Return the Python of an environment with the archive, which sees the packages of another."""
    venv.EnvBuilder(with_pip=False).create(folder)
    python = python_in(folder)
    packages = [_packages(one) for one in (tools, python)]
    (packages[1] / "development.pth").write_text(f"{packages[0]}\n", "utf-8")
    options = ("--no-deps", "--no-build-isolation", "--no-index", "--ignore-installed")
    ran([tools, *PIP, "--python", python, "install", "--quiet", *options, unpacked], ROOT)
    return python


def _packages(python: Path) -> Path:
    asked = [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]
    return Path(subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip())


def ran(command: Command, folder: Path) -> None:
    """Run a command, shown as a person would type it; ends the script where it fails."""
    print(f"\n$ {' '.join(map(str, command[1:]))}", flush=True)
    code = subprocess.run([*map(str, command)], cwd=folder, check=False).returncode
    if code:
        sys.exit(code)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
