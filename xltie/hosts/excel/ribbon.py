"""The ribbon tab *Tournament*: its buttons, the XML that draws them, the VBA that they call."""

from __future__ import annotations

from dataclasses import dataclass
from xml.etree import ElementTree

from xltie.core.language import language

NAMESPACE = "http://schemas.microsoft.com/office/2009/07/customui"
TAB_VISIBLE = "XltieTabVisible"


@dataclass(frozen=True)
class Button:
    """A button: ``command`` is what Python runs, ``icon`` the name of one of Office's pictures."""

    command: str
    label: str
    icon: str
    tip: str
    help: str
    large: bool = False

    @property
    def callback(self) -> str:
        """Return the VBA procedure that a click calls."""
        return f"Xltie{self.command.capitalize()}"


BUTTONS = (
    Button(
        "recompute",
        "Recompute standings",
        "CalculateNow",
        "Recompute standings",
        "Recomputes all xltie formulas in this workbook and updates the cells that changed.",
        large=True,
    ),
    Button(
        "pair",
        "Pair next round",
        "TableInsertExcel",
        "Pair next round",
        "Adds the pairings for the next round to the Rounds sheet.",
        large=True,
    ),
    Button(
        "pairagain",
        "Pair last round again",
        "RefreshAll",
        "Pair last round again",
        "Pairs the last round once more, after a corrected result, as long as it has no results.",
    ),
    Button(
        "seat",
        "Lay out bridge movement",
        "TableInsertExcel",
        "Lay out bridge movement",
        "Writes the pairs and boards of every round of a bridge movement into the Boards sheet.",
    ),
    Button(
        "explain",
        "Explain selected player",
        "ReviewNewComment",
        "Explain selected player",
        "Shows on the Explain sheet how the values of the player in the selected row are computed.",
    ),
    Button(
        "check",
        "Check workbook",
        "ErrorChecking",
        "Check workbook",
        "Looks for missing results, unknown players and impossible scores.",
    ),
    Button(
        "publish",
        "Publish as web pages",
        "HyperlinkInsert",
        "Publish as web pages",
        "Writes the event as web pages into a folder beside the workbook.",
    ),
    Button(
        "help",
        "Help",
        "Help",
        "Help",
        "Opens the list of functions with their arguments and sources.",
    ),
)
ALWAYS = frozenset({"recompute", "explain", "check", "help"})
"""Commands that are always shown; the others appear once this version can do them."""


def ribbon_xml(code: str = "en") -> bytes:
    """Return the ``customUI14.xml`` part, what people read in it in a language."""
    text = language(code).text
    ElementTree.register_namespace("", NAMESPACE)

    def child(parent: ElementTree.Element, tag: str, **attributes: str) -> ElementTree.Element:
        return ElementTree.SubElement(parent, f"{{{NAMESPACE}}}{tag}", attributes)

    root = ElementTree.Element(f"{{{NAMESPACE}}}customUI")
    tabs = child(child(root, "ribbon"), "tabs")
    tab = child(
        tabs, "tab", id="xltieTab", label=text("Tournament"), insertAfterMso="TabData",
        getVisible=TAB_VISIBLE,
    )  # fmt: skip
    group = child(tab, "group", id="xltieGroup", label=text("Standings"))
    for button in BUTTONS:
        more = {} if button.command in ALWAYS else {"getVisible": f"{button.callback}Visible"}
        child(
            group, "button", id=f"xltie{button.command.capitalize()}", label=text(button.label),
            size="large" if button.large else "normal", imageMso=button.icon,
            onAction=button.callback, screentip=text(button.tip),
            supertip=text(button.help), **more,
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
