"""The Settings sheet: labels in the first column, values in the second."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any, Dict, List, Mapping, Optional, Tuple, TypeVar

from xltie.core.catalogues import LANGUAGES, code_of, in_english, language_of, spellings, translated
from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.dates import DAYS_TO_1904, date_of_days
from xltie.core.errors import NOWHERE, Fault, InputError, Place
from xltie.core.language import Language, language
from xltie.core.messages import Message, choices, say
from xltie.core.records import dataclass, field
from xltie.event import Event, Scoring
from xltie.games import PRESETS, TEAM_PRESETS, Preset, traits_of
from xltie.rules.common.rulebooks import RULEBOOKS, is_rulebook
from xltie.rules.othello.brightwell_constant import METHODS, constant
from xltie.settings import NO_SETTINGS, Line, Setting, Settings, declared
from xltie.settings.declared import BY_KEY, LANGUAGE
from xltie.settings.settings import setting_code, setting_fault

T = TypeVar("T")


def normal_label(text: str) -> str:
    """Return a label without case, spaces and punctuation."""
    return re.sub(r"[\s_.:\-]+", "", text).casefold()


_LABELLED: Tuple[Setting[Any], ...] = tuple(
    setting for setting in declared.BY_KEY.values() if setting.label
)
_LINES: Tuple[Line, ...] = (
    *(setting.line() for setting in _LABELLED),
    *(line for preset in (*PRESETS.values(), *TEAM_PRESETS.values()) for line in preset.settings),
)
_KEYS: Mapping[str, str] = {
    **{
        normal_label(label): line.key
        for line in _LINES
        for label in spellings("setting", line.label)
    },
    **{normal_label(setting.key): setting.key for setting in _LABELLED},
    **{label: setting.key for setting in _LABELLED for label in setting.other_labels},
}
_CHOSEN = frozenset(line.key for line in _LINES if line.choices)
"""Settings whose values are offered as words, in the language of the workbook."""
_COMPUTED = frozenset({declared.C.key, declared.EVENT.key})
"""Settings that a formula of ours repeats or computes: its error says nothing of them."""
BETWEEN_WORDS = re.compile(r"(\s*[,;\n]\s*|(?<=\w)\s+\d[\d/]*$)")
"""What ends a word of a list: a mark, or the number that follows it, as in ``byo-yomi 30``."""
_LONGEST_LABEL = 2
"""Spaces in a label that reads well inside a sentence without quotes."""


@dataclass(frozen=True)
class SettingsSheet:
    """What a Settings sheet says, where each setting stands, and what stands beside it."""

    settings: Settings = NO_SETTINGS
    """All that is said, also what fields of the event hold."""
    places: Mapping[str, Place] = field(default_factory=dict)
    """Where the value of each setting stands, also of those that are blank, by key."""
    labels: Mapping[str, str] = field(default_factory=dict)
    labelled: str = "en"
    """The language that most of its labels are in."""
    unknown: Mapping[str, Place] = field(default_factory=dict)
    """Where labels stand that have a value beside them and are of no setting."""
    errors: Mapping[str, str] = field(default_factory=dict)
    """The errors that cells hold in place of a setting, by key."""

    def text(self, setting: Setting[Any], usual: str = "") -> str:
        """Return what is said for a setting, or what is usual where it is blank or absent."""
        return self.settings.text(setting, usual)

    def label(self, key: str) -> str:
        """Return what stands beside a setting, in quotes where it is half a sentence."""
        label = self.labels.get(key, key)
        return f"{label!r}" if label.count(" ") > _LONGEST_LABEL else label

    def place(self, setting: Setting[Any]) -> Place:
        """Return where the value of a setting stands."""
        return self.places.get(setting.key, NOWHERE)

    def fault(self, setting: Setting[Any], what: Message) -> Fault:
        """Return the fault of a setting, by its label and value."""
        label, place = self.label(setting.key), self.place(setting)
        return setting_fault(setting, self.text(setting), what, label, place)

    def read(self, setting: Setting[T], faults: List[Fault]) -> T:
        """Return the value of a setting, and keep the fault of one that is not understood."""
        value = setting.value(self.text(setting))
        if isinstance(value, Message):
            faults.append(self.fault(setting, value))
            return setting.kind.blank
        return value

    def event(self) -> Event:
        """Return an event without players and games that carries these settings.

        A setting that is not understood is among its ``faults``, and those that more than one
        option rests on are among the doubts of its settings.

        Raises:
            InputError: an invalid game or point system, behind every score, and what is invalid
                besides.
        """
        faults: List[Fault] = []
        game = self.text(declared.GAME).lower()
        if game and game not in PRESETS:
            faults.append(
                self.fault(declared.GAME, say("choose from {names}", names=choices(PRESETS)))
            )
        preset, traits = PRESETS.get(game), traits_of(game)
        tally = self.read(declared.TALLY_SUM, faults)
        scoring = self._scoring(faults)
        others: List[Fault] = []
        rounds = self.read(declared.ROUNDS, others)
        doubtful = ["rounds"] if others and not traits.is_session else []
        start_date, rulebook = self.read(declared.START_DATE, others), self.text(declared.RULEBOOK)
        is_undated = bool(self.text(declared.START_DATE)) and not start_date
        if is_undated and traits.has_dated_editions and not rulebook:
            doubtful.append("date")
        if rulebook and not is_rulebook(rulebook):
            known = ", ".join(_rulebooks(preset))
            others.append(self.fault(declared.RULEBOOK, say("choose from {names}", names=known)))
            doubtful.append("rulebook")
        settings = self._options(rounds, others)
        if declared.C in settings and any(
            fault.code == setting_code(declared.CONSTANT.key) for fault in others
        ):
            doubtful.append("c")
        settings = settings.with_(declared.LANGUAGE, self._language(others))
        if faults:
            raise InputError((*faults, *others))
        return Event(
            name=self.text(declared.EVENT),
            game=game,
            format=self.text(declared.FORMAT, "swiss").lower(),
            rounds=rounds,
            rulebook=rulebook,
            tally_sum=tally or traits.tally_sum,
            start_date=start_date,
            settings=settings.doubting({key: self.label(key) for key in doubtful}),
            scoring=scoring,
            faults=tuple(others),
        )

    def _language(self, faults: List[Fault]) -> str:
        """Return the code of the language that the event is spoken of in; "" for English."""
        try:
            code = (
                code_of(self.text(declared.LANGUAGE))
                if self.text(declared.LANGUAGE)
                else self.labelled
            )
        except InputError:
            said = say("choose from {names}", names=", ".join(LANGUAGES))
            faults.append(self.fault(declared.LANGUAGE, said))
            return ""
        return "" if code == "en" else code

    @property
    def spoken(self) -> str:
        """Return the code of the language that the event is spoken of in."""
        return self._language([]) or "en"

    def _scoring(self, faults: List[Fault]) -> Scoring:
        """Return the point system, of which a sheet may state any part."""
        usual, found = Scoring(), list(faults)
        told = [
            self.read(setting, found)
            for setting in (
                declared.WIN,
                declared.DRAW,
                declared.LOSS,
                declared.PAIRING_BYE,
                declared.MISSED,
            )
        ]
        if len(found) > len(faults):
            faults[:] = found
            return usual
        parts = (usual.win, usual.draw, usual.loss, usual.pairing_bye, usual.absent)
        win, draw, loss, bye, missed = (
            part if typed is None else typed for typed, part in zip(told, parts)
        )
        return Scoring(win, draw, loss, bye, win, draw, missed, win, missed, missed)

    def _options(self, rounds: int, faults: List[Fault]) -> Settings:
        """Return what no field holds, C of Brightwell worked out for the rounds planned."""
        settings = Settings.of(
            {
                declared.BY_KEY[key]: text
                for key, text in self.settings.said
                if not declared.BY_KEY[key].is_field
                and declared.BY_KEY[key] not in (declared.LANGUAGE, declared.CONSTANT, declared.C)
            }
        )
        is_session = traits_of(self.text(declared.GAME).lower()).is_session
        if is_session:  # rounds of teams are paired by them
            settings = settings.with_(declared.PLACES_BY, self.text(declared.CRITERIA))
        method = self.text(declared.CONSTANT) or self.text(declared.C)
        number = number_of(method) if method else None
        is_number = number is not None and number >= 0
        if method and not is_number and method.lower() not in METHODS:
            said = say("write a number from 0, or one of {methods}", methods=choices(METHODS))
            faults.append(self.fault(declared.CONSTANT, said))
        elif method and not is_number and rounds:
            method = str(constant(rounds, method))
        return settings.with_(declared.C, method)


def read_settings(grid: Grid) -> SettingsSheet:
    """Read labels and values from the first two columns that hold any; other lines are notes."""
    values: Dict[str, str] = {}
    places: Dict[str, Place] = {}
    labels: Dict[str, str] = {}
    unknown: Dict[str, Place] = {}
    errors: Dict[str, str] = {}
    languages: Counter[str] = Counter()
    for number, line in enumerate(grid.rows):
        label, column, cell = _pair(line)
        key = _KEYS.get(normal_label(label)) if label else None
        if key is not None and key not in places:
            values[key] = _date_text(cell, grid.date1904) if key == "date" else _text(key, cell)
            places[key] = grid.place(number, column)
            labels[key] = label.rstrip(" :")
            if isinstance(cell, CellError) and key not in _COMPUTED:
                errors[key] = cell.code
            languages[language_of("setting", label) or "en"] += 1
        elif key is None and label and not is_blank(cell):
            unknown.setdefault(label, grid.place(number, column - 1))
    most = next((code for code, _ in languages.most_common(1)), "en")
    return SettingsSheet(Settings.by_key(values), places, labels, most, unknown, errors)


def _rulebooks(preset: Optional[Preset]) -> Tuple[str, ...]:
    """Return the editions that may be named: those of the game, or all where it is not known."""
    found = (
        [setting.choices for setting in preset.settings if setting.key == "rulebook"]
        if preset
        else []
    )
    return found[0] if found else tuple(RULEBOOKS)


def _text(key: str, cell: Scalar) -> str:
    if isinstance(cell, CellError):
        return ""
    text = text_of(cell)
    setting = declared.BY_KEY[key]
    if setting.is_list:
        # split where a word ends; what stands between them stays as it is typed
        return "".join(in_english(setting.words, part) for part in BETWEEN_WORDS.split(text))
    return in_english("choice", text) if setting.words or key in _CHOSEN else text


def _date_text(cell: Scalar, date1904: bool) -> str:
    """Return a date as text: of a date cell, whose value is a count of days, the ISO date."""
    is_number = isinstance(cell, (int, float)) and not isinstance(cell, bool)
    if not is_number:
        return text_of(cell)
    days: float = cell + DAYS_TO_1904 * date1904  # type: ignore[operator]
    return date_of_days(days) or text_of(cell)


def _pair(line: Tuple[Scalar, ...]) -> Tuple[str, int, Scalar]:
    """Return the label of a line, and the column and cell of its value."""
    for column, cell in enumerate(line[:-1]):
        if not is_blank(cell):
            return text_of(cell), column + 1, line[column + 1]
    return "", 0, None


def settings_of(grid: Optional[Grid]) -> SettingsSheet:
    """Return the settings of a range, read once; none where there is no range."""
    return SettingsSheet() if grid is None else grid.cached("settings", read_settings)


def settings_language(settings: Optional[Grid]) -> str:
    """Return the code of the language of a Settings range; English where it has none."""
    return settings_of(settings).spoken


def event_language(event: Event) -> Language:
    """Return the language of an event; English for one that does not say."""
    return language(event.settings.text(LANGUAGE))


def with_headings(answer: Any, event: Event) -> Any:
    """Return what a function answers; of rows the headings are put into the language of the event.

    The first row of an answer in rows is its heading.
    """
    chosen = event_language(event)
    if chosen.code == "en" or not isinstance(answer, list) or not answer:
        return answer
    first, *others = answer
    headings = (chosen.heading(cell) if isinstance(cell, str) else cell for cell in first)
    return [tuple(headings), *others]


def cells_saying(
    grid: Optional[Grid], values: Mapping[str, Scalar]
) -> Dict[Tuple[int, int], Scalar]:
    """Return the cells, by row and column from 1, that make a sheet say these values, by key.

    A setting without a line gets the next free one below the last, with its label; none where the
    sheet has no free lines: two that are blank, of which one stays so.
    """
    cells: Dict[Tuple[int, int], Scalar] = {}
    if grid is None:
        return cells
    sheet = settings_of(grid)
    last = max(
        ((place.row or 0, place.column or 0) for place in sheet.places.values()), default=(0, 0)
    )
    for key, value in values.items():
        place = sheet.places.get(key)
        if place is not None and place.row and place.column:
            cells[place.row, place.column] = value
        elif value not in (None, "") and all(_is_free(grid, last[0] + more) for more in (1, 2)):
            last = last[0] + 1, last[1]
            cells[last[0], last[1] - 1] = translated("setting", BY_KEY[key].label, sheet.labelled)
            cells[last] = value
    return cells


def _is_free(grid: Grid, row: int) -> bool:
    """Tell whether a line inside a sheet holds nothing."""
    at = row - grid.row
    return 0 < at < grid.height and all(is_blank(cell) for cell in grid.rows[at])
