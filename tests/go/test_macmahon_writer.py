"""Files for MacMahon: what is written reads as the same event, what it cannot hold is said."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from tests.go.test_opengotha_writer import event, plain
from tests.go.test_xml import macmahon_file, pairing
from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core.errors import NOWHERE, InputError
from xltie.event import Event, Status
from xltie.exchange import macmahon
from xltie.settings import Settings
from xltie.settings.declared import BAR, BASIS, CRITERIA, FLOOR

FILES = Path(__file__).parent.parent / "h9"


def with_options(own: Event, **options: str) -> Event:
    return replace(own, settings=Settings.by_key({**own.settings.texts, **options}))


def sorted_by_mms() -> Event:
    return with_options(event(), criteria="MMS, SOS, SOSOS")


def test_an_event_comes_back_from_a_file_for_macmahon() -> None:
    own = sorted_by_mms()
    again = macmahon.read(macmahon.write(own), "t.xml").event
    assert [(c.name, c.start, c.grade) for c in again.contestants] == [
        (c.name, c.start, c.grade.lower()) for c in own.contestants
    ]
    assert [plain(match) for match in again.matches] == [plain(match) for match in own.matches]
    assert (again.rounds, again.format, again.name) == (own.rounds, own.format, own.name)
    assert again.settings.text(CRITERIA) == "MMS, SOS, SOSOS"
    assert (again.settings.text(BAR), again.settings.text(FLOOR)) == ("3d", "5k")


def test_a_file_of_macmahon_survives_reading_and_writing() -> None:
    own = macmahon.read(
        macmahon_file(
            pairing(2, 1, "0-1!") + pairing(7, 3, "1-0", 8),
            pairing(1, 2, "½-½") + pairing(7, 0, "", 0, "true"),
        ),
        "m.xml",
    ).event
    again = macmahon.read(macmahon.write(own), "m.xml").event
    assert [replace(c, id="", place=NOWHERE) for c in again.contestants] == [
        replace(c, id="", place=NOWHERE) for c in own.contestants
    ]
    assert again.settings == own.settings
    assert len(again.matches) == len(own.matches)


@pytest.mark.parametrize(
    "said",
    [
        {},
        {"reduction": "2", "no_handicap_from": "3k", "handicap_ceiling": "5"},
        {"reduction": "0", "handicap_by": "rank", "no_handicap_from": "9d"},
        {"reduction": "9"},
    ],
)
def test_handicaps_come_back_from_a_file_for_macmahon(said: dict[str, str]) -> None:
    usual = {"reduction": "1", "handicap_by": "mms", "no_handicap_from": "1d"}
    usual["handicap_ceiling"] = "9"
    plain_event = replace(event(), settings=Settings.by_key({"criteria": "MMS, SOS"}))
    again = macmahon.read(macmahon.write(with_options(plain_event, **said)), "t.xml").event
    found = {key: text for key, text in again.settings.texts.items() if key in usual}
    expected = {"reduction": "9"} if said.get("reduction") == "9" else {**usual, **said}
    assert found == expected


def test_announced_absences_and_even_sums_come_back_from_a_file_for_macmahon() -> None:
    first, second, *others = sorted_by_mms().contestants
    away = replace(first, more=(("Not playing in round", "4, 6-7"),))
    left = replace(second, withdrawn_after=5)
    own = with_options(replace(sorted_by_mms(), rounds=7), basis="mms-even")
    own = replace(own, contestants=(away, left, *others))
    again = macmahon.read(macmahon.write(own), "t.xml").event
    told = [dict(player.more).get("Not playing in round") for player in again.contestants]
    assert told[:3] == ["4, 6-7", "6-7", None]
    assert again.settings.text(BASIS) == "mms-even"


def test_the_program_itself_reads_what_is_written() -> None:
    """MacMahon 3.10 refuses an element without its version, an unknown rank and a result ``1-0!``.

    Games whose board is not fixed it numbers while reading, which fails.
    """
    own = replace(sorted_by_mms(), format="swiss")
    own = with_options(own, criteria="NBW, SOS, RATING")
    text = macmahon.write(own).decode()
    for name in ("SortCriterionDescriptor", "GoPlayer", "TournamentRound", "Pairing"):
        assert f"<{name}>" not in text and f"<{name} typeversion=" in text
    assert "!" not in text.partition("?>")[2]
    assert text.count("<BoardNumberFixed>true<") == text.count("<BoardNumber>") > 0
    assert text.count("MacMahonBarLevel>30k<") == 2  # a Swiss: everybody starts alike
    assert text.count("MacMahonBar>true<") == 2
    back = macmahon.read(text.encode(), "t.xml").event
    assert back.settings.text(CRITERIA) == "NBW, SOS, RATING"


def test_a_result_by_the_referee_is_one_by_default() -> None:
    game = pairing(2, 1, "0-1").replace(
        "<Result>", "<ResultByReferee>true</ResultByReferee><Result>"
    )
    won = macmahon.read(macmahon_file(game, pairing(1, 2, "0-1")), "m.xml").event.matches[0]
    assert {side.status for side in won.sides} == {Status.FORFEIT_WIN, Status.FORFEIT_LOSS}


def test_only_criteria_that_sort_are_read() -> None:
    text = macmahon.write(sorted_by_mms()).decode()
    shown = "<WallListMemberDescriptor><ShortName>SODOS</ShortName></WallListMemberDescriptor>"
    text = text.replace("</Walllist>", f"{shown}</Walllist>")
    event = macmahon.read(text.encode(), "t.xml").event
    assert event.settings.text(CRITERIA) == "MMS, SOS, SOSOS"


def test_a_criterion_that_macmahon_has_not_is_a_fault() -> None:
    with pytest.raises(InputError, match="MacMahon has no criterion 'EXT'"):
        macmahon.write(with_options(sorted_by_mms(), criteria="MMS, EXT"))


@pytest.mark.parametrize("said", [{"bye": "0;0.5"}, {"absent": "1;1"}, {"unplayed": "self"}])
def test_what_byes_are_worth_otherwise_than_in_macmahon_is_said(
    said: dict[str, str], tmp_path: Path, shell: Shell
) -> None:
    book = tmp_path / "event.xlsx"
    api.write(with_options(sorted_by_mms(), **said), book)
    told = shell("export", book, tmp_path / "event.macmahon.xml").err
    assert "MacMahon has a rule of its own" in told


def test_a_start_score_that_rank_and_bars_do_not_give_is_a_fault() -> None:
    own = sorted_by_mms()
    first, *others = own.contestants
    moved = replace(own, contestants=(replace(first, start=Fraction(40)), *others))
    with pytest.raises(InputError, match="starts with 40; by rank and bars MacMahon gives 32"):
        macmahon.write(moved)


def test_the_name_of_a_file_chooses_macmahon(tmp_path: Path, shell: Shell) -> None:
    for ending, title in ((".macmahon.xml", "MacMahon"), (".xml", "OpenGotha")):
        target = tmp_path / f"club{ending}"
        assert title in shell("export", FILES / "mpk2008.h9", target).out
        assert main(["check", str(target)]) == 0
