"""Published pages: what stands on them is what the commands say, and nothing on them is alive."""

from __future__ import annotations

import csv
import html
import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from tests.books import edited, games_typed, setting_cell
from tests.shell import Shell
from tests.strategies import LAW, events
from xltie.cli.main import main
from xltie.core.cells import column_name
from xltie.core.errors import Fault, Place
from xltie.core.language import ENGLISH
from xltie.core.messages import say
from xltie.event import (
    NO_PLACES,
    PROVISIONAL,
    BoardResult,
    Contestant,
    Event,
    EventIndex,
    provisional,
)
from xltie.event.bridge import session
from xltie.publish.pages.site import notes, site
from xltie.publish.pages.standings import tables
from xltie.publish.rendering import rendered
from xltie.publish.results import Results
from xltie.ranking import parse_criteria, rank
from xltie.settings import Settings
from xltie.workbooks import example_event

ROOT = Path(__file__).resolve().parents[2]
EVENTS = {
    "go": ROOT / "tests/h9/mpk2026.h9",
    "chess": ROOT / "tests/trf/held_swiss9_de.trf",
    "teams": ROOT / "tests/chess/team_cases/friendship.trf",
}
BOARDS = """Board,NS,EW,Contract,By,Tricks
1,1,2,3NT,N,9
1,3,4,3NT,N,10
2,1,2,4S,E,10
2,3,4,4S,E,9
"""


