r"""The names under which programs store a function, ours and others.

Excel stores ``BQ(`` for VBA, ``[1]!BQ(`` or ``'C:\path\\xltie.xlam'!BQ(`` for an add-in,
``_xll.BQ(`` for an XLL, ``_xldudf_XLTIE_BQ(`` for Office.js; LibreOffice stores ``bq(`` or
``ORG.XLTIE.CALC.XLTIEADDIN.BQ(``; newer built-in functions stand behind ``_xlfn.``.
"""

from __future__ import annotations

import re
from typing import Iterable

_PREFIX = re.compile(
    r"(?:(?:'(?:[^']|'')*'|\[\d+\]|[\w.]+\.(?:xlam|xla|xll|xlsm))!"
    r"|_xlfn\.|_xlws\.|_xludf\.|_xll\.|org\.xltie\.calc\.xltieaddin\.)+",
    re.IGNORECASE,
)
_OFFICE_JS = re.compile(r"_xldudf_(.+)", re.IGNORECASE)
_FOREIGN = ("_xll.", "_xldudf_", "_xludf.", "org.")


class Spelling:
    r"""Finds our functions under all their stored names.

    >>> Spelling(["BQ"]).ours("'C:\\my files\\xltie.xlam'!_xludf.bq")
    'BQ'
    """

    def __init__(self, names: Iterable[str]) -> None:
        self.names = frozenset(name.upper() for name in names)
        self._known: dict[str, str | None] = {}

    def ours(self, stored: str) -> str | None:
        """Return the bare name of an xltie function, or None for any other function."""
        if stored not in self._known:
            self._known[stored] = self._find(stored)
        return self._known[stored]

    def _find(self, stored: str) -> str | None:
        bare = _PREFIX.sub("", stored, count=1).upper()
        match = _OFFICE_JS.fullmatch(bare)
        if match is None:
            return bare if bare in self.names else None
        # the namespace of an Office.js add-in may itself hold underscores
        words = match[1].split("_")
        tails = ("_".join(words[start:]) for start in range(len(words)))
        return next((tail for tail in tails if tail in self.names), None)


def built_in(stored: str) -> str:
    """Return the plain upper-case name of a function that is not one of xltie's."""
    return _PREFIX.sub("", stored, count=1).upper()


def from_an_add_in(stored: str) -> bool:
    """Tell whether a stored name belongs to some add-in or to another workbook."""
    return "!" in stored or stored.lower().startswith(_FOREIGN)
