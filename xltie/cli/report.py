"""What a command refuses, and what nobody foresaw, as lines and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from contextlib import suppress

from xltie.cli.console import Console
from xltie.core.errors import WorkbookRefused, WrongCall, XltieError
from xltie.core.exit_codes import FAULTY, REFUSED
from xltie.core.messages import Message, plain, say
from xltie.core.time_limit import TimeRanOut, within

CUT_OFF = 141
"""As a shell names a program that a closed pipe has ended."""
STOPPED = 130
"""As a shell names a program that Ctrl-C has ended."""
_DEFECTS = "XLTIE_TRACEBACK"
"""The environment variable that lets an error nobody foresaw through, for whoever mends it."""


def report(command: Callable[[], int], console: Console, seconds: float = 0) -> int:
    """Run a command; print what it refuses, one line each, and return the exit code.

    Where so many seconds are given, it is refused that it takes longer.
    """
    try:
        return within(seconds, command)
    except TimeRanOut:
        console.note(say("took longer than {n} seconds (--timeout)", n=seconds))
        return REFUSED
    except XltieError as error:
        console.refuse(error)
        return REFUSED if isinstance(error, (WorkbookRefused, WrongCall)) else FAULTY
    except KeyboardInterrupt as stop:
        console.note(next(iter(stop.args), say("stopped")))
        return STOPPED
    except BrokenPipeError:
        _leave_output()
        return CUT_OFF
    except Exception as error:
        if os.environ.get(_DEFECTS):
            raise
        said = _of_the_system(error) if isinstance(error, OSError) else _of_a_defect(error)
        for message in said:
            console.note(message)
        return REFUSED


def _of_the_system(error: OSError) -> tuple[Message, ...]:
    what = say("what is printed or written")
    if error.filename is None:
        _leave_output()
    else:
        what = plain(str(error.filename))
    return (say("{what}: {why}", what=what, why=error.strerror or str(error)),)


def _of_a_defect(error: Exception) -> tuple[Message, ...]:
    text = " ".join(str(error).split())
    return (
        say("a defect of xltie: {kind}: {error}", kind=type(error).__name__, error=text),
        say(
            "please report it, with the file; {setting}=1 shows where it happened",
            setting=_DEFECTS,
        ),
    )


def _leave_output() -> None:
    """Let what is still to be printed go nowhere: Python would fail once more when it ends."""
    with suppress(OSError, ValueError):  # of a stream without a file
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
