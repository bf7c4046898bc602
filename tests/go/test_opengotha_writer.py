"""Files for OpenGotha: what is written reads as the same event, what it cannot hold is said."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.go.test_xml import bye, criteria, game, gotha, player, read
from xltie import api
from xltie.core.errors import NOWHERE, InputError
from xltie.core.go_names import joined, parted
from xltie.event import Contestant, Event, Match
from xltie.exchange import h9, opengotha
from xltie.settings import Settings

FILES = Path(__file__).parent.parent / "h9"
HANDICAP = (
    '<HandicapParameterSet hdBasedOnMMS="true" hdCeiling="9" hdCorrection="2" '
    'hdNoHdRankThreshold="1D"/>'
)


def event() -> Event:
    people = [player(name, rank) for name, rank in zip("abcde", ("4D", "3D", "1D", "2K", "9K"))]
    games = [
        game("a", "b", 1, "BLACKWINS"), game("c", "d", 1, "EQUAL", 2),
        game("a", "c", 2, "BOTHLOSE_BYDEF"), game("e", "d", 2, "WHITEWINS_BYDEF"),
        game("a", "d", 3, "UNKNOWN"),
    ]  # fmt: skip
    time = 'basicTime="60" complementaryTimeSystem="CANBYOYOMI" canByoYomiTime="300"'
    general = f'genMMBar="3D" genMMFloor="5K" komi="6.5" location="Jena" {time} nbMovesCanTime="15"'
    named = criteria("MMS", "SOSM", "SOSOSM")
    text = gotha("\n".join(people), "\n".join(games), bye("e", 1), general, named)
    return read(text.replace("<PlacementParameterSet>", f"{HANDICAP}<PlacementParameterSet>"))


def test_an_event_comes_back_from_a_file_for_opengotha() -> None:
    own = event()
    again = opengotha.read(opengotha.write(own), "t.xml").event
    assert [c.start for c in again.contestants] == [32, 32, 30, 28, 25]
    assert [plain(match) for match in again.matches] == [plain(match) for match in own.matches]
    assert [replace(c, place=NOWHERE) for c in again.contestants] == [
        replace(c, place=NOWHERE) for c in own.contestants
    ]
    usual = {"rounding": "down", "unplayed": "start", "last_day": "2020-01-02"}
    assert again.settings.texts == {**own.settings.texts, **usual}
    assert (again.rounds, again.format, again.name) == (own.rounds, own.format, own.name)


def test_how_handicaps_are_given_comes_back_through_a_workbook(tmp_path: Path) -> None:
    own = event()
    unusual = {"handicap_by": "rank", "no_handicap_from": "4k", "handicap_ceiling": "7"}
    other = replace(own, settings=Settings.by_key({**own.settings.texts, **unusual}))
    book = tmp_path / "event.xlsx"
    api.write(other, book)
    text = opengotha.write(api.open_event(book).event).decode()
    for said in ('hdBasedOnMMS="false"', 'hdNoHdRankThreshold="4K"', 'hdCeiling="7"'):
        assert said in text


@pytest.mark.parametrize(
    ("key", "wrong", "said"),
    [
        ("handicap_by", "points", "Handicap by is 'points'; choose from mms, rank"),
        ("no_handicap_from", "weak", "No handicap from is 'weak'; it is not a rank"),
        ("handicap_ceiling", "ten", "Highest handicap is 'ten'; it must be a number of stones"),
    ],
)
def test_a_setting_of_handicaps_without_meaning_is_named(
    tmp_path: Path, key: str, wrong: str, said: str
) -> None:
    own = event()
    book = tmp_path / "event.xlsx"
    api.write(replace(own, settings=Settings.by_key({**own.settings.texts, key: wrong})), book)
    with pytest.raises(InputError, match=rf"Settings!B\d+: {said}"):
        api.open_event(book)


def plain(match: Match) -> Match:
    return replace(match, table="", place=NOWHERE)


def test_the_data_version_is_written() -> None:
    # Without it OpenGotha 3.51 takes a file for an old one: ratings are shifted, games vanish.
    assert b'<Tournament dataVersion="201"' in opengotha.write(event())


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"criteria": "MMS, DC"}, "OpenGotha has no criterion 'DC'"),
        ({"bye": "1;0.3"}, "OpenGotha has 0, 0.5 and 1"),
        ({"bar": "9d", "floor": "1d"}, "starts with 25, but OpenGotha starts between 29 and 32"),
        ({"unplayed": "self"}, "unplayed=self for rounds without an opponent is not known"),
    ],
)
def test_what_opengotha_cannot_hold_is_a_fault(changed: dict[str, str], said: str) -> None:
    own = event()
    other = replace(own, settings=Settings.by_key({**own.settings.texts, **changed}))
    with pytest.raises(InputError) as raised:
        opengotha.write(other)
    assert said in str(raised.value)


def test_two_players_of_one_name_are_a_fault() -> None:
    own = replace(event(), matches=())
    twin = Contestant("9", own.contestants[0].name, grade="1d", start=own.contestants[2].start)
    with pytest.raises(InputError, match="is the name of several players"):
        opengotha.write(replace(own, contestants=(*own.contestants, twin)))


@pytest.mark.parametrize(
    ("surname", "first", "name"),
    [
        ("Kim", "Min-su", "Kim Min-su"),
        ("Perez Wilke", "Abel", "Perez Wilke Abel"),
        ("van den Berg", "Jan Piet", "van den Berg, Jan Piet"),
        ("D,Gerinel", "Savanni", "D,Gerinel Savanni"),
        ("김민수", "", "김민수"),
    ],
)
def test_names_keep_their_two_parts(surname: str, first: str, name: str) -> None:
    assert joined(surname, first) == name
    assert parted(name) == (surname, first)


def test_a_new_file_for_the_egd_names_class_place_komi_and_time() -> None:
    own = event()
    named = replace(own.contestants[0], name="van den Berg, Jan Piet", club="", country="")
    text = h9.write(replace(own, contestants=(named, *own.contestants[1:]))).decode()
    head = [line for line in text.splitlines() if line.startswith("; ")][:-1]
    assert head == [
        "; CL[A]", "; EV[T]", "; PC[,Jena]", "; DT[2020-01-02,2020-01-02]", "; HA[h2]", "; KM[6.5]",
        "; TM[80]", "; CM[Canadian byo-yomi]",
    ]  # fmt: skip
    assert "van_den_Berg Jan_Piet           4D XX xxxx" in text


@pytest.mark.parametrize(
    "changed", [{"overtime": "byo yomi of 30"}, {"last_day": "soon"}, {"time": "an hour"}]
)
def test_a_time_that_is_not_understood_makes_no_class(changed: dict[str, str]) -> None:
    own = event()
    other = replace(own, settings=Settings.by_key({**own.settings.texts, **changed}))
    for write in (h9.write, opengotha.write):
        with pytest.raises(InputError, match=next(iter(changed.values()))):
            write(other)


def test_a_file_for_the_egd_lists_who_played_and_signs_byes_by_their_worth() -> None:
    people = [player(name, "1D") for name in "abc"] + [player("d", "1D", present="00000")]
    text = gotha(
        "\n".join(people),
        "\n".join([game("a", "b", 1, "BLACKWINS"), game("a", "c", 2, "BLACKWINS")]),
        bye("c", 1) + bye("b", 2),
        'genNBW2ValueBye="1" genMMS2ValueBye="2"',
        criteria("NBW", "SOSW"),
    )
    written = api.to_bytes(api.open_event(text.encode(), name="t.xml"), "t.h9").decode()
    lines = [line.split() for line in written.splitlines() if not line.startswith(";")]
    assert len(lines) == 3  # as OpenGotha: d had no game
    assert sum("0=" in line for line in lines) == 2  # half a point, as OpenGotha signs it
