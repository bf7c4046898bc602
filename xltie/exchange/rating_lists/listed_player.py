"""A player as a federation lists one."""

from __future__ import annotations

from typing import Callable, Iterator, NamedTuple, Optional, Tuple


class ListedPlayer(NamedTuple):
    """A line of a rating list; what it leaves open is empty.

    ``number`` is the federation's number for the player, ``k`` FIDE's factor of development. Where
    no comma parts the name, ``first`` is the end of it that is known to be the first name.
    """

    name: str
    number: str = ""
    rating: Optional[int] = None
    grade: str = ""
    country: str = ""
    club: str = ""
    title: str = ""
    k: str = ""
    first: str = ""

    @property
    def in_two(self) -> Tuple[str, str]:
        """Surname and first name; all is the surname where nothing parts them."""
        surname, comma, first = self.name.partition(",")
        if not comma:
            surname, first = self.name[: len(self.name) - len(self.first)], self.first
        return surname.strip(), first.strip()


class RatingList(NamedTuple):
    """A list: the federation, what it calls its numbers, and its players, read anew each time."""

    federation: str
    number: str
    players: Callable[[], Iterator[ListedPlayer]]
