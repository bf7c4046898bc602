"""The menu and the toolbar *Tournament*: one click runs one command over the open document."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, Optional, Tuple

import uno
import unohelper
from com.sun.star.frame import XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization

from xltie.hosts.libreoffice.loading import LISTENING, states
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
        """Tell a menu or a toolbar what it shows, now and whenever a document was loaded."""
        LISTENING.append((self, listener, url))
        self.tell(listener, url)

    def removeStatusListener(self, listener: Any, url: Any) -> None:  # noqa: N802
        """Forget a menu or a toolbar."""
        LISTENING[:] = [
            known for known in LISTENING
            if not (known[0] is self and known[1] == listener and known[2].Path == url.Path)
        ]  # fmt: skip

    def tell(self, listener: Any, url: Any) -> None:
        """Tell a menu or a toolbar what a button is called, and whether it is shown."""
        controller = None if self.frame is None else self.frame.getController()
        document = None if controller is None else controller.getModel()
        if document is None or not hasattr(document, "NamedRanges"):
            return
        for state in states(document, url.Path):
            event = uno.createUnoStruct("com.sun.star.frame.FeatureStateEvent")
            event.FeatureURL, event.Source, event.IsEnabled, event.State = url, self, True, state
            with suppress(Exception):  # a window that is being closed
                listener.statusChanged(event)
