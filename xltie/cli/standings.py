"""``xltie standings FILE``: the places of an event, whatever file it is in."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping, Sequence
from contextlib import nullcontext
from typing import Any, TextIO

from xltie import api
from xltie.cli.console import Console
from xltie.cli.group_list import as_json, figures_of, plain_value, print_group, print_markdown
from xltie.cli.opening import add_session, in_session, open_event
from xltie.cli.option_values import add_event_file, add_reads, as_read, asked_for
from xltie.cli.parser import Parser
from xltie.cli.printing import (
    faults_and_rest,
    print_other_places,
    print_table,
    print_unranked,
    print_warnings,
    written_cells,
)
from xltie.core.csv_table import write_csv
from xltie.core.errors import InputError, WrongCall
from xltie.core.messages import Said, say, word, words
from xltie.core.paused_gc import paused_gc
from xltie.core.records import replace
from xltie.event import NO_PLACES, NO_STANDINGS, PROVISIONAL, after_round, has_places_after_rounds
from xltie.ranking import (
    Standings,
    Tournament,
    advice,
    strata_of,
    text_of_value,
    undefined_for_everybody,
    understood,
    why_here,
)
from xltie.rules.common.criterion_value import CriterionValue
from xltie.settings.declared import CRITERIA, LOT, MISSING, RULEBOOK, START_SCORES

GROUPS = "U18, 60+, women, <2000, 1800-1999, unrated, NOR, club=Name, countries=3"


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    add_choices(parser)
    add_round(parser)
    add_reads(parser)
    parser.form("csv", "json", "markdown")
    parser.value("--group", "GROUP", say("only a group: {groups}", groups=GROUPS))


def add_teams(parser: Parser) -> None:
    """Add the option that takes the teams of a file which lists players and teams."""
    parser.flag("--teams", help=say("the teams of an OpenGotha file, not its players"))


def add_choices(parser: Parser) -> None:
    """Add the options that choose what is ranked; by what is said by settings."""
    add_ranks(parser)
    add_session(parser)
    add_teams(parser)


def add_round(parser: Parser) -> None:
    """Add the option that goes back to an earlier round."""
    parser.number(
        "--round", dest="after", metavar="N",
        help=say("as it stood after round N (default: the latest)"),
    )  # fmt: skip


def _after(opened: Tournament, number: int) -> Tournament:
    """Return an event as it was after a round (0: now), with nothing of the rounds that followed.

    Raises:
        WrongCall: the round has not begun, or it is not known which results it had.
    """
    if not number:
        return opened
    last = opened.event.last_round
    if not has_places_after_rounds(opened.event):
        raise WrongCall.say("this event does not tell which results an earlier round had")
    if number > last:
        raise WrongCall.of(
            say("there are no games in round {number}; the newest is {last}",
                number=number, last=last)
        )  # fmt: skip
    return replace(opened, event=after_round(opened.event, number))


def add_ranks(parser: Parser) -> None:
    """Add the option that replaces ranks of Go."""
    about = say("the rank of a Go player whose cell is not understood")
    parser.several("--rank", "PLAYER=5d", about)


def ranks_of(given: Sequence[str]) -> dict[str, str]:
    """Return the ranks given as PLAYER=RANK.

    Raises:
        InputError: one without an equals sign.
    """
    pairs = [text.rpartition("=") for text in given]
    if not all(who and grade for who, _, grade in pairs):
        raise WrongCall.say("write a rank as PLAYER=RANK, for example --rank H=5d")
    return {who.strip(): grade.strip() for who, _, grade in pairs}


def chosen_standings(args: argparse.Namespace, console: Console) -> Standings:
    """Return the standings that the arguments ask for; print what is faulty or odd in the file."""
    return opened_and_ranked(args, args.file, console, args.after)[1]


def opened_and_ranked(
    args: argparse.Namespace,
    name: str,
    console: Console,
    after: int = 0,
    reads: Mapping[str, Any] = {},
) -> tuple[Tournament, Standings]:
    """Return the event in a file and its standings; print what is faulty or odd in the file.

    ``after`` is the round after which they stood so, ``reads`` how a table of somebody's own
    is read.

    Raises:
        XltieError: the file cannot be read, or has faults and no criteria to rank by.
    """
    opened = _after(_opened(args, name, console, reads), after)
    listed, rulebook, lot = (args.settings.get(one, "") for one in (CRITERIA, RULEBOOK, LOT))
    has_places = bool(listed or understood(opened.parsed()))
    _print_faults(opened, name, has_places, console)
    print_warnings(opened.warnings, console)
    print_unranked(opened.event, console)
    _say_edition(rulebook, console)
    criteria = listed or _of_the_file(opened, console)
    with asked_for() if listed or rulebook else nullcontext():
        found = api.standings(opened, criteria, rulebook=rulebook, lot=lot)
    if opened.source and not (listed or after or args.session):
        print_other_places(opened.event, found, name, console)
    return opened, found


def _opened(
    args: argparse.Namespace, name: str, console: Console, reads: Mapping[str, Any]
) -> Tournament:
    """Return the event, or the session of it, that the arguments ask for."""
    ranks = ranks_of(args.rank)
    try:
        opened = open_event(name, console, ranks=ranks, provisional=True, teams=args.teams, **reads)
    except WrongCall:
        raise
    except InputError as error:
        raise _refused(error, name) from None
    return in_session(opened, args.session)


def _print_faults(opened: Tournament, name: str, has_places: bool, console: Console) -> None:
    told = faults_and_rest(opened.event.faults, name, PROVISIONAL if has_places else NO_PLACES)
    if told and not has_places:
        raise InputError(told)  # nothing is ranked that could be odd
    for fault in told:
        console.fault(fault)


def _say_edition(asked: str, console: Console) -> None:
    """Say which edition of the rules is meant by a year that has none of its own."""
    from xltie.rules.common.rulebooks import rulebook

    if asked:
        with asked_for():
            meant = rulebook(asked).name
        if meant != asked.strip().lower():
            console.note("{asked}: the edition is {edition}", asked=asked, edition=meant)


def _refused(error: InputError, name: str) -> InputError:
    """Return an error that also says what a workbook shows in place of its standings."""
    if not name.lower().endswith((".xlsx", ".xlsm")):
        return error
    faults = [replace(fault, place=replace(fault.place, file="")) for fault in error.faults]
    made = InputError(faults_and_rest(faults, name, NO_STANDINGS))
    made.language = error.language
    return made


def _of_the_file(opened: Tournament, console: Console) -> str:
    """Return the criteria that the columns of an EGD file hold, and say so; "" elsewhere."""
    if opened.source != "h9" or opened.event.settings.text(START_SCORES) == MISSING:
        return ""
    from xltie.ranking.verification import criteria_of, verify

    event_index = opened.event_index()
    findings = verify(event_index)
    if not findings:
        return ""
    found = criteria_of(event_index, findings)
    if found.is_told:
        told = say('by the columns of the file: --criteria "{criteria}"', criteria=found.text)
    else:
        told = say(
            'no column of the file gives a criterion: --criteria "{criteria}"', criteria=found.text
        )
    console.note(told)
    for heading in found.left_out:
        console.warn("no criterion gives the column {heading}; it is left out", heading=heading)
    return found.text


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the standings, and what is faulty on stderr; returns 1 if they are provisional."""
    with paused_gc():
        _, found = opened_and_ranked(args, args.file, console, args.after, as_read(args))
        for message in advice(found.criteria):
            console.warn(message)
        for message in undefined_for_everybody(found):
            console.note(message)
        if not (found.lines or found.event_index.event.faults):
            console.note("no games and no players stand here")
        if args.group:
            print_group(found, args.group, args.format, console)
        elif args.format == "csv":
            print_csv(found, console.out, names=True)
        else:
            _PRINTERS[args.format](found, console)
    return 1 if found.event_index.event.faults else 0


