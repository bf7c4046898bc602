"""Installing on a PC, over a stand-in for the Windows registry; what other machines are told."""

from __future__ import annotations

import io
import re
import sys
import types
import zipfile
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from xltie.cli.main import main
from xltie.core.messages import plain
from xltie.games import PRESETS
from xltie.hosts.excel import doctor, registration
from xltie.hosts.excel.doctor import Facts, TooManyRights, too_many_rights
from xltie.hosts.excel.package import build_add_in

CLSID = registration.CLSID


def command(*arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        code = main(["excel", *arguments])
    return code, out.getvalue(), err.getvalue()


class Registry(types.ModuleType):
    """``winreg`` with the keys of one user, in two views."""

    HKEY_CURRENT_USER, HKEY_LOCAL_MACHINE = "HKCU", "HKLM"
    KEY_WOW64_64KEY, KEY_WOW64_32KEY, KEY_WRITE, REG_SZ = 0x100, 0x200, 0x20006, 1

    def __init__(self) -> None:
        super().__init__("winreg")
        self.views: dict[int, dict[str, str]] = {0x100: {}, 0x200: {}}

    @contextmanager
    def CreateKeyEx(self, root: str, path: str, _: int, access: int) -> Any:  # noqa: N802
        view = self.views[access & 0x300]
        parent = path.rpartition("\\")[0]
        while parent.startswith("Software\\Classes\\"):
            view.setdefault(parent, "")
            parent = parent.rpartition("\\")[0]
        view.setdefault(path, "")
        yield view, path

    @contextmanager
    def OpenKey(self, root: str, path: str) -> Any:  # noqa: N802
        if root == "HKLM" and path.endswith("excel.exe"):
            self.views[0x100][path] = "EXCEL.EXE"
        if path not in self.views[0x100]:
            raise FileNotFoundError(path)
        yield self.views[0x100], path

    def SetValueEx(self, key: Any, name: str, _: int, kind: int, value: str) -> None:  # noqa: N802
        key[0][key[1]] = value

    def QueryValueEx(self, key: Any, name: str) -> tuple[str, int]:  # noqa: N802
        return key[0][key[1]], 1

    def DeleteKeyEx(self, root: str, path: str, view: int) -> None:  # noqa: N802
        keys = self.views[view]
        if path not in keys:
            raise FileNotFoundError(path)
        assert not [key for key in keys if key.startswith(path + "\\")], "a key with sub-keys"
        del keys[path]


@pytest.fixture
def pc(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry:
    registry = Registry()
    monkeypatch.setitem(sys.modules, "winreg", registry)
    monkeypatch.setenv("APPDATA", str(tmp_path / "Roaming"))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "김" / "python.exe"))
    (tmp_path / "김").mkdir()
    (tmp_path / "김" / "pythonw.exe").write_bytes(b"")
    return registry


def test_install_writes_the_add_in_and_the_class(pc: Registry, tmp_path: Path) -> None:
    code, said, _ = command("install")
    add_in = tmp_path / "Roaming/Microsoft/Excel/XLSTART/xltie.xlam"
    assert code == 0
    assert str(add_in) in said
    assert "xl/vbaProject.bin" in zipfile.ZipFile(add_in).namelist()
    classes = "Software\\Classes"
    quiet = tmp_path / "김" / "pythonw.exe"
    for view in pc.views.values():
        assert view[f"{classes}\\Xltie.Server\\CLSID"] == CLSID
        server = view[f"{classes}\\CLSID\\{CLSID}\\LocalServer32"]
        assert server == f'"{quiet}" -m xltie.hosts.excel.server'
        named = view[f"{classes}\\CLSID\\{CLSID}\\PythonCOM"]
        assert named == "xltie.hosts.excel.server.Server"
    assert registration.registered_command() == server


@pytest.mark.slow
def test_uninstall_leaves_nothing(pc: Registry, tmp_path: Path) -> None:
    command("install")
    assert command("install")[0] == 0  # again, over itself
    assert command("uninstall")[0] == 0
    assert not list((tmp_path / "Roaming").rglob("*.xlam"))
    assert not list((tmp_path / "Roaming").rglob("*.cmd"))
    assert [key for view in pc.views.values() for key in view if "Xltie" in key] == []
    assert [key for view in pc.views.values() for key in view if CLSID in key] == []
    assert command("uninstall")[0] == 0


STORE = (
    r"C:\Program Files\WindowsApps\PythonSoftwareFoundation.Python.3.12_3.12.2544.0_x64__qbz5n2kf"
)


