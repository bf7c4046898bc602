"""A player's page: the rounds, every value with its terms, and who is above whom and why."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from xltie.core.numbers import show
from xltie.event import Id, RoundRecord, TeamEvent
from xltie.publish.page_model import Column, Content, Page, Row, Section, Table, Text
from xltie.publish.pages import boards, cells, values
from xltie.publish.results import Results
from xltie.ranking import why_above


def pages(results: Results) -> list[Page]:
    """Return a page for every player, in the order of the places."""
    maker = _Maker(results)
    return [maker.page(position) for position in range(len(results.ranked.lines))]


class _Maker:
    """What the pages of all players share."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.text = results.language.text
        self.has_boards = bool(results.event.board_results)
        self.about = cells.about_columns(results)
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

    def page(self, position: int) -> Page:
        """Return the page of the player on a line of the standings."""
        line = self.results.ranked.lines[position]
        who = line.who
        facts = [
            self.text("place {n}, shared", n=line.place)
            if self.results.ranked.is_shared(line)
            else self.text("place {n}", n=line.place)
        ]
        if self.results.has_names:
            facts.append(f"{self.text('ID')} {who}")
        facts += [f"{column.heading} {texts[who]}" for column, texts in self.about if texts[who]]
        sections: list[Section] = [Text((" · ".join(facts),))]
        if self.has_boards:
            sections.append(boards.scorecard(self.results, who))
        else:
            sections.append(self._rounds(who))
        sections.append(Text(self._neighbours(position), self.text("Why this place")))
        sections += values.folds(self.results, who, line)
        return Page(self.results.keys[who], self.results.name(who), tuple(sections), "index")

    def _rounds(self, who: Id) -> Table:
        text = self.text
        columns = (
            Column(text("Round"), True), Column(text("Opponent")),
            *((Column(text("Colour")),) if self.has_colours else ()),
            Column(text("Result")),
            *((Column(text("Count")),) if self.has_counts else ()),
            *((Column(text("On the boards")),) if self.on_boards else ()),
            *((Column(text("Handicap"), True),) if self.has_handicap else ()),
            Column(text("Points"), True), Column(text("Sum"), True),
        )  # fmt: skip
        index = self.results.event_index
        total = index.in_points(index.scaled_start(who))
        rows = []
        for record in index.rounds_of(who):
            total += index.points(record)
            shown = show(total) if index.has_start(who) else "–"
            rows.append(self._round(record, index.points(record), shown))
        return Table(columns, tuple(rows), text("Rounds"), named=1)

    def _round(self, record: RoundRecord, points: Fraction, total: str) -> Row:
        number = self.results.language.number
        opponent: Content = "–"
        if record.opponent is not None:
            opponent = cells.player(self.results, record.opponent)
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

    def _neighbours(self, position: int) -> tuple[str, ...]:
        """Say why those beside a player stand where they do."""
        ranked = self.results.ranked
        neighbour = ranked.lines[position].who
        near = ranked.lines[max(0, position - 1) : position + 2]
        others = [line.who for line in near if line.who != neighbour]
        return tuple(
            self.results.language.say(why_above(ranked, neighbour, other)) for other in others
        )


def _counts(record: RoundRecord) -> str:
    """Return the discs, stones or points of both players in a game."""
    if record.own.tally is None:
        return ""
    if record.other is None or record.other.tally is None:
        return show(record.own.tally)
    return f"{show(record.own.tally)}:{show(record.other.tally)}"


def _place(results: Results, who: Id) -> str:
    return "" if who in results.event_index.unranked else str(results.ranked.line(who).place)


def index_of_names(results: Results) -> Page:
    """Return the list of everybody by name."""
    text = results.language.text
    about = cells.about_columns(results)
    columns = (Column(text("Name")), Column(text("ID"), True), *(column for column, _ in about),
               Column(text("Place"), True))  # fmt: skip
    rows: Sequence[Row] = [
        (
            cells.player(results, contestant.id), contestant.id,
            *(cell[contestant.id] for _, cell in about), _place(results, contestant.id),
        )
        for contestant in results.by_name()
    ]  # fmt: skip
    table = Table(columns, tuple(rows), can_be_searched=True)
    return Page("players", text("Players by name"), (table,), "players")
