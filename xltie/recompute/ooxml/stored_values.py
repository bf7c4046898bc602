"""A cell's value in the file and in Python: the ``t`` attribute and the text of ``<v>``."""

from __future__ import annotations

import math
import re
from datetime import datetime
from typing import Sequence

from xltie.core.cells import CellError, Scalar

STORABLE_ERRORS = frozenset(
    {"#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!", "#GETTING_DATA"}
)
LONGEST_TEXT = 32_767
FIFTEEN_DIGITS = 14
SMALLEST_EXPONENT = -323
# the difference that another order of addition can make
RELATIVE_NOISE = 1e-12
NOISE_AT_ZERO = 1e-13
_ESCAPED = re.compile(r"_x([0-9A-Fa-f]{4})_")
_LOOKS_ESCAPED = re.compile(r"_(?=x[0-9A-Fa-f]{4}_)")
_NOT_XML = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\r\ud800-\udfff\ufffe\uffff]")
_EPOCH = datetime(1899, 12, 30)


def unescape(text: str) -> str:
    """Turn the ``_x000D_`` of a file into the character that it means."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)), text) if "_x" in text else text


def escape(text: str) -> bytes:
    """Return text as it stands in a file, with what XML cannot hold as ``_xHHHH_``."""
    if "_x" in text:
        text = _LOOKS_ESCAPED.sub("_x005F_", text)
    if not text.isprintable():  # nothing that is printed has to be escaped so
        text = _NOT_XML.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
    if "&" in text or "<" in text or ">" in text:
        text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.encode("utf-8")


def number_text(number: float) -> str:
    """Return a number as Excel writes it: no ``.0``, a capital E."""
    if abs(number) < 1e15 and number == int(number):
        return str(int(number))
    return repr(float(number)).replace("e", "E")


def decode(kind: str | None, text: str | None, strings: Sequence[str]) -> Scalar:
    """Return the value of a cell from its type and the text of its ``<v>`` (None: no ``<v>``)."""
    if text is None or (text == "" and kind != "str"):
        return None
    if kind == "s":
        index = text.strip()
        return strings[int(index)] if index.isdecimal() and int(index) < len(strings) else None
    if kind is None or kind == "n":
        return _decode_number(text)
    if kind == "b":
        return text.strip() in ("1", "true")
    if kind == "e":
        return CellError(text.strip())
    if kind == "d":
        return _decode_date(text)
    return unescape(text)


def _decode_number(text: str) -> Scalar:
    try:
        return float(text) if text.strip() else None
    except ValueError:
        return text


def _decode_date(text: str) -> Scalar:
    """Return the serial number of an ISO date, as a strict workbook may store it.

    There the day 0 is 30 December 1899, also before March 1900 (ECMA-376, part 1, 18.17.4.1).
    """
    try:
        moment = datetime.fromisoformat(text.strip().rstrip("Z"))
    except ValueError:
        return text
    return (moment.replace(tzinfo=None) - _EPOCH).total_seconds() / 86400


def encode(value: Scalar) -> tuple[bytes | None, bytes | None]:
    """Return the ``t`` attribute and the content of ``<v>``; None for what is to be left out."""
    if value is None:
        return None, None
    if isinstance(value, str):
        return b"str", escape(value[:LONGEST_TEXT])
    if isinstance(value, bool):
        return b"b", b"1" if value else b"0"
    if isinstance(value, CellError):
        return b"e", stored_error(value.code).encode("ascii")
    return None, number_text(value).encode("ascii")


def stored_error(code: str) -> str:
    """Return the error that a file holds: the newest ones need rich values, so ``#VALUE!``."""
    return code if code in STORABLE_ERRORS else "#VALUE!"


def same_number(left: float, right: float) -> bool:
    """Tell whether two numbers agree within one unit of the 15th digit, all that Excel shows."""
    if left == right:
        return True
    if left == 0 or right == 0 or (left < 0) != (right < 0):
        return False
    if not (math.isfinite(left) and math.isfinite(right)):
        return False
    magnitude = math.floor(math.log10(max(abs(left), abs(right))))
    return bool(abs(left - right) <= 10.0 ** max(magnitude - FIFTEEN_DIGITS, SMALLEST_EXPONENT))


def same_value(old: Scalar, new: Scalar) -> bool:
    """Tell whether a stored value already says what a new one would."""
    kind = type(old)
    if kind is type(new) and (kind is str or kind is float) and old == new:
        return kind is float or len(new) <= LONGEST_TEXT  # type: ignore[arg-type]
    if isinstance(old, bool) or isinstance(new, bool):
        return old is new
    if isinstance(old, CellError) and isinstance(new, CellError):
        return stored_error(old.code) == stored_error(new.code)
    if isinstance(old, (int, float)) and isinstance(new, (int, float)):
        return same_number(float(old), float(new))
    if isinstance(old, str) and isinstance(new, str):
        return old == new[:LONGEST_TEXT]
    return old is None and new is None


def noise(stored: Scalar, computed: Scalar, operand: float = 0.0) -> bool:
    """Tell whether two numbers differ only by the order in which they were computed.

    ``operand`` is the largest number that went in: a difference of large numbers is less sure.
    """
    if isinstance(stored, bool) or isinstance(computed, bool):
        return False
    if not isinstance(stored, (int, float)) or not isinstance(computed, (int, float)):
        return False
    largest = max(abs(stored), abs(computed))
    if 0 in (stored, computed):
        return bool(largest <= max(NOISE_AT_ZERO, RELATIVE_NOISE * operand))
    return bool(abs(stored - computed) <= RELATIVE_NOISE * max(largest, operand))
