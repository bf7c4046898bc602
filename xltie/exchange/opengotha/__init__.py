"""Tournament files of OpenGotha."""

from xltie.exchange.opengotha.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
