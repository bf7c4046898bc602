"""The ribbon tab *Tournament*: its buttons, the XML that draws them, the VBA that they call."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from xltie.core.language import language
from xltie.core.messages import Message, say

NAMESPACE = "http://schemas.microsoft.com/office/2009/07/customui"
TAB_VISIBLE = "XltieTabVisible"


@dataclass(frozen=True)
class Button:
    """A button: ``command`` is what Python runs, ``icon`` the name of one of Office's pictures."""

    command: str
    label: Message
    icon: str
    help: Message
    large: bool = False

    @property
    def callback(self) -> str:
        """Return the VBA procedure that a click calls."""
        return f"Xltie{self.command.capitalize()}"


BUTTONS = (
    Button(
        "recompute",
        say("Recompute standings"),
        "CalculateNow",
        say("Recomputes all xltie formulas in this workbook and updates the cells that changed."),
        large=True,
    ),
    Button(
        "pair",
        say("Pair next round"),
        "TableInsertExcel",
        say("Adds the pairings for the next round to the Rounds sheet."),
        large=True,
    ),
    Button(
        "pairagain",
        say("Pair last round again"),
        "RefreshAll",
        say(
            "Pairs the last round once more, after a corrected result, as long as it has no "
            "results."
        ),
    ),
    Button(
        "seat",
        say("Lay out bridge movement"),
        "TableInsertExcel",
        say(
            "Writes the pairs and boards of every round of a bridge movement into the Boards sheet."
        ),
    ),
    Button(
        "explain",
        say("Explain selected player"),
        "ReviewNewComment",
        say(
            "Shows on the Explain sheet how the values of the player in the selected row are "
            "computed."
        ),
    ),
    Button(
        "check",
        say("Check workbook"),
        "ErrorChecking",
        say("Looks for missing results, unknown players and impossible scores."),
    ),
    Button(
        "publish",
        say("Publish as web pages"),
        "HyperlinkInsert",
        say("Writes the event as web pages into a folder beside the workbook."),
    ),
    Button(
        "help",
        say("Help"),
        "Help",
        say("Opens the list of functions with their arguments and sources."),
    ),
)
ALWAYS = frozenset({"recompute", "explain", "check", "help"})
"""Commands that are always shown; the others appear once this version can do them."""


def ribbon_xml(code: str = "en") -> bytes:
    """Return the ``customUI14.xml`` part, what people read in it in a language."""
    spoken = language(code)
    ElementTree.register_namespace("", NAMESPACE)

    def child(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
        return ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)

    root = ElementTree.Element(f"{{{NAMESPACE}}}customUI")
    tabs = child(child(root, "ribbon"), "tabs")
    tab = child(
        tabs, "tab", id="xltieTab", label=spoken.text("Tournament"), insertAfterMso="TabData",
        getVisible=TAB_VISIBLE,
    )  # fmt: skip
    group = child(tab, "group", id="xltieGroup", label=spoken.text("Standings"))
    for button in BUTTONS:
        label = spoken.say(button.label)
        more = {} if button.command in ALWAYS else {"getVisible": f"{button.callback}Visible"}
        child(
            group, "button", id=f"xltie{button.command.capitalize()}", label=label,
            size="large" if button.large else "normal", imageMso=button.icon,
            onAction=button.callback, screentip=label,
            supertip=spoken.say(button.help), **more,
        )  # fmt: skip
    made: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return made


def callbacks() -> str:
    """Return the VBA procedures of the buttons."""
    lines = []
    for button in BUTTONS:
        lines += [
            f"Public Sub {button.callback}(control As IRibbonControl)",
            f'    XtCommand "{button.command}"',
            "End Sub",
            "",
        ]
        if button.command not in ALWAYS:
            lines += [
                f"Public Sub {button.callback}Visible"
                "(control As IRibbonControl, ByRef returnedVal)",
                f'    returnedVal = XtCan("{button.command}")',
                "End Sub",
                "",
            ]
    return "\n".join(lines)