def shown(criterion_value: CriterionValue | None) -> str:
    """Return a value as text: blank where it was not needed, - where it is undefined."""
    return "" if criterion_value is None else text_of_value(criterion_value)


def _rows(found: Standings, console: Console) -> list[list[str]]:
    """Return the cells of every line as they are shown: the texts, and the numbers as written."""
    rows = []
    texts = _texts(_headings(found, console))
    strata = strata_of(found)
    for position, line in enumerate(found.lines):
        above = found.lines[position - 1]
        is_same_list = found.division(above.who) == found.division(line.who)
        repeated = position and above.place == line.place and is_same_list
        place = "" if repeated else line.place
        name = found.event_index.contestant(line.who).name
        why = console.words(why_here(found, position))
        ranks = (str(places.get(line.who, "")) for places in strata.values())
        row = (str(place), line.who, name, *map(shown, line.values), *ranks, why)
        rows.append(written_cells(row, texts, console))
    return rows


def _headings(found: Standings, console: Console) -> tuple[Said, ...]:
    return (
        *words("heading", "Place", "ID", "Name"),
        *(console.language.heading(criterion.label) for criterion in found.criteria),
        *(word("heading", "Stratum {name}", name=stratum) for stratum in strata_of(found)),
        word("heading", "Decided by"),
    )


