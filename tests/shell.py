"""A shell for tests: it runs commands of xltie, and has what they print."""

from __future__ import annotations

import pytest
from _pytest.capture import CaptureResult

from xltie.cli.main import main


class Shell:
    """Runs commands of xltie, and has what they print."""

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *words: object, code: int | None = 0) -> CaptureResult[str]:
        """Run a command that ends with an exit code, None for any; return what it prints."""
        self.printed()  # by what went before
        given = main([str(word) for word in words])
        assert code in (None, given), self.printed().err
        return self.printed()

    def printed(self) -> CaptureResult[str]:
        """Return what was printed since this was last asked."""
        return self._capsys.readouterr()
