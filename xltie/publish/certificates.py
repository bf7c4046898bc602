"""Certificates of title results (IT1): a page for every norm that was made in an event of chess."""

from __future__ import annotations

from xltie.core.errors import InputError
from xltie.core.messages import Message, word, words
from xltie.core.numbers import show
from xltie.event import EventIndex, TeamEvent
from xltie.publish.page_model import Column, Table
from xltie.publish.results import Results
from xltie.rules.chess.norms import Norm, norms
from xltie.rules.common.rating_change import SCORES
from xltie.settings.declared import CHIEF_ARBITER, CITY, END_DATE, FEDERATION, TIME_CONTROL

GAMES = words("heading", "Round", "Opponent", "Federation", "Title", "Rating", "Result")
"""What a certificate says of every game."""
_RESULTS = {1.0: "1", 0.5: "½"}


def games_of(norm: Norm) -> list[tuple[str, ...]]:
    """Return the games that count for a norm, a line each, under the headings ``GAMES``."""
    return [
        (
            str(game.round), game.opponent.known_as, game.opponent.country,
            game.opponent.title, game.opponent.shown_rating,
            _RESULTS.get(SCORES[game.outcome], "0"),
        )
        for game in norm.games
    ]  # fmt: skip


def certificates(results: Results) -> list[tuple[str, tuple[Table, ...]]]:
    """Return a title and tables for every norm: the player and the event, games, articles.

    Raises:
        InputError: the event is not one of chess, or nobody made a norm.
    """
    event, language = results.event, results.language
    if event.traits.rating_system != "fide":
        raise InputError.say("norms are for events of chess")
    index = EventIndex(event.players) if isinstance(event, TeamEvent) else results.event_index
    found = [norm for who in index.ids for norm in norms(index, who) if norm.is_met]
    if not found:
        raise InputError.say("nobody made a norm; name a player to see what is missing")
    title = language.text("Certificate of title result")
    return [
        (
            f"{title}: {language.text('{title} norm: made', title=norm.title.name)}",
            (_facts(results, index, norm), _games(results, norm), _articles(results, norm)),
        )
        for norm in found
    ]


def _facts(results: Results, index: EventIndex, norm: Norm) -> Table:
    """Return what the head of the form IT1 asks for, as far as the event tells it."""
    event, player, translated = results.event, index.contestant(norm.who), results.language.say
    text, more = event.settings.text, dict(player.more)
    dates = " - ".join(filter(None, (event.start_date.replace("-", "/"), text(END_DATE))))
    facts: tuple[tuple[Message, str], ...] = (
        (word("heading", "Name"), player.known_as),
        (word("heading", "FIDE ID"), more.get("FIDE ID", "")),
        (word("heading", "Federation"), player.country),
        (word("heading", "Birth"), more.get("Birth", "")),
        (word("heading", "Title"), player.title),
        (word("heading", "Rating"), player.shown_rating),
        (word("heading", "Event"), results.title),
        (word("heading", "Place"), ", ".join(filter(None, (text(CITY), text(FEDERATION))))),
        (word("heading", "Dates"), dates),
        (word("heading", "Arbiter"), text(CHIEF_ARBITER)),
        (word("heading", "Time control"), text(TIME_CONTROL)),
        (word("heading", "Games"), str(len(norm.games))),
        (word("heading", "Points"), show(norm.score)),
        (word("heading", "Average"), str(norm.average)),
        (word("heading", "Performance"), str(norm.performance)),
    )
    columns = (Column(translated(word("heading", "Norm"))), Column(norm.title.name))
    return Table(columns, tuple((translated(name), said) for name, said in facts if said))


def _games(results: Results, norm: Norm) -> Table:
    columns = (Column(results.language.say(name)) for name in GAMES)
    return Table(tuple(columns), tuple(games_of(norm)))


def _articles(results: Results, norm: Norm) -> Table:
    """Return every article of B.01 with what was found; what no file tells is not among them."""
    columns = (Column("B.01"), Column(results.language.say(word("heading", "Requirement"))))
    found = norm.requirements
    return Table(columns, tuple((one.article, results.language.say(one.says)) for one in found))
