"""Excel's ribbon and LibreOffice's menu and toolbar offer the same, in the same words."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from xltie.core.language import language
from xltie.hosts.common.commands import COMMANDS
from xltie.hosts.excel.ribbon import CLICKED, callback, ribbon_xml
from xltie.hosts.libreoffice.descriptors import add_ons

_LANGUAGE = "{http://www.w3.org/XML/1998/namespace}lang"
_NAME = "{http://openoffice.org/2001/registry}name"


def of_libreoffice(code: str) -> dict[str, list[str]]:
    """What the menu, and the toolbar where it has it, call each command in a language."""
    found: dict[str, list[str]] = {}
    for node in ElementTree.fromstring(add_ons()).iter("node"):
        own = {prop.get(_NAME): prop for prop in node.findall("prop")}
        if {"URL", "Title"} <= own.keys():
            texts = {value.get(_LANGUAGE): value.text for value in own["Title"].findall("value")}
            command = str(own["URL"].findtext("value")).partition(":")[2]
            found.setdefault(command, []).append(str(texts[code]))
    return found


@pytest.mark.parametrize("code", ["en", "ko", "ru"])
def test_the_ribbon_and_the_menu_have_the_same_commands_and_texts(code: str) -> None:
    commands = {callback(button): button.command for button in CLICKED}
    clicked = {
        commands[element.attrib["onAction"]]: element.attrib
        for element in ElementTree.fromstring(ribbon_xml(code)).iter()
        if "onAction" in element.attrib
    }
    menu = of_libreoffice(code)
    assert menu.keys() == COMMANDS.keys() == clicked.keys() - {"help"}
    for command, labels in menu.items():
        assert set(labels) == {clicked[command]["label"]}
        assert len(labels) == (1 if command.startswith("sheet.") else 2), "menu and toolbar"
    for button in CLICKED:
        tip = clicked[button.command].get("supertip")
        assert tip in (None, language(code).say(button.help))
        assert (tip is None) is button.command.startswith("sheet.")
