"""USEBIO, the XML of bridge clubs."""

from xltie.exchange.usebio.reader import FORMAT, looks_like, read
from xltie.exchange.usebio.writer import write
