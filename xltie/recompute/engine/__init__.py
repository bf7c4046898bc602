"""The engine that evaluates formulas, and what makes it answer as Excel does."""
