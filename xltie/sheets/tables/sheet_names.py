"""The sheets of our workbooks under the English names of what they hold, in any language.

A workbook calls its sheets in the language of its readers. What looks for a sheet, or for the name
of one in a formula, works on the English names and puts the workbook's own ones back at the end.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import Dict, Iterable, Mapping, Optional, TypeVar

from xltie.core.catalogues import english_texts, in_english, language_of
from xltie.core.cells import quote_sheet

_T = TypeVar("_T")
_K = TypeVar("_K")
_NAMED = re.compile(r"'((?:[^']|'')+)'!|(?<![\w.'\"!\]])([^\W\d][\w.]*)!")
"""The name of a sheet before a reference, in quotes or without."""


def own_names(sheets: Iterable[str]) -> Dict[str, str]:
    """Return the names of the sheets of a workbook by their English ones.

    The name of a sheet that is none of ours stands for itself; of two sheets of one meaning the
    second keeps its name.
    """
    found: Dict[str, str] = {}
    ours = english_texts("sheet")
    for name in sheets:
        english = in_english("sheet", name)
        english = ours.get(english.casefold(), english)
        found[name if english in found else english] = name
    return found


def sheet_of(sheets: Mapping[str, _T], english: str) -> Optional[_T]:
    """Return the sheet of an English name, whatever the workbook calls it."""
    name = own_names(sheets).get(english)
    return None if name is None else sheets[name]


def language_of_sheets(sheets: Iterable[str]) -> str:
    """Return the language that most sheets of ours have their names in; English where none has."""
    found = Counter(filter(None, (language_of("sheet", name) for name in sheets)))
    return found.most_common(1)[0][0] if found else "en"


def with_names(formula: str, names: Mapping[str, str]) -> str:
    """Return a formula with other names of sheets; texts in it stay as they are."""

    def renamed(match: re.Match[str]) -> str:
        name = (match[1] or match[2]).replace("''", "'")
        return quote_sheet(names[name]) + "!" if name in names else match[0]

    parts = formula.split('"')
    parts[::2] = [_NAMED.sub(renamed, part) for part in parts[::2]]
    return '"'.join(parts)


def english_formulas(
    formulas: Mapping[str, Mapping[_K, Optional[str]]], back: Mapping[str, str]
) -> Dict[str, Mapping[_K, Optional[str]]]:
    """Return the formulas of all sheets by their English names, which stand in the formulas too.

    ``back`` are the English names by those that the sheets have.
    """
    if all(called == english for called, english in back.items()):
        return dict(formulas)
    return {
        back[sheet]: {at: text and with_names(text, back) for at, text in of_sheet.items()}
        for sheet, of_sheet in formulas.items()
    }
