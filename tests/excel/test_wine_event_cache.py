"""An event goes over real COM once, by the very VBA of the bridge, as Wine's VBScript runs it."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.excel import wine
from tests.excel.test_udfs import GAMES
from tests.excel.test_vba import modules
from tests.excel.wine import Client
from xltie.core.cells import Grid
from xltie.hosts.excel import server as kept
from xltie.hosts.excel import vba
from xltie.sheets.call import evaluate_call
from xltie.sheets.functions import REGISTRY

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(wine.reason_against()),
                                                   reason=wine.reason_against())]  # fmt: skip


@pytest.fixture(scope="module", autouse=True)
def windows() -> Iterator[None]:
    with wine.installed():
        yield


def event(discs: float) -> str:
    """The text of an event of 40 players in which Ann has so many discs in a game."""
    others = [hashlib.sha256(bytes([number])).hexdigest()[:20] for number in range(38)]
    games = [*GAMES[:1], (1.0, "Ann", "Bob", discs, 64 - discs)]
    games += [(1.0, *others[at : at + 2], 33.0, 31.0) for at in range(0, 38, 2)]
    players = [("ID",), *((name,) for name in ("Ann", "Bob", *others))]
    text = evaluate_call(REGISTRY["EVENT"], [Grid(players), Grid(games)])
    assert isinstance(text, str)
    assert len(text) > 600
    return str(text)


SCRIPT = """
Class Counting
    Public Real
    Public Letters
    Public Kept
    Public Function Answer(named, arguments, places)
        Dim i
        For i = 0 To UBound(arguments)
            If VarType(arguments(i)) = vbString Then Letters = Letters + Len(arguments(i))
        Next
        Answer = Real.Answer(named, arguments, places)
    End Function
    Public Function Keep(content)
        Kept = Kept + 1
        Letters = Letters + Len(content)
        Keep = Real.Keep(content)
    End Function
End Class
Dim server, i, one, other
Set server = New Counting
Set server.Real = CreateObject("Xltie.Server")
one = "@ONE@": other = "@OTHER@"
For i = 1 To 50
    If XtHanded(server, "DISCS", Array("Ann", one), "") <> 40 Then WScript.Echo "wrong for one"
    If XtHanded(server, "DISCS", Array("Ann", other), "") <> 41 Then WScript.Echo "wrong for other"
Next
WScript.Echo server.Kept & " " & (server.Letters - Len(one) - Len(other)) & " " & Len(one)
For i = 1 To @MOST@
    server.Real.Keep i & other
Next
WScript.Echo TypeName(server.Real.Answer("DISCS", Array("Ann", Empty), "1" & vbTab & "x" & vbLf))
WScript.Echo XtHanded(server, "DISCS", Array("Ann", one), "")
WScript.Echo XtHanded(server, "DISCS", Array("Ann", one), "")
"""


def as_vbscript(text: str) -> str:
    """The module of the bridge without types, which VBScript does not have."""
    text = text.replace("Option Private Module\n", "")
    text = re.sub(r"^Private (m\w+)", r"Dim \1", text, flags=re.MULTILINE)
    return re.sub(r" As (String|Long|Object|Variant)\b", "", text)


def test_the_bridge_sends_each_event_once(tmp_path: Path) -> None:
    script = SCRIPT.replace("@MOST@", str(kept.MOST))
    for name, text in (("ONE", event(40.0)), ("OTHER", event(41.0))):
        script = script.replace(f"@{name}@", text)
    file = tmp_path / "client.vbs"
    whole = as_vbscript(modules()[vba.TEXTS]) + script
    file.write_bytes(whole.replace("\n", "\r\n").encode("ascii"))
    told = wine.run_script(file).splitlines()
    assert told == [f"2 {100 * len('Ann')} {len(event(40.0))}", "Null", "40", "40"]


def test_programs_share_what_python_keeps_and_a_new_python_asks_again() -> None:
    text = event(40.0)
    with Client() as one, Client() as other:
        name = kept.keep(text)  # a digest of the content is the same in every program
        call = ["DISCS", ["Ann", None], f"1\t{name}\n"]
        assert other.ask(call) == [None]
        assert one.keep(text) == name
        assert other.ask(call) == one.ask(call) == [40]
        wine.kill_server()
        assert "refused" in one.ask(call)[0]
        assert one.ask(call, ["DISCS", ["Ann", text]]) == [None, 40]
