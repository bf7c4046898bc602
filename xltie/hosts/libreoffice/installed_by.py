"""The Python that installed the extension; the installer writes its path here."""

PYTHON = ""
