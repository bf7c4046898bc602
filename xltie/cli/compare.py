"""``xltie compare FILE``: the same event ranked in several ways, how far they agree, who moves."""

from __future__ import annotations

import argparse
from itertools import combinations
from typing import Any, NamedTuple

from xltie.cli.console import Console
from xltie.cli.group_list import as_json
from xltie.cli.opening import open_event
from xltie.cli.option_values import add_event_file, asked_for
from xltie.cli.parser import Parser
from xltie.cli.printing import print_table, print_warnings
from xltie.core.csv_table import write_csv
from xltie.core.errors import WrongCall
from xltie.core.messages import Message, Said, Value, count, say, word, words
from xltie.core.numbers import with_decimals
from xltie.event import Id
from xltie.ranking import Standings, rank, split_list, text_of_value
from xltie.ranking.statistics import kendall, spearman
from xltie.settings.declared import RULEBOOK

METHODS = {
    "mp": "MP%", "matchpoints": "MP%", "butler": "BUTLERIMPS", "cross": "XIMPS", "ximp": "XIMPS",
    "crossimps": "XIMPS", "z": "Z%", "normal": "Z%", "imp": "IMP", "imps": "IMP", "vp": "VP",
    "vps": "VP", "bam": "BAM",
}  # fmt: skip
"""Ways to score a bridge session, and the criterion that ranks by each."""

_UNDEFINED = "undefined"
"""What programs read where there is no coefficient."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    add_event_file(parser)
    known = say(
        "ways to score a bridge session, such as mp,butler,z; known: {known}", known=_known()
    )
    parser.value("--methods", "LIST", known)
    parser.several(
        "--criteria", "LIST", say('a list of criteria, such as "points, BQ"; give two or more')
    )
    parser.form("csv", "json")


def _known() -> str:
    return ", ".join(dict.fromkeys(name for name in METHODS if len(name) < 7))


class Ranking(NamedTuple):
    """The event ranked in one way."""

    label: str
    standings: Standings

    def place(self, who: Id) -> int:
        """Return a player's place."""
        return self.standings.line(who).place

    def value(self, who: Id) -> str:
        """Return the first value that ranks a player."""
        criterion_value = self.standings.line(who).values[0]
        if criterion_value is None or criterion_value.total is None:
            return "-"
        if isinstance(criterion_value.total, tuple):
            return text_of_value(criterion_value)
        return with_decimals(criterion_value.total, 2).removesuffix(".00")


def run(args: argparse.Namespace, console: Console) -> int:
    """Print the comparison; returns 0."""
    wanted = [(text, _criterion(text)) for text in split_list(args.methods)]
    wanted += [(text, text) for text in args.criteria]
    if len(wanted) < 2:
        raise WrongCall.say(
            "there is nothing to compare: give two or more --methods (mp,butler,z) or "
            '--criteria ("points, BQ")'
        )
    tournament = open_event(args.file, console)
    with asked_for():
        tournament = tournament.under(args.settings.get(RULEBOOK, ""))
        ways = [(label, tournament.parsed(criteria)) for label, criteria in wanted]
    print_warnings(tournament.warnings, console)
    event_index = tournament.event_index()
    rankings = [Ranking(label, rank(event_index, criteria)) for label, criteria in ways]
    _PRINTERS[args.format](rankings, console)
    return 0


def _criterion(method: str) -> str:
    name, bracket, options = method.partition("(")
    criterion = METHODS.get(name.strip().lower())
    if criterion is None:
        raise WrongCall.say(
            "there is no method {name!r}; choose from {known}", name=name.strip(), known=_known()
        )
    return criterion + bracket + options


# -- what is compared ----------------------------------------------------------------------------


class Agreement(NamedTuple):
    """How far two rankings of one division agree; None if one of them is all ties."""

    one: str
    other: str
    division: str
    spearman: str
    kendall: str
    moved: int


def agreements(rankings: list[Ranking]) -> list[Agreement]:
    """Return every two rankings compared, division by division."""
    found = []
    for one, other in combinations(rankings, 2):
        for division, members in _divisions(one.standings).items():
            places = [[ranking.place(who) for who in members] for ranking in (one, other)]
            rho, tau = _four(spearman(*places)), _four(kendall(*places))
            moved = sum(a != b for a, b in zip(*places, strict=True))
            found.append(Agreement(one.label, other.label, division, rho, tau, moved))
    return found


