"""The rules of an event on paper, from its own settings: to be handed out before it begins."""

from __future__ import annotations

from xltie.core.catalogues import translated
from xltie.core.messages import Message, say, word
from xltie.core.numbers import show
from xltie.event import Scoring
from xltie.pairing.catalogue import System, system_of
from xltie.publish.page_model import Column, Row, Table
from xltie.publish.pages import cells
from xltie.publish.results import Results
from xltie.settings import Line, declared

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
    fields = {"rounds": event.rounds, "format": event.format, "rulebook": event.rulebook}
    rows: list[Row] = [(text("Players"), str(len(event.listed)), "")] if event.listed else []
    read = {option.name for one in results.ranked.criteria for option in one.function.options}
    read.add(declared.BAR.key)  # it says where everybody starts, whatever the criteria
    preset = results.preset
    lines = preset.with_settings_of(event.settings).settings if preset else ()
    has_teams = preset is not None and preset.under(event.settings.texts).has_teams
    is_of_pairs = event.traits.is_session and not has_teams
    if not event.traits.is_session:
        rows.append((text("Points"), told(_worth(event.scoring)), ""))
    for line in lines:
        value = str(fields.get(line.key) or event.settings.text(line.setting) or "")
        value = value or ("" if line.default is None else str(line.default))
        is_apart = line.key in _SAID_ELSEWHERE or line.setting.is_of_pairing
        is_apart = is_apart or (line.setting.is_option and line.key not in read)
        is_apart = is_apart or (line.setting is declared.MATCH_BOARDS and is_of_pairs)
        is_point = line.setting.is_field and line.key not in fields
        if value and not (is_apart or is_point):
            rows.append(_line(results, line, value))
    return _table(text("Rules"), 3, rows)


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
