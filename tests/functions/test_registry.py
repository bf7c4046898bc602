"""Declarations: what the registry makes of a function, and what is refused."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Annotated, Any, Callable, NamedTuple, Optional, Tuple, Union

import pytest

from tests.functions.refused_declarations import (
    is_cell_address,
    refusal_of,
    refusal_of_argument,
    refusals,
)
from xltie.core.cells import Grid
from xltie.core.errors import DomainError, RegistrationError
from xltie.functions.arguments import build
from xltie.functions.coercion import coerce
from xltie.functions.registry import (
    Arg,
    Function,
    Kind,
    Shape,
    Source,
    find,
    function,
    group_rule,
    rule,
    table,
)
from xltie.sheets.functions import REGISTRY


@pytest.fixture(autouse=True)
def _as_it_was() -> Iterator[None]:
    before = dict(REGISTRY)
    yield
    REGISTRY.clear()
    REGISTRY.update(before)


Text = Annotated[str, Arg("A text.")]


def good(text: Text = "") -> str:
    """Say something."""
    return text


# -- refusals ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    [
        "BH1",
        "SOS1",
        "BHC1",
        "A1",
        "XFD1048576",
        "R1C1",
        "RC",
        "C7",
        "R",
        "Z1S1",
        "ZS",
        "LC",
        "S2O3",
    ],
)
def test_names_of_cells_are_refused(name: str) -> None:
    assert refusal_of(name) in (
        "looks like a cell address", "a name consists of capital letters and digits",
    )  # fmt: skip


@pytest.mark.parametrize("name", ["XFE1", "A1048577", "BUCHHOLZ1", "AAAA1", "SOSX"])
def test_names_beyond_the_sheet_are_free(name: str) -> None:
    assert not is_cell_address(name)
    function(name)(good)
    assert REGISTRY[name].name == name


@pytest.mark.parametrize("name", ["bq", "B", "BH-C1", "1ST", "BQ ", "", "SOS_1", "Ä"])
def test_a_name_is_capital_letters_and_digits(name: str) -> None:
    assert refusal_of(name) == "a name consists of capital letters and digits"


@pytest.mark.parametrize("argument", ["bh1", "r1c1", "z1s1", "_a", "größe"])
def test_an_argument_that_is_no_name_is_refused(argument: str) -> None:
    assert refusal_of_argument(argument)
    assert not refusal_of_argument("c")
    assert not refusal_of_argument("option1")


@pytest.mark.parametrize(
    ("vba_name", "why"),
    [("TIE.BQ", "a dot"), ("Z1S1", "cell address")],
)
def test_the_name_in_excel_is_looked_at_in_the_same_way(vba_name: str, why: str) -> None:
    assert why in refusal_of("DATUM", vba_name)


def test_a_second_registration_is_refused() -> None:
    with pytest.raises(RegistrationError, match="BQ is already registered"):
        function("BQ")(good)


def test_a_function_without_a_text_is_refused() -> None:
    def silent() -> int:
        return 0

    function("SILENT")(silent)
    assert list(refusals(REGISTRY["SILENT"])) == ["has no docstring"]


def test_a_first_sentence_longer_than_excel_shows_is_refused() -> None:
    def talkative() -> int:
        return 0

    talkative.__doc__ = "x" * 256
    function("TALKATIVE")(talkative)
    assert list(refusals(REGISTRY["TALKATIVE"])) == ["the first sentence is over 255 characters"]


def test_an_argument_without_a_text_is_refused() -> None:
    def bare(cut: int = 0) -> int:
        """Answer."""
        return cut

    def empty(cut: Annotated[int, Arg("")] = 0) -> int:
        """Answer."""
        return cut

    for name, compute in (("MINE", bare), ("YOURS", empty)):
        function(name)(compute)
        assert list(refusals(REGISTRY[name])) == ["argument cut has no text"]


def test_a_type_that_no_cell_holds_is_refused() -> None:
    def odd(bag: Annotated[set, Arg("A bag.")]) -> int:  # type: ignore[type-arg]
        """Answer."""
        return len(bag)

    with pytest.raises(RegistrationError, match="MINE: argument bag has a type that no cell holds"):
        function("MINE")(odd)


# -- what it makes of a declaration ---------------------------------------------------------------


def test_kinds_come_from_the_types() -> None:
    def everything(
        whole: Annotated[int, Arg("A number.", min=1, max=9)],
        number: Annotated[Fraction, Arg("A number.")],
        text: Text,
        cells: Annotated[Grid, Arg("Cells.")],
        either: Annotated[Union[Fraction, str], Arg("Either.", names=("even",))] = "even",
        some: Annotated[Optional[Tuple[Fraction, ...]], Arg("Some.")] = None,
        who: Annotated[str, Arg("A player.", kind=Kind.PLAYER)] = "",
        perhaps: Annotated[Optional[int], Arg("Perhaps.")] = None,
    ) -> int:
        """Take everything.

        And say more.
        """
        return 0

    function("EVERYTHING", Source("Us", "Rules").at("1"))(everything)
    entry = REGISTRY["EVERYTHING"]
    assert [(p.name, p.kind) for p in entry.parameters] == [
        ("whole", Kind.WHOLE),
        ("number", Kind.NUMBER),
        ("text", Kind.TEXT),
        ("cells", Kind.RANGE),
        ("either", Kind.NUMBER_OR_NAME),
        ("some", Kind.NUMBERS),
        ("who", Kind.PLAYER),
        ("perhaps", Kind.WHOLE),
    ]
    assert entry.signature == (
        "EVERYTHING(whole, number, text, cells, [either], [some], [who], [perhaps])"
    )
    assert (entry.summary, str(entry.sources[0])) == ("Take everything.", "Us, Rules, 1")
    assert (entry.parameters[0].min, entry.parameters[0].max) == (1, 9)


@pytest.mark.parametrize(
    ("declare", "shape", "signature"),
    [
        (rule, Shape.PLAYER, "MINE(player, games, [text], [players], [settings])"),
        (group_rule, Shape.GROUP, "MINE(player, games, [tied], [text], [players], [settings])"),
        (table, Shape.TABLE, "MINE(players, games, [text], [settings])"),
    ],
)
def test_each_shape_brings_its_frame(
    declare: Callable[..., Any], shape: Shape, signature: str
) -> None:
    def own(event_index: Any, who: Any, text: Text = "") -> Any:
        """Answer."""

    def of_event(event_index: Any, text: Text = "") -> Any:
        """Answer."""

    declare("MINE")(of_event if shape is Shape.TABLE else own)
    entry = REGISTRY["MINE"]
    assert (entry.shape, entry.signature) == (shape, signature)
    assert [p.name for p in entry.options] == ["text"]
    assert entry.is_criterion == (shape is not Shape.TABLE)


def test_a_name_reaches_a_rule_as_it_is_declared() -> None:
    parameter = next(p for p in REGISTRY["MPSCORE"].parameters if p.name == "own")
    assert [coerce(parameter, text) for text in ("YES", "yes", None)] == ["yes", "yes", "no"]
    codes = next(p for p in REGISTRY["EXTENDEDDE"].parameters if p.name == "codes")
    assert coerce(codes, "bb") == "BB"
    with pytest.raises(DomainError, match="codes is 'X'; expected one of"):
        coerce(codes, "X")


# -- bundles of options --------------------------------------------------------------------------


class Worth(NamedTuple):
    """What a round is worth."""

    bye: Annotated[int, Arg("Points for a bye.")] = 1
    absent: Annotated[int, Arg("Points for a round missed.")] = 0


WORTH = Worth()


class Sums(NamedTuple):
    """How a sum is made."""

    basis: Annotated[str, Arg("Wins or points.", names=("wins", "points"))] = "wins"
    worth: Worth = WORTH
    rounds: Annotated[int, Arg("Rounds that count.", min=0)] = 0


def summed(event_index: Any, who: Any, sums: Sums, cut: Annotated[int, Arg("Cut.")] = 0) -> Any:
    """Return what was asked for."""
    return event_index, who, sums, cut


def test_a_bundle_stands_for_its_options() -> None:
    rule("MINE")(summed)
    entry = REGISTRY["MINE"]
    assert [(p.name, p.default, p.doc) for p in entry.options] == [
        ("cut", 0, "Cut."),
        ("basis", "wins", "Wins or points."),
        ("bye", 1, "Points for a bye."),
        ("absent", 0, "Points for a round missed."),
        ("rounds", 0, "Rounds that count."),
    ]
    assert entry.options[1].names == ("wins", "points")
    wanted = Sums("points", Worth(absent=2)), 1
    assert entry.compute("event", "A", cut=1, basis="points", absent=2) == ("event", "A", *wanted)
    assert entry.compute("event", "A", 1, "points", 1, 2) == ("event", "A", *wanted)
    assert entry.bound({"cut": 1, "basis": "points", "absent": 2})("event", "B")[2:] == wanted
    assert build(Sums, {"rounds": 3, "other": 4}) == Sums(rounds=3)
    assert summed.__doc__ == entry.compute.__doc__


def test_a_rule_takes_some_options_in_an_order_of_its_own() -> None:
    rule("MINE", takes=("rounds", "cut", "bye"))(summed)
    entry = REGISTRY["MINE"]
    assert entry.signature == "MINE(player, games, [rounds], [cut], [bye], [players], [settings])"
    assert entry.compute("event", "A", 6, 0, 2)[2] == Sums(worth=Worth(bye=2), rounds=6)


def test_an_option_that_there_is_not_is_not_taken() -> None:
    with pytest.raises(RegistrationError, match="MINE: there is no option cuts to take"):
        rule("MINE", takes=("cuts",))(summed)


def test_two_bundles_do_not_share_an_option() -> None:
    def twice(event_index: Any, who: Any, sums: Sums, worth: Worth) -> Any:
        """Answer."""

    rule("MINE")(twice)
    assert list(refusals(REGISTRY["MINE"])) == ["an argument is declared twice"]


# -- the functions that there are ----------------------------------------------------------------


def test_functions_are_found_by_name_code_and_alias_in_any_case() -> None:
    for text in ("BUCHHOLZ", "buchholz", " bh ", "Bh"):
        entry = find(text)
        assert entry is not None
        assert entry.name == "BUCHHOLZ"
    assert find("nothing") is None
    assert find("") is None


def test_every_name_code_and_alias_means_one_function() -> None:
    owners: dict[str, set[str]] = {}
    for entry in REGISTRY.values():
        for text in (entry.name, entry.code, *entry.aliases):
            owners.setdefault(text.upper(), set()).add(entry.name)
    assert {text: names for text, names in owners.items() if len(names) > 1} == {}


@pytest.mark.parametrize("entry", list(REGISTRY.values()), ids=lambda entry: entry.name)
def test_every_function_reads_well_in_a_sheet(entry: Function) -> None:
    assert entry.summary.endswith(".")
    assert len(entry.summary) <= 255
    assert all(p.doc.endswith((".", "?")) for p in entry.parameters)
    assert all(len(p.doc) <= 255 for p in entry.parameters)
    names = [p.name for p in entry.parameters]
    assert len(names) == len(set(names))
    optional = [p.is_optional for p in entry.parameters]
    assert optional == sorted(optional), "required arguments come first"
