"""How long something may take, and what does not count."""

from __future__ import annotations

import sys
import time

import pytest

from xltie.core.time_limit import TimeRanOut, within


@pytest.mark.slow
def test_the_time_in_which_a_module_is_loaded_does_not_count(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def first_of_a_process() -> str:
        time.sleep(0.6)
        monkeypatch.setitem(sys.modules, "needed_by_the_first_file", sys)
        time.sleep(0.8)
        return "done"

    assert within(1, first_of_a_process) == "done"


def test_what_takes_longer_is_given_up() -> None:
    with pytest.raises(TimeRanOut):
        within(0.1, lambda: time.sleep(30))
