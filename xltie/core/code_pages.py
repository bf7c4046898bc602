"""Which code page of Windows a text is in that does not say so and is not UTF-8."""

from __future__ import annotations

import re

WESTERN, CENTRAL = "cp1252", "cp1250"

_CENTRAL_CODES = re.compile(
    r"\b(?:ALB|BIH|CRO|CZE|HRV|HUN|MKD|MNE|POL|ROU|SLO|SRB|SVK|SVN|AL|BA|CZ|HR|HU|ME|MK|PL|RO|RS|SI"
    r"|SK)\b"
)
"""Countries, as federations abbreviate them, whose letters stand in Windows-1250 alone."""


def code_page_of(data: bytes) -> str:
    """Return Windows-1250 where those whose letters differ are mostly of its countries.

    Many letters, as in ``Müller`` or ``Kovács``, are the same in both; only lines count that read
    otherwise, as ``Jiří`` and ``Jiøí`` do. Without countries it is Windows-1252.

    >>> code_page_of("1;Novák, Jiří;CZE".encode("cp1250"))
    'cp1250'
    >>> code_page_of("1;Sørensen, Åge;DEN".encode("cp1252"))
    'cp1252'
    """
    try:
        central = data.decode(CENTRAL)
    except UnicodeDecodeError:
        return WESTERN
    western = data.decode(WESTERN, "replace")
    lines = zip(western.splitlines(), central.splitlines())
    differing = [one for one, other in lines if one != other]
    named = sum(_CENTRAL_CODES.search(line) is not None for line in differing)
    return CENTRAL if 2 * named > len(differing) else WESTERN
