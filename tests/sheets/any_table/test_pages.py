"""Pages of result servers and programs: boards, frames of names, counts of both in a cell."""

from __future__ import annotations

import re

import pytest

from tests.sheets.any_table.test_clubs import _tallies as tallies
from tests.sheets.any_table.test_read import points, refusal, scores
from xltie.core.errors import InputError
from xltie.sheets.any_table import read_sheets
from xltie.sheets.read import read_of_anybody
from xltie.sheets.workbook.text_table import grids_of_page, text_grids

_BOARD = """<h2>Board {n}</h2><table><tr><th>NS<th>EW<th>{score}</tr>
<tr><td>1<td>3<td>{a}</tr><tr><td>2<td>4<td>{b}</tr></table>"""


@pytest.mark.parametrize("title", ["h2", "caption"])
def test_a_page_with_a_table_for_each_board_is_one_evening(title: str) -> None:
    boards = [_BOARD.format(n=n, score="Score", a=a, b=b)
              for n, a, b in ((1, 420, 450), (2, -50, 110), (7, 140, 90))]  # fmt: skip
    page = "".join(boards)
    if title == "caption":
        page = re.sub("<h2>(.+?)</h2><table>", "<table><caption>\\1 - Dealer N</caption>", page)
    event = read_of_anybody(grids_of_page(page)).understood
    assert [(int(board.ns_result), board.deal[-1]) for board in event.board_results] == [
        (420, 1), (450, 1), (-50, 2), (110, 2), (140, 7), (90, 7),
    ]  # fmt: skip
    assert event.board_results[4].place.sheet == "table 3"


@pytest.mark.parametrize(("old", "new"), [("<h2>Board 7</h2>", ""), ("Points", "Score NS")])
def test_a_board_of_a_page_without_its_title_or_headings_is_not_left_out(
    old: str, new: str
) -> None:
    page = _BOARD.format(n=1, score="Score", a=420, b=450)
    page += _BOARD.format(n=7, score="Points" if old == "Points" else "Score", a=90, b=50)
    with pytest.raises(InputError, match="keep one table of them"):
        read_of_anybody(grids_of_page(page.replace(old, new)))


COUNTED = """
Rank,Name,Score,Round 1,Round 2,Round 3
1,Tastet,3,40-24 Brun,36-28 Coll,33-31 Dirk
2,Brun,2,24-40 Tastet,50-14 Dirk,33-31 Coll
3,Coll,1,44-20 Dirk,28-36 Tastet,31-33 Brun
4,Dirk,0,20-44 Coll,14-50 Brun,31-33 Tastet
"""


def test_what_both_counted_stands_before_or_behind_the_opponent() -> None:
    assert tallies(COUNTED)["Tastet"] == 109
    numbered = COUNTED
    for number, name in enumerate(("Tastet", "Brun", "Coll", "Dirk"), 1):
        numbered = numbered.replace(f" {name}", f" {number}")
    assert scores(numbered) == scores(COUNTED) == {"Tastet": 3, "Brun": 2, "Coll": 1, "Dirk": 0}
    wrong = refusal(COUNTED.replace("36-28 Coll", "37-27 Coll"))
    assert wrong == "E2: '37-27 Coll' contradicts '28-36 Tastet' in E4"


BETWEEN_NAMES = """
Board,Black,,,White
1,Kim,40,24,Lee
2,Pak,20,44,Han
3,Lee,33,31,Pak
4,Han,30,34,Kim
"""


def test_discs_between_the_names_need_no_headings_but_one_sum() -> None:
    assert scores(BETWEEN_NAMES) == {"Kim": 2, "Lee": 1, "Pak": 0, "Han": 1}
    assert "no column holds the results" in refusal(BETWEEN_NAMES.replace("40,24", "40,25"))


