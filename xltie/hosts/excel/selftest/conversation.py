"""Asking the process that drives Excel: an answer, or after so many seconds none.

What hangs is ended, with the Excel that it started, and the next step gets new ones.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from contextlib import suppress
from typing import Any, Dict, NamedTuple, Optional

from xltie.hosts.excel.selftest.worker import DRIVER, MARK

START = 120.0
"""Seconds that Excel may take to start."""


class Answer(NamedTuple):
    """What a step found, or why it found nothing."""

    facts: Optional[Dict[str, Any]]
    trouble: str = ""


class Conversation:
    """Excel in another process, as long as it lasts."""

    def __init__(self, driver: str = DRIVER, *, start: float = START) -> None:
        self._driver = driver
        self._start = start
        self._worker: Optional[subprocess.Popen[str]] = None
        self._lines: queue.Queue[str] = queue.Queue()
        self._excel = 0

    def ask(self, step: str, *given: Any, seconds: float) -> Answer:
        """Let Excel do a step."""
        if self._worker is None:
            started = self._started()
            if started.facts is None:
                return started
        return self._told([step, *given], seconds)

    def end(self) -> Answer:
        """End Excel as it was found: not there."""
        if self._worker is None:
            return Answer({"ended": True})
        told = self._told(["end"], 60)
        if told.facts and told.facts["ended"]:
            self._excel = 0
        self._kill()
        return told

    def _started(self) -> Answer:
        words = [sys.executable, "-m", "xltie.hosts.excel.selftest.worker", self._driver]
        self._worker = subprocess.Popen(
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, encoding="utf-8", env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        )  # fmt: skip
        self._lines = queue.Queue()
        threading.Thread(target=_read, args=(self._worker, self._lines), daemon=True).start()
        told = self._answer(self._start)
        if told.facts is None:
            return Answer(None, f"Excel did not start: {told.trouble}")
        self._excel = int(told.facts["process"])
        return told

    def _told(self, line: Any, seconds: float) -> Answer:
        assert self._worker is not None and self._worker.stdin is not None
        try:
            self._worker.stdin.write(json.dumps(line) + "\n")
            self._worker.stdin.flush()
        except OSError:
            self._kill()
            return Answer(None, "Excel ended")
        return self._answer(seconds)

    def _answer(self, seconds: float) -> Answer:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            self._kill()
            return Answer(None, f"no answer within {seconds:.0f} s, so it was ended")
        if not line:
            self._kill()
            return Answer(None, "Excel ended")
        told = json.loads(line)
        if told.get("gone"):
            self._excel = 0
            self._kill()
        return Answer(told.get("facts"), str(told.get("refused", "")))

    def _kill(self) -> None:
        """End the process, and the Excel that it started if that has not ended with it."""
        worker, excel = self._worker, self._excel
        self._worker, self._excel = None, 0
        if worker is not None:
            with suppress(OSError):
                worker.kill()
            worker.wait()
            for stream in (worker.stdin, worker.stdout):
                with suppress(OSError, AttributeError):
                    stream.close()  # type: ignore[union-attr]
        if excel:
            with suppress(OSError):
                os.kill(excel, signal.SIGTERM)


def _read(worker: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Hand over the answers as they come, and nothing when there will be no more."""
    assert worker.stdout is not None
    with suppress(ValueError, OSError):
        for line in worker.stdout:
            if line.startswith(MARK):
                lines.put(line[len(MARK) :])
    lines.put("")
