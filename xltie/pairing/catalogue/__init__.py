"""Which pairing systems there are, which of them an event names, and what a drawn round is."""

from __future__ import annotations

from xltie.pairing.catalogue.catalogue import (
    FIDE_TEAM,
    MOVEMENTS,
    OF_TEAMS,
    SWISS_TEAMS,
    SYSTEMS,
    Board,
    Round,
    System,
    TableReason,
    round_of,
    system_named,
    with_options,
)
from xltie.pairing.catalogue.opengotha import BYE, LAST_BYE, value
from xltie.pairing.catalogue.round_settings import (
    MovementFacts,
    couple,
    couples,
    fitting_movements,
    is_seed_used,
    movement_facts,
    sets_of,
    system_of,
    wants_of,
)
from xltie.pairing.catalogue.timetables import Meeting, Timetable, refuse_size
