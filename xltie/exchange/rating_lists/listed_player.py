"""A player as a federation lists one."""

from __future__ import annotations

from typing import Callable, Iterator, NamedTuple, Optional


class ListedPlayer(NamedTuple):
    """A line of a rating list; what it leaves open is empty.

    ``number`` is the federation's number for the player, ``k`` FIDE's factor of development.
    """

    name: str
    number: str = ""
    rating: Optional[int] = None
    grade: str = ""
    country: str = ""
    club: str = ""
    title: str = ""
    k: str = ""


class RatingList(NamedTuple):
    """A list: the federation, what it calls its numbers, and its players, read anew each time."""

    federation: str
    number: str
    players: Callable[[], Iterator[ListedPlayer]]
