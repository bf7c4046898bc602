"""Reports of rated games to the American Go Association."""

from xltie.exchange.aga.report import FORMAT, losses, write

__all__ = ["FORMAT", "losses", "write"]
