"""Pages in Korean and Russian: every text is there, and numbers are written as the reader does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from examples import simulated_events
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core.catalogues import LANGUAGES, is_translated
from xltie.core.errors import InputError, XltieError
from xltie.core.language import ENGLISH, language
from xltie.games import PRESETS
from xltie.rules.common.criterion_value import score_of
from xltie.sheets.functions import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.mark.parametrize("code", OTHERS)
def test_the_words_that_a_game_brings_to_pages_are_in_every_language(code: str) -> None:
    games = [preset for preset in PRESETS.values() if preset.game != "bridge"]
    words = {one for preset in games for one in (preset.first, preset.second)}
    words |= {score.split()[-1].capitalize() for preset in games for score in preset.scores}
    words |= {"Group", "Score NS", "Tables"}  # of the frequencies of a board
    assert [word for word in sorted(words) if not is_translated("heading", word, code)] == []


@pytest.mark.slow
def test_boards_of_teams_are_no_deals_of_bridge(tmp_path: Path) -> None:
    """Russian has two words for what is a board in English: доска and сдача."""
    report = ROOT / "tests/chess/team_cases/friendship.trf"
    assert main(["publish", str(report), "--out", str(tmp_path), "--language", "ru"]) == 0
    pages = [(tmp_path / name).read_text("utf-8") for name in ("p-1.html", "m-13.html")]
    assert [(">Доска<" in text, "Сдача" in text) for text in pages] == [(True, False)] * 2


CRITERIA = {
    "autumn-open.xlsx": ("", "points, BH, SB, PS, DC, WIN"),
    "spring-open.trf": ("", "PTS, BH/M1, PS, KS, WIN, BPG, BWG, ARO, TPR, AOB"),
    "lake-mcmahon.xlsx": ("", "MMS, SODOS, SOSOS, NBW, CUSS"),
    "club-night.xlsx": ("", "BUTLERIMPS, XIMPS, Z%"),
}


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return simulated_events.build(tmp_path_factory.mktemp("events"))


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_explanations_have_no_english_word_left(code: str, events: list[Path]) -> None:
    chosen, left = language(code), set()
    for path in events:
        for criteria in CRITERIA[path.name]:
            for line in api.standings(api.open_event(path), criteria).lines:
                for value in filter(None, line.values):
                    for why in [value.why, *(term.why for term in value.terms)]:
                        if re.search("[a-z]{3}", chosen.say(why)):
                            left.add(why)
    assert left == set()


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_no_criterion_of_any_game_is_explained_in_english(code: str, events: list[Path]) -> None:
    chosen, left = language(code), set()
    with_stones = ROOT / "tests/h9/juvisy2019.h9"
    for path in (*events, with_stones):
        event = api.open_event(path)
        for name, entry in REGISTRY.items():
            if not entry.is_criterion:
                continue
            try:
                lines = api.standings(event, name).lines
            except XltieError:
                continue  # not for this game
            for value in filter(None, (result for line in lines for result in line.values)):
                for why in {value.why, *(term.why for term in value.terms)}:
                    if re.search("[a-z]{3}", chosen.say(why)):
                        left.add(why)
    assert left == set()


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_every_criterion_of_the_presets_has_a_name(code: str, events: list[Path]) -> None:
    for path in events:
        for criteria in CRITERIA[path.name]:
            for criterion in api.open_event(path).parsed(criteria):
                assert is_translated("criterion meaning", criterion.function.name, code)


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    written = {code: language(code).number("12345.5") for code in LANGUAGES}
    assert written == {"en": "12,345.5", "ko": "12,345.5", "ru": "12\u00a0345,5"}
    assert [language(code).number("2345") for code in LANGUAGES] == ["2345"] * 3
    assert language("ru").sentence("1503014 Ann: 5.5") == "1503014 Ann: 5,5"
    assert language("ru").say(score_of("1503014.5")) == "очки: 1503014.5"


def test_names_are_sorted_as_the_reader_looks_for_them() -> None:
    names = ["Жуков", "Ёлкин", "Ян", "Еж", "Ivanov", "Елкин"]
    russian = ["Еж", "Елкин", "Ёлкин", "Жуков", "Ян", "Ivanov"]
    assert sorted(names, key=language("ru").name_key) == russian
    assert sorted(["Lee", "한", "가"], key=language("ko").name_key) == ["가", "한", "Lee"]
    assert sorted(["Zola", "Étienne", "eden"], key=ENGLISH.name_key) == ["eden", "Étienne", "Zola"]


@pytest.mark.slow
def test_a_page_says_its_language_and_a_language_that_is_not_there_is_said(
    events: list[Path], tmp_path: Path, shell: Shell
) -> None:
    main(["publish", str(events[1]), "--out", str(tmp_path), "--language", "ru_RU.UTF-8"])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "<html lang=ru " in page
    assert "Положение по ходу 7-го тура (не окончено 5 партий)" in page
    said = shell("publish", events[1], "--out", tmp_path, "--language", "xx", code=2).err
    assert "choose from en, ko, ru" in said
    with pytest.raises(InputError):
        language("xx")
