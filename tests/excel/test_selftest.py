"""The selftest in every mood of an Excel that stands in: it ends, and says what is the matter."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from xltie.hosts.excel.selftest import Line, Selftest, broken_lines, lines_of
from xltie.hosts.excel.selftest.judge import same
from xltie.hosts.excel.selftest.run import files
from xltie.hosts.excel.selftest.saved import losses, spellings, without_words

pytest.importorskip("pyopenvba", reason="pyOpenVBA is not installed")
WAITED = {"hangs": 12.0, "never starts": 6.0}
"""Seconds after which an Excel is ended that never answers; every other one answers in time."""
FEW = ("xltie.xlam", "event.xlsx", "event.xlsm", "go.xlsx", "big.xlsx")


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    return files()


class Ran:
    """A selftest that was run: its report by subject, and where it was written."""

    def __init__(
        self, folder: Path, made: dict[str, bytes], seconds: float, *, has_server: bool = True
    ) -> None:
        few = {name: made[name] for name in FEW}
        few["big.xlsx"] = made["event.xlsx"]
        limits = (seconds, 1.5 * seconds)
        run = Selftest(few, driver="tests.excel.stand_in", limits=limits, has_server=has_server)
        report, self.saved = run.run(folder)
        self.text = report.read_text("utf-8")
        self.lines = {line.subject: line for line in lines_of(self.text)}
        assert [line._replace(details=()) for line in run.lines] == [
            line._replace(details=()) for line in self.lines.values()
        ]
        self.broken = [line.subject for line in run.lines if line.mark == "!!"]


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the stand-in keeps what the engine says."""
    return tmp_path_factory.mktemp("engine") / "answers"


@pytest.fixture
def ran(  # type: ignore[no-untyped-def]
    tmp_path: Path, made: dict[str, bytes], answers: Path, monkeypatch: pytest.MonkeyPatch
):
    def in_mood(mood: str, **more: bool) -> Ran:
        monkeypatch.setenv("XLTIE_ANSWERS", str(answers))
        monkeypatch.setenv("XLTIE_STAND_IN", mood)
        return Ran(tmp_path / "out", made, WAITED.get(mood, 90.0), **more)

    return in_mood


@pytest.mark.slow
def test_an_excel_that_answers_as_it_should_has_nothing_broken(ran) -> None:  # type: ignore[no-untyped-def]
    done = ran("answers")
    assert done.broken == []
    lines = done.lines
    assert lines["Excel"].text.startswith("version 16.0, build 18526, system Windows (64-bit)")
    assert "language 1033" in lines["Excel"].text
    count = lines["functions typed, add-in"].text
    assert count == f"{count.split()[0]} of {count.split()[0]} as the engine says"
    assert "opened: 0 right" in lines["functions in an .xlsx, add-in, as it was opened"].text
    assert "0 #NAME?" in lines["functions in an .xlsm, as it was opened"].text
    assert lines["button pair"].text == "xltie: XltiePair is done (0 cells changed)"
    assert lines["button pairagain"].text.startswith("pairagain yes is done")
    assert lines["button help"].mark == "--"
    assert lines["function typed into event.xlsm"].text == "4.0, saved and opened again None"
    assert lines["end of Excel"].text == "it is not there any more"
    with zipfile.ZipFile(done.saved) as archive:
        assert {"opened-go.xlsx", "typed-event.xlsm"} <= set(archive.namelist())


@pytest.mark.slow
@pytest.mark.parametrize(
    ("mood", "broken", "said"),
    [
        ("refuses", ["open go.xlsx", "functions in an .xlsm"], "Sorry, we couldn't open '-"),
        ("hangs", ["open go.xlsx", "functions in an .xlsm"], "no answer within 12 s"),
        ("dies", ["open go.xlsx", "functions in an .xlsm"], "Excel ended"),
        ("lost", ["open go.xlsx", "functions in an .xlsm"], "The RPC server is unavailable"),
    ],
)
def test_what_goes_wrong_is_said_and_the_rest_is_tried(  # type: ignore[no-untyped-def]
    mood: str, broken: list[str], said: str, ran
) -> None:
    done = ran(mood)
    assert done.broken == broken
    assert said in done.lines[broken[0]].text
    assert "as the engine says" in done.lines["functions typed, add-in"].text


