"""The ribbon tab *Tournament*: its buttons, the XML that draws them, the VBA that they call."""

from __future__ import annotations

from xml.etree import ElementTree

from xltie.core.language import language
from xltie.core.messages import say
from xltie.hosts.common.buttons import ANY, BUTTONS, Button

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
ALWAYS = frozenset(button.command for button in RIBBON if button.kind == ANY)
"""Commands that are always shown; the others where they mean something."""


def callback(button: Button) -> str:
    """Return the VBA procedure that a click calls."""
    return f"Xltie{button.command.capitalize()}"


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
        label = spoken.say(button.label)
        more = {} if button.command in ALWAYS else {"getVisible": f"{callback(button)}Visible"}
        child(
            group, "button", id=f"xltie{button.command.capitalize()}", label=label,
            size="large" if button.command in _LARGE else "normal",
            imageMso=_ICONS[button.command],
            onAction=callback(button), screentip=label,
            supertip=spoken.say(button.help), **more,
        )  # fmt: skip
    made: bytes = ElementTree.tostring(root, "utf-8", xml_declaration=True)
    return made


def callbacks() -> str:
    """Return the VBA procedures of the buttons."""
    lines = []
    for button in RIBBON:
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
