"""Texts that Excel hands over once: an event goes with a thousand cells, but is sent one time.

A text is called by the digest of its very content, so that no name can stand for another event,
whichever workbook or program asks, and whatever was sent before or by whom.
"""

from __future__ import annotations

import hashlib
import marshal
from collections import OrderedDict
from typing import Any, Dict, Optional, Sequence, Tuple

MOST = 64
"""So many texts are kept; the one that was not asked for the longest time goes first."""

_kept: OrderedDict[str, Any] = OrderedDict()


def keep(content: Any) -> str:
    """Keep a text, or a column of texts, and return the name under which calls may mean it."""
    name = hashlib.sha256(marshal.dumps(content, 2)).hexdigest()
    _kept[name] = content
    _kept.move_to_end(name)
    while len(_kept) > MOST:
        _kept.popitem(last=False)
    return name


def filled(arguments: Sequence[Any], names: Dict[int, str]) -> Optional[Tuple[Any, ...]]:
    """Return the arguments with what was kept under ``names``, by index, in its place.

    None where a name is not known (any more): whoever asks has to send the text itself.
    """
    found = list(arguments)
    for index, name in names.items():
        if name not in _kept:
            return None
        _kept.move_to_end(name)
        found[index] = _kept[name]
    return tuple(found)
