"""A screen of its own (Xvfb) with LibreOffice's windows on it, and a mouse and keyboard."""

from __future__ import annotations

import os
import shutil
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import copy
from pathlib import Path
from typing import Any

from tests.libreoffice.calc import Calc, missing

DRIVER = Path(__file__).with_name("screen_driver.py")
SIZE = (1320, 860)
PROGRAMS = {"Xvfb": "xvfb", "openbox": "openbox", "xdotool": "xdotool", "import": "imagemagick"}
SETTINGS = {
    "/org.openoffice.Office.Common/Misc": {"ShowTipOfTheDay": "false", "FirstRun": "false"},
    "/org.openoffice.Setup/Product": {"ooSetupLastVersion": "99.9"},
}
"""What keeps a first start from greeting the user."""
PLAIN = {"SAL_USE_VCLPLUGIN": "gen"}
"""Windows of X11 alone: those of GTK may wait for a clipboard for ever."""
_PATIENCE = 90.0
"""Seconds: a machine that does other work beside is some times slower than an idle one."""


def missing_for_a_screen() -> str:
    """Why no window can be shown here, "" where they can."""
    reason = missing()
    if reason:
        return reason
    soffice = Path(shutil.which("soffice") or "").resolve()
    if not list(soffice.parent.glob("libvclplug_*")):
        return "this LibreOffice has no windows (package libreoffice-calc)"
    packages = [package for name, package in PROGRAMS.items() if shutil.which(name) is None]
    return f"for a screen the packages {', '.join(packages)} are missing" if packages else ""


def prepared(profile: Path) -> Path:
    """Make a profile that starts without greetings."""
    items = "".join(
        f'<item oor:path="{path}"><prop oor:name="{name}" oor:op="fuse">'
        f"<value>{value}</value></prop></item>"
        for path, one in SETTINGS.items()
        for name, value in one.items()
    )
    (profile / "user").mkdir(parents=True)
    (profile / "user" / "registrymodifications.xcu").write_text(
        '<?xml version="1.0" encoding="UTF-8"?><oor:items '
        f'xmlns:oor="http://openoffice.org/2001/registry">{items}</oor:items>'
    )
    return profile


@contextmanager
def a_display() -> Iterator[str]:
    """Start a screen with a window manager, on a number that nobody uses."""
    width, height = SIZE
    receiver, sender = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(sender), "-screen", "0", f"{width}x{height}x24",
         "-nolisten", "tcp"],
        pass_fds=[sender], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(sender)
    with os.fdopen(receiver) as told:
        display = f":{told.readline().strip()}"
    manager = subprocess.Popen(
        ["openbox"], env={**os.environ, "DISPLAY": display},
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield display
    finally:
        for process in (manager, server):
            process.terminate()
            process.wait(_PATIENCE)


def eventually(what: Callable[[], Any]) -> Any:
    """Wait for something that comes true on the screen, and return it."""
    until = time.monotonic() + _PATIENCE
    while True:
        found = what()
        if found:
            return found
        assert time.monotonic() < until, f"not seen within {_PATIENCE:g} seconds"
        time.sleep(0.1)


class AdjustedScore:
    """A workbook in a window that fills the screen."""

    def __init__(self, calc: Calc, display: str, path: Path) -> None:
        self._calc = calc
        self._environment = {**os.environ, "DISPLAY": display}
        self._handle = calc.ask("show", path=str(path), width=SIZE[0], height=SIZE[1])
        # Another workbook's window may be in sight before, and take a click that comes too early.
        eventually(lambda: path.stem in self._in_front())

    def beside(self, path: Path) -> AdjustedScore:
        """Another workbook in a window in front of this one."""
        return AdjustedScore(self._calc, self._environment["DISPLAY"], path)

    def opened(self, path: Path) -> AdjustedScore | None:
        """The window of a workbook that a command has opened, None where it has not."""
        handle = self._calc.ask("taken", path=str(path))
        if handle is None:
            return None
        found = copy(self)
        found._handle = handle
        return found

    def ask(self, do: str, **about: Any) -> Any:
        return self._calc.ask(do, document=self._handle, **about)

    def _xdotool(self, *words: object) -> str:
        return subprocess.run(
            ["xdotool", *map(str, words)], env=self._environment,
            capture_output=True, text=True, check=False,
        ).stdout  # fmt: skip

    def _in_front(self) -> str:
        """The title of the window that has the keyboard."""
        return self._xdotool("getactivewindow", "getwindowname")

    def windows(self, title: str) -> list[str]:
        """The windows in sight with a title."""
        return self._xdotool("search", "--onlyvisible", "--name", title).split()

    def press(self, title: str, *keys: str) -> None:
        """Press keys one after another, once the window with a title has the keyboard."""
        eventually(lambda: title in self._in_front())
        self._xdotool("key", "--delay", "100", *keys)

    def close(self, title: str) -> None:
        """Wait for a box, and answer it with OK."""
        eventually(lambda: self.windows(title))
        self.press(title, "Return")
        eventually(lambda: not self.windows(title))

    def click(self, title: str) -> None:
        """One click of the mouse on a button."""
        place = eventually(lambda: self._still_place(title))
        self._xdotool("mousemove", "--window", *place, "sleep", "0.2", "click", "1")

    def _still_place(self, title: str) -> tuple[str, int, int] | None:
        """Where a button is, None while the window is still being laid out."""
        before = self._place(title)
        time.sleep(0.3)
        return before if before == self._place(title) else None

    def _place(self, title: str) -> tuple[str, int, int] | None:
        """The window in front, and where in it a button is that can be pressed."""
        told = self._xdotool("getactivewindow", "getwindowgeometry", "--shell")
        window = dict(line.split("=", 1) for line in told.splitlines())
        middle = self.ask("buttons").get(title)
        if not middle or "HEIGHT" not in window:
            return None
        left, above_the_bottom = middle
        return window["WINDOW"], left, int(window["HEIGHT"]) - above_the_bottom

    def picture(self, path: Path) -> None:
        """Save what the screen shows."""
        subprocess.run(
            ["import", "-window", "root", "-strip", str(path)], env=self._environment, check=True
        )
