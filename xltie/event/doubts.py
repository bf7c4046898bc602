"""What is odd about the entries of an event, and may be a slip: who has to look is told."""

from __future__ import annotations

from collections import defaultdict
from typing import Dict, Iterable, Iterator, List, Mapping, Sequence, Tuple

from xltie.core.errors import Fault, Place
from xltie.core.messages import Message, all_of, say
from xltie.event.model import Contestant, Event, Status
from xltie.event.pairing_numbers import TITLES


def namesakes(contestants: Iterable[Contestant]) -> Iterator[Fault]:
    """Yield a warning for each name, and each FIDE ID, that several share, at the last of them.

    They are ranked and paired by their ids, so nothing is wrong; but who reads a list cannot tell
    them apart, and one of them may be a person who was entered twice.
    """
    by_name: Dict[str, List[Contestant]] = defaultdict(list)
    for contestant in contestants:
        by_name[contestant.name].append(contestant)
    by_number: Dict[str, List[Contestant]] = defaultdict(list)
    for name, (*_, last) in by_name.items():
        number = dict(last.more).get("FIDE ID", "").strip() if name else ""
        by_number[number if number.strip("0") else ""].append(last)
    for name, place, ids in _shared(by_name):
        yield Fault.say(
            "{name} is the name of {ids}: two people, or one entered twice?",
            place, name=name, ids=ids,
        )  # fmt: skip
    for number, place, ids in _shared(by_number):
        yield Fault.say(
            "FIDE ID {number} stands beside {ids}: one person, or a number mistyped?",
            place, number=number, ids=ids,
        )  # fmt: skip


def _shared(owners: Mapping[str, Sequence[Contestant]]) -> Iterator[Tuple[str, Place, Message]]:
    """Yield what several have, the place of the last of them, and their ids."""
    for text, sharers in owners.items():
        if text and len(sharers) > 1:
            yield text, sharers[-1].place, all_of([sharer.id for sharer in sharers])


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
