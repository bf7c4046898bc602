"""Othello: discs, the Brightwell quotient and its constant."""

from xltie.rules.othello import brightwell, brightwell_constant, disc_difference
