"""A file of OpenGotha says how its event is paired: the same here, in a workbook and back there."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie import api
from xltie.event import Event, EventIndex
from xltie.exchange import opengotha
from xltie.pairing.catalogue import system_of, wants_of
from xltie.pairing.check import audit
from xltie.pairing.systems import draw_round
from xltie.ranking import criteria_of
from xltie.settings.opengotha import ATTRIBUTES, SWISS, attributes_of
from xltie.workbooks.from_event import event_workbook

RANKS = ("6D", "3D", "1D", "2K", "5K", "9K", "12K", "20K")


def tournament(
    criteria: str = "NBW, SOSW, SOSOSW", games: str = "", players: str = "", **changed: str
) -> str:
    """An event of eight players, a rank each; ``games`` are "round black white result"."""
    names = [f"P{number}" for number in range(1, 9)]
    absent = dict(part.split(":") for part in players.split())
    listed = "".join(
        f'<Player name="{name}" firstName="x" rank="{rank}" rating="{2500 - 100 * number}" '
        f'country="FR" club="c{number % 2}" participating="{absent.get(name, "1" * 20)}" '
        f'registeringStatus="{"PRE" if absent.get(name) == "PRE" else "FIN"}"/>'
        for number, (name, rank) in enumerate(zip(names, RANKS, strict=True))
    )
    played = "".join(
        f'<Game roundNumber="{number}" tableNumber="{table}" blackPlayer="P{black}X" '
        f'whitePlayer="P{white}X" handicap="0" knownColor="true" result="RESULT_{result}"/>'
        for table, (number, black, white, result) in enumerate(
            (line.split() for line in games.split("\n") if line.strip()), 1
        )
    )
    placed = "".join(
        f'<PlacementCriterion name="{name}" number="{number}"/>'
        for number, name in enumerate(criteria.split(", "), 1)
    )
    weights = {**attributes_of(SWISS), **changed}
    pairing = " ".join(f'{name}="{text}"' for name, text in weights.items())
    limits = '<Categories><Category lowerLimit="1D" number="1"/></Categories>'
    is_mixed = criteria.startswith("CAT")
    return (
        '<Tournament dataVersion="201" fullVersionNumber="3.51">'
        f"<Players>{listed}</Players><Games>{played}</Games>"
        '<TournamentParameterSet><GeneralParameterSet name="t" numberOfRounds="5" genMMBar="4D" '
        f'genMMFloor="20K" numberOfCategories="{2 if is_mixed else 1}" genMMS2ValueAbsent="1" '
        'genMMS2ValueBye="2" genNBW2ValueBye="2" genNBW2ValueAbsent="0">'
        f"{limits if is_mixed else ''}</GeneralParameterSet>"
        '<HandicapParameterSet hdBasedOnMMS="true" hdNoHdRankThreshold="30K" hdCorrection="0" '
        'hdCeiling="9"/><PlacementParameterSet><PlacementCriteria>'
        f"{placed}</PlacementCriteria></PlacementParameterSet><PairingParameterSet {pairing}/>"
        "</TournamentParameterSet></Tournament>"
    )


FIRST = """
1 1 5 BLACKWINS
1 2 6 WHITEWINS
1 3 7 BLACKWINS
1 4 8 WHITEWINS
"""


def read(text: str) -> Event:
    return opengotha.read(text.encode(), "t.xml").event


def in_workbook(event: Event, folder: Path) -> Event:
    path = folder / "t.xlsx"
    path.write_bytes(event_workbook(event, criteria_of(event)))
    return api.open_event(path).event


def paired(event: Event, number: int) -> set[frozenset[str]]:
    index = EventIndex(event)
    drawn = draw_round(index, number, system_of(event), wants_of(index, number))
    return {frozenset(board.players) for board in drawn.boards}


def test_a_swiss_is_paired_by_wins_whatever_its_players_start_with(tmp_path: Path) -> None:
    """The ranks give start scores from 10 to 33; winners 1 6 3 8 meet winners all the same."""
    event = read(tournament(games=FIRST))
    assert len({contestant.start for contestant in event.contestants}) > 5
    winners = set("1638")
    for one in (event, in_workbook(event, tmp_path), read(opengotha.write(event).decode())):
        assert all(len(couple & winners) != 1 for couple in paired(one, 2))


def test_the_settings_of_a_file_come_back_as_they_were(tmp_path: Path) -> None:
    text = tournament(
        games=FIRST, paiMaSeedSystem2="SPLITANDFOLD", paiMaDUDDUpperMode="TOP",
        paiBaBalanceWB="0", paiSeRankThreshold="2D", paiMaLastRoundForSeedSystem1="1",
    )  # fmt: skip
    event = read(text)
    settings = event.settings
    assert settings.texts["pairing_order"] == "fold" and "pairing_first" not in settings.texts
    assert settings.texts["pairing_weights"] == (
        "paiBaBalanceWB=0; paiMaDUDDUpperMode=TOP; paiMaLastRoundForSeedSystem1=1; "
        "paiSeRankThreshold=2D"
    )
    again = opengotha.write(in_workbook(event, tmp_path)).decode()
    for name in ATTRIBUTES:
        said = re.search(f'{name}="([^"]*)"', text)
        written = re.search(f'{name}="([^"]*)"', again)
        assert said and written and said[1] == written[1], name


def test_settings_change_who_meets() -> None:
    """Winners 1 3 6 8 in the order of their ratings: 1-6, 3-8 by slide, 1-8, 3-6 by fold."""
    by_slide = paired(read(tournament(games=FIRST)), 2)
    by_fold = paired(read(tournament(games=FIRST, paiMaSeedSystem1="SPLITANDFOLD")), 2)
    assert {frozenset("16"), frozenset("38")} < by_slide
    assert {frozenset("18"), frozenset("36")} < by_fold


@pytest.mark.parametrize(
    "text, said",
    [
        ("paiBaBalanceWB=many", "paiBaBalanceWB is 'many'; it must be a whole number"),
        ("paiNothing=1", "paiNothing is no pairing parameter of OpenGotha"),
        ("paiMaDUDDLowerMode=LOW", "paiMaDUDDLowerMode is 'LOW'; choose from TOP, MID, BOT"),
    ],
)
def test_a_weight_that_is_not_understood_is_named(text: str, said: str) -> None:
    from xltie.settings import Settings, declared

    faults: list[object] = []
    Settings.of({declared.PAIRING_WEIGHTS: text}).read(declared.PAIRING_WEIGHTS, faults)  # type: ignore[arg-type]
    assert [said in str(fault) for fault in faults] == [True]


def test_categories_are_paired_by_where_they_weigh() -> None:
    """Three dan players and five kyu players: one couple at most is mixed."""
    text = tournament("CAT, NBW, SOSW", games=FIRST, paiMaAvoidMixingCategories="20000000000000")
    mixed = [couple for couple in paired(read(text), 2) if len(couple & set("123")) == 1]
    assert len(mixed) == 1
    plain = paired(read(tournament(games=FIRST)), 2)
    assert len([couple for couple in plain if len(couple & set("123")) == 1]) == 3


def test_an_absence_that_was_announced_is_heeded_and_written_back(tmp_path: Path) -> None:
    event = read(tournament(games=FIRST, players="P2:10011 P5:11000"))
    for one in (event, in_workbook(event, tmp_path), read(opengotha.write(event).decode())):
        assert set().union(*paired(one, 2)) == set("134678") | {"5"}
        index = EventIndex(one)
        assert wants_of(index, 3).absent == {"2", "5"} and wants_of(index, 4).absent == {"5"}


@pytest.mark.slow
def test_nobody_is_paired_who_has_not_come_yet(tmp_path: Path) -> None:
    event = read(tournament(players="P8:PRE"))
    for one in (event, in_workbook(event, tmp_path)):
        assert "8" not in set().union(*paired(one, 1))
    assert b'registeringStatus="PRE"' in opengotha.write(in_workbook(event, tmp_path))


def test_a_list_says_who_has_not_come_yet(tmp_path: Path, shell: Shell) -> None:
    """The column is used, and only what has no column is said not to be."""
    players, book = tmp_path / "players.csv", tmp_path / "club.xlsx"
    players.write_text("Name,Grade,Registration,Shoes\nA,5d,FIN,\nB,4d,PRE,41\nC,3d,,\nD,2d,,\n")
    call = ["new", str(book), "--game", "go", "--from", str(players), "--rounds", "3"]
    told = [line for line in shell(*call).err.splitlines() if "is not used" in line]
    assert len(told) == 1 and "'Shoes'" in told[0]
    assert "registered as preliminary: B" in shell("pair", book).err


def test_a_check_finds_nothing_in_the_first_round_of_a_swiss() -> None:
    event = read(tournament(games=FIRST))
    odd = replace(event, matches=tuple(match for match in event.matches if match.round == 1))
    index = EventIndex(odd)
    found = audit(index, system_of(odd), lambda number: wants_of(index, number))
    assert found == []


@pytest.mark.parametrize("result", ["EQUAL", "BOTHWIN", "BOTHLOSE", "BLACKWINS"])
def test_results_by_default_keep_their_meaning(result: str, tmp_path: Path) -> None:
    text = tournament(games=FIRST.replace("1 1 5 BLACKWINS", f"1 1 5 {result}_BYDEF"))
    event = read(text)
    own = in_workbook(event, tmp_path)
    assert not own.faults
    for one, other in ((event, own), (event, read(opengotha.write(own).decode()))):
        a, b = EventIndex(one), EventIndex(other)
        assert [a.score(who) for who in "15"] == [b.score(who) for who in "15"]
    assert f"RESULT_{result}_BYDEF" in opengotha.write(own).decode()


def test_corrections_of_a_swiss_come_back() -> None:
    text = tournament(games=FIRST).replace('rank="2K"', 'rank="2K" smmsCorrection="2"')
    assert 'smmsCorrection="2"' in opengotha.write(read(text)).decode()


def test_ratings_of_old_french_files_are_what_they_mean() -> None:
    """A 1 kyu of 2010 has -9 on the scale of the FFG, which is 2041."""
    text = tournament().replace('rating="2500"', 'rating="-9" ratingOrigin="FFG"')
    old = text.replace('dataVersion="201" fullVersionNumber="3.51"', "")
    assert read(old).contestants[0].rating == 2041
    assert read(text).contestants[0].rating == -9


def test_the_defects_of_the_pairing_are_gone_from_the_command(tmp_path: Path, shell: Shell) -> None:
    """A Swiss is not blamed for ranks in round 1."""
    path = tmp_path / "swiss.xml"
    path.write_text(tournament(games=FIRST), "utf-8")
    assert "0 absolute rules broken, 0 others" in shell("pair", path, "--check").out


def test_blanks_about_a_first_name_are_drawn_with_and_come_back(tmp_path: Path) -> None:
    """OpenGotha 3.51 pairs 1-4 2-6 3-5 7-8 by its lots; without the blanks 3-5 alone is right."""
    text = tournament(paiMaSeedSystem1="SPLITANDRANDOM", paiBaRandom="1000000000")
    for name, first in (("P2", "x "), ("P5", " x "), ("P7", "x ")):
        text = text.replace(f'name="{name}" firstName="x"', f'name="{name}" firstName="{first}"')
    event = read(text)
    assert [one.name for one in event.contestants][:2] == ["P1", "P2"]
    book = in_workbook(event, tmp_path)
    for item in (event, book, read(opengotha.write(book).decode())):
        assert paired(item, 1) == set(map(frozenset, ("14", "26", "35", "78")))
    assert set(re.findall('firstName="([^"]*)"', opengotha.write(book).decode())) == {
        "x", "x ", " x ",
    }  # fmt: skip


def test_a_name_that_was_changed_is_the_one_that_counts() -> None:
    event = read(tournament().replace('name="P2" firstName="x"', 'name="P2" firstName="x "'))
    changed = [replace(one, name=one.name.replace("P2", "Q2")) for one in event.contestants]
    written = opengotha.write(replace(event, contestants=tuple(changed))).decode()
    assert 'name="Q2" firstName="x"' in written and "P2" not in written
