"""``xltie standings FILE``: the places of an event, whatever file it is in."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import Any, TextIO

from xltie import api
from xltie.cli.printing import print_faults, print_table, print_unranked, print_warnings
from xltie.cli.speech import speaking
from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.core.numbers import Number
from xltie.core.paused_gc import paused_gc
from xltie.event.checks import NO_PLACES, NO_STANDINGS, PROVISIONAL
from xltie.event.model import MISSING, STARTS
from xltie.ranking.criteria import advice
from xltie.ranking.explain import why_here
from xltie.ranking.standings import Standings, text_of_total, understood
from xltie.ranking.strata import strata_of, stratum_places
from xltie.rules.common.criterion_value import CriterionValue, Total
from xltie.sheets.tournament import Tournament

FORMATS = ("text", "csv", "json", "markdown")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of the command."""
    parser.add_argument(
        "file", help=say("a workbook (.xlsx, .xlsm), a table (.csv) or an event file")
    )
    add_choices(parser)
    parser.add_argument("--format", choices=FORMATS, default="text", help=say("output format"))
    parser.set_defaults(run=run)


def add_teams(parser: argparse.ArgumentParser) -> None:
    """Add the option that takes the teams of a file which lists players and teams."""
    parser.add_argument(
        "--teams", action="store_true", help=say("the teams of an OpenGotha file, not its players")
    )


def add_choices(parser: argparse.ArgumentParser) -> None:
    """Add the options that choose what decides the places."""
    parser.add_argument("--criteria", default="", help=say('in order, such as "points, BQ, discs"'))
    parser.add_argument("--rulebook", default="", help=say("edition of the rules"))
    add_ranks(parser)
    parser.add_argument("--lot", default="", metavar="SEED", help=say("break the last ties by lot"))
    add_teams(parser)


def add_ranks(parser: argparse.ArgumentParser) -> None:
    """Add the option that replaces ranks of Go."""
    parser.add_argument(
        "--rank", action="append", default=[], metavar="PLAYER=5d",
        help=say("the rank of a player of Go whose cell is not understood"),
    )  # fmt: skip


def ranks_of(given: Sequence[str]) -> dict[str, str]:
    """Return the ranks given as PLAYER=RANK.

    Raises:
        InputError: one without an equals sign.
    """
    pairs = [text.rpartition("=") for text in given]
    if not all(who and grade for who, _, grade in pairs):
        raise InputError.of(say("write a rank as PLAYER=RANK, for example --rank H=5d"))
    return {who.strip(): grade.strip() for who, _, grade in pairs}


def chosen_standings(args: argparse.Namespace, err: TextIO) -> Standings:
    """Return the standings that the arguments ask for; print what is faulty or odd in the file."""
    return opened_and_ranked(args, args.file, err)[1]


def opened_and_ranked(
    args: argparse.Namespace, name: str, err: TextIO
) -> tuple[Tournament, Standings]:
    """Return the event in a file and its standings; print what is faulty or odd in the file."""
    try:
        opened = api.open_event(name, ranks=ranks_of(args.rank), provisional=True, teams=args.teams)
    except InputError as error:
        raise _refused(error, name, err) from None
    has_places = bool(args.criteria or understood(opened.parsed()))
    print_faults(opened.event.faults, name, err, PROVISIONAL if has_places else NO_PLACES)
    print_warnings(opened.warnings, err)
    if opened.event.faults and not has_places:
        raise InputError([])  # all has been said
    print_unranked(opened.event, err)
    criteria = args.criteria or _of_the_file(opened, err)
    return opened, api.standings(opened, criteria, rulebook=args.rulebook, lot=args.lot)


def _refused(error: InputError, name: str, err: TextIO) -> InputError:
    """Print what a workbook shows in place of its standings; return what is then left to say."""
    if not name.lower().endswith((".xlsx", ".xlsm")):
        return error
    print_faults([Fault(own.text) for own in error.faults], name, err, NO_STANDINGS)
    return InputError([])


def _of_the_file(opened: Tournament, err: TextIO) -> str:
    """Return the criteria that the columns of an EGD file hold, and say so; "" elsewhere."""
    if opened.source != "h9" or opened.event.settings.get(STARTS) == MISSING:
        return ""
    from xltie.ranking.verification import criteria_of, verify

    event_index = opened.event_index()
    findings = verify(event_index)
    if not findings:
        return ""
    own = criteria_of(event_index, findings)
    if own.is_told:
        print(say('by the columns of the file: --criteria "{value}"', value=own.text), file=err)
    else:
        print(
            say(
                'no column of the file gives a criterion: --criteria "{criteria}"',
                criteria=own.text,
            ),
            file=err,
        )
    for heading in own.left_out:
        print(
            say(
                "warning: no criterion gives the column {heading}; it is left out", heading=heading
            ),
            file=err,
        )
    return own.text


