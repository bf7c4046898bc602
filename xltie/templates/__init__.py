"""Workbooks for a new event: Settings, Players, Rounds, Standings, Crosstable, Race, Help."""

from xltie.templates.build import build_workbook, new_workbook

__all__ = ["build_workbook", "new_workbook"]
