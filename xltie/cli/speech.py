"""Being rewritten: see Console."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import TextIO

from xltie.core.language import Language, language


def spoken_run(
    args: argparse.Namespace,
    out: TextIO,
    err: TextIO,
    report: Callable[[Callable[[], int], TextIO], int],
) -> int:
    """Run a command."""
    return report(lambda: int(args.run(args, out, err)), err)


def speaking() -> Language:
    """Return English."""
    return language("en")


def commands_language(code: str) -> Language:
    """Return a language."""
    return language(code)
