"""The language of a workbook: that which its Settings name, or that its labels are in.

What cells and buttons say goes by it, whoever looks at them; a command may be asked for another.
"""

from __future__ import annotations

from typing import Any, Optional

from xltie.core.cells import Grid
from xltie.core.language import Language, language
from xltie.event import Event
from xltie.settings.declared import LANGUAGE
from xltie.sheets.settings.settings_sheet import settings_of


def settings_language(settings: Optional[Grid]) -> str:
    """Return the code of the language of a Settings range; English where it has none."""
    return settings_of(settings).spoken


def event_language(event: Event) -> Language:
    """Return the language of an event; English for one that does not say."""
    return language(event.settings.text(LANGUAGE))


def with_headings(answer: Any, event: Event) -> Any:
    """Return what a function answers; of rows the headings are put into the language of the event.

    The first row of an answer in rows is its heading.
    """
    chosen = event_language(event)
    if chosen.code == "en" or not isinstance(answer, list) or not answer:
        return answer
    first, *others = answer
    headings = (chosen.heading(cell) if isinstance(cell, str) else cell for cell in first)
    return [tuple(headings), *others]
