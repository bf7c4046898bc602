"""Builds what a release consists of: ``python3 scripts/release.py``, into ``dist/``.

The wheel and the source archive for pip, ``xltie.oxt`` for LibreOffice, ``xltie.xlam`` for Excel,
the workbooks (empty ones and the example), a list of what pip installs with it
(``xltie.cdx.json``, in CycloneDX's form), ``NOTES.md`` from the changelog, and ``SHA256SUMS``. It
goes no further where the changelog does not tell what is new in this version. The same commit gives
the same bytes, except for the source archive, whose files carry the hour of the build.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
import venv
from collections.abc import Iterable
from pathlib import Path

from project_page import version
from setup_venv import DEVELOPMENT, ROOT, prepared

SUMS = "SHA256SUMS"
CONTENTS = "xltie.cdx.json"


def main(folder: Path = ROOT / "dist") -> int:
    """Build everything in an empty folder, and say what is there."""
    told = notes(version(), (ROOT / "CHANGELOG.md").read_text("utf-8"))
    if not told:
        sys.exit(f"CHANGELOG.md has no section [{version()}]")
    python = str(prepared(*DEVELOPMENT))
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    built = {**os.environ, "SOURCE_DATE_EPOCH": committed()}
    for words in (
        ("-m", "build", "--no-isolation", "--outdir", folder, ROOT),
        ("-m", "xltie", "libreoffice", "build", "--out", folder),
        ("-m", "xltie", "excel", "build", "--out", folder),
        (ROOT / "scripts" / "build_workbooks.py", folder),
    ):
        made(python, words, built)
    with tempfile.TemporaryDirectory() as installed:
        list_contents(python, next(folder.glob("*.whl")), Path(installed), built)
    (folder / "NOTES.md").write_text(told, "utf-8")
    files = sorted(folder.iterdir())
    (folder / SUMS).write_text("".join(f"{sha256(path)}  {path.name}\n" for path in files))
    for path in files:
        print(f"{path.stat().st_size:>9,}  {path.name}")
    return 0


def made(python: str | Path, words: Iterable[object], environment: dict[str, str]) -> None:
    """Run one step; one that fails ends the release with what it said."""
    run = [str(python), *map(str, words)]
    quiet = subprocess.run(run, cwd=ROOT, env=environment, capture_output=True, check=False)
    if quiet.returncode:
        sys.exit(quiet.stderr.decode("utf-8", "replace"))


def list_contents(python: str, wheel: Path, into: Path, environment: dict[str, str]) -> None:
    """Install the wheel where nothing else is, and list what came with it beside the wheel.

    Versions are those of the day: what somebody gets who installs the release then.
    """
    venv.create(into, with_pip=True)
    fresh = into / ("Scripts" if os.name == "nt" else "bin") / "python"
    made(fresh, ("-m", "pip", "install", "--quiet", wheel), environment)
    made(fresh, ("-m", "pip", "uninstall", "--quiet", "--yes", "pip", "setuptools"), environment)
    words = ("-m", "cyclonedx_py", "environment", "--pyproject", ROOT / "pyproject.toml")
    kept = ("--output-reproducible", "--output-file", wheel.parent / CONTENTS, fresh)
    made(python, (*words, *kept), environment)


def notes(name: str, changelog: str) -> str:
    """Return what the changelog says of a version, "" where it says nothing."""
    found = re.search(rf"^## \[{re.escape(name)}\][^\n]*\n(.*?)(?=^## |\Z)", changelog, re.M | re.S)
    return f"# xltie {name}\n\n{found[1].strip()}\n" if found and found[1].strip() else ""


def committed() -> str:
    """Return when the last commit was made, in seconds: the date of all files in the archives."""
    asked = ["git", "log", "-1", "--format=%ct"]
    return subprocess.run(
        asked, cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout.strip()


def sha256(path: Path) -> str:
    """Return the checksum of a file."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


if __name__ == "__main__":
    sys.exit(main(*map(Path, sys.argv[1:2])))
