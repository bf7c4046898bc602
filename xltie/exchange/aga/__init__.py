"""Reports of rated games to the American Go Association."""

from xltie.exchange.aga.report import FORMAT, remarks, write

__all__ = ["FORMAT", "remarks", "write"]
