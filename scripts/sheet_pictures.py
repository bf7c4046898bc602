"""Makes the pictures of printed sheets in docs/images: ``python scripts/sheet_pictures.py``.

The example event, with the last game of round 6 typed wrong, and a club's own table with our
functions below it, are opened in LibreOffice, saved as PDF and turned into pictures. Needs
LibreOffice, its Python (python3-uno), pdftoppm and Pillow.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from PIL import Image, ImageChops  # noqa: E402

from tests.libreoffice.calc import Calc, missing  # noqa: E402
from xltie.hosts.libreoffice.package import build  # noqa: E402
from xltie.workbooks import example_event  # noqa: E402

WRONG = {"Rounds!G51": 39}
"""A count of discs that does not add up to 64 with the other."""
PICTURES = {"sheet-race.png": "Race", "sheet-fault.png": "Standings"}
CLUB = [
    ["Clubabend, Stand nach der 3. Runde"],
    ["Rg.", "Nr.", "Teilnehmer", "1.Rd", "2.Rd", "3.Rd", "Pkte"],
    [1, 2, "Berger", "4w1", "1s1", "3w½", 2.5],
    [2, 1, "Adler", "3s1", "2w0", "4s1", 2],
    [3, 3, "Conrad", "1w0", "4s1", "2s½", 1.5],
    [4, 4, "Dietz", "2s0", "3w0", "1w0", 0],
]
"""A table as a club keeps it, in German, without anything of ours."""
ASKED = {
    "A8": "=BUCHHOLZ(C3;A2:G6)", "B8": '="Buchholz of " & C3',
    "A10:F14": '=STANDINGS(A2:G6;;"points, BH, SB")',
}  # fmt: skip
_RESOLUTION = 100
_MARGIN = 12
_COLOURS = 64


def main() -> None:
    """Write the pictures."""
    if missing():
        sys.exit(missing())
    with tempfile.TemporaryDirectory() as folder:
        event, printed = Path(folder) / "event.xlsx", Path(folder) / "event.pdf"
        extension = Path(folder) / "xltie.oxt"
        event.write_bytes(example_event.example_workbook())
        extension.write_bytes(build())
        calc = Calc(Path(folder) / "profile", extension)
        with calc.open(event) as book:
            book.put(WRONG)
            sheets = book.ask("sheets")
            book.ask("save", path=str(printed), filter="calc_pdf_Export")
        with calc.open() as book:
            book.sheet("Club", CLUB)
            book.put({f"Club!{at}": formula for at, formula in ASKED.items()})
            own = Path(folder) / "club.pdf"
            book.ask("save", path=str(own), filter="calc_pdf_Export")
        calc.quit()
        _picture(own, "1", "your-own-sheet.png", 0.33)
        for name, title in PICTURES.items():
            # each sheet before Help is one page
            _picture(printed, str(sheets.index(title) + 1), name)


def _picture(printed: Path, page: str, name: str, until: float = 0.93) -> None:
    """Write a page of a PDF, down to a part of its height, as a picture of the docs."""
    image = printed.with_suffix("")
    command = ["pdftoppm", "-r", str(_RESOLUTION), "-f", page, "-l", page, "-png"]
    subprocess.run([*command, "-singlefile", str(printed), str(image)], check=True)
    shown = Image.open(image.with_suffix(".png")).convert("RGB")
    _save(shown, ROOT / "docs/images" / name, until)


def _save(page: Image.Image, path: Path, until: float) -> None:
    """Write what stands on a page above its footer, without the paper around it."""
    page = page.crop((0, 0, page.width, round(page.height * until)))
    paper = Image.new("RGB", page.size, page.getpixel((0, 0)))
    left, top, right, bottom = ImageChops.difference(page, paper).getbbox() or (0, 0, *page.size)
    edges = (left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN)
    shown = page.crop(edges).quantize(_COLOURS)
    shown.save(path, optimize=True)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
