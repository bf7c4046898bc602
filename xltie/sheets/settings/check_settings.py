"""Every setting of a workbook, checked where it stands: what has no meaning is named with its cell.

A wrong value is named by the label beside it and says what may stand there, whether a criterion of
the list rests on it or only the next pairing does.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, FrozenSet, Iterator, List, Optional, Tuple

from xltie.core.catalogues import spellings
from xltie.core.cells import number_of
from xltie.core.errors import Fault, InputError, XltieError
from xltie.core.messages import NOTHING, Message, choices, count, say
from xltie.core.records import fields, replace
from xltie.event import Event, EventIndex, Scoring, TeamEvent
from xltie.functions.coercion import coerce
from xltie.functions.registry import REGISTRY, Parameter
from xltie.games import PRESETS, TEAM_PRESETS
from xltie.games.preset import Preset
from xltie.pairing.catalogue import SYSTEMS, couples
from xltie.settings import Setting, declared
from xltie.settings.declared import GAME
from xltie.settings.kinds import system_name
from xltie.sheets.settings.settings_sheet import SettingsSheet, normal_label
from xltie.sheets.tables import MOST_BOARDS

_ALIKE = 0.8
"""How alike two labels are of which one is taken for a slip in the other, from 0 to 1."""


def misspelt_labels(sheet: SettingsSheet) -> Iterator[Fault]:
    """Yield a fault for each label that is nearly one of the game, where that one is missing.

    Its value would not be read, and nobody would see it. Other lines are notes.
    """
    if not sheet.unknown:
        return
    from difflib import get_close_matches  # only a mistake should pay for it

    missing = _labels(sheet)
    for label, place in sheet.unknown.items():
        near = get_close_matches(normal_label(label), list(missing), 1, _ALIKE)
        if near:
            yield Fault.say(
                "there is no setting {label!r}; did you mean {known!r}?",
                place,
                label=label,
                known=missing[near[0]],
            )


def _labels(sheet: SettingsSheet) -> Dict[str, str]:
    """Return the labels, in all languages, of the settings of a game that the sheet lacks."""
    presets = _presets(sheet.text(GAME).lower()) or _ALL
    return {
        normal_label(label): label
        for preset in presets
        for setting in preset.settings
        if setting.key not in sheet.places
        for label in spellings("setting", setting.label)
    }


def game_of_another(sheet: SettingsSheet) -> str:
    """Return the game whose template the settings are of, if they name another; else "".

    They are of a template if they have every basic setting of it, some of which the game named
    lacks, and none that only the game named has.
    """
    found = set(sheet.places)
    named = _presets(sheet.text(GAME).lower())
    if not named:
        return ""
    for other in (preset for preset in _ALL if preset.game != named[0].game):
        basic = frozenset(line.key for line in other.settings if line.setting.is_basic)
        pairs = [(basic - _keys(preset), _keys(preset) - _keys(other)) for preset in named]
        if basic <= found and all(theirs and not ours & found for theirs, ours in pairs):
            return other.game
    return ""


_ALL: Tuple[Preset, ...] = (*PRESETS.values(), *TEAM_PRESETS.values())


def _presets(game: str) -> Tuple[Preset, ...]:
    return tuple(preset for preset in _ALL if preset.game == game)


def _keys(preset: Preset) -> FrozenSet[str]:
    return frozenset(setting.key for setting in preset.settings)


# --------------------------------------------------------------------------------------------------


def checked_event(sheet: SettingsSheet) -> Event:
    """Return the event that settings describe; every one that has no meaning is in its ``faults``.

    Raises:
        InputError: as :meth:`SettingsSheet.event`, and a setting on which the whole reading rests:
            what game or kind of contest it is, who is ranked against whom, what a rank starts with.
    """
    other = game_of_another(sheet)
    if other:  # nothing else can be judged
        said = say("the settings here are those of {game}", game=choices([other]))
        raise InputError([sheet.fault(declared.GAME, said)])
    event = sheet.event()
    known = {fault.place for fault in event.faults}
    found = [
        (setting, fault)
        for setting, fault in _wrong(sheet, event)
        if sheet.place(setting) not in known
    ]
    misspelt = tuple(misspelt_labels(sheet))
    is_missing = event.settings.text(declared.START_SCORES) == declared.MISSING
    if is_missing or any(_is_vital(setting, event) for setting, _ in found):
        raise InputError([*(fault for _, fault in found), *event.faults, *misspelt])
    if not found and not misspelt:
        return event
    labels = {setting.key: sheet.label(setting.key) for setting, _ in found}
    faults = (*event.faults, *(fault for _, fault in found), *misspelt)
    return replace(event, faults=faults, settings=event.settings.doubting(labels))


def _is_vital(setting: Setting[Any], event: Event) -> bool:
    """Tell whether nothing can be read without a setting: ranks give start scores in McMahon."""
    return event.game in setting.vital and (not event.traits.has_ranks or event.format == "mcmahon")


_UNTOLD = say(
    "the file that the event came from does not tell the start scores; type them under Start score "
    "of the players with Format mcmahon, or leave them out if there were none, and empty this cell"
)


def couple_faults(sheet: SettingsSheet, event: Event) -> Iterator[Fault]:
    """Yield what is wrong with the pairs that must not meet: only the players can tell."""
    text = sheet.text(declared.PAIRING_PAIRS)
    if text:
        faults: List[Fault] = []
        couples(EventIndex(event), text, faults)
        place = sheet.place(declared.PAIRING_PAIRS)
        yield from (replace(fault, place=place) for fault in faults)


def _wrong(sheet: SettingsSheet, event: Event) -> Iterator[Tuple[Setting[Any], Fault]]:
    """Yield every setting that has no meaning, and its fault."""
    for key, code in sheet.errors.items():
        setting = declared.BY_KEY[key]
        yield (
            setting,
            Fault.say("the cell holds the error {error}", sheet.place(setting), error=code),
        )
    for key, text in sheet.settings.said:
        setting = declared.BY_KEY[key]
        what = _wrong_name(event, setting, text) or _wrong_value(event, setting, text)
        if what:
            yield setting, sheet.fault(setting, what)
        elif setting.is_option and event.game in PRESETS:
            yield from ((setting, fault) for fault in _refused_by_all(sheet, setting, event.game))


def _wrong_name(event: Event, setting: Setting[Any], text: str) -> Message:
    """Return what may be named instead of a text; nothing where the game, or pairing, knows it."""
    offered = _offered(setting, event.game)
    if (
        setting in (declared.CONTEST, declared.WINNERS)
        and isinstance(setting.value(text), Message)
        and offered
    ):
        return say("choose from {names}", names=choices(offered))
    if setting is declared.FORMAT and event.format not in offered:
        return say("choose from {names}", names=choices(offered))
    if setting is declared.PAIRING and system_name(text) not in SYSTEMS:
        return say("choose from {names}", names=choices(offered))
    return NOTHING


def _wrong_value(event: Event, setting: Setting[Any], text: str) -> Message:
    """Return what is wrong with a text that no list decides; nothing where it is right."""
    if setting is declared.START_SCORES:
        return _UNTOLD
    if setting.is_apart or (setting.games and event.game not in setting.games):
        return NOTHING
    value = setting.value(text)
    if isinstance(value, Message):
        return value
    bar = event.settings[declared.BAR]
    if setting is declared.FLOOR and bar is not None and value > bar:
        return say("it is above the McMahon bar {bar!r}", bar=event.settings.text(declared.BAR))
    return NOTHING


def _offered(setting: Setting[Any], game: str) -> Tuple[str, ...]:
    """Return the choices that the templates of a game, or of every game, offer for a setting."""
    presets = [preset for preset in (PRESETS.get(game), TEAM_PRESETS.get(game)) if preset]
    found: Dict[str, None] = {}
    for preset in presets or PRESETS.values():
        for line in preset.settings:
            if line.setting is setting:
                found.update(dict.fromkeys(line.choices))
    return tuple(found)


def _refused_by_all(sheet: SettingsSheet, setting: Setting[Any], game: str) -> Iterator[Fault]:
    """Yield why no criterion of a game takes an option; nothing if one does, or none has it."""
    found: List[Fault] = []
    for entry in REGISTRY.values():
        if entry.is_criterion and f".{game}." in f"{entry.compute.__module__}.":
            for parameter in (option for option in entry.options if option.name == setting.key):
                fault = _refused(sheet, setting, parameter)
                if fault is None:
                    return
                found.append(fault)
    yield from found[:1]


def _refused(sheet: SettingsSheet, setting: Setting[Any], parameter: Parameter) -> Optional[Fault]:
    """Return why an option does not take its setting, None where it does."""
    text = sheet.text(setting)
    try:
        coerce(parameter._replace(name=sheet.label(setting.key)), text)
    except XltieError as error:
        if parameter.names is not None and number_of(text) is None:
            return sheet.fault(setting, say("choose from {names}", names=choices(parameter.names)))
        return replace(sheet.fault(setting, error.message), message=error.message)
    return None


_MATCH_POINTS = ((declared.MATCH_WIN, 2), (declared.MATCH_DRAW, 1), (declared.MATCH_LOSS, 0))


def team_base(sheet: SettingsSheet, boards: int) -> TeamEvent:
    """Return an event without teams and matches that carries these settings.

    ``boards`` is how many columns of boards the matches have, 0 where they have only results; it
    counts where no setting says so.

    Raises:
        InputError: every invalid setting.
    """
    faults: List[Fault] = []
    win, draw, loss = (
        _number(sheet, setting, Fraction(usual), faults) for setting, usual in _MATCH_POINTS
    )
    bye = _number(sheet, declared.BYE_MATCH, draw, faults)
    played = _boards(sheet, boards, faults)
    primary = sheet.read(declared.PRIMARY, faults).upper()
    colours = sheet.text(declared.COLOURS).upper()
    if set(colours) - {"W", "B"} or (colours and len(colours) != played):
        said = count(
            played,
            "write W or B for the {n} board",
            "write W or B for each of the {n} boards, such as WBWB",
        )
        faults.append(sheet.fault(declared.COLOURS, said))
    games = sheet.read(declared.BYE_GAMES, faults)
    base, found = _event(sheet)
    faults.extend(found)
    if faults:
        raise InputError(faults)
    plain = {field.name: getattr(base, field.name) for field in fields(Event)}
    none = Fraction(0)
    plain["scoring"] = Scoring(win, draw, loss, bye, win, draw, none, win, none, none)
    plain["game"] = base.game or "chess"
    plain["settings"] = base.settings.with_(declared.CONTEST, "teams")
    return TeamEvent(
        **plain, boards=played, game_scoring=base.scoring, primary=primary,
        bye_game_points=games, colours=colours,
    )  # fmt: skip


def _boards(sheet: SettingsSheet, columns: int, faults: List[Fault]) -> int:
    """Return how many boards a match has; ``columns`` is how many the matches have columns for."""
    usual = columns or 1
    said = sheet.settings[declared.MATCH_BOARDS]
    found = usual if said is None else said
    if (said is None and sheet.text(declared.MATCH_BOARDS)) or found > MOST_BOARDS:
        what = say("a match has 1 to {most} boards", most=MOST_BOARDS)
        faults.append(sheet.fault(declared.MATCH_BOARDS, what))
    elif 0 < columns < found:
        what = count(
            columns,
            "the matches have columns for {n} board",
            "the matches have columns for {n} boards",
        )
        faults.append(sheet.fault(declared.MATCH_BOARDS, what))
    return found


def _event(sheet: SettingsSheet) -> Tuple[Event, Tuple[Fault, ...]]:
    try:
        return checked_event(sheet), ()
    except InputError as error:
        return Event(), error.faults


def _number(
    sheet: SettingsSheet, setting: Setting[Optional[Fraction]], usual: Fraction, faults: List[Fault]
) -> Fraction:
    found = sheet.read(setting, faults)
    return usual if found is None else found
