"""EGD tournament files, the results that Go clubs send to the European rating list."""

from xltie.exchange.h9.encodings import decode
from xltie.exchange.h9.reader import FORMAT, looks_like, read
from xltie.exchange.h9.writer import write
