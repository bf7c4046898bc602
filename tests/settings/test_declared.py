"""One declaration a setting: its value, its fault, its label, and what a packed event carries."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from tests.casefiles import grid_of
from tests.shell import Shell
from xltie.core.errors import Fault
from xltie.core.messages import Message
from xltie.event import Event
from xltie.event.packed import pack, unpack
from xltie.settings import Setting, Settings
from xltie.settings.declared import (
    BAR,
    BY_KEY,
    CONTEST,
    KOMI,
    LIMITS,
    PAIRING_ACCELERATED,
    PAIRING_AVOID,
    PAIRING_THIRD,
    ROUNDS,
)
from xltie.sheets.settings import checked_event
from xltie.sheets.settings.settings_sheet import read_settings


@pytest.mark.parametrize(
    ("setting", "text", "value"),
    [
        (KOMI, "6,5", Fraction(13, 2)), (KOMI, "", None), (KOMI, "much", None),
        (LIMITS, "1d;10k", (0, -10)), (LIMITS, "1d;x", ()),
        (CONTEST, "Teams", "teams"), (CONTEST, "", "auto"), (CONTEST, "solo", "auto"),
        (PAIRING_AVOID, "club, Country", ("club", "country")), (PAIRING_THIRD, "Yes", True),
        (PAIRING_ACCELERATED, "Baku", (0, True)), (PAIRING_ACCELERATED, "3", (3, False)),
        (ROUNDS, "0", 0), (ROUNDS, "9", 9),
    ],
)  # fmt: skip
def test_a_text_is_read_as_its_kind_has_it(setting: Setting[Any], text: str, value: object) -> None:
    assert Settings.of({setting: text})[setting] == value


def test_a_fault_says_label_text_and_what_may_stand_there() -> None:
    faults: list[Fault] = []
    assert Settings.of({BAR: "strong"}).read(BAR, faults) is None
    assert [(fault.text, fault.code) for fault in faults] == [
        (
            "McMahon bar is 'strong'; it is not a rank; write 3d, 12k, 3단 or 12급",
            "setting-bar",
        )
    ]


@pytest.mark.parametrize("setting", [setting for setting in BY_KEY.values() if setting.label])
def test_every_label_and_key_is_read_from_a_sheet(setting: Setting[Any]) -> None:
    for label in (setting.label, setting.key, *setting.other_labels):
        sheet = read_settings(grid_of(f"{label}|x", "Settings"))
        assert (sheet.text(setting), str(sheet.place(setting))) == ("x", "Settings!B1")


@pytest.mark.parametrize(
    ("setting", "command"),
    [(setting, name) for setting in BY_KEY.values() if setting.option
     for name in setting.option.commands],
    ids=lambda part: part.key if isinstance(part, Setting) else part,
)  # fmt: skip
def test_an_option_of_a_command_is_read_and_refused_as_its_setting_is(
    setting: Setting[Any], command: str, shell: Shell
) -> None:
    assert setting.option is not None
    option = setting.option.name
    assert f"\n  {option}" in shell(command, "--help").out
    refusal = setting.value("no such word")
    if isinstance(refusal, Message) and not setting.option.said:
        told = shell(command, "event.xlsx", option, "no such word", code=2).err
        assert f"argument {option}: " in told
        assert str(refusal) in told or "there is no 'no such word'" in told


def test_a_setting_of_files_is_no_label_of_a_sheet() -> None:
    assert not read_settings(grid_of("encoding|x\nplaces_by|y", "Settings")).places


def test_doubts_are_kept_in_an_event_text() -> None:
    event = checked_event(read_settings(grid_of("Game|chess\nRounds|many", "Settings")))
    assert event.settings.doubts == (("rounds", "Rounds"),)
    assert unpack(pack(event)).settings == event.settings


def test_settings_are_changed_without_changing_the_others() -> None:
    settings = Settings.of({KOMI: "6.5", BAR: "4d"})
    assert settings.with_(BAR, "3d").texts == {"komi": "6.5", "bar": "3d"}
    assert settings.with_(BAR, "").texts == {"komi": "6.5"}
    assert settings.only(KOMI).texts == {"komi": "6.5"} and hash(settings)
    assert Event(settings=settings).settings[KOMI] == Fraction(13, 2)
    assert Settings.by_key({"komi": "7", "of a later xltie": "x"}).texts == {"komi": "7"}
