"""``xltie new FILE``: a workbook for a new event."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from xltie.cli import new_teams, printing
from xltie.cli.console import Console
from xltie.cli.few_rounds import few_rounds, usual_rounds
from xltie.cli.import_file import target
from xltie.cli.option_values import asked_for
from xltie.cli.parser import Parser
from xltie.cli.player_list import best_of, game_of, read_list
from xltie.cli.printing import deals, print_warnings, rounds
from xltie.core.catalogues import LANGUAGES, code_of, system_language, system_locale
from xltie.core.errors import Fault, Place, UnsupportedWorkbook, WrongCall
from xltie.core.files import faults_in, read_bytes, write_new
from xltie.core.messages import Message, count, joined, say
from xltie.event import Contestant
from xltie.games import PRESETS, Preset, preset
from xltie.settings.declared import CRITERIA, LANGUAGE, MATCH_BOARDS, PAIRING_SEED, ROUNDS

if TYPE_CHECKING:
    from xltie.recompute.ooxml.workbook_file import WorkbookFile

_GAME = "othello"
_USUAL = 24
"""For how many players a workbook is made where nobody says: more are typed below."""


def add_arguments(parser: Parser) -> None:
    """Add the arguments of the command."""
    parser.add("file", help=say("the workbook to make (.xlsx, or .xlsm with macros)"))
    parser.choice(
        "--game", PRESETS, say("which game (default: that of --from, else {game})", game=_GAME)
    )
    parser.flag(
        "--example", help=say("an invented event to try things on; its last round is to be paired")
    )
    parser.number(
        "--players", metavar="N", help=say("how many players (default: 24, more are typed below)")
    )
    parser.number(
        "--rounds", metavar="R", help=say("how many rounds, or boards of a bridge session")
    )
    about = say(
        "read the players from a table (.csv, .xlsx, a saved page) with names and, if present, "
        "ratings, clubs ..., or from another event"
    )
    parser.value("--from", "PLAYERS", about, dest="source")
    about = say("--from is an event: the best N of its standings, of groups (Division) the best "
                "N of each, the firsts ahead of the seconds")  # fmt: skip
    parser.number("--best", metavar="N", help=about)
    new_teams.add_arguments(parser)
    about = say(
        "a workbook made by xltie to begin from: its game, colours, pictures, columns and "
        "sheets stay, its players and rounds go"
    )
    parser.value("--template", "FILE", about)
    parser.flag("--all-settings", help=say("a line in the Settings for what is as usual, too"))
    about = say("excel: no @ before functions in Excel 2021 and later; lite: for xlwings Lite")
    parser.choice("--host", ("excel", "lite"), about)
    known = ", ".join(LANGUAGES)
    about = say("language of the workbook: {languages} (default: the system's)", languages=known)
    parser.value("--language", "CODE", about, default=None)
    about = say("paper size for printing (default: that of the system's country)")
    parser.choice("--paper", ("a4", "letter"), about)
    parser.flag("--force", help=say("replace the file if it exists"))


def run(args: argparse.Namespace, console: Console) -> int:
    """Write the workbook; returns 0."""
    path = target(args.file, args.force, is_workbook=True)
    if args.host == "lite" and path.suffix.lower() == ".xlsm":
        raise UnsupportedWorkbook.say(
            "xlwings Lite does not support macros; use .xlsx", Place(file=args.file)
        )
    template, game = _template(args)
    args.game = args.game or _GAME
    if args.example:
        return _write_example(args, console)
    notes: list[Fault] = []
    players = _players(args, game, notes, console)
    settings = _settings(args, game)
    data, about, few = _made(args, template, game, players, settings)
    write_new(Path(args.file), data if template else _for_program(data, args))
    console.say(joined((args.file, about), ": "))
    if few:
        console.note("{file}: warning: {what}", file=args.file, what=few)
    seed = settings.get(PAIRING_SEED.key)
    if seed and not args.settings.get(PAIRING_SEED):  # who names one knows it
        console.say("lots are drawn with seed {seed}, which stands in the Settings", seed=str(seed))
    print_warnings(notes, console)
    return 0


def _players(
    args: argparse.Namespace, game: Preset, notes: list[Fault], console: Console
) -> tuple[Contestant, ...]:
    if args.best:
        return best_of(args.source, args.best, game, notes, console)
    return read_list(args.source, game, notes) if args.source else ()


def _made(
    args: argparse.Namespace, template: WorkbookFile | None, game: Preset,
    players: Sequence[Contestant], settings: dict[str, object],
) -> tuple[bytes, Message, Message | None]:  # fmt: skip
    """Return the workbook, what it holds, and whether its rounds are too few."""
    if template is not None:
        return *_from_template(template, args, players, settings), None
    if args.teams or args.boards:
        return *new_teams.team_workbook(args, players, settings), None
    return _workbook(args, game, players, settings)


def _workbook(
    args: argparse.Namespace, game: Preset, players: Sequence[Contestant],
    settings: dict[str, object],
) -> tuple[bytes, Message, Message | None]:  # fmt: skip
    """Return a workbook of players or pairs, what it holds, and whether its rounds are too few."""
    from xltie.pairing.catalogue import system_named
    from xltie.workbooks.build import new_workbook
    from xltie.workbooks.from_event import with_columns

    number, is_session = max(args.players, len(players)) or _USUAL, game.traits.is_session
    length = args.rounds or (game.usual_rounds if is_session else usual_rounds(number))
    with asked_for():
        data = new_workbook(with_columns(game, players), number, length, players, settings,
                            has_all_settings=args.all_settings)  # fmt: skip
    few = None
    if is_session and game.under(settings).has_teams:
        who, what = printing.teams(number), _in_matches(length, game)
    elif is_session:
        who, what = printing.pairs(number), deals(length)
    else:
        who, what = printing.players(number), rounds(length)
        few = few_rounds(number, length, system_named(game.traits.pairing))
    return data, joined((new_teams.title_of(game), who, what)), few


def _in_matches(boards: int, game: Preset) -> Message:
    """Return how many rounds Swiss teams play with so many boards, for they are not the boards."""
    each = next(int(str(line.default)) for line in game.settings if line.setting is MATCH_BOARDS)
    a_round = count(each, "{n} board a round", "{n} boards a round")
    return joined((deals(boards), a_round, rounds(boards // each)))


def _from_template(
    template: WorkbookFile, args: argparse.Namespace, players: Sequence[Contestant],
    settings: dict[str, object],
) -> tuple[bytes, Message]:  # fmt: skip
    """Return a workbook made from another one, and what it holds."""
    from xltie.workbooks.from_template import from_template

    if args.rounds:
        settings[ROUNDS.key] = args.rounds
    said = {key: str(value) for key, value in settings.items() if key != LANGUAGE.key}
    with faults_in(args.template):
        data = from_template(template, players, args.players, said)
    return data, say("a new event, made from {template}", template=args.template)


def _write_example(args: argparse.Namespace, console: Console) -> int:
    from xltie.workbooks.example_event import ROUNDS, example_workbook

    if args.source or args.players or args.rounds or args.teams or args.boards or args.settings \
            or args.all_settings:  # fmt: skip
        raise WrongCall.say("--example is an event of its own; leave the other options out")
    data = example_workbook(args.game, _language(args), ROUNDS - 1)  # one is left to be paired
    write_new(Path(args.file), _for_program(data, args))
    about = say("an invented event, to try things on")
    console.say(joined((args.file, joined((new_teams.title_of(preset(args.game)), about))), ": "))
    return 0


def _for_program(data: bytes, args: argparse.Namespace) -> bytes:
    """Return the workbook on its paper, with what the program that will open it needs."""
    from xltie.workbooks.book_parts import on_letter, uses_letter

    if args.paper == "letter" or (not args.paper and uses_letter(system_locale())):
        data = on_letter(data)
    if Path(args.file).suffix.lower() == ".xlsm":
        from xltie.hosts.excel.package import make_macro_workbook

        return make_macro_workbook(data, _language(args))
    if args.host == "lite":
        from xltie.hosts.excel.lite import make_lite_workbook

        return make_lite_workbook(data)
    if args.host == "excel":
        from xltie.hosts.excel.dynamic_arrays import without_at_signs

        return without_at_signs(data)
    return data


def _language(args: argparse.Namespace) -> str:
    with asked_for():
        return system_language() if args.language is None else code_of(args.language)


def _settings(args: argparse.Namespace, game: Preset) -> dict[str, object]:
    """Return the settings that are named, the language, and a seed if lots may be drawn."""
    said = {setting.key: text for setting, text in args.settings.items() if text}
    if CRITERIA.key in said:
        from xltie.ranking import parse_criteria

        with asked_for():
            parse_criteria(said[CRITERIA.key])
    if PAIRING_SEED.key not in said and not (game.traits.is_session or game.traits.draws_by_names):
        said[PAIRING_SEED.key] = drawn_seed()
    return {"language": _language(args), **said}


def drawn_seed() -> str:
    """Return a seed for the lots of a new event: nobody chose it, and no other event has it."""
    return str(secrets.randbelow(90_000_000) + 10_000_000)


def _template(args: argparse.Namespace) -> tuple[WorkbookFile | None, Preset]:
    """Return the workbook of ours from which another is made, if any, and the game that it is for.

    Raises:
        XltieError: options that go with no template, or a file that is no workbook of ours.
    """
    from xltie.recompute.ooxml.workbook_file import WorkbookFile
    from xltie.sheets.workbook import provisional_tournament

    if not args.template:
        if args.source and not args.game and not args.example:
            args.game = game_of(args.source)
        return None, preset(args.game or _GAME)
    others = (args.game, args.example, args.teams, args.boards, args.paper,
              args.all_settings)  # fmt: skip
    if any(others) or args.language is not None:
        raise WrongCall.of(
            say("with --template, only --event, --players, --rounds, --from, --criteria and "
                "--seed may be given; everything else comes from the template")
        )  # fmt: skip
    if Path(args.file).suffix.lower() != Path(args.template).suffix.lower():
        raise WrongCall.say("the new workbook must end as the template does")
    with faults_in(args.template):
        file = WorkbookFile(read_bytes(Path(args.template)))
        event = provisional_tournament(file.grids, None, file.formulas).event
    return file, preset(event.game)
