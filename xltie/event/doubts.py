"""What is odd about the entries of an event, and may be a slip: who has to look is told."""

from __future__ import annotations

from typing import Dict, Iterable, Iterator, List, Mapping, Sequence

from xltie.core.errors import Fault
from xltie.core.messages import all_of, say
from xltie.event.model import Contestant, Event, Status
from xltie.event.pairing_numbers import TITLES


def namesakes(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each name, and each FIDE ID, that several share, at the last of them.

    They are ranked and paired by their ids, so nothing is wrong; but who reads a list cannot tell
    them apart, and one of them may be a person who was entered twice.
    """
    found: Dict[str, List[Contestant]] = {}
    for contestant in contestants:
        if contestant.name:
            found.setdefault(contestant.name, []).append(contestant)
    for name, sharers in found.items():
        if len(sharers) > 1:
            said = say(
                "{name} is the name of {ids}: two people, or one entered twice?",
                name=name,
                ids=all_of([sharer.id for sharer in sharers]),
            )
            yield Fault(said, sharers[-1].place)
    yield from _twice_registered(found)


def _twice_registered(by_name: Mapping[str, Sequence[Contestant]]) -> Iterator[Fault]:
    """Yield a warning for each FIDE ID that people of several names have."""
    numbers: Dict[str, List[Contestant]] = {}
    for sharers in by_name.values():
        number = dict(sharers[-1].more).get("FIDE ID", "").strip()
        if number.strip("0"):
            numbers.setdefault(number, []).append(sharers[-1])
    for number, owners in numbers.items():
        if len(owners) > 1:
            said = say(
                "FIDE ID {number} stands beside {ids}: one person, or a number mistyped?",
                number=number,
                ids=all_of([owner.id for owner in owners]),
            )
            yield Fault(said, owners[-1].place)


def doubtful_entries(event: Event) -> Iterator[Fault]:
    """Yield a warning for ratings that nobody has, titles in names, games of those who had left."""
    yield from _odd_ratings(event)
    if event.traits.rating_system == "fide":
        yield from titles_in_names(event.contestants)
    known = {contestant.id: contestant for contestant in event.contestants}
    for match in event.matches:
        for side in match.sides:
            leaver = known.get(side.who)
            if leaver is None or side.status is not Status.PLAYED:
                continue
            if leaver.has_left(match.round):
                said = say(
                    "{name} plays in round {round} and had left by then, as the list has it",
                    name=leaver.known_as,
                    round=match.round,
                )
                yield Fault(said, match.place)


def titles_in_names(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each player whose name begins with a title that stands nowhere else."""
    for contestant in contestants:
        title, _, name = contestant.name.partition(" ")
        if title in TITLES and name.strip() and not contestant.title:
            said = say(
                "{name}: a title counts, for the pairing and for norms, in the column Title alone",
                name=contestant.name,
            )
            yield Fault(said, contestant.place)


def _odd_ratings(event: Event) -> Iterator[Fault]:
    most = event.traits.most_rating
    for contestant in event.contestants if most else ():
        if contestant.rating is not None and not 0 <= contestant.rating <= most:
            said = say(
                "the rating of {name} is {rating}: is a digit too many, or a sign?",
                name=contestant.known_as,
                rating=contestant.rating,
            )
            yield Fault(said, contestant.place)
