"""Registers the services of the extension; each is imported when LibreOffice first asks for it.

This file is executed when the extension is installed too, where the type library is not known yet
and an error would stop the installation: it imports nothing of xltie by itself.
"""

from __future__ import annotations

from typing import Any

import unohelper

ADD_IN = "org.xltie.calc.XltieAddIn"
COMMANDS = "org.xltie.calc.Commands"
LOAD_JOB = "org.xltie.calc.LoadJob"


def add_in(context: Any, *arguments: Any) -> Any:
    """Return the cell functions."""
    from xltie.hosts.libreoffice.functions import add_in_class

    return add_in_class()()


def commands(context: Any, *arguments: Any) -> Any:
    """Return the handler of the menu and the toolbar."""
    from xltie.hosts.libreoffice.dispatch import Commands

    return Commands(context)


def load_job(context: Any, *arguments: Any) -> Any:
    """Return what looks at every document that was loaded."""
    from xltie.hosts.libreoffice.loading import LoadJob

    return LoadJob()


g_ImplementationHelper = unohelper.ImplementationHelper()  # noqa: N816 (LibreOffice's name)
g_ImplementationHelper.addImplementation(add_in, ADD_IN, (ADD_IN,))
g_ImplementationHelper.addImplementation(
    commands, COMMANDS, (COMMANDS, "com.sun.star.frame.ProtocolHandler")
)
g_ImplementationHelper.addImplementation(load_job, LOAD_JOB, (LOAD_JOB, "com.sun.star.task.Job"))
