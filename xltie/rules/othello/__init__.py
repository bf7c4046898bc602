"""Othello: discs, the Brightwell quotient and its constant, points of the Tatebayashi Open."""

from xltie.rules.othello import brightwell, brightwell_constant, tatebayashi
