"""Numbers as texts: what Excel shows for ``=A1&""``.

The pairs are Excel's own renderings, as Apache POI lists them (NumberToTextConversionExamples): the
eight bytes of a number, and its text.
"""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from xltie.recompute.engine.texts import DIGITS, text_from, text_of_number

EXCEL = [
    ("405EDD3C07FB4C8C", "123.456789012345"),
    ("405EDD3C07FB4C99", "123.456789012346"),
    ("3F543A272D9E0E49", "0.00123456789012345"),
    ("3F543A272D9E0E4A", "0.00123456789012346"),
    ("3F543A272D9E0EA6", "0.00123456789012348"),
    ("544CE6345CF3209C", "1.23456789012345E+98"),
    ("544CE6345CF3209D", "1.23456789012346E+98"),
    ("54820FE0BA17F5E9", "1.2345678901236E+99"),
    ("54820FE0BA17F920", "1.2345678901238E+99"),
    ("547D42AEA2879F2B", "1E+99"),
    ("547D42AEA287A0A1", "1.0000000000001E+99"),
    ("54B249AD2594C361", "1E+100"),
    ("2B95DF5CA28EF4A7", "1.00000000000002E-98"),
    ("2B95DF5CA28EF3ED", "1E-98"),
    ("2B95DF5CA28EF3EB", "9.9999999999999E-99"),
    ("2B617F7D4ED8C41B", "1E-99"),
    ("3EE9E409302678BA", "1.23456789012346E-05"),
    ("3F202E85BE180B74", "0.000123456789012346"),
    ("3EE9E409301B5A02", "0.0000123456789"),
    ("3E6E7D05BDABDE50", "0.000000056789012345"),
    ("3E6E7D05BDAD407E", "5.67890123456E-08"),
    ("0036319916D67853", "1.2345678901235E-307"),
    ("359DEE7A4AD4B81F", "2E-50"),
    ("42DC12218377DE6B", "123456789012346"),
    ("43118B54F22AEB03", "1234567890123460"),
    ("43E56A95319D63E1", "12345678901234600000"),
    ("441AC53A7E04BCDA", "1.23456789012346E+20"),
    ("C3E56A95319D63E1", "-12345678901234600000"),
    ("7FEFFFFFFFFFFFFF", "1.7976931348623E+308"),
    ("0010000000000000", "2.2250738585072E-308"),
    ("000FFFFFFFFFFFFF", "0"),
    ("40FE26BFFFFFFFF9", "123500"),
    ("3BCD291DEF868C89", "1.235E-20"),
    ("444B1AE4D6E2EF4F", "1E+21"),
    ("C12E847FFFFFFFFF", "-1000000"),
    ("BC32725DD1D243AB", "-0.000000000000000001"),
    ("BBFD83C94FB6D2AB", "-1E-19"),
]


@pytest.mark.parametrize(("number", "text"), EXCEL)
def test_excels_own_renderings(number, text):
    assert text_of_number(*struct.unpack(">d", bytes.fromhex(number))) == text


@pytest.mark.slow
@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_the_text_is_the_number_to_fourteen_digits(number):
    text = text_of_number(number)
    assert float(text) == pytest.approx(number, rel=10.0 ** (2 - DIGITS), abs=0)
    assert len(text.lstrip("-")) <= 21


def test_what_is_no_number():
    assert [text_from(value) for value in (None, True, False, "a", 3)] == [
        "",
        "TRUE",
        "FALSE",
        "a",
        "3",
    ]
