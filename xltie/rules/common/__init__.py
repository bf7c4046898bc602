"""Rules that every game shares, and what all rules are made of."""

from xltie.rules.common import keizer, knock_out, score