@pytest.mark.parametrize(
    ("mood", "said"),
    [
        ("absent", "Excel did not start: ComError: Invalid class string"),
        ("never starts", "Excel did not start: no answer within 9 s, so it was ended"),
    ],
)
@pytest.mark.slow
def test_without_excel_the_report_says_so(mood: str, said: str, ran) -> None:  # type: ignore[no-untyped-def]
    done = ran(mood)
    assert done.broken == ["Excel"]
    assert done.lines["Excel"].text == said
    assert done.lines["everything else"].mark == "--"


@pytest.mark.slow
def test_one_wrong_thing_is_found(ran) -> None:  # type: ignore[no-untyped-def]
    repaired = ran("repairs", has_server=False)
    assert repaired.lines["open event.xlsx"].text == "Excel repaired it (Repaired)"
    lost = ran("loses", has_server=False).lines["open event.xlsx"]
    assert (lost.mark, lost.text) == ("!!", "Excel saved less than it opened")
    assert any("tables: ['" in detail for detail in lost.details)
    done = ran("wrong")
    wrong = done.lines["functions typed, add-in"]
    assert wrong.mark == "!!"
    assert wrong.details[0].startswith("BUCHHOLZ: Excel 17.0, engine ")
    taken = done.lines["states like the wizard"]
    assert (taken.mark, "as it is" in taken.text) == ("!!", True)


@pytest.mark.slow
def test_an_excel_before_dynamic_arrays_takes_the_formulas_too(ran) -> None:  # type: ignore[no-untyped-def]
    assert ran("old").broken == []


@pytest.mark.slow
def test_nothing_tells_whose_pc_it_is(  # type: ignore[no-untyped-def]
    ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    import tempfile

    folder = tempfile.gettempdir()
    done = ran("names", has_server=False)
    with zipfile.ZipFile(done.saved) as archive:
        saved = {name: archive.read(name) for name in archive.namelist()}
    import io

    parts = [
        package.read(part)
        for data in saved.values()
        for package in [zipfile.ZipFile(io.BytesIO(data))]
        for part in package.namelist()
    ]
    assert parts
    for content in (done.text.encode(), *parts):
        assert b"Somebody Real" not in content
        assert folder.encode() + b"/xltie" not in content
        assert f"{folder}/xltie".encode("utf-16-le") not in content


@pytest.mark.slow
def test_without_an_installed_server_files_are_looked_at_all_the_same(ran) -> None:  # type: ignore[no-untyped-def]
    done = ran("stays", has_server=False)
    assert done.broken == ["end of Excel"]
    assert "Excel is busy" in done.lines["end of Excel"].text
    assert done.lines["functions, buttons"].text == "first: xltie excel install"
    assert done.lines["open go.xlsx"].mark == "ok"


def test_a_report_is_read_back() -> None:
    lines = [Line("ok", "a", "b: c", ("d", "e")), Line("!!", "f g", "h")]
    from xltie.hosts.excel.selftest.judge import report_of

    text = report_of("1", lines)
    assert lines_of(text) == lines
    assert list(broken_lines(text)) == ["!! f g: h"]
    assert "1 ok, 1 broken, 0 not tried" in text
    for other in ("hello", "xltie excel selftest, version 1\n"):
        with pytest.raises(ValueError, match="report"):
            lines_of(other)


@pytest.mark.parametrize(
    ("expected", "value", "is_same"),
    [(4.0, 4, True), (0.1 + 0.2, 0.3, True), (4.0, "4", False), (1.0, True, False),
     ("", None, True), ("", 0.0, True), ("#N/A", "#N/A", True), ("a", "b", False),
     (True, True, True), (True, 1.0, False)],
)  # fmt: skip
def test_excels_values_are_compared_as_cells(
    expected: object, value: object, is_same: bool
) -> None:
    assert same(expected, value) is is_same


def test_paths_are_hidden_however_they_are_written() -> None:
    words = ["C:\\Users\\Ann Lee"]
    text = "C:\\Users\\Ann Lee\\x c:/users/ann lee/y C:/Users/Ann%20Lee/z"
    assert without_words(text, words) == "-\\x -/y -/z"


@pytest.mark.slow
def test_what_excel_left_out_of_a_file_is_seen(made: dict[str, bytes], tmp_path: Path) -> None:
    from tests.excel.stand_in import without_tables

    event = made["event.xlsx"]
    assert losses(event, event) == []
    path = tmp_path / "a.xlsx"
    path.write_bytes(event)
    without_tables(path)
    assert [loss.partition(":")[0] for loss in losses(event, path.read_bytes())] == ["tables"]
    assert spellings(event)["bare"] > 50
    assert spellings(made["add-in-links.xlsx"])["[1]!"] == spellings(event)["bare"]