def _texts(headings: Sequence[Said]) -> tuple[int, ...]:
    """Return which columns hold texts: the ID, the name, and what the place was decided by."""
    return 1, 2, len(headings) - 1


def _text(found: Standings, console: Console) -> None:
    if found.event_index.event.name:
        console.show(found.event_index.event.name)
    headings = _headings(found, console)
    print_table(headings, _rows(found, console), _texts(headings), console)


def print_csv(found: Standings, out: TextIO, names: bool = False) -> None:
    """Print the places and values for other programs: id, place, every criterion in full.

    With ``names`` those of the players stand at the end, where they are not their ids.
    """
    write_csv(out, _csv_rows(found, names))


def _csv_rows(found: Standings, names: bool) -> Iterator[tuple[object, ...]]:
    strata = strata_of(found)
    labels = (criterion.label for criterion in found.criteria)
    name_of = found.event_index.name_of
    names = names and any(name_of(line.who) for line in found.lines)
    last = ("name",) if names else ()
    yield ("id", "place", *labels, *map(_stratum_key, strata), *last)
    columns = map(_column, zip(*(line.values for line in found.lines), strict=True))
    for line, *figures in zip(found.lines, *columns, strict=True):
        ranks = (places.get(line.who, "") for places in strata.values())
        name = (name_of(line.who),) if names else ()
        yield (line.who, line.place, *figures, *ranks, *name)


def _column(values: Sequence[CriterionValue | None]) -> list[str]:
    """Return the values of a criterion with all their digits, line by line."""
    totals = [None if value is None else value.total for value in values]
    shared = {id(total): total for total in totals}  # most are
    texts = {at: figures_of(total) for at, total in shared.items()}
    return [texts[id(total)] for total in totals]


def _stratum_key(stratum: str) -> str:
    """Return the name of a stratum's column for programs."""
    return f"Stratum {stratum}"


def _json(found: Standings, console: Console) -> None:
    labels = [criterion.label for criterion in found.criteria]
    strata = strata_of(found)
    lines = [
        {
            "place": line.place,
            "id": line.who,
            "name": found.event_index.contestant(line.who).name,
            "values": {
                label: None if value is None else plain_value(value.total)
                for label, value in zip(labels, line.values, strict=True)
            },
            "decided_by": str(why_here(found, position)),
            **{_stratum_key(name): places.get(line.who) for name, places in strata.items()},
        }
        for position, line in enumerate(found.lines)
    ]
    about = {"event": found.event_index.event.name, "criteria": labels, "lot": found.lot}
    console.show(as_json({**about, "standings": lines}))


def _markdown(found: Standings, console: Console) -> None:
    print_markdown(_headings(found, console), _rows(found, console), console)


_PRINTERS = {"text": _text, "json": _json, "markdown": _markdown}
