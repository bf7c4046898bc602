"""What several commands print: tables with aligned columns, warnings about a file, time left."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from typing import TextIO

from xltie.cli.speech import speaking
from xltie.core.errors import Fault
from xltie.core.files import in_file
from xltie.core.language import Language
from xltie.core.messages import Message, say
from xltie.event.checks import provisional
from xltie.event.model import Event
from xltie.event.teams import TeamEvent
from xltie.event.withdrawals import left_out
from xltie.games.preset import is_of_teams

_VARYING = re.compile(r"'[^']*'|[\d.,]+")
_MOST_OF_A_KIND = 5
_GAP = 3
_LEAST = 8


_CALLED = {"pairs": "pairs", "teams": "teams", "individual": "players"}
"""What those are called who take part in a contest of bridge."""


def contestants_of(event: Event, left: int = 0) -> str:
    """Return how many take part in an event, those left out apart, and what they are: "8 pairs"."""
    if isinstance(event, TeamEvent):
        called = "teams"
    elif event.board_results or (event.traits.is_session and not event.matches):
        # before any result the criteria say that teams will play
        awaits_teams = not event.board_results and is_of_teams(event.settings.get("places_by", ""))
        contest = "teams" if awaits_teams else event.settings.get("contest", "")
        called = _CALLED.get(contest, "pairs")
    else:
        called = "players"
    return f"{len(event.contestants) - left} {called}"


def print_warnings(warnings: Iterable[Fault], err: TextIO) -> None:
    """Print what is odd in a file but clear, one line each; of many of a kind how many there are.

    Two are of a kind where their texts differ in numbers and quoted words only.
    """
    kinds: dict[str, list[Fault]] = {}
    for warning in warnings:
        kinds.setdefault(_VARYING.sub("", warning.text), []).append(warning)
    for own in kinds.values():
        for warning in own[:_MOST_OF_A_KIND]:
            print(f"warning: {warning}", file=err)
        more = own[_MOST_OF_A_KIND:]
        if more:
            first = replace(more[0].place, column=None)
            print(f"warning: {Fault(say('{n} more of this kind', n=len(more)), first)}", file=err)


def print_faults(faults: Sequence[Fault], name: str, err: TextIO, left: Message) -> None:
    """Print every fault of a file, and as the sheet does what is ``left`` of its standings."""
    for fault in faults:
        print(in_file(fault, name), file=err)
    if faults:
        print(speaking().say(provisional(faults, left)), file=err)


def time_left(seconds: float) -> str:
    """Return a time as people say it.

    >>> [time_left(seconds) for seconds in (0.2, 59, 61, 7300)]
    ['1 s', '59 s', '1 min 1 s', '2 h 2 min']
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def print_table(
    headings: Sequence[str], rows: Sequence[Sequence[str]], left: Collection[int], out: TextIO
) -> None:
    """Print a table, every column as wide as its widest cell; those of ``left`` are texts.

    A letter of East Asian width takes two cells of the screen. On a screen that is too narrow the
    widest texts are shortened; in a file or a pipe nothing ever is.
    """
    own = speaking()
    cells = ([_in(own, text, at in left) for at, text in enumerate(row)] for row in rows)
    lines = [[own.heading(text) for text in headings], *cells]
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    if out.isatty():
        import shutil  # a file or a pipe needs no screen

        _fit(widths, left, shutil.get_terminal_size().columns)
    aligned = [
        _aligned(column, width, index in left)
        for index, (column, width) in enumerate(zip(zip(*lines, strict=True), widths, strict=True))
    ]
    first, *others = (" ".join(("", *line)).rstrip() for line in zip(*aligned, strict=True))
    utf = (out.encoding or "utf").lower().startswith("utf")
    rule = " " + ("─" if utf else "-") * (sum(widths) + _GAP * (len(widths) - 1))
    print("", first, rule, *others, "", sep="\n", file=out)


def _in(own: Language, text: str, is_text: bool) -> str:
    return text if is_text else own.sentence(text)


def _aligned(column: Sequence[str], width: int, is_text: bool) -> list[str]:
    """Return the cells of a column in one width, the gap to the next column included."""
    cells = []
    for text in column:
        own = text if len(text) <= width and text.isascii() else _shortened(text, width)
        space = " " * (width - display_width(own))
        cells.append(own + space if is_text else space + own)
    return [cell + " " * (_GAP - 1) for cell in cells]


def display_width(text: str) -> int:
    """Return how many cells of a screen a text takes."""
    if text.isascii():
        return len(text)
    return sum(
        0 if unicodedata.combining(letter) or unicodedata.category(letter) in ("Mn", "Me", "Cf")
        else 1 + (unicodedata.east_asian_width(letter) in "WF")
        for letter in text
    )  # fmt: skip


def _shortened(text: str, width: int) -> str:
    """Return a text that fits a width, with an ellipsis where it was longer."""
    if display_width(text) <= width:
        return text
    while text and display_width(text) >= width:
        text = text[:-1]
    return text + "…"


def _fit(widths: list[int], left: Collection[int], screen: int) -> None:
    """Take from the widest columns of text what a table is wider than the screen."""
    over = sum(widths) + _GAP * (len(widths) - 1) + 1 - screen
    while over > 0:
        widest = max(left, key=widths.__getitem__)
        if widths[widest] <= _LEAST:
            return
        widths[widest] -= 1
        over -= 1


def print_unranked(event: Event, err: TextIO) -> None:
    """Say who has no place in the standings, and why."""
    for line in left_out(event):
        print(speaking().say(line), file=err)
