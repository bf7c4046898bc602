"""The engine that evaluates formulas, and what makes it compute as Excel does."""
