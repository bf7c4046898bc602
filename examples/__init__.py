"""Example events."""
