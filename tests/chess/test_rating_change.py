"""The forecast of FIDE rating changes: the coefficient that a column says, or that it cannot be."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.books import hand_made
from tests.shell import Shell
from xltie.cli.main import main
from xltie.event import Contestant, Event, EventIndex, Match, Outcome, Side
from xltie.event.model import FOR_THE_OTHER
from xltie.rules.chess.elo_change import first_ratings

ROUNDS = [["Round", "White", "Black", "Result"], [1, "A", "B", "1-0"]]


def event(path: Path, k: object) -> Path:
    players = [["ID", "Name", "Rating", "K"], ["A", "Ann", 2000, k], ["B", "Bob", 2000, None]]
    game = [["Setting", "Value"], ["Game", "chess"]]
    path.write_bytes(hand_made({"Settings": game, "Players": players, "Rounds": ROUNDS}))
    return path


@pytest.mark.parametrize(("k", "change"), [(None, "+10"), (40, "+20"), (17, "+9")])
def test_a_column_says_the_coefficient(
    k: object, change: str, tmp_path: Path, shell: Shell
) -> None:
    """17 is what 39 games in a rating period leave of 20 (8.3.3)."""
    assert change in shell("rate", event(tmp_path / "event.xlsx", k)).out


@pytest.mark.parametrize("k", ["fast", "0", "41", "2.5"])
def test_a_coefficient_that_cannot_be_is_named_with_its_line(
    k: str, tmp_path: Path, shell: Shell
) -> None:
    assert main(["rate", str(event(tmp_path / "event.xlsx", k))]) != 0
    said = shell.printed()
    assert f"Players!A2: Ann: K is '{k}'; it takes a whole number from 1 to 40" in said.err
    assert said.out == ""


JUNIORS = """012 Juniors
042 2026/05/01
001    1 m    Kid, A                            1500 KOR    13200001 {born}  1.0    1     2 w 1
001    2 m    Old, B                            1500 KOR    13200002 1980/05/05  0.0    2     1 b 0
"""


@pytest.mark.parametrize(("born", "change"), [("2008/12/31", "+20"), ("2007/12/31", "+10")])
def test_juniors_have_the_coefficient_of_juniors(
    born: str, change: str, tmp_path: Path, shell: Shell
) -> None:
    """B.02 8.3.3: 40 until the end of the year of the 18th birthday."""
    report = tmp_path / "juniors.trf"
    report.write_text(JUNIORS.format(born=born))
    line = next(line for line in shell("rate", report).out.splitlines() if "Kid" in line)
    assert change in line


@pytest.mark.parametrize(
    ("points", "ratings", "first"),
    [
        (Fraction(3), [1901, 1901, 1901, 1902, 1902], 1922),
        (Fraction(5), [2300] * 5, 2200), (Fraction(1, 2), [1500], 1700),
        (Fraction(0), [1500], None),
    ],
)  # fmt: skip
def test_a_first_rating_is_worked_out_with_two_draws_against_1800(
    points: Fraction, ratings: list[int], first: int | None
) -> None:
    """B.02 8.2: the first line was published, with 5 games against 9507 in all."""
    met = [Contestant(f"R{at}", rating=rating) for at, rating in enumerate(ratings)]
    results = [Outcome.WIN] * int(points) + [Outcome.DRAW] * (points.denominator == 2)
    results += [Outcome.LOSS] * (len(ratings) - len(results))
    matches = [
        Match(at, Side("N", outcome=result), Side(who.id, outcome=FOR_THE_OTHER[result]))
        for at, (who, result) in enumerate(zip(met, results, strict=True), 1)
    ]
    event = Event(game="chess", contestants=(Contestant("N"), *met), matches=tuple(matches))
    (found,) = first_ratings(EventIndex(event))
    assert found.rating == first
