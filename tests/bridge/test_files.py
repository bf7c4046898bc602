"""PBN and USEBIO: what is written is read back, and what is wrong is named or refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from types import ModuleType

import pytest

from tests.bridge.test_sessions import INDIVIDUAL, SPLIT, TEAMS, _big_session, event_index
from tests.casefiles import CASES
from tests.shell import Shell
from xltie.core.errors import DomainError, InputError
from xltie.event import NOT_PLAYED, Award, Event, EventIndex
from xltie.event.packed import pack, unpack
from xltie.exchange import format_of, pbn, usebio
from xltie.exchange.common.xml import parse
from xltie.ranking import parse_criteria, rank
from xltie.ranking.ranked_event import published
from xltie.ranking.verification.bridge_findings import verify_session
from xltie.settings.declared import CONTEST

BOTH = pytest.mark.parametrize("module", [pbn, usebio], ids=["pbn", "usebio"])
TWO_FIELDS = "Board|NS|EW|Score\n1|1|1|420\n1|2|2|50\n2|1|2|100\n2|2|1|-50"
FOULED = "Round|Table|Board|NS|EW|Score|Group\n1|1|1|1|2|50|a\n1|2|1|3|4|70|b\n2|1|2|1|3|NP|\n"
WEIGHTED = """
Board|NS|EW|Score|NS adjusted|EW adjusted
1|1|2|60% 420 + 40% -50||
1|3|4|620||
1|5|6||25% 170 + 37.5% -50 + 37.5% PASS|A+
"""


def bare(event: Event) -> list[str]:
    """The board results without what is only a place or a published figure."""
    return sorted(
        repr(board_result._replace(place=None, ns_points=None, ew_points=None))
        for board_result in event.board_results
    )


@pytest.mark.slow
@BOTH
@pytest.mark.parametrize(
    "boards", [_big_session(), SPLIT, TEAMS, INDIVIDUAL, TWO_FIELDS, FOULED, WEIGHTED],
    ids=["session", "split", "teams", "individual", "two fields", "fouled", "weighted"],
)  # fmt: skip
def test_what_is_written_is_read_back(module: ModuleType, boards: str) -> None:
    event = event_index(boards).event
    data = module.FORMAT.write(event)
    back = module.FORMAT.read(data, "session").event
    assert bare(back) == bare(event)
    assert [(c.id, c.division) for c in back.contestants] == [
        (c.id, c.division) for c in event.contestants
    ]
    assert module.FORMAT.write(back) == data
    assert format_of(f"session{module.FORMAT.suffixes[0]}", data) is module.FORMAT


@pytest.mark.slow
@BOTH
def test_published_figures_travel_with_the_session(module: ModuleType) -> None:
    case = next(case for case in CASES if case.path.stem == "bridgewx-session")
    event = published(case.event_index().event, "MP%(decimals=1)")
    back = module.FORMAT.read(module.FORMAT.write(event), "session").event
    best = next(player for player in back.contestants if player.id == "B7")
    assert best.name == "pair B7"
    assert dict(best.more)["Published place"] == "1"
    assert dict(best.more)["Published TotalPercentage"] == "72.77"
    board_result = next(
        line for line in back.board_results if line.board == 12 and line.ns == ("A5",)
    )
    assert board_result.ns_points == Fraction("13.7")


@BOTH
def test_names_and_corrections_of_both_directions_travel(module: ModuleType) -> None:
    players = "ID|Name|Penalty|Carry-over\nNS 1|Ann & Ben|1 PP|\nNS 2|Cy & Di||\n"
    event = event_index(TWO_FIELDS, players + "EW 1|Eve & Fay||2.5\nEW 2|Gus & Hal||").event
    back = module.FORMAT.read(module.FORMAT.write(event), "club").event
    assert {c.id: c.name for c in back.contestants} == {c.id: c.name for c in event.contestants}
    found = [rank(EventIndex(one), parse_criteria("MP%")).lines for one in (event, back)]
    totals = [[(line.who, line.values[0].total) for line in one if line.values[0]] for one in found]
    assert totals[0] == totals[1]


@pytest.mark.slow
def test_places_survive_the_file() -> None:
    event = event_index(_big_session()).event
    for module in (pbn, usebio):
        back = module.FORMAT.read(module.FORMAT.write(event), "x").event
        for criteria in ("MP%", "Z%", "BUTLERIMPS"):
            chosen = parse_criteria(criteria)
            one, other = rank(EventIndex(event), chosen), rank(EventIndex(back), chosen)
            assert [(a.who, a.place) for a in one.lines] == [(b.who, b.place) for b in other.lines]


@pytest.mark.parametrize("boards", [_big_session(), SPLIT, TEAMS, INDIVIDUAL, TWO_FIELDS, FOULED])
def test_a_session_fits_into_the_text_of_one_cell(boards: str) -> None:
    event = event_index(boards).event
    assert bare(unpack(pack(event))) == bare(event)


@BOTH
def test_an_event_without_boards_cannot_be_written(module: ModuleType) -> None:
    with pytest.raises(DomainError):
        module.FORMAT.write(Event())


def faults(module: ModuleType, text: str) -> list[str]:
    with pytest.raises(InputError) as refused:
        module.FORMAT.read(text.encode(), "club")
    return [str(fault) for fault in refused.value.faults]


# -- PBN -----------------------------------------------------------------------------------------

CLUB = r"""% PBN 2.1
[Event "Monday Pairs"]
[Date "2024.11.18"]
[Competition "Pairs"]
[Board "1"]
[Vulnerable "None"]
{ a comment
over two lines }
[ScoreTable "PairId_NS\2R;PairId_EW\2R;Contract\5L;Declarer\1R;Result\2R;Score_NS\5R;MP_NS\4R"]
 1  4 3NT   S 10  "430"  2.0 ; a comment
 2  5 4SX   W  9    -    1.0
 3  6 Pass  -  -    0    0.0