def run(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Print the standings, and what is faulty on stderr; returns 1 if they are provisional."""
    with paused_gc():
        found = chosen_standings(args, err)
        for text in advice(found.criteria):
            print(f"warning: {text}", file=err)
        _PRINTERS[args.format](found, out)
    return 1 if found.event_index.event.faults else 0


def shown(criterion_value: CriterionValue | None) -> str:
    """Return a value as text: blank where it was not needed, - where it is undefined."""
    return "" if criterion_value is None else text_of_total(criterion_value.total)


def _rows(found: Standings) -> list[tuple[str, ...]]:
    rows = []
    strata = _strata(found)
    for position, line in enumerate(found.lines):
        above = found.lines[position - 1]
        is_same_list = found.division(above.who) == found.division(line.who)
        repeated = position and above.place == line.place and is_same_list
        place = "" if repeated else line.place
        name = found.event_index.contestant(line.who).name
        why = why_here(found, position, speaking())
        ranks = (str(own.get(line.who, "")) for own in strata.values())
        rows.append((str(place), line.who, name, *map(shown, line.values), *ranks, why))
    return rows


def _strata(found: Standings) -> dict[str, dict[str, int]]:
    """Return the places in every stratum, by the heading of its column."""
    return {f"Stratum {own}": stratum_places(found, own) for own in strata_of(found)}


def _headings(found: Standings) -> tuple[str, ...]:
    return (
        "Place",
        "ID",
        "Name",
        *(c.label for c in found.criteria),
        *_strata(found),
        "Decided by",
    )


def _text(found: Standings, out: TextIO) -> None:
    if found.event_index.event.name:
        print(found.event_index.event.name, file=out)
    headings = _headings(found)
    print_table(headings, _rows(found), (1, 2, len(headings) - 1), out)


def print_csv(found: Standings, out: TextIO) -> None:
    """Print the places and values for other programs: id, place, every criterion in full."""
    import csv

    writer = csv.writer(out, lineterminator="\n")
    strata = _strata(found)
    writer.writerow(("id", "place", *(criterion.label for criterion in found.criteria), *strata))
    texts: dict[int, str] = {}  # by identity: most totals are shared, hashing one is slow
    for line in found.lines:
        ranks = (own.get(line.who, "") for own in strata.values())
        figures = []
        for value in line.values:
            total = None if value is None else value.total
            text = texts.get(id(total))
            if text is None:
                text = texts[id(total)] = _figures(total)
            figures.append(text)
        writer.writerow((line.who, line.place, *figures, *ranks))


def _figures(total: Total) -> str:
    """Return a value with all its digits, for other programs to read; blank if there is none."""
    if total is None:
        return ""
    if isinstance(total, tuple):
        return " / ".join(str(_number(step)) for step in total)
    return str(_number(total))


def _json(found: Standings, out: TextIO) -> None:
    import json

    labels = [criterion.label for criterion in found.criteria]
    strata = _strata(found)
    lines = [
        {
            "place": line.place,
            "id": line.who,
            "name": found.event_index.contestant(line.who).name,
            "values": dict(zip(labels, map(_plain, line.values), strict=True)),
            "decided_by": why_here(found, position),
            **{own: places.get(line.who) for own, places in strata.items()},
        }
        for position, line in enumerate(found.lines)
    ]
    about = {"event": found.event_index.event.name, "criteria": labels, "lot": found.lot}
    json.dump({**about, "standings": lines}, out, ensure_ascii=False, indent=1)
    print(file=out)


def _plain(criterion_value: CriterionValue | None) -> Any:
    """Return a value for JSON: numbers as numbers, a value in steps as a list."""
    if criterion_value is None or criterion_value.total is None:
        return None
    if isinstance(criterion_value.total, tuple):
        return [_number(step) for step in criterion_value.total]
    return _number(criterion_value.total)


def _number(value: Number) -> int | float:
    return int(value) if value.denominator == 1 else float(value)


def _markdown(found: Standings, out: TextIO) -> None:
    own = speaking()
    headings = [own.heading(text) for text in _headings(found)]
    print("| " + " | ".join(headings) + " |", file=out)
    print("|" + " --- |" * len(headings), file=out)
    for place, who, name, *values in _rows(found):
        row = (place, who, name, *map(own.sentence, values))
        print("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |", file=out)


_PRINTERS = {"text": _text, "csv": print_csv, "json": _json, "markdown": _markdown}
