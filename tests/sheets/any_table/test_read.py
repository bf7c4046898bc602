"""Tables that somebody already has: right, or refused with the cell, never another number."""

from __future__ import annotations

import os
import random
import re
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.sheets.any_table import written
from tests.shell import Shell
from xltie.api import open_event
from xltie.cli.main import main
from xltie.core.cells import Grid
from xltie.core.errors import InputError
from xltie.event import EventIndex, Outcome, Status
from xltie.exchange import trf
from xltie.sheets.any_table import Reading, read_sheets
from xltie.sheets.any_table.cross_cells import alone_in
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY
from xltie.sheets.workbook import text_grid

SHAPES = {
    "list": (written.swiss, written.game_list),
    "cross table": (written.swiss, written.cross_table),
    "matrix": (written.round_robin, written.matrix),
}
TABLES = 150 if os.environ.get("CI") else 40
"""How many tables are drawn for a test; CI looks at more of them than a quick answer allows."""
CELL = re.compile(r"^(?:[^:]*!)?[A-Z]{1,3}\d+$")


def read_rows(rows: written.Rows) -> Reading:
    return read_sheets({"": Grid([[cell or None for cell in row] for row in rows])})


def read_text(text: str) -> Reading:
    return read_sheets({"": text_grid(text.strip().encode(), "table.csv")})


def points(reading: Reading) -> dict[str, Fraction]:
    assert reading.event is not None, reading.faults
    index = EventIndex(reading.event)
    return {
        index.name_of(who) or who: sum(
            (index.points(record) for record in index.rounds_of(who)), Fraction()
        )
        for who in index.ids
    }


def scores(text: str) -> dict[str, float]:
    return {who: float(value) for who, value in points(read_text(text)).items()}


def refusal(text: str) -> str:
    reading = read_text(text)
    assert reading.event is None
    assert all(CELL.match(str(fault.place)) for fault in reading.faults), reading.faults
    return str(reading.faults[0])


# -- every shape, language and notation ------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("shape", SHAPES)
@settings(max_examples=TABLES, deadline=None)
@given(chance=st.randoms(use_true_random=False), language=st.sampled_from(list(written.LANGUAGES)))
def test_what_is_written_is_read_or_refused(
    shape: str, chance: random.Random, language: str
) -> None:
    make, write = SHAPES[shape]
    event = make(chance)
    rows = write(chance, event, written.LANGUAGES[language])
    reading = read_rows(rows)
    if reading.event is None:
        assert reading.faults
        assert CELL.match(str(reading.faults[0].place))
        return
    found, wanted = points(reading), event.points()
    named = {event.names[who - 1]: value for who, value in wanted.items()}
    scale = 2 if sum(found.values()) > sum(named.values()) else 1  # 2-1-0, as the totals say
    assert {who: found.get(who, 0) for who in named} == {
        who: value * scale for who, value in named.items()
    }
    assert found.keys() <= named.keys()


COPIED = {
    "our headings": "Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Cid,Dee,1/2-1/2\n",
    "no rounds": "Weiss,Schwarz,Ergebnis\nAnn,Bob,1-0\nCid,Dee,0-1\n",
    "cross table": "Rg.;Nr.;Name;1.Rd;Pkte\n1;2;Ann;1w1;1\n2;1;Bob;2s0;0\n",
    "matrix": "Name,Ann,Bob,Cid\nAnn,,1,0\nBob,0,,1\nCid,1,0,\n",
}


@pytest.mark.parametrize("blank", ["", "\n"])
@pytest.mark.parametrize("text", COPIED.values(), ids=COPIED)
def test_a_table_that_was_copied_below_itself_is_told_as_that(text: str, blank: str) -> None:
    with pytest.raises(InputError) as refused:
        open_event(f"{text}{blank}{text}".encode(), name="club.csv")
    (fault,) = refused.value.faults
    again = text.count("\n") + len(blank) + (1 if text.startswith("Name") else 2)
    assert (fault.place.row, fault.place.column) == (again, 1)
    assert str(fault.message).startswith("the same lines stand here again (first at A")


@pytest.mark.slow
def test_nearly_everything_that_is_written_is_read() -> None:
    for shape, (make, write) in SHAPES.items():
        read = 0
        for seed in range(50):
            chance = random.Random(seed)
            words = written.LANGUAGES[chance.choice(list(written.LANGUAGES))]
            read += read_rows(write(chance, make(chance), words)).event is not None
        assert read >= 47, shape


def meetings(reading: Reading) -> list[tuple[int, list[tuple[str, Status, Outcome | None]]]]:
    """Who did what against whom: tie-breaks rest on it where the points are the same."""
    return sorted(
        (match.round, sorted((side.who, side.status, side.outcome) for side in match.sides))
        for match in reading.understood.matches
    )  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["cross table", "matrix"])
@settings(max_examples=TABLES, deadline=None)
@given(chance=st.randoms(use_true_random=False), language=st.sampled_from(list(written.LANGUAGES)))
def test_a_spoilt_cell_is_refused_or_changes_nothing(
    shape: str, chance: random.Random, language: str
) -> None:
    make, write = SHAPES[shape]
    words = written.LANGUAGES[language]
    rows = write(chance, make(chance), words)
    before = read_rows(rows)
    if before.event is None:
        return
    heading = rows[0]
    row = chance.randrange(1, len(rows))
    games = [
        at
        for at, text in enumerate(heading)
        if text == words["result"] or any(one.isdigit() for one in text)
    ]
    column = chance.choice(games or [len(heading) - 1])
    if column >= len(rows[row]) or not rows[row][column]:
        return
    spoilt = [list(line) for line in rows]
    old = rows[row][column]
    others = [line[at] for line in rows[1:] for at in games if at < len(line) and line[at]]
    wrong = ["abandoned", "77", "?!", "A1", "1/3", "45293", "", old[:-1], f"{old}1"]
    new = chance.choice([*wrong, *(chance.choice(others or wrong) for _ in wrong)])
    if shape == "cross table" and any(one and alone_in(one) for one in (old, new)):
        return  # what a round alone gives stands in one cell: nothing contradicts it
    spoilt[row][column] = new
    after = read_rows(spoilt)
    if after.event is not None:
        assert points(after) == points(before)
        assert meetings(after) == meetings(before)
    else:
        assert CELL.match(str(after.faults[0].place))


