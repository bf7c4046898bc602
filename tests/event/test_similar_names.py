"""Hidden characters in names, and names that look the same, are said; names stay as they are."""

from __future__ import annotations

import pytest

from xltie import api


def _warnings(names: list[str]) -> list[str]:
    pairs = zip(names[::2], names[1::2])
    table = "Round,White,Black,Result\n" + "".join(f"1,{a},{b},1-0\n" for a, b in pairs)
    opened = api.open_event(table.encode(), name="club.csv")
    assert [contestant.id for contestant in opened.event.contestants] == names
    return [str(fault.text) for fault in opened.warnings]


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (
            ["AnnLee", "Ann\u200bLee"],
            [
                "Ann<U+200B>Lee: the name has characters that nobody can see",
                "Ann<U+200B>Lee and AnnLee look the same and are two entries",
            ],
        ),
        (["\u202eeve", "Bob"], ["<U+202E>eve: the name has characters that nobody can see"]),
        (["Петров", "Пeтров"], ["Пeтров and Петров look the same and are two entries"]),
        (["Müller", "Mu\u0308ller"], ["Mu\u0308ller and Müller look the same and are two entries"]),
        (["김민수", "이민수", "Ann", "Anna"], []),
    ],
)
def test_what_the_eye_misses_is_said(names: list[str], said: list[str]) -> None:
    assert _warnings(names) == said
