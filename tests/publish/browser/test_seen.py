"""Pages in a real browser, opened as files: seen, used, and asked what they ask for."""

from __future__ import annotations

import csv
import json
import re
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.publish.browser.conftest import Opener, npm_package
from tests.shell import Shell
from xltie.cli.main import main

AXE = npm_package("axe-core", "AXE")
PARSE5 = npm_package("parse5", "PARSE5")
SEEN = (
    "othello/index.html", "othello/p-9.html", "othello/pairings.html", "othello/crosstable.html",
    "othello/race.html", "othello/about.html", "othello/players.html", "go/index.html",
    "chess/index.html", "teams/index.html", "bridge/board-1.html", "bridge/index.html", "one.html",
    "russian/p-9.html", "russian/pairings.html", "running/p-oh.html", "running.html",
)  # fmt: skip


@pytest.mark.skipif(not AXE, reason="the npm package axe-core is not there (npm i axe-core)")
@pytest.mark.parametrize(("scheme", "names"), [("light", SEEN), ("dark", SEEN[:6:2])])
def test_nothing_keeps_anybody_out(
    scheme: str, names: Sequence[str], opened: Opener, sites: Path
) -> None:
    assert AXE is not None
    program = (AXE / "axe.min.js").read_text("utf-8")
    found = {}
    for name in names:
        page = opened(sites / name, 360, color_scheme=scheme)
        page.evaluate(program)
        answer = page.evaluate("axe.run({resultTypes: ['violations']})")  # of others one node
        wrong = [
            (violation["id"], violation["nodes"][0]["html"][:90])
            for violation in answer["violations"]
            if violation["impact"] in ("serious", "critical")
        ]
        assert len(answer["passes"]) > 10
        if wrong:
            found[name] = wrong
    assert found == {}


@pytest.mark.parametrize("width", [360, 768, 1200])
def test_no_page_is_wider_than_the_screen(width: int, opened: Opener, sites: Path) -> None:
    page = opened(sites / SEEN[0], width)
    for name in SEEN:
        page.goto((sites / name).as_uri())
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    assert page.notes == []


def test_a_long_name_leaves_the_values_on_the_screen(opened: Opener, tmp_path: Path) -> None:
    table = tmp_path / "club.csv"
    table.write_text(f"Round,White,Black,Result\n1,{'Ω' * 200},Bob,1-0\n1,Ann,{'a' * 200},1-0\n")
    assert main(["publish", str(table), "--out", str(tmp_path / "out")]) == 0
    page = opened(tmp_path / "out/index.html")
    for name in ("index.html", "pairings.html", "players.html", "crosstable.html"):
        page.goto((tmp_path / "out" / name).as_uri())
        for width in (360, 768, 1400):
            page.set_viewport_size({"width": width, "height": 800})
            for box in page.locator(".scroll").all():
                assert box.evaluate("own => own.scrollWidth <= own.clientWidth"), (name, width)


def test_the_places_can_be_read_without_javascript(
    opened: Opener, sites: Path, shell: Shell
) -> None:
    said = shell("standings", sites / "othello.xlsx", "--format", "json", code=None).out
    lines = json.loads(said)["standings"]
    for name in ("othello/index.html", "one.html"):
        page = opened(sites / name, java_script_enabled=False)
        rows = [row.inner_text().split("\t") for row in page.locator("tbody tr").all()
                if row.is_visible()]  # fmt: skip
        wanted = [[str(x["place"]), x["name"], *(f"{v:g}" for v in x["values"].values())]
                  for x in lines]  # fmt: skip
        assert [[cell.strip() for cell in row[:5]] for row in rows] == wanted


def test_a_name_is_found_a_column_sorted_and_a_player_followed(opened: Opener, sites: Path) -> None:
    page = opened(sites / "othello/index.html")
    names = page.locator("tbody th")
    first = names.all_inner_texts()
    page.get_by_role("searchbox").fill("nov")
    assert next(name for name in names.all() if name.is_visible()).inner_text() == "Novak"
    page.get_by_role("searchbox").fill("")
    page.get_by_role("button", name="Player").click()
    assert names.all_inner_texts() == sorted(first)
    for _ in range(2):
        page.get_by_role("link", name="BQ").click()
        page.get_by_role("button", name="Sort by this column").click()
        page.keyboard.press("Escape")
    assert names.first.inner_text() == "Ito"
    page.get_by_role("link", name="Novak").click()
    page.get_by_role("button", name="Follow").click()
    page.get_by_role("link", name="Crosstable").click()
    assert "Novak" in page.locator("tr.followed").inner_text()
    assert page.locator("tr.followed").count() == 1


