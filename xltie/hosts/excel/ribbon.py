"""The ribbon tab *Tournament*: its buttons, the XML that draws them, the VBA that they call."""

from __future__ import annotations

from typing import Mapping
from xml.etree import ElementTree

from xltie.core.language import Language, language
from xltie.core.messages import say
from xltie.hosts.common.buttons import ADD_SHEET, ANY, BUTTONS, SHEETS, Button

NAMESPACE = "http://schemas.microsoft.com/office/2009/07/customui"
TAB_VISIBLE = "XltieTabVisible"


_ICONS = {
    "recompute": "CalculateNow",
    "pair": "TableInsertExcel",
    "pairagain": "RefreshAll",
    "seat": "TableInsertExcel",
    "fill": "FindDialogExcel",
    "explain": "ReviewNewComment",
    "check": "ErrorChecking",
    "publish": "HyperlinkInsert",
    "import": "TableInsertExcel",
    "help": "Help",
}
"""Pictures of Office, by their names."""
_LARGE = frozenset({"recompute", "pair", "seat"})
RIBBON = (
    *BUTTONS,
    Button(
        "help",
        say("Help"),
        say("Opens the list of functions with their arguments and sources."),
    ),
)
CLICKED = (*RIBBON, *SHEETS)
"""The buttons, and the entries of the menu of sheets."""
ALWAYS = frozenset(button.command for button in CLICKED if button.kind == ANY)
"""Commands that are always shown; the others where they mean something."""


def callback(button: Button) -> str:
    """Return the VBA procedure that a click calls."""
    return "Xltie" + "".join(map(str.capitalize, button.command.split(".")))


def _clicked(button: Button, spoken: Language) -> Mapping[str, str]:
    """Return the attributes of what is clicked: what it is called, does, and when it is shown."""
    called = callback(button)
    label = spoken.say(button.label)
    shown = {} if button.command in ALWAYS else {"getVisible": f"{called}Visible"}
    return {"id": f"x{called[1:]}", "label": label, "onAction": called, **shown}


def ribbon_xml(code: str = "en") -> bytes:
    """Return the ``customUI14.xml`` part, what people read in it in a language."""
    spoken = language(code)
    ElementTree.register_namespace("", NAMESPACE)

    def child(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
        return ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)

    root = ElementTree.Element(f"{{{NAMESPACE}}}customUI", onLoad="XltieRibbonLoaded")
    tabs = child(child(root, "ribbon"), "tabs")
    tab = child(
        tabs, "tab", id="xltieTab", label=spoken.text("Tournament"), insertAfterMso="TabData",
        getVisible=TAB_VISIBLE,
    )  # fmt: skip
    group = child(tab, "group", id="xltieGroup", label=spoken.text("Standings"))
    for button in RIBBON:
        if button.command == "help":
            menu = child(
                group, "menu", id="xltieSheets", label=spoken.say(ADD_SHEET), imageMso="SheetInsert"
            )
            for sheet in SHEETS:
                child(menu, "button", **_clicked(sheet, spoken))
        child(
            group, "button", **_clicked(button, spoken),
            size="large" if button.command in _LARGE else "normal",
            imageMso=_ICONS[button.command], screentip=spoken.say(button.label),
            supertip=spoken.say(button.help),
        )  # fmt: skip
    made: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return made


def callbacks() -> str:
    """Return the VBA procedures of the buttons."""
    lines = []
    for button in CLICKED:
        lines += [
            f"Public Sub {callback(button)}(control As IRibbonControl)",
            f'    XtCommand "{button.command}"',
            "End Sub",
            "",
        ]
        if button.command not in ALWAYS:
            lines += [
                f"Public Sub {callback(button)}Visible"
                "(control As IRibbonControl, ByRef returnedVal)",
                f'    returnedVal = XtFits("{button.kind}")',
                "End Sub",
                "",
            ]
    return "\n".join(lines)
