"""Places: lists of criteria, standings, and why one player is above another."""

from __future__ import annotations

from xltie.ranking.criteria import (
    Criterion,
    advice,
    marked,
    parse_criteria,
    parse_criterion,
)
from xltie.ranking.criteria_lists import UNKNOWN, as_in_file, expand, heading_of, split_list
from xltie.ranking.criterion_names import headed, label_in
from xltie.ranking.explain import (
    EXPLANATION_HEADER,
    by_name,
    display_name,
    names_of,
    overview,
    term_lines,
    term_rows,
    value_text,
    variants,
    why_above,
    why_here,
)
from xltie.ranking.meaning import meaning_of, name_of
from xltie.ranking.setting_options import SettingError, options_from
from xltie.ranking.standings import (
    Standings,
    StandingsLine,
    rank,
    refuse_undefined,
    refuse_usual_criteria,
    strata_of,
    text_of_value,
    undefined_for_everybody,
    understood,
)
from xltie.ranking.ties import compared_with, tied_groups
from xltie.ranking.tournament import (
    PrintedColumn,
    Tournament,
    columns_of,
    criteria_faults,
    criteria_of,
    default_criteria,
    mark_unknown,
    with_edition,
)
