"""LibreOffice as tests see it: a process that answers requests."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from threading import Timer
from typing import Any

from xltie.hosts.libreoffice.environment import environment as own_environment

DRIVER = Path(__file__).with_name("driver.py")
PATIENCE = 300.0
"""Seconds after which LibreOffice is taken to hang, and ended."""
_PYTHONS = ("/usr/bin/python3", "/usr/lib/libreoffice/program/python", "python3")


@cache
def python_with_uno() -> str:
    """A Python that can talk to LibreOffice, "" where there is none."""
    for name in _PYTHONS:
        found = shutil.which(name)
        if found:
            test = subprocess.run([found, "-c", "import uno"], capture_output=True, check=False)
            if test.returncode == 0:
                return found
    return ""


def missing() -> str:
    """Why no test can run in LibreOffice here, "" where they can."""
    if shutil.which("soffice") is None:
        return "LibreOffice is not installed (soffice)"
    return "" if python_with_uno() else "no Python has uno (package python3-uno)"


class Calc:
    """A running LibreOffice with a profile of its own."""

    def __init__(
        self,
        profile: Path,
        extension: Path | None = None,
        driver: Path = DRIVER,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        command = [python_with_uno(), str(driver), str(profile)]
        self._process = subprocess.Popen(
            [*command, str(extension)] if extension else command,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**own_environment(), "PYTHONUTF8": "1", **(environment or {})},
            start_new_session=True,
        )  # fmt: skip
        try:
            self._answer()
        except RuntimeError:
            self.quit()
            raise

    def _answer(self) -> Any:
        assert self._process.stdout is not None
        watch = Timer(PATIENCE, os.killpg, (self._process.pid, signal.SIGKILL))
        watch.daemon = True
        watch.start()
        line = self._process.stdout.readline()
        watch.cancel()
        if not line:
            raise RuntimeError("LibreOffice did not start or ended")
        answer = json.loads(line)
        if "error" in answer:
            raise RuntimeError(answer["error"])
        return answer["answer"]

    def ask(self, do: str, **about: Any) -> Any:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps({"do": do, "with": about}) + "\n")
        self._process.stdin.flush()
        return self._answer()

    @property
    def process_id(self) -> int:
        """The driver's process, whose children LibreOffice's are."""
        return self._process.pid

    def open(self, path: Path | None = None) -> Book:
        return Book(self, self.ask("open", path=None if path is None else str(path)))

    def quit(self) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.stdout.close()
        self._process.wait(60)


class Book:
    """An open document; use it in a ``with`` block."""

    def __init__(self, calc: Calc, handle: str) -> None:
        self._calc, self._handle = calc, handle

    def __enter__(self) -> Book:
        return self

    def __exit__(self, *about: object) -> None:
        self.ask("close")

    def ask(self, do: str, **about: Any) -> Any:
        return self._calc.ask(do, document=self._handle, **about)

    def sheet(self, name: str, rows: Sequence[Sequence[Any]]) -> None:
        self.ask("sheet", name=name, rows=[list(row) for row in rows])

    def put(self, cells: Mapping[str, Any]) -> None:
        self.ask("put", cells=dict(cells))

    def rows(self, address: str) -> list[list[Any]]:
        """Values; an error value as the text that the cell shows."""
        return [
            [cell[1] if isinstance(cell, list) else cell for cell in row]
            for row in self.ask("get", address=address)
        ]

    def value(self, address: str) -> Any:
        return self.rows(address)[0][0]

    def formula(self, address: str) -> str:
        return str(self.ask("formula", address=address))

    def save(self, path: Path) -> None:
        name = {".xlsx": "Calc MS Excel 2007 XML", ".ods": "calc8"}[path.suffix]
        self.ask("save", path=str(path), filter=name)
