"""A workbook and the report that it exports are one event: they pair alike, round after round."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path

import openpyxl
import pytest

from tests.shell import Shell
from xltie import api
from xltie.cli.main import main

pytestmark = pytest.mark.slow


def _made(folder: Path, chance: random.Random, players: int, rounds: int) -> Path:
    """Make an event whose players are listed in no order of strength, some of them unrated."""
    ratings = [chance.choice(["", chance.randint(1200, 2500)]) for _ in range(players)]
    lines = [f"Player {chance.random():.6f},{rating}" for rating in ratings]
    listed = folder / "players.csv"
    listed.write_text("\n".join(["Name,Rating", *lines]), "utf-8")
    book = folder / "event.xlsx"
    words = ["new", str(book), "--game", "chess", "--from", str(listed), "--rounds", str(rounds)]
    assert main(words) == 0
    return book


def _paired(shell: Shell, *words: object) -> list[list[str]]:
    """Return the names on both sides of the boards of the next round, in their order."""
    heading, *rows = csv.reader(io.StringIO(shell("pair", *words, "--format", "csv").out))
    names = [at for at, text in enumerate(heading) if "name" in text.lower()]
    return [[row[at] for at in names] for row in rows]


def _play(book: Path, number: int, chance: random.Random) -> None:
    """Type a result into every line of a round."""
    opened = openpyxl.load_workbook(book)
    sheet = opened["Rounds"]
    heading = next(row for row in sheet.iter_rows() if row[0].value == "Round")
    columns = {str(cell.value).split("\n")[0]: cell.column for cell in heading if cell.value}
    for row in range(heading[0].row + 1, sheet.max_row + 1):
        second = sheet.cell(row, columns["No"]).value  # the last of that name; a bye has none
        if sheet.cell(row, 1).value == number and second is not None:
            sheet.cell(row, columns["Result"]).value = chance.choice(["1-0", "0-1", "½-½"])
    opened.save(book)
    assert main(["recompute", str(book)]) == 0


@pytest.mark.parametrize(("seed", "players"), [(1, 30), (2, 9)])
def test_a_new_event_and_its_report_are_paired_alike(
    seed: int, players: int, tmp_path: Path, shell: Shell
) -> None:
    """C.04.2 2.3: the number that a report carries is the one that was paired with."""
    chance = random.Random(seed)
    book, report = _made(tmp_path, chance, players, 4), tmp_path / "event.trf"
    for number in range(1, 4):
        assert main(["export", str(book), str(report), "--force"]) == 0
        assert _paired(shell, book) == _paired(shell, report, "--round", number)
        assert main(["pair", str(book), "--write"]) == 0
        _play(book, number, chance)
    assert main(["export", str(book), str(report), "--force"]) == 0
    for file in (book, report):
        assert "0 absolute rules broken, 0 others needlessly" in shell("pair", file, "--check").out


def test_a_round_that_is_still_to_be_played_keeps_its_colours(tmp_path: Path) -> None:
    """TRF16: the column holds the scheduled colour against the scheduled opponent."""
    book, report = _made(tmp_path, random.Random(3), 10, 4), tmp_path / "event.trf"
    assert main(["pair", str(book), "--write"]) == 0
    assert main(["export", str(book), str(report)]) == 0

    def boards(path: Path) -> set[tuple[str, ...]]:
        event = api.open_event(path).event
        names = {contestant.id: contestant.name for contestant in event.contestants}
        return {
            tuple(names[side.who] for side in sorted(match.sides, key=lambda side: side.seat))
            for match in event.matches
        }

    cells = [line[91:98].split() for line in report.read_text("utf-8").splitlines()[1:]]
    assert sorted(cell[1] for cell in cells if len(cell) == 2) == ["b"] * 5 + ["w"] * 5
    assert boards(book) == boards(report)


def _numbers(book: Path) -> dict[str, object]:
    """Return the pairing numbers on the sheet of players, by name."""
    heading, *lines = openpyxl.load_workbook(book)["Players"].iter_rows(min_row=4, values_only=True)
    at = heading.index("Pairing number")
    return {str(line[1]): line[at] for line in lines if line[1]}


def test_the_players_show_the_numbers_that_a_report_carries(tmp_path: Path) -> None:
    """C.04.2: numbers follow corrected ratings until the fourth round is paired, then they stay."""
    chance = random.Random(4)
    book, report = _made(tmp_path, chance, 10, 6), tmp_path / "event.trf"
    for number in range(1, 6):
        before = _numbers(book)
        assert main(["pair", str(book), "--write"]) == 0
        shown = _numbers(book)
        assert (shown == before) == (number in (2, 4, 5))
        _play(book, number, chance)
        assert main(["export", str(book), str(report), "--force"]) == 0
        carried = {
            player.name: int(player.id) for player in api.open_event(report).event.contestants
        }
        assert carried == shown
        if number in (2, 4):  # the last in order is corrected to be the strongest
            opened = openpyxl.load_workbook(book)
            last = max(shown, key=lambda name: int(str(shown[name])))
            line = next(
                row for row in opened["Players"].iter_rows(min_row=5) if row[1].value == last
            )
            line[2].value = 2700 + number
            opened.save(book)
            assert main(["recompute", str(book)]) == 0
