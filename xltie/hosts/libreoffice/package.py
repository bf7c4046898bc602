"""Builds ``xltie.oxt``: descriptors, icons, and the engine under a separate name.

All extensions share one Python, and a package that is installed system-wide comes first there. So
the bundled engine is called ``xltie_bundled_<version>``, and its imports are rewritten.
"""

from __future__ import annotations

import ast
import io
import re
import zipfile
from importlib import metadata
from pathlib import Path
from typing import Iterator

from xltie.hosts.libreoffice import descriptors
from xltie.hosts.libreoffice.built_in import NAMES
from xltie.hosts.libreoffice.names import INTERFACE

ROOT = Path(__file__).parents[2]
COMPONENT = "xltie.hosts.libreoffice.component"
_ICONS = Path(__file__).parent / "icons"
_PYTHON = "application/vnd.sun.star.uno-component;type=Python"
_LIBRARY = "application/vnd.sun.star.uno-typelibrary;type=RDB"
_CONFIGURATION = "application/vnd.sun.star.configuration-data"
_IMPORT = re.compile(r"^(\s*(?:from|import) )xltie(?=[.\s])", re.MULTILINE)
_ABOUT = {
    "en": "Tournament standings and tie-breaks as live formulas: Othello, chess, Go and bridge.\n",
    "ko": "오델로, 체스, 바둑, 브리지 대회의 순위와 동점 처리를 수식으로 계산합니다.\n",
    "ru": "Места и дополнительные показатели турниров формулами: отелло, шахматы, го, бридж.\n",
}


def version() -> str:
    """Return the version of xltie, 0.0.0 where it is not installed."""
    try:
        return metadata.version("xltie")
    except metadata.PackageNotFoundError:
        return "0.0.0"


def _source(module: str) -> Path | None:
    """Return the file of an xltie module, None if the name is not a module."""
    path = ROOT.joinpath(*module.split(".")[1:])
    found = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    return found if found.is_file() else None


def _imported(source: Path) -> Iterator[str]:
    """Yield the xltie modules that a file imports, anywhere in it but for type checkers only."""
    waiting: list[ast.AST] = [ast.parse(source.read_text("utf-8"))]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            waiting.extend(node.orelse)
            continue
        waiting.extend(ast.iter_child_nodes(node))
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)


def bundled_modules() -> dict[str, Path]:
    """Return every xltie module that runs inside LibreOffice, and its file."""
    found: dict[str, Path] = {}
    waiting = [COMPONENT]
    while waiting:
        module = waiting.pop()
        source = _source(module) if module.split(".")[0] == "xltie" else None
        if source is None or module in found:
            continue
        found[module] = source
        waiting.extend(_imported(source))
        if "." in module:
            waiting.append(module.rpartition(".")[0])
    return dict(sorted(found.items()))


def _renamed(text: str, package: str) -> str:
    return _IMPORT.sub(rf"\1{package}", text)


def build(number: str = "", python: str = "") -> bytes:
    """Return the extension as bytes, the same for the same sources.

    ``python`` is the one that has the command line of xltie, where that is known.
    """
    number = descriptors.dotted(number or version())
    package = f"xltie_bundled_{number.replace('.', '_')}"
    files: dict[str, bytes] = {}
    for module, source in bundled_modules().items():
        text = _renamed(source.read_text("utf-8"), package)
        if module == COMPONENT:
            files["component.py"] = text.encode()
            continue
        if module.endswith(".built_in"):
            text = f"NAMES = {NAMES!r}\nPYTHON = {python!r}\n"
        path = source.relative_to(ROOT).as_posix()
        files[f"pythonpath/{package}/{path}"] = text.encode()
    for words in sorted((ROOT / "core" / "languages").iterdir()):
        files[f"pythonpath/{package}/core/languages/{words.name}"] = words.read_bytes()
    files[f"{INTERFACE}.idl"] = descriptors.type_library().encode()
    files["CalcAddIns.xcu"] = descriptors.calc_add_ins()
    files["Addons.xcu"] = descriptors.add_ons()
    files["CalcWindowState.xcu"] = descriptors.window_state()
    files["ProtocolHandler.xcu"] = descriptors.protocol_handler()
    files["Jobs.xcu"] = descriptors.jobs()
    files["description.xml"] = descriptors.description(number)
    files.update({f"description_{tag}.txt": text.encode() for tag, text in _ABOUT.items()})
    files.update({f"icons/{icon.name}": icon.read_bytes() for icon in sorted(_ICONS.iterdir())})
    media = [(f"{INTERFACE}.idl", _LIBRARY), ("component.py", _PYTHON)]
    media += [(name, _CONFIGURATION) for name in files if name.endswith(".xcu")]
    return _zipped({"META-INF/manifest.xml": descriptors.manifest(media), **files})


def _zipped(files: dict[str, bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, data)
    return out.getvalue()
