"""Records are dataclasses to whoever uses them."""

from __future__ import annotations

import copy
import dataclasses
import pickle
from typing import Any, Callable, ClassVar, List, Type

import pytest

from xltie.core import records


def made_by(dataclass: Callable[..., Any], field: Callable[..., Any]) -> List[Type[Any]]:
    """Return classes of all kinds that are used, made by one decorator."""

    @dataclass(frozen=True)
    class Point:
        x: int
        y: float = 0.5
        seen: List[int] = field(default_factory=list, compare=False, repr=False)
        kind: ClassVar[str] = "point"

    @dataclass(frozen=True)
    class Named(Point):
        name: str = ""

    @dataclass
    class Counter:
        count: int = 0

        def __post_init__(self) -> None:
            self.double = 2 * self.count

    @dataclass(slots=True, eq=False)
    class Cell:
        row: int
        text: str = ""

    @dataclass(frozen=True)
    class Nothing:
        kind: ClassVar[str] = "nothing"

    return [Point, Named, Counter, Cell, Nothing]


BOTH = list(
    zip(
        made_by(dataclasses.dataclass, dataclasses.field),
        made_by(records.dataclass, records.field),
    )
)


def told(action: Callable[[], object]) -> object:
    """Return what an action gives, or the kind of error that it raises."""
    try:
        return action()
    except Exception as error:
        return type(error)


@pytest.mark.parametrize(("theirs", "ours"), BOTH, ids=lambda kind: kind.__name__)
def test_a_record_behaves_as_a_dataclass(theirs: Type[Any], ours: Type[Any]) -> None:
    def about(made: Type[Any]) -> List[object]:
        names = [field.name for field in dataclasses.fields(made)]
        given = [(3,), (3,), (4,)] if names else [()] * 3
        one, same, other = (made(*values) for values in given)
        return [
            repr(one),
            one == same,
            one != other,
            one == (3,),
            told(lambda: hash(one) == hash(same)),
            told(lambda: len({one, same, other})),
            told(lambda: setattr(one, "more", 1)),
            told(lambda: made(1, nothing=2)),
            repr(dataclasses.replace(one, **dict(zip(names, [7])))),
            names,
            dataclasses.is_dataclass(one),
            repr(copy.copy(one)),
            told(lambda: delattr(one, names[0])),
        ]

    assert about(ours) == about(theirs)


def test_lists_of_two_records_are_not_one() -> None:
    point = BOTH[0][1]
    point(1).seen.append(5)
    assert point(1).seen == []
    assert records.replace(point(1, 2.0), x=9) == point(9, 2.0)


@records.dataclass(frozen=True)
class Kept:
    """A record that goes to another process."""

    name: str
    places: tuple[int, ...] = ()


@records.dataclass(frozen=True, slots=True)
class Closed:
    """A record with slots, also in Python 3.9."""

    name: str
    places: tuple[int, ...] = ()


@pytest.mark.parametrize("kind", [Kept, Closed])
def test_a_record_goes_to_another_process_and_never_changes(kind: Type[Any]) -> None:
    one = kind("A", (1, 2))
    assert pickle.loads(pickle.dumps(one)) == copy.copy(one) == one
    assert hash(one) == hash(records.replace(one, name="A"))
    assert hasattr(one, "__dict__") is (kind is Kept)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.name = "B"
