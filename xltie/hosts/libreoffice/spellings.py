r"""The names under which programs and versions store xltie functions in formulas.

Files come with ``BQ(``, with ``[1]!BQ(`` or ``'C:\path\xltie.xlam'!BQ(`` (an Excel add-in), with
``_xll.BQ(``, ``_xldudf_TIE_BQ(`` (Office.js), ``_xludf.``, ``_xlfn.``, with ``@`` or
``_xlfn.SINGLE(`` before it, and with LibreOffice's own ``ORG.XLTIE.CALC.XLTIEADDIN.BQ(``, which
LibreOffice 25 also makes of a name behind an ``@``, and then cannot compute. Nothing of the engine
is imported here: every document that is opened is looked at.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Iterable, Pattern, Tuple

from xltie.hosts.libreoffice.names import PREFIX

_TEXT = r'"(?:[^"]|"")*"'
_LINK = r"(?:'(?:[^']|'')*'(?P<hash>\#\$?|!\$?)|\[\d+\]!|[\w.]+\.(?:xla[mx]?|xlsm|xll)[!\#]\$?)"
_STORE = r"(?:_xlfn\.|_xlws\.|_xll\.|_xludf\.|_xldudf_(?:[a-z0-9]+_)?|(?:xl)?tie\.)"

_TABLE_PART = re.compile(
    rf"(?P<text>{_TEXT})|(?<=[\w.])\[\#(?:all|data|headers|totals)\]", re.IGNORECASE
)


@lru_cache(maxsize=4)
def _pattern(names: Tuple[str, ...], own_prefix: bool) -> Pattern[str]:
    known = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    any_store = f"(?:{_STORE}|{re.escape(PREFIX)})"
    stores = any_store if own_prefix else _STORE
    return re.compile(
        rf"(?P<text>{_TEXT})|(?<![\w.])(?P<single>_xlfn\.single)\((?=.*?(?:{known})\()"
        rf"|(?<![\w.!'#$])(?:@?{_LINK}{any_store}*|@{any_store}*|{stores}*)(?P<name>{known})\(",
        re.IGNORECASE,
    )


def respelled(formula: str, names: Iterable[str], own_prefix: bool = False) -> str:
    """Return a formula with our functions by their bare names, whatever stood before them.

    ``own_prefix`` takes LibreOffice's own prefix off as well.

    >>> respelled('=IF(A2="_xll.BQ(";[1]!bq(A2;B1:C9);@_xll.BQ(1;B1:C9))', ["BQ"])
    '=IF(A2="_xll.BQ(";BQ(A2;B1:C9);BQ(1;B1:C9))'
    """
    pattern = _pattern(tuple(names), own_prefix)
    done, position = [], 0
    for match in pattern.finditer(formula):
        if match.start() < position or match["text"]:
            continue
        done.append(formula[position : match.start()])
        position = match.end()
        if match["single"]:
            done.append("(")
            continue
        done.append(match["name"].upper() + "(")
        if "#" in (match["hash"] or ""):
            end = _closing(formula, position)
            # LibreOffice 26 reads the arguments after such a link as one union of ranges.
            arguments = formula[position:end].replace("~", ";")
            done.append(respelled(arguments, names, own_prefix))
            position = end
    done.append(formula[position:])
    return "".join(done)


def with_whole_tables(formula: str) -> str:
    """Return a formula with parts of tables in double brackets, as Calc's own grammar has them.

    >>> with_whole_tables("=BQ(A2;Rounds[#all])")
    '=BQ(A2;Rounds[[#all]])'
    """
    return _TABLE_PART.sub(lambda match: match[0] if match["text"] else f"[{match[0]}]", formula)


def _closing(formula: str, start: int) -> int:
    """Return where the bracket opened before ``start`` closes, the end where it does not."""
    depth, quote = 1, ""
    for index in range(start, len(formula)):
        letter = formula[index]
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "\"'":
            quote = letter
        else:
            depth += (letter == "(") - (letter == ")")
            if not depth:
                return index
    return len(formula)


def is_resolved(formula: str) -> bool:
    """Tell whether Calc has found one of our functions in a formula."""
    return PREFIX in formula


def is_unresolved(formula: str, names: Iterable[str]) -> bool:
    """Tell whether a formula, as Calc holds it, calls one of our functions under another name."""
    return any(match["name"] for match in _pattern(tuple(names), False).finditer(formula))
