"""The files that tell LibreOffice what the extension offers, made from the registry."""

from __future__ import annotations

import re
from typing import Iterable, Mapping, Tuple
from xml.etree import ElementTree as Xml

from xltie.core.catalogues import LANGUAGES, help_text
from xltie.core.language import language
from xltie.core.messages import Message, say
from xltie.functions.registry import Kind, Parameter
from xltie.hosts.common.buttons import ADD_SHEET, BUTTONS, SHEETS, Button
from xltie.hosts.libreoffice import names
from xltie.sheets.functions import REGISTRY, Function

_OOR = "http://openoffice.org/2001/registry"
_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
_MANIFEST = "http://openoffice.org/2001/manifest"
_DESCRIPTION = "http://openoffice.org/extensions/description/2006"
_LIBREOFFICE = "http://libreoffice.org/extensions/description/2011"
_XLINK = "http://www.w3.org/1999/xlink"
OLDEST = "7.4"
"""The oldest LibreOffice that the extension is made for."""

Xml.register_namespace("oor", _OOR)
Xml.register_namespace("manifest", _MANIFEST)
Xml.register_namespace("l", _LIBREOFFICE)
Xml.register_namespace("xlink", _XLINK)


def type_library() -> str:
    """Return the interface of the add-in in LibreOffice's interface language.

    A table that has to be given comes as an object that can be asked for its place and its error
    cells; ``any`` may be left out, and may be one value.
    """
    methods = "\n".join(
        f"    sequence< sequence< any > > {names.method_of(name)}({_idl_arguments(entry)});"
        for entry in REGISTRY.values()
        for name in entry.names
    )
    return (
        "module org { module xltie { module calc {\n"
        f"interface {names.INTERFACE} : com::sun::star::uno::XInterface\n{{\n{methods}\n}};\n"
        "}; }; };\n"
    )


def _idl_arguments(entry: Function) -> str:
    return ", ".join(
        f"[in] {'com::sun::star::table::XCellRange' if is_range(parameter) else 'any'} a{number}"
        for number, parameter in enumerate(entry.parameters, 1)
    )


def is_range(parameter: Parameter) -> bool:
    """Tell whether an argument is handed over as a range of cells, not as values."""
    return parameter.kind in (Kind.GAMES, Kind.PLAYERS) and not parameter.is_optional


# -- configuration -------------------------------------------------------------------------------


def _data(name: str, package: str = "org.openoffice.Office") -> Xml.Element:
    return Xml.Element(
        f"{{{_OOR}}}component-data", {f"{{{_OOR}}}name": name, f"{{{_OOR}}}package": package}
    )


def _node(parent: Xml.Element, name: str, op: str = "") -> Xml.Element:
    attributes = {f"{{{_OOR}}}name": name}
    if op:
        attributes[f"{{{_OOR}}}op"] = op
    return Xml.SubElement(parent, "node", attributes)


def _path(root: Xml.Element, *steps: str) -> Xml.Element:
    for step in steps:
        root = _node(root, step)
    return root


def _prop(parent: Xml.Element, name: str, values: Mapping[str, str] | str) -> None:
    """Add a property: one value, or one for each language."""
    prop = Xml.SubElement(parent, "prop", {f"{{{_OOR}}}name": name})
    if isinstance(values, str):
        Xml.SubElement(prop, "value").text = values
        return
    for code, text in values.items():
        Xml.SubElement(prop, "value", {_LANG: code}).text = text


def _xml(root: Xml.Element) -> bytes:
    Xml.indent(root)
    return bytes(Xml.tostring(root, "utf-8", xml_declaration=True))


def _help(text: str, name: str, argument: str = "") -> dict[str, str]:
    """Return a help text in every language that has one."""
    others = ((code, help_text(code, name, argument)) for code in LANGUAGES[1:])
    return {"en": text, **{code: other for code, other in others if other}}


def calc_add_ins() -> bytes:
    """Return the names and help texts of the cell functions.

    The compatibility name is the one that stands in .xlsx files.
    """
    root = _data("CalcAddIns")
    parent = _path(root, "AddInInfo")
    functions = _node(_node(parent, names.ADD_IN, "replace"), "AddInFunctions")
    for entry in REGISTRY.values():
        for name in entry.names:
            _function(functions, entry, name)
    return _xml(root)


def _function(parent: Xml.Element, entry: Function, name: str) -> None:
    node = _node(parent, names.method_of(name), "replace")
    _prop(node, "DisplayName", {"en": name})
    _prop(node, "Description", _help(entry.summary, entry.name))
    _prop(node, "Category", "Add-In")
    _prop(node, "CompatibilityName", {"en": name})
    parameters = _node(node, "Parameters")
    for number, parameter in enumerate(entry.parameters, 1):
        argument = _node(parameters, f"a{number}", "replace")
        _prop(argument, "DisplayName", {"en": parameter.name})
        _prop(argument, "Description", _help(parameter.doc, entry.name, parameter.name))


_TOURNAMENT = say("Tournament")


def _label(label: Message) -> dict[str, str]:
    """Return a label in every language."""
    return {code: language(code).say(label) for code in LANGUAGES}


