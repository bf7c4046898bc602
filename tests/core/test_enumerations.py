"""Choices in a message: with the conjunction and the words of the reader."""

from __future__ import annotations

import pytest

from xltie.core.language import language
from xltie.core.messages import any_of, choices


@pytest.mark.parametrize(
    ("code", "one", "three"),
    [("en", "420", "420, 430 or 450"), ("ru", "420", "420, 430 или 450")],
)
def test_several_choices_have_a_conjunction_before_the_last(
    code: str, one: str, three: str
) -> None:
    assert language(code).say(any_of([420])) == one
    assert language(code).say(any_of([420, 430, 450])) == three


def test_words_to_choose_from_are_those_of_the_sheets() -> None:
    assert str(choices(["swiss", "", "tbs"])) == "swiss, tbs"
    assert language("ru").say(choices(["swiss", "tbs"])) == "швейцарская, tbs"
