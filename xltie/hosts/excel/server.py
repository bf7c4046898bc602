"""Python as Excel sees it: a COM object with two methods, run by ``python -m`` this module.

It ends when the last workbook releases it, unless it was started with ``--stay``.
"""

from __future__ import annotations

import sys
from typing import Any

from xltie.hosts.excel.answers import answer
from xltie.hosts.excel.registration import CLSID
from xltie.hosts.excel.values import Origin


class Server:
    """What the wrappers and the ribbon call. It always returns; errors are part of the result."""

    _public_methods_ = ("Answer", "Perform")

    def Answer(self, named: str, arguments: Any, places: str = "") -> Any:  # noqa: N802
        """Return the value of a worksheet function, rows, or an error's code with its reason.

        Excel would take anything that is raised for a lost connection.
        """
        try:
            return answer(named, tuple(arguments), origins_in(places))
        except Exception as error:
            return f"#VALUE!\t{named} failed because of an error in xltie: {error!r}"

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
    return {int(index): (sheet, int(row), int(column)) for index, sheet, row, column in lines}


def serve(*, stay: bool = False) -> None:
    """Offer the server to Excel until nobody uses it, or permanently. Windows only."""
    from win32com.server import localserver, util

    held = util.wrap(Server()) if stay else None
    localserver.serve([CLSID])
    del held


if __name__ == "__main__":
    serve(stay="--stay" in sys.argv)
