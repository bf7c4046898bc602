"""Lists of criteria by the names they are published under, and a list taken apart."""

from __future__ import annotations

from typing import Dict, List

CRITERIA_LISTS: Dict[str, str] = {
    "korea2020-rated": "PTS, H2H, PS, BH@korea2020, SB@korea2020, WON",
    "korea2020-unrated": "PTS, H2H, BH@korea2020, SB@korea2020, WON",
}
"""Korean chess practice of 2020, for fields in which most players have a rating, or have none."""


def expand(text: str) -> str:
    """Return the list that a name stands for, in any case; any other text as it is."""
    return CRITERIA_LISTS.get(text.strip().casefold(), text)


def split_list(text: str) -> List[str]:
    """Split at commas, semicolons and line ends that stand outside brackets."""
    parts, depth = [""], 0
    for letter in text:
        depth += (letter == "(") - (letter == ")")
        if letter in ",;\n" and depth <= 0:
            parts.append("")
        else:
            parts[-1] += letter
    return [part.strip() for part in parts if part.strip()]
