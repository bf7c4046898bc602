"""Files of other programs: read to an event, written from one."""

from __future__ import annotations

from xltie.exchange.registry import (
    Format,
    format_called,
    format_for_writing,
    format_of,
    formats,
    formats_named,
    suffixes_read,
    suffixes_written,
)