def _four(value: Any) -> str:
    """Return a coefficient to four decimals; the text says so if there is none."""
    return _UNDEFINED if value is None else with_decimals(value, 4)


def _divisions(standings: Standings) -> dict[str, list[Id]]:
    found: dict[str, list[Id]] = {}
    for line in standings.lines:
        found.setdefault(standings.division(line.who), []).append(line.who)
    return found


def _move(rankings: list[Ranking], who: Id) -> int:
    """Return how many places a player gains from the first way to the last."""
    return rankings[0].place(who) - rankings[-1].place(who)


def _rows(rankings: list[Ranking]) -> list[tuple[str, ...]]:
    first = rankings[0].standings
    rows = []
    for line in first.lines:
        cells = [cell for r in rankings for cell in (str(r.place(line.who)), r.value(line.who))]
        moved = _move(rankings, line.who)
        name = first.event_index.contestant(line.who).name
        rows.append((line.who, name, *cells, f"{moved:+d}" if moved else ""))
    return rows


def _headings(rankings: list[Ranking]) -> tuple[Said, ...]:
    place = word("heading", "Place")
    pairs = (cell for ranking in rankings for cell in (place, ranking.label))
    return (*words("heading", "ID", "Name"), *pairs, word("heading", "Moves"))


# -- printing ------------------------------------------------------------------------------------


def _text(rankings: list[Ranking], console: Console) -> None:
    print_table(_headings(rankings), _rows(rankings), (0, 1), console)
    for agreement in agreements(rankings):
        console.say(_sentence(agreement, console))
    for line in _movers(rankings):
        console.say(line)


def _sentence(agreement: Agreement, console: Console) -> Message:
    """Say how far two rankings agree."""
    ways: dict[str, Value] = {"one": agreement.one, "other": agreement.other}
    if agreement.division:
        who = say("{one} and {other} ({division})", division=agreement.division, **ways)
    else:
        who = say("{one} and {other}", **ways)
    written = console.language.sentence
    undefined = word("value", "undefined")
    spearman, kendall = (
        undefined if figure == _UNDEFINED else written(figure)
        for figure in (agreement.spearman, agreement.kendall)
    )
    return count(
        agreement.moved,
        "{rankings}: Spearman {spearman}, Kendall {kendall}, {n} changes place",
        "{rankings}: Spearman {spearman}, Kendall {kendall}, {n} change places",
        rankings=who,
        spearman=spearman,
        kendall=kendall,
    )


def _movers(rankings: list[Ranking]) -> list[Message]:
    """Return, in words, who moves farthest from the first way to the last."""
    standings = rankings[0].standings
    moves = {line.who: _move(rankings, line.who) for line in standings.lines}
    most = max(map(abs, moves.values()), default=0)
    if not most:
        return [say("Nobody moves.")]
    found = []
    for who, move in moves.items():
        if abs(move) == most:
            before, after = rankings[0].place(who), rankings[-1].place(who)
            name = standings.event_index.contestant(who).name
            called = f"{who} {name}" if name else who
            found.append(
                _move_sentence(
                    move > 0,
                    who=called,
                    before=before,
                    first=rankings[0].label,
                    after=after,
                    last=rankings[-1].label,
                )
            )
    return found


def _move_sentence(is_up: bool, **values: Value) -> Message:
    if is_up:
        return say("{who} moves up from place {before} by {first} to {after} by {last}", **values)
    return say("{who} moves down from place {before} by {first} to {after} by {last}", **values)


def _csv(rankings: list[Ranking], console: Console) -> None:
    write_csv(console.out, [map(str, _headings(rankings)), *_rows(rankings)])


def _json(rankings: list[Ranking], console: Console) -> None:
    first = rankings[0].standings
    lines = [
        {
            "id": line.who,
            "name": first.event_index.contestant(line.who).name,
            "places": {ranking.label: ranking.place(line.who) for ranking in rankings},
            "moves": _move(rankings, line.who),
        }
        for line in first.lines
    ]
    pairs = [agreement._asdict() for agreement in agreements(rankings)]
    console.show(as_json({"agreement": pairs, "players": lines}))


_PRINTERS = {"text": _text, "csv": _csv, "json": _json}
