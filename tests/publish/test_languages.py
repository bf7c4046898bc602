"""Pages in Korean and Russian: every text is there, and numbers are written as the reader does."""

from __future__ import annotations

import ast
import json
import re
from pathlib import Path
from string import Formatter

import pytest

from examples import simulated_events
from xltie import api
from xltie.cli.main import main
from xltie.core.catalogues import LANGUAGES, entries
from xltie.core.errors import InputError, XltieError
from xltie.core.language import ENGLISH, language
from xltie.event.checks import NO_PLACES, NO_STANDINGS, PROVISIONAL
from xltie.games import PRESETS
from xltie.publish.pages.cells import WORDS
from xltie.publish.pages.site import MENU
from xltie.publish.pages.values import WHOSE
from xltie.publish.results import OUTCOMES
from xltie.ranking.cross_table import STATUS_WORDS
from xltie.sheets.catalogue import REGISTRY

ROOT = Path(__file__).resolve().parents[2]
OTHERS = [code for code in LANGUAGES if code != "en"]
CATALOGUES = {
    code: json.loads((ROOT / f"xltie/core/languages/{code}.json").read_text("utf-8"))
    for code in OTHERS
}


def texts() -> set[str]:
    """Every English text that pages, prints and charts may show."""
    found: set[str] = set()
    code = [*(ROOT / "xltie/publish").rglob("*.py"), ROOT / "xltie/ranking/explain.py",
            ROOT / "xltie/cli/publish.py", ROOT / "xltie/event/checks.py"]  # fmt: skip
    for path in code:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if name in ("text", "say") and isinstance(node.args[0], ast.Constant):
                    found.add(str(node.args[0].value))
            elif (
                isinstance(node, ast.Assign)
                and isinstance(node.value, ast.Constant)
                and getattr(node.targets[0], "id", "") == "sentence"
            ):
                found.add(str(node.value.value))
    for path in (ROOT / "xltie/publish/templates").iterdir():
        found.update(re.findall(r'say\("([^"]*)"\)', path.read_text("utf-8")))
    for preset in PRESETS.values():
        found |= {own for own in (preset.first, preset.second) if preset.game != "bridge"}
        found |= {own.split()[-1].capitalize() for own in preset.scores}
    found |= {*WORDS.values(), *STATUS_WORDS.values(), *OUTCOMES.values(), *MENU.values()}
    found |= set(WHOSE.values())
    frequencies = {"Group", "Score NS", "Tables", "NS", "EW"}
    found |= {PROVISIONAL, NO_PLACES, NO_STANDINGS}
    return found | frequencies | {"First", "Second", "place {n}", "place {n}, shared"}


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogue_has_every_text_and_no_other(code: str) -> None:
    of_workbooks = {english for context, english in entries(code) if not context}
    of_pages = set(CATALOGUES[code]["texts"])
    assert of_pages <= texts() <= of_pages | of_workbooks


@pytest.mark.parametrize("code", OTHERS)
def test_a_translation_keeps_the_places_of_its_values(code: str) -> None:
    def names(text: str) -> set[str | None]:
        return {name for _, name, _, _ in Formatter().parse(text) if name}

    for english, said in CATALOGUES[code]["texts"].items():
        assert names(english) == names(said), english
    for english, said in CATALOGUES[code]["reasons"].items():
        assert english.count("#") == said.count("#"), english


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
                        if re.search("[a-z]{3}", chosen.reason(why)):
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
            for value in filter(None, (own for line in lines for own in line.values)):
                for why in {value.why, *(term.why for term in value.terms)}:
                    if re.search("[a-z]{3}", re.sub(r"\(bye-\w+\)", "", chosen.reason(why))):
                        left.add(why)
    assert left == set()


@pytest.mark.parametrize("code", OTHERS)
def test_every_criterion_of_the_presets_has_a_name(code: str, events: list[Path]) -> None:
    for path in events:
        for criteria in CRITERIA[path.name]:
            for own in api.open_event(path).parsed(criteria):
                assert own.function.name in CATALOGUES[code]["criteria"]


def test_numbers_are_written_as_the_reader_writes_them() -> None:
    written = {code: language(code).number("12345.5") for code in LANGUAGES}
    assert written == {"en": "12,345.5", "ko": "12,345.5", "ru": "12\u00a0345,5"}
    assert [language(code).number("2345") for code in LANGUAGES] == ["2345"] * 3
    assert language("ru").sentence("1503014 Ann: 5.5") == "1503014 Ann: 5,5"
    assert ENGLISH.reason("score of 1503014") == "score of 1503014"


def test_names_are_sorted_as_the_reader_looks_for_them() -> None:
    names = ["Жуков", "Ёлкин", "Ян", "Еж", "Ivanov", "Елкин"]
    russian = ["Еж", "Елкин", "Ёлкин", "Жуков", "Ян", "Ivanov"]
    assert sorted(names, key=language("ru").name_key) == russian
    assert sorted(["Lee", "한", "가"], key=language("ko").name_key) == ["가", "한", "Lee"]
    assert sorted(["Zola", "Étienne", "eden"], key=ENGLISH.name_key) == ["eden", "Étienne", "Zola"]


def test_a_page_says_its_language_and_a_language_that_is_not_there_is_said(
    events: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["publish", str(events[1]), "--out", str(tmp_path), "--language", "ru_RU.UTF-8"])
    page = (tmp_path / "index.html").read_text("utf-8")
    assert "<html lang=ru>" in page
    assert "Таблица во время 7-го тура (партий без результата: 5)" in page
    assert main(["publish", str(events[1]), "--out", str(tmp_path), "--language", "xx"]) == 1
    assert "choose from en, ko, ru" in capsys.readouterr().err
    with pytest.raises(InputError):
        language("xx")
