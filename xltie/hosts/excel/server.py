"""Python as Excel sees it: a COM object with three methods, run by ``python -m`` this module.

It ends when the last workbook releases it.
"""

from __future__ import annotations

import hashlib
import marshal
from collections import OrderedDict
from typing import Any, Dict, Optional, Sequence, Tuple

from xltie.hosts.excel.answers import answer
from xltie.hosts.excel.registration import CLSID
from xltie.hosts.excel.values import Origin

MOST = 64
"""So many texts are kept; the one that was not asked for the longest time goes first."""

_kept: OrderedDict[str, Any] = OrderedDict()


def keep(content: Any) -> str:
    """Keep a text, or a column of texts, and return the name under which calls may mean it.

    An event goes with a thousand cells but is sent once. The name is the digest of the content: it
    can stand for no other event, whoever asks and whatever was sent before.
    """
    name = hashlib.sha256(marshal.dumps(content, 2)).hexdigest()
    _kept[name] = content
    _kept.move_to_end(name)
    while len(_kept) > MOST:
        _kept.popitem(last=False)
    return name


def filled(arguments: Sequence[Any], names: Dict[int, str]) -> Optional[Tuple[Any, ...]]:
    """Return the arguments with what was kept under ``names``, by index, in its place.

    None where a name is not known (any more): whoever asks has to send the text itself.
    """
    found = list(arguments)
    for index, name in names.items():
        if name not in _kept:
            return None
        _kept.move_to_end(name)
        found[index] = _kept[name]
    return tuple(found)


class Server:
    """What the wrappers and the ribbon call. It always returns; errors are part of the result."""

    _public_methods_ = ("Answer", "Keep", "Perform")

    def Answer(self, named: str, arguments: Any, places: str = "") -> Any:  # noqa: N802
        """Return the value of a worksheet function, rows, or an error's code with its reason.

        Excel would take anything that is raised for a lost connection. An argument may be left
        blank where ``places`` has a line with its index and the name that ``Keep`` gave to it.
        Null, which no function answers with, asks for the argument itself.
        """
        try:
            given = filled(arguments, names_in(places))
            return None if given is None else answer(named, given, origins_in(places))
        except Exception as error:
            return f"#VALUE!\t{named} failed because of an error in xltie: {error!r}"

    def Keep(self, content: Any) -> str:  # noqa: N802
        """Keep a long text for the calls to come and return its name; blank where it cannot be."""
        try:
            return keep(content)
        except Exception:
            return ""

    def Perform(self, command: str, workbook: Any) -> str:  # noqa: N802
        """Do what a button asks for in a workbook, and return the result in one line."""
        import xlwings._xlwindows
        from win32com.client import Dispatch

        from xltie.hosts.excel.commands import run

        library: Any = xlwings
        # as xlwings does it: an Excel that is busy for a moment is asked again
        patient = library._xlwindows.COMRetryObjectWrapper(Dispatch(workbook))
        impl = library._xlwindows.Book(patient)
        return run(command, library.Book(impl=impl))


def origins_in(places: str) -> dict[int, Origin]:
    """Return where arguments stand, by index: a line each with index, sheet, row and column."""
    lines = (line.split("\t") for line in places.splitlines())
    return {
        int(numbers[0]): (numbers[1], int(numbers[2]), int(numbers[3]))
        for numbers in lines
        if len(numbers) != 2
    }


def names_in(places: str) -> dict[int, str]:
    """Return under which names arguments are kept, by index: a line each with index and name."""
    lines = (line.split("\t") for line in places.splitlines())
    return {int(numbers[0]): numbers[1] for numbers in lines if len(numbers) == 2}


def serve() -> None:
    """Offer the server to Excel until nobody uses it. Windows only."""
    from win32com.server import localserver

    localserver.serve([CLSID])


if __name__ == "__main__":
    serve()
