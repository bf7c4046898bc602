"""Published orders of criteria by name: accepted wherever a list of criteria is."""

from __future__ import annotations

from typing import Dict

CRITERIA_LISTS: Dict[str, str] = {
    "korea2020-rated": "PTS, H2H, PS, BH@korea2020, SB@korea2020, WON",
    "korea2020-unrated": "PTS, H2H, BH@korea2020, SB@korea2020, WON",
}
"""Korean chess practice of 2020, for fields in which most players have a rating, or have none."""


def expand(text: str) -> str:
    """Return the list that a name stands for, in any case; any other text as it is."""
    return CRITERIA_LISTS.get(text.strip().casefold(), text)
