"""Complex numbers, with the values that Excel stored in public workbooks.

From IronCalc's ``COMPLEXs.xlsx`` and the formula tests of ZK Spreadsheet.
"""

from __future__ import annotations

import pytest

from tests.recompute.books import sheet, values
from xltie.recompute import recompute


@pytest.mark.parametrize(
    ("formula", "stored"),
    [
        ('IMCOS("1+i")', "0.833730025131149-0.988897705762865i"),
        ('IMEXP("1+i")', "1.46869393991589+2.28735528717884i"),
        ('IMLN("3+4i")', "1.6094379124341+0.927295218001612i"),
        ('IMLOG10("3+4i")', "0.698970004336019+0.402719196273373i"),
        ('IMREAL(IMTAN("12+6i"))', -1.11280735120837e-05),
        ('IMREAL(IMCOT("12+6i"))', -1.11281895226721e-05),
        ('IMDIV("3+4i","-4+5i")', "0.195121951219512-0.75609756097561i"),
        ('IMPRODUCT("3+4i","-4+5i")', "-32-i"),
        ('IMCONJUGATE("1-2j")', "1+2j"),
        ('IMCONJUGATE("1E-20")', "1E-20"),
        ("IMSUM(A9,B9)", "0"),
        ("COMPLEX(1,2,0)", "#VALUE!"),
        ('COMPLEX(1,-1,"j")', "1-j"),
        ("COMPLEX(0.0000000000000001,0)", "0.0000000000000001"),
        ('IMARGUMENT("0")', "#DIV/0!"),
        ('IMLN("0")', "#NUM!"),
        ('IMSUM("i","j")', "#VALUE!"),
        ('IMABS("3i4")', "#NUM!"),
        ('IMREAL("34")', 34),
        ('IMAGINARY("4i")', 4),
    ],
)
def test_a_complex_number_reads_as_excel_stores_it(formula, stored):
    data, report = recompute(sheet({"A1": "=" + formula}), {})
    assert report.uncomputable == []
    assert values(data)["A1"] == (
        stored if isinstance(stored, str) else pytest.approx(stored, 1e-14)
    )
