"""``xltie libreoffice install``, ``doctor`` and ``uninstall``, for a user and for all."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.libreoffice.calc import missing
from tests.shell import Shell
from xltie.cli.main import main
from xltie.hosts.libreoffice import install
from xltie.hosts.libreoffice.environment import environment as own_environment

ROOT = Path(__file__).parents[2]
NEEDED = pytest.mark.skipif(bool(missing()), reason=missing() or "LibreOffice is here")


def test_build_writes_the_extension(tmp_path: Path, shell: Shell) -> None:
    assert main(["libreoffice", "build", "--out", str(tmp_path / "new")]) == 0
    assert (tmp_path / "new" / "xltie.oxt").read_bytes()[:2] == b"PK"
    assert "xltie.oxt" in shell.printed().out


def test_without_libreoffice_every_action_says_so_in_one_line(
    monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(install, "_PLACES", ())
    monkeypatch.setattr(shutil, "which", lambda name: None)
    said = shell("libreoffice", "install", code=2).err
    assert said.startswith("xltie libreoffice install: LibreOffice was not found; install it")
    assert said.count("\n") == 1
    told = shell("libreoffice", "doctor", code=1).out
    assert "!! LibreOffice: LibreOffice was not found -> install it" in told


def _steps(run: list[str], profile: list[str], env: dict[str, str]) -> list[tuple[int, str]]:
    """Install, doctor, uninstall, doctor from an activated environment: exit codes and words."""
    activated = os.pathsep.join([str(Path(sys.executable).parent), env["PATH"]])
    env = {**env, "PATH": activated}
    done = []
    for action in ("install", "doctor", "uninstall", "doctor"):
        command = [*run, "-m", "xltie", "libreoffice", action, *profile]
        own = subprocess.run(
            command, cwd=ROOT, env=env, capture_output=True, text=True, check=False, timeout=180
        )
        done.append((own.returncode, own.stdout + own.stderr))
    return done


def _check(done: list[tuple[int, str]], for_whom: str) -> None:
    assert [code for code, _ in done] == [0, 0, 0, 1], done
    assert f"for {for_whom} in LibreOffice" in done[0][1]
    assert "!" not in done[1][1]
    assert "removed xltie" in done[2][1]
    assert "not installed -> run: xltie libreoffice install" in done[3][1]


@pytest.fixture
def home() -> Iterator[Path]:
    """A folder that anybody could reach: pytest closes its own ones to all but its user."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder)


@NEEDED
def test_for_a_normal_user(home: Path) -> None:
    run = []
    if os.geteuid() == 0:
        if shutil.which("setpriv") is None:
            pytest.skip("setpriv is not here to become a normal user")
        os.chown(home, 65534, 65534)
        run = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
    env = {**os.environ, "HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    env["UNO_SHARED_PACKAGES_CACHE"] = (home / "for_all_users").as_uri()
    for python in (sys.executable, "/usr/bin/python3"):  # root's own may be closed to others
        probe = [*run, python, "-c", "import xltie"]
        if not subprocess.run(
            probe, cwd=ROOT, env=env, check=False, capture_output=True
        ).returncode:
            break
    else:
        pytest.skip("a normal user may not read any Python, or the project")
    _check(_steps([*run, python], ["--profile", str(home / "profile")], env), "this user")


@NEEDED
@pytest.mark.skipif(os.name != "posix" or os.geteuid() != 0, reason="not root")
def test_for_all_users_as_root(tmp_path: Path) -> None:
    env = {**os.environ, "HOME": str(tmp_path)}
    _check(_steps([sys.executable], [], env), "all users")


@NEEDED
@pytest.mark.parametrize("action", ["install", "uninstall"])
def test_root_is_not_given_one_profile(
    action: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shell: Shell
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    said = shell("libreoffice", action, "--profile", tmp_path / "profile", code=2).err
    assert "root installs for all users of the machine, not in one profile" in said
    assert not (tmp_path / "profile").exists()


def test_libreoffice_does_not_take_the_python_of_an_environment_for_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    environment, shims = tmp_path / "env/bin", tmp_path / "shims"
    for folder in (environment, shims):
        folder.mkdir(parents=True)
        (folder / "python3").touch(0o755)
    (environment.parent / "pyvenv.cfg").touch()
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("PYTHONHOME", "/elsewhere")
    monkeypatch.setenv("PATH", os.pathsep.join([str(environment), str(shims), "/usr/bin"]))
    assert own_environment()["PATH"] == os.pathsep.join([str(shims), "/usr/bin"])
    assert "PYTHONHOME" not in own_environment()
    said = str(install._python(tmp_path / "without"))
    assert "missing" in said
    (tmp_path / "pythonloader.py").touch()
    said = str(install._python(tmp_path))
    assert f"from the desktop: from this terminal it would load {environment}" in said
