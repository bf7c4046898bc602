"""Workbooks in Korean and Russian: nothing stays English, and all works as on an English one."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from fractions import Fraction
from functools import cache
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from babel.messages.pofile import read_po

from examples import simulated_events
from tests.books import edited, named, values
from tests.quick import first_quick
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core import catalogues
from xltie.core.catalogues import LANGUAGES, entries, in_english, is_translated, translated
from xltie.core.cells import number_of
from xltie.core.language import language
from xltie.event import Status
from xltie.event.bridge import read_award
from xltie.games import PRESETS, TEAM_PRESETS
from xltie.games.preset import BESIDES
from xltie.ranking import Tournament, label_in
from xltie.recompute.ooxml.workbook_file import WorkbookFile
from xltie.settings.declared import LANGUAGE, OVERTIME, PAIRING
from xltie.sheets.tables import is_bye, own_names, with_names
from xltie.workbooks import translation
from xltie.workbooks.build import build_workbook
from xltie.workbooks.build_teams import build_team_workbook
from xltie.workbooks.from_event import event_workbook
from xltie.workbooks.repair import repaired

OTHERS = [code for code in LANGUAGES if code != "en"]


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_no_word_of_a_template_is_left_in_english(
    code: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    missing: set[tuple[str, str]] = set()

    def noted(book: openpyxl.Workbook, code: str, **kind: bool) -> set[tuple[str, str]]:
        missing.update(translation.translate(book, code, **kind))
        return missing

    monkeypatch.setattr("xltie.workbooks.build.translate", noted)
    for preset in PRESETS.values():
        build_workbook(preset, 4, 2, settings={"language": code})
    teams = {"language": code, "contest": "teams", "criteria": "VP, IMP"}
    build_workbook(PRESETS["bridge"], 4, 2, settings=teams)
    build_team_workbook(4, 2, 4, settings={"language": code})
    # functions have their help in LibreOffice too, where a test of its own counts it
    assert {message for message in missing if message[0] != "function"} == set()


@pytest.mark.slow
def test_a_board_of_chess_is_no_deal_of_bridge(tmp_path: Path) -> None:
    """English has one word for both; Russian has доска and сдача."""
    heads = {}
    for game in ("chess", "bridge"):
        path = tmp_path / f"{game}.xlsx"
        assert main(["new", str(path), "--game", game, "--players", "4", "--language", "ru"]) == 0
        sheet = openpyxl.load_workbook(path).worksheets[1]
        heads[game] = {cell.value for cell in sheet[4]} & {"Доска", "Сдача"}
    assert heads == {"chess": {"Доска"}, "bridge": {"Сдача"}}


@pytest.mark.parametrize("code", OTHERS)
def test_every_setting_has_a_label_that_is_read_as_itself(code: str) -> None:
    presets = (*PRESETS.values(), *TEAM_PRESETS.values())
    for setting in (*BESIDES, *(setting for preset in presets for setting in preset.settings)):
        label = translated("setting", setting.label, code)
        assert in_english("setting", label) == setting.label
        assert is_translated("", setting.help, code), setting.help


@pytest.mark.parametrize("code", OTHERS)
def test_a_catalogue_is_what_gettext_reads(code: str) -> None:
    path = Path(catalogues.__file__).with_name("languages") / f"{code}.po"
    with path.open("rb") as file:
        found = read_po(file, locale=code)
    read = {
        (one.context or "", one.id[0] if one.pluralizable else one.id): (
            tuple(one.string) if one.pluralizable else (one.string,)
        )
        for one in found
        if one.id
    }
    assert read == entries(code)


def test_the_translated_names_of_criteria_are_told_from_codes_by_their_letters() -> None:
    """A list of codes is read without the catalogues, which takes longer than ranking by it."""
    for code in ("ko", "ru"):
        said = [one for (kind, _), (one, *_) in entries(code).items() if kind.endswith("criterion")]
        assert said and not [sentence for sentence in said if sentence.isascii()]


@pytest.mark.parametrize("code", OTHERS)
def test_the_catalogues_have_the_same_texts(code: str) -> None:
    kept = [{item for item in entries(one) if item[0] != "function"} for one in (code, "ko")]
    assert kept[0] == kept[1]


def test_names_of_sheets_in_formulas_change_but_not_in_texts() -> None:
    names = {"Settings": "설정", "Race": "승점 추이"}
    formula = "IF(Settings!$B$4=\"Settings!\",Race!A1,'Settings'!B2)+MySettings!A1"
    own = with_names(formula, names)
    assert own == "IF(설정!$B$4=\"Settings!\",'승점 추이'!A1,설정!B2)+MySettings!A1"
    assert with_names(own, {v: k for k, v in names.items()}) == formula.replace("'", "")


@pytest.fixture(scope="module")
def events(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return simulated_events.build(tmp_path_factory.mktemp("events"))


@cache
def with_english_workbook(path: Path) -> tuple[Tournament, bytes]:
    opened = api.open_event(path)
    return opened, event_workbook(opened.event, opened.criteria)


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
@pytest.mark.parametrize("number", range(4))
def test_a_workbook_says_the_same_in_every_language(
    number: int, code: str, events: list[Path]
) -> None:
    """Places, values, checks and repairs are those of the same event in English."""
    opened, english = with_english_workbook(events[number])
    spoken = replace(opened.event, settings=opened.event.settings.with_(LANGUAGE, code))
    own = event_workbook(spoken, opened.criteria)
    names = own_names(_sheets(own))
    assert list(names) == _sheets(english)
    assert all(name != shown for name, shown in names.items())
    assert _numbers(own, names["Standings"]) == _numbers(english, "Standings")
    read = api.open_event(own, name="own.xlsx", provisional=True)
    assert read.event.settings.text(LANGUAGE) == code
    again = api.open_event(english, name="english.xlsx", provisional=True)
    assert len(read.event.faults) == len(again.event.faults)
    said, plain = (api.standings(one) for one in (read, again))
    assert [line.who for line in said.lines] == [line.who for line in plain.lines]
    assert repaired(WorkbookFile(own)) == (own, [])
    broken = openpyxl.load_workbook(io.BytesIO(own))
    broken[names["Standings"]]["B6"] = "typed"
    out = io.BytesIO()
    broken.save(out)
    fixed, put_back = repaired(WorkbookFile(out.getvalue()))
    assert [one.sheet for one in put_back] == [names["Standings"]]
    assert _numbers(fixed, names["Standings"]) == _numbers(own, names["Standings"])


def _sheets(data: bytes) -> list[str]:
    return openpyxl.load_workbook(io.BytesIO(data)).sheetnames


def _numbers(data: bytes, sheet: str) -> list[list[object]]:
    rows = openpyxl.load_workbook(io.BytesIO(data), data_only=True)[sheet].iter_rows(min_row=5)
    return [[cell.value for cell in row if not isinstance(cell.value, str)] for row in rows]


@pytest.mark.parametrize("code", OTHERS)
def test_columns_are_as_wide_as_their_headings_and_no_wider_for_formulas(code: str) -> None:
    book = build_workbook(PRESETS["othello"], 4, 2, settings={"language": code})
    english = build_workbook(PRESETS["othello"], 4, 2)
    for sheet, plain in zip(book.worksheets, english.worksheets, strict=True):
        for letters, column in sheet.column_dimensions.items():
            usual = plain.column_dimensions[letters].width
            heading = sheet[f"{letters}4"].value
            is_formula = heading is None or str(heading).startswith("=")
            if label_in(str(heading)) != str(heading):
                continue  # as wide as the words of its own language
            assert usual <= column.width <= (usual if is_formula else max(usual, 30)), sheet.title


FAULTY = {"ko": "돌 수 60 + 9 = 69", "ru": "фишки 60 + 9 = 69"}


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_the_sheet_and_the_command_say_a_fault_in_the_same_words(
    code: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "club.xlsx"
    assert main(["new", str(path), "--players", "4", "--language", code]) == 0
    book = openpyxl.load_workbook(path)
    names = own_names(book.sheetnames)
    for column, value in {1: 1, 3: 1, 10: 2, 6: 60, 7: 9}.items():
        book[names["Rounds"]].cell(5, column).value = value
    book.save(path)
    said = shell("standings", path, code=1).err
    assert FAULTY[code] in said
    main(["recompute", str(path)])
    line = values(path.read_bytes(), names["Standings"])["A3"]
    assert line.partition(": ")[2] in said
    assert "together 69, not 64" in shell("standings", path, "--language", "en", code=1).err
    main(["recompute", str(path)])
    assert values(path.read_bytes(), names["Standings"])["A3"] == line


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_a_round_is_written_and_explained_in_the_language_of_the_workbook(
    code: str, tmp_path: Path, shell: Shell
) -> None:
    path = tmp_path / "club.xlsx"
    main(["new", str(path), "--players", "5", "--language", code, "--game", "chess"])
    named(path, 5, translated("sheet", "Players", code))
    assert main(["pair", str(path), "--write"]) == 0
    data = path.read_bytes()
    assert (
        translated("result", "bye", code)
        in values(data, own_names(_sheets(data))["Rounds"]).values()
    )
    matches = api.open_event(path).event.matches
    assert [match.a.status for match in matches if match.b is None] == [Status.PAIRING_BYE]
    assert "no faults" not in shell("check", path).out


def test_headings_of_all_languages_may_stand_in_one_table(tmp_path: Path) -> None:
    path = tmp_path / "mixed.csv"
    path.write_text("Тур,흑,White,Результат\n1,Ann,Ben,1-0\n2,Ben,,부전승\n2,Ann,,выбыл\n", "utf-8")
    found = api.standings(api.open_event(path), "points")
    assert {line.who: line.values[0].total for line in found.lines if line.values[0]} == {
        "Ann": 1, "Ben": 1,
    }  # fmt: skip


@pytest.mark.slow
def test_the_system_chooses_the_language_of_a_new_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number, (variable, first) in enumerate(
        (("ko_KR.UTF-8", "선수"), ("ru", "Участники"), ("fr_FR", "Players"), ("C", "Players"))
    ):
        monkeypatch.setenv("LC_ALL", variable)
        path = tmp_path / f"{number}.xlsx"
        assert main(["new", str(path), "--players", "2"]) == 0
        assert openpyxl.load_workbook(path).sheetnames[0] == first


def test_what_a_russian_keyboard_and_a_russian_cell_give_is_read(tmp_path: Path) -> None:
    """Letters that look like Latin ones in codes, a minus sign, spaces between thousands."""
    assert number_of("\u2212620") == -620
    assert number_of("1\u00a0234,5") == Fraction(2469, 2)
    assert number_of("1 2") is None
    award = read_award("А+")
    assert award == read_award("A+") is not None
    assert is_bye("ВYE") and not is_bye("Вова")


@pytest.mark.parametrize("code", OTHERS)
def test_a_choice_is_read_back_and_a_list_is_no_longer_than_excel_opens(code: str) -> None:
    for preset in (*PRESETS.values(), *TEAM_PRESETS.values()):
        for setting in preset.settings:
            words = [translated("choice", choice, code) for choice in setting.choices]
            assert [in_english("choice", word) for word in words] == list(setting.choices)
            assert len(",".join(words)) <= 255, setting.label


@pytest.mark.slow
def test_choices_of_all_languages_may_stand_in_one_sheet(tmp_path: Path) -> None:
    path = tmp_path / "club.xlsx"
    main(["new", str(path), "--game", "chess", "--players", "4", "--language", "ru"])
    book = openpyxl.load_workbook(path)
    settings = book["Настройки"]
    rows = {str(row[0].value): row[1] for row in settings.iter_rows(min_row=5)}
    assert rows[translated("setting", "Game", "ru")].value == "шахматы"
    rows[translated("setting", "Game", "ru")].value = "체스"
    rows[translated("setting", "Format", "ru")].value = "round-robin"
    rows[translated("setting", "Pairing", "ru")].value = "круговая"
    book.save(path)
    event = api.open_event(path).event
    assert (event.game, event.format) == ("chess", "round-robin")
    assert event.settings.text(PAIRING) == "round-robin"
    rows[translated("setting", "Format", "ru")].value = "nonsense"
    book.save(path)
    faults = api.open_event(path, provisional=True).event.faults
    said = " ".join(language("ru").say(fault.message) for fault in faults)
    assert "швейцарская" in said and "swiss" not in said


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "words", "english"),
    [
        ("ko", "초읽기 30", "byo-yomi 30"), ("ko", "없음", "none"),
        ("ru", "Фишер 10", "fischer 10"),
        ("ru", "канадское  300/15", "canadian  300/15"), ("ru", "byo-yomi 30", "byo-yomi 30"),
    ],
)  # fmt: skip
def test_the_time_after_the_basic_time_is_said_in_words_of_the_language(
    code: str, words: str, english: str, tmp_path: Path
) -> None:
    path = tmp_path / "club.xlsx"
    main(["new", str(path), "--game", "go", "--players", "4", "--language", code, "--all-settings"])
    book = openpyxl.load_workbook(path)
    settings = book[translated("sheet", "Settings", code)]
    rows = {str(row[0].value): row[1] for row in settings.iter_rows(min_row=5)}
    rows[translated("setting", "Overtime", code)].value = words
    book.save(path)
    assert api.open_event(path, provisional=True).event.settings.text(OVERTIME) == english


@pytest.mark.slow
def test_every_command_goes_on_in_the_language_of_its_workbook(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    paths = {code: str(tmp_path / f"{code}.xlsx") for code in ("en", "ko", "ru")}
    for code, path in paths.items():
        main(["new", path, "--players", "4", "--language", code])

    def said(*arguments: str) -> str:
        return shell(*list(arguments), code=None).out

    one = said("recompute", paths["ru"], "--jobs", "1")
    all_three = said("recompute", *paths.values(), "--jobs", "1").splitlines()
    assert one.startswith("в порядке")
    assert [line.split(" ")[0] for line in all_three[:3]] == ["current", "최신", "в"]
    assert "통합 문서 3개" in all_three[-1]
    assert "nothing to put back" in said("repair", paths["en"])
    assert "current" in said("recompute", paths["ru"], "--language", "en")


@pytest.mark.slow
@pytest.mark.parametrize("code", OTHERS)
def test_the_settings_and_why_are_filled_in_the_language_of_the_workbook(
    code: str, tmp_path: Path
) -> None:
    path = tmp_path / "club.xlsx"
    main(["new", str(path), "--players", "6", "--language", code])
    named(path, 6, translated("sheet", "Players", code))
    assert main(["add-sheet", "why", str(path)]) == 0
    assert main(["pair", str(path), "--write"]) == 0
    data = path.read_bytes()
    names = own_names(_sheets(data))
    settings = values(data, names["Settings"])
    head = translated("heading", "Paired so far", code)
    (row,) = (int(at[1:]) for at, text in settings.items() if text == head)
    why = values(data, names["Why"])
    for cells, line, filled in ((settings, row + 1, "ABC"), (why, 5, "ABCDFG")):
        texts = [cells.get(f"{column}{line}") for column in filled]
        assert all(text not in (None, "") for text in texts), texts
        assert not re.search("[A-Za-z]{5}", " ".join(map(str, texts))), texts


@pytest.mark.slow
@pytest.mark.parametrize("code", ["ko", "ru"])
def test_standings_laid_anew_stay_in_their_language(code: str, tmp_path: Path) -> None:
    path = tmp_path / "event.xlsx"
    assert main(["new", str(path), "--game", "othello", "--players", "4", "--language", code]) == 0

    def head() -> tuple[list[Any], list[Any]]:
        sheet = openpyxl.load_workbook(path, data_only=True).worksheets[2]
        return [cell.value for cell in sheet[3]], [cell.value for cell in sheet[4]]

    before = head()
    assert not any(before[0]), "no other criteria are named than the columns show"
    assert main(["recompute", "--lay-out", str(path)]) == 0
    assert head() == before
    assert main(["add-sheet", "crosstable", str(path)]) == 0
    settings = openpyxl.load_workbook(path).worksheets[3]
    label = translated("setting", "Criteria", code)
    row = next(line[0].row for line in settings if line[0].value == label)
    edited(path, settings.title, {f"B{row}": "points, DC"})
    assert main(["recompute", "--lay-out", str(path)]) == 0
    assert head()[1][:3] == before[1][:3] and head()[1][3] == before[1][3]
    assert label_in(head()[1][4]) == "DC" and before[1][-1] in head()[1]


@pytest.mark.parametrize("game", first_quick(PRESETS, 2))
@pytest.mark.parametrize("code", OTHERS)
def test_the_example_of_every_game_is_in_the_language_asked_for(
    code: str, game: str, tmp_path: Path
) -> None:
    path = tmp_path / "example.xlsx"
    assert main(["new", str(path), "--game", game, "--example", "--language", code]) == 0
    names = openpyxl.load_workbook(path).sheetnames
    assert not [name for name in names if name.isascii()]
