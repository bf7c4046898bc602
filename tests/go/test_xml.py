"""OpenGotha and MacMahon tournaments: read as the programs score them, hostile files refused."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from xml.sax.saxutils import quoteattr

import pytest

from xltie.core.errors import InputError
from xltie.event import Event, EventIndex, Outcome, Status
from xltie.exchange import format_of, h9, macmahon, opengotha
from xltie.ranking import parse_criteria
from xltie.settings.declared import CRITERIA

FILES = Path(__file__).parent.parent / "h9"
RESULTS = {Outcome.WIN: "BLACKWINS", Outcome.LOSS: "WHITEWINS", Outcome.DRAW: "EQUAL"}


def gotha(players: str, games: str = "", byes: str = "", general: str = "", crit: str = "") -> str:
    return f"""<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<Tournament dataVersion="201" gothaVersion="351">
<Players>
{players}
</Players>
<Games>
{games}
</Games>
<ByePlayers>
{byes}
</ByePlayers>
<TournamentParameterSet>
<GeneralParameterSet name="T" beginDate="2020-01-02" numberOfRounds="3" {general}/>
<PlacementParameterSet><PlacementCriteria>
{crit}
</PlacementCriteria></PlacementParameterSet>
</TournamentParameterSet>
</Tournament>
"""


def player(name: str, rank: str = "1D", present: str = "11111", more: str = "") -> str:
    return (
        f'<Player name={quoteattr(name)} firstName="x y" rank="{rank}" club="C" country="FR" '
        f'rating="2000" egfPin="123" participating="{present}" registeringStatus="FIN" {more}/>'
    )


def game(black: str, white: str, turn: int | str, result: str, handicap: int = 0) -> str:
    return (
        f'<Game blackPlayer="{black.upper()}XY" whitePlayer="{white.upper()}XY" '
        f'handicap="{handicap}" knownColor="true" result="RESULT_{result}" '
        f'roundNumber="{turn}" tableNumber="1"/>'
    )


def bye(name: str, turn: int) -> str:
    return f'<ByePlayer player="{name.upper()}XY" roundNumber="{turn}"/>'


def criteria(*names: str) -> str:
    return "".join(f'<PlacementCriterion name="{n}" number="{i}"/>' for i, n in enumerate(names, 1))


def read(text: str) -> Event:
    return opengotha.read(text.encode("utf-8"), "t.xml").event


def values(event: Event, text: str) -> dict[str, object]:
    event_index = EventIndex(event)
    found = parse_criteria(text, event=event)[0].values(event_index, event_index.ids)
    return {who: working.total for who, working in found.items()}


def as_opengotha(event: Event) -> str:
    """A published tournament as the file that it was published from."""
    people = [
        player(f"N{c.id}", c.grade, "".join("0" if (c.id, r) in missed(event) else "1"
                                            for r in range(1, 6)))
        for c in event.contestants
    ]  # fmt: skip
    games = [
        game(f"N{m.a.who}", f"N{m.b.who}", m.round, RESULTS[m.a.outcome], m.handicap)
        for m in event.matches
        if m.b is not None and m.a.outcome is not None
    ]
    return gotha("\n".join(people), "\n".join(games), general='genMMBar="3D" genMMFloor="20K"',
                 crit=criteria("MMS", "SOSM", "SOSOSM", "NULL"))  # fmt: skip


def missed(event: Event) -> set[tuple[str, int]]:
    return {(m.a.who, m.round) for m in event.matches if m.a.status is Status.ABSENT}


def test_a_published_mcmahon_tournament_comes_out_as_opengotha_printed_it() -> None:
    published = h9.read((FILES / "juvisy2019.h9").read_bytes(), "juvisy2019.h9").event
    event = read(as_opengotha(published))
    assert event.format == "mcmahon"
    assert event.settings.text(CRITERIA) == "MMS, SOSM, SOSOSM"
    for number, text in enumerate(("MMS", "SOSM", "SOSOSM"), 1):
        printed = {
            c.id: Fraction(dict(c.more)[f"Criterion {number}"]) for c in published.contestants
        }
        assert values(event, text) == printed
    assert values(event, "SOS") == values(event, "SOSM")


def test_start_scores_by_bar_floor_zero_and_correction() -> None:
    people = [
        player("a", "7D"), player("b", "25K"), player("c", "1K"),
        player("d", "2D", more='smmsCorrection="-1"'), player("e", "5K", more='smmsByHand="33"'),
    ]  # fmt: skip
    event = read(gotha("\n".join(people), general='genMMBar="4D" genMMFloor="20K" genMMZero="30K"'))
    assert [c.start for c in event.contestants] == [33, 10, 29, 30, 33]
    # OpenGotha 3.51 counts from 30k whatever genMMZero says, and saves 30K.
    zero = read(gotha("\n".join(people), general='genMMBar="1D" genMMFloor="1D" genMMZero="1D"'))
    assert [c.start for c in zero.contestants] == [30, 30, 30, 29, 33]


def test_every_result_of_opengotha() -> None:
    names = "abcdefghijklmnopqrstuv"
    results = ["WHITEWINS", "BLACKWINS", "EQUAL", "BOTHLOSE", "BOTHWIN", "UNKNOWN"]
    results += [f"{result}_BYDEF" for result in results[:-1]]
    games = [game(names[2 * i], names[2 * i + 1], 1, result) for i, result in enumerate(results)]
    event = read(gotha("\n".join(map(player, names)), "\n".join(games), crit=criteria("NBW")))
    wins = values(event, "NBW")
    pairs = [(wins[str(2 * i + 1)], wins[str(2 * i + 2)]) for i in range(len(results))]
    half = Fraction(1, 2)
    plain = [(0, 1), (1, 0), (half, half), (0, 0), (1, 1), (0, 0)]
    assert pairs == [*plain, *plain[:-1]]
    played = [m.a.status is Status.PLAYED for m in event.matches]
    assert played == [True] * 5 + [False] * 6


def test_absent_bye_and_present_but_unpaired_are_three_things() -> None:
    people = [player("a"), player("b"), player("c"), player("d", present="0111"), player("e")]
    text = gotha(
        "\n".join(people), game("a", "b", 1, "BLACKWINS"), bye("c", 1),
        'genMMBar="1D" genMMS2ValueAbsent="2" genNBW2ValueAbsent="2" genRoundDownNBWMMS="true"',
    )  # fmt: skip
    event = read(text)
    assert values(event, "MMS") == {"1": 31, "2": 30, "3": 31, "4": 31, "5": 30}
    assert values(event, "NBW") == {"1": 1, "2": 0, "3": 1, "4": 1, "5": 0}


def test_parameters_of_the_file_become_settings() -> None:
    general = (
        'genMMS2ValueAbsent="0" genMMS2ValueBye="1" genNBW2ValueAbsent="1" genNBW2ValueBye="0" '
        'genRoundDownNBWMMS="false" genCountNotPlayedGamesAsHalfPoint="true"'
    )
    text = gotha(player("a") + player("b"), game("a", "b", 1, "EQUAL"), "", general,
                 criteria("NBW", "SOSWM1", "DC", "NULL"))  # fmt: skip
    settings = read(text).settings.texts
    assert settings["absent"] == "0.5;0" and settings["bye"] == "0;0.5"
    assert settings["rounding"] == "none" and settings["unplayed"] == "half-virtual"
    assert settings["criteria"] == "NBW, SOSW-1, DC:opengotha" and settings["basis"] == "wins"
    parse_criteria(settings["criteria"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (gotha(player("a"), game("a", "q", 1, "EQUAL")), "'QXY' is not in the list of players"),
        (gotha(player("a") + player("a")), "player a x y is listed twice"),
        (gotha(player("a"), game("a", "a", 1, "EQUAL")), "player 1 plays against themselves"),
        (gotha(player("a") + player("b"), game("a", "b", 1, "HALF")), "'RESULT_HALF' is not a"),
        (
            gotha(player("a") + player("b"), game("a", "b", 0, "EQUAL")),
            "'0' is not the number of a round",
        ),
        (
            gotha(player("a") + player("b"), game("a", "b", "²", "EQUAL")),
            "'²' is not the number of a round",
        ),
        (gotha(player("a", "99Z")), "'99Z' is not a rank"),
        (
            gotha(player("a") + player("b"), game("a", "b", 1, "EQUAL") + "\n" + bye("a", 1)),
            "player 1 is in round 1 a second time",
        ),
    ],
)
def test_faults_have_line_and_column(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert any(said in fault.text for fault in caught.value.faults)
    assert all(fault.place.file == "t.xml" and fault.place.line for fault in caught.value.faults)


BOMB = """<?xml version="1.0"?>
<!DOCTYPE Tournament [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>
<Tournament><Players><Player name="&b;"/></Players><TournamentParameterSet/></Tournament>"""
OUTSIDE = """<?xml version="1.0"?>
<!DOCTYPE Tournament SYSTEM "http://127.0.0.1:9/evil.dtd">
<Tournament><TournamentParameterSet/></Tournament>"""
DEEP = "<Tournament>" + "<a>" * 5000 + "</a>" * 5000 + "</Tournament>"


@pytest.mark.parametrize("reader", [opengotha, macmahon])
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (BOMB, "a document type or entity is declared"),
        (OUTSIDE, "the file contains no players"),  # named, never opened
        (DEEP, "nested too deeply"),
        ("<Tournament><Player></Tournament>", "not well-formed XML"),
        ("", "not well-formed XML"),
        ('<?xml version="1.0" encoding="no-such"?><Tournament/>', "encoding"),
    ],
    ids=["bomb", "outside", "deep", "broken", "empty", "encoding"],
)
def test_hostile_xml_is_refused_in_one_line(reader: object, text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        reader.read(text.encode(), "evil.xml")  # type: ignore[attr-defined]
    assert said in str(caught.value) and str(caught.value).startswith("evil.xml")
    assert "\n" not in str(caught.value)


def test_criteria_that_are_not_computed_are_refused_not_dropped() -> None:
    text = gotha(player("a") + player("b"), game("a", "b", 1, "EQUAL"), "", "", criteria("XYZ"))
    with pytest.raises(InputError, match="there is no criterion 'XYZ'"):
        parse_criteria(read(text).settings.text(CRITERIA))


def test_keys_of_older_programs_and_turkish_computers_find_their_players() -> None:
    people = gotha(player("akdeniz") + player("Chi-Min"), game("akdeniz", "Chi-Min", 1, "EQUAL"))
    for old, new in (("AKDENIZ", "AKDEN\u0130Z"), ("CHI-MIN", "CHIMIN")):
        assert f'="{old}' in people
        people = people.replace(f'="{old}', f'="{new}')
    match = read(people).matches[0]
    assert {match.a.who, match.b.who if match.b else ""} == {"1", "2"}


def test_a_container_of_byes_is_a_list() -> None:
    text = gotha(player("a") + player("b") + player("c"), game("a", "b", 1, "EQUAL"), bye("c", 1))
    nested = text.replace("ByePlayers>", "ByePlayer>")
    assert "<ByePlayer>" in nested
    assert [match.a for match in read(nested).matches] == [match.a for match in read(text).matches]


def test_a_key_written_inside_the_player_counts() -> None:
    text = gotha(player("Lüthke") + player("b"), game("Lüthke", "b", 1, "EQUAL"))
    old = text.replace('blackPlayer="LÜTHKEXY"', 'blackPlayer="LUETHKEXY"')
    assert old != text
    kept = old.replace(
        'registeringStatus="FIN" />', 'registeringStatus="FIN">LUETHKEXY</Player>', 1
    )
    assert read(kept).matches[0].a.who == "1"


def test_every_cut_of_a_file_is_refused_without_a_traceback() -> None:
    data = gotha(player("a") + player("b"), game("a", "b", 1, "EQUAL"), bye("a", 2)).encode()
    for end in range(0, len(data) - 2, 7):
        with pytest.raises(InputError):
            opengotha.read(data[:end], "cut.xml")


MACMAHON = """<?xml version="1.0" encoding="UTF-8"?>
<Tournament typeversion="1">
  <Name>Club evening</Name>
  <NumberOfRounds>3</NumberOfRounds>
  <UpperMacMahonBar>true</UpperMacMahonBar>
  <UpperMacMahonBarLevel>2d</UpperMacMahonBarLevel>
  <LowerMacMahonBar>true</LowerMacMahonBar>
  <LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>
  <Walllist>
    <Criterion><ShortName>Score</ShortName></Criterion>
    <Criterion><ShortName>SOS</ShortName></Criterion>
  </Walllist>
  {people}
  <TournamentRound>
    <RoundNumber>1</RoundNumber>
    {first}
  </TournamentRound>
  <TournamentRound>
    <RoundNumber>2</RoundNumber>
    {second}
  </TournamentRound>
</Tournament>
"""


def person(number: int, level: str, more: str = "") -> str:
    return (
        f"<IndividualParticipant><Id>{number}</Id>{more}<GoPlayer><FirstName>F{number}</FirstName>"
        f"<Surname>S{number}</Surname><Club>C</Club><Country>DE</Country><GoLevel>{level}</GoLevel>"
        f"<Rating>2100</Rating><EgdPin>1234567{number}</EgdPin></GoPlayer></IndividualParticipant>"
    )


def pairing(black: int, white: int, result: str, handicap: int = 0, is_bye: str = "false") -> str:
    return (
        f"<Pairing><PairingWithBye>{is_bye}</PairingWithBye><BoardNumber>1</BoardNumber>"
        f"<Black>{black}</Black><White>{white}</White><Handicap>{handicap}</Handicap>"
        f"<Result>{result}</Result></Pairing>"
    )


def macmahon_file(first: str, second: str) -> bytes:
    people = "".join(
        [
            person(1, "4d"),
            person(2, "1d"),
            person(3, "1k", "<NotPlayingInRound>2</NotPlayingInRound>"),
            person(7, "10k", "<SuperBarMember>true</SuperBarMember>"),
        ]
    )
    return MACMAHON.format(people=people, first=first, second=second).encode()


def test_a_macmahon_tournament() -> None:
    data = macmahon_file(
        pairing(2, 1, "0-1") + pairing(7, 3, "1-0", 8),
        pairing(1, 2, "½-½") + pairing(7, 0, "", 0, "true"),
    )
    event = macmahon.read(data, "m.xml").event
    assert [(c.id, c.start, c.grade) for c in event.contestants] == [
        ("1", 31, "4d"), ("2", 30, "1d"), ("3", 29, "1k"), ("7", 21, "10k"),
    ]  # fmt: skip
    assert dict(event.contestants[3].more)["PIN"] == "12345677"
    assert values(event, "NBW") == {"1": Fraction(3, 2), "2": Fraction(1, 2), "3": 0, "7": 2}
    assert values(event, "MMS")["3"] == 29  # half a point for the round missed, rounded down
    assert event.settings.text(CRITERIA) == "MMS, SOS"
    # Black got 8 stones: 29 - 8 for Black, 23 + 8 for White
    assert values(event, "SOS(unplayed=zero)") == {"1": 61, "2": 65, "3": 31, "7": 21}
    by_round = {(m.round, m.a.who): m for m in event.matches}
    assert by_round[1, "7"].handicap == 8


def test_a_macmahon_pairing_of_strangers_is_a_fault() -> None:
    with pytest.raises(InputError) as caught:
        macmahon.read(macmahon_file(pairing(2, 5, "1-0"), pairing(1, 2, "2-0")), "m.xml")
    said = str(caught.value)
    assert "'2-0' is not a result" in said


def test_files_are_told_apart_by_their_content() -> None:
    one = gotha(player("a"))
    two = macmahon_file("", "")
    assert format_of("x.xml", one.encode()) is opengotha.FORMAT
    assert format_of("x.xml", two) is macmahon.FORMAT
    assert format_of("x.xml", b"<html><body/></html>") is None


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('roundNumber="1"', 'roundNumber="9999999"', "'9999999' is not the number of a round"),
        ('numberOfRounds="3"', 'numberOfRounds="100000"', "100000 rounds are more than"),
        ('genMMBar="3D"', 'genMMBar="high"', "genMMBar is 'high'; it is not a rank"),
        ('genMMS2ValueBye="2"', 'genMMS2ValueBye="x"', "genMMS2ValueBye is 'x', not a number"),
        ('smmsCorrection="0"', 'smmsCorrection="a"', "smmsCorrection is 'a', not a number"),
    ],
)
def test_a_parameter_that_says_nothing_is_a_fault(old: str, new: str, said: str) -> None:
    text = gotha(
        player("a", more='smmsCorrection="0"') + player("b"),
        game("a", "b", 1, "EQUAL"),
        general='genMMBar="3D" genMMS2ValueBye="2"',
    )
    read(text)
    with pytest.raises(InputError) as caught:
        read(text.replace(old, new, 1))
    assert any(said in fault.text and fault.place.line for fault in caught.value.faults)


PLAIN = """<?xml version="1.0" encoding="utf-8"?>
<Tournament><Name>12 kyu</Name><NumberOfRounds>2</NumberOfRounds>
<IndividualParticipant><Id>1</Id><GoPlayer><Surname>A</Surname><Rank>35K</Rank></GoPlayer>
</IndividualParticipant>
<IndividualParticipant><Id>2</Id><GoPlayer><Surname>B</Surname><Rank>35K</Rank></GoPlayer>
</IndividualParticipant>
<IndividualParticipant><Id>3</Id><GoPlayer><Surname>C</Surname></GoPlayer></IndividualParticipant>
<TournamentRound><RoundNumber>1</RoundNumber>
<Pairing><Black>1</Black><White>2</White><Result>1-0</Result></Pairing>
<Pairing><Black>3</Black><White>0</White><PairingWithBye>true</PairingWithBye></Pairing>
</TournamentRound>
<TournamentRound><RoundNumber>2</RoundNumber>
<Pairing><Black>1</Black><White>3</White><Result>0-1</Result></Pairing>
<Pairing><Black>2</Black><White>0</White><PairingWithBye>true</PairingWithBye></Pairing>
</TournamentRound>
</Tournament>
"""


def test_a_macmahon_file_without_bars_and_criteria_is_a_swiss() -> None:
    """As clubs save divisions of one strength: ranks in another element, or none at all."""
    event = macmahon.read(PLAIN.encode(), "p.xml").event
    assert event.format == "swiss" and [c.grade for c in event.contestants] == ["35K", "35K", ""]
    assert values(event, "NBW") == {"1": 1, "2": 1, "3": 2}
    bars = "<LowerMacMahonBarLevel>20k</LowerMacMahonBarLevel>"
    with pytest.raises(InputError, match="'' is not a rank"):
        macmahon.read(PLAIN.replace("<Name>", f"{bars}<Name>").encode(), "p.xml")


def test_a_name_with_a_low_line_and_an_accent_is_found_in_games() -> None:
    """As older programs wrote keys: le_Calvé Tanguy is LECALVETANGUY in the games."""
    people = [player("a", "1D"), '<Player name="le_Calvé" firstName="Tanguy" rank="2D"/>']
    one = game("b", "a", 1, "BLACKWINS").replace("BXY", "LECALVETANGUY")
    event = read(gotha("\n".join(people), one))
    assert {side.who for side in event.matches[0].sides} == {"1", "2"}
