"""The rules, one function each: importing a game's folder declares the functions of that game."""

from __future__ import annotations

from importlib import import_module

FOLDERS = ("bridge", "chess", "common", "go", "othello")


def load(game: str = "") -> None:
    """Declare the rules of a game and those that every game shares; those of all games if omitted.

    A command that ranks one event needs no more than that, and is there in half the time.
    """
    for folder in ("common", game) if game in FOLDERS else FOLDERS:
        import_module(f"{__name__}.{folder}")  # in Calc this package has another name
