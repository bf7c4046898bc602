"""Judging the rounds that are paired already."""

from __future__ import annotations

from xltie.pairing.check.replay import differences
from xltie.pairing.check.round_audit import audit

__all__ = ["audit", "differences"]