def test_every_game_of_the_crosstable_leads_to_the_opponent(opened: Opener, sites: Path) -> None:
    page = opened(sites / "othello/crosstable.html")
    row = page.locator("tbody tr", has_text="Ito")
    game = row.locator("td").nth(2)
    opponent = game.inner_text().strip("+=-").split("b")[0].split("w")[0]
    game.click()
    page.wait_for_url(f"**/p-{opponent}.html")
    assert "Ito" in page.locator("table").first.inner_text()


def is_on_screen(element: Any) -> bool:
    """Whether an element is seen without scrolling, in either direction."""
    box = element.bounding_box()
    size = element.page.viewport_size
    return bool(
        box
        and 0 <= box["x"] <= box["x"] + box["width"] <= size["width"]
        and 0 <= box["y"] < size["height"]
    )


def test_ten_questions_are_answered_on_a_phone_by_one_tap_at_most(
    opened: Opener, sites: Path
) -> None:
    page = opened(sites / "running/p-oh.html", 360)
    page.get_by_role("button", name="Follow").click()
    card = page.locator("main > .card")
    for told in (
        "Round 3: you are Black against Søns, table 4",  # whom, with which colour, and where?
        "Place 4 · 1.5 points",
        "Müller is above Oh on BH/C1: 3.5 to 1.5 (equal on points 1.5)",
        "Oh is above Lee on points: 1.5 to 1",
    ):
        line = card.locator("p", has_text=told)
        assert line.count() == 1 and is_on_screen(line)
    assert re.fullmatch(r"\d\d:\d\d, round 3, 3 games open", page.locator("#state").inner_text())
    assert "Søns 8" in page.locator("tr", has_text="Søns").first.inner_text()  # an opponent's place
    page.get_by_role("button", name="BH/C1", exact=True).first.click()
    tip = page.get_by_role("dialog")
    assert "The opponent with the lowest score is left out." in tip.inner_text()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="All columns").click()
    assert "cut as the lowest" in page.locator("tr", has_text="Søns").first.inner_text()
    page.get_by_role("link", name="Standings").click()
    assert is_on_screen(page.locator("tbody tr").first)
    row = page.locator("tr.followed")
    assert is_on_screen(row) and row.inner_text().split() == "4 Oh 1.5 BH/C1 3.5 : 1.5".split()
    page.go_back()
    page.get_by_role("link", name="Pairings").click()
    assert page.locator("tr.followed").first.inner_text().split()[:2] == ["4", "Søns"]
    assert is_on_screen(page.locator("aside", has_text="you are Black against Søns, table 4"))


def test_who_is_followed_is_followed_in_one_event(opened: Opener, sites: Path) -> None:
    page = opened(sites / "othello/p-9.html", 360)
    page.get_by_role("button", name="Follow").click()
    for name, number in (("othello/pairings.html", 3), ("chess/pairings.html", 0)):
        page.goto((sites / name).as_uri())
        page.get_by_role("searchbox").first.wait_for()
        assert page.locator("main .scroll a.followed").count() == number
        assert page.locator("tr.followed").count() == number
        assert page.locator("aside").count() == min(number, 1)


def test_a_followed_player_keeps_the_name_when_numbers_move(opened: Opener, tmp_path: Path) -> None:
    table, out = tmp_path / "club.trf", tmp_path / "out"

    def written(*names: str) -> None:
        games = ("2 w  ", "1 b  ", "0000 - Z")
        lines = [
            f"001 {at:4}      {name:33} 2400 GER     4610000 2001/01/01  0.0 {at:4}  {game:>8}"
            for at, (name, game) in enumerate(zip(names, games, strict=True), 1)
        ]
        table.write_text("\r\n".join(["012 Club", *lines, ""]), newline="")
        assert main(["publish", str(table), "--out", str(out)]) == 0

    written("Ann", "Bob", "Cid")
    page = opened(out / "p-2.html")
    page.get_by_role("button", name="Follow").click()
    written("Ann", "Abe", "Bob")
    page.goto((out / "index.html").as_uri())
    page.locator("aside").wait_for()
    assert "Bob" in page.locator("aside").inner_text()
    assert "Bob" in page.locator("tr.followed").inner_text()


