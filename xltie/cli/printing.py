"""What several commands print: tables with aligned columns, warnings about a file, time left."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli.console import Console, kind_of
from xltie.core.errors import Fault, XltieError
from xltie.core.exit_codes import REFUSED
from xltie.core.files import in_file
from xltie.core.messages import Message, Said, count, joined, plain, say
from xltie.core.records import replace
from xltie.core.text_width import display_width
from xltie.event import NO_PLACES, NO_STANDINGS, PROVISIONAL, Event, TeamEvent, left_out
from xltie.games.preset import is_of_teams
from xltie.ranking import Standings
from xltie.settings.declared import CONTEST, PLACES_BY

if TYPE_CHECKING:
    from xltie.hosts.common.diagnosis import Diagnosis

_MOST_OF_A_KIND = 5
_GAP = 3
_LEAST = 8


def contestants_of(event: Event, left: int = 0) -> Message:
    """Return how many take part in an event, those left out apart, and what they are: "8 pairs"."""
    number = len(event.contestants) - left
    if isinstance(event, TeamEvent):
        return teams(number)
    if event.board_results or (event.traits.is_session and not event.matches):
        # before any result the criteria say that teams will play
        awaits_teams = not event.board_results and is_of_teams(event.settings.text(PLACES_BY))
        contest = "teams" if awaits_teams else event.settings.text(CONTEST)
        return {"teams": teams, "individual": players}.get(contest, pairs)(number)
    return players(number)


def players(number: int) -> Message:
    """Return a number of players."""
    return count(number, "{n} player", "{n} players")


def pairs(number: int) -> Message:
    """Return a number of pairs of bridge."""
    return count(number, "{n} pair", "{n} pairs")


def teams(number: int) -> Message:
    """Return a number of teams."""
    return count(number, "{n} team", "{n} teams")


def rounds(number: int) -> Message:
    """Return a number of rounds."""
    return count(number, "{n} round", "{n} rounds")


def deals(number: int) -> Message:
    """Return a number of boards that are dealt, as in bridge."""
    return count(number, "{n} board", "{n} boards")


def print_warnings(warnings: Iterable[Fault], console: Console) -> None:
    """Print what is odd in a file but clear, a line each; of many of a kind how many there are."""
    kinds: dict[str, list[Fault]] = {}
    for warning in warnings:
        kinds.setdefault(kind_of(warning), []).append(warning)
    for kind in kinds.values():
        for warning in kind[:_MOST_OF_A_KIND]:
            console.warn(warning.placed)
        more = kind[_MOST_OF_A_KIND:]
        if more:
            where = more[0].place
            first = where if where.cell else replace(where, column=None)
            console.warn(Fault.say("{n} more of this kind", first, n=len(more)).placed)


_LEFT = {
    PROVISIONAL: say("Provisional: what is faulty is left out"),
    NO_PLACES: say("No places: what is faulty is left out"),
    NO_STANDINGS: say("No standings: what is faulty is left out"),
}
"""What a sheet says of its standings beside its first fault, below all of them."""


def faults_and_rest(faults: Sequence[Fault], name: str, left: Message) -> list[Fault]:
    """Return every fault of a file, and what is ``left`` of its standings."""
    if not faults:
        return []
    return [*(in_file(fault, name) for fault in faults), Fault(_LEFT[left])]


def time_left(seconds: float) -> Message:
    """Return a time as people say it.

    >>> [str(time_left(seconds)) for seconds in (0.2, 59, 61, 7300)]
    ['1 s', '59 s', '1 min 1 s', '2 h 1 min']
    """
    whole = max(1, round(seconds))
    if whole < 60:
        return say("{seconds} s", seconds=whole)
    if whole < 3600:
        return say("{minutes} min {seconds} s", minutes=whole // 60, seconds=whole % 60)
    return say("{hours} h {minutes} min", hours=whole // 3600, minutes=whole % 3600 // 60)


def print_table(
    headings: Sequence[Said],
    rows: Sequence[Sequence[str]],
    left: Collection[int],
    console: Console,
) -> None:
    """Print a table, every column as wide as its widest cell; those of ``left`` are texts.

    Texts, and headings that are no messages, are data; numbers are written as the reader does.

    A letter of East Asian width takes two cells of the screen. On a screen that is too narrow the
    widest texts are shortened, and columns that still find no room follow in a second table; in a
    file or a pipe neither is done.
    """
    lines = [[console.language.say(heading) for heading in headings]]
    lines += (written_cells(row, left, console) for row in rows)
    widths = [max(map(display_width, column)) for column in zip(*lines, strict=True)]
    parts: list[Sequence[int]] = [range(len(widths))]
    if console.out.isatty():
        import shutil  # a file or a pipe needs no screen

        screen = shutil.get_terminal_size().columns
        _fit(widths, left, screen)
        parts = _side_by_side(widths, left, screen)
    aligned = [
        _aligned(column, width, index in left)
        for index, (column, width) in enumerate(zip(zip(*lines, strict=True), widths, strict=True))
    ]
    for part in parts:
        _print_columns([aligned[at] for at in part], [widths[at] for at in part], console)


def print_records(
    headings: Sequence[Said], rows: Iterable[Sequence[object]], form: str, console: Console
) -> None:
    """Print lines for programs, as ``csv`` or ``json``: names in English, numbers as numbers."""
    keys = [str(heading).lower() for heading in headings]
    if form == "csv":
        from xltie.core.csv_table import write_csv  # most commands print none

        write_csv(console.out, [keys, *rows])
        return
    lines = [dict(zip(keys, row, strict=True)) for row in rows]
    console.show(json.dumps(lines, ensure_ascii=False, indent=1))


def _print_columns(
    aligned: Sequence[Sequence[str]], widths: Sequence[int], console: Console
) -> None:
    first, *others = (" ".join(("", *line)).rstrip() for line in zip(*aligned, strict=True))
    utf = (console.out.encoding or "utf").lower().startswith("utf")
    rule = " " + ("─" if utf else "-") * _across(widths)
    console.show("\n".join(("", first, rule, *others, "")))


def _across(widths: Sequence[int]) -> int:
    return sum(widths) + _GAP * (len(widths) - 1)


def _side_by_side(widths: Sequence[int], left: Collection[int], screen: int) -> list[Sequence[int]]:
    """Return the columns in parts that find room; each begins with those up to the first texts."""
    if _across(widths) < screen:
        return [range(len(widths))]
    ends = [at for at in left if at + 1 not in left and at + 1 < len(widths)]
    keys = list(range(min(ends, default=0) + 1))
    parts: list[list[int]] = []
    for column in range(len(keys), len(widths)):
        has_room = parts and _across([widths[at] for at in (*parts[-1], column)]) < screen
        if has_room:
            parts[-1].append(column)
        else:
            parts.append([*keys, column])
    return list(parts)


def written_cells(row: Sequence[str], left: Collection[int], console: Console) -> list[str]:
    """Return the cells of a row, numbers as the reader writes them; those of ``left`` are texts."""
    written = console.language.sentence
    return [text if at in left else written(text) for at, text in enumerate(row)]


def _aligned(column: Sequence[str], width: int, is_text: bool) -> list[str]:
    """Return the cells of a column in one width, the gap to the next column included."""
    cells = []
    for text in column:
        cell = text if len(text) <= width and text.isascii() else _shortened(text, width)
        space = " " * (width - display_width(cell))
        cells.append(cell + space if is_text else space + cell)
    return [cell + " " * (_GAP - 1) for cell in cells]


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


Action = Callable[[argparse.Namespace, Console], int]


def done(actions: Mapping[str, Action], args: argparse.Namespace, console: Console) -> int:
    """Do what the command of an add-in is told; 2 where this machine or its packages cannot."""
    try:
        return actions[args.action](args, console)
    except XltieError as error:
        why = error.fault.placed
    except OSError as error:
        why = plain(str(error))
    console.note(joined((args.called.prog, why), ": "))
    return REFUSED


def print_findings(found: Iterable[Diagnosis], console: Console) -> int:
    """Print what a doctor finds; return 1 where there is something to do."""
    findings = list(found)
    for finding in findings:
        console.say(finding.message)
    return 1 if any(finding.remedy for finding in findings) else 0


def write_into(folder: Path, files: Mapping[str, bytes], console: Console) -> None:
    """Write files into a folder, which is made unless it is there, and say so."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
        console.say("wrote {file}", file=str(folder / name))


def print_unranked(event: Event, console: Console) -> None:
    """Say who has no place in the standings, and why."""
    for message in left_out(event):
        console.note(message)


def print_other_places(
    event: Event | TeamEvent, found: Standings, name: str, console: Console
) -> None:
    """Say when a session's file prints other places, which another scoring may explain."""
    if isinstance(event, TeamEvent) or not event.board_results:
        return
    printed = {one.id: dict(one.more).get("Published place", "") for one in event.contestants}
    places = [(str(line.place), printed.get(line.who, "")) for line in found.lines]
    told = [(ours, theirs) for ours, theirs in places if theirs.isdecimal()]
    other = sum(ours != theirs for ours, theirs in told)
    if other:
        console.note(
            say("the file prints other places for {other} of {n}; look for its scoring with: "
                "xltie verify {file}", other=other, n=len(told), file=name)
        )  # fmt: skip
