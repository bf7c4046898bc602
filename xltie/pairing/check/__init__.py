"""Judging the rounds that are paired already."""

from __future__ import annotations

from xltie.pairing.check.judgement import Judgement, differences, judged, judged_as_it_says
from xltie.pairing.check.round_audit import Violation, WantsOf, audit