@pytest.mark.parametrize("attribute", ["base_prefix", "_base_executable"])
def test_the_python_of_the_store_is_refused_within_an_environment_too(
    attribute: str, pc: Registry, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its environment has a plain path; what it writes is seen by no other program."""
    monkeypatch.setattr(sys, attribute, STORE, raising=False)
    code, out, err = command("install")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "hides from Excel what it writes: install Python from python.org" in err
    assert not list(tmp_path.rglob("*.xlam"))
    assert not pc.views[0x100]


def test_an_add_in_that_excel_holds_is_one_line(
    pc: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    def held(*_: Any) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "write_bytes", held)
    code, _, said = command("install")
    assert code == 2
    assert "close Excel and try again" in said
    assert said.count("\n") == 1


@pytest.mark.parametrize("action", ["install", "uninstall", "doctor", "selftest"])
def test_elsewhere_one_line_says_why_not(action: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("APPDATA", raising=False)
    monkeypatch.setattr(sys, "platform", "linux")
    code, out, err = command(action)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "this is linux" in err


@pytest.mark.slow
def test_build_writes_both_files_anywhere(tmp_path: Path) -> None:
    code, said, _ = command("build", "--out", str(tmp_path / "new"))
    assert code == 0
    written = sorted(path.name for path in (tmp_path / "new").iterdir())
    assert written == ["xltie.xlam", "xltie.xlsm"]
    assert said.count("wrote") == 2


# -- doctor --------------------------------------------------------------------------------------

PYTHON = Path("/py/python.exe")
WELL = Facts(
    python=PYTHON, is_of_the_store=False, bits=64, xlwings="0.37.8", com_fault="",
    excel="EXCEL.EXE (x86)",
    command=registration.command_line(str(PYTHON)), add_in=Path("xltie.xlam"),
    add_in_state="current", answered="",
)  # fmt: skip


BLOCKED = "An Application Control policy has blocked this file."


def remedies(facts: Facts) -> dict[str, str]:
    return {
        str(finding.subject): str(finding.remedy)
        for finding in doctor.findings(facts)
        if finding.remedy
    }


def test_a_well_pc_needs_nothing() -> None:
    assert remedies(WELL) == {}
    assert [str(finding)[:2] for finding in doctor.findings(WELL)] == ["ok"] * 8


@pytest.mark.parametrize(
    ("change", "subject", "remedy"),
    [
        ({"is_of_the_store": True}, "Python", "python.org"),
        ({"com_fault": f"DLL load failed: {BLOCKED}"}, "DLL", "Smart App Control: Off"),
        ({"answered": f"[WinError 4551] {BLOCKED}"}, "Trial call", "Smart App Control: Off"),
        ({"answered": "(-2147020345, None, None)"}, "Trial call", "Smart App Control: Off"),
        ({"python": Path("/김/python.exe"), "answered": "no"}, "Path", r"py -m venv C:\xltie"),
        ({"xlwings": ""}, "xlwings", "pip install"),
        ({"xlwings": "0.30.1"}, "xlwings", "0.37"),
        ({"xlwings": "1.0.0"}, "xlwings", "<1"),
        ({"com_fault": "DLL load failed"}, "DLL", "pywin32"),
        ({"excel": ""}, "Excel", "lite"),
        ({"command": None, "answered": None}, "Server", "xltie excel install"),
        ({"command": ""}, "Server", "xltie excel install"),
        ({"command": '"/old/pythonw.exe" -m x'}, "Server", "xltie excel install"),
        ({"add_in_state": "missing"}, "Add-in", "xltie excel install"),
        ({"add_in_state": "old"}, "Add-in", "close Excel"),
        ({"marked": [Path("a.xlsm")]}, "Mark of the Web", "Unblock"),
        ({"answered": "class not registered"}, "Trial call", "restart"),
        (
            {"rights": [TooManyRights(plain("UAC is off"), plain("switch it on"))]},
            "Rights", "switch it on",
        ),
    ],
)  # fmt: skip
def test_each_trouble_has_its_remedy(change: dict[str, Any], subject: str, remedy: str) -> None:
    assert remedy in remedies(replace(WELL, **change))[subject]


def rights(*, has_all: bool = False, running: bool = False) -> list[TooManyRights]:
    path = doctor._excel_path()
    return list(too_many_rights(doctor._value, path, has_all=has_all, running=running))


POLICIES = r"Software\Microsoft\Windows\CurrentVersion\Policies\System"
LAYERS = r"Software\Microsoft\Windows NT\CurrentVersion\AppCompatFlags\Layers"


def test_an_excel_with_all_rights_is_seen(pc: Registry) -> None:
    """Windows finds no class of the user for it."""
    system = pc.views[0x100]
    assert rights() == rights(has_all=True) == []
    ((text, remedy),) = rights(running=True)
    assert "the Excel that is open was started as administrator" in str(text)
    assert "without Run as administrator" in str(remedy)
    system[LAYERS] = "~ RUNASADMIN"
    ((text, remedy),) = rights()
    assert "set to run as administrator" in str(text)
    assert "EXCEL.EXE, Compatibility: untick" in str(remedy)


def test_user_account_control_that_is_off_matters_to_administrators(pc: Registry) -> None:
    pc.views[0x100][POLICIES] = "0"
    assert rights() == []
    ((text, remedy),) = rights(has_all=True, running=True)
    assert "User Account Control is off" in str(text)
    assert "restart Windows, or work as a user who is no administrator" in str(remedy)
    pc.views[0x100][POLICIES] = "1"
    assert rights(has_all=True) == []


def test_the_state_of_the_add_in(tmp_path: Path) -> None:
    path = tmp_path / "xltie.xlam"
    assert doctor.state_of(path) == "missing"
    path.write_bytes(b"of last year")
    assert doctor.state_of(path) == "old"
    path.write_bytes(build_add_in())
    assert doctor.state_of(path) == "current"
    assert not doctor.is_marked(path)
    (tmp_path / "xltie.xlam:Zone.Identifier").write_text("[ZoneTransfer]")
    assert doctor.is_marked(path)


@pytest.mark.slow
@pytest.mark.parametrize(("told", "fault"), [(4.0, ""), ("#N/A", "not 4")])
def test_doctor_looks_and_makes_a_trial_call(
    told: Any, fault: str, pc: Registry, monkeypatch: pytest.MonkeyPatch
) -> None:
    command("install")
    client = types.ModuleType("win32com.client")
    client.Dispatch = lambda named: types.SimpleNamespace(  # type: ignore[attr-defined]
        Answer=lambda *_: told if named == "Xltie.Server" else None
    )
    monkeypatch.setitem(sys.modules, "win32com.client", client)
    monkeypatch.setitem(sys.modules, "pythoncom", types.ModuleType("pythoncom"))
    monkeypatch.setattr(sys, "platform", "win32")
    for asked in ("has_all_rights", "excel_with_all_rights_is_open"):
        monkeypatch.setattr(f"xltie.hosts.excel.doctor.{asked}", lambda: False)
    code, said, _ = command("doctor")
    assert code == bool(fault)
    assert "ok Excel: EXCEL.EXE" in said
    assert "ok Add-in:" in said
    assert fault in said
    command("uninstall")
    code, said, _ = command("doctor")
    assert code == 1
    assert "!! Server: Excel does not know which Python to start -> xltie excel install" in said
    assert "!! Add-in: no " in said


SETUP = Path(__file__).parents[2] / "install-for-excel.cmd"


@pytest.mark.parametrize("game", PRESETS)
def test_the_file_to_double_click_makes_an_example_of_each_game(game: str, tmp_path: Path) -> None:
    (line,) = re.findall(r"-m xltie (new .*)\r", SETUP.read_bytes().decode("ascii"))
    filled = line.replace("%OWN%\\", f"{tmp_path}/").replace("%GAME%", game)
    assert main([word.strip('"') for word in filled.split()]) == 0
    assert (tmp_path / f"{game}.xlsx").exists()


def test_the_file_to_double_click_asks_for_the_games_that_there_are() -> None:
    text = SETUP.read_bytes().decode("ascii")
    (taken,) = re.findall(r"for %%G in \((.*)\)", text)
    (asked,) = re.findall(r"Which game: (.*)\? ", text)
    assert set(taken.split()) == set(re.split(r", | or ", asked)) == set(PRESETS)


def test_the_file_to_double_click_is_one_that_windows_reads() -> None:
    """cmd.exe misses labels in files with line ends of other systems, and letters beyond ASCII."""
    lines = SETUP.read_bytes().decode("ascii").split("\r\n")
    assert not any("\n" in line for line in lines)
    labels = {line[1:] for line in lines if line.startswith(":")}
    jumps = set(re.findall(r"(?:goto |call :)(\w+)", "\n".join(lines)))
    assert jumps == labels
