"""The sheets that are made when they are asked for and follow the event.

Most of them ask a function for rows and show those below the headings; what it is asked about is
typed above. Each cell takes its own part: an array formula would show nothing where the functions
are not there.
"""

from __future__ import annotations

from typing import Callable, Dict, NamedTuple, Sequence

from xltie.core.cells import Scalar, column_name
from xltie.core.records import replace
from xltie.games.preset import Preset
from xltie.ranking import expand, split_list
from xltie.sheets.forms.form import (
    FIRST,
    HAIR,
    INK,
    LAST,
    PALE,
    TEAM_NAME,
    WHITE,
    Above,
    Column,
    Form,
    FormOnSheet,
    Mark,
    kept,
    line_of,
)
from xltie.sheets.forms.of_games import named

SETTINGS = "AllSettings"
"""Name of the lines of the Settings."""
PRIZE_LINES = 10
"""Players that the sheet of the boards shows of each board."""
_BEGUN_TO = 20000
"""Row down to which games are looked for."""
_MISSING = "{standings}"
"""A column that is not there, as on no sheet: formulas that name it are not written."""
_WIDE = 20
"""Letters from which a column holds texts."""


class Measures(NamedTuple):
    """What these sheets follow: how many rounds there are, and where the Standings have what.

    ``round_column`` are the letters of the rounds on the sheet of games, ``asked`` is whom a sheet
    is asked about at first, ``criteria`` the list that decides the places.
    """

    preset: Preset
    rounds: int
    standings: FormOnSheet
    round_column: str = "A"
    criteria: str = ""
    asked: Scalar = 1

    def standing(self, key: str) -> str:
        """Return a column of the Standings by its key, absolute; without it nothing is written."""
        return f"Standings!${self.standings.letters.get(key, _MISSING)}"

    def standing_label(self, key: str) -> str:
        """Return what a column of the Standings is called in a list, without the name over it."""
        found = f'SUBSTITUTE({self.standing_heading(key)},CHAR(10),REPT(" ",99))'
        return kept(f"TRIM(RIGHT({found},99))")

    def standing_heading(self, key: str) -> str:
        """Return the heading of a column of the Standings, where people put rows above it too."""
        return f"{self.standing(key)}${self.standings.header}"


def _answered(
    call: str, widths: Sequence[float], facts: str, above: Sequence[Above], number: str = ""
) -> Form:
    """Return the form of what a call answers: its first row are the headings."""
    columns = []
    for at, width in enumerate(widths, 1):
        heading, key = kept(f"INDEX({call},1,{at})"), f"part_{at}"
        text = kept(f"INDEX({call},{line_of(key)}+1,{at})")
        look = "Text" if width > _WIDE else "Number"
        column = Column(f"={heading}", width, look, key, formula=text)
        columns.append(replace(column, number=number) if at > 1 else column)
    return Form(columns, facts=facts, above=above, is_landscape=True)


def _explained(
    who: str, asked: Scalar, criterion: str, widths: Sequence[float], facts: str, number: str,
    choices: str = "",
) -> Form:  # fmt: skip
    """Return the form that shows where the value of somebody comes from."""
    name = named("no").replace("{no}{row}", "${part_2}$3")
    above = (
        Above(1, who), Above(2, asked, is_typed=True), Above(3, "Criterion"),
        Above(4, criterion, is_typed=True, choices=choices), Above(5, f"={name}"),
    )  # fmt: skip
    return _answered("EXPLAIN(${part_4}$3,${part_2}$3,Event)", widths, facts, above, number)


def _explain(measures: Measures) -> Form:
    listed = split_list(expand(measures.criteria))
    is_value = [key for key in measures.standings.columns if key.startswith("value_")]
    last = measures.standings.letters[is_value[-1]] if is_value else "D"
    return _explained(
        "Team" if measures.preset.roster else "Player",
        "=" + kept(f"{measures.standing('no')}${measures.standings.header + 1}"),
        measures.preset.explained or ", ".join(listed[1:2] or listed[:1]), (16, 26, 14, 16, 90),
        "Choose a player and a criterion to see where the value comes from.", "",
        f"{measures.standing_heading('value_0')}:${last}${measures.standings.header}",
    )  # fmt: skip


def _scorecard(measures: Measures) -> Form:
    return _explained(
        "Pair", measures.asked, f"={measures.standing_label('value_0')}",
        (10, 30, 14, 14, 70), "Type a pair to see what it scored on each board, and why.", "0.00",
    )  # fmt: skip


def _frequencies(measures: Measures) -> Form:
    above = (
        Above(1, "Board"), Above(2, 1, is_typed=True),
        Above(3, "Method"), Above(4, "mp", is_typed=True, choices='"mp,butler,cross,z"'),
    )  # fmt: skip
    facts = "Type a board number to see each score, how often it occurred and its value."
    call = "FREQUENCIES(Event,,${part_2}$3,${part_4}$3)"
    return _answered(call, (14, 10, 12, 12, 12), facts, above, "0.##")


_PRIZES = (
    ("Place", 8, "Number"), ("ID", 10, "Number"), ("Name", 30, "Text"), ("Team", TEAM_NAME, "Text"),
    ("Points", 9, "Number"), ("Games", 8, "Number"), ("%", 8, "Number"),
    ("Performance", 13, "Number"),
)  # fmt: skip


