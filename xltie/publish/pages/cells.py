"""What several pages say alike: a player with a link, a result, a value of a criterion."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple

from xltie.core.catalogues import translated
from xltie.core.messages import Message, count, say
from xltie.core.numbers import show
from xltie.event import Deal, Event, Id, Match, Side, Status, TeamEvent, starting_ranks
from xltie.publish.page_model import Cell, Column, Links, Meaning
from xltie.publish.results import Results
from xltie.ranking import meaning_of, text_of_value
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.tables import write_alone, write_game


def player(results: Results, who: Id) -> Cell:
    """Return a player's name, leading to the player's page."""
    return Cell(results.name(who), results.keys.get(who, ""))


def known_player(results: Results, who: Id) -> Cell:
    """Return a player's name with title, rating and federation, leading to the player's page."""
    contestant = results.event_index.contestant(who)
    rating = "" if contestant.grade else contestant.shown_rating
    about = (contestant.title, rating, contestant.country)
    return player(results, who)._replace(note=" · ".join(filter(None, about)))


def starting_numbers(results: Results) -> dict[Id, str]:
    """Return the starting numbers where players are called by them beside their ids."""
    if not results.event.traits.is_numbered_by_name or isinstance(results.event, TeamEvent):
        return {}
    return {who: str(number) for who, number in starting_ranks(results.event).items()}


def opponent(results: Results, who: Id) -> Cell:
    """Return an opponent's name with place and rating, leading to the player's page."""
    contestant = results.event_index.contestant(who)
    about = (results.places.get(who, ""), contestant.shown_rating or contestant.grade)
    return Cell(results.name(who), results.keys.get(who, ""), " · ".join(filter(None, about)))


def rounds(results: Results, keys: Mapping[int, str], number: int) -> tuple[Links, ...]:
    """Return links to the pages of all rounds, each by its key; nothing where there is one.

    ``number`` is the round of the page that they stand on.
    """
    text = results.language.text
    listed = tuple(Cell(text("R{n}", n=number), keys[number]) for number in sorted(keys))
    if len(listed) < 2:
        return ()
    return (Links(listed, is_row=True, current=keys[number], newest=keys[max(keys)]),)


def value(results: Results, found: CriterionValue | None) -> str:
    """Return a value as ``xltie standings`` prints it: blank where it was not needed."""
    return "" if found is None else results.language.number(text_of_value(found))


def code(at: int) -> str:
    """Return the place on the page about the event that explains a criterion, from 0."""
    return f"about#c{at}"


def criterion_column(results: Results, at: int, is_minor: bool = False) -> Column:
    """Return the column of a criterion, from 0: its label, which is explained."""
    return Column(results.ranked.criteria[at].label, True, code(at), is_minor)


def glossary(results: Results) -> tuple[Meaning, ...]:
    """Return what every criterion is, in sentences."""
    return tuple(
        Meaning(f"c{at}", criterion.label, tuple(meaning_of(criterion, results.language)))
        for at, criterion in enumerate(results.ranked.criteria)
    )


def about_columns(results: Results) -> list[tuple[Column, dict[Id, str]]]:
    """Return the columns that say who a player is, each with its cells; only those with any."""
    text = results.language.text
    listed = results.event.contestants
    found = [
        (Column(text(heading), heading == "Rating", is_minor=True), cells)
        for heading, cells in (
            ("Title", {contestant.id: contestant.title for contestant in listed}),
            ("Rating", {contestant.id: contestant.shown_rating for contestant in listed}),
            ("Grade", {contestant.id: contestant.grade for contestant in listed}),
            ("Country", {contestant.id: contestant.country for contestant in listed}),
            ("Club", {contestant.id: contestant.club for contestant in listed}),
        )
    ]
    return [(column, cells) for column, cells in found if any(cells.values())]


def seated(results: Results, match: Match) -> tuple[Side, Side | None]:
    """Return the sides of a game in the order that its game names the players."""
    preset = results.preset
    if preset is not None and match.b is not None and match.b.seat == preset.first.lower():
        return match.b, match.a
    return match.a, match.b


def score(results: Results, left: Side, right: Side | None) -> str:
    """Return the result of a game as it is written, with the counts where there are any."""
    if right is None:
        return translated("result", write_alone(left), results.language.code)
    plain = write_game(left, right).replace("1/2", "½").replace("-", "–")
    if left.tally is None or right.tally is None or left.status is not Status.PLAYED:
        return plain
    counts = results.language.number(f"{show(left.tally)}:{show(right.tally)}")
    return f"{plain} ({counts})" if plain else counts


def ended(results: Results, side: Side) -> str:
    """Return how a round ended for a player, in a word."""
    if side.status is Status.PLAYED:
        return results.language.say(side.outcome.message) if side.outcome is not None else ""
    return results.language.say(WORDS[side.status])


WORDS = {
    Status.FORFEIT_WIN: say("forfeit win"), Status.FORFEIT_LOSS: say("forfeit loss"),
    Status.PAIRING_BYE: say("bye"), Status.FULL_BYE: say("full bye"),
    Status.HALF_BYE: say("half bye"), Status.ZERO_BYE: say("zero bye"),
    Status.ABSENT: say("absent"), Status.PENDING: say("not played yet"),
    Status.ANNULLED: say("does not count"),
}  # fmt: skip


def seat(results: Results, side: Side) -> str:
    """Return the colour of a player in a game."""
    return results.language.heading(side.seat.capitalize()) if side.seat else ""


class Words(NamedTuple):
    """One of them, all of them, all by name, and a number of them."""

    one: Message
    all: Message
    by_name: Message
    counted: Callable[[int], Message]


_PLAYERS = Words(say("Player"), say("Players"), say("Players by name"),
                 lambda number: count(number, "{n} player", "{n} players"))  # fmt: skip
_PAIRS = Words(say("Pair"), say("Pairs"), say("Pairs by name"),
               lambda number: count(number, "{n} pair", "{n} pairs"))  # fmt: skip
_TEAMS = Words(say("Team"), say("Teams"), say("Teams by name"),
               lambda number: count(number, "{n} team", "{n} teams"))  # fmt: skip
_COUNTRIES = Words(say("Country"), say("Countries"), say("Countries by name"),
                   lambda number: count(number, "{n} country", "{n} countries"))  # fmt: skip


def one_of(results: Results) -> str:
    """Return what one of those who are ranked is called."""
    return results.language.say(who_plays(results.event).one)


def who_plays(event: Event) -> Words:
    """Return the words for those who are ranked."""
    if isinstance(event, TeamEvent):
        return _COUNTRIES if _are_countries(event) else _TEAMS
    if _are_teams_of_boards(event):
        return _TEAMS
    return _PAIRS if _are_pairs(event) else _PLAYERS


def _are_countries(event: TeamEvent) -> bool:
    """Tell whether every team plays for a country of its own."""
    countries = [team.country for team in event.contestants]
    return bool(countries) and all(countries) and len(set(countries)) == len(countries)


def _are_pairs(event: Event) -> bool:
    """Tell whether one of a session of boards is a pair: it sits alone at its side of the table."""
    played = event.board_results
    return bool(played) and all(len(side) < 2 for one in played for side in (one.ns, one.ew))


def _are_teams_of_boards(event: Event) -> bool:
    """Tell whether teams of bridge met: they play a board at two tables, a pair only once."""
    sat: set[tuple[int, Deal, str, str]] = set()
    for one in event.board_results:
        for who in (*one.ns, *one.ew):
            if (one.round, one.deal, one.group, who) in sat:
                return True
            sat.add((one.round, one.deal, one.group, who))
    return False
