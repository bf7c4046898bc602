"""What LibreOffice asks of every object that it makes by a name."""

from __future__ import annotations

from typing import Tuple

from com.sun.star.lang import XServiceInfo


class NamedService(XServiceInfo):  # type: ignore[misc]
    """An object that says what it is registered as."""

    services: Tuple[str, ...]
    """Its own name, and those of the services that it stands for."""

    def getImplementationName(self) -> str:  # noqa: N802
        """Return the name of the object."""
        return self.services[0]

    def supportsService(self, name: str) -> bool:  # noqa: N802
        """Tell whether the name is one of its services."""
        return name in self.services

    def getSupportedServiceNames(self) -> Tuple[str, ...]:  # noqa: N802
        """Return the names of its services."""
        return self.services
