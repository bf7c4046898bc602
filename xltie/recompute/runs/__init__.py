"""Runs of formulas computed as vectors, without the general engine."""
