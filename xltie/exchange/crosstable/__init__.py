"""Cross tables as arbiters paste them."""

from xltie.exchange.crosstable.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
