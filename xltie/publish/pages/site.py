"""All pages of an event."""

from __future__ import annotations

from collections.abc import Sequence

from xltie.core.files import in_file
from xltie.core.messages import say
from xltie.event import NO_PLACES, PROVISIONAL, provisional
from xltie.publish.page_model import Cell, Column, Links, Page, Section, Site, Table, Text
from xltie.publish.pages import boards, cells, crosstable, pairings, player, race, standings
from xltie.publish.results import Results
from xltie.ranking import advice

MENU = {
    "index": say("Standings"), "pairings": say("Pairings"), "crosstable": say("Crosstable"),
    "boards": say("Boards"), "players": say("Players"), "race": say("Charts"),
    "about": say("About"),
}  # fmt: skip
"""The main pages by key, and what the menu calls them."""


def site(results: Results, files: Sequence[str] = (), home: str = "") -> Site:
    """Return the pages of an event; ``files`` may be downloaded, ``home`` leads to other events."""
    own_standings = standings.pages(results)
    has_rounds = bool(results.games)
    rounds = pairings.pages(results) if has_rounds else []
    charts = race.page(results)
    pages = [
        *own_standings,
        *rounds,
        *([crosstable.page(results)] if has_rounds else []),
        *(boards.pages(results) if results.event.board_results else []),
        player.index_of_names(results),
        *([charts] if charts else []),
        _about(results, own_standings, rounds, files),
        *player.pages(results),
    ]
    known = {page.key for page in pages}
    menu = tuple(
        Cell(results.language.say(name), key) for key, name in MENU.items() if key in known
    )
    return Site(results.title, tuple(pages), menu, notes(results), home)


def notes(results: Results) -> tuple[str, ...]:
    """Return what must stand on every page: why the places are provisional, or there are none."""
    faults = results.event.faults
    left = PROVISIONAL if results.ranked.has_places else NO_PLACES
    line = results.language.say(provisional([in_file(fault, "") for fault in faults], left))
    return (line,) if line else ()


def _about(
    results: Results, places: Sequence[Page], rounds: Sequence[Page], files: Sequence[str]
) -> Page:
    """Return the page that leads to every round, to the files, and says how places are decided."""
    text = results.language.text
    listed = ", ".join(criterion.label for criterion in results.ranked.criteria)
    lines = [text("The places are decided by: {criteria}", criteria=listed)]
    if results.event.rulebook:
        lines.append(text("Edition of the rules: {name}", name=results.event.rulebook))
    if results.event.start_date:
        lines.append(text("Start date: {date}", date=results.event.start_date))
    if results.ranked.lot:
        lines.append(text("Last ties by lot, drawn with seed {seed}", seed=results.ranked.lot))
    advised = map(results.language.say, advice(results.ranked.criteria))
    lines += [f"{text('warning')}: {advised_text}" for advised_text in advised]
    meanings = tuple(
        (criterion.label, cells.criterion_meaning(results, criterion))
        for criterion in results.ranked.criteria
    )
    columns = (Column(text("Criterion")), Column(text("What it is")))
    sections: list[Section] = [
        Text(tuple(lines), text("How the places are decided")), Table(columns, meanings)
    ]  # fmt: skip
    if len(places) > 1:
        sections.append(Links(tuple(Cell(p.title, p.key) for p in places), text("Standings")))
    if rounds:
        sections.append(Links(tuple(Cell(p.title, p.key) for p in rounds), text("Pairings")))
    if files:
        listed_files = tuple(Cell(name, f"files/{name}") for name in files)
        sections.append(Links(listed_files, text("Files to download"), is_file=True))
    if results.event.faults:
        faults = tuple(results.language.say(fault.placed) for fault in results.event.faults)
        sections.append(Text(faults, text("What is faulty and does not count"), is_warning=True))
    return Page("about", text("About the event"), tuple(sections), "about")
