"""One Chromium, the system's own, serves all tests of pages as they are seen."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from xltie.cli.main import main
from xltie.publish.programs import browser as browser_program
from xltie.workbooks import example_event

HERE = Path(__file__).parent
ROOT = HERE.parents[2]
BOARDS = "Board,NS,EW,Contract,By,Tricks\n" + "".join(
    f"{board},{ns},{ew},3NT,N,{tricks}\n"
    for board in (1, 2, 3)
    for ns, ew, tricks in ((1, 2, 9), (3, 4, 10), (5, 6, 8))
)

RUNNING = """Round,Table,White,Black,Result
1,1,Kim,Lee,1-0
1,2,Park,Ёлкин,0-1
1,3,Müller,Oh,1/2-1/2
1,4,Toth,Søns,1-0
2,1,Ёлкин,Kim,0-1
2,2,Toth,Müller,1-0
2,3,Lee,Park,1-0
2,4,Oh,Søns,1-0
3,1,Kim,Toth,
3,2,Lee,Ёлкин,
3,3,Müller,Park,1-0
3,4,Søns,Oh,
"""
"""A round that is being played: three of its games are open."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Count all of these as slow: they start a program."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.slow)


def npm_package(name: str, variable: str) -> Path | None:
    """Where a package of npm is: in a variable, or beside what scripts/check.py sets up."""
    folders = [ROOT, ROOT / ".venv-dev"]
    found = [
        Path(os.environ.get(variable, "-")),
        *(folder / "node_modules" / name for folder in folders),
    ]
    return next((one.resolve() for one in found if (one / "package.json").exists()), None)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = browser_program()
    if not program:
        pytest.skip("no browser of the Chromium family is installed")
    with api.sync_playwright() as playwright:
        own = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield own
        own.close()


@pytest.fixture(scope="session")
def sites(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site for an event of each kind, and one of them as a single file."""
    folder = tmp_path_factory.mktemp("sites")
    (folder / "othello.xlsx").write_bytes(example_event.example_workbook())
    (folder / "boards.csv").write_text(BOARDS)
    (folder / "running.csv").write_text(RUNNING, "utf-8")
    events = {
        "othello": folder / "othello.xlsx",
        "bridge": folder / "boards.csv",
        "go": ROOT / "tests/h9/mpk2026.h9",
        "chess": ROOT / "tests/trf/held_swiss9_de.trf",
        "teams": ROOT / "tests/chess/team_cases/friendship.trf",
    }
    for game, path in events.items():
        main(["publish", str(path), "--out", str(folder / game)])
    running = [str(folder / "running.csv"), "--criteria", "points, BH/C1, BH"]
    main(["publish", *running, "--out", str(folder / "running")])
    main(["publish", *running, "--single", "--out", str(folder / "running.html")])
    russian = ["--language", "ru", "--out", str(folder / "russian")]
    main(["publish", str(events["othello"]), *russian])
    main(["publish", str(events["othello"]), "--single", "--out", str(folder / "one.html")])
    return folder


Opener = Callable[..., Any]


@pytest.fixture
def opened(chromium: Any) -> Iterator[Opener]:
    """Open a page as a file; whatever it asks for, says or shows besides is in its notes."""
    contexts = []

    def open_page(path: Path, width: int = 1200, hurry: bool = False, **options: Any) -> Any:
        context = chromium.new_context(viewport={"width": width, "height": 800}, **options)
        contexts.append(context)
        page = context.new_page()
        if hurry:  # what a page waits for comes at once
            page.add_init_script(
                "const wait = setTimeout; window.setTimeout = then => wait(then, 50)"
            )
        page.requests, page.notes = [], []
        page.on("request", lambda own: page.requests.append(own.url))
        page.on("console", lambda own: page.notes.append(own.text))
        page.on("pageerror", lambda own: page.notes.append(str(own)))
        page.on("dialog", lambda own: (page.notes.append("dialog"), own.dismiss()))
        page.goto(path.as_uri())
        return page

    yield open_page
    for context in contexts:
        context.close()