@pytest.mark.slow
@settings(max_examples=TABLES, deadline=None)
@given(chance=st.randoms(use_true_random=False), language=st.sampled_from(list(written.LANGUAGES)))
def test_what_is_no_result_in_a_list_is_refused_or_changes_nothing(
    chance: random.Random, language: str
) -> None:
    words = written.LANGUAGES[language]
    rows = written.game_list(chance, written.swiss(chance), words)
    before = read_rows(rows)
    if before.event is None:
        return
    headings = next(line for line in rows if words["white"] in line)
    results = [
        at for at, heading in enumerate(headings) if heading in (words["result"], words["winner"])
    ]
    lines = [line for line in rows if len(line) == len(headings) and line != headings]
    if not results:
        return
    line = chance.choice(lines)
    line[results[0]] = chance.choice(["abandoned", "77", "?!", "A1", "1/3", "45293", "1-1-1"])
    after = read_rows(rows)
    if after.event is not None:
        assert points(after) == points(before)
        assert meetings(after) == meetings(before)
    else:
        assert CELL.match(str(after.faults[0].place))


# -- what must be refused --------------------------------------------------------------------------

GAMES = (
    "Round,White,Black,Outcome\n1,Kim,Lee,1-0\n1,Park,Choi,0-1\n2,Kim,Choi,½-½\n2,Lee,Park,1-0\n"
)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (GAMES.replace("½-½", "abandoned"), "D4: 'abandoned' is not a result like the others"),
        (
            "White,Black,Result,Score\nKim,Lee,1-0,0-1\nLee,Park,0-1,1-0\n",
            "D2: '0-1' contradicts '1-0' in C2",
        ),
        ("Home,Away,HT,FT\nA,B,1-0,1-2\nC,D,0-0,2-2\n", "C2: '1-0' and '1-2' in D2 could both"),
        (
            "Home,Away,FT,Penalties\nA,B,1-0,4-3\nB,A,2-0,\n",
            "D2: '4-3' in column 'Penalties' goes beyond the result",
        ),
        (
            "home,home goals,home shootout goals,away,away goals,away shootout goals\n"
            "A,2,4,B,1,3\nB,2,,A,0,\n",
            "C2: '4' in column 'home shootout goals' goes beyond the result",
        ),
        ("Round,White,Black,Result\n1,Kim,Lee,1-0\n,Park,Choi,0-1\n", "A3: the round is missing"),
        (
            "No,Name,R1,R2,Pts\n1,Kim,2w1,3b1,2\n2,Lee,1b½,4w1,1.5\n3,Park,4b1,1w0,1\n"
            "4,Choi,3w0,2b0,0\n",
            "C2: '2w1' contradicts '1b½' in C3",
        ),
        (
            "No,Name,R1,R2\n1,Kim,2w1,9b1\n2,Lee,1b0,4w1\n3,Park,4b1,1w0\n4,Choi,3w0,2b0\n",
            "D2: '9b1': there is no number 9",
        ),
        (
            "No,Name,1,2,3,Pts\n1,Kim,*,1,1,2\n2,Lee,0,*,½,½\n3,Park,1,½,*,1½\n",
            "E2: '1' contradicts '1' in C4",
        ),
        (
            "No,Name,1,2,3,Pts\n1,Kim,*,1,1,2\n2,Lee,0,*,½,½\n3,Park,0,½,*,2½\n",
            "F4: '2½' points are printed here, but the cells of the line add up to 0.5",
        ),
        ("Rank,Name,Rating,Points\n1,Kim,1800,3\n2,Lee,1700,2\n", "A1: this is a ranking or a"),
        (
            "Player 1,Player 2,Comments\nKim,Lee,good\nLee,Park,bad\nPark,Kim,nice\n",
            "C1: no column holds the results; 'Comments' is not understood",
        ),
        (
            "Player 1,Player 2,winner\nKim,Lee,1\nLee,Park,0\nPark,Kim,0\n",
            "C2: '1' in column 'winner' may say",
        ),
        ("White,Pts,Result,Pts,Black\nKim,1,...,0,Lee\n", "C2: no game has a result"),
        ("Home,Away,Tip\nA,B,1-0\nB,C,2-1\n", "C1: no column holds the results; 'Tip' is not"),
        (
            "DATA,CASA,TRASFERTA,XCS,XTR\n1/7,A,B,3,2\n2/7,B,A,1,4\n",
            '--read "XCS=Score 1" --read "XTR=Score 2"',
        ),
        (
            "Team 1,Team 2,Goal odds 1,Goal odds 2\nA,B,1.60,2.40\nB,A,1.75,2.20\n",
            "no column holds the results",
        ),
        (
            "Local,Visitante,puntos_local,puntos_visitante\nA,B,2,1\nB,C,1,1\nC,A,0,1\n",
            "'puntos_local' and 'puntos_visitante' may be what both scored, or not",
        ),
        (
            "Adversario;Data;Local;Placar\nAVAI;20/04/2025;FLORIPA;3-1\nAVAI;2/5/2025;SUL;3-1\n",
            "A1: the opponents in column 'Adversario' stand before the players",
        ),
        ("19 jan,11.00,Kim,Lee\n26 jan,14.00,Park,Kim\n2 feb,14.00,Lee,Park\n", "B1: no column"),
        ("Heim,Gast,Ergebnis\nA,B,1:1 (2:0)\nB,C,1:0\nC,A,2:0\n", "C2: '1:1 (2:0)' is not a"),
        (
            "Nr,Name,R1,R2,R3\n1,Kim,2w1,3b1.5,4w1.5\n2,Lee,1b0,4w1,3b2\n"
            "3,Park,4b1,1w1.5,2w1.5\n4,Choi,3w0,2b0,1b2\n",
            "E2: '4w1.5' contradicts '1b2' in E5",
        ),
        (
            "Match,Home,Away,Goals,Map\n1,A,B,2-1,x\n2,A,B,2-1,y\n3,C,B,0-1,x\n4,C,B,0-1,y\n",
            "B3: this game stands in B2 too",
        ),
        (
            "Player,Opponent,Result\nKim,Lee,W\nLee,Kim,L\nKim,Park,L\nPark,Kim,W\nLee,Park,D\n"
            "Park,Lee,D\n",
            "A3: this game stands in A2 too",
        ),
        (
            "Home,Away,Score 1,Score 2\nA,B,1,1\nB,C,1,0\nC,A,0,1\nA,C,1,0\n",
            "B2: the result of this line adds up to 2, the others to 1",
        ),
        (
            "Round,White,Black,Result\n1,Kim,Lee,1-0\n1,Park,Ruhe,1-0\n2,Kim,Park,1-0\n"
            "2,Lee,Ruhe,1-0\n3,Lee,Park,0-1\n3,Kim,Ruhe,1-0\n",
            "C3: nobody can tell whether Ruhe is a player or a bye",
        ),
        (
            "Away,Home,Home goals,Away goals\nA,B,1,2\nB,C,0,0\nC,A,3,1\n",
            "stand the other way round than the players",
        ),
        ("Home,Away,Result\nA,B,1-0\nB,C,0-0\nC,A,0-1\n", "A3: 0-0 is a draw or a game that both"),
        ("Round,White,Black,Result\n1,A1,B1,1\n1,C1,D1,2\n2,A1,C1,2\n", "D3: '2' is not a result"),
        (
            "No,White,No,Black,Result\n1,Kim,2,Lee,1-0\n3,Park,1,Kim,1-0\n2,Kim,3,Park,0-1\n",
            "B4: number 2 is Kim here, but Lee in D2",
        ),
        (
            "Rank,Name,1,2,3,Score\n1,Kim,x,1,,2.5\n2,Lee,0,x,1,2\n3,Park,,0,x,1.5\n",
            "F2: '2.5' points are printed here, but the cells of the line add up to",
        ),
        (
            "Pos,T,NAME,Rtg,Pts,1\n1,,Kim,1540,1.0,3 1\n2,,,0,1.0,4 1\n3,,Lee,1900,0.0,1 0\n"
            "4,,Park,1600,0.0,2 0\n",
            "C3: this line holds results, but nobody can tell whose: its name is missing",
        ),
        (
            "Datum;Player 1;Player 2;Tore 1;Tore 2\n1/5;Kim;Lee;10;8\n1/5;Kim &;Lee &;10;7\n"
            ";Park;Choi;;\n2/5;Lee;Kim;3;10\n",
            "B3: 'Kim &' is no name like the others",
        ),
        (
            "data,squadra_a,squadra_b,gol_a,gol_b\n1/2,\"Kim, Lee, Park\",\"Choi, Nam, Oh\",7,5\n"
            "8/2,\"Kim, Nam, Park\",\"Choi, Lee, Oh\",4,4\n",
            "B2: 'Kim, Lee, Park' names several players",
        ),
        ("Round,White,Black,Result\n1,Kim,Lee,1-0\n1,Park,Choi,0-1\n2,Kim,Park,1-0\nx,Lee,Choi,1-0\n",
         "A5: 'x' is not the number of a round"),
        (
            "Player 1,Player 2,Set 1,Set 2,Set 3\nKim,Lee,6-4,6-3,\nLee,Park,6-4,4-6,\n"
            "Park,Kim,6-0,0-6,7-6\n",
            "C3: the sets 6-4 4-6 do not say who won",
        ),
        (
            "date,id1,id2,k1,k2\n1/5,A3,C0,3,1\n1/5,A1,A2,2,3\n2/5,A3,A1,1,3\n",
            '--read "k1=Score 1" --read "k2=Score 2"',
        ),
        (
            "Date,Player 1,Player 2,Goals 1,Goals 2\n1/5,Kim,Lee,3,0\n8/5,Park,Lee,1,2\n"
            "8/5,Park,Lee,1,2\n9/5,Kim,Park,1,2\n",
            "B4: this game stands in B3 too; each may stand once",
        ),
        (
            "Date,Player 1,Player 2,Goals 1,Goals 2\n1/5,Kim,Lee,3,0\n1/5,Kim,Lee,1,3\n"
            "1/5,Kim,Lee,3,0\n1/5,Kim,Lee,1,3\n9/5,Kim,Park,1,2\n9/5,Lee,Park,0,2\n",
            "B4: this game stands in B2 too; each may stand once",
        ),
        (
            "ID,Date,Team 1,Team 2,Goals 1,Goals 2,Side\n"
            + "".join(
                f"{number},{day}/5,{teams},{side}\n"
                for day, numbers, teams in (
                    (1, "11", "Kim,Lee,3,0"), (2, "22", "Park,Choi,1,2"), (3, "33", "Kim,Park,2,0"),
                    (4, "45", "Lee,Choi,4,1"), (5, "67", "Kim,Choi,0,2"),
                )
                for number, side in zip(numbers, "xy")
            ),
            "C3: this game stands in C2 too; each may stand once",
        ),
    ],
)  # fmt: skip
def test_a_refusal_names_the_cell_and_what_it_stands_against(text: str, said: str) -> None:
    assert said in refusal(text)