def test_opponent_result_and_running_points_have_a_column_each_a_round() -> None:
    table = """
编号,姓名,第1轮对手,结果,积分,第2轮对手,结果,积分,总分
1,王伟,2,2,2,3,1,3,3
2,李娜,1,0,0,4,2,2,2
3,张磊,4,2,2,1,1,3,3
4,刘洋,3,0,0,2,0,0,0
"""
    assert scores(table) == {"王伟": 3, "李娜": 2, "张磊": 3, "刘洋": 0}
    assert "add up to 4" in refusal(table.replace("李娜,1,0,0", "李娜,1,2,2"))


def test_the_boards_of_one_round_of_teams_with_names_in_frames_of_their_own() -> None:
    def framed(name: str) -> str:
        return f"<table><tr><td></td><td>{name}</td></tr></table>"

    def line(*cells: str) -> str:
        return "<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"

    lines = [line("Links"), line("Ranking crosstable after Round 4"), "</table><table>"]
    lines.append(line("Round 1 on 2026/01/03"))
    for number, (one, other, first) in enumerate((("Alpha", "Beta", "1 - 0"),
                                                  ("Gamma", "Delta", "0 - 1")), 1):  # fmt: skip
        total = "1½ : ½" if first == "1 - 0" else "½ : 1½"
        lines.append(line("Bo.", str(number), one, "Rtg", "-", "9", other, "Rtg", total))
        for board, result in enumerate((first, "½ - ½"), 1):
            names = framed(f"{one} {board}"), framed(f"{other} {board}")
            lines.append(line(f"{number}.{board}", "", names[0], "1800", "-", "", names[1],
                              "1700", result))  # fmt: skip
    page = "<html><table>" + "".join(lines) + "</table></html>"
    found = points(read_sheets(grids_of_page(page)))
    assert {who: float(value) for who, value in found.items()} == {
        "Alpha": 1, "Beta": 0, "Gamma": 0, "Delta": 1,
    }  # fmt: skip


def test_scores_typed_as_wide_as_syllables() -> None:
    table = (
        "轮次,主队,比分,客队\n1,Kim,３：１,Lee\n1,Pak,0：2,Han\n2,Kim,1：1,Pak\n2,Han,2：0,Lee\n"
    )
    assert scores(table) == {"Kim": 1.5, "Lee": 0, "Pak": 0.5, "Han": 2}


ONE_CELL = {
    "result behind": "Round,Game\n1,Ann - Bob 1-0\n1,Cid - Dan ½-½\n2,Ann - Cid 0-1\n"
    "2,Dan - Bob 1-0\n",
    "result between": "Fecha,Partido\n1,Ann 2 - 0 Bob\n1,Cid 1 - 1 Dan\n2,Ann 0 - 1 Cid\n"
    "2,Dan 3 - 1 Bob\n",
    "result beside": "Ann - Bob,1 - 0\nCid - Dan,0.5 - 0.5\nAnn - Cid,0 - 1\nDan - Bob,1 - 0\n",
}  # fmt: skip


@pytest.mark.parametrize("text", ONE_CELL.values(), ids=ONE_CELL)
def test_games_that_stand_in_one_cell(text: str) -> None:
    assert scores(text) == {"Ann": 1, "Bob": 0, "Cid": 1.5, "Dan": 1.5}
    assert re.match(
        "[AB][45]: ",
        refusal(text.replace("Dan - Bob", "Dan Bob").replace("Dan 3 - 1 Bob", "Dan Bob")),
    )


def test_what_is_left_of_a_game_in_one_cell_is_named() -> None:
    assert "there is a result here" in refusal(ONE_CELL["result beside"].replace("Ann - Cid", ""))
    assert "round is missing" in refusal(ONE_CELL["result between"].replace("2,Ann", ",Ann"))


def test_a_page_names_every_player_of_a_round_once() -> None:
    text = (
        "Campanile D - Terreaux G,0 - 1\nCarron V - Gay F,1 - 0\nConti V - forfait,1 - 0\n"
        "Sixt J - Cerda R,1 - 0\n"
    )
    wanted = {
        "Sixt J": 1,
        "Cerda R": 0,
        "Campanile D": 0,
        "Terreaux G": 1,
        "Carron V": 1,
        "Gay F": 0,
        "Conti V": 1,
    }
    assert scores(text) == wanted
    assert scores(text.replace("Gay F,1 - 0", "Gay F,renvoyé"))["Carron V"] == 0


