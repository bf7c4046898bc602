"""Results of a session as text for the site BridgeWebs, as scoring programs write it."""

from xltie.exchange.bridgewebs.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
