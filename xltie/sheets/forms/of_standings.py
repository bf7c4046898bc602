"""The sheet Standings: place, name, number, a column for every criterion, and what decided."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, Dict, List, NamedTuple, Optional, Sequence

from xltie.core.catalogues import translated
from xltie.core.cells import column_name
from xltie.core.errors import XltieError
from xltie.core.laid_cells import LaidCell, LaidLines, Position
from xltie.core.language import language
from xltie.core.messages import say
from xltie.event import Event, TeamEvent
from xltie.functions.registry import Function, Shape
from xltie.ranking import UNKNOWN, columns_of, headed, parse_criterion
from xltie.settings.declared import LANGUAGE
from xltie.sheets.forms.form import (
    BREAKS,
    FIRST,
    HAIR,
    HEADER_ROW,
    LAST,
    NAMES,
    TEAM_NAME,
    WHITE,
    Column,
    Form,
    Mark,
    letters_of_bold,
    line_of,
)
from xltie.sheets.forms.head import head_formulas

_LISTED = 3
"""Columns before the criteria: place, name, number."""
_FEW = 8
"""Criteria up to which columns are as wide as is usual."""


class _Widths(NamedTuple):
    """Widths of columns, in letters; a heading takes so much for a letter, and so much beside."""

    name: float
    value: float
    letter: float
    beside: float
    decided: float


_USUAL, _NARROW = _Widths(28, 10, 1.3, 2, 30), _Widths(26, 8, 1.2, 1.6, 24)
"""Where the criteria are few, and where they are many: what decided is in sight beside them."""
_OF_TEAMS = _NARROW._replace(name=TEAM_NAME, decided=20)
"""Where teams have many."""
_WIDE = 160
"""Letters across from which the standings lie on their side."""
_LACKS = say("xltie is not at work here: values of the file stay, cells computed anew show #NAME?")
_LINE = f"MATCH(${{no}}{{row}},INDEX({NAMES},0,1),0)"
_NAMED = f'IFERROR(INDEX({NAMES},{_LINE},COLUMNS({NAMES})),"")'
"""The name beside a number. A column of VLOOKUP is one group to Calc, which asks who is in all of
its lines; with MATCH each line is computed when it comes in sight."""
_PERCENTAGES = frozenset({"MPSCORE"})
"""Functions whose values have two decimals, as 50.00 stands under 62.96."""
_OF_POINTS = frozenset({
    "POINTS", "HEADTOHEAD", "BUCHHOLZ", "FOREBUCHHOLZ", "SONNEBORN", "PROGRESSIVE", "CUSS", "KOYA",
})  # fmt: skip
"""Functions that add points up: 3.0 stands over 2.5 where a draw is half a point."""
_OF_EVENT = ("player", "games", "players", "settings")
"""Arguments that a call beside the event does not choose."""


def standings_form(event: Event, labels: Sequence[str] = ()) -> Form:
    """Return the Standings of an event: the values call their functions by name.

    ``labels`` are the headings of the values, where they are not those of the event now.
    """
    labels = labels or columns_of(event)
    widths = _NARROW if len(labels) > _FEW else _USUAL
    if isinstance(event, TeamEvent):
        widths = _OF_TEAMS if widths is _NARROW else widths._replace(name=TEAM_NAME)
    columns = [
        Column("Place", 7, "Place", "place", formula="PLACE(${no}{row},Event)"),
        Column("Name", widths.name, "Name", "name", formula=_NAMED),
        Column("No", 5, "Small", "no", formula=f"PLAYERAT(Event,Event,,{line_of('no')})"),
    ]
    for at, label in enumerate(labels):
        look = _look(label, event, is_first=not at)
        formula = value_formula(labels[:at], label, event)
        name = headed(label, event).rpartition("\n")[0]
        codes = (widths.letter * len(word) + widths.beside for word in label.split())
        names = (letters_of_bold(word) for word in BREAKS.split(name))
        width = max(widths.value, *codes, *names)
        columns.append(Column(label, width, look, f"value_{at}", formula=formula, name=name))
    decided = "DECIDEDBY(${no}{row},Event)"
    columns.append(Column("Decided by", widths.decided, "Text", "decided", formula=decided))
    last = column_name(len(columns))
    # Calc takes the text of a function's answer for another than the same text typed, "" too.
    cells, there = f"A{FIRST}:{last}{LAST}", f"LEN($A{FIRST})>0"
    is_long = f"IF(ISNUMBER(A{FIRST}),A{FIRST}<>ROUND(A{FIRST},2),FALSE)"
    # Calc computes stored blanks anew: where it lacks xltie, they are #NAME? (5) and stay blank.
    is_kept = f"NOT(ISERROR($C${FIRST}))"
    was_blank = f"IF(ISERROR(A{FIRST}),AND(ERROR.TYPE(A{FIRST})=5,{is_kept}),FALSE)"
    marks = (
        Mark(cells, was_blank, color=WHITE, fill=WHITE),
        Mark(cells, f"AND({there},{is_long})", line=HAIR, number="0.00"),
        Mark(cells, there, line=HAIR),
    )
    is_wide = sum(column.width for column in columns) > _WIDE
    lacks = language(event.settings.text(LANGUAGE) or "en").say(_LACKS)
    return Form(columns, marks, 18, has_lines=False, is_landscape=is_wide, lacks=lacks)


def _look(label: str, event: Event, *, is_first: bool) -> str:
    """Return how the values of a criterion look: those of a column have the same decimals."""
    usual = "Place" if is_first else "Number"
    try:
        criterion = parse_criterion(label, event)
    except XltieError:
        return usual
    name = criterion.function.name
    if is_first and name in _PERCENTAGES:
        return "Percent"
    draw = event.scoring.draw
    if isinstance(event, TeamEvent):  # match points are whole, points of games need not be
        is_of_games = (criterion.score or event.primary) == "GP"
        draw = event.game_scoring.draw if is_of_games else Fraction(1)
    if name not in _OF_POINTS or draw.denominator == 1:
        return usual
    return "Points" if is_first else "Fine score" if name == "SONNEBORN" else "Score"


def value_formula(before: Sequence[str], label: str, event: Event) -> str:
    """Return the formula of the value of a criterion: its function by name where that says it all.

    ``before`` are the labels of the columns at its left.
    """
    fallback = f"TIEBREAK(${{no}}{{row}},Event,{_quoted(label)})"
    try:
        criterion = parse_criterion(label)
    except XltieError:
        return fallback
    entry = criterion.function
    is_other = criterion.is_reversed or criterion.score or entry is UNKNOWN
    if is_other or not _is_plain(entry, before, event):
        return fallback
    given: Dict[str, Any] = dict(criterion.options)
    arguments = _arguments(entry, given)
    return fallback if arguments is None else f"{entry.name}(${{no}}{{row}},Event{arguments})"


def _is_plain(entry: Function, before: Sequence[str], event: Event) -> bool:
    """Tell whether a function needs nothing but the event: of who is tied, that it is on points."""
    if not entry.is_of_players or any(parameter.name == "later" for parameter in entry.parameters):
        return False
    if entry.shape is not Shape.GROUP:
        return True
    try:
        first = [parse_criterion(label, event).function.name for label in before]
    except XltieError:
        return False
    return first == ["POINTS"] and not event.traits.has_ranks


def _arguments(entry: Function, given: Dict[str, Any]) -> Optional[str]:
    """Return the further arguments of a call; None where one cannot be written."""
    texts: List[str] = []
    for parameter in entry.parameters:
        if parameter.name in _OF_EVENT:
            continue
        value = given.pop(parameter.name, None)
        if isinstance(value, (list, tuple, dict)):
            return None
        texts.append("" if value is None else _written(value))
    while texts and not texts[-1]:
        texts.pop()
    return None if given else "".join(f",{text}" for text in texts)


def _written(value: object) -> str:
    """Return a value as it stands in a formula."""
    return _quoted(value) if isinstance(value, str) else str(value).upper()


def _quoted(text: str) -> str:
    doubled = text.replace('"', '""')
    return f'"{doubled}"'


def standings_lines(event: Event, sheet: str, lines: int, width: int) -> LaidLines:
    """Return the whole table anew: headings, so many lines, blank cells beyond up to a width.

    As many lines are printed as there are players.
    """
    form, code = standings_form(event), event.settings.text(LANGUAGE) or "en"
    on = form.whole
    cells: Dict[Position, LaidCell] = {}
    for at, column in enumerate(form.columns, 1):
        look = "Head left" if column.width >= 20 else "Head"
        is_value = column.key.startswith("value_")  # which is in the language of the event
        heading = column.text if is_value else translated("heading", column.heading, code)
        cells[HEADER_ROW, at] = LaidCell(look, heading)
        cells[HEADER_ROW - 1, at] = LaidCell("Notice")
    notice = HEADER_ROW - 1, 1
    cells[notice] = LaidCell("Notice", formula=head_formulas(on, "Standings")[notice])
    for row in range(FIRST, FIRST + lines):
        cells.update(on.cells(row, {}, {}))
    for at in range(len(form.columns) + 1, width + 1):
        rows = range(HEADER_ROW - 1, FIRST + lines)
        cells.update({(row, at): LaidCell("Beside") for row in rows})
    widths = {at: column.width for at, column in enumerate(form.columns, 1)}
    printed = HEADER_ROW + (len(event.contestants) or lines), on.printed
    return LaidLines(sheet, cells, form.height,
        printed=printed, widths=widths, top=FIRST,
        head=(HEADER_ROW, form.head),
    )  # fmt: skip
