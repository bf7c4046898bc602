"""What the shells complete: the scripts are made from the parsers and run in the shell."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from xltie.cli.commands import ABOUT
from xltie.cli.completion import commands
from xltie.cli.main import main

SHELLS = ("bash", "zsh", "fish", "powershell")


def script(shell: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["completion", shell]) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize("shell", SHELLS)
def test_a_script_has_every_command_and_option(
    shell: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = script(shell, capsys)
    for command in commands():
        assert command.name in text
        for option in command.options:
            assert option.names[-1].lstrip("-") in text
    assert {command.name for command in commands()} == set(ABOUT)


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "found"),
    [
        ("pa", "pair"),
        ("pair event.xlsx --order ", "fold slide cross random"),
        ("pair event.xlsx --order s", "slide"),
        ("pair --wr", "--write"),
        ("excel i", "install"),
        ("libreoffice install --ou", "--out"),
        ("batch ch", "check"),
        ("completion z", "zsh"),
        ("standings --for", "--format"),
    ],
)
def test_bash_completes(
    typed: str, found: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "xltie.bash"
    path.write_text(script("bash", capsys))
    words = ["xltie", *typed.split(" ")]
    asked = (
        f'source {path}; COMP_WORDS=("$@"); COMP_CWORD=$(($#-1)); _xltie; echo "${{COMPREPLY[*]}}"'
    )
    done = subprocess.run(
        ["bash", "-c", asked, "_", *words], capture_output=True, text=True, check=True
    )
    assert (done.stdout.strip(), done.stderr) == (found, "")


@pytest.mark.parametrize("shell", ["zsh", "fish"])
def test_a_shell_that_is_there_takes_the_script(
    shell: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    if shutil.which(shell) is None:
        pytest.skip(f"needs {shell}")
    path = tmp_path / "script"
    path.write_text(script(shell, capsys))
    subprocess.run([shell, "-n", str(path)], check=True)


def test_the_scripts_explain_in_the_language_of_the_system(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_ALL", "ko_KR.UTF-8")
    assert "다음 라운드" in script("fish", capsys)
