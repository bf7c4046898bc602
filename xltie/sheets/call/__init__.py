"""A call in a cell: its arguments, and its value as cells."""

from __future__ import annotations

from xltie.sheets.call.evaluation import callables, criterion_value_of, evaluate_call

__all__ = ["callables", "criterion_value_of", "evaluate_call"]
