"""What a study may ask for: each slip is named with file and key before anything is played."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.shell import Shell
from xltie.batch.study.models import MODELS
from xltie.batch.study.plan import KEYS, MODEL_KEYS, faults_of, read_study
from xltie.cli.main import main
from xltie.core.errors import InputError
from xltie.core.language import language

HEAD = """
game = "othello"
events = 30
players = 8
rounds = [3, 4]
byes = 0.05
"""
LISTS = '[lists]\na = "points"\n'


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(HEAD + LISTS, "utf-8")
    return path


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('game = "draughts"', "events of 'draughts' cannot be played out"),
        ("player = 8", "there is no key 'player'"),
        ("byes = 1", "byes cannot be 1; it is a chance of at least 0 and less than 1"),
        ("withdrawals = nan", "withdrawals cannot be nan; it is a chance"),
        ("rounds = 1", "rounds cannot be 1; it is a whole number from 2 to 100000"),
        ("rounds = [3, 4.5]", "rounds cannot be 4.5; it is a whole number"),
        ("rounds = []", "rounds is empty"),
        ("rounds = [3, 4, 3]", "rounds names 3 twice"),
        ("players = true", "players cannot be True"),
        ("events = -4", "events cannot be -4; it is a whole number from 1 to"),
        ("mean = nan", "mean cannot be nan; it is a number from -100000 to 100000"),
        ("mean = 'x'", "mean cannot be 'x'; it is a number"),
        pytest.param(f"mean = 1{'0' * 400}", "it is a number from -100000", id="no float"),
        pytest.param(f"mean = 1{'0' * 5000}", "", id="more digits than Python reads"),
        ("deviation = -200", "deviation cannot be -200; it is a number above 0"),
        ("deviation = 0", "deviation cannot be 0; it is a number above 0"),
        ("rating_error = -80", "rating_error cannot be -80; it is a number from 0 to"),
        ("seed = inf", "seed cannot be inf; it is a text or a whole number"),
        ("agreement = 1", "agreement cannot be 1; it is true or false"),
        ("options = {c = nan}", "options.c cannot be nan; it is a text or a finite number"),
        ("model = {draws = -1}", "model.draws cannot be -1; it is a number from 0 to"),
        ("model = {draws = -0.5}", "model.draws cannot be -0.5; it is a number from 0 to"),
        ("model = {draws = nan}", "model.draws cannot be nan; it is a number from 0 to"),
        ("model = {draws = 1e400}", "model.draws cannot be inf; it is a number from 0 to"),
        ('model = {advantage = "x"}', "model.advantage cannot be 'x'; it is a number from"),
        ('model = {name = "boards"}', "the model does not say how a game of othello ends"),
        ("lists = {}", "lists is empty"),
        ("lists = {a = 3}", "lists.a cannot be 3; it is a text"),
        ("files = []", "files is empty"),
        ("files = [3]", "files cannot be 3; it is a list of texts"),
        ('model = {name = "elo"}', "there is no model 'elo'"),
        ('model = {name = "discs", sprad = 3}', "model discs has no option 'sprad'"),
        ('system = "swisss"', "there is no pairing system 'swisss'"),
        ('lists = {a = "points, BHH"}', "there is no criterion 'BHH'"),
        ("events = ", "Invalid value"),
    ],
)
def test_slips_in_a_study_are_named_with_the_file(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "s.toml"
    key = line.partition(" ")[0]
    rest = "" if key == "lists" else LISTS
    kept = [line for line in HEAD.splitlines() if not line.startswith(f"{key} ")]
    path.write_text("\n".join([*kept, line, rest]), "utf-8")
    with pytest.raises(InputError) as caught:
        read_study(path)
    assert said in str(caught.value) and str(path) in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("code", ["ko", "ru"])
def test_slips_are_said_in_every_language(code: str) -> None:
    said = language(code).say
    kinds = {kind.words for kind in (*KEYS.values(), *MODEL_KEYS.values())}
    assert [words for words in kinds if said(words) == str(words)] == []
    given = {"mean": "x", "rounds": [3, 3], "files": []}
    messages = [message for message in faults_of(given) if "lists" not in str(message)]
    assert len(messages) == 3
    for message in messages:
        words = re.findall("[a-z]+", said(message))
        assert not {"cannot", "empty", "twice", "number"} & set(words)


@pytest.mark.parametrize("number", ["0", "-1", "many"])
def test_a_number_of_events_is_at_least_one(
    number: str, study: Path, tmp_path: Path, shell: Shell
) -> None:
    out = tmp_path / "out"
    told = shell("study", study, "--out", out, "--events", number, code=2).err
    assert f"argument --events: must be a whole number from 1, not '{number}'" in told
    assert not out.exists()


def test_a_wrong_number_in_the_study_is_refused_though_another_is_asked_for(
    study: Path, tmp_path: Path, shell: Shell
) -> None:
    study.write_text(HEAD.replace("30", "-4") + LISTS, "utf-8")
    said = shell("study", study, "--out", tmp_path / "out", "--events", "4", code=1).err
    assert said.startswith(f"{study}: events cannot be -4")


@pytest.mark.parametrize("below", ["", "folder"])
def test_a_file_where_the_folder_would_be_is_named(
    below: str, study: Path, tmp_path: Path, shell: Shell
) -> None:
    taken = tmp_path / "found"
    taken.write_text("mine")
    said = shell("study", study, "--out", taken / below, "--jobs", "1", code=2).err
    assert said == f"{taken}: this is a file, not a folder\n"
    assert taken.read_text() == "mine"


def test_every_option_of_a_model_has_its_range() -> None:
    options = {one for kind in MODELS.values() for one in getattr(kind, "__dataclass_fields__", {})}
    assert options == MODEL_KEYS.keys()


@pytest.mark.parametrize("game", ["chess", "othello", "bridge", "go"])
def test_events_are_played_at_the_ends_of_every_range(game: str, tmp_path: Path) -> None:
    ends = {
        "chess": ["draws = 100000", "advantage = -100000"],
        "othello": ["spread = 0", "per_disc = 1e-320"],
        "bridge": ["spread = 100000", "per_trick = 1e-320", "judgement = 1e-320"],
        "go": [],
    }
    widest = "mean = -100000\ndeviation = 100000\nrating_error = 100000\n"
    criteria = "MP%" if game == "bridge" else "points"
    path = tmp_path / "s.toml"
    path.write_text(
        f'game = "{game}"\nevents = 3\nplayers = 8\nrounds = 3\n{widest}'
        + "\n".join(["[model]", *ends[game], f'[lists]\na = "{criteria}"\n'])
    )
    assert main(["study", str(path), "--out", str(tmp_path / "out"), "--jobs", "1", "-q"]) == 0
