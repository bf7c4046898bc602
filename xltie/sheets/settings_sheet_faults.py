"""What is wrong with a Settings sheet as a whole: labels that say nothing, the game of another."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Dict, FrozenSet, Iterator, Tuple

from xltie.core.catalogues import spellings
from xltie.core.errors import Fault
from xltie.core.messages import say
from xltie.games import PRESETS, TEAM_PRESETS
from xltie.games.preset import Preset
from xltie.settings.declared import GAME
from xltie.sheets.settings_sheet import SettingsSheet, normal_label

_ALIKE = 0.8
"""How alike two labels are of which one is taken for a slip in the other, from 0 to 1."""


def misspelt_labels(sheet: SettingsSheet) -> Iterator[Fault]:
    """Yield a fault for each label that is nearly one of the game, where that one is missing.

    Its value would not be read, and nobody would see it. Other lines are notes.
    """
    if not sheet.unknown:
        return
    missing = _labels(sheet)
    for label, place in sheet.unknown.items():
        near = get_close_matches(normal_label(label), list(missing), 1, _ALIKE)
        if near:
            yield Fault(
                say(
                    "there is no setting {label!r}; did you mean {known!r}?",
                    label=label,
                    known=missing[near[0]],
                ),
                place,
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

    They are of a template if they have every setting of it that the game named lacks, and none that
    only the game named has.
    """
    found = set(sheet.places)
    named = _presets(sheet.text(GAME).lower())
    if not named:
        return ""
    for other in (own for own in _ALL if own.game != named[0].game):
        pairs = [(_keys(other) - _keys(own), _keys(own) - _keys(other)) for own in named]
        if all(theirs and theirs <= found and not ours & found for theirs, ours in pairs):
            return other.game
    return ""


_ALL: Tuple[Preset, ...] = (*PRESETS.values(), *TEAM_PRESETS.values())


def _presets(game: str) -> Tuple[Preset, ...]:
    return tuple(own for own in _ALL if own.game == game)


def _keys(preset: Preset) -> FrozenSet[str]:
    return frozenset(own.key for own in preset.settings)
