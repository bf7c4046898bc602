"""The FIDE Dutch system, paired by programs that are made for it.

bbpPairings 6 follows the rules in force from 1 February 2026. Where only an earlier bbpPairings or
py4swiss is found, the pairing follows the rules in force until 31 January 2026; it is then called
what it is, and a warning says so.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import tempfile
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Callable, Dict, List, Optional, Tuple

from xltie.core.errors import Fault, InputError
from xltie.core.messages import say
from xltie.event.index import EventIndex
from xltie.event.model import Id
from xltie.pairing.engine.refusal import NoPairing
from xltie.pairing.engine.state import NAMES, PairingState, state_before
from xltie.pairing.options import Wants
from xltie.pairing.systems.catalogue import SYSTEMS
from xltie.pairing.systems.draw import refuse_unfinished, refuse_unplanned
from xltie.pairing.systems.drawn_round import Board, Round
from xltie.pairing.systems.pairing_report import report

EXECUTABLE = "XLTIE_BBPPAIRINGS"
"""Environment variable with the path of the executable, where it is not in the search path."""

_NAMES = ("bbpPairings", "bbpPairings.exe", "bbppairings")
_SECONDS = 600
_NO_PAIRING = 1
"""The exit code of bbpPairings where nothing can be paired."""

_OLD_RULES = say("the rules in force until 31 January 2026")

Couples = List[Tuple[int, int]]
"""White and Black by their numbers in the report; 0 for the bye."""


@dataclass(frozen=True)
class Program:
    """A pairing program: the name of its pairing, and the warning that goes with it."""

    title: str
    pair: Callable[[bytes], Couples]
    warning: str = ""


def find_program() -> Program:
    """Return the best program available.

    Raises:
        InputError: there is none, and how to get one.
    """
    executable = os.environ.get(EXECUTABLE) or next(filter(None, map(shutil.which, _NAMES)), None)
    if executable:
        return _bbp(executable)
    try:
        import py4swiss.engines  # noqa: F401
    except ImportError:
        raise InputError.of(
            say(
                "the FIDE Dutch system needs the program bbpPairings 6 in the search path (or its path in {variable}); py4swiss pairs by {rules}: pip install py4swiss",
                variable=EXECUTABLE,
                rules=_OLD_RULES,
            )
        ) from None
    return Program(
        say("Dutch system until January 2026 (py4swiss)"),
        _pair_by_py4swiss,
        say(
            "py4swiss follows {old_rules}: this is not the current FIDE Dutch system; bbpPairings 6 is",
            old_rules=_OLD_RULES,
        ),
    )


def draw_dutch(
    event_index: EventIndex, round_number: int, wants: Wants, program: Optional[Program] = None
) -> Tuple[Round, Program]:
    """Return a round as a program pairs it, and the program.

    Raises:
        InputError: an earlier round is not finished, something that the program cannot do, no
            program, or what it refuses.
        DomainError: a round that the event does not have.
    """
    refuse_unplanned(event_index, round_number, wants, SYSTEMS["dutch-program"])
    _refuse_unknown(event_index, wants)
    refuse_unfinished(event_index, round_number)
    chosen = program or find_program()
    state = state_before(event_index, round_number, wants)
    text, numbers = report(event_index, state, wants)
    by_number = {number: who for who, number in numbers.items()}
    couples = chosen.pair(text)
    system = replace(SYSTEMS["fide-dutch"], title=chosen.title)
    ranks = {entry.who: entry.rank for entry in state.entries}
    couples.sort(key=lambda own: (own[1] == 0, min(ranks[by_number[n]] for n in own if n)))
    taken = {match.table for match in state.kept}
    free = (n for n in range(1, len(couples) + len(state.kept) + 1) if str(n) not in taken)
    boards = [
        _board(table, white, black, by_number, state)
        for table, (white, black) in zip(free, couples)
    ]
    halves = tuple(who for who in state.resting if who in wants.half_byes)
    return (
        Round(round_number, system, tuple(boards), state.kept, state.resting, halves),
        chosen,
    )


def _board(
    table: int, white: int, black: int, by_number: Dict[int, Id], state: PairingState
) -> Board:
    one, other = by_number[white], by_number.get(black)
    if other is not None and NAMES[state.first_colour] == "black":
        one, other = other, one
    return Board(table, one, other)


def _refuse_unknown(event_index: EventIndex, wants: Wants) -> None:
    faults = []
    if wants.accelerated:
        faults.append(Fault(say("acceleration is not passed on to programs for the Dutch system")))
    if wants.avoid:
        faults.append(
            Fault(say("the Dutch system cannot avoid pairs where possible; forbid them instead"))
        )
    if any(contestant.start for contestant in event_index.event.contestants):
        faults.append(Fault(say("the Dutch system does not support start scores")))
    if faults:
        raise InputError(faults)


# -- programs ------------------------------------------------------------------------------------


def _bbp(executable: str) -> Program:
    """Return bbpPairings, called by the rules that its version follows."""
    said = _run([executable, "-r"]).stdout
    found = re.search(r"-\s*\D{0,8}(\d+)[.\d]*", said)
    version = int(found[1]) if found else 0
    name = f"bbpPairings {version}" if version else say("bbpPairings of an unknown version")

    def pair(text: bytes) -> Couples:
        with tempfile.TemporaryDirectory(prefix="xltie-") as folder:
            source, target = Path(folder, "event.trf"), Path(folder, "pairs.txt")
            source.write_bytes(text)
            done = _run([executable, "--dutch", str(source), "-p", str(target)])
            if done.returncode:
                said = (done.stderr or done.stdout).strip().splitlines()
                reason = (
                    said[-1].replace(str(source), "the event") if said else say("no reason given")
                )
                kind = NoPairing if done.returncode == _NO_PAIRING else InputError
                raise kind.of(say("{name} refuses the round: {reason}", name=name, reason=reason))
            return read_pairs(_read(target))

    if version >= 6:
        return Program(f"FIDE Dutch ({name})", pair)
    return Program(
        say("Dutch system until January 2026 ({name})", name=name), pair,
        say("{name} follows {old_rules}: this is not the current FIDE Dutch system; bbpPairings 6 is", name=name, old_rules=_OLD_RULES),
    )  # fmt: skip


def _read(path: Path) -> str:
    """Return what a program has written; nothing where it wrote no text."""
    try:
        return path.read_text("ascii")
    except (OSError, UnicodeDecodeError):
        return ""


def _run(command: List[str]) -> subprocess.CompletedProcess[str]:
    try:
        return subprocess.run(
            command, capture_output=True, text=True, timeout=_SECONDS, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise InputError.of(
            say("{name} cannot be run: {reason}", name=command[0], reason=error)
        ) from None


def read_pairs(text: str) -> Couples:
    """Return the couples of a list of pairs: their number, then White and Black on each line.

    Raises:
        InputError: another kind of text.
    """
    numbers = text.split()
    if (
        not numbers
        or not all(n.isdecimal() for n in numbers)
        or len(numbers) != 2 * int(numbers[0]) + 1
    ):
        raise InputError.of(say("the pairing program did not return a pairing"))
    found = [int(number) for number in numbers[1:]]
    return list(zip(found[::2], found[1::2]))


def _pair_by_py4swiss(text: bytes) -> Couples:
    from py4swiss.engines import DutchEngine
    from py4swiss.engines.common import PairingError
    from py4swiss.trf import TrfParser

    with tempfile.TemporaryDirectory(prefix="xltie-") as folder:
        source = Path(folder, "event.trf")
        source.write_bytes(text)
        try:
            pairs = DutchEngine.generate_pairings(TrfParser.parse(source))
        except PairingError as error:
            raise InputError.of(say("py4swiss found no pairing: {reason}", reason=error)) from None
        return [(pair.white, pair.black) for pair in pairs]
