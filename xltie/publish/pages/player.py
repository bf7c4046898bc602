"""A player's page: the rounds, every value with its terms, and who is above whom and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import compress

from xltie.core.numbers import show
from xltie.event import Id, RoundRecord, TeamEvent
from xltie.publish.page_model import Card, Column, Fold, Page, Row, Section, Table, Text
from xltie.publish.pages import boards, cells, values
from xltie.publish.pages.card import Cards
from xltie.publish.pages.teams import boards_of
from xltie.publish.results import Results


class Players:
    """Makes the pages of all players, and what they share."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.text = results.language.text
        self.has_boards = bool(results.event.board_results)
        self.about = cells.about_columns(results)
        self.teams = boards_of(results)
        maker = Cards(results)
        self.opponent = _opponent_heading(results)
        self.found = [maker.card(position) for position in range(len(results.ranked.lines))]
        event = results.event
        self.on_boards = (
            {(number, who): points for number, who, points in event.board_points}
            if isinstance(event, TeamEvent)
            else {}
        )
        index = results.event_index
        records = [met for who in index.ids for met in index.rounds_of(who)]
        self.shown = (
            True, True, any(record.own.seat for record in records), True,
            any(record.own.tally is not None for record in records), bool(self.on_boards),
            any(record.match is not None and record.match.handicap for record in records),
            True, True,
        )  # fmt: skip

    def pages(self) -> list[Page]:
        """Return a page for every player, in the order of the places."""
        return [self._page(position) for position in range(len(self.found))]

    def cards(self) -> tuple[tuple[str, str, Card], ...]:
        """Return the card of every player, with the key of the page and the name."""
        return tuple(
            (self.results.keys[line.who], self.results.name(line.who), card)
            for line, card in zip(self.results.ranked.lines, self.found, strict=True)
        )

    def _page(self, position: int) -> Page:
        """Return the page of the player on a line of the standings."""
        line = self.results.ranked.lines[position]
        who = line.who
        facts = [f"{column.heading} {texts[who]}" for column, texts in self.about if texts[who]]
        if self.results.has_names:
            facts.append(f"{self.text('ID')} {who}")
        sections: list[Section] = [self.found[position]]
        made = values.values_of(self.results, who, line, has_rounds=not self.has_boards)
        if self.has_boards:
            sections.append(boards.scorecard(self.results, who))
        else:
            sections.append(self._rounds(who, made.of_rounds))
        sections += self._team(who)
        sections += made.folds
        sections += [Text((" · ".join(facts),))] if facts else []
        return Page(self.results.keys[who], self.results.name(who), tuple(sections), "index")

    def _team(self, who: Id) -> list[Section]:
        """Return the boards of a team's matches, and its players."""
        if self.teams is None:
            return []
        found: list[Section] = []
        for record in self.results.event_index.rounds_of(who):
            if record.opponent is None:
                continue
            table = self.teams.match(record.round, who, record.opponent)
            if table is not None:
                name = self.text("R{n}", n=record.round)
                found.append(Fold(f"{name}: {self.results.name(record.opponent)}", table))
        squad = self.teams.squad(who)
        return [*found, *([squad] if squad else [])]

    def _rounds(self, who: Id, adds: Mapping[str, Mapping[int, str]]) -> Table:
        """Return the rounds of a player; ``adds`` is what each of them adds to some values."""
        text = self.text
        columns = (
            Column(text("Round"), True), Column(self.opponent), Column(text("Colour")),
            Column(text("Result")), Column(text("Count")),
            Column(text("On the boards"), is_minor=True), Column(text("Handicap"), True),
            Column(text("Points"), True, is_minor=True), Column(text("Sum"), True),
        )  # fmt: skip
        added = (Column(label, True, is_minor=True) for label in adds)
        index = self.results.event_index
        total = index.in_points(index.scaled_start(who))
        rows = []
        for record in index.rounds_of(who):
            total += index.points(record)
            shown = show(total) if index.has_start(who) else "–"
            row = compress(self._round(record, index.points(record), shown), self.shown)
            rows.append((*row, *(worth.get(record.round, "") for worth in adds.values())))
        headed = (*compress(columns, self.shown), *added)
        return Table(headed, tuple(rows), text("Rounds"), named=1)

    def _round(self, record: RoundRecord, points: Fraction, total: str) -> Row:
        number, results = self.results.language.number, self.results
        scored = self.on_boards.get((record.round, record.own.who), ())
        return (
            str(record.round),
            "–" if record.opponent is None else cells.opponent(results, record.opponent),
            "" if record.other is None else cells.seat(results, record.own),
            cells.ended(results, record.own), number(_counts(record)),
            number(" ".join(map(show, scored))),
            str((record.match and record.match.handicap) or ""),
            number(show(points)), number(total),
        )  # fmt: skip


def _counts(record: RoundRecord) -> str:
    """Return the discs, stones or points of both players in a game."""
    if record.own.tally is None:
        return ""
    if record.other is None or record.other.tally is None:
        return show(record.own.tally)
    return f"{show(record.own.tally)}:{show(record.other.tally)}"


def _opponent_heading(results: Results) -> str:
    """Return the heading of opponents, with what stands behind their names."""
    text = results.language.text
    field = results.event.contestants
    if any(contestant.rating for contestant in field):
        return text("Opponent (place · rating)")
    has_grades = any(contestant.grade for contestant in field)
    return text("Opponent (place · grade)") if has_grades else text("Opponent (place)")


def index_of_names(results: Results) -> Page:
    """Return the list of everybody by name."""
    text = results.language.text
    words = cells.who_plays(results.event)
    about = cells.about_columns(results)
    columns = (
        Column(results.language.say(words.one)),
        *((Column(text("ID"), True, is_minor=True),) if results.has_names else ()),
        *(column for column, _ in about), Column(text("Place"), True),
    )  # fmt: skip
    rows: Sequence[Row] = [
        (
            cells.player(results, contestant.id),
            *((contestant.id,) if results.has_names else ()),
            *(cell[contestant.id] for _, cell in about), results.places.get(contestant.id, ""),
        )
        for contestant in results.by_name()
    ]  # fmt: skip
    table = Table(columns, tuple(rows), can_be_searched=True)
    return Page("players", results.language.say(words.by_name), (table,), "players")