@pytest.fixture(scope="module")
def event_files(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("events")
    (folder / "othello.xlsx").write_bytes(example_event.example_workbook())
    (folder / "boards.csv").write_text(BOARDS)
    own = {"othello": folder / "othello.xlsx", "bridge": folder / "boards.csv"}
    return {**EVENTS, **own}


@pytest.fixture(scope="module")
def sites(event_files: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sites")
    for game, path in event_files.items():
        assert main(["publish", str(path), "--out", str(folder / game)]) == 0
    return folder


class _Page(HTMLParser):
    """The tables of a page as rows of texts, its links and its ids."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tables: list[list[list[str]]] = []
        self.links: list[str] = []
        self.is_inside = False
        self.tags: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("href", "src")]
        if tag == "table":
            self.tables.append([])
            self.is_inside = True
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag: str) -> None:
        if tag == "table":
            self.tables[-1] = [[cell.strip() for cell in row] for row in self.tables[-1]]
            self.is_inside = False

    def handle_data(self, data: str) -> None:
        if self.is_inside and self.tables[-1] and self.tables[-1][-1]:
            self.tables[-1][-1][-1] += data


def page(path: Path) -> _Page:
    return _Page(path.read_text("utf-8"))


def printed(shell: Shell, *arguments: str) -> str:
    return shell(*list(arguments), code=None).out


def pages_of(folder: Path) -> Iterator[Path]:
    return folder.rglob("*.html")


@pytest.mark.slow
@pytest.mark.parametrize("game", ["othello", "chess", "go", "bridge", "teams"])
def test_the_places_and_values_are_those_of_the_command(
    game: str, event_files: dict[str, Path], sites: Path, shell: Shell
) -> None:
    said = printed(shell, "standings", str(event_files[game]), "--format", "json")
    lines = json.loads(said)["standings"]
    rows = [row for table in page(sites / game / "index.html").tables for row in table[1:]]
    assert len(rows) == len(lines) > 1
    for row, line in zip(rows, lines, strict=True):
        assert row[:2] == [str(line["place"]), line["name"] or line["id"]]
        for text, value in zip(row[2:], line["values"].values(), strict=False):
            if isinstance(value, (int, float)):
                assert float(text) == pytest.approx(value, abs=0.0001)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["othello", "chess", "go", "bridge", "teams"])
def test_every_link_leads_to_a_page_and_none_leaves_the_folder(game: str, sites: Path) -> None:
    for path in pages_of(sites / game):
        for link in page(path).links:
            assert "://" not in link
            file, _, place = link.partition("#")
            target = path.parent / file
            assert target.is_file(), (path.name, link)
            assert f"id={place}" in target.read_text("utf-8") if place else True


def test_a_players_page_explains_in_the_words_of_explain(
    event_files: dict[str, Path], sites: Path, shell: Shell
) -> None:
    said = printed(shell, "explain", str(event_files["othello"]), "9")
    text = re.sub("</?[ab]( [^>]*)?>", "", (sites / "othello/p-9.html").read_text("utf-8"))
    shown = html.unescape(re.sub("<[^>]*>", " ", text))
    for sentence in (
        "43 discs + 6 × 2 points of Jansen",
        "Ito is above Aldana on BQ: 443 to 439",
    ):
        assert sentence in said
        assert sentence in shown


def test_what_terms_share_is_said_once(sites: Path, shell: Shell) -> None:
    said = printed(shell, "explain", str(EVENTS["chess"]), "1")
    own = said.partition("BH/C1")[2].partition("BH\n")[0]
    term = r"round (\d+) +v (\S+) +([\d.]+)  score of [^\s;]+(?:; (.*)  \(cut\))?"
    explained = re.findall(term, own)
    path = sites / "chess/p-1.html"
    heads, *rounds = page(path).tables[0]
    names = [row[1].split()[0] for row in rounds]
    worth = [row[heads.index("BH/C1")] for row in rounds]
    assert len(explained) == 9
    assert list(zip(names, worth, strict=True)) == [
        (who, f"{value} ({why})" if why else value) for _, who, value, why in explained
    ]
    text = path.read_text("utf-8")
    assert text.count("score of the opponent") == 2
    assert "score of Jessica" not in text and "score of 9" not in text


def test_standings_after_an_earlier_round_are_those_of_the_file_at_that_time(
    tmp_path: Path, shell: Shell
) -> None:
    games = ["Round,White,Black,Result", "1,Ann,Bob,1-0", "1,Cid,Dee,1/2-1/2", "2,Ann,Cid,0-1",
             "2,Bob,Dee,1-0", "3,Ann,Dee,1-0", "3,Bob,Cid,1-0"]  # fmt: skip
    whole, early = tmp_path / "whole.csv", tmp_path / "early.csv"
    whole.write_text("\n".join(games))
    early.write_text("\n".join(games[:5]))
    main(["publish", str(whole), "--out", str(tmp_path / "out"), "--criteria", "points, SB"])
    said = printed(shell, "standings", str(early), "--criteria", "points, SB", "--format", "csv")
    wanted = [[row[1], row[0], *row[2:]] for row in list(csv.reader(io.StringIO(said)))[1:]]
    assert page(tmp_path / "out/standings-2.html").tables[0][1:] == wanted
    assert "Standings after round 3" in (tmp_path / "out/index.html").read_text()
    others = ["standings-1.html", "standings-2.html"]
    assert set(others) < set(page(tmp_path / "out/index.html").links)


def test_a_faulty_line_makes_every_page_provisional(tmp_path: Path, shell: Shell) -> None:
    table = tmp_path / "club.xlsx"
    book = Workbook()
    book.active.title = "Rounds"
    for line in ("Round,White,Black,Result", "1,Ann,Bob,1-0", "1,Cid,Cid,1-0"):
        book.active.append(line.split(","))
    players = book.create_sheet("Players")
    for name in ("Name", "Ann", "Bob", "Cid"):
        players.append([name])
    book.save(table)
    fault, left = shell("publish", table, "--out", tmp_path / "out", code=1).err.splitlines()
    assert left == "Provisional: what is faulty is left out"
    said = left.replace(":", ",") + fault.removeprefix(str(table))
    for path in pages_of(tmp_path / "out"):
        assert said in html.unescape(path.read_text("utf-8"))


def test_pages_without_places_say_so_as_the_sheet_does() -> None:
    fault = Fault(say("is not understood"), Place("Settings", 9, 2))
    field = (Contestant("1"), Contestant("2"))
    event = Event(game="chess", contestants=field, faults=(fault,))
    event_index = EventIndex(event)
    for criteria, left in (("PTS", PROVISIONAL), ("", NO_PLACES)):
        found = rank(event_index, parse_criteria(criteria, event=event) if criteria else ())
        results = Results(found, ENGLISH, "club")
        assert results.ranked.has_places == bool(criteria)
        assert notes(results) == (str(provisional([fault], left)),)


HOSTILE = (
    "<script>alert(1)</script>", '"><img src=x onerror=alert(1)>', "=HYPERLINK(A1)", "' onload='x",
    "</table></main>", "{{ 7 * 7 }}", "{% raw %}", "&lt;b&gt;", "javascript:alert(1)", "../../etc",
)  # fmt: skip


@pytest.mark.parametrize("single", [False, True])
def test_names_are_text_whatever_they_hold(tmp_path: Path, single: bool) -> None:
    table = tmp_path / "club.csv"
    pairs = zip(HOSTILE[::2], HOSTILE[1::2], strict=True)
    with table.open("w", newline="") as file:
        csv.writer(file).writerows(
            [("Round", "White", "Black", "Result"), *((1, a, b, "1-0") for a, b in pairs)]
        )
    plain = tmp_path / "plain.csv"
    plain.write_text("Round,White,Black,Result\n" + "".join(f"1,a{n},b{n},1-0\n" for n in range(5)))
    tags = []
    for number, source in enumerate((table, plain)):
        out = tmp_path / f"out{number}"
        target = out.with_suffix(".html") if single else out
        main(["publish", str(source), "--out", str(target), *(["--single"] if single else [])])
        found = [target] if single else sorted(pages_of(out))
        tags.append(sorted(tag for path in found for tag in page(path).tags))
        if source is table:
            text = "".join(path.read_text("utf-8") for path in found)
            assert all(html.escape(name, quote=False) in text.replace("&#34;", '"').replace(
                "&#39;", "'") for name in HOSTILE)  # fmt: skip
    assert tags[0] == tags[1]


def test_only_changed_pages_are_written_and_old_ones_go(tmp_path: Path, shell: Shell) -> None:
    table, out = tmp_path / "club.csv", tmp_path / "out"
    lines = "Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Cid,Dee,0-1\n"
    table.write_text(lines + "2,Ann,Cid,1-0\n2,Eve,Dee,1-0\n")
    assert "new or changed" in printed(shell, "publish", str(table), "--out", str(out))
    assert ", 0 new or changed" in printed(shell, "publish", str(table), "--out", str(out))
    (out / "mine.html").write_text("kept")
    table.write_text(lines)
    assert ", 2 pages removed" not in printed(shell, "publish", str(table), "--out", str(out))
    names = {path.name for path in out.iterdir()}
    assert "mine.html" in names
    assert "p-eve.html" not in names
    assert not any(name.startswith("standings-") for name in names)


def test_several_events_share_one_list(event_files: dict[str, Path], tmp_path: Path) -> None:
    files = [str(event_files["go"]), str(event_files["bridge"])]
    assert main(["publish", *files, "--out", str(tmp_path)]) == 0
    assert "mpk2026/index.html" in page(tmp_path / "index.html").links
    assert "../index.html" in page(tmp_path / "boards/index.html").links


def test_a_pair_has_a_scorecard_that_leads_to_the_boards(sites: Path) -> None:
    own = page(sites / "bridge/p-2.html")
    assert own.tables[0][1:] == [
        ["1", "EW", "1", "3NT", "N", "9", "-400", "2", "1 · 0 · 0"],
        ["2", "EW", "1", "4S", "E", "10", "+420", "2", "1 · 0 · 0"],
    ]
    assert "board-2.html" in own.links


def test_a_team_shows_what_it_scored_on_every_board(sites: Path) -> None:
    first = page(sites / "teams/p-1.html").tables[0][1]
    assert first[:7] == ["1", "Team 8 10", "draw", "3:3", "0 0 1 1 0 1", "1", "1"]


def test_a_team_names_who_sat_at_each_board_and_what_everybody_scored(sites: Path) -> None:
    own = page(sites / "teams/p-1.html")
    matches = [table for table in own.tables if table[0][1] == "Team 1"]
    assert len(matches) == 7
    assert matches[0][0] == ["Board", "Team 1", "Result", "Team 8"]
    assert matches[0][1] == ["1", "Player 13 (2186)", "0–1", "Player 44 (1981)"]
    boards = [float(row[2].split("–")[0]) for table in matches for row in table[1:]]
    squad = next(table for table in own.tables if table[0][1] == "Player")
    assert squad[1][1:4] == ["Player 13", "2186", "7"]
    assert sum(float(row[4]) for row in squad[1:]) == sum(boards)
    games = page(sites / "teams/pairings-1.html").tables
    assert ["1", "Player 13 (2186)", "0–1", "Player 44 (1981)"] in [r for t in games for r in t]


def test_everybody_in_a_team_has_a_page_with_the_games(sites: Path) -> None:
    team = page(sites / "teams/p-1.html")
    squad = next(table for table in team.tables if table[0][1] == "Player")
    first = page(sites / "teams/m-13.html")
    assert "m-13.html" in team.links and "p-1.html" in first.links
    games = first.tables[0][1:]
    assert games[0] == ["1", "1", "Player 44 (1981)", "Team 8", "0", "0"]
    assert [str(len(games)), games[-1][-1]] == squad[1][3:5]
    assert "m-44.html" in first.links


def test_those_who_play_are_called_what_they_are(sites: Path) -> None:
    for game, one, many in (("chess", "Player", "Players"), ("bridge", "Pair", "Pairs"),
                            ("teams", "Team", "Teams")):  # fmt: skip
        text = (sites / game / "index.html").read_text("utf-8")
        assert page(sites / game / "index.html").tables[0][0][1] == one
        assert f">{many}</a>" in text
        if one != "Player":
            assert "Player" not in re.sub("<td>.*?<", "<", text.replace("Players of", ""))


@pytest.mark.slow
@LAW
@given(events(), st.sampled_from(["points, BH, SB", "PTS, DE, BH/C1", "points, BQ, discs"]))
def test_any_event_is_published_as_it_is_ranked(event: Event, criteria: str) -> None:
    ranked = rank(EventIndex(event), parse_criteria(criteria, event=event))
    pages = dict(rendered(site(Results(ranked)), ENGLISH))
    rows = [row for table in _Page(pages["index.html"]).tables for row in table[1:]]
    assert [row[:2] for row in rows] == [
        [str(line.place), event_name(event, line.who)] for line in ranked.lines
    ]
    links = {link for name in pages if name.endswith("html") for link in _Page(pages[name]).links}
    assert {link.partition("#")[0] for link in links} <= set(pages)
    for link in filter(lambda link: "#" in link, links):
        name, _, place = link.partition("#")
        assert f"id={place}>" in pages[name]
    assert all(f"{key}.html" in pages for key in Results(ranked).keys.values())


def event_name(event: Event, who: str) -> str:
    return next(player.name or player.id for player in event.contestants if player.id == who)


def test_no_table_is_made_up(sites: Path, tmp_path: Path) -> None:
    own = page(sites / "chess/pairings.html")
    assert own.tables[0][0][:4] == ["No", "White", "Points", "Result"]
    before = [max(float(row[2]), float(row[6])) for row in own.tables[0][1:] if row[6]]
    assert before == sorted(before, reverse=True)
    assert page(sites / "othello/pairings.html").tables[0][1][:2] == ["1", "Aldana 1656"]


@pytest.mark.slow
def test_saving_the_file_publishes_it_again(tmp_path: Path) -> None:
    table, out = tmp_path / "club.csv", tmp_path / "out"
    table.write_text("Round,White,Black,Result\n1,Ann,Bob,1-0\n")
    command = [sys.executable, "-m", "xltie", "publish", str(table), "--out", str(out), "--watch"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as program:
        assert program.stdout is not None
        assert "new or changed" in program.stdout.readline()
        table.write_text("Round,White,Black,Result\n1,Ann,Bob,1-0\n1,Cid,Dee,0-1\n")
        assert "new or changed" in program.stdout.readline()
        program.kill()
    assert "Dee" in (out / "index.html").read_text("utf-8")


def test_a_board_shows_its_frequencies_and_every_table(sites: Path) -> None:
    frequencies, tables = page(sites / "bridge/board-1.html").tables
    assert frequencies[1:] == [["430", "1", "2", "0"], ["400", "1", "0", "2"]]
    assert tables[1] == ["1", "2", "3NT", "N", "", "9", "+400", "0", "2"]


def test_strata_have_a_column_of_places_each() -> None:
    """As ``xltie standings`` has them: in A everybody is ranked, in B those of B alone."""
    lines = (BoardResult(1, ("1",), ("2",), Fraction(620), Fraction(-620)),
             BoardResult(1, ("3",), ("4",), Fraction(-100), Fraction(100)))  # fmt: skip
    pairs = tuple(Contestant(who, more=(("Stratum", of),)) for who, of in zip("1234", "ABBA"))
    settings = Settings.by_key({"winners": "1"})
    event = session(lines, pairs, Event(game="bridge", settings=settings))
    ranked = rank(EventIndex(event), parse_criteria("MP%"))
    (table,) = tables(Results(ranked), ranked)
    at = [column.heading for column in table.columns].index("Stratum A")
    assert table.columns[at + 1].heading == "Stratum B"
    assert sorted(row[at] for row in table.rows) == ["1", "1", "3", "3"]
    assert sorted(row[at + 1] for row in table.rows) == ["", "", "1", "1"]


@pytest.mark.slow
def test_who_is_left_out_of_a_round_robin_has_no_page_and_no_link(tmp_path: Path) -> None:
    path, out = tmp_path / "event.xlsx", tmp_path / "pages"
    assert main(["new", str(path), "--game", "chess", "--players", "4", "--rounds", "3"]) == 0
    games = [(1, 1, 4), (1, 2, 3), (2, 4, 3), (2, 1, 2), (3, 2, 4)]
    games_typed(path, [(*line, "1-0") for line in games])
    edited(path, "Settings", {setting_cell(path, "Format"): "round-robin"})
    heads = [cell.value for cell in openpyxl.load_workbook(path)["Players"][4]]
    left = f"{column_name(heads.index('Not playing in round') + 1)}8"
    edited(path, "Players", {left: "from 2"})
    assert main(["publish", str(path), "--out", str(out)]) in (0, 1)
    pages = {path.name: path.read_text("utf-8") for path in out.glob("*.html")}
    links = {link for one in pages.values() for link in re.findall(r'href="([\w-]+\.html)', one)}
    assert links <= pages.keys()
    assert "p-3.html" in pages and "p-4.html" not in pages


def test_dates_of_birth_are_offered_to_those_only_who_ask(tmp_path: Path) -> None:
    report = tmp_path / "open.trf"
    players = [
        (1, "m", "Müller, Jörg", "1990/04/01", 1, "2 w 1"),
        (2, "f", "Kim, Mi", "2001/12/24", 0, "1 b 0"),
    ]
    lines = [
        f"001 {number:4} {sex}    {name:33} 2400 GER     4610000 {born} {points:2}.0 {number:4}"
        f"  {opponent:>8}"
        for number, sex, name, born, points, opponent in players
    ]
    report.write_bytes("\r\n".join(["012 Open", *lines, ""]).encode())
    for files, dates in (("auto", 0), ("trf", 2)):
        out = tmp_path / files
        assert main(["publish", str(report), "--out", str(out), "--files", files]) == 0
        offered = (out / "files" / "open.trf").read_bytes()
        assert len(offered) == len(report.read_bytes())
        assert sum(date in offered for date in (b"1990/04/01", b"2001/12/24")) == dates
        assert "Müller, Jörg".encode() in offered
