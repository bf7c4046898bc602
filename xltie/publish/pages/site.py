"""All pages of an event."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2s

from xltie.core.files import in_file
from xltie.core.messages import Message, count, say
from xltie.event import NO_PLACES, PROVISIONAL, Event, provisional
from xltie.publish.drawing import term_bars
from xltie.publish.page_model import (
    Cell,
    Chart,
    Glossary,
    Links,
    Meaning,
    Page,
    Section,
    Site,
    State,
    Text,
)
from xltie.publish.pages import (
    boards,
    cells,
    crosstable,
    pairings,
    player,
    race,
    standings,
)
from xltie.publish.results import Results
from xltie.ranking import StandingsLine, advice, names_of
from xltie.rules.common.criterion_value import Term
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
    called = {**MENU, "players": cells.who_plays(results.event).all}
    menu = tuple(
        Cell(results.language.say(name), key) for key, name in called.items() if key in known
    )
    return Site(
        results.title, tuple(pages), menu, notes(results), home, event_key(results.event),
        state(results), players.cards(), cells.glossary(results),
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
    sections: list[Section] = [_decided(results), explained(results)]
    for title, pages in ((text("Standings"), places[1:] and places), (text("Pairings"), rounds)):
        if pages:
            sections.append(Links(tuple(Cell(page.title, page.key) for page in pages), title))
    if files:
        listed_files = tuple(Cell(name, f"files/{name}") for name in files)
        sections.append(Links(listed_files, text("Files to download"), is_file=True))
    if results.event.faults:
        faults = tuple(results.language.say(fault.placed) for fault in results.event.faults)
        sections.append(Text(faults, text("What is faulty and does not count"), is_warning=True))
    return Page("about", text("About the event"), tuple(sections), "about")


def _decided(results: Results) -> Text:
    """Return how the places are decided: by which criteria, of which edition, with which lot."""
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
    return Text(tuple(lines), text("How the places are decided"))


def _edition(event: Event) -> Message:
    """Return which edition of the rules the values follow, and what decided that."""
    name = edition_of(event)
    if event.rulebook or not event.traits.has_dated_editions:
        return say("Edition of the rules: {name}", name=name)
    if event.start_date:
        return say("Edition of the rules: {name}, in force on the first day", name=name)
    return say("Edition of the rules: {name}, the newest, as the event has no date", name=name)


_MOST_TERMS = 32
"""Of how many terms a picture is: the boards of an evening, the rounds of any event."""


def explained(results: Results) -> Glossary:
    """Return every criterion in sentences, with an example from the event where there is one."""
    return Glossary(tuple(
        _with_example(results, at, meaning) for at, meaning in enumerate(cells.glossary(results))
    ))  # fmt: skip


def _with_example(results: Results, at: int, meaning: Meaning) -> Meaning:
    """Return a criterion with the value of the first in the standings of whom it can be drawn.

    Who has something cut is taken first: the cut is what a reader asks about.
    """
    found = list(_drawable(results, at))
    with_a_cut = [line for line in found if not all(term.counted for term in _terms(line, at))]
    line = next(iter(with_a_cut or found), None)
    if line is None:
        return meaning
    figure = cells.value(results, line.values[at])
    said = results.language.text(
        "For example {who}: {value}", who=results.name(line.who), value=figure
    )
    names = names_of(results.event_index)
    drawn = term_bars(_terms(line, at), (meaning.label, figure), names, results.language)
    return meaning._replace(example=Chart(drawn, said))


def _drawable(results: Results, at: int) -> Iterator[StandingsLine]:
    for line in results.ranked.lines:
        terms = _terms(line, at)
        if terms and len(terms) <= _MOST_TERMS and any(term.value for term in terms):
            yield line


def _terms(line: StandingsLine, at: int) -> Sequence[Term]:
    value = line.values[at]
    return () if value is None or value.total is None else value.terms


def state(results: Results) -> State:
    """Return how far an event is, and when its file was saved."""
    said = results.language.say(how_far(results))
    return State(said, results.saved, results.is_running)


def how_far(results: Results) -> Message:
    """Return how far an event is."""
    newest, planned = results.newest, results.event.rounds
    if results.open_games:
        return count(results.open_games, "round {round}, {n} game open",
                     "round {round}, {n} games open", round=newest)  # fmt: skip
    if not newest:
        boards = len({played.deal for played in results.event.board_results})
        return count(boards, "{n} board played", "{n} boards played") if boards else say("no games")
    if newest < planned:
        return say("after round {round} of {rounds}", round=newest, rounds=planned)
    return count(newest, "finished, {n} round", "finished, {n} rounds")
