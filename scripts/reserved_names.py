"""Makes ``xltie/functions/localized_names.py`` of ``scripts/excel_function_names.csv``.

The table holds a row for each name that Excel, or LibreOffice Calc, gives a function of its own in
any language, as far as a function of ours could be called so: capital letters and digits, and not
already in ``BUILT_IN``. Its columns are the name, the English function, the languages, and the
public tables that have it:

P PHPOffice/PhpSpreadsheet, ``Calculation/locale`` (copy of 2026-08-22)
H handsontable/hyperformula, ``src/i18n/languages`` (2026-04-15)
E charlesmacaron/ExcelFunctionTranslator, ``json/index.json`` (2021-07-13)
I ironcalc/IronCalc, ``generate_language`` (2026-08-07)
F wilson-anysphere/formula, ``formula-engine/src/locale/data`` (2026-01-18)
L LibreOffice 7.4.7, message catalogues of Debian 12

A name counts if any table has it: a false alarm costs a rename, a miss a wrong number. A new name
is a new row; ``python scripts/refresh.py`` then writes the module.
"""

from __future__ import annotations

import csv
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "scripts" / "excel_function_names.csv"
MODULE = ROOT / "xltie" / "functions" / "localized_names.py"

_HEAD = '''\
"""Functions of Excel and LibreOffice Calc by their names in other languages than English.

Made by ``scripts/reserved_names.py``, whose table says which language and source each is from.
"""

LOCALIZED = frozenset(
    """
'''
_FOOT = '''
    """.split()
)
'''


def rows() -> list[dict[str, str]]:
    """Return the rows of the table."""
    with TABLE.open(encoding="ascii", newline="") as file:
        return list(csv.DictReader(file))


def module() -> str:
    """Return the text of the module."""
    names = " ".join(sorted({row["name"] for row in rows()}))
    return _HEAD + textwrap.fill(names, 100, break_on_hyphens=False) + _FOOT
