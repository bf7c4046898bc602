"""LIN, in which Bridge Base Online keeps hands and the matches of its vugraph."""

from xltie.exchange.lin.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
