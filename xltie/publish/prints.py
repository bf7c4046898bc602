"""What is printed of an event: lists with the event on every page, and slips for the results."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from xltie.core.catalogues import translated
from xltie.core.errors import InputError
from xltie.core.messages import Message, count, joined, say, word
from xltie.core.numbers import show
from xltie.core.records import dataclass, replace
from xltie.event import Event, Id, Match, Scoring, starting_ranks
from xltie.pairing.catalogue import System, system_of
from xltie.publish import bridge_prints
from xltie.publish.certificates import certificates
from xltie.publish.page_model import Cell, Column, Row, Table
from xltie.publish.pages import cells, crosstable, pairings, site, standings
from xltie.publish.pages.teams import boards_of
from xltie.publish.rendering import digest, environment, read_asset
from xltie.publish.results import Results, has_result, no_such_round
from xltie.ranking import Standings
from xltie.settings import Line, Setting, declared
from xltie.settings.declared import KOMI

KINDS = ("starting", "pairings", "alphabetical", "slips", "standings", "crosstable",
         "norms", "rules")  # fmt: skip
BRIDGE_KINDS = ("travellers", "scorecards", "recap", "guides", "names")
"""What is printed of a bridge session only."""
PAPERS = ("a4", "letter")
_MOST_ACROSS = 100
"""How many letters fit across a sheet that stands upright."""
_MOST_AT_ALL = 150


@dataclass(frozen=True)
class Slip:
    """A slip for one game: the table, and for each player a name, what else is known, a colour.

    ``table`` is "" where it is not known. ``counts`` is what the game counts beside the result,
    such as discs; "" where it counts nothing. ``terms`` are handicap and komi. ``boards`` are those
    of a match of teams: number, and who sits there on either side, "" where that is not known.
    """

    table: str
    players: tuple[tuple[str, str, str], ...]
    counts: str = ""
    terms: str = ""
    boards: tuple[tuple[str, str, str], ...] = ()


@dataclass(frozen=True)
class Part:
    """A part that begins a new page: tables, or slips. ``signs`` asks for two signatures."""

    title: str
    tables: tuple[Table, ...] = ()
    slips: tuple[Slip, ...] = ()
    is_block: bool = False
    signs: bool = False
    has_sentences: bool = False
    """Its cells are sentences, which go on in the next line."""

    @property
    def across(self) -> int:
        """Return how many letters its widest line has."""
        return max(map(_across, self.tables), default=0)

    @property
    def kind(self) -> str:
        """Return how it lies on the paper: wide where it is too broad, small where still so.

        Blocks stand below each other on a page, to be cut apart.
        """
        if self.is_block:
            return "upright block"
        if self.has_sentences:
            return "upright sentences"
        if self.across <= _MOST_ACROSS:
            return "upright"
        return "wide" if self.across <= _MOST_AT_ALL else "wide small"


def sheets_of(results: Results, kinds: Sequence[str], number: int = 0) -> list[Part]:
    """Return every kind of list asked for; ``number`` is the round, 0 for the newest.

    Raises:
        InputError: a kind or a round that there is not.
    """
    if results.event.board_results:
        return [sheet for kind in kinds for sheet in _of_bridge(results, kind, number)]
    return [sheet for kind in kinds for sheet in _maker(kind, KINDS)(results, number)]


def _of_bridge(results: Results, kind: str, number: int) -> list[Part]:
    made = bridge_prints.MAKERS.get(kind)
    if made is None:
        return _maker(kind, (*KINDS, *BRIDGE_KINDS))(results, number)
    is_block = kind in bridge_prints.BLOCKS
    return [Part(title, (table,), is_block=is_block) for title, table in made(results, number)]


def printed(results: Results, sheets: Sequence[Part], paper: str) -> str:
    """Return the lists as one HTML document to print; ``paper`` is one of ``PAPERS``."""
    style = read_asset("print.css").replace("@PAPER@", "A4" if paper == "a4" else "letter")
    policy = f"default-src 'none';style-src '{digest(style)}';base-uri 'none';form-action 'none'"
    language = results.language
    found: str = environment().get_template("print.html").render(
        sheets=sheets, style=style, policy=policy, code=language.code, say=language.text,
        event=results.title, notes=site.notes(results),
        one=cells.one_of(results),
    )  # fmt: skip
    return found


def _maker(kind: str, known: Sequence[str]) -> Callable[[Results, int], list[Part]]:
    try:
        return _MAKERS[kind]
    except KeyError:
        raise InputError.say(
            "{kind!r} cannot be printed; choose from {known}", kind=kind, known=joined(known)
        ) from None


def _across(table: Table) -> int:
    headings = tuple(column.heading for column in table.columns)
    columns = zip(headings, *map(_texts, table.rows), strict=True)
    return sum(max(map(len, texts)) + 2 for texts in columns)


def _texts(row: Row) -> tuple[str, ...]:
    return tuple(
        f"{cell.text} {cell.note}".rstrip() if isinstance(cell, Cell) else cell for cell in row
    )


def _round(results: Results, number: int) -> int:
    """Return the round to print, the newest if none is named.

    Raises:
        InputError: the event has no such round.
    """
    if not results.games:
        raise InputError.say("this event has no games in rounds, and so no pairings to print")
    if number and number not in results.games:
        raise no_such_round(number, max(results.games))
    return number or max(results.games)


def _rules(results: Results, number: int) -> list[Part]:
    return [Part(results.language.text("Rules"), rules(results), has_sentences=True)]


def _starting(results: Results, number: int) -> list[Part]:
    """Return the players in the order of their pairing numbers, with what is known of them."""
    heading, event = results.language.heading, results.event
    numbers = starting_ranks(event)
    listed = sorted(event.contestants, key=lambda player: numbers[player.id])
    rows = [
        (str(numbers[player.id]), cells.player(results, player.id), player.title,
         player.shown_rating, player.grade, player.country, player.club)
        for player in listed
    ]  # fmt: skip
    shown = [any(row[at] for row in rows) for at in range(7)]
    names = ("No", "Name", "Title", "Rating", "Grade", "Federation", "Club")
    columns = [Column(heading(name), name in ("No", "Rating")) for name in names]
    title = results.language.text("Starting list")
    return [Part(title, (Table.showing(shown, columns, rows, title),))]


def _pairings(results: Results, number: int) -> list[Part]:
    at = _round(results, number)
    title = results.language.text("Pairings of round {n}", n=at)
    return [Part(title, (pairings.by_table(results, at),))]


def _alphabetical(results: Results, number: int) -> list[Part]:
    at = _round(results, number)
    title = results.language.text("Pairings of round {n} by name", n=at)
    return [Part(title, (pairings.by_name(results, at),))]


def _standings(results: Results, number: int) -> list[Part]:
    at = number or results.last_result
    title = standings.title(results, at)
    tables = standings.tables(results, _ranked_after(results, at))
    return [Part(f"{title}, {table.title}" if table.title else title, (table,)) for table in tables]


def _crosstable(results: Results, number: int) -> list[Part]:
    _round(results, number)
    at = number or results.last_result
    shown = replace(results, ranked=_ranked_after(results, at))
    title = f"{results.language.text('Crosstable')}, {standings.title(results, at)}"
    return [Part(title, (crosstable.table(shown),))]


def _ranked_after(results: Results, number: int) -> Standings:
    """Return the standings after a round, the newest for 0.

    Raises:
        InputError: the event has none after it.
    """
    if number and number != results.last_result and number not in results.after:
        raise InputError.say("there are no standings after round {number}", number=number)
    return results.after.get(number, results.ranked)


def _slips(results: Results, number: int) -> list[Part]:
    """Return a slip for every game of a round that has no result yet, or for all if all have."""
    at = _round(results, number)
    games = [(table, match) for table, match in pairings.numbered(results, at) if match.b]
    waiting = [(table, match) for table, match in games if not has_result(match)]
    title = results.language.text("Round {n}", n=at)
    slips = tuple(_slip(results, table, match) for table, match in waiting or games)
    return [Part(title, slips=slips)]


def _slip(results: Results, table: str, match: Match) -> Slip:
    preset = results.preset
    counted = preset.scores[0].split()[-1].capitalize() if preset and preset.scores else ""
    sides = [half for half in cells.seated(results, match) if half is not None]
    players = tuple(
        (results.name(side.who), _about(results, side.who), cells.seat(results, side))
        for side in sides
    )
    heading = results.language.heading(counted) if counted else ""
    teams = boards_of(results)
    boards = () if teams is None else teams.sides(match.round, *(side.who for side in sides))
    return Slip(table, players, heading, _terms(results, match), boards)


def _norms(results: Results, number: int) -> list[Part]:
    return [Part(title, tables, signs=True) for title, tables in certificates(results)]


def _terms(results: Results, match: Match) -> str:
    """Return what a game of Go is played with: stones and komi.

    With a handicap there is no komi but the half point that decides a tie; a handicap of one is
    that alone.
    """
    event = results.event
    if not event.traits.has_handicap:
        return ""
    komi = Fraction(1, 2) if match.handicap else event.settings[KOMI]
    found = []
    if match.handicap > 1:
        found.append(count(match.handicap, "handicap {n} stone", "handicap {n} stones"))
    if komi is not None:
        found.append(say("komi {komi}", komi=show(komi)))
    return results.language.say(joined(found, ", ")) if found else ""


def _about(results: Results, who: Id) -> str:
    """Return the number and the rating of a player, where there are any."""
    contestant = results.event_index.contestant(who)
    number = f"{results.language.text('ID')} {who}" if results.has_names else ""
    return ", ".join(filter(None, (number, contestant.grade, contestant.shown_rating)))


_MAKERS: dict[str, Callable[[Results, int], list[Part]]] = {
    "starting": _starting, "pairings": _pairings, "alphabetical": _alphabetical, "slips": _slips,
    "standings": _standings, "crosstable": _crosstable,
    "norms": _norms, "rules": _rules,
}  # fmt: skip


_SAID_ELSEWHERE = frozenset(
    setting.key
    for setting in (
        declared.EVENT, declared.LANGUAGE, declared.GAME, declared.CRITERIA, declared.SHOWN,
        declared.PAIRING, declared.PAIRING_SEED, declared.RATING_LIST,
    )
)  # fmt: skip


def rules(results: Results) -> tuple[Table, ...]:
    """Return the tables: the event, what decides the places, how rounds are paired."""
    found = (_event(results), _places(results), _pairing(results))
    return tuple(table for table in found if table.rows)


def _table(title: str, columns: int, rows: list[Row], at: int = 0) -> Table:
    headings = ["" if column != at else title for column in range(columns)]
    return Table(tuple(map(Column, headings)), tuple(rows), title)


def _event(results: Results) -> Table:
    """Return what holds for the event: the lines of the Settings that say something, and why."""
    event, text, told = results.event, results.language.text, results.language.say
    rows: list[Row] = [(text("Players"), str(len(event.listed)), "")] if event.listed else []
    if not event.traits.is_session:
        rows.append((text("Points"), told(_worth(event.scoring)), ""))
    preset, is_untold = results.preset, _untold(results)
    for line in preset.with_settings_of(event.settings).settings if preset else ():
        value = _value(event, line)
        if value and not is_untold(line.setting):
            rows.append(_line(results, line, value))
    return _table(text("Rules"), 3, rows)


_OF_EVENT = ("rounds", "format", "rulebook")
"""Settings that fields of the event hold, and that are told."""


def _value(event: Event, line: Line) -> str:
    """Return what an event says in a line, what is usual there where it says nothing."""
    field = getattr(event, line.key) if line.key in _OF_EVENT else ""
    usual = "" if line.default is None else line.default
    return str(field or event.settings.text(line.setting) or usual)


def _untold(results: Results) -> Callable[[Setting[Any]], bool]:
    """Return what tells whether a setting is said elsewhere, or is nothing to this event."""
    event, preset = results.event, results.preset
    read = {option.name for one in results.ranked.criteria for option in one.function.options}
    read.add(declared.BAR.key)  # it says where everybody starts, whatever the criteria
    has_teams = preset is not None and preset.under(event.settings.texts).has_teams
    apart = set(_SAID_ELSEWHERE)
    if event.traits.is_session and not has_teams:
        apart.add(declared.MATCH_BOARDS.key)

    def is_untold(setting: Setting[Any]) -> bool:
        is_point = setting.is_field and setting.key not in _OF_EVENT
        is_unread = setting.is_option and setting.key not in read
        return setting.key in apart or setting.is_of_pairing or is_point or is_unread

    return is_untold


def _line(results: Results, line: Line, value: str) -> Row:
    said, code = results.language.say, results.language.code
    context = line.setting.words or "choice"
    return (
        said(Message(line.label, context="setting")),
        translated(context, value, code),
        said(Message(line.help)) if line.help else "",
    )


def _worth(scoring: Scoring) -> Message:
    return say(
        "{win} for a win, {draw} for a draw, {loss} for a loss, {bye} for a bye",
        win=show(scoring.win),
        draw=show(scoring.draw),
        loss=show(scoring.loss),
        bye=show(scoring.pairing_bye),
    )


def _places(results: Results) -> Table:
    """Return the criteria in their order, each in sentences."""
    rows: list[Row] = [
        (str(at), meaning.label, " ".join(meaning.sentences))
        for at, meaning in enumerate(cells.glossary(results), 1)
    ]
    rows.append(("", "", results.language.say(say("Who is level in all of them shares a place."))))
    return _table(results.language.text("What decides the places, in this order"), 3, rows, at=2)


def _pairing(results: Results) -> Table:
    """Return the system by which rounds are paired, where it stands, and what it avoids."""
    system = system_of(results.event)
    said = results.language.say
    rows: list[Row] = [(said(system.title), "; ".join(map(str, system.sources)))]
    rows += [("", said(told)) for told in _avoided(system)]
    return _table(said(word("setting", "Pairing")), 2, rows)


def _avoided(system: System) -> list[Message]:
    """Return in words what a system without brackets avoids, the most important first."""
    rules = [one for one in system.objectives if one.rule and not one.is_counted]
    if not rules or not system.is_swiss or system.brackets:
        return []
    return [
        say("Nobody meets an opponent twice while that can be avoided."),
        say("Avoided as far as possible, in this order:"),
        *(one.told(1) for one in rules),
    ]
