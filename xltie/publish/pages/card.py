"""The card of a player: the next game, the place, and why those beside stand where they do."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction

from xltie.core.messages import NOTHING, Message, count, joined, say
from xltie.event import Id, Match, Outcome, Side, Status
from xltie.publish.page_model import Card, Cell, Content, Row
from xltie.publish.pages import cells
from xltie.publish.pages.pairings import numbered
from xltie.publish.results import Results, has_result
from xltie.ranking import StandingsLine, names_of, why_above


class _Codes:
    """The labels of the criteria, each leading to the place that explains it."""

    def __init__(self, links: Mapping[str, str]) -> None:
        self.links = links
        wanted = sorted(links, key=len, reverse=True)
        words = "|".join(map(re.escape, wanted))
        self.pattern = re.compile(rf"(?<![\w/])(?:{words})(?![\w/])")

    def parts(self, sentence: str) -> list[Content]:
        """Return a sentence with a link where a label first stands."""
        found: list[Content] = []
        at, seen = 0, set()
        for match in self.pattern.finditer(sentence):
            label = match[0]
            if not label or label in seen:
                continue
            seen.add(label)
            found += (sentence[at : match.start()], Cell(label, self.links[label]))
            at = match.end()
        return [part for part in (*found, sentence[at:]) if part]


def _linked(sentence: str, name: str, link: str, codes: _Codes | None = None) -> Row:
    """Return a sentence in which a name leads to its page, where it first stands, and the codes."""
    before, found, after = sentence.partition(name)
    if not found or not link:
        return tuple(codes.parts(sentence)) if codes else (sentence,)
    ends = [codes.parts(part) if codes else [part] for part in (before, after)]
    return tuple(part for part in (*ends[0], Cell(name, link), *ends[1]) if part)


class Cards:
    """Makes the card of every player; what they share is looked up once."""

    def __init__(self, results: Results) -> None:
        self.results = results
        self.names = names_of(results.event_index)
        labels = [criterion.label for criterion in results.ranked.criteria]
        self.codes = _Codes({label: cells.code(at) for at, label in enumerate(labels)})
        self.games = _games_of(results) if results.newest else {}

    def card(self, position: int) -> Card:
        """Return the card of the player on a line of the standings."""
        line = self.results.ranked.lines[position]
        near = self.results.ranked.lines[max(0, position - 1) : position + 2]
        others = [other.who for other in near if other.who != line.who]
        game = self._game(line.who)
        lines = [game] if game else []
        lines.append((self._place(line),))
        brief = len(lines)
        lines += [self._why(line.who, other) for other in others]
        return Card(tuple(lines), brief)

    def _game(self, who: Id) -> Row:
        """Return the sentence about the newest round."""
        if who not in self.games:
            return ()
        table, own, other, match = self.games[who]
        number = self.results.newest
        if other is None:
            said = say("Round {round}: no game ({why})", round=number,
                       why=cells.ended(self.results, own))  # fmt: skip
            return (self.results.language.say(said),)
        opponent = self.names.get(other.who, other.who)
        if has_result(match):
            said = _played(number, own, opponent, cells.ended(self.results, own))
        else:
            said = joined((_to_play(number, own.seat, opponent), _at(table)), "")
        sentence = self.results.language.say(said)
        return _linked(sentence, opponent, self.results.keys.get(other.who, ""))

    def _place(self, line: StandingsLine) -> str:
        shared = self.results.ranked.is_shared(line)
        place = say("place {n}, shared", n=line.place) if shared else say("place {n}", n=line.place)
        first, worth = self.results.ranked.criteria[0], line.values[0]
        value = cells.value(self.results, worth)
        total = None if worth is None else worth.total
        if first.function.name == "POINTS" and isinstance(total, (int, Fraction)):
            what: Message = count(total, "{n} point", "{n} points")
        else:
            what = joined((first.label, value), " ")
        said = self.results.language.say(joined((place, what), " · "))
        return said[:1].upper() + said[1:]

    def _why(self, who: Id, other: Id) -> Row:
        sentence = self.results.language.say(why_above(self.results.ranked, who, other))
        name = self.names.get(other, other)
        return _linked(sentence, name, self.results.keys.get(other, ""), self.codes)


def _games_of(results: Results) -> dict[Id, tuple[str, Side, Side | None, Match]]:
    """Return the table, the own side, the other side and the game of everybody's newest round."""
    found: dict[Id, tuple[str, Side, Side | None, Match]] = {}
    for table, match in numbered(results, results.newest):
        found[match.a.who] = (table, match.a, match.b, match)
        if match.b is not None:
            found[match.b.who] = (table, match.b, match.a, match)
    return found


def _played(number: int, own: Side, opponent: str, ended: str) -> Message:
    """Return how the newest game of a player went."""
    if own.status is Status.PLAYED and own.outcome is Outcome.WIN:
        return say("Round {round}: won against {opponent}", round=number, opponent=opponent)
    if own.status is Status.PLAYED and own.outcome is Outcome.LOSS:
        return say("Round {round}: lost to {opponent}", round=number, opponent=opponent)
    if own.status is Status.PLAYED and own.outcome is Outcome.DRAW:
        return say("Round {round}: drew with {opponent}", round=number, opponent=opponent)
    return say("Round {round}: {result}, {opponent}", round=number, result=ended,
               opponent=opponent)  # fmt: skip


def _to_play(number: int, seat: str, opponent: str) -> Message:
    """Return whom a player meets, and with which colour."""
    if seat == "white":
        return say("Round {round}: you are White against {opponent}", round=number,
                   opponent=opponent)  # fmt: skip
    if seat == "black":
        return say("Round {round}: you are Black against {opponent}", round=number,
                   opponent=opponent)  # fmt: skip
    return say("Round {round}: against {opponent}", round=number, opponent=opponent)


def _at(table: str) -> Message:
    return say(", table {table}", table=table) if table else NOTHING
