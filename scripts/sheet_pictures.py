"""Makes the pictures of printed sheets in docs/images: ``python scripts/sheet_pictures.py``.

The example event, whole and with the last game of round 6 typed wrong, the evening of the tutorial,
and a club's own table with our functions below it, are opened in LibreOffice, saved as PDF and
turned into pictures. Needs LibreOffice, its Python (python3-uno), pdftoppm and Pillow.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from doc_examples import run_in  # noqa: E402
from PIL import Image, ImageChops  # noqa: E402

from tests.libreoffice.calc import Calc, missing  # noqa: E402
from xltie.cli.main import main as xltie_main  # noqa: E402
from xltie.hosts.libreoffice.package import build  # noqa: E402
from xltie.workbooks import example_event  # noqa: E402

WRONG = {"Rounds!G51": 39}
"""A count of discs that does not add up to 64 with the other."""
EVENING = ROOT / "docs" / "tutorial.md"
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
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        extension = folder / "xltie.oxt"
        extension.write_bytes(build())
        example, evening = folder / "example.xlsx", folder / "evening.xlsx"
        example.write_bytes(example_event.example_workbook())
        xltie_main(["add-sheet", "race", str(example)])
        run_in(folder, EVENING)  # leaves evening.xlsx there, as the reader has it at the end
        calc = Calc(folder / "profile", extension)
        _pictures(
            calc,
            example,
            {},
            {"standings.png": ("Standings", 0.35), "sheet-race.png": ("Race", 0.93)},
        )
        _pictures(calc, example, WRONG, {"sheet-fault.png": ("Standings", 0.35)})
        shown = {
            "tutorial-rounds.png": ("Rounds", 0.93), "tutorial-standings.png": ("Standings", 0.26),
        }  # fmt: skip
        _pictures(calc, evening, {}, shown)
        with calc.open() as book:
            book.sheet("Club", CLUB)
            book.put({f"Club!{at}": formula for at, formula in ASKED.items()})
            printed = folder / "club.pdf"
            book.ask("save", path=str(printed), filter="calc_pdf_Export")
        calc.quit()
        _picture(printed, "1", "your-own-sheet.png", 0.33)


def _pictures(
    calc: Calc, workbook: Path, typed: Mapping[str, object], shown: Mapping[str, tuple[str, float]]
) -> None:
    """Write pictures of sheets by file, each down to a part of its page, of which it has one."""
    printed = workbook.with_suffix(".pdf")
    with calc.open(workbook) as book:
        book.put(typed)
        sheets = book.ask("sheets")
        book.ask("save", path=str(printed), filter="calc_pdf_Export")
    for name, (title, until) in shown.items():
        _picture(printed, str(sheets.index(title) + 1), name, until)


def _picture(printed: Path, page: str, name: str, until: float) -> None:
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
    edges = (left - _MARGIN, top - _MARGIN, right + _MARGIN, min(bottom + _MARGIN, page.height))
    shown = page.crop(edges).quantize(_COLOURS)
    shown.save(path, optimize=True)
    print(f"{path}: {path.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
