"""Help texts in other languages: functions, their arguments, the titles of the menu.

They stand in the catalogues in the context ``function``. A function is keyed by its name, an
argument by ``.name`` for all functions or ``FUNCTION.name`` for one.
"""

from __future__ import annotations

from xltie.core.catalogues import entries


def help_text(code: str, name: str, argument: str = "") -> str:
    """Return the text of a function, of one of its arguments, or of the menu; "" without one."""
    known = entries(code)
    keys = (f"{name}.{argument}", f".{argument}") if argument else (name,)
    found = (known.get(("function", key), ("",))[0] for key in keys)
    return next(filter(None, found), "")
