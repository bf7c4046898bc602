"""Hands over the fields of the package that follow from the home address: see pyproject.toml."""

import sys
from pathlib import Path

from setuptools import setup

sys.path.insert(0, str(Path(__file__).resolve().parent / "scripts"))

from project_page import ROOT, home, long_description, urls

setup(
    long_description=long_description(home(), (ROOT / "README.md").read_text("utf-8")),
    long_description_content_type="text/markdown",
    project_urls=urls(home()),
)