def test_draws_of_a_list_of_winners_are_marked_beside_them() -> None:
    text = "Winner,Loser,{}\nAnn,Bob,{}\nCid,Dan,{}\nAnn,Cid,{}\nDan,Bob,{}\n"
    wanted = {"Ann": 2, "Bob": 0, "Cid": 0.5, "Dan": 1.5}
    assert scores(text.format("Draw", "", "yes", "", "")) == wanted
    assert scores(text.format("Result", "", "draw", "", "")) == wanted
    assert "C3: 'maybe' is not a result" in refusal(text.format("Draw", "no", "maybe", "no", "no"))


def test_a_bye_of_a_team_is_told_by_its_share_of_a_match() -> None:
    text = "Home,Away,Score\nAlpha,Beta,2-0\nGamma,Delta,1-1\nEpsilon,bye,2-0\n"
    assert scores(text) == {"Alpha": 1, "Beta": 0, "Gamma": 0.5, "Delta": 0.5, "Epsilon": 1}
    assert "'5-0' stands beside Epsilon" in refusal(text.replace("bye,2-0", "bye,5-0"))


def test_several_games_of_a_round_are_a_match_where_colours_change() -> None:
    text = (
        "Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Bob,Ann,1-0\n1,Cid,Dan,1-0\n1,Dan,Cid,½-½\n"
        "2,Ann,Cid,1-0\n2,Cid,Ann,1-0\n2,Bob,Dan,1-0\n2,Dan,Bob,½-½\n"
    )
    assert scores(text) == {"Ann": 2, "Bob": 2.5, "Cid": 2.5, "Dan": 1}
    assert "a second time" in refusal(text.replace("1,Bob,Ann,1-0", "1,Ann,Bob,1-0"))


def test_wins_of_games_are_results_and_wins_before_a_match_are_none() -> None:
    played = "Ann,Bob,2,1\nCid,Dan,0,2\nAnn,Cid,1,2\nBob,Dan,2,0\nAnn,Dan,2,0\nBob,Cid,0,2\n"
    played += "Bob,Ann,0,2\nDan,Cid,2,1\n"
    before = "Ann,Bob,0,0\nCid,Dan,0,0\nAnn,Cid,1,0\nBob,Dan,0,1\nAnn,Dan,1,1\nBob,Cid,1,2\n"
    heads = "Player 1,Player 2,Player1Wins,Player2Wins\n"
    assert scores(heads + played) == {"Ann": 3, "Bob": 1, "Cid": 2, "Dan": 2}
    assert "no column" in refusal(heads + before)


FORFEITS = """Rang,Spieler,Pkt.,1,2,3
1,Kim,2.5,1 (2s),½ (3w),1k (4w)
2,Lee,1,0 (1w),1k,0 (3s)
3,Pak,1.5,0 (4s),½ (1s),1 (2w)
4,Han,1,1 (3w),,0k (1s)
"""


def test_forfeits_say_so_beside_the_opponent() -> None:
    assert scores(FORFEITS) == {"Kim": 2.5, "Lee": 1, "Pak": 1.5, "Han": 1}
    assert refusal(FORFEITS.replace("0k (1s)", "1k (1s)"))
    sides = "Nr,Name,1,2,3\n1,Kim,B2勝,W3敗,B4不戦勝\n2,Lee,W1敗,B4勝,W3勝\n3,Pak,W4勝,B1勝,B2敗\n"
    assert scores(sides + "4,Han,B3敗,W2敗,W1不戦敗\n") == {"Kim": 2, "Lee": 2, "Pak": 2, "Han": 0}


def test_a_page_laid_out_without_a_table_says_so() -> None:
    page = "<!DOCTYPE html><div><span>1</span><b>Adler</b><b>2</b></div>"
    with pytest.raises(InputError, match=r"^round 1\.html: this page has no table; copy"):
        text_grids(page.encode(), "round 1.html")
