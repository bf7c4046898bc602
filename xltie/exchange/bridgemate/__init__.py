"""Results as the Bridgemate terminals leave them: the table ReceivedData of a .bws file."""

from xltie.exchange.bridgemate.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
