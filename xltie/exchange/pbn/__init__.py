"""Portable Bridge Notation."""

from xltie.exchange.pbn.reader import FORMAT, looks_like, read
from xltie.exchange.pbn.writer import write
