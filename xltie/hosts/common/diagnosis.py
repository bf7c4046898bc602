"""What the doctors of the programs find."""

from __future__ import annotations

from typing import NamedTuple

from xltie.core.messages import NOTHING, Message, Said, say


class Diagnosis(NamedTuple):
    """One check; ``remedy`` says what to do and is blank if all is well."""

    subject: Said
    text: Said
    remedy: Message = NOTHING

    @property
    def message(self) -> Message:
        """The check as a line."""
        if not self.remedy:
            return say("ok {subject}: {text}", subject=self.subject, text=self.text)
        return say("!! {subject}: {text} -> {remedy}", **self._asdict())

    def __str__(self) -> str:
        return str(self.message)