[Event "#"]
[Board "2"]
[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Percentage_NS;Percentage_EW"]
1 5 - - - - ^60.0 ^40.0
2 6 4H N 10 ? ? ?
3 4 - - - - - -
[TotalScoreTable "Rank\2R;PairId\2R;Names\20L"]
1 1 "Ann & Ben"
2 2 "Cy & Di"
"""


def test_a_file_of_a_club_program_is_read() -> None:
    event = pbn.FORMAT.read(CLUB.encode("latin-1"), "club.pbn").event
    assert (event.name, event.start_date, event.settings.text(CONTEST)) == (
        "Monday Pairs", "2024-11-18", "pairs",
    )  # fmt: skip
    assert [board_result.ns_result for board_result in event.board_results] == [
        430, 100, 0, Award(Fraction(3, 5)), 620, NOT_PLAYED,
    ]  # fmt: skip
    assert event.board_results[3].ew_result == Award(Fraction(2, 5))
    assert event.contestants[0].name == "Ann & Ben"
    assert event.board_results[0].ns_points == 2


def test_names_without_quotes_fill_their_columns() -> None:
    text = (
        '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS;Names_NS\\12;Names_EW"]\n'
        "1 2 420 Ann Ben     Cy Di\n"
    )
    event = pbn.FORMAT.read(text.encode(), "x.pbn").event
    assert [player.name for player in event.contestants] == ["Ann Ben", "Cy Di"]


def test_faults_of_a_pbn_file_have_line_and_column() -> None:
    found = faults(
        pbn,
        '[Board "one"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 2 420\n\n'
        '[Board "2"]\n[ScoreTable "Rank;Score_NS"]\n1 420\n\n'
        '[Board "3"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Score_NS"]\n'
        "1 2 9NT 420\n1 2 3 4 5\n"
        '[Board "4\n',
    )
    assert [line.partition(": ")[0] for line in found] == [
        "club:13:1", "club:1:1", "club:6:1", "club:11:1", "club:12:1",
    ]  # fmt: skip
    assert "9NT" in found[3]


def test_deals_without_results_are_no_session() -> None:
    found = faults(pbn, '[Event "x"]\n[Board "1"]\n[BoardResult "N:..."]\n')
    assert found == ["club:1:1: there is no ScoreTable with results in this file"]


# -- USEBIO --------------------------------------------------------------------------------------

MONDAY = """<?xml version="1.0" encoding="iso-8859-1"?>
<!DOCTYPE USEBIO SYSTEM "http://www.ebu.co.uk/usebio/usebio_v1_2.dtd">
<USEBIO Version="1.2">
 <EVENT EVENT_TYPE="PAIRS">
  <EVENT_DESCRIPTION>Monday &amp; friends</EVENT_DESCRIPTION>
  <DATE>18/11/2024</DATE>
  <BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>
  <WINNER_TYPE>2</WINNER_TYPE>
  <PARTICIPANTS>
   <PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>NS</DIRECTION><PLACE>1=</PLACE>
    <PLAYER><PLAYER_NAME>Ann</PLAYER_NAME></PLAYER>
    <PLAYER><PLAYER_NAME>Ben</PLAYER_NAME></PLAYER></PAIR>
  </PARTICIPANTS>
  <BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
   <TRAVELLER_LINE><NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>3</EW_PAIR_NUMBER>
    <CONTRACT>3NT</CONTRACT><PLAYED_BY>N</PLAYED_BY><LEAD>HK</LEAD><TRICKS>10</TRICKS>
    <SCORE>430</SCORE><NS_MATCH_POINTS>2</NS_MATCH_POINTS></TRAVELLER_LINE>
   <TRAVELLER_LINE><NS_PAIR_NUMBER>2</NS_PAIR_NUMBER><EW_PAIR_NUMBER>4</EW_PAIR_NUMBER>
    <CONTRACT>2S</CONTRACT><PLAYED_BY>E</PLAYED_BY><TRICKS>7</TRICKS></TRAVELLER_LINE>
   <TRAVELLER_LINE><NS_PAIR_NUMBER>5</NS_PAIR_NUMBER><EW_PAIR_NUMBER>6</EW_PAIR_NUMBER>
    <SCORE>A6040</SCORE></TRAVELLER_LINE>
  </BOARD>
 </EVENT>
</USEBIO>
"""


def test_a_usebio_file_with_a_document_type_is_read_and_nothing_is_fetched() -> None:
    event = usebio.FORMAT.read(MONDAY.encode("latin-1"), "monday.xml").event
    assert (event.name, event.start_date) == ("Monday & friends", "2024-11-18")
    assert [board_result.ns_result for board_result in event.board_results] == [
        430,
        50,
        Award(Fraction(3, 5)),
    ]
    assert event.contestants[0].name == "Ann & Ben"
    assert dict(event.contestants[0].more)["Published place"] == "1"
    assert {player.division for player in event.contestants} == {"NS", "EW"}


TEAM_FILE = """<USEBIO><EVENT EVENT_TYPE="SWISS_TEAMS">
<PARTICIPANTS><TEAM><TEAM_ID>1</TEAM_ID><TEAM_NAME>Ace</TEAM_NAME></TEAM></PARTICIPANTS>
<MATCH><ROUND_NUMBER>1</ROUND_NUMBER><TEAM>1</TEAM><OPPOSING_TEAM>2</OPPOSING_TEAM>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><DIRECTION>NS</DIRECTION><SCORE>420</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><DIRECTION>EW</DIRECTION><SCORE>-50</SCORE></TRAVELLER_LINE>
</BOARD></MATCH></EVENT></USEBIO>"""


def test_the_matches_of_teams_are_read_from_the_side_of_the_team() -> None:
    event = usebio.FORMAT.read(TEAM_FILE.encode(), "teams.xml").event
    found = rank(EventIndex(event), parse_criteria("IMP"))
    assert [(line.who, line.values[0].total) for line in found.lines] == [  # type: ignore[union-attr]
        ("1", 10), ("2", -10),
    ]  # fmt: skip
    assert event.contestants[0].name == "Ace"


BOMB = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;">]>
<USEBIO><EVENT>&c;</EVENT></USEBIO>"""
STOLEN = """<?xml version="1.0"?>
<!DOCTYPE x [<!ENTITY own SYSTEM "file:///etc/hostname">]><USEBIO><EVENT>&own;</EVENT></USEBIO>"""


@pytest.mark.parametrize(
    ("text", "place", "why"),
    [
        (BOMB, "club:2:13", "declared"),
        (STOLEN, "club:2:13", "declared"),
        ("<USEBIO>\n  <EVENT>\n</USEBIO>", "club:3:3", "mismatched tag"),
        ("<USEBIO><EVENT>&nosuch;</EVENT></USEBIO>", "club:1:16", "undefined entity"),
        ("", "club:1:1", "no element"),
        ("<OTHER/>", "club:1:1", "contains no <EVENT>"),
        ("<EVENT>" + "<A>" * 500 + "</A>" * 500 + "</EVENT>", "club:1:197", "nested"),
        ("<USEBIO><EVENT></EVENT></USEBIO>", "club:1:9", "no results"),
    ],
    ids=["bomb", "theft", "tags", "entity", "empty", "other", "deep", "nothing"],
)
def test_xml_that_is_broken_or_could_do_harm_is_refused(text: str, place: str, why: str) -> None:
    found = faults(usebio, text)
    assert len(found) == 1
    assert found[0].startswith(f"{place}: ")
    assert why in found[0]


def test_an_entity_behind_a_document_type_is_not_passed_over() -> None:
    text = '<!DOCTYPE USEBIO SYSTEM "u.dtd"><USEBIO><EVENT>&club;</EVENT></USEBIO>'
    with pytest.raises(InputError, match="club"):
        parse(text.encode(), "x.xml", doctype=True)


def test_every_fault_of_a_usebio_file_is_named() -> None:
    text = MONDAY.replace("<CONTRACT>2S</CONTRACT>", "<CONTRACT>2Q</CONTRACT>").replace(
        "A6040", "perhaps"
    )
    found = faults(usebio, text)
    assert [line.partition(": ")[0] for line in found] == ["club:18:4", "club:20:4"]


def test_an_empty_value_in_quotes_is_no_value() -> None:
    """A quotation mark too many once ended in a traceback."""
    table = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]'
    event = pbn.read(f'[Event "x"]\n[Board "1"]\n{table}\n1 2 4S N 10 ""\n'.encode(), "x.pbn").event
    assert [line.ns_result for line in event.board_results] == [420]


def test_a_file_of_an_unknown_kind_is_called_that(tmp_path: Path, shell: Shell) -> None:
    """It was "not an .xlsx file (File is not a zip file)", which tells a director nothing."""
    path = tmp_path / "hands.dbf"
    path.write_text("pn|Ann,Bo,Cy,Di|st||md|3S23,H4,D5,C6|", "utf-8")
    said = shell("standings", path, code=1).err
    assert "files that end in .dbf are not read" in said
    assert ".pbn" in said


@BOTH
def test_a_total_is_written_as_the_standings_show_it(module: ModuleType) -> None:
    boards = "Board|NS|EW|Score|NS adjusted|EW adjusted\n1|1|2||63.125%|36.875%\n1|3|4|50||\n"
    event = published(event_index(boards).event)
    assert b"63.13" in module.write(event)
    index = EventIndex(module.read(module.write(event), "club").event)
    assert not any(match.differences for match in verify_session(index))