def test_an_open_page_loads_itself_when_a_result_comes_in(opened: Opener, tmp_path: Path) -> None:
    table, out = tmp_path / "club.csv", tmp_path / "out"
    lines = "Round,White,Black,Result\n1,Ann,Bob,{}\n1,Cid,Dee,\n"
    table.write_text(lines.format(""))
    main(["publish", str(table), "--out", str(out)])
    page = opened(out / "pairings.html", hurry=True)
    page.locator("#state", has_text="2 games open").wait_for()
    table.write_text(lines.format("1-0"))
    main(["publish", str(table), "--out", str(out)])
    page.locator("#state", has_text="1 game open").wait_for(timeout=5000)
    assert "1–0" in page.locator("table").first.inner_text()


def test_search_folds_letters_and_says_when_nothing_is_found(opened: Opener, sites: Path) -> None:
    page = opened(sites / "running/index.html", 360)
    for typed, name in (("елк", "Ёлкин"), ("SON", "Søns"), ("muller", "Müller")):
        page.get_by_role("searchbox").fill(typed)
        shown = [row for row in page.locator("tbody th").all() if row.is_visible()]
        assert [row.inner_text() for row in shown] == [name]
    page.get_by_role("searchbox").fill("xyz")
    assert page.get_by_role("status").inner_text() == "Nothing found: xyz"


def test_headings_stay_in_sight_and_what_is_tapped_is_large_enough(
    opened: Opener, sites: Path
) -> None:
    page = opened(sites / "chess/index.html", 360)
    page.set_viewport_size({"width": 360, "height": 300})
    page.locator("tbody tr").last.scroll_into_view_if_needed()
    assert page.evaluate("scrollY") > 300
    assert 0 <= page.locator("thead th").first.bounding_box()["y"] < 10
    for name in ("chess/index.html", "running/p-oh.html", "running/pairings.html",
                 "running/about.html", "running/players.html"):  # fmt: skip
        page.goto((sites / name).as_uri())
        small = page.evaluate(
            """[...document.querySelectorAll("button, a, summary, input")]
            .filter(one => one.offsetParent).map(one => [one.textContent,
            one.getBoundingClientRect()]).filter(([, box]) => box.height < 24 || box.width < 24)
            .map(([text, box]) => `${text} ${box.width} x ${box.height}`)"""
        )
        assert small == []


def test_the_reader_chooses_light_or_dark_and_it_stays(opened: Opener, sites: Path) -> None:
    page = opened(sites / "othello/index.html", color_scheme="light")
    paper = "getComputedStyle(document.body).backgroundColor"
    before = page.evaluate(paper)
    page.get_by_role("button", name="Light / dark").click()
    assert page.evaluate(paper) != before
    dark = page.evaluate(paper)
    page.get_by_role("link", name="Players").click()
    page.wait_for_url("**/players.html")
    page.wait_for_load_state("load")
    assert page.evaluate(paper) == dark


def test_a_chosen_player_joins_the_race(opened: Opener, sites: Path) -> None:
    page = opened(sites / "othello/race.html")
    line = page.locator(".line", has_text="Lind").first
    assert not line.is_visible()
    page.locator("summary").first.click()
    page.get_by_label("Lind").first.check()
    assert line.is_visible()


def test_a_single_file_shows_one_page_at_a_time_and_asks_for_nothing(
    opened: Opener, sites: Path
) -> None:
    page = opened(sites / "one.html")
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Standings after round 7"]
    page.get_by_role("link", name="Ito").first.click()
    assert page.get_by_role("heading", level=1).all_inner_texts() == ["Ito"]
    page.get_by_role("button", name="Follow").click()
    page.get_by_role("link", name="Standings").click()
    assert "Ito" in page.locator("tr.followed").first.inner_text()
    assert "Place 1" in page.locator("aside").inner_text()
    assert [request.partition("#")[0] for request in page.requests] == [
        (sites / "one.html").as_uri()
    ]
    assert page.notes == []


