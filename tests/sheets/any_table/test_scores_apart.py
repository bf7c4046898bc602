"""Scores of play, of extra time and of penalties; several counts of one side; no headings."""

from __future__ import annotations

import pytest

from tests.sheets.any_table.test_read import read_text, refusal, scores
from xltie.sheets.tables import score_of

PLAYED = {"Ajax": 1.5, "PSV": 1, "Feyenoord": 1, "Utrecht": 0.5}
"""Ajax - Feyenoord 2-1, PSV - Utrecht 1-1, Ajax - PSV 0-0, Feyenoord - Utrecht 3-1."""
AFTER_EXTRA_TIME = {"Ajax": 1.5, "PSV": 0.5, "Feyenoord": 1, "Utrecht": 1}


def _cup(first: str, second: str, third: str = "0-0", heading: str = "Home,Away,Score") -> str:
    return (
        f"{heading}\nAjax,Feyenoord,{first}\nPSV,Utrecht,{second}\n"
        f"Ajax,PSV,{third}\nFeyenoord,Utrecht,3-1\n"
    )


@pytest.mark.parametrize(
    "cells",
    [
        ("2-1", "1-1 (4-2)", "0-0 (3-5)"),
        ("2-1", "1-1 (4-2 p)", "0-0 p 3-5".replace(" p ", " (") + " pens)"),
        ("2-1", "1-1 a.e.t. (4-2 pens)", "0-0"),
        ("2:1 n.V.", "1:1", "0:0"),
        ("1-1 2-1nV", "1-1", "0-0 0-0nV 3-5nE"),
    ],
)
def test_the_score_of_play_decides(cells: tuple[str, str, str]) -> None:
    assert scores(_cup(*cells)) == PLAYED


def test_games_that_penalties_decided_are_said_to_be_draws() -> None:
    notes = read_text(_cup("2-1", "1-1 (4-2)")).notes
    assert [str(note) for note in notes] == [
        "C3: penalties decided here; the game is counted as a draw, by the score of play"
    ]
    assert read_text(_cup("2-1", "1-1")).notes == ()


def test_a_half_in_brackets_is_none_of_penalties() -> None:
    assert not read_text(_cup("2-1", "1-1 (0-1)")).notes
    assert score_of("2-1 (5-4)") is None


def test_a_score_of_penalties_alone_is_refused_with_both_readings() -> None:
    assert refusal(_cup("2:1", "3:4 n.E.", "0:1")).startswith(
        "C3: '3:4 n.E.' was drawn in play and won by penalties; write"
    )


def test_penalties_and_extra_time_stand_in_columns_of_their_own() -> None:
    goals = "Home,Away,Home Goals,Away Goals,Home Penalty,Away Penalty"
    assert scores(_cup("2,1,,", "1,1,4,2", "0,0,3,5", goals).replace("3-1", "3,1,,")) == PLAYED
    extra = "Home,Away,FT,ET,P"
    cup = _cup("2-1,,", "1-1,1-2,", "0-0,0-0,3-5", extra).replace("3-1", "3-1,,")
    assert scores(cup) == AFTER_EXTRA_TIME


def test_extra_time_of_a_game_that_was_won_is_refused() -> None:
    cup = _cup("2-1,1-2", "1-1,", "0-0,", "Home,Away,FT,ET").replace("3-1", "3-1,")
    assert refusal(cup).startswith("D2: '1-2' in column 'ET' goes beyond the result")


GOALS_AND_BEHINDS = """
Round,Home,Home Goals,Home Behinds,Home Points,Away,Away Goals,Away Behinds,Away Points
1,Carlton,10,12,72,Essendon,11,5,71
1,Geelong,8,8,56,Sydney,9,9,63
2,Carlton,10,2,62,Sydney,9,8,62
2,Geelong,7,17,59,Essendon,9,3,57
"""


def test_the_count_that_the_others_add_up_to_decides() -> None:
    assert scores(GOALS_AND_BEHINDS) == {
        "Carlton": 1.5, "Sydney": 1.5, "Geelong": 1, "Essendon": 0,
    }  # fmt: skip
    wrong = GOALS_AND_BEHINDS.replace("12,72", "12,73")
    assert refusal(wrong) == "E2: '73 : 71' contradicts '10 : 11' in C2"


def test_two_counts_of_each_side_are_read_where_they_agree() -> None:
    teams = (
        "Round,Home,Away,Home IMP,Away IMP,Home VP,Away VP\n1,Alfa,Bravo,34,20,13.5,6.5\n"
        "1,Charlie,Delta,10,40,3.2,16.8\n2,Alfa,Charlie,22,22,10,10\n2,Bravo,Delta,50,20,16.8,3.2\n"
    )
    assert scores(teams) == {"Alfa": 23.5, "Bravo": 23.3, "Charlie": 13.2, "Delta": 20}
    assert refusal(teams.replace("3.2,16.8", "16.8,3.2")).startswith("F3: '16.8 : 3.2' contradicts")


LEAGUE = """
2011-03-01,Ajax,Feyenoord,3,1
2011-03-01,PSV,Utrecht,2,2
2011-03-08,Ajax,PSV,0,1
2011-03-08,Feyenoord,Utrecht,1,0
2011-03-15,Utrecht,Ajax,1,4
2011-03-15,PSV,Feyenoord,2,1
"""
OF_LEAGUE = {"PSV": 2.5, "Ajax": 2, "Feyenoord": 1, "Utrecht": 0.5}


