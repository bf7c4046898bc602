"""The event as text: in cells, and out of them again."""

from __future__ import annotations

from xltie.event.packed.text import (
    LONGEST,
    MOST_PARTS,
    OVERWRITTEN,
    RefusedEvent,
    is_event_text,
    pack,
    pack_refusal,
    part_of,
    unpack,
)

__all__ = [
    "LONGEST", "MOST_PARTS", "OVERWRITTEN", "RefusedEvent", "is_event_text", "pack",
    "pack_refusal", "part_of", "unpack",
]  # fmt: skip