def _prizes(measures: Measures) -> Form:
    call = "BOARDPRIZES(Event,,${board}{row},${part_1}$3,${part_3}$3)"
    line = f"MOD({line_of('board')}-1,{PRIZE_LINES})+2"
    columns = [Column("Board", 8, "Number", "board")]
    columns += [
        Column(heading, width, look, f"part_{at}", formula=kept(f"INDEX({call},{line},{at})"),
               number="0.0" if heading == "%" else "")
        for at, (heading, width, look) in enumerate(_PRIZES, 1)
    ]  # fmt: skip
    above = (
        Above(1, "Order"),
        Above(2, "points", is_typed=True, choices='"points,percent,performance"'),
        Above(3, "Games"), Above(4, 1, is_typed=True),
        Above(5, "points, percent or performance; least games"),
    )  # fmt: skip
    first = Mark(f"A{FIRST}:I{LAST}", f"$B{FIRST}=1", fill=PALE, color=INK)
    return Form(
        columns, [first], above=above,
        facts="The best players of each board; forfeits and byes do not count.",
    )  # fmt: skip


def _crosstable(measures: Measures) -> Form:
    columns = [
        Column(heading, width, look, key, formula=kept(f"{measures.standing(of)}{{row}}"))
        for heading, width, look, key, of in (
            ("Place", 7, "Place", "place", "place"), ("ID", 8, "Small", "id", "no"),
            ("Name", TEAM_NAME, "Name", "name", "name"),
        )
    ]  # fmt: skip
    for number in range(1, measures.rounds + 1):
        text = kept(f"ROUNDRESULT(${{id}}{{row}},Event,{number})")
        columns.append(Column(f"R{number}", 12, "Number", f"round_{number}", formula=text))
    if measures.preset.traits.is_numbered_by_name:
        text = kept("PAIRINGNO(${id}{row},Event)")
        columns.append(Column("Pairing number", 9, "Small", "paired", formula=text))
    score = measures.standing("value_0")
    columns.append(
        Column(
            f"={measures.standing_label('value_0')}",
            8,
            "Place",
            "score",
            formula=kept(f"{score}{{row}}"),
        )
    )
    there = Mark(f"A{FIRST}:{column_name(len(columns))}{LAST}", f"LEN($A{FIRST})>0", line=HAIR)
    return Form(
        columns, [there], 18, is_landscape=True, has_lines=False, frozen=3,
        facts="+ win, = draw, - loss; then the opponent, b or w for the colour, and the count.",
    )  # fmt: skip


def _race(measures: Measures) -> Form:
    """Points and places of the leaders after each round, #N/A for those to come, as charts want."""
    # a name of nothing would be called "Row 5" in the legend; a plain blank is lost by programs
    leader = f"{measures.standing('name')}{{row}}"
    name = f'IF(IFERROR(LEN({leader}),0)=0,"\u00a0",{leader})'
    columns = [
        Column("ID", 10, "Small", "id", formula=kept(f"{measures.standing('no')}{{row}}")),
        Column("Name", 28, "Name", "name", formula=name),
    ]
    for call in ("POINTS", "PLACEAFTER"):
        columns += [Column("", 3)] if call == "PLACEAFTER" else []
        for number in range(1, measures.rounds + 1):
            to_come = f"OR(LEN(${{id}}{{row}})=0,{number}>${{name}}$3)"
            text = f"IF({to_come},NA(),{call}(${{id}}{{row}},Event,{number}))"
            columns.append(Column(f"R{number}", 7, "Number", f"{call}_{number}", formula=text))
    rounds = f"Rounds!${measures.round_column}"
    above = (
        Above(1, "Rounds"),
        Above(2, f"=MAX({rounds}${FIRST}:${measures.round_column}${_BEGUN_TO})"),
        Above(3, "Points"), Above(4 + measures.rounds, "Place"),
    )  # fmt: skip
    last = f"{column_name(len(columns))}{LAST}"
    marks = (  # white as the charts below, so that what is to come is not seen on a dark page
        Mark(f"C{FIRST}:{last}", f"ISNA(C{FIRST})", fill=WHITE, color=WHITE),
        Mark(f"A{FIRST}:{last}", f"LEN($B{FIRST})>0", fill=WHITE, color=INK),
    )
    return Form(
        columns, marks, 18, is_landscape=True, above=above,
        facts="Points and places of the leading players after each round.",
    )  # fmt: skip


def _all_settings(measures: Measures) -> Form:
    """Every setting of the game: what it is in this event, what is usual, what it does."""
    value = f'IFERROR(VLOOKUP(${{setting}}{{row}},{SETTINGS},2,0)&"",${{usual}}{{row}}&"")'
    columns = (
        Column("Setting", 38, "Wrap top", "setting"),
        Column("Value", 25, "Wrap top", "value", formula=value),
        Column("Usual", 25, "Wrap top", "usual"), Column("What it does", 76, "Wrap top", "help"),
    )  # fmt: skip
    return Form(
        columns, height=0, is_landscape=True, frozen=1,
        facts="To change one that has no line in the Settings, write its name and the value into "
        "the next free line there.",
    )  # fmt: skip


ADDED: Dict[str, Callable[[Measures], Form]] = {
    "Crosstable": _crosstable, "Race": _race, "Explain": _explain, "All settings": _all_settings,
    "Frequencies": _frequencies, "Scorecard": _scorecard, "Board prizes": _prizes,
}  # fmt: skip
"""What makes the form of each sheet, by its English name."""
