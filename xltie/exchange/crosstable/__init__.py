"""Cross tables as arbiters paste them."""

from xltie.exchange.crosstable.reader import FORMAT, looks_like, read, read_noting

__all__ = ["FORMAT", "looks_like", "read", "read_noting"]