# -- layouts that clubs keep -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (GAMES, {"Kim": 1.5, "Lee": 1, "Park": 0, "Choi": 1.5}),
        (
            "Date;Team 1;FT;HT;Team 2\nSat;A;3-1;0-1;B\nSun;B;2–2;1-0;C\nMon;C;0-1;0-0;A\n",
            {"A": 2, "B": 0.5, "C": 0.5},
        ),
        (
            "Round 1\nBo.,White,Pts,Result,Pts,Black\n1,Kim,0,1 - 0,0,Lee\n2,Park,0,1,,bye\n\n"
            "Round 2\nBo.,White,Pts,Result,Pts,Black\n1,Kim,1,0 - 1,1,Park\n,Lee,0,0,,not paired\n",
            {"Kim": 1, "Lee": 0, "Park": 2},
        ),
        (
            "P1,P2,set winner,P1Score,P2Score\nkim,lee,0,2,1\nlee,park,1,-1,0\npark,kim,1,0,3\n",
            {"kim": 2, "lee": 0, "park": 1},
        ),
        (
            "player1,player2,winner\nKim,Lee,1\nLee,Park,2\nPark,Kim,TBD\n",
            {"Kim": 1, "Lee": 0, "Park": 1},
        ),
        (
            "ID,Orario,Giocatore 1,Giocatore 2,Set 1,Set 2,Set 3,Vincitore\n"
            "1,00:00,Kim,Lee,6-1,6-0,,Kim\n2,00:00,Lee,Park,,,,\n3,00:00,Park,Kim,4-6,6-0,6-2,Park\n",
            {"Kim": 1, "Lee": 0, "Park": 1},
        ),
        (
            "id;deplasman_skor;ev_sahibi_skor;tarih;deplasman_id;ev_sahibi_id\n"
            "1;1;1;1.12.2025;7;8\n2;2;1;2.12.2025;8;9\n3;3;2;3.12.2025;9;7\n",
            {"7": 0.5, "8": 1.5, "9": 1},
        ),
        (
            "TIME A;Gols_M;x;Gols_V;TIME B;Rodada\nKim;5;x;0;Lee;1\nPark;1;x;1;Choi;1\n"
            "Lee;;x;;Park;2\n",
            {"Kim": 1, "Lee": 0, "Park": 0.5, "Choi": 0.5},
        ),
        (
            "equipo_local,equipo_visitante,puntos_local,puntos_visitante,zona\nKim,Lee,23,13,A\n"
            "Park,Kim,52,8,A\n",
            {"Kim": 1, "Lee": 0, "Park": 1},
        ),
        (
            "home,away,hg,ag\nA,B,1,0\nB,C,NA,NA\nC,A,2,2\n",
            {"A": 1.5, "B": 0, "C": 0.5},
        ),
        (
            "t1,t2,winner\n100,Kim,1\n100,Lee,2\n100,Park,1\nKim,Lee,1\nLee,Park,2\nPark,Kim,1\n"
            "Kim,Choi,1\nChoi,Lee,2\nPark,Choi,1\nChoi,Nam,1\nNam,Lee,1\nNam,Park,2\nKim,Nam,2\n"
            "Lee,Kim,1\nPark,Lee,1\nKim,Park,1\n",
            {"100": 2, "Kim": 3, "Lee": 3, "Park": 5, "Choi": 1, "Nam": 2},
        ),
        ("DATA,CASA,TRASFERTA,GOLCS,GOLTR\n1/7,A,B,3,2\n2/7,B,A,1,4\n", {"A": 2, "B": 0}),
        (
            "Date,Player 1,Player 2,Goals 1,Goals 2\n1/5,Kim,Lee,3,0\n1/5,Kim,Lee,1,3\n"
            "1/5,Kim,Lee,3,0\n9/5,Kim,Park,1,2\n",
            {"Kim": 2, "Lee": 1, "Park": 1},
        ),
        (
            ",Alpha,Beta,Gamma\nAlpha,-,1x3,2x0\nBeta,0x0,-,1x1\nGamma,2x1,,-\n",
            {"Alpha": 1.5, "Beta": 2, "Gamma": 1.5},
        ),
        (
            "Round,Team_1,xG,Score,xG,Team_2\nGroup,Alpha,0.6,1_0,0.9,Beta\n"
            "Group,Beta,2.3,3_0,0.5,Gamma\nFinal,Gamma,1.4,2_2,1.9,Alpha\n",
            {"Alpha": 1.5, "Beta": 1, "Gamma": 0.5},
        ),
        (
            "local,visitante,goles_local,goles_visitante,resultado\nAlpha,Beta,0,3,V\n"
            "Beta,Gamma,2,1,L\nGamma,Alpha,1,1,E\n",
            {"Alpha": 0.5, "Beta": 2, "Gamma": 0.5},
        ),
        (
            "Alpha,1x1,Beta\nBeta,1x0,Gamma\nGamma,2x2,Alpha\nBeta,2x0,Alpha\nGamma,0x1,Beta\n"
            "Alpha,3x0,Gamma\n",
            {"Alpha": 2, "Beta": 3.5, "Gamma": 0.5},
        ),
        (
            "jornada,equipo_local,equipo_visitante,goles_local,goles_visitante\n1,A,B,1,2\n1,C,D,2,0\n2,A,C,2,2\n"
            "2,D,B,1,3\nNULL,B,C,2,0\nFinal,B,A,1,3\n",
            {"A": 1.5, "B": 3, "C": 1.5, "D": 0},
        ),
        ("Kim,win,Lee\nLee,win,Park\nPark,win,Kim\nKim,win,Park\n",
         {"Kim": 2, "Lee": 1, "Park": 1}),
        (
            "datum,spieler1,spieler2,satz1,satz2,tiebreak\n7.5,Kim,Lee,4:3,4:3,\n"
            "7.5,Park,Choi,4:0,3:4,7:5\n8.5,Lee,Park,4:3,0:4,3:10\n9.5,Kim,Choi,,,\n",
            {"Kim": 1, "Lee": 0, "Park": 2, "Choi": 0},
        ),
        (
            "Player 1,Player 2,Set 1,Set 2,Set 3,Set 4,Set 5\nKim,Lee,11-7,11-9,11-5,,\n"
            "Lee,Park,11-7,9-11,11-5,7-11,12-10\nPark,Kim,11-7,9-11,6-11,7-11,\n",
            {"Kim": 2, "Lee": 1, "Park": 0},
        ),
        (
            "Round;Home;Away;Res\n1;A;B;D\n1;C;D;H\n2;A;C;A\n2;B;D;H\n1;A;D;H\n",
            {"A": 1.5, "B": 1.5, "C": 2, "D": 0},
        ),
        (
            "name1,name2,mode,result,date,elo1,elo2,comment\nKim,Lee,R,W,9/7,1500,1000,\n"
            "Kim,Lee,R,W,9/7,1502,995,\nLee,Park,R,W,9/7,995,1500,\nLee,Park,R,W,9/7,998,1490,\n"
            "Kim,Park,U,D,9/7,1505,1480,half\nKim,Park,U,D,9/7,1505,1480,other\n"
            "Choi,Lee,R,L,16/7,1500,1001,\nChoi,Kim,R,W,16/7,1490,1505,\n",
            {"Kim": 3, "Lee": 3, "Park": 1, "Choi": 1},
        ),
        ("fecha;local;visitante;goles_local;goles_visita;torneo\n1/7;A;B;3;2;x\n2/7;B;A;1;1;x\n",
         {"A": 1.5, "B": 0.5}),
        (
            "Heim,Gast,Ergebnis,1. Viertel,Halbzeit\nA,B,64 : 57,13 : 15,26 : 27\n"
            "B,C,29 : 60,4 : 5,17 : 24\n",
            {"A": 1, "B": 0, "C": 1},
        ),
        (
            "Heim,Gast,Ergebnis\nA,B,2:1 (0:1)\nB,C,1:1 (1:0)\nC,A,0:3\n",
            {"A": 2, "B": 0.5, "C": 0.5},
        ),
        ("Team 1,Team 2,Result\nA,B,\"2:1 (15:6, 10:15, 15:10)\"\nB,C,0:2 (12:15 9:15)\n",
         {"A": 1, "B": 0, "C": 1}),
        ("PLAYER 1,PLAYER 2,GAME\nKim,Lee,1-0\nLee,Park,0-1\nPark,Kim,½-½\n",
         {"Kim": 1.5, "Lee": 0, "Park": 1.5}),
        (
            ",プレーヤー,rating,1R,2R,3R,結果\n1,Kim,1898,B3 1,W2 1.5,Bye 2,1\n"
            "2,Lee,1874,W4 1,B1 1.5,B3 1.5,3\n3,Park,1856,W1 0,Bye 0.5,W2 1.5,2\n"
            "4,Choi,1700,B2 0,,,4\nA class,,,,,,\n",
            {"Kim": 2, "Lee": 1.5, "Park": 1.5, "Choi": 0},
        ),
        ("Winner,Loser,Score\nKim,Lee,6-4\nLee,Park,6-1\n", {"Kim": 1, "Lee": 1, "Park": 0}),
        ("1,Kim,Lee,1-0\n1,Park,Choi,0-1\n2,Kim,Choi,½-½\n2,Lee,Park,1-0\n",
         {"Kim": 1.5, "Lee": 1, "Park": 0, "Choi": 1.5}),
        (
            "Player,Pts,1,2\n1 GM Kim,1.5,1 2,½ 3\n2 Lee,1.0,0 1,1 BYE\n3 Park,1.0,½ BYE,½ 1\n",
            {"GM Kim": 1.5, "Lee": 1, "Park": 1},
        ),
        (
            " Pair | Name |Total|Round|Round|\n Num | ID |Pts | 1 | 2 |\n-----\n"
            " 1 | KIM |1.5 |W 2|D 3|\n ON | 77 |N:2 |W |B |\n-----\n"
            " 2 | LEE |1.0 |L 1|B  |\n ON | 78 |N:2 |B | |\n-----\n"
            " 3 | PARK |1.0 |H  |D 1|\n ON | 79 |N:2 | |W |\n",
            {"KIM": 1.5, "LEE": 1, "PARK": 1},
        ),
        (
            "Pl;Name;R1;R2;Pt\n1;Kim;2/2w;1/3b;3\n2;Lee;0/1b;2/4w;2\n3;Park;2/4b;1/1w;3\n"
            "4;Choi;0/3w;0/2b;0\n",
            {"Kim": 3, "Lee": 2, "Park": 3, "Choi": 0},
        ),
        (
            "번호,이름,1국,결과,2국,결과\n1,김,2,승,3,무\n2,이,1,패,4,승\n3,박,4,승,1,무\n4,최,3,패,2,패\n",
            {"김": 1.5, "이": 1, "박": 1.5, "최": 0},
        ),
        (
            "No,Name,1,2,3\n1,Kim,x,11,½1\n2,Lee,00,x,1½\n3,Park,½0,0½,x\n",
            {"Kim": 3.5, "Lee": 1.5, "Park": 1},
        ),
        (
            ",,1,2,3,4\n1,Kim,■,1,0,½\n2,Lee,0,■,1,1\n3,Park,1,0,■,½\n4,Choi,½,0,½,■\n",
            {"Kim": 1.5, "Lee": 2, "Park": 1.5, "Choi": 1},
        ),
        (
            "Bo,White Player,Pts,Result,Pts,Black Player\n1,Kim 1 - 1400,0,1 - 0,0,Lee 2 CM 1300\n"
            "2,Park 3 - 1200,0,½,0,BYE 0 - 0\n3,Choi 4 - 0,0,1,0,BYE 0 - 0\n",
            {"Kim": 1, "Lee": 0, "Park": 0.5, "Choi": 1},
        ),
    ],
)  # fmt: skip
def test_a_layout_is_read(text: str, wanted: dict[str, float]) -> None:
    assert scores(text) == wanted


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("cp932", "回戦,白番,黒番,結果\n1,佐藤,鈴木,1-0\n2,鈴木,佐藤,0-1\n"),
        ("cp1251", "Тур;Белые;Чёрные;Результат\n1;Иванов;Петров;1-0\n2;Петров;Иванов;0-1\n"),
        ("gb18030", "轮次,白方,黑方,结果\n1,王伟,李娜,1-0\n2,李娜,王伟,0-1\n"),
        ("cp949", "라운드,백,흑,결과\n1,김철수,이영희,1-0\n2,이영희,김철수,0-1\n"),
    ],
)
def test_the_encoding_of_a_table_is_known_by_its_headings(encoding: str, text: str) -> None:
    event = read_sheets({"": text_grid(text.encode(encoding), "table.csv")}).event
    assert event is not None
    names = re.split("[,;\n]", text)
    assert [player.id for player in event.contestants] == names[5:7]


