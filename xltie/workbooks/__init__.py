"""Workbooks for a new event, and sheets that are added to one: Settings, Players, Rounds ..."""
