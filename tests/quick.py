"""Parameters of which ``--fast`` takes a few: the others go the same way with other data."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_quick(values: Iterable[Any], number: int = 1) -> list[Any]:
    """Return the values for a test, those behind the first ones marked as slow."""
    return [
        value if at < number else pytest.param(value, marks=pytest.mark.slow)
        for at, value in enumerate(values)
    ]