def test_points_before_the_first_game_are_said_to_be_of_games_that_are_not_here() -> None:
    text = "White,Pts,Result,Pts,Black\nKim,(2½),1 - 0,(2),Lee\nPark,(2),½ - ½,(1½),Choi\n"
    reading = read_text(text)
    assert reading.event is not None
    assert [str(note) for note in reading.notes] == [
        "B2: Kim has 2½ points from games that are not here; only those of this table are counted"
    ]
    first = read_text(text.replace("(2½)", "(0)").replace("(2)", "(0)").replace("(1½)", "(0)"))
    assert not first.notes


SERVER = """
Rk.;SNo;Name;Rtg;1.Rd;2.Rd;3.Rd;Pts
1;3;Kim;2100;4w1;2b½;3w1;2,5
2;1;Lee;2300;3b1;1w½;-½;2
3;2;Park;2200;2w0;-1;1b0;1
4;4;Choi;1900;1b0;-0;;0
"""


def test_a_table_of_a_result_server() -> None:
    event = read_text(SERVER).event
    assert event is not None
    assert scores(SERVER) == {"Kim": 2.5, "Lee": 2, "Park": 1, "Choi": 0}
    assert [c.rating for c in event.contestants] == [2100, 2300, 2200, 1900]
    index = EventIndex(event)
    statuses = [o.own.status for o in index.rounds_of(index.find("Park"))]
    assert statuses == [Status.PLAYED, Status.PAIRING_BYE, Status.PLAYED]
    assert index.rounds_of(index.find("Kim"))[0].own.seat == "white"


