"""Results of a session as text for the site BridgeWebs, as scoring programs write it."""

from xltie.exchange.bridgewebs.reader import FORMAT, looks_like, read, read_noting

__all__ = ["FORMAT", "looks_like", "read", "read_noting"]
