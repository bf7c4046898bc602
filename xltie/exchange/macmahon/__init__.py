"""Tournament files of MacMahon, by C. Gerlach."""

from xltie.exchange.macmahon.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