@pytest.mark.parametrize("strength", ["Str", "GR", "Level"])
def test_ranks_of_go_beside_the_rounds_are_no_round(strength: str) -> None:
    """A wall list as MacMahon and others print it: ``5d`` is a strength, no defeat by player 5."""
    found = scores(
        f"Pl.,Name,{strength},1,2,3,Pt,SODOS\n"
        "1,kr,5d,4+,2+,3+,3,3\n2,cn,1k,3+,1-,4+,2,1\n3,jp,6d,2-,4+,1-,1,0\n4,us,4d,1-,3-,2-,0,0\n"
    )
    assert found == {"kr": 3, "cn": 2, "jp": 1, "us": 0}


def test_opponents_may_be_start_numbers_or_places() -> None:
    """The numbering under which opponents name each other back is the one that is meant."""
    by_start = "Rk.,SNo,Name,1.Rd,2.Rd\n1,3,Kim,1w1,2b1\n2,1,Lee,3b0,-1\n3,2,Park,-1,3w0\n"
    by_place = "Rk.,SNo,Name,1.Rd,2.Rd\n1,3,Kim,2w1,3b1\n2,1,Lee,1b0,-1\n3,2,Park,-1,1w0\n"
    assert scores(by_start) == scores(by_place) == {"Kim": 2, "Lee": 1, "Park": 1}


@pytest.mark.parametrize(
    ("letters", "seat"),
    [("wb", "white"), ("ws", "white"), ("bn", "white"), ("bp", "white"), ("sw", "black"),
     ("bb", "")],
)  # fmt: skip
def test_both_letters_of_the_colours_say_which_is_which(letters: str, seat: str) -> None:
    mine, theirs = letters
    event = read_text(f"No,Name,R1\n1,Kim,2{mine}1\n2,Lee,1{theirs}0\n").event
    assert event is not None
    assert {s.who: s.seat for s in event.matches[0].sides}["1"] == seat


