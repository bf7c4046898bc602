"""The names by which LibreOffice knows the parts of the extension."""

from __future__ import annotations

EXTENSION = "org.xltie.calc"
ADD_IN = "org.xltie.calc.XltieAddIn"
COMMANDS = "org.xltie.calc.Commands"
LOAD_JOB = "org.xltie.calc.LoadJob"
LOADED, SEEN = "OnLoadFinished", "OnViewCreated"
"""The events of a document at which the job runs."""
PROTOCOL = "org.xltie.calc:"
INTERFACE = "XXltie"
TOOLBAR = "org.xltie.calc.toolbar"
PREFIX = ADD_IN.upper() + "."
"""What Calc writes before our functions inside, and LibreOffice up to 24.2 in .xlsx files."""


def method_of(name: str) -> str:
    """Return the method that answers a function: letters and digits, all that a method may have."""
    return name.lower().replace(".", "")
