"""Writing a TRF: lines whose facts did not change stay byte for byte, the others are patched."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Dict, NamedTuple, Optional, Tuple

from xltie.event import Contestant, Event, Id, annulled, pairing_order
from xltie.exchange.common.text import Text, encode
from xltie.exchange.trf.decisions import put_decisions, put_lot
from xltie.exchange.trf.facts import (
    ABSENCE,
    SEAT_LETTERS,
    Draft,
    Fact,
    facts_of,
    numbers_of,
    points_text,
    same_text,
    sides_of,
)
from xltie.exchange.trf.pairing_records import write_pairing_records
from xltie.exchange.trf.players import FIRST_ROUND, STRIDE
from xltie.exchange.trf.reader import read_players
from xltie.exchange.trf.write_header import write_header
from xltie.settings.declared import ENCODING, LOT


def write(event: Event) -> bytes:
    """Return an event as a TRF, on the lines of the file that it was read from if there was one.

    A record that says what the event says is kept as it stands, known or not. Where the list of
    criteria changed, a comment keeps the old one.
    """
    old = encode(Text(event.records, event.settings.text(ENCODING)))
    before = read_players(old) if event.records else Event(game="chess")
    draft = Draft(event.records)
    write_header(draft, event, before)
    write_players(draft, event, before)
    write_pairing_records(draft, event, before)
    put_lot(draft, event.settings.text(LOT), before.settings.text(LOT))
    put_decisions(draft, _numbered(event), before.contestants)
    return encode(Text(tuple(draft.lines), event.settings.text(ENCODING)))


def _numbered(event: Event) -> Tuple[Contestant, ...]:
    """Return the players with their start numbers as ids."""
    numbers = numbers_of(event)
    return tuple(replace(contestant, id=numbers[contestant.id]) for contestant in event.contestants)


class _Games(NamedTuple):
    """The games of an event as a file shows them: facts and points by start number."""

    facts: Dict[str, Dict[int, Fact]]
    points: Dict[str, Fraction]
    rounds: int


def _games(event: Event, numbers: Dict[Id, str]) -> _Games:
    rounds = event.last_round
    points = dict.fromkeys(numbers.values(), event.scoring.absent * rounds)
    gone = annulled(event)
    for _, side, other in sides_of(event):
        if side.who in numbers:
            counts = other is None or other.who not in gone
            earned = event.scoring.points(side) if counts else Fraction(0)
            points[numbers[side.who]] += earned - event.scoring.absent
    return _Games(facts_of(event, numbers), points, rounds)


def write_players(draft: Draft, event: Event, before: Event) -> None:
    """Put the records of players (001) that say something else than before into a draft."""
    numbers = numbers_of(event)
    new, old = _games(event, numbers), _games(before, numbers_of(before))
    changed = {who for who, facts in new.facts.items() if _changes(facts, old.facts.get(who))}
    known = {c.id: c for c in before.contestants}
    shows_ranks = not known or any(dict(c.more).get("Rank") for c in before.contestants)
    positions = {
        str(int(line[4:8])): position
        for position, (line, _) in enumerate(draft.lines)
        if line[:3] == "001"
    }
    end = 1 + max(positions.values(), default=len(draft.lines) - 1)
    rescored = set(new.points) if event.scoring != before.scoring else changed
    listed = event.contestants if event.records else pairing_order(event)
    for contestant in listed:
        who = numbers[contestant.id]
        at = positions.get(who)
        line = draft.lines[at][0] if at is not None else f"001 {who:>4}".ljust(FIRST_ROUND)
        line = _with_person(line, contestant, known.get(who), bool(changed) and shows_ranks)
        line = _with_games(line, who, new, old, who in rescored)
        end = draft.settle(at, line, end)
    gone = set(positions) - set(numbers.values())
    draft.drop(lambda line: line[:3] == "001" and str(int(line[4:8])) in gone)


def _with_games(line: str, who: str, new: _Games, old: _Games, is_changed: bool) -> str:
    """Return a record with the points and the cells that changed."""
    if new.points[who] != old.points.get(who):
        line = _put(line, 80, 84, points_text(new.points[who]))
    elif not is_changed:
        return line
    return _with_cells(line, new.facts[who], old.facts.get(who), new.rounds)


def _with_cells(
    line: str, new: Dict[int, Fact], old: Optional[Dict[int, Fact]], rounds: int
) -> str:
    """Return a record with the cells of the rounds that changed, of all rounds if it is new."""
    for number in range(1, rounds + 1):
        fact = new.get(number, ABSENCE)
        if old is None or not fact.says(old.get(number, ABSENCE)):
            line = _with_cell(line, number, fact)
    return line


def _changes(new: Dict[int, Fact], old: Optional[Dict[int, Fact]]) -> bool:
    """Tell whether a player's games are other ones than those in the file."""
    if old is None:
        return True
    return any(
        not new.get(number, ABSENCE).says(old.get(number, ABSENCE)) for number in {*new, *old}
    )


def _put(line: str, start: int, end: int, text: str) -> str:
    """Return a line with other text in the columns from ``start`` (from 0) to before ``end``."""
    return line[:start].ljust(start) + text[: end - start].ljust(end - start) + line[end:]


def _with_cell(line: str, number: int, fact: Fact) -> str:
    at = FIRST_ROUND + STRIDE * (number - 1)
    opponent = fact.opponent.rjust(4) if fact.opponent else "0000"
    colour = SEAT_LETTERS.get(fact.seat, "-")
    return _put(line, at, at + STRIDE, f"{opponent} {colour} {fact.letter}  ").rstrip()


class _Span(NamedTuple):
    """A field of a player record: its columns (from 0, the end not included) and its side."""

    start: int
    end: int
    right: bool = False


_FIELDS = {
    "Sex": _Span(9, 10), "Title": _Span(10, 13, True), "Name": _Span(14, 47),
    "Rating": _Span(48, 52, True), "Federation": _Span(53, 56),
    "FIDE ID": _Span(57, 68, True), "Birth": _Span(69, 79), "Rank": _Span(85, 89, True),
}  # fmt: skip


def _person(contestant: Optional[Contestant]) -> Dict[str, str]:
    if contestant is None:
        return {}
    more = dict(contestant.more)
    return {
        "Title": contestant.title,
        "Name": contestant.name,
        "Rating": str(contestant.rating or ""),
        "Federation": contestant.country,
        **{name: more.get(name, "") for name in ("Sex", "FIDE ID", "Birth", "Rank")},
    }


def _with_person(
    line: str, contestant: Contestant, old: Optional[Contestant], renews_ranks: bool
) -> str:
    """Return a record with the facts of a person that changed; what is not known stays.

    Ranks follow new games only: a file that nobody changed keeps the ranks that it came with, and
    one without ranks stays without.
    """
    before = _person(old)
    for name, value in _person(contestant).items():
        if not value or same_text(value, before.get(name, "")):
            continue
        if name == "Rank" and not renews_ranks:
            continue
        field = _FIELDS[name]
        width = field.end - field.start
        line = _put(line, field.start, field.end, value.rjust(width) if field.right else value)
    return line
