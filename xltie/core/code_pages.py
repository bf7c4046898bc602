"""Which code page of Windows a text is in that does not say so and is not UTF-8."""

from __future__ import annotations

import re

WESTERN, CENTRAL, TURKISH = "cp1252", "cp1250", "cp1254"

_CODES = (
    "(?:ALB|BIH|CRO|CZE|HRV|HUN|MKD|MNE|POL|ROU|SLO|SRB|SVK|SVN|AL|BA|CZ|HR|HU|ME|MK|PL|RO|RS|SI"
    "|SK)"
)
"""Countries, as federations abbreviate them, whose letters stand in Windows-1250 alone."""
_CENTRAL_CODES = re.compile(rf"\b{_CODES}\b")
_CENTRAL_CELL = re.compile(rf"(?:^|[;,\t|])\s*\"?{_CODES}\"?\s*(?:$|[;,\t|])")
_IN_CELLS = re.compile(r"[;\t|]|,\S")
_HALF = "\u02dd"
"""What a half of Windows-1252 is in Windows-1250: an accent above no letter."""


def code_page_of(data: bytes) -> str:
    """Return Windows-1250 where those whose letters differ are mostly of its countries.

    Many letters, as in ``Müller`` or ``Kovács``, are the same in both; only lines count that read
    otherwise, as ``Jiří`` and ``Jiøí`` do. A country fills a cell: ``SK Lund`` is a club. Without
    countries it is Windows-1254 where all letters are those of Turkish, as in ``Þahin`` for
    ``Şahin``, and else Windows-1252.

    >>> code_page_of("1;Novák, Jiří;CZE".encode("cp1250"))
    'cp1250'
    >>> code_page_of("1;Sørensen, Åge;DEN".encode("cp1252"))
    'cp1252'
    >>> code_page_of("1;Şahin;Çelik".encode("cp1254"))
    'cp1254'
    """
    western = data.decode(WESTERN, "replace")
    if _is_turkish(western):
        return TURKISH
    try:
        central = data.decode(CENTRAL)
    except UnicodeDecodeError:
        return WESTERN
    if _HALF in central:
        return WESTERN
    lines = zip(western.splitlines(), central.splitlines())
    differing = [one for one, other in lines if one != other]
    named = sum(
        (_CENTRAL_CELL if _IN_CELLS.search(line) else _CENTRAL_CODES).search(line) is not None
        for line in differing
    )
    return CENTRAL if 2 * named > len(differing) else WESTERN


def _is_turkish(western: str) -> bool:
    """Tell whether all letters of a text are those of Turkish, read as Western European."""
    letters = {letter for letter in western if letter.isalpha() and not letter.isascii()}
    is_other = letters - set("çÇöÖüÜýÝþÞðÐâÂîÎûÛ")
    return bool(not is_other and letters & set("þÞðÐ") and letters & set("çÇüÜýÝ"))
