"""The built extension, looked at without LibreOffice: what is in it, and that it can run there."""

from __future__ import annotations

import ast
import io
import re
import sys
import zipfile
from xml.etree import ElementTree as Xml

import pytest

from xltie.core.catalogues import LANGUAGES, help_text
from xltie.functions.registry import Shape, function
from xltie.hosts.libreoffice import descriptors, names
from xltie.hosts.libreoffice.package import build, bundled_modules
from xltie.sheets.functions import REGISTRY

NAMES = [name for entry in REGISTRY.values() for name in entry.names]
OOR = "{http://openoffice.org/2001/registry}"
OLDEST_PYTHON = (3, 9)
IN_LIBREOFFICE = {"uno", "unohelper", "com", "org"}


@pytest.fixture(scope="module")
def modules() -> dict[str, str]:
    """What runs in LibreOffice: sources by their modules."""
    return {name: path.read_text("utf-8") for name, path in bundled_modules().items()}


@pytest.fixture(scope="module")
def archive() -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(build("1.2.3")))


def test_the_same_sources_make_the_same_bytes() -> None:
    assert build("1.2.3") == build("1.2.3")


def test_the_manifest_names_every_file_that_is_registered(archive: zipfile.ZipFile) -> None:
    root = Xml.fromstring(archive.read("META-INF/manifest.xml"))
    listed = [next(v for k, v in one.items() if k.endswith("full-path")) for one in root]
    assert set(listed) <= set(archive.namelist())
    at_the_top = {name for name in archive.namelist() if re.fullmatch(r"[^/]+\.(xcu|idl|py)", name)}
    assert set(listed) == at_the_top


@pytest.fixture(scope="module")
def add_ins(archive: zipfile.ZipFile) -> dict[str | None, Xml.Element]:
    """What the extension says of each of its methods."""
    root = Xml.fromstring(archive.read("CalcAddIns.xcu"))
    return {node.get(f"{OOR}name"): node for node in root.iter("node")}


@pytest.fixture(scope="module")
def methods(archive: zipfile.ZipFile) -> dict[str, str]:
    """The parameters of each method."""
    return dict(re.findall(r"> (\w+)\((.*)\);", archive.read("XXltie.idl").decode()))


@pytest.mark.parametrize("name", NAMES)
def test_every_function_has_a_method_and_help_texts(
    add_ins: dict[str | None, Xml.Element], methods: dict[str, str], name: str
) -> None:
    entry = next(entry for entry in REGISTRY.values() if name in entry.names)
    assert methods[names.method_of(name)].count("[in]") == len(entry.parameters)
    node = add_ins[names.method_of(name)]
    texts = {
        prop.get(f"{OOR}name"): [value.text for value in prop]
        for prop in node.findall("prop")
    }  # fmt: skip
    assert texts["CompatibilityName"] == [name]
    assert texts["Description"][0] == entry.summary
    assert len(node.findall("node/node")) == len(entry.parameters)


def test_texts_are_escaped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("xltie.functions.registry.REGISTRY", dict(REGISTRY))
    monkeypatch.setattr(descriptors, "REGISTRY", sys.modules["xltie.functions.registry"].REGISTRY)

    @function("ESCAPED")
    def escaped() -> int:
        """Less than < more > and "quoted" & joined."""
        return 1

    root = Xml.fromstring(descriptors.calc_add_ins())
    texts = [value.text for value in root.iter("value")]
    assert 'Less than < more > and "quoted" & joined.' in texts