def test_counts_behind_two_names_need_no_headings() -> None:
    assert scores(LEAGUE) == OF_LEAGUE
    halves = "\n".join(
        line
        + (",1,0,2,1" if line.endswith("3,1") else "," + ",".join(line.split(",")[-2:]) + ",0,0")
        for line in LEAGUE.strip().splitlines()
    )
    assert scores(halves) == OF_LEAGUE
    apart = "\n".join(
        "{0},{1},x,{3},{2},x,{4}".format(*line.split(",")) for line in LEAGUE.strip().splitlines()
    )
    assert scores(apart) == OF_LEAGUE


def test_counts_that_may_be_anything_are_not_taken_without_headings() -> None:
    shots = "\n".join(line + ",7,9" for line in LEAGUE.strip().splitlines())
    shots = shots.replace("3,1,7,9", "3,1,8,4")
    assert refusal(shots).startswith("G1: no column holds the results")


def test_no_result_beside_winners_is_a_game_to_come() -> None:
    lines = (
        "Team 1,Team 2,Winner\nIndia,Australia,India\nEngland,Pakistan,{}\nIndia,England,England\n"
    )
    assert scores(lines.format("No Result"))["Pakistan"] == 0
    assert refusal(lines.format("washed out")).startswith("C3: 'washed out' is not a result")


def test_a_column_that_names_the_winner_says_nothing_of_who_is_first() -> None:
    lines = "team_a,team_b,winneng_team\nOranje,Blauw,Oranje\nRood,Wit,Wit\nOranje,Rood,Oranje\n"
    assert not any("named first" in str(note) for note in read_text(lines).notes)


def test_an_error_in_the_place_of_a_name_is_no_player() -> None:
    assert refusal("Home,Away,Goals 1,Goals 2\nA,B,1,0\n#REF!,B,2,0\nC,A,0,0\n") == (
        "A3: '#REF!' is no name like the others"
    )


def test_a_league_ends_in_a_round_of_sixteen() -> None:
    league = "Round,Home,Away,FT\n1,Ajax,PSV,2-1\n2,PSV,Ajax,1-1\nRound of 16,Ajax,PSV,0-1\n"
    for stage in ("Round of 16", "3rd Place Final", "Spiel um Platz 3", "3위 결정전"):
        assert scores(league.replace("Round of 16", stage)) == {"Ajax": 1.5, "PSV": 1.5}
    assert refusal(league.replace("Round of 16", "3a x4")).startswith(
        "A4: '3a x4' is not the number"
    )


def test_winners_and_their_opponents_are_two_sides() -> None:
    cup = "year,winner,opponent,winner_goals,opponent_goals\n2018,France,Croatia,4,2\n"
    cup += "2018,Belgium,England,2,0\n2018,Croatia,England,2,1\n2018,France,Belgium,1,0\n"
    assert scores(cup) == {"France": 2, "Croatia": 1, "Belgium": 1, "England": 0}
    assert scores(cup.replace("opponent", "loser")) == scores(cup)


def test_a_column_says_which_games_without_a_winner_were_not_played() -> None:
    games = "Round,Player A,Player B,Played?,Winner\n1,Kim,Lee,YES,Lee\n2,Kim,Lee,NO,\n"
    games += "3,Lee,Kim,YES,Lee\n"
    assert scores(games) == {"Kim": 0, "Lee": 2}
    assert refusal(games.replace("NO,", "YES,")).startswith("E3: the winner is missing")
    assert refusal(games.replace("3,Lee,Kim,YES", "3,Lee,Kim,NO")).startswith("E3: the winner is")


def test_a_forfeit_in_one_of_two_columns_is_a_loss_and_in_both_one_of_both() -> None:
    league = "home_team,home_score,away_score,away_team\nAshland,2,forfeitNP,Westwood\n"
    league += "Weston,2,1,Ashland\nWestwood,forfeit,forfeit,Weston\nWestwood,0,3,Weston\n"
    assert scores(league) == {"Ashland": 1, "Westwood": 0, "Weston": 2}


def test_goals_from_the_spot_beside_every_result_are_no_shoot_out() -> None:
    lines = ["local,visitante,goles_local,goles_visitante,penales_local,penales_visitante"]
    lines += [f"A,B,{n},0,1,0" for n in range(1, 7)]
    assert scores("\n".join(lines)) == {"A": 6, "B": 0}


def test_letters_of_byes_stand_between_dashes() -> None:
    table = "No,Name,Pts,R1,R2,R3\n1,Kim,2.5,W2,W3,-H-\n2,Lee,1,L1,-U-,W3\n3,Park,1,-B-,L1,L2\n"
    assert scores(table) == {"Kim": 2.5, "Lee": 1, "Park": 1}


@pytest.mark.timeout(30)
@pytest.mark.parametrize("part", ["1-1 (p) ", "1-1 (", "1-1 (a.e.t.) ("])
def test_a_long_text_of_scores_is_refused_without_trying_all_ways_to_read_it(part: str) -> None:
    assert score_of(part * 300 + "!") is None
