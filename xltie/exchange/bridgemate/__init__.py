"""Bridgemate's .bws files: the movement for the terminals, and the results that they sent."""

from xltie.exchange.bridgemate.reader import FORMAT, looks_like, read
from xltie.exchange.bridgemate.writer import write
