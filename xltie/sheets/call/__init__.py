"""A call in a cell: its arguments, and its value as cells."""

from __future__ import annotations

from xltie.sheets.call.evaluation import Answer, answers_by_player, evaluate_call, no_event
from xltie.sheets.call.player_call import explained_call
