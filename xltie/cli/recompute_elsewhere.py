"""``xltie recompute`` for workbooks in an object store, or on a cluster."""

from __future__ import annotations

import argparse
import json
from typing import TextIO

from xltie.core.errors import InputError
from xltie.core.exit_codes import worst
from xltie.core.messages import say

_NOT_THERE = ("values", "report", "now", "locale", "full_calc", "allow_uncomputable")


def run_elsewhere(args: argparse.Namespace, out: TextIO, err: TextIO) -> int:
    """Recompute the workbooks where they are; return the exit code of the worst.

    Raises:
        InputError: an option that only files of this machine have, or no workbooks.
    """
    from xltie.batch.inputs import WORKBOOKS, find_inputs, names_in
    from xltie.batch.runners import runner
    from xltie.batch.workbooks import RecomputeStep

    given = [name for name in _NOT_THERE if getattr(args, name)]
    if given:
        option = given[0].replace("_", "-")
        raise InputError.of(
            say("--{option} is for files of this machine, without --cluster", option=option)
        )
    names = [*args.paths, *(names_in(args.files_from) if args.files_from else ())]
    step = RecomputeStep(args.check, args.all, args.timeout)
    codes = []
    for outcome in runner(args.jobs, args.cluster)(step, find_inputs(names, WORKBOOKS)):
        codes.append(outcome.code)
        row = dict(outcome.rows[0]) if outcome.rows else {"file": outcome.source.name}
        if outcome.fault:
            print(f"{outcome.source.name}: {outcome.fault}", file=err)
        if args.json:
            print(json.dumps({"status": "refused", **row}, ensure_ascii=False), file=out)
        elif not args.quiet and outcome.rows:
            print(f"{row['status']:8} {outcome.source.name}  ({row['changed']} changed)", file=out)
    return worst(codes)