@pytest.mark.parametrize(
    "headings",
    [
        "Rd.,Black player,White player,Black disks,White disks",
        "라운드,흑 선수,백선수,흑돌수,백돌수",
        "회전,선수 1,선수2,돌1,돌2",
    ],
)
def test_discs_are_read_under_headings_that_our_own_sheets_do_not_have(headings: str) -> None:
    event = read_text(f"{headings}\n1,Kim,Lee,40,24\n2,Lee,Kim,32,32\n").event
    assert event is not None
    assert [[side.tally for side in match.sides] for match in event.matches] == [[40, 24], [32, 32]]
    assert event.tally_sum == 64


def test_forfeits_are_no_games() -> None:
    event = read_text("No,Name,R1,R2\n1,Kim,2w+,2b1\n2,Lee,1b-,1w0\n").event
    assert event is not None
    statuses = {side.who: side.status for side in event.matches[0].sides}
    assert statuses == {"1": Status.FORFEIT_WIN, "2": Status.FORFEIT_LOSS}
    assert {s.who: s.outcome for s in event.matches[1].sides}["1"] is Outcome.WIN


def test_a_word_of_one_side_is_said_to_be_of_the_first() -> None:
    reading = read_text("White,Black,Result\nKim,Lee,win\nLee,Park,draw\n")
    assert [str(note) for note in reading.notes] == [
        "C1: column 'Result' says the result of 'White', who is named first"
    ]


# -- at every door ---------------------------------------------------------------------------------


def test_a_workbook_and_a_text_say_the_same(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "club.csv").write_text(SERVER.strip(), "utf-8")
    book = Workbook()
    for line in SERVER.strip().splitlines():
        book.active.append([int(text) if text.isdecimal() else text for text in line.split(";")])
    book.save(tmp_path / "club.xlsx")
    answers = []
    for name in ("club.csv", "club.xlsx"):
        answers.append(shell("standings", tmp_path / name, "--format", "csv").out)
    assert answers[0] == answers[1]
    assert answers[0].splitlines()[:2] == [
        "id,place,PTS,DE,BH/C1,BH,SB,name",
        "3,1,2.5,1,3,4,3,Kim",
    ]


def test_a_function_takes_the_table_itself() -> None:
    table = text_grid(SERVER.strip().encode(), "table.csv")
    assert evaluate_call(REGISTRY["POINTS"], ["Kim", table]) == 2.5
    assert evaluate_call(REGISTRY["BUCHHOLZ"], ["Kim", table]) == 4
    spoilt = text_grid(SERVER.strip().replace("2b½", "2b1").encode(), "table.csv")
    with pytest.raises(InputError) as caught:
        evaluate_call(REGISTRY["POINTS"], ["Lee", spoilt])
    assert "'2b1' contradicts '1w½' in F3" in str(caught.value)


def test_a_table_is_made_our_workbook(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "club.csv").write_text(SERVER.strip(), "utf-8")
    shell("import", tmp_path / "club.csv", tmp_path / "event.xlsx")
    index = open_event(tmp_path / "event.xlsx").event_index()
    assert {index.name_of(who): float(index.score(who)) for who in index.ids} == scores(SERVER)


@pytest.mark.slow
def test_a_table_that_names_no_game_is_made_a_workbook_of_one(tmp_path: Path, shell: Shell) -> None:
    (tmp_path / "club.csv").write_text(GAMES, "utf-8")
    files = [str(tmp_path / "club.csv"), str(tmp_path / "event.xlsx"), "--force"]
    assert "chess is taken" in shell("import", *files).err
    assert "is taken" not in shell("import", *files, "--game", "go").err
    assert open_event(tmp_path / "event.xlsx").event.game == "go"


def test_a_report_written_as_a_cross_table_gives_the_same_standings(
    tmp_path: Path, shell: Shell
) -> None:
    source = Path(__file__).parents[2] / "trf" / "held_swiss9_de.trf"
    index = EventIndex(trf.read(source.read_bytes()).event)
    signs = {"win": "1", "draw": "½", "loss": "0"}
    byes = {Status.PAIRING_BYE: "-1", Status.HALF_BYE: "-½", Status.ZERO_BYE: "-0"}
    lines = ["No.\tName\tRtg\t" + "\t".join(f"{r}.Rd" for r in range(1, 10))]
    for who in index.ids:
        cells = []
        for record in index.rounds_of(who):
            if record.other is None:
                cells.append(byes[record.own.status])
            elif record.own.outcome is None:
                mark = "+" if record.own.status is Status.FORFEIT_WIN else "-"
                cells.append(f"{record.opponent}{record.own.seat[0]}{mark}")
            else:
                cells.append(
                    f"{record.opponent}{record.own.seat[0]}{signs[record.own.outcome.value]}"
                )
        player = index.contestant(who)
        lines.append("\t".join([who, player.name, str(player.rating), *cells]))
    table = tmp_path / "table.txt"
    table.write_text("\n".join(lines), "utf-8")
    answers = []
    for file in (source, table):
        criteria = ["--criteria", "PTS, DE, BH/C1, SB, TPR", "--rulebook", "fide2026"]
        answers.append(
            [
                line.split(",")[:7]
                for line in shell("standings", file, *criteria, "--format", "csv").out.splitlines()
            ]
        )
    assert answers[0] == answers[1]


PAGE = """<html><head><title>Open</title></head><body><table><tr><td>menu</td></tr></table>
<h2>Round 2 on 2024/03/02</h2><table><tr><th>Bo.</th><th colspan="2">White</th><th>Result</th>
<th>Black</th></tr><tr><td>1</td><td>GM</td><td><a href="x">Kim</a></td><td>1 - 0</td><td>Lee</td>
</tr><tr><td>2</td><td></td><td>Park</td><td>½ - ½</td><td>Choi</td></tr></table></body></html>"""


def test_a_page_as_a_browser_saves_it(tmp_path: Path) -> None:
    for page in (PAGE, PAGE.replace('<th colspan="2">White</th>', "<th></th><th>White</th>")):
        (tmp_path / "pairings.html").write_text(page, "utf-8")
        event = open_event(tmp_path / "pairings.html").event
        assert [(match.round, match.a.who, match.a.outcome) for match in event.matches] == [
            (2, "Kim", Outcome.WIN),
            (2, "Park", Outcome.DRAW),
        ]


