"""What a TRF says for the pairing is read, kept, and written back where it changed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.pairing.events import event_index_of, field_of, game
from tests.shell import Shell
from xltie.core.errors import InputError
from xltie.event import Contestant, Event, EventIndex
from xltie.exchange.trf.reader import read
from xltie.exchange.trf.writer import write
from xltie.pairing.catalogue import wants_of
from xltie.ranking.ranked_event import with_ranks
from xltie.settings import Settings
from xltie.settings.declared import PAIRING_PAIRS

LINES = Path(__file__).parent / "dutch" / "rounds" / "forbidden.trf"


def with_setting(event: Event, name: str, value: str) -> Event:
    return replace(event, settings=Settings.by_key({**event.settings.texts, name: value}))


def test_forbidden_pairs_that_did_not_change_stay_as_they_stand() -> None:
    data = LINES.read_bytes()
    assert write(read(data).event) == data


def test_changed_forbidden_pairs_replace_those_of_the_file() -> None:
    changed = with_setting(read(LINES.read_bytes()).event, "pairing_pairs", "1-2, 3-7-12 (2-4)")
    lines = write(changed).decode("utf-8").splitlines()
    assert not any(line.startswith("XXP") for line in lines)
    assert [line for line in lines if line.startswith("260")] == [
        "260   1   7    1    2", "260   2   4    3    7   12",
    ]  # fmt: skip
    again = read(write(changed)).event.settings.text(PAIRING_PAIRS)
    assert again == "1-2 (1-7), 3-7-12 (2-4)"


def test_names_are_written_as_numbers_and_unknown_ones_refused() -> None:
    event = read(LINES.read_bytes()).event
    names = "Test0001 Player0001 - Test0003 Player0003"
    text = write(with_setting(event, "pairing_pairs", names)).decode("utf-8")
    assert "260   1   7    1    3" in text.splitlines()
    with pytest.raises(InputError, match="'1-Nobody' cannot be written"):
        write(with_setting(event, "pairing_pairs", "1-Nobody"))


def test_changed_virtual_points_are_written_for_each_player() -> None:
    event = read(LINES.read_bytes()).event
    first = event.contestants[0]
    more = (*first.more, ("Virtual points", "1 1 0.5"))
    changed = replace(event, contestants=(replace(first, more=more), *event.contestants[1:]))
    text = write(changed).decode("utf-8")
    assert "XXA    1  1.0  1.0  0.5" in text.splitlines()
    assert dict(read(text.encode("utf-8")).event.contestants[0].more)["Virtual points"] == "1 1 0.5"


UNREAD = {
    "XXA    1": "1",
    "XXA    2  4.O  1.0": "2",
    "250      1.0 001 00X    3    3": "3",
    "250      1.0 001 9999   4    4": "4",
    "250      1.0 001 002    a    4": "",
}
"""Lines of virtual points that cannot be read, and whom they are for, "" if that is not known."""


@pytest.mark.slow
@pytest.mark.parametrize("line", UNREAD)
def test_unread_virtual_points_refuse_the_pairing_and_leave_the_standings(
    line: str, tmp_path: Path, shell: Shell
) -> None:
    who = UNREAD[line]
    report, workbook, again = (tmp_path / name for name in ("e.trf", "e.xlsx", "again.trf"))
    data = LINES.read_bytes() + line.encode() + b"\n"
    report.write_bytes(data)
    told = shell("standings", report)
    assert told.out == shell("standings", LINES).out
    last = data.count(b"\n")
    assert f"e.trf:{last}:5: these virtual points ({line[:3]}) cannot be read" in told.err
    faults = [
        text for text in shell("pair", report, code=2).err.splitlines() if "are not numbers" in text
    ]
    assert faults and (not who or [f" of {who} " in text for text in faults] == [True])
    # the workbook keeps what the file says, names the cell, and gives the file back
    shell("import", report, workbook)
    assert f"of {who or 1} are not numbers" in shell("pair", workbook, code=2).err
    assert "warning: the virtual points" in shell("check", workbook, code=None).out
    shell("export", workbook, again)
    assert again.read_bytes() == data


@pytest.mark.parametrize(
    ("record", "said"),
    [
        ("192 FIDE_DUTCH_2017", "the Dutch rules until 31 January 2026"),
        ("192 FIDE_LIM", "the system Lim, which is not paired here"),
    ],
)
def test_rules_by_which_nothing_is_paired_are_said(record: str, said: str) -> None:
    data = LINES.read_bytes() + f"{record}\n".encode("ascii")
    assert any(said in warning.text for warning in read(data).warnings)
    assert not any(said in warning.text for warning in read(LINES.read_bytes()).warnings)


@pytest.mark.parametrize(("typed", "written"), [("white", "152 W"), ("Black", "152 B")])
def test_the_initial_colour_is_written_as_the_record_has_it(typed: str, written: str) -> None:
    """bbpPairings refuses a file with the word."""
    player = Contestant("1", "One")
    event = Event(
        game="chess",
        contestants=(player,),
        settings=Settings.by_key({"initial_colour": typed}),
    )
    assert written in write(event).decode().splitlines()


def test_a_forbidden_pair_of_teams_that_are_not_there_is_one_of_teams() -> None:
    lines = [f"001 {number:>4}      P{number}".ljust(81) + "0.0" for number in range(1, 5)]
    teams = [f"310   {team} Team {team}".ljust(73) + f"{2 * team - 1:>4} {2 * team:>4}"
             for team in (1, 2)]  # fmt: skip
    text = "\n".join(["012 Club", *lines, *teams, "260   1   3    1    4"])
    found = read(text.encode())
    said = [str(fault.message) for fault in found.warnings if fault.place.line == 8]
    assert said == ["team 4 of a forbidden pair is not in the file"]
    with pytest.raises(InputError, match="4 is not in this event"):
        wants_of(EventIndex(found.event), 1)


@pytest.mark.parametrize(
    ("line", "told", "fault"),
    [("260   1   7    2   99", "player 99 of a forbidden pair is not in the file", "player 99"),
     ("XXP 2 Kim", "forbidden pairs (XXP) are start numbers; found '2 Kim'", "'2 Kim'")],
)  # fmt: skip
def test_a_forbidden_pair_that_is_not_understood_keeps_nothing_but_the_pairing_back(
    line: str, told: str, fault: str, tmp_path: Path, shell: Shell
) -> None:
    games = [game(1, "1", "2"), game(1, "3", "4")]
    event = with_setting(event_index_of(field_of(4), games, 3).event, "criteria", "PTS, BH")
    file, other = tmp_path / "open.trf", tmp_path / "other.trf"
    ranked = with_ranks(event, "PTS, BH")
    file.write_bytes(write(ranked))
    alone = shell("standings", file).out
    verified = shell("verify", file).out
    file.write_bytes(write(ranked) + f"{line}\n".encode())
    printed = shell("standings", file)
    assert printed.out == alone and told in printed.err and ":5: " in printed.err
    assert shell("verify", file).out == verified
    for command in (("pair", file), ("pair", file, "--check"), ("check", file)):
        refused = shell(*command, code=None)
        assert told in refused.err and fault in refused.err.splitlines()[-1]
        assert "Table" not in refused.out
    shell("export", file, other)
    assert other.read_bytes() == file.read_bytes()
