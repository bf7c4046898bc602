"""What several pages say alike: a player with a link, a result, a value of a criterion."""

from __future__ import annotations

from collections.abc import Mapping

from xltie.core.catalogues import entries, translated
from xltie.core.messages import say
from xltie.core.numbers import show
from xltie.event import Id, Match, Side, Status
from xltie.publish.page_model import Cell, Column, Links
from xltie.publish.results import Results
from xltie.ranking import Criterion, text_of_value
from xltie.rules.common.criterion_value import CriterionValue
from xltie.sheets.tables import write_alone, write_game


def player(results: Results, who: Id) -> Cell:
    """Return a player's name, leading to the player's page."""
    return Cell(results.name(who), results.keys.get(who, ""))


def rounds(results: Results, keys: Mapping[int, str]) -> tuple[Links, ...]:
    """Return links to the pages of all rounds, each by its key; nothing where there is one."""
    text = results.language.text
    listed = tuple(Cell(text("R{n}", n=number), keys[number]) for number in sorted(keys))
    return (Links(listed, is_row=True),) if len(listed) > 1 else ()


def value(results: Results, found: CriterionValue | None) -> str:
    """Return a value as ``xltie standings`` prints it: blank where it was not needed."""
    return "" if found is None else results.language.number(text_of_value(found))


def criterion_column(results: Results, criterion: Criterion) -> Column:
    """Return the column of a criterion: its label, explained by what the function is called."""
    return Column(criterion.label, True, criterion_meaning(results, criterion))


def criterion_meaning(results: Results, criterion: Criterion) -> str:
    """Return what a criterion is, in words."""
    function = criterion.function
    known = entries(results.language.code).get(("criterion meaning", function.name))
    return known[0] if known else function.summary.rstrip(".")


def criterion_name(results: Results, criterion: Criterion) -> str:
    """Return what a criterion is called: what stands before the colon of its meaning."""
    return criterion_meaning(results, criterion).partition(":")[0]


def about_columns(results: Results) -> list[tuple[Column, dict[Id, str]]]:
    """Return the columns that say who a player is, each with its cells; only those with any."""
    text = results.language.text
    listed = results.event.contestants
    found = [
        (Column(text("Title")), {contestant.id: contestant.title for contestant in listed}),
        (
            Column(text("Rating"), True),
            {contestant.id: contestant.shown_rating for contestant in listed},
        ),
        (Column(text("Grade")), {contestant.id: contestant.grade for contestant in listed}),
        (Column(text("Country")), {contestant.id: contestant.country for contestant in listed}),
        (Column(text("Club")), {contestant.id: contestant.club for contestant in listed}),
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
