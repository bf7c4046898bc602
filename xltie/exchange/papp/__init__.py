"""Work files of PAPP, the French federation's program for Othello tournaments."""

from xltie.exchange.papp.reader import FORMAT, looks_like, read

__all__ = ["FORMAT", "looks_like", "read"]
