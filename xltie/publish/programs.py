"""The program that makes a PDF or a picture: a browser of the Chromium family.

It is no part of xltie. What it is given is a file of ours that asks for nothing outside.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from xltie.core.errors import XltieError
from xltie.core.files import read_bytes
from xltie.core.messages import say

_BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome",
             "msedge", "microsoft-edge", "brave-browser")  # fmt: skip
_PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Microsoft\Edge\Application\msedge.exe",
    r"C:\Program Files\Microsoft\Edge\Application\msedge.exe",
)
_SECONDS = 120


def browser() -> str:
    """Return the program of a browser that prints, "" where there is none."""
    for name in _BROWSERS:
        found = shutil.which(name)
        if found:
            return found
    return next((place for place in _PLACES if Path(place).is_file()), "")


def pdf_of(page: str) -> bytes:
    """Return a page as PDF, by a browser.

    Raises:
        XltieError: there is no browser, or it could not do it.
    """
    return _made_of(page, "--print-to-pdf", "--no-pdf-header-footer")


def png_of(svg: str, width: int, height: int) -> bytes:
    """Return a drawing as a picture of this size, by a browser.

    Raises:
        XltieError: there is no browser, or it could not do it.
    """
    return _made_of(
        _PAGE.format(svg), "--screenshot", f"--window-size={width},{height}",
        "--force-device-scale-factor=3", "--hide-scrollbars",
    )  # fmt: skip


_PAGE = "<!DOCTYPE html><meta charset=utf-8><style>body{{margin:0}}svg{{display:block}}</style>{}"


def _made_of(page: str, makes: str, *options: str) -> bytes:
    """Return what a browser makes of a page; ``makes`` is the option that names its file."""
    program = browser()
    if not program:
        raise XltieError.say(
            "PDF and PNG files are made by Chromium, Chrome or Edge, and none of them is "
            "installed; write an .html or .svg file, which any browser opens and prints"
        )
    # Its sandbox does not start for root, as in a container; the page is ours and asks for nothing.
    is_root = sys.platform != "win32" and os.geteuid() == 0
    with tempfile.TemporaryDirectory(prefix="xltie-") as name:
        folder = Path(name)
        source, target = folder / "page.html", folder / "made"
        source.write_text(page, "utf-8")
        command = [
            program, "--headless", "--disable-gpu", f"--user-data-dir={folder / 'profile'}",
            *(["--no-sandbox"] if is_root else []), *options, f"{makes}={target}", source.as_uri(),
        ]  # fmt: skip
        _run(command, target)
        return read_bytes(target)


def _run(command: list[str], target: Path) -> None:
    """Run a program that makes a file.

    Raises:
        XltieError: it failed, took too long, or made nothing.
    """
    name = Path(command[0]).stem
    try:
        done = subprocess.run(command, capture_output=True, check=False, timeout=_SECONDS)
    except subprocess.TimeoutExpired:
        raise XltieError.say(
            "{name} did not finish within {seconds} seconds", name=name, seconds=_SECONDS
        ) from None
    except OSError as error:
        raise XltieError.say(
            "{name} could not be started ({why})", name=name, why=error.strerror or str(error)
        ) from None
    if not target.is_file():
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()
        raise XltieError(
            say("{name} made no file: {why}", name=name, why=said[-1])
            if said
            else say("{name} made no file", name=name)
        )
