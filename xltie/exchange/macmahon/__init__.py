"""Tournament files of MacMahon, by C. Gerlach."""

from xltie.exchange.macmahon.reader import FORMAT, looks_like, read
from xltie.exchange.macmahon.writer import write
