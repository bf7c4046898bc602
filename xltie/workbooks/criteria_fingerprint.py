"""What the places and columns of a file rest on besides its games, as a text to compare later.

A workbook made from a file keeps this text beside the lines of the file. Where it is another one
when the file is written again, the old lines no longer say what the workbook shows.
"""

from __future__ import annotations

import zlib
from collections.abc import Iterable, Mapping

from xltie.event import Contestant
from xltie.games.preset import Preset

_KEYS = (
    "format", "rulebook", "criteria", "absent", "bye", "rounding", "unplayed", "basis", "limits",
)  # fmt: skip


def criteria_fingerprint(
    preset: Preset, said: Mapping[str, object], contestants: Iterable[Contestant]
) -> str:
    """Return the settings that places rest on, and a check sum of the start scores."""
    usual = {setting.key: setting.default for setting in preset.settings}
    values = {key: str(said.get(key, usual.get(key, ""))) for key in _KEYS}
    starts = ";".join(f"{contestant.id}:{contestant.start}" for contestant in contestants)
    told = "; ".join(f"{key}={' '.join(text.split())}" for key, text in values.items() if text)
    return f"{told}; starts={zlib.crc32(starts.encode()):08x}"
