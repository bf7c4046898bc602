"""Rating forecasts: the EGF's and FIDE's figures, and the command that shows them."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from pathlib import Path

import pytest
from openpyxl import load_workbook

from tests.books import edited, games_typed
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side
from xltie.rules.chess import elo_change
from xltie.rules.go import egf_rating

LINES = (Path(__file__).parent / "egf-rating-vectors.csv").read_text("utf-8").splitlines()[1:]
VECTORS = [{name: float(text) for name, text in row.items()} for row in csv.DictReader(LINES)]


@pytest.mark.parametrize("row", VECTORS, ids=lambda row: f"{row['rating']:g}-{row['opponent']:g}")
def test_a_game_changes_a_rating_as_the_egf_says(row: dict[str, float]) -> None:
    own, opposite, took = row["rating"], row["opponent"], int(row["handicap_of_player"])
    assert egf_rating.con(own) == pytest.approx(row["con"], abs=1e-6)
    assert egf_rating.bonus(own) == pytest.approx(row["bonus"], abs=1e-6)
    found = egf_rating.game_change(own, opposite, row["result"], row["class_weight"], took)
    assert found == pytest.approx(row["change"], abs=1e-6)


def game(turn: int, black: str, white: str, outcome: Outcome, stones: int = 0) -> Match:
    other = {Outcome.WIN: Outcome.LOSS, Outcome.LOSS: Outcome.WIN, Outcome.DRAW: Outcome.DRAW}
    a, b = (
        Side(black, outcome=outcome, seat="black"),
        Side(white, outcome=other[outcome], seat="white"),
    )
    return Match(turn, a, b, handicap=stones)


def event(game_name: str, ratings: dict[str, int], *matches: Match) -> EventIndex:
    people = tuple(Contestant(who, who, rating=rating) for who, rating in ratings.items())
    return EventIndex(Event(game=game_name, contestants=people, matches=matches))


@pytest.mark.parametrize(
    ("tournament_class", "after"),
    [("A", 1980.729), ("B", 1973.046), ("C", 1965.364), ("D", 1957.682)],
)
def test_an_event_of_five_games_with_handicaps(tournament_class: str, after: float) -> None:
    # The ratings before are whole numbers here, so 2012.4 and 1880.5 are left to the next test.
    ratings = {"X": 1950, "a": 2012, "b": 2110, "c": 1880, "d": 1700, "e": 2300}
    found = egf_rating.changes(
        event(
            "go", ratings,
            game(1, "X", "a", Outcome.WIN), game(2, "X", "b", Outcome.LOSS),
            game(3, "X", "c", Outcome.WIN), game(4, "d", "X", Outcome.LOSS, 2),
            game(5, "X", "e", Outcome.DRAW, 3),
        ), tournament_class,
    )[0]  # fmt: skip
    assert found.after == pytest.approx(after, abs=0.05)
    assert found.after == pytest.approx(found.before + sum(one.change for one in found.games))


def test_the_parts_of_the_worked_event() -> None:
    games = [(2012.4, 1, 0), (2110, 0, 0), (1880.5, 1, 0), (1700, 1, -2), (2300, 0.5, 3)]
    changes = [egf_rating.game_change(1950, other, score, 1, took) for other, score, took in games]
    assert changes == pytest.approx([13.2330, -5.3323, 9.6451, 8.8904, 4.2923], abs=1e-4)


def test_fides_change_by_its_table_with_the_limit_of_400_and_one_rounding() -> None:
    ratings = {"X": 1800, "a": 2250, "b": 1750, "c": 1900, "d": 1650, "e": 1300}
    results = (Outcome.WIN, Outcome.DRAW, Outcome.LOSS, Outcome.WIN, Outcome.WIN)
    games = [game(n, "X", who, one) for n, (who, one) in enumerate(zip("abcde", results), 1)]
    found = elo_change.changes(event("chess", ratings, *games))[0]
    assert [one.expected for one in found.games] == [0.08, 0.57, 0.36, 0.7, 0.92]
    assert sum(one.change for one in found.games) == pytest.approx(17.4)
    assert found.after == 1817


def test_from_2650_up_the_true_difference_counts() -> None:
    found = elo_change.changes(
        event("chess", {"X": 2750, "a": 1800}, game(1, "X", "a", Outcome.DRAW))
    )
    assert [one.change for one in found[0].games] == [-5.0]
    assert found[1].games[0].expected == 0.08  # the weaker player's own rating decides for them


def test_k_times_the_games_is_at_most_700() -> None:
    person = Contestant("X", "X", rating=1500, more=(("K", "40"),))
    others = [Contestant(str(n), str(n), rating=1500) for n in range(20)]
    games = tuple(game(n + 1, "X", str(n), Outcome.WIN) for n in range(20))
    own = Event(game="chess", contestants=(person, *others), matches=games)
    assert elo_change.changes(EventIndex(own))[0].after == 1500 + 35 * 10


def test_halves_are_rounded_away_from_zero() -> None:
    assert [elo_change.rounded(Fraction(n, 2)) for n in (5, -5, 4, -3)] == [3, -3, 2, -2]


def test_the_command_explains_and_names_who_has_no_rating(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "e.h9"
    file.write_text(
        "; EV[x]\n1 A Ann 2d KR Seou 1 0 0 0 2+/w0\n2 B Bob 1d KR Seou 0 0 0 0 1-/b0\n", "utf-8"
    )
    assert "give --class A, B, C or D" in shell("rate", file, code=2).err
    shown = shell("rate", file, "--class", "A").out
    assert shown.startswith(
        "Forecast (EGF 2021, class A); the federation's own list is what counts"
    )
    assert "from 2d" in shown
    said = shell("rate", file, "1", "--class", "A").out
    assert "con 15.296 x (1 - 0.6477) + bonus 0.3004" in said


def test_programs_read_the_forecast_as_a_table(tmp_path: Path, shell: Shell) -> None:
    file = tmp_path / "e.h9"
    file.write_text(
        "; EV[x]\n1 A Ann 2d KR Seou 1 0 0 0 2+/w0\n2 B Bob 1d KR Seou 0 0 0 0 1-/b0\n", "utf-8"
    )
    written = shell("rate", file, "--class", "A", "--format", "csv")
    heading, first, second = csv.reader(io.StringIO(written.out))
    assert heading == ["id", "name", "before", "games", "change", "after", "note"]
    assert first[:4] == ["1", "A Ann", "2200.0", "1"] and float(first[4]) > 0 > float(second[4])
    assert "the federation's own list is what counts" in written.err
    (game,) = json.loads(shell("rate", file, "1", "--class", "A", "--format", "json").out)
    assert (game["round"], game["opponent"]) == (1, "B Bob")
    assert game["change"] == pytest.approx(float(first[4]), abs=0.001)


@pytest.mark.slow
def test_ratings_of_go_keep_their_decimals(tmp_path: Path, shell: Shell) -> None:
    """The worked event again, from a list through a workbook: cut to 2012 and 1880 it is 30.705."""
    source, book = tmp_path / "p.csv", tmp_path / "p.xlsx"
    ratings = (1950, 2012.4, 2110, 1880.5, 1700, 2300)
    rows = "".join(f"P{number},{rating}\n" for number, rating in enumerate(ratings, 1))
    source.write_text(f"name,rating\n{rows}")
    assert main(["new", str(book), "--game", "go", "--from", str(source), "--rounds", "5"]) == 0
    games = ((1, 2, "1-0", 0), (1, 3, "0-1", 0), (1, 4, "1-0", 0), (5, 1, "0-1", 2))
    both = (*games, (1, 6, "1/2-1/2", 3))
    games_typed(book, [(number, *game) for number, game in enumerate(both, 1)])
    lines = [line.split() for line in shell("rate", book, "--class", "A").out.splitlines()]
    assert ["1", "P1", "1950", "5", "+30.729", "1980.729"] in lines
    assert ["2", "P2", "2012.400"] in [line[:3] for line in lines]
    said = shell("standings", book, "--criteria", "RATING", "--format", "csv").out
    assert "2,3,2012.4,P2" in said.splitlines()


@pytest.mark.slow
def test_ratings_of_other_games_are_whole(tmp_path: Path, shell: Shell) -> None:
    source, book = tmp_path / "p.csv", tmp_path / "p.xlsx"
    source.write_text("name,rating\nA,2012.4\nB,1900\n")
    made = ["new", str(book), "--game", "chess", "--from", str(source)]
    assert "B2: Rating is 2012.4; it must be a whole number" in shell(*made, code=1).err
    source.write_text("name,rating\nA,2012\nB,1900\n")
    assert main(made) == 0
    column = next(c for c in "CDEFG" if load_workbook(book)["Players"][f"{c}4"].value == "Rating")
    edited(book, "Players", {f"{column}5": 2012.4})
    assert f"Players!{column}5: Rating is 2012.4; it must be" in shell("check", book, code=1).err