@pytest.mark.parametrize(
    ("row", "column", "cell", "said"),
    [
        (3, 0, "x", "'x' is not the number of a round"),
        (2, 3, 35, "the discs of Cid and Dee are 35 and 33: together 68, not 64"),
    ],
)
def test_one_cell_that_is_not_understood_keeps_the_table_from_being_read(
    row: int, column: int, cell: object, said: str
) -> None:
    """The line was read by guessing its round, and 66 discs as a score of something else."""
    rows: list[list[object]] = [
        ["Round", "Black", "White", "Black discs", "White discs"],
        [1, "Ann", "Bob", 40, 24],
        [1, "Cid", "Dee", 31, 33],
        [2, "Ann", "Cid", 20, 44],
        [2, "Bob", "Dee", 50, 14],
    ]
    assert read_rows(rows).event is not None
    rows[row][column] = cell
    reading = read_rows(rows)
    assert reading.event is None
    assert said in [str(fault.text) for fault in reading.faults]


# -- habits of clubs -------------------------------------------------------------------------------

OF_THREE_ROUNDS = {"Kim": 2.5, "Lee": 1.0, "Park": 1.0, "Choi": 1.5}


def test_lists_side_by_side_are_rounds_of_one_event() -> None:
    side_by_side = (
        "Round 1,,,,Round 2,,,,Round 3,,\n"
        "White,Result,Black,,White,Result,Black,,White,Result,Black\n"
        "Kim,1-0,Lee,,Choi,½-½,Kim,,Kim,1-0,Park\n"
        "Park,0-1,Choi,,Lee,0-1,Park,,Choi,0-1,Lee\n"
    )
    assert scores(side_by_side) == OF_THREE_ROUNDS
    assert refusal(side_by_side.replace("0-1,Park", "won,Park")).startswith("F4:")


def test_a_round_is_named_beside_its_first_game_only() -> None:
    merged = (
        "Round,White,Black,Result\n1,Kim,Lee,1-0\n,Park,Choi,0-1\n2,Choi,Kim,½-½\n"
        ",Lee,Park,0-1\n3,Kim,Park,1-0\n,Choi,Lee,0-1\n"
    )
    assert scores(merged) == OF_THREE_ROUNDS
    reading = read_text(merged)
    assert [match.round for match in reading.understood.matches] == [1, 1, 2, 2, 3, 3]
    assert "the round is missing" in refusal(merged.replace("2,Choi", ",Choi"))
    assert "the round is missing" in refusal(merged.replace(",Choi,Lee,0-1\n", ""))
    assert "the round is missing" in refusal(merged.replace(",Lee,Park", "2,Lee,Park"))


def test_two_players_in_one_cell() -> None:
    in_one = (
        "Kolo,Partie,Výsledek\n1,Kim - Lee,1:0\n1,Park - Choi,0:1\n2,Choi - Kim,½:½\n"
        "2,Lee - Park,0:1\n3,Kim - Park,1:0\n3,Choi - Lee,0:1\n"
    )
    assert scores(in_one) == OF_THREE_ROUNDS
    assert refusal(in_one.replace("½:½", "?!")).startswith("C4:")
    places = {
        str(side.place) for match in read_text(in_one).understood.matches for side in match.sides
    }
    assert places == {f"B{row}" for row in range(2, 8)}


MATCHES = (
    "Runde 1,,,\nAlpha,-,Beta,2:1\nKim,-,Lee,1:0\nPark,-,Choi,½:½\nRyu,-,Oh,½:½\n"
    "Runde 2,,,\nBeta,-,Alpha,1:2\nLee,-,Kim,0:1\nChoi,-,Park,0:1\nOh,-,Ryu,1:0\n"
)


def test_matches_with_their_boards_below_are_of_teams() -> None:
    assert scores(MATCHES) == {"Alpha": 2.0, "Beta": 0.0}
    assert any("the matches are counted" in str(note) for note in read_text(MATCHES).notes)


@pytest.mark.parametrize("wrong", ["Lee,1:0", "Lee,0:1", "Lee,?", "Lee,"])
def test_boards_that_do_not_add_up_to_their_match_are_refused(wrong: str) -> None:
    spoilt = MATCHES.replace("Kim,-,Lee,1:0", f"Kim,-,{wrong}")
    if spoilt == MATCHES:
        spoilt = MATCHES.replace("Alpha,-,Beta,2:1", "Alpha,-,Beta,1½:1½")
    refusal(spoilt)


@pytest.mark.parametrize(
    ("draw", "won", "lost"),
    [("X-X", "1-0", "0-1"), ("½ x ½", "1 x 0", "0 x 1"),
     ("Tablas", "Ganan blancas", "Ganan negras"),
     ("和棋", "红胜", "黑胜"), ("nulle", "les blancs gagnent", "les noirs gagnent")],
)  # fmt: skip
def test_results_as_they_are_written_elsewhere(draw: str, won: str, lost: str) -> None:
    text = (
        f"Round,White,Black,Res\n1,Kim,Lee,{won}\n1,Park,Choi,{lost}\n2,Choi,Kim,{draw}\n"
        f"2,Lee,Park,{lost}\n3,Kim,Park,{won}\n3,Choi,Lee,{lost}\n"
    )
    assert scores(text) == OF_THREE_ROUNDS


def test_a_name_turned_round_is_nobody_new() -> None:
    text = GAMES.replace("Kim", "Kim Min-su").replace("2,Kim Min-su", "2,Min-su Kim")
    assert "may be Kim Min-su in another spelling" in refusal(text)


def test_opponent_and_result_have_a_column_each() -> None:
    text = (
        "No,Name,R1 opp,R1 res,R2 opp,R2 res,R3 opp,R3 res,Total\n1,Kim,2,1,4,½,3,1,2.5\n"
        "2,Lee,1,0,3,0,4,1,1\n3,Park,4,0,2,1,1,0,1\n4,Choi,3,1,1,½,2,0,1.5\n"
    )
    assert scores(text) == OF_THREE_ROUNDS
    assert refusal(text.replace("4,½,3", "4,1,3"))


def test_points_after_each_round_are_no_opponents() -> None:
    text = (
        "No,Ad Soyad,1. Tur,P,2. Tur,P,3. Tur,P\n1,Kim,2b1,1,4s½,1.5,3b1,2.5\n"
        "2,Lee,1s0,0,3b0,0,4s1,1\n3,Park,4b0,0,2s1,1,1s0,1\n4,Choi,3s1,1,1b½,1.5,2b0,1.5\n"
    )
    assert scores(text) == OF_THREE_ROUNDS


def test_games_of_a_half_matrix_are_not_proved() -> None:
    text = ",Kim,Lee,Park,Choi\nKim,x,1,½,1\nLee,,x,0,1\nPark,,,x,½\nChoi,,,,x\n"
    assert refusal(text) == "C2: '1' contradicts '' in B3"


