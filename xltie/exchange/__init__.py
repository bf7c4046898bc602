"""Files of other programs: read to an event, written from one."""

from __future__ import annotations

from xltie.exchange.registry import (
    Format,
    format_called,
    format_for_writing,
    format_of,
    formats,
    formats_named,
    suffixes_written,
)
from xltie.exchange.unsaid import counterparts, losses

__all__ = [
    "Format", "counterparts", "format_called", "format_for_writing", "format_of", "formats",
    "formats_named", "losses", "suffixes_written",
]  # fmt: skip
