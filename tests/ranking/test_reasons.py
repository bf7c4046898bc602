"""Why a value is what it is, as data: parts that can be taken apart, and said in any language."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from tests.casefiles import grid_of
from xltie.core.catalogues import help_text
from xltie.core.errors import DomainError, InputError, XltieError
from xltie.core.language import language
from xltie.core.messages import Message, joined, say
from xltie.event import Event, EventIndex
from xltie.functions.coercion import coerce
from xltie.publish.page_model import Fold
from xltie.publish.pages import values
from xltie.publish.results import Results
from xltie.ranking import Standings, advice, mark_unknown, parse_criteria, rank, why_above, why_here
from xltie.rules.common.criterion_value import (
    CUT_LOWEST,
    names,
    product_of,
    score_of,
    taken_apart,
    together,
)
from xltie.sheets.functions import REGISTRY
from xltie.sheets.read import read_event
from xltie.sheets.settings.settings_sheet import read_settings

GAMES = "Round|White|Black|Result\n1|A|B|1-0\n2|A|C|1/2-1/2\n3|B|C|1-0"


def standings(criteria: str, games: str = GAMES, players: str = "") -> Standings:
    listed = grid_of(players, "Players") if players else None
    event = read_event(grid_of(games, "Rounds"), listed, Event(game="chess"))
    return rank(EventIndex(event), parse_criteria(criteria, event=event))


# -- parts -----------------------------------------------------------------------------------------


def test_a_reason_is_taken_apart_into_what_it_was_made_of() -> None:
    whose = together((score_of("7"), say("unplayed rounds at one half")))
    worth = joined((Fraction(1, 2), 3), " × ")
    why = together((product_of(worth, whose), CUT_LOWEST))
    assert str(why) == "0.5 × 3, score of 7; unplayed rounds at one half; cut as the lowest"
    found = taken_apart(why)
    assert found.worth == worth
    assert found.parts == (score_of("7"), say("unplayed rounds at one half"), CUT_LOWEST)


BOTH = say("{one} and {other}", one=say("rating"), other=say("score of the opponent"))


@pytest.mark.parametrize("why", [say("rating"), score_of("a; b"), BOTH])
def test_a_reason_of_one_part_stays_whole_whatever_is_in_it(why: Message) -> None:
    assert taken_apart(why).parts == (why,)
    assert together((why,)) == why


def test_a_reason_names_an_opponent_where_it_is_a_value_of_it() -> None:
    why = product_of(joined((1, 3), " × "), score_of("7"))
    assert names(why, "7")
    assert not names(why, "3")
    assert not names(say("{n} others", n=7), "7")


def test_a_number_that_reads_like_the_opponent_does_not_hide_who_it_was() -> None:
    lines = "\n".join(f"1|{ns}|{ns + 1}|{100 * ns}" for ns in (1, 3, 5))
    event = read_event(grid_of(f"Board|NS|EW|Score\n{lines}", "Boards"))
    found = rank(EventIndex(event), parse_criteria("XIMPS", event=event))
    fold = _folds(found, "1")[0]  # against 2, and in IMPs against 2 others
    assert fold.table is not None
    assert [column.heading for column in fold.table.columns][:1] == ["Opponent"]


def _folds(found: Standings, who: str) -> list[Fold]:
    return values.values_of(Results(found), who, found.line(who), has_rounds=True).folds


# -- in words --------------------------------------------------------------------------------------


def test_why_one_player_is_above_another_is_said_in_a_language_at_the_end() -> None:
    found = standings("PTS, WIN")
    why = why_above(found, "A", "B")
    assert str(why) == "A is above B on PTS: 1.5 to 1"
    assert language("ru").say(why) == "A выше, чем B: PTS 1,5 против 1"
    assert language("ru").say(why_here(found, 1)) == "PTS 1,5 : 1"


def test_a_game_with_black_and_a_bye_are_said_as_what_they_are() -> None:
    found = standings(
        "WIN", "Round|White|Black|Result\n1|A|B|0-1\n2|A|B|1-0\n3|A||bye\n3|B||absent"
    )
    said = {
        code: [language(code).say(term.why) for line in found.lines for term in _terms(line.values)]
        for code in ("en", "ko", "ru")
    }
    assert said == {
        "en": ["win with white", "bye", "win with black"],
        "ko": ["백으로 승", "부전승", "흑으로 승"],
        "ru": ["победа белыми", "свободный тур", "победа чёрными"],
    }


def _terms(found: tuple[object, ...]) -> list[values.Term]:
    return [term for one in found for term in one.terms]  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("byes", "english", "russian"),
    [
        ("2|B|E|1-0\n3|B||zero bye", "the bye at the end in round 3 is a draw",
         "пропуск в конце (тур 3) считается ничьей"),
        ("2|B||zero bye\n3|B||zero bye", "the byes at the end in rounds 2, 3 are draws",
         "пропуски в конце (туры 2, 3) считаются ничьими"),
    ],
)  # fmt: skip
def test_byes_at_the_end_are_said_as_one_or_more(byes: str, english: str, russian: str) -> None:
    games = f"Round|White|Black|Result\n1|A|B|1-0\n2|A|C|1-0\n3|A|D|1-0\n{byes}"
    (term, *_) = _terms(standings("BH@2026", games).line("A").values)
    assert str(term.why) == f"score of B; {english}"
    assert language("ru").say(term.why) == f"очки: B; {russian}"


# -- faults ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("label", ["Rulebook", "Rule edition", "규정"])
def test_a_faulty_setting_is_found_again_whatever_it_is_called(label: str) -> None:
    settings = read_settings(grid_of(f"Game|chess\n{label}|fide3000", "Settings"))
    event = settings.event()
    assert [fault.code for fault in event.faults] == ["setting-rulebook"]
    with pytest.raises(InputError, match="'fide3000'; choose from fide2026"):
        parse_criteria("BH", event=event)
    renamed = replace(event, faults=(replace(event.faults[0], message=say("another sentence")),))
    with pytest.raises(InputError, match="another sentence"):
        parse_criteria("BH", event=renamed)


def test_what_an_option_takes_is_said_as_the_sheets_of_the_reader_have_it() -> None:
    method = next(one for one in REGISTRY["SOS"].options if one.name == "unplayed")
    with pytest.raises(DomainError) as caught:
        coerce(method, "often")
    assert "стартовые очки, ноль очков" in language("ru").say(caught.value.message)
    assert "start, zero" in caught.value.text


def test_a_misspelt_criterion_is_answered_in_every_language() -> None:
    with pytest.raises(XltieError) as caught:
        parse_criteria("BUCHHOLTZ")
    assert caught.value.text.endswith("did you mean BUCHHOLZ?")
    assert language("ru").say(caught.value.message).endswith("возможно, BUCHHOLZ?")


def test_a_criterion_of_a_file_that_is_not_known_says_why_as_a_message() -> None:
    marked, unknown = mark_unknown("PTS, XYZ: old", Event(game="chess"))
    assert marked == "PTS, unknown(XYZ: old)"
    assert [(name, str(why)) for name, why in unknown] == [
        ("XYZ: old", "there is no criterion 'XYZ'")
    ]


@pytest.mark.parametrize("code", ["ko", "ru"])
def test_advice_against_a_criterion_is_said_as_a_whole(code: str) -> None:
    (advised,) = advice(parse_criteria("SOSOS(unplayed=self; rounding=none)"))
    assert str(advised).startswith("SOSOS(unplayed=self; rounding=none): the EGF's")
    assert "advise" not in language(code).say(advised)


def test_the_help_of_a_function_is_looked_up_in_the_catalogue_of_any_language() -> None:
    assert help_text("ko", "BUCHHOLZ").startswith("북홀츠")
    assert help_text("ru", "BUCHHOLZ", "player")
    assert help_text("ko", "ZPERCENT", "total") == "편차의 합."
    assert help_text("en", "BUCHHOLZ") == ""
