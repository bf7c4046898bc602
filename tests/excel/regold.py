"""Write the golden VBA texts anew, after a change that is meant."""

from tests.excel.test_vba import GOLDEN, golden_texts

if __name__ == "__main__":
    for name, text in golden_texts().items():
        (GOLDEN / name).write_text(text, "ascii")
