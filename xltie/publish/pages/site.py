"""All pages of an event."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2s

from xltie.core.files import in_file
from xltie.core.messages import Message, say
from xltie.event import NO_PLACES, PROVISIONAL, Event, provisional
from xltie.publish.page_model import Cell, Links, Page, Section, Site, Text
from xltie.publish.pages import (
    boards,
    cells,
    crosstable,
    examples,
    pairings,
    player,
    race,
    standings,
    state,
    who_plays,
)
from xltie.publish.results import Results
from xltie.ranking import advice
from xltie.rules.common.rulebooks import edition_of

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
    players = player.Players(results)
    pages = [
        *own_standings,
        *rounds,
        *([crosstable.page(results)] if has_rounds else []),
        *(boards.pages(results) if results.event.board_results else []),
        player.index_of_names(results),
        *([charts] if charts else []),
        _about(results, own_standings, rounds, files),
        *players.pages(),
        *(players.teams.pages() if players.teams else ()),
    ]
    known = {page.key for page in pages}
    called = {**MENU, "players": who_plays.words(results.event).all}
    menu = tuple(
        Cell(results.language.say(name), key) for key, name in called.items() if key in known
    )
    return Site(
        results.title, tuple(pages), menu, notes(results), home, event_key(results.event),
        state.state(results), players.cards(), cells.glossary(results),
    )  # fmt: skip


def event_key(event: Event) -> str:
    """Return what tells an event from others that stand in the same folder one after the other."""
    return blake2s(f"{event.game}\n{event.name}\n{event.start_date}".encode("utf-8", "replace"),
                   digest_size=4).hexdigest()  # fmt: skip


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
    lines = [text("Order of tie-breaks: {criteria}", criteria=listed)]
    if edition_of(results.event) != "plain":
        lines.append(results.language.say(_edition(results.event)))
    if results.event.start_date:
        lines.append(text("Start date: {date}", date=results.event.start_date))
    if results.ranked.lot:
        lines.append(text("Last ties by lot, drawn with seed {seed}", seed=results.ranked.lot))
    advised = map(results.language.say, advice(results.ranked.criteria))
    lines += [f"{text('warning')}: {advised_text}" for advised_text in advised]
    sections: list[Section] = [
        Text(tuple(lines), text("How the places are decided")),
        examples.explained(results),
    ]
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


def _edition(event: Event) -> Message:
    """Return which edition of the rules the values follow, and what decided that."""
    name = edition_of(event)
    if event.rulebook or not event.traits.has_dated_editions:
        return say("Edition of the rules: {name}", name=name)
    if event.start_date:
        return say("Edition of the rules: {name}, in force on the first day", name=name)
    return say("Edition of the rules: {name}, the newest, as the event has no date", name=name)
