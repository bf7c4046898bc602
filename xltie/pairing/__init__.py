"""Pairing the next round: one optimal engine, the systems as lists of objectives over it."""
