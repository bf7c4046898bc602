"""Every sentence that people read is in every language, and keeps in it what it was made of."""

from __future__ import annotations

import re
from fractions import Fraction
from string import Formatter

import messages as catalogues
import pytest
from hypothesis import given
from hypothesis import strategies as st

from xltie.core.catalogues import LANGUAGES, entries
from xltie.core.language import language, with_particle
from xltie.core.messages import Message, count, joined, plain, say, word

OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", OTHERS)
def test_every_message_is_in_every_language(code: str) -> None:
    assert catalogues.missing(code) == []


@pytest.mark.parametrize("code", OTHERS)
def test_no_catalogue_has_a_message_that_nobody_says(code: str) -> None:
    assert catalogues.unused(code) == []


def test_messages_are_made_of_texts_that_the_extraction_sees() -> None:
    assert catalogues.without_literals() == []


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_has_the_values_of_its_message(code: str) -> None:
    for key, many in catalogues.extracted().items():
        counted = {"n"} if many else set()  # "the last opponent" may be "the last {n} opponents"
        for form in entries(code).get(key, ()):
            assert _values(form) - counted == _values(key[1]) - counted, key[1]


@pytest.mark.parametrize("code", OTHERS)
def test_a_count_has_all_the_forms_of_the_language(code: str) -> None:
    wanted = {"ko": 1, "ru": 3}[code]
    for (context, english), many in catalogues.extracted().items():
        if many:
            assert len(entries(code)[context, english]) == wanted, english


def _values(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


@pytest.mark.slow
def test_a_new_message_is_missed_and_one_that_is_gone_is_noticed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    known = dict(catalogues.extracted())
    renamed = next(key for key in sorted(known) if not key[0] and key[0] == "")
    del known[renamed]
    known["", "no catalogue knows this sentence"] = ""
    monkeypatch.setattr(catalogues, "extracted", lambda: known)
    assert ("", "no catalogue knows this sentence") in catalogues.missing("ru")
    assert renamed in catalogues.unused("ru")


# -- in words --------------------------------------------------------------------------------------

NAMES = sorted(
    {text for text, _ in ((english, 0) for _, english in entries("ru"))}
    | {part.strip() for _, english in entries("ru") for part in re.split(r"[{}]", english)}
)
"""Names that read like a message or a piece of one."""


@given(name=st.sampled_from(NAMES), code=st.sampled_from(LANGUAGES))
def test_a_name_stays_whatever_it_reads_like(name: str, code: str) -> None:
    told = language(code).say(say("player {who} is listed twice", who=name))
    assert name in told
    nested = say("{place}: {what}", place=name, what=say("player {who} has no rating", who=name))
    assert language(code).say(nested).count(name) >= 2


def test_a_message_is_said_with_its_parts_in_the_language() -> None:
    message = say("{one}; {other}", one=say("forfeit win"), other=plain("forfeit win"))
    assert str(message) == "forfeit win; forfeit win"
    assert language("ru").say(message) == "победа по неявке; forfeit win"


def test_numbers_follow_the_language_and_names_do_not() -> None:
    parts = joined((Fraction(5, 2), 1.25, 2026, "2.5"), " / ")
    assert str(parts) == "2.5 / 1.25 / 2026 / 2.5"
    assert language("ru").say(parts) == "2,5 / 1,25 / 2026 / 2.5"


@pytest.mark.parametrize(
    ("number", "russian", "korean"),
    [
        (1, "1 тур", "1라운드"), (2, "2 тура", "2라운드"), (5, "5 туров", "5라운드"),
        (11, "11 туров", "11라운드"), (21, "21 тур", "21라운드"), (112, "112 туров", "112라운드"),
        (Fraction(5, 2), "2,5 тура", "2.5라운드"),
    ],
)  # fmt: skip
def test_things_are_counted_as_the_language_does(number: int, russian: str, korean: str) -> None:
    message = count(number, "{n} round", "{n} rounds")
    assert language("ru").say(message) == russian
    assert language("ko").say(message) == korean


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("김민수", "김민수는"), ("박철", "박철은"), ("Lee", "Lee는"), ("Ann", "Ann은"),
        ("7", "7은"), ("2", "2는"), ("Kim (3)", "Kim (3)은"),
    ],
)  # fmt: skip
def test_korean_particles_follow_the_last_letter(name: str, told: str) -> None:
    assert name + with_particle(name, "은(는) 두 번 있습니다") == f"{told} 두 번 있습니다"
    assert with_particle("서울", "(으)로") == "로"
    assert with_particle("부산", "'(으)로") == "'으로"


def test_no_korean_particle_is_left_open() -> None:
    for forms in entries("ko").values():
        for form in forms:
            bare = re.sub(r"{(\w+)[^}]*}", r"{\1}", form)  # a name has no number of decimals
            values = tuple((name, "Ann") for name in _values(bare))
            shown = language("ko").say(Message(bare, values))
            assert not re.search(r"[은는이가을를와과]\([은는이가을를와과]\)|\(으\)로", shown), form


def test_a_word_is_told_by_its_context() -> None:
    assert language("ru").say(word("sheet", "Rounds")) == "Туры"
    assert language("ru").say(word("setting", "Rounds")) == "Число туров"


def test_braces_in_a_name_are_a_name() -> None:
    assert str(say("player {who} is listed twice", who="{place} {0}")) == (
        "player {place} {0} is listed twice"
    )
