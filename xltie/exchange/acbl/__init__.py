"""Club results of the American Contract Bridge League, as its site publishes them."""

from xltie.exchange.acbl.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
