"""Tournament files of OpenGotha."""

from xltie.exchange.opengotha.reader import FORMAT, looks_like, read
from xltie.exchange.opengotha.writer import write

__all__ = ["FORMAT", "looks_like", "read", "write"]