TRICKS = (
    "<script>{}</script>", "<img src=x onerror={}>", '"><svg onload={}>', "' onmouseover='{}",
    "</title><script>{}</script>", "</table></main><script>{}</script>", "javascript:{}",
    "<iframe src=https://example.org>", "<link rel=stylesheet href=https://example.org/a.css>",
    "<style>@import 'https://example.org/b.css'</style>", '=HYPERLINK("https://example.org")',
    "<base href=https://example.org>", "<meta http-equiv=refresh content=0;https://example.org>",
    "{{{{ 7 * 7 }}}}", "{{% raw %}}", "<!-- {}", "]]>", "&lt;script&gt;{}", "<math><mi>{}",
    "../../a", "</text></svg><script>{}</script>",
    "<a href=https://example.org>", "<form action=x><input>",
    "`${{{}}}`",
    "\\u003cscript\\u003e", "<object data=https://example.org>", "%3Cscript%3E",
    "<details open ontoggle={}>", "<body onload={}>", "con.html#x",
)  # fmt: skip


@pytest.mark.parametrize("single", [False, True])
def test_thirty_hostile_names_do_nothing(single: bool, opened: Opener, tmp_path: Path) -> None:
    names = [trick.format("window.caught=1") for trick in TRICKS]
    assert len(set(names)) == 30
    table = tmp_path / "club.csv"
    with table.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("Round", "White", "Black", "Result"))
        for number in (1, 2):
            order = names[::2] if number == 1 else [*names[2::2], names[0]]
            writer.writerows((number, a, b, "1-0") for a, b in zip(order, names[1::2], strict=True))
    out = tmp_path / ("one.html" if single else "out")
    assert main(["publish", str(table), "--out", str(out), *["--single"] * single]) == 0
    for path in [out] if single else sorted(out.glob("*.html"))[:12]:
        page = opened(path)
        assert page.evaluate("window.caught") is None
        assert page.notes == []
        assert all(request.startswith(tmp_path.as_uri()) for request in page.requests)
        if path.name in ("one.html", "index.html"):
            shown = page.locator("tbody").first.inner_text()
            assert all(" ".join(name.split()) in " ".join(shown.split()) for name in names)


@pytest.mark.skipif(not PARSE5, reason="the npm package parse5 is not there (npm i parse5)")
@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_pages_are_valid(sites: Path, tmp_path: Path) -> None:
    program = tmp_path / "parse.cjs"
    program.write_text(
        "const {parse} = require(process.argv[2]); const fs = require('fs');"
        "const wrong = []; for (const name of process.argv.slice(3))"
        " parse(fs.readFileSync(name, 'utf8'), {sourceCodeLocationInfo: true, onParseError:"
        " own => wrong.push([name, own.code, own.startLine])});"
        "console.log(JSON.stringify(wrong))"
    )
    main(["print", str(sites / "othello.xlsx"), "--what", "standings,slips,pairings", "--out",
          str(tmp_path / "print.html")])  # fmt: skip
    names = [*map(str, sorted(sites.rglob("*.html"))), str(tmp_path / "print.html")]
    done = subprocess.run(
        ["node", program, str(PARSE5), *names], capture_output=True, text=True, check=True
    )
    assert len(names) > 100
    assert json.loads(done.stdout) == []


def pages_of_pdf(path: Path) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", path.read_bytes()))


@pytest.mark.parametrize(("players", "pages"), [(24, 1), (60, 2)])
def test_standings_take_no_more_paper_than_they_need(
    players: int, pages: int, chromium: Any, tmp_path: Path
) -> None:
    table = tmp_path / "club.csv"
    table.write_text("Round,White,Black,Result\n" + "".join(
        f"1,Player {n},Player {n + 1},1-0\n" for n in range(1, players, 2)))  # fmt: skip
    out = tmp_path / "print.pdf"
    criteria = "points, BH, BH/C1, SB, PS"
    main(["print", str(table), "--what", "standings", "--out", str(out), "--criteria", criteria])
    assert pages_of_pdf(out) == pages