def test_games_of_several_cells_below_short_names() -> None:
    text = ";Giocatore;KIM;LEE;PAR;Tot.\n;Kim;•;10;1½;2,5\n;Lee;01;•;11;3\n;Park;0½;00;•;0,5\n"
    assert scores(text) == {"Kim": 2.5, "Lee": 3.0, "Park": 0.5}


def test_results_of_two_points_say_how_a_win_is_counted() -> None:
    text = GAMES.replace("1-0", "2-0").replace("0-1", "0-2").replace("½-½", "1-1")
    assert [str(note.place) for note in read_text(text).notes] == ["B2"]
    assert "--read" in str(read_text(text).notes[0])
    assert not read_text(text.replace("1-1", "1-0")).notes


# -- what tables of clubs were found to hold -------------------------------------------------------


@pytest.mark.parametrize(
    ("typed", "kim"), [("1-def", 1), ("def-1", 0), ("w/o-def", 1), ("def-wo", 0), ("bye-1", 0)]
)
def test_who_did_not_come_may_stand_in_place_of_a_score(typed: str, kim: int) -> None:
    text = f"White,Black,Result\nKim,Lee,{typed}\nLee,Park,1-0\nPark,Kim,1/2-1/2\n"
    assert scores(text) == {"Kim": kim + 0.5, "Lee": 2 - kim, "Park": 0.5}
    statuses = {side.status for side in read_text(text).understood.matches[0].sides}
    assert statuses == {Status.FORFEIT_WIN, Status.FORFEIT_LOSS}


def test_a_round_in_which_everybody_meets_several_is_a_stage() -> None:
    lines = ["Round,White,Black,Result"]
    lines += [f"1,{a},{b},1-0" for at, a in enumerate("ABCDE") for b in "ABCDE"[at + 1 :]]
    reading = read_text("\n".join(lines))
    assert [match.round for match in reading.understood.matches][:4] == [1, 2, 3, 4]
    (note,) = map(str, reading.notes)
    said = "everybody plays several games in this round; they are counted as each plays them"
    assert note == f"B3: {said}"
    swiss = "Round,White,Black,Result\n1,Kim,Lee,1-0\n1,Park,Choi,0-1\n1,Kim,Choi,1-0\n"
    assert "is in round 1 a second time" in refusal(swiss)


def test_places_that_are_shared_may_be_printed_once() -> None:
    text = (
        "Rk.,Name,1.Rd,2.Rd,3.Rd,Pts\n1,Kim,4w1,2b1,3w½,2½\n2,Lee,3b½,1w0,4b1,1½\n"
        ",Park,2w½,4b½,1b½,1½\n4,Choi,1b0,3w½,2w0,½\n"
    )
    assert scores(text) == {"Kim": 2.5, "Lee": 1.5, "Park": 1.5, "Choi": 0.5}


def test_a_cross_table_without_some_of_its_players_names_the_first_that_is_missing() -> None:
    text = "Rk.,Name,1.Rd,2.Rd,Pts\n1,Kim,7w1,8b1,2\n2,Lee,9b1,3w½,1½\n3,Park,11w1,2b½,1½\n"
    assert refusal(text).startswith("C2: '7w1': there is no number 7")


def test_a_cross_table_in_which_most_are_out_is_proved_by_those_who_play() -> None:
    text = "1,Kim,4+,0+,2+\n2,Lee,3+,0+,1-\n3,Park,2-,0-,0-\n4,Choi,1-,0-,0-\n"
    assert read_text(text).event is not None


def test_a_spoilt_cell_of_a_matrix_of_words_is_named() -> None:
    text = "No,Name,1,2,3\n1,Kim,*,W,D\n2,Lee,L,*,77\n3,Park,D,L,*\n"
    assert refusal(text) == "E3: '77' says no result that is known"


def test_games_to_come_make_no_doubts() -> None:
    """A round in which some have still to play: no name is a bye, and a bye is not due yet."""
    text = (
        "Round,White,Black,Date,Result\n1,Kim,Lee,1 May,1-0\n1,Park,Choi,2 May,0-1\n"
        "1,Ann,Bob,3 May,1-0\n1,Cid,Dee,,tbc\n1,Eva,,,tbc\n"
    )
    assert scores(text)["Cid"] == scores(text)["Eva"] == 0
    assert scores(text)["Kim"] == 1


def test_cells_of_a_round_are_nobodys_names() -> None:
    """Families in which two have one name: the first texts that all differ are those of a round."""
    text = (
        "1,Han,Jo,2+/b0,3+/w0\n2,Han,Jo,1-/w0,4+/b0\n3,Yun,Su,4+/b0,1-/b0\n4,Yun,Su,3-/w0,2-/w0\n"
    )
    names = [player.name for player in read_text(text).understood.contestants]
    assert not [name for name in names if "/" in name]


def test_a_league_with_goals_keeps_its_results_in_the_workbook(tmp_path: Path) -> None:
    table, event = tmp_path / "league.csv", tmp_path / "event.xlsx"
    table.write_text("Round,Home,Away,FT\n1,A,B,2-1\n1,C,D,3-3\n2,A,C,0-1\n2,B,D,5-0\n")
    assert main(["import", str(table), str(event)]) == 0
    index = EventIndex(open_event(event).event)
    totals = {
        index.name_of(who) or who: sum(map(index.points, index.rounds_of(who))) for who in index.ids
    }
    assert totals == {"A": 1, "B": 1, "C": Fraction(3, 2), "D": Fraction(1, 2)}


def test_a_loss_is_not_blank_though_a_dash_marks_the_player_alone() -> None:
    text = "No,Name,1,2,3\n1,Kim,—,+,{}\n2,Lee,-,—,+\n3,Park,-,-,—\n"
    assert scores(text.format("+")) == {"Kim": 2, "Lee": 1, "Park": 0}
    assert refusal(text.format("")).startswith("E2: '' contradicts '-' in C4")
    assert refusal(text.format("-")).startswith("E2: '-' contradicts '-' in C4")


@pytest.mark.parametrize("sign", [".", ","])
def test_a_round_may_have_its_board_behind_it(sign: str) -> None:
    """Chess databases write 2.1: the rounds were said not to be in the file, and made up."""
    games = [("1.1", "Ana;Ben"), ("1.2", "Cid;Dov"), ("2.1", "Dov;Ana"), ("3.1", "Eve;Cid")]
    rows = [f"{number.replace('.', sign)};{pair};1-0" for number, pair in games]
    reading = read_text("\n".join(["Round;White;Black;Result", *rows]))
    assert [match.round for match in reading.event.matches] == [1, 1, 2, 3]
    assert reading.event.rounds_known
