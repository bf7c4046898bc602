"""What is said of files: whole sentences in the reader's language, names and marks as they are."""

from __future__ import annotations

import pytest

from tests.exchange.test_trf import player, report
from xltie.core.errors import InputError
from xltie.core.language import language
from xltie.core.messages import Message
from xltie.event import Contestant, Event, Match, Outcome, Side, Status
from xltie.exchange import bridgewebs, macmahon, papp, trf
from xltie.ranking import mark_unknown

SWISS_TEAMS = "#Version;std1\n#SwissTeams;1\n#Travellers\nNS;EW;NSScore\n#Board;1\n1;2;430\n"
HALVES = '#_Nom-Tournoi = "Open" ;\n#_Nombre-Rondes = 2.5 ;\n& +000355 ;\n'
COLOURS = report(player(1, "   2 w 1"), player(2, "   1 w  "))


@pytest.mark.parametrize(
    ("read", "data", "said"),
    [
        (
            bridgewebs.FORMAT.read, SWISS_TEAMS.encode(),
            "это турнир другого вида (командная швейцарка); из файлов BridgeWebs читаются парные",
        ),
        (papp.FORMAT.read, HALVES.encode(), "2,5 — не целое число туров"),
        (
            trf.FORMAT.read, COLOURS,
            "результаты противоречат друг другу (участники 1 и 2 в туре 1): 1 и пусто",
        ),
    ],
)  # fmt: skip
def test_a_fault_of_a_file_is_said_as_a_whole(read, data: bytes, said: str) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(InputError) as refused:
        read(data, "event.txt")
    assert language("ru").say(refused.value.faults[0].message) == said


def test_a_status_that_a_format_has_not_is_named_in_the_language_of_the_reader() -> None:
    half = Match(1, Side("B", Status.HALF_BYE))
    game = Match(1, Side("A", outcome=Outcome.WIN), Side("C", outcome=Outcome.LOSS))
    people = tuple(Contestant(who, grade="3d") for who in "ABC")
    with pytest.raises(InputError) as refused:
        macmahon.write(Event(game="go", format="swiss", contestants=people, matches=(game, half)))
    said = [fault.message for fault in refused.value.faults]
    assert "B의 1라운드 0.5점 바이: MacMahon에는 없는 경우입니다" in map(language("ko").say, said)


def test_why_a_criterion_of_a_file_is_not_known_is_said_whole_whatever_its_name() -> None:
    _, ((name, why),) = mark_unknown("FOO: bar: x", Event(game="chess"))
    assert name == "FOO: bar: x"
    assert isinstance(why, Message)
    assert str(why).startswith("there is no criterion 'FOO'")


def test_that_a_letter_of_older_reports_was_read_is_no_news_in_an_event_of_teams() -> None:
    lone = report(player(1, "0000 - -"), player(2, "0000 - Z"))
    assert [fault.code for fault in trf.read(lone, "e.trf").warnings] == ["old-bye"]
    teams = [f"310 {at:>3} Team {at}".ljust(73) + f"{at:>4}" for at in (1, 2)]
    of_teams = trf.read(lone + report(*teams), "e.trf")
    assert "old-bye" not in [fault.code for fault in of_teams.warnings]
