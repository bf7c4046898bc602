"""Work files of PAPP: what a tournament kept by the French federation's program says."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie import api
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.event import Status
from xltie.exchange.papp import read

WORKFILE = """\
#########################################
# PAPP 1.37.1, Dec 13 2024
#########################################
#_Nom-Tournoi   = "Coupe; d'hiver" ;
#_Nombre-Rondes = 9 ;
#_BQ-double = 4.000000 ;
#_Date = "04/01/2025" ;
#########################################

& +000355 +000011 +000007;
% resultats de la ronde 1

raz-couplage;
(000355 36 000011 28);
ronde-suivante;

& +000020
  -000007;
(000011 000355);
raz-couplage;
(000011 32 000020 32);
ronde-suivante;
& +000007;
raz-couplage;
(000007 000355); (000020 40 000011);
"""


def of(text: str):
    return read(text.encode("latin-1"), "papp-internal-workfile.txt").event


def test_players_rounds_byes_and_settings_of_a_work_file() -> None:
    event = of(WORKFILE)
    assert (event.name, event.rounds, event.start_date) == ("Coupe; d'hiver", 9, "2025-01-04")
    assert event.settings.texts == {"constant": "4", "c": "4", "bye": "papp"}
    assert [player.id for player in event.contestants] == ["7", "11", "20", "355"]
    found = {
        (match.round, side.who): (side.status, side.seat, side.tally)
        for match in event.matches
        for side in match.sides
    }
    assert found == {
        (1, "355"): (Status.PLAYED, "black", 36), (1, "11"): (Status.PLAYED, "white", 28),
        (1, "7"): (Status.PAIRING_BYE, "", None), (1, "20"): (Status.ABSENT, "", None),
        (2, "11"): (Status.PLAYED, "black", 32), (2, "20"): (Status.PLAYED, "white", 32),
        (2, "355"): (Status.PAIRING_BYE, "", None), (2, "7"): (Status.ABSENT, "", None),
        (3, "7"): (Status.PENDING, "black", None), (3, "355"): (Status.PENDING, "white", None),
        (3, "20"): (Status.PLAYED, "black", 40), (3, "11"): (Status.PLAYED, "white", 24),
    }  # fmt: skip


def test_the_commands_take_a_work_file(tmp_path: Path, shell: Shell) -> None:
    path, book = tmp_path / "papp-internal-workfile.txt", tmp_path / "event.xlsx"
    path.write_text(WORKFILE, "latin-1")
    said = shell("standings", path, "--criteria", "points, BQ")
    assert "players have numbers only" in said.err
    shell("import", path, book)
    again = shell("standings", book, "--criteria", "points, BQ")
    assert again.out.splitlines()[1:] == said.out.splitlines()[1:]
    lines = api.standings(api.open_event(path), "points").lines
    assert {line.who: line.values[0].total for line in lines} == {
        "355": 2, "20": Fraction(3, 2), "7": 1, "11": Fraction(1, 2),
    }  # fmt: skip


LIST = """\
% Liste des joueurs par pays

pays = FRA

   355 CASPARD, Emmanuel                    %_<2125>
    11 LAZARD, Emmanuel                     %_<-19>
  9003 DE LA TOUR, Jean                     {ARG} `un commentaire

pays = "GBR"
     7 ALEAUME, Didier
__eof__
    20 NOBODY, Here                         %_<900>
"""


@pytest.mark.slow
def test_names_come_from_the_list_of_players(tmp_path: Path, shell: Shell) -> None:
    path, book = tmp_path / "papp-internal-workfile.txt", tmp_path / "event.xlsx"
    listed = tmp_path / "joueurs.txt"
    path.write_text(WORKFILE, "latin-1")
    listed.write_text(LIST, "latin-1")
    assert main(["import", str(path), str(book)]) == 0
    assert main(["players", "fill", str(book), str(listed)]) == 1  # 20 is not listed
    assert "3 players found in the WOF list, 0 not in it, 1 to be looked at" in shell.printed().out
    found = {
        player.id: (player.name, player.rating) for player in api.open_event(book).event.contestants
    }
    assert found == {
        "355": ("CASPARD, Emmanuel", 2125), "11": ("LAZARD, Emmanuel", -19),
        "7": ("ALEAUME, Didier", None), "20": ("", None),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("(000355 36 000011 29);", "txt:10:1: 36 and 29 discs do not add up to 64"),
        ("(000355 36 000099 28);", "txt:10:1: player 99 was not named as present before"),
        ("(000355 3x 000011 28);", "txt:10:1: '(000355 3x 000011 28)' is not a command"),
        ("ronde suivante;", "txt:10:1: 'ronde suivante' is not a command"),
        ("(000355 36 000011 28)", "is not ended by a semicolon"),
        (
            "& +000011; (000355 30 000011 34); (000011 30 000355 34);",
            "player 11 is in round 1 a second time",
        ),
    ],
)
def test_what_is_not_understood_is_named_with_its_line(line: str, said: str) -> None:
    head = WORKFILE.partition("& ")[0].rstrip() + "\n& 000355 000011;\n"
    with pytest.raises(InputError) as caught:
        of(head + line + "\n")
    assert said in str(caught.value)
