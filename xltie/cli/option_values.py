"""Values of options: what the command line makes of a text, and what it says of any other one."""

from __future__ import annotations

import argparse
import math


def whole_number(text: str) -> int:
    """Return the whole number that is written."""
    try:
        return int(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"must be a whole number, not {text!r}") from None


def count(text: str) -> int:
    """Return how many there are to be: at least one."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number from 1, not {text!r}")
    return number


def seconds(text: str) -> float:
    """Return a time that comes to an end."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        message = f"must be a finite number of seconds above 0, not {text!r}"
        raise argparse.ArgumentTypeError(message)
    return number
