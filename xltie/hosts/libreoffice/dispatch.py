"""The menu and the toolbar *Tournament*: one click runs one command over the open document."""

from __future__ import annotations

from typing import Any, Optional, Tuple

import unohelper
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization

from xltie.hosts.libreoffice.named_service import NamedService
from xltie.hosts.libreoffice.names import COMMANDS, PROTOCOL


class Commands(
    unohelper.Base,  # type: ignore[misc]
    XDispatchProvider,  # type: ignore[misc]
    XDispatch,  # type: ignore[misc]
    XInitialization,  # type: ignore[misc]
    NamedService,
):
    """Answers the addresses ``org.xltie.calc:recompute`` and so on."""

    services = (COMMANDS, "com.sun.star.frame.ProtocolHandler")

    def __init__(self, context: Any) -> None:
        self.context = context
        self.frame: Any = None

    def initialize(self, arguments: Any) -> None:
        """Keep the frame that the menu belongs to: its document is the one that is meant."""
        if arguments:
            self.frame = arguments[0]

    def queryDispatch(self, url: Any, target: str, flags: int) -> Optional[Any]:  # noqa: N802
        """Return who runs a command."""
        return self if url.Protocol == PROTOCOL else None

    def queryDispatches(self, requests: Any) -> Tuple[Any, ...]:  # noqa: N802
        """Return who runs each of several commands."""
        return tuple(
            self.queryDispatch(request.FeatureURL, request.FrameName, request.SearchFlags)
            for request in requests
        )

    def dispatch(self, url: Any, arguments: Any) -> None:
        """Run a command."""
        from xltie.hosts.libreoffice.commands import run

        if self.frame is not None and self.frame.getController() is not None:
            run(self.context, self.frame, url.Path)

    def addStatusListener(self, listener: Any, url: Any) -> None:  # noqa: N802
        """Do nothing: a command is never greyed out."""

    def removeStatusListener(self, listener: Any, url: Any) -> None:  # noqa: N802
        """Do nothing, as :meth:`addStatusListener`."""
