"""A Windows in Wine with xltie installed for Excel, which is not there itself."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from setup_wine import alone, environment, find_packages_in, folder, in_windows, missing, python

from xltie.hosts.excel.registration import CLSID, PROGID

ROOT = Path(__file__).parents[2]
CLIENT = Path(__file__).with_name("wine_client.py")
ERRORS = Path(__file__).with_name("wine_errors.py")
_FOR_THE_MACHINE = """
import winreg
def copied(old, new):
    winreg.SetValueEx(new, "", 0, winreg.REG_SZ, winreg.QueryValueEx(old, "")[0])
    for index in range(winreg.QueryInfoKey(old)[0]):
        name = winreg.EnumKey(old, index)
        with winreg.OpenKey(old, name) as below, winreg.CreateKey(new, name) as own:
            copied(below, own)
for path in {paths}:
    with winreg.OpenKey(winreg.HKEY_CURRENT_USER, path) as old:
        with winreg.CreateKey(winreg.HKEY_LOCAL_MACHINE, path) as new:
            copied(old, new)
"""
"""Wine 8 does not look for classes under HKEY_CURRENT_USER, as Windows does."""

Call = Sequence[Any]


class Client:
    """A program that calls the server over COM, as Excel does; it stays until it is closed."""

    def __init__(self) -> None:
        words = ["wine", str(python()), in_windows(CLIENT)]
        self.process = subprocess.Popen(
            words, env=environment(), cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, encoding="ascii",
        )  # fmt: skip

    def send(self, *calls: Call) -> None:
        """Ask, without waiting for the answers."""
        assert self.process.stdin is not None
        filled = [[name, arguments, *(places or [""])] for name, arguments, *places in calls]
        self.process.stdin.write(json.dumps(filled) + "\n")
        self.process.stdin.flush()

    def told(self) -> list[Any]:
        """Return the answers to the calls that were sent."""
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the client ended"
        return list(json.loads(line))

    def ask(self, *calls: Call) -> list[Any]:
        """Return the answers to calls."""
        self.send(*calls)
        return self.told()

    def keep(self, text: str) -> Any:
        """Hand over a text to be kept; return the name that Python gives it."""
        return self.ask(["keep", text])[0]

    def close(self) -> None:
        """Let the client end, as Excel does when it is closed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        for stream in (self.process.stdin, self.process.stdout):
            stream.close()
        self.process.wait(60)

    def __enter__(self) -> Client:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def run(*words: str) -> str:
    """Run the Windows Python and return what it prints."""
    return _ran([str(python()), *words])


def run_script(file: Path) -> str:
    """Run a script in VBScript and return what it prints.

    When it has said everything it lets Python go. There Wine 8 has stood still, with Python between
    its end and its last answer; then both are ended, for what was to be told is told.
    """
    with file.open("ab") as script:
        script.write(f'\r\nWScript.Echo "{_END}"\r\n'.encode("ascii"))
    words = ["wine", "cscript", "//nologo", in_windows(file)]
    told = []
    with subprocess.Popen(
        words, env=environment(), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT, text=True,
    ) as process:  # fmt: skip
        patience = threading.Timer(120, _end, [b"cscript"])
        patience.start()
        assert process.stdout is not None
        for line in process.stdout:
            told.append(line.rstrip("\r\n"))
            if told[-1] == _END:
                break
        patience.cancel()
        assert told.pop() == _END, "the script did not come to its end"
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            _end(b"cscript")
            _end(*_SERVER)
    return "\n".join(told)


_END = "(the end)"
_SERVER = (b"pythonw.exe", b"xltie.hosts.excel.server")


def _end(*words: bytes) -> None:
    for process in _processes(*words):
        os.kill(process, signal.SIGKILL)


def ask_with_errors(calls: Sequence[Call], folder: Path) -> list[Any]:
    """Return the answers to calls whose error cells travel as COM's own error values."""
    asked = folder / "calls.json"
    asked.write_text(json.dumps(calls), "ascii")
    return list(json.loads(run(in_windows(ERRORS), in_windows(asked))))


@contextmanager
def another_program(name: str) -> Iterator[None]:
    """Let a program of that name run, which does nothing."""
    program = python().with_name(name)
    shutil.copy(python(), program)
    words = ["wine", str(program), "-c", "print('runs', flush=True); input()"]
    with subprocess.Popen(
        words, env=environment(), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True,
    ) as process:  # fmt: skip
        assert process.stdin is not None and process.stdout is not None
        assert process.stdout.readline().strip() == "runs"
        yield
        process.stdin.close()
        process.wait(30)
    program.unlink()


def _ran(words: list[str]) -> str:
    done = subprocess.run(
        ["wine", *words], env=environment(), cwd=ROOT, stdin=subprocess.DEVNULL, check=False,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=120, text=True,
    )  # fmt: skip
    return done.stdout.replace("\r", "")


@contextmanager
def installed() -> Iterator[str]:
    """Install xltie in Wine alone there; yield what the command says."""
    with alone():
        find_packages_in(ROOT)
        told = run("-m", "xltie", "excel", "install")
        paths = [rf"Software\Classes\{PROGID}", rf"Software\Classes\CLSID\{CLSID}"]
        run("-c", _FOR_THE_MACHINE.format(paths=paths))
        yield told


def servers() -> list[int]:
    """The processes in which Windows runs Python for Excel."""
    return _processes(*_SERVER)


def _processes(*words: bytes) -> list[int]:
    """The processes of this Windows with these words in their command."""
    found = []
    for process in Path("/proc").iterdir():
        try:
            command = (process / "cmdline").read_bytes()
            own = f"WINEPREFIX={folder() / 'prefix'}".encode() in (process / "environ").read_bytes()
        except OSError:
            continue
        if own and all(word in command for word in words):
            found.append(int(process.name))
    return found


def kill_server() -> int:
    """End Python as the task manager does, and forget it, as Windows does; return its number.

    Wine 8 keeps a list of the servers that run, in a program of its own, and never takes a dead one
    off it: no client gets a new one. So that program is ended, too; Wine starts it again.
    """
    (process,) = servers()
    _end(*_SERVER)
    _end(b"rpcss.exe")
    assert wait_for(0)
    return process


def wait_for(count: int, seconds: float = 30) -> bool:
    """Wait until so many servers run; tell whether it came to that."""
    end = time.monotonic() + seconds
    while len(servers()) != count and time.monotonic() < end:
        time.sleep(0.1)
    return len(servers()) == count


def reason_against() -> str:
    """Say why these tests cannot run; in CI nothing is a reason, and they fail instead."""
    return "" if os.environ.get("CI") else missing()