def test_the_engine_is_bundled_under_a_name_of_its_own(archive: zipfile.ZipFile) -> None:
    package = "xltie_bundled_1_2_3"
    sources = [name for name in archive.namelist() if name.endswith(".py")]
    assert sum(name.startswith(f"pythonpath/{package}/") for name in sources) == len(sources) - 1
    for name in sources:
        for node in ast.walk(ast.parse(archive.read(name))):
            imported = (
                [alias.name for alias in node.names] if isinstance(node, ast.Import)
                else [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            )  # fmt: skip
            for module in imported:
                top = module.split(".")[0]
                assert top == package or top in IN_LIBREOFFICE | sys.stdlib_module_names, name
                assert top != "xltie", name


def test_what_runs_in_libreoffice_is_python_3_9(modules: dict[str, str]) -> None:
    for module, source in modules.items():
        for node in ast.walk(ast.parse(source, module, feature_version=OLDEST_PYTHON)):
            words = (
                {keyword.arg for keyword in node.keywords} if isinstance(node, ast.Call) else set()
            )
            called = ast.unparse(node.func) if isinstance(node, ast.Call) else ""
            assert not (called == "zip" and "strict" in words), (module, ast.unparse(node))
            is_of_python = "from dataclasses import" in source and module != "xltie.core.records"
            has_new = called.endswith("dataclass") and words & {"slots", "kw_only"}
            assert not (is_of_python and has_new), module
            if isinstance(node, ast.ImportFrom) and node.module == "typing":
                newer = {"ParamSpec", "TypeAlias", "TypeGuard", "Self", "Never", "StrEnum"}
                assert not newer & {alias.name for alias in node.names}, module
        if "def " in source:
            assert "from __future__ import annotations" in source, module


def test_what_is_registered_imports_nothing_of_ours_by_itself(archive: zipfile.ZipFile) -> None:
    """An error there would stop the installation, and Python starts with every document."""
    tree = ast.parse(archive.read("component.py"))
    outside = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    assert {ast.unparse(node) for node in outside} == {
        "from __future__ import annotations",
        "from typing import Any",
        "import unohelper",
    }


FOR_OURS = ("show_open_line", "states", "_headings", "_read_at_once")
"""What looks at a document only where it is a workbook of ours."""


def test_looking_at_a_loaded_document_imports_no_engine(modules: dict[str, str]) -> None:
    seen: set[str] = set()
    todo = ["xltie.hosts.libreoffice.loading"]
    while todo:
        module = todo.pop()
        if module in seen or module.endswith("built_in"):  # names alone, once it is built
            continue
        seen.add(module)
        parts = [part for part in ast.parse(modules[module]).body
                 if getattr(part, "name", "") not in FOR_OURS]  # fmt: skip
        for node in (node for part in parts for node in ast.walk(part)):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("xltie"):
                todo.append(node.module or "")
    seen.remove("xltie.core.formula_lexer")  # the standard library alone
    assert all(module.startswith("xltie.hosts.libreoffice.") for module in seen), seen


@pytest.mark.parametrize("code", LANGUAGES[1:])
def test_every_help_text_is_there_in_every_language(code: str) -> None:
    missing = [entry.name for entry in REGISTRY.values() if not help_text(code, entry.name)]
    missing += [
        f"{entry.name}.{parameter.name}"
        for entry in REGISTRY.values()
        for parameter in entry.parameters
        if not help_text(code, entry.name, parameter.name)
    ]
    assert not missing, f"the texts of functions lack {', '.join(missing)} in {code}"


def test_the_languages_reach_calc(archive: zipfile.ZipFile) -> None:
    root = Xml.fromstring(archive.read("CalcAddIns.xcu"))
    node = root.find(f".//node[@{OOR}name='buchholz']")
    assert node is not None
    assert help_text("ko", "BUCHHOLZ") in [value.text for value in node.iter("value")]
    assert help_text("ru", "BUCHHOLZ", "player") in [value.text for value in node.iter("value")]


def test_ranges_that_must_be_given_come_as_ranges_and_others_as_values() -> None:
    for entry in REGISTRY.values():
        if entry.shape is Shape.PLAYER:
            player, games = entry.parameters[:2]
            assert descriptors.is_range(games)
            assert not descriptors.is_range(player)