def _entry(parent: Xml.Element, number: int, button: Button) -> None:
    node = _node(parent, f"m{number}", "replace")
    _prop(node, "URL", names.PROTOCOL + button.command)
    _prop(node, "Title", _label(button.label))
    _prop(node, "Target", "_self")
    _prop(node, "Context", "com.sun.star.sheet.SpreadsheetDocument")


def add_ons() -> bytes:
    """Return the menu and the toolbar, with their pictures.

    The buttons have no ``ControlType``: with one, a click runs the command twice.
    """
    root = _data("Addons")
    ui = _path(root, "AddonUI")
    menu = _node(_node(ui, "OfficeMenuBar"), "org.xltie.calc.menu", "replace")
    _prop(menu, "Title", _label(_TOURNAMENT))
    _prop(menu, "Context", "com.sun.star.sheet.SpreadsheetDocument")
    submenu = _node(menu, "Submenu")
    toolbar = _node(_node(ui, "OfficeToolBar"), names.TOOLBAR, "replace")
    images = _node(ui, "Images")
    for number, button in enumerate(BUTTONS, 1):
        _entry(submenu, number, button)
        _entry(toolbar, number, button)
        image = _node(images, f"org.xltie.calc.{button.command}", "replace")
        _prop(image, "URL", names.PROTOCOL + button.command)
        files = _node(image, "UserDefinedImages")
        _prop(files, "ImageSmallURL", f"%origin%/icons/{button.command}_16.png")
        _prop(files, "ImageBigURL", f"%origin%/icons/{button.command}_26.png")
    more = _node(submenu, f"m{len(BUTTONS) + 1}", "replace")
    _prop(more, "Title", _label(ADD_SHEET))
    _prop(more, "Context", "com.sun.star.sheet.SpreadsheetDocument")
    sheets = _node(more, "Submenu")
    for number, button in enumerate(SHEETS, 1):
        _entry(sheets, number, button)
    return _xml(root)


def window_state() -> bytes:
    """Return where the toolbar stands: docked, with the titles beside the pictures."""
    root = _data("CalcWindowState", "org.openoffice.Office.UI")
    states = _path(root, "UIElements", "States")
    bar = _node(states, f"private:resource/toolbar/addon_{names.TOOLBAR}", "replace")
    _prop(bar, "UIName", _label(_TOURNAMENT))
    for name, value in (
        ("ContextSensitive", "false"), ("Visible", "true"), ("Docked", "true"),
        ("DockPos", "0,3"), ("DockingArea", "0"), ("Style", "2"),
    ):  # fmt: skip
        _prop(bar, name, value)
    return _xml(root)


def protocol_handler() -> bytes:
    """Return which addresses our commands have."""
    root = _data("ProtocolHandler")
    node = _node(_path(root, "HandlerSet"), names.COMMANDS, "replace")
    prop = Xml.SubElement(
        node, "prop", {f"{{{_OOR}}}name": "Protocols", f"{{{_OOR}}}type": "oor:string-list"}
    )
    Xml.SubElement(prop, "value").text = names.PROTOCOL + "*"
    return _xml(root)


def jobs() -> bytes:
    """Return what runs after a document was loaded, and after its window was made."""
    root = _data("Jobs")
    _prop(_node(_path(root, "Jobs"), names.LOAD_JOB, "replace"), "Service", names.LOAD_JOB)
    events = _path(root, "Events")
    for name in (names.LOADED, names.SEEN):
        event = _node(events, name, "fuse")
        _node(_node(event, "JobList"), names.LOAD_JOB, "replace")
    return _xml(root)


# -- the package ---------------------------------------------------------------------------------


def manifest(files: Iterable[Tuple[str, str]]) -> bytes:
    """Return the list of what LibreOffice registers: files and their media types."""
    root = Xml.Element(f"{{{_MANIFEST}}}manifest")
    for path, media in files:
        Xml.SubElement(
            root,
            f"{{{_MANIFEST}}}file-entry",
            {f"{{{_MANIFEST}}}full-path": path, f"{{{_MANIFEST}}}media-type": media},
        )
    return _xml(root)


def description(version: str) -> bytes:
    """Return what the extension manager shows: the name, the version, what is needed."""
    root = Xml.Element(f"{{{_DESCRIPTION}}}description")

    def add(parent: Xml.Element, tag: str, **attributes: str) -> Xml.Element:
        return Xml.SubElement(parent, f"{{{_DESCRIPTION}}}{tag}", attributes)

    add(root, "identifier", value=names.EXTENSION)
    add(root, "version", value=version)
    add(root, "platform", value="all")
    Xml.SubElement(
        add(root, "dependencies"),
        f"{{{_LIBREOFFICE}}}LibreOffice-minimal-version",
        {"value": OLDEST, f"{{{_DESCRIPTION}}}name": f"LibreOffice {OLDEST}"},
    )
    shown = add(root, "display-name")
    titles = _help("xltie: tournament standings and tie-breaks", "extension")
    for code, text in titles.items():
        add(shown, "name", lang=code).text = text
    about = add(root, "extension-description")
    for code in titles:
        Xml.SubElement(
            about,
            f"{{{_DESCRIPTION}}}src",
            {"lang": code, f"{{{_XLINK}}}href": f"description_{code}.txt"},
        )
    return _xml(root)


def dotted(version: str) -> str:
    """Return a version as LibreOffice compares it: numbers and dots only."""
    return ".".join(re.findall(r"\d+", version)[:4]) or "0"
