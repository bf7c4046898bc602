"""Pairing the next round: one optimal engine, the systems as lists of objectives over it."""

from __future__ import annotations

from xltie.pairing.options import Couple, RoundOptions
