"""The Settings sheet: labels in the first column, values in the second."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Dict, List, Mapping, Optional, Tuple

from xltie.core.catalogues import LANGUAGES, code_of, in_english, language_of, spellings
from xltie.core.cells import CellError, Grid, Scalar, is_blank, number_of, text_of
from xltie.core.dates import DAYS_TO_1904, HOW_TO_WRITE, date_of_days, read_date
from xltie.core.enumerations import choices
from xltie.core.errors import Fault, InputError, Place
from xltie.core.messages import Message, say
from xltie.event.checks import MOST_ROUNDS
from xltie.event.model import MISSING, STARTS, UNSAID, Event, Scoring
from xltie.games import PRESETS, TEAM_PRESETS, Preset, Setting, traits_of
from xltie.games.common import PAIRING
from xltie.ranking.setting_options import doubted, fault_code, is_rulebook
from xltie.rules.common.rulebooks import RULEBOOKS
from xltie.rules.othello.brightwell_constant import METHODS, constant


def normal_label(text: str) -> str:
    """Return a label without case, spaces and punctuation."""
    return re.sub(r"[\s_.:\-]+", "", text).casefold()


_ALL = (*PRESETS.values(), *TEAM_PRESETS.values())
START_SCORES = Setting(
    STARTS, "Start scores known", "",
    "What the file of the event left open; empty this cell once the start scores are right",
    (UNSAID, MISSING),
)  # fmt: skip
"""Only in workbooks made from a file that does not tell the McMahon start scores."""
_LANGUAGE = Setting("language", "Language", "", "Of what this workbook says; blank: of its labels")
_KNOWN = (
    _LANGUAGE,
    *PAIRING,
    START_SCORES,
    *(setting for preset in _ALL for setting in preset.settings),
)
_KEYS: Mapping[str, str] = {
    **{
        normal_label(label): setting.key
        for setting in _KNOWN
        for label in spellings("setting", setting.label)
    },
    **{normal_label(setting.key): setting.key for setting in _KNOWN},
    "constantc": "constant", "brightwell": "constant", "ruleedition": "rulebook",
    "대회": "event", "대회명": "event", "종목": "game", "방식": "format", "규정": "rulebook",
    "라운드수": "rounds", "라운드": "rounds", "상수c": "constant", "브라이트웰상수": "constant",
    "부전승": "bye", "기권": "withdrawn", "순위기준": "criteria", "기준": "criteria",
    "시작일": "date", "페어링": "pairing", "startdate": "date", "discspergame": "tally_sum",
}  # fmt: skip
_CHOSEN = frozenset(own.key for own in _KNOWN if own.choices) | {
    "initial_colour", "pairing_accelerated", "pairing_first", "pairing_numbers", "pairing_order",
    "pairing_repeats", "pairing_third", "withdrawn",
}  # fmt: skip
"""Settings whose values are words of a list, in any language."""
_LISTS = {
    "criteria": "criterion", "shown": "criterion", "pairing_avoid": "choice",
    "pairing_forbid": "choice", "overtime": "choice",
}  # fmt: skip
"""Settings that list several words, and of what these are."""
BETWEEN_WORDS = re.compile(r"(\s*[,;\n]\s*|(?<=\w)\s+\d[\d/]*$)")
"""What ends a word of a list: a mark, or the number that follows it, as in ``byo-yomi 30``."""
_POINTS = {
    "win": "win", "draw": "draw", "loss": "loss", "pairing_bye": "pairing_bye", "missed": "absent",
}  # fmt: skip
"""Settings of the point system, and what each says first of all."""
_LONGEST_LABEL = 2
"""Spaces in a label that reads well inside a sentence without quotes."""
_NOT_OPTIONS = frozenset(
    {"language", "event", "date", "game", "format", "rulebook", "rounds", *_POINTS}
)


@dataclass(frozen=True)
class Settings:
    """What a Settings sheet says, as text by key, where each stands, and what stands beside it."""

    values: Mapping[str, str]
    places: Mapping[str, Place]
    labels: Mapping[str, str] = field(default_factory=dict)
    labelled: str = "en"
    """The language that most of its labels are in."""
    unknown: Mapping[str, Place] = field(default_factory=dict)
    """Where labels stand that have a value beside them and are of no setting."""

    def get(self, key: str, default: str = "") -> str:
        """Return a setting, or the default where it is blank or absent."""
        return self.values.get(key) or default

    def label(self, key: str) -> str:
        """Return what stands beside a setting, in quotes where it is half a sentence."""
        own = self.labels.get(key, key)
        return f"{own!r}" if own.count(" ") > _LONGEST_LABEL else own

    def fault(self, key: str, what: Message) -> Fault:
        """Return the fault of a setting, by its label and value."""
        label, value = self.label(key), self.get(key)
        message = (
            say("{label} is {value!r}; {what}", label=label, value=value, what=what)
            if value
            else say("{label} is blank; {what}", label=label, what=what)
        )
        return Fault(message, self.places.get(key, Place()), fault_code(key))

    def event(self) -> Event:
        """Return an event without players and games that carries these settings.

        A setting that is not understood is among its ``faults``, and its option ``DOUBTFUL`` names
        those that more than one option rests on.

        Raises:
            InputError: an invalid game or point system, behind every score, and what is invalid
                besides.
        """
        faults: List[Fault] = []
        game = self.get("game").lower()
        if game and game not in PRESETS:
            faults.append(self.fault("game", say("choose from {names}", names=choices(PRESETS))))
        preset, traits = PRESETS.get(game), traits_of(game)
        tally = self._whole("tally_sum", faults) if self.get("tally_sum") else None
        scoring = self._scoring(faults)
        others: List[Fault] = []
        rounds = self._whole("rounds", others)
        doubtful = ["rounds"] if others and not traits.is_session else []
        start_date = self._date(others)
        is_undated = self.get("date") and not start_date
        if is_undated and traits.has_dated_editions and not self.get("rulebook"):
            doubtful.append("date")
        if self.get("rulebook") and not is_rulebook(self.get("rulebook")):
            others.append(
                self.fault(
                    "rulebook", say("choose from {names}", names=", ".join(_rulebooks(preset)))
                )
            )
            doubtful.append("rulebook")
        options = self._options(rounds, others)
        if "c" in options and any(own.place == self.places.get("constant") for own in others):
            doubtful.append("c")
        options.update(self._language(others))
        if faults:
            raise InputError((*faults, *others))
        return Event(
            name=self.get("event"),
            game=game,
            format=self.get("format", "swiss").lower(),
            rounds=rounds,
            rulebook=self.get("rulebook"),
            tally_sum=tally or traits.tally_sum,
            start_date=start_date,
            options=doubted(tuple(options.items()), {key: self.label(key) for key in doubtful}),
            scoring=scoring,
            faults=tuple(others),
        )

    def _whole(self, key: str, faults: List[Fault]) -> int:
        text = self.get(key)
        number = number_of(text) if text else Fraction(0)
        if number is None or number.denominator != 1 or number < 0:
            faults.append(self.fault(key, say("it must be a whole number")))
            return 0
        if key == "rounds" and text and not number:
            faults.append(self.fault(key, say("it must be a whole number from 1")))
        if key == "rounds" and number > MOST_ROUNDS:
            faults.append(self.fault(key, say("no event has over {most} rounds", most=MOST_ROUNDS)))
            return 0
        return int(number)

    def _date(self, faults: List[Fault]) -> str:
        """Return the start date, never guessed: an edition of the rules follows from it."""
        found = read_date(self.get("date"))
        if self.get("date") and not found:
            faults.append(self.fault("date", HOW_TO_WRITE))
        return found

    def _language(self, faults: List[Fault]) -> Dict[str, str]:
        """Return the option of the language that the event is spoken of in; none for English."""
        try:
            code = code_of(self.get("language")) if self.get("language") else self.labelled
        except InputError:
            faults.append(
                self.fault("language", say("choose from {names}", names=", ".join(LANGUAGES)))
            )
            return {}
        return {} if code == "en" else {"language": code}

    @property
    def spoken(self) -> str:
        """Return the code of the language that the event is spoken of in."""
        return self._language([]).get("language", "en")

    def _scoring(self, faults: List[Fault]) -> Scoring:
        """Return the point system, of which a sheet may state any part."""
        usual = Scoring()
        points: Dict[str, Fraction] = {}
        for key, name in _POINTS.items():
            number = number_of(self.get(key)) if self.get(key) else getattr(usual, name)
            if number is None or number < 0:
                faults.append(self.fault(key, say("points must be a number from 0")))
            else:
                points[key] = number
        if len(points) < len(_POINTS):
            return usual
        win, draw, missed = points["win"], points["draw"], points["missed"]
        return Scoring(
            win, draw, points["loss"], points["pairing_bye"], win, draw, missed, win, missed, missed
        )

    def _options(self, rounds: int, faults: List[Fault]) -> Dict[str, str]:
        """Return the settings that rules take, C worked out for the number of rounds planned."""
        options = {k: v for k, v in self.values.items() if v and k not in _NOT_OPTIONS}
        if traits_of(self.get("game").lower()).is_session and self.get("criteria"):
            options["places_by"] = self.get("criteria")  # rounds of teams are paired by them
        method = options.pop("constant", options.get("c", ""))
        options.pop("c", None)
        number = number_of(method) if method else None
        if number is not None and number >= 0:
            options["c"] = method
        elif method and method.lower() not in METHODS:
            faults.append(
                self.fault(
                    "constant",
                    say("write a number from 0, or one of {methods}", methods=choices(METHODS)),
                )
            )
            options["c"] = method
        elif method:
            options["c"] = str(constant(rounds, method)) if rounds else method
        return options


def read_settings(grid: Grid) -> Settings:
    """Read labels and values from the first two columns that hold any; other lines are notes."""
    values: Dict[str, str] = {}
    places: Dict[str, Place] = {}
    labels: Dict[str, str] = {}
    unknown: Dict[str, Place] = {}
    languages: Counter[str] = Counter()
    for number, line in enumerate(grid.rows):
        label, column, cell = _pair(line)
        key = _KEYS.get(normal_label(label)) if label else None
        if key is not None and key not in values:
            values[key] = _date_text(cell, grid.date1904) if key == "date" else _text(key, cell)
            places[key] = grid.place(number, column)
            labels[key] = label.rstrip(" :")
            languages[language_of("setting", label) or "en"] += 1
        elif key is None and label and not is_blank(cell):
            unknown.setdefault(label, grid.place(number, column - 1))
    most = next((code for code, _ in languages.most_common(1)), "en")
    return Settings(values, places, labels, most, unknown)


def _rulebooks(preset: Optional[Preset]) -> Tuple[str, ...]:
    """Return the editions that may be named: those of the game, or all where it is not known."""
    found = [own.choices for own in preset.settings if own.key == "rulebook"] if preset else []
    return found[0] if found else tuple(RULEBOOKS)


def _text(key: str, cell: Scalar) -> str:
    if isinstance(cell, CellError):
        return ""
    text = text_of(cell)
    if key in _LISTS:
        # split where a word ends; what stands between them stays as it is typed
        parts = BETWEEN_WORDS.split(text)
        return "".join(in_english(_LISTS[key], part) for part in parts)
    return in_english("choice", text) if key in _CHOSEN else text


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


def settings_of(grid: Optional[Grid]) -> Settings:
    """Return the settings of a range, read once; none where there is no range."""
    return Settings({}, {}) if grid is None else grid.cached("settings", read_settings)
