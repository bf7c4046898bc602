"""A player's page: the rounds, every value with its terms, and who is above whom and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from xltie.core.numbers import show
from xltie.event import Id, RoundRecord, TeamEvent
from xltie.publish.page_model import Card, Column, Content, Fold, Page, Row, Section, Table, Text
from xltie.publish.pages import boards, cells, values, who_plays
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
        self.has_colours = any(record.own.seat for record in records)
        self.has_counts = any(record.own.tally is not None for record in records)
        self.has_handicap = any(
            record.match is not None and record.match.handicap for record in records
        )

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
            Column(text("Round"), True), Column(self.opponent),
            *((Column(text("Colour")),) if self.has_colours else ()),
            Column(text("Result")),
            *((Column(text("Count")),) if self.has_counts else ()),
            *((Column(text("On the boards"), is_minor=True),) if self.on_boards else ()),
            *((Column(text("Handicap"), True),) if self.has_handicap else ()),
            Column(text("Points"), True, is_minor=True), Column(text("Sum"), True),
            *(Column(label, True, is_minor=True) for label in adds),
        )  # fmt: skip
        index = self.results.event_index
        total = index.in_points(index.scaled_start(who))
        rows = []
        for record in index.rounds_of(who):
            total += index.points(record)
            shown = show(total) if index.has_start(who) else "–"
            row = self._round(record, index.points(record), shown)
            rows.append((*row, *(worth.get(record.round, "") for worth in adds.values())))
        return Table(columns, tuple(rows), text("Rounds"), named=1)

    def _round(self, record: RoundRecord, points: Fraction, total: str) -> Row:
        number = self.results.language.number
        opponent: Content = "–"
        if record.opponent is not None:
            opponent = cells.opponent(self.results, record.opponent)
        row: tuple[Content, ...] = (str(record.round), opponent)
        if self.has_colours:
            row += ("" if record.other is None else cells.seat(self.results, record.own),)
        row += (cells.ended(self.results, record.own),)
        if self.has_counts:
            row += (number(_counts(record)),)
        if self.on_boards:
            scored = self.on_boards.get((record.round, record.own.who), ())
            row += (number(" ".join(map(show, scored))),)
        if self.has_handicap:
            row += (str((record.match and record.match.handicap) or ""),)
        return (*row, number(show(points)), number(total))


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


def _place(results: Results, who: Id) -> str:
    return "" if who in results.event_index.unranked else str(results.ranked.line(who).place)


def index_of_names(results: Results) -> Page:
    """Return the list of everybody by name."""
    text = results.language.text
    words = who_plays.words(results.event)
    about = cells.about_columns(results)
    columns = (
        Column(results.language.say(words.one)), Column(text("ID"), True, is_minor=True),
        *(column for column, _ in about), Column(text("Place"), True),
    )  # fmt: skip
    rows: Sequence[Row] = [
        (
            cells.player(results, contestant.id), contestant.id,
            *(cell[contestant.id] for _, cell in about), _place(results, contestant.id),
        )
        for contestant in results.by_name()
    ]  # fmt: skip
    table = Table(columns, tuple(rows), can_be_searched=True)
    return Page("players", results.language.say(words.by_name), (table,), "players")
