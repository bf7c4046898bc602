"""What a package index shows: every picture and link of the README leads somewhere, or is gone."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from build_docs import broken_links  # noqa: E402
from project_page import long_description, settings, urls, version  # noqa: E402

README = (ROOT / "README.md").read_text("utf-8")
HOME = "https://example.org/group/xltie"


def test_without_a_home_there_is_no_picture_and_no_link_to_a_file() -> None:
    shown = long_description("", README)
    assert "![" not in shown
    assert not re.search(r"\]\((?!https://)", shown)
    assert "run `xltie excel selftest` and send its two files" in shown
    assert urls("") == {}


def test_with_a_home_every_picture_and_link_is_below_it() -> None:
    shown = long_description(HOME, README)
    pictures = re.findall(r"!\[[^\]]*\]\(([^)]+)\)", shown)
    assert pictures
    targets = re.findall(r"\]\(([^)]+)\)", shown)
    assert len(targets) == len(re.findall(r"\]\(", README))
    for target in targets:
        path = target.removeprefix(f"{HOME}/")
        assert path != target
        assert path.startswith("raw/HEAD/" if target in pictures else "blob/HEAD/")
        assert (ROOT / path.split("HEAD/")[1]).is_file()


def test_the_links_beside_the_description_follow_from_the_home() -> None:
    assert urls(HOME)["Homepage"] == HOME
    assert all(address.startswith(HOME) for address in urls(HOME).values())


def test_the_citation_names_the_version_of_the_package() -> None:
    assert f"version: {version()}\n" in (ROOT / "CITATION.cff").read_text("utf-8")


def test_the_package_says_that_it_is_typed_and_for_which_pythons() -> None:
    classifiers = settings()["project"]["classifiers"]
    assert "Typing :: Typed" in classifiers
    assert (ROOT / "xltie" / "py.typed").exists()
    assert f"Programming Language :: Python :: {sys.version_info[0]}.{sys.version_info[1]}" in (
        classifiers
    )


@pytest.mark.parametrize(
    ("address", "reason"),
    [
        ("other.html#here", ""),
        ("#top", ""),
        ("https://example.org/", ""),
        ("other.html#there", "no such heading"),
        ("missing.html", "no such file"),
        ("https:", "not an address"),
    ],
)
def test_a_link_of_the_site_that_leads_nowhere_is_found(
    tmp_path: Path, address: str, reason: str
) -> None:
    (tmp_path / "other.html").write_text('<h2 id="here">Here</h2>', "utf-8")
    (tmp_path / "index.html").write_text(f'<a href="{address}">x</a>', "utf-8")
    wanted = [f"index.html: {address}: {reason}"] if reason else []
    assert broken_links(tmp_path) == wanted
