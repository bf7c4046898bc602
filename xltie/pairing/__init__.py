"""Pairing the next round: one optimal engine, the systems as lists of wishes over it."""
