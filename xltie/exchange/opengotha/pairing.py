"""How an OpenGotha tournament is paired: its parameters and groups of clubs."""

from __future__ import annotations

from dataclasses import replace
from typing import Iterator, List

from xltie.core.messages import Message, say
from xltie.event import Event, go_event
from xltie.exchange.common.notes import Notes
from xltie.exchange.common.safe_xml import Node
from xltie.exchange.common.xml_lines import block, tag
from xltie.settings import Settings, declared
from xltie.settings.opengotha import (
    ATTRIBUTES,
    OF_LACKING,
    ORDERS,
    Weights,
    attributes_of,
    changed,
    differences,
    read_weight,
)

_KEPT_AS_USUAL = ("clubs_group", "first_by", "later_by")
"""Parameters whose texts the program itself takes as usual where it does not know them."""


def with_pairing(event: Event, root: Node, notes: Notes) -> Event:
    """Return the event with the settings of its pairing, as far as they are not the usual ones.

    Second meetings are weighed, as the program does.
    """
    node = root.first("PairingParameterSet")
    settings = event.settings.with_(declared.PAIRING_REPEATS, "yes")
    settings = settings.with_(declared.PAIRING_CLUB_GROUPS, _club_groups(root))
    if node is None or not node.attributes:  # it says nothing, so that all is usual
        return replace(event, settings=settings)
    weights, usual = _weights(node, notes), go_event(event).usual
    orders = {
        declared.PAIRING_FIRST: (weights.first_order, usual.first_order),
        declared.PAIRING_ORDER: (weights.later_order, usual.later_order),
    }
    for setting, (order, usual_order) in orders.items():
        if order != usual_order:
            settings = settings.with_(setting, order)
    weights = weights._replace(first_order=usual.first_order, later_order=usual.later_order)
    settings = settings.with_(declared.PAIRING_WEIGHTS, differences(weights, usual))
    return replace(event, settings=settings)


def _weights(node: Node, notes: Notes) -> Weights:
    found = OF_LACKING
    for name, field in ATTRIBUTES.items():
        if name not in node.attributes:
            continue
        value = read_weight(field, node.get(name))
        if not isinstance(value, Message):
            found = changed(found, {field: value})
        elif field not in _KEPT_AS_USUAL:
            said = say("{name} is {text!r}; {what}", name=name, text=node.get(name), what=value)
            notes.fault(said, node.place)
    return found


def _club_groups(root: Node) -> str:
    groups = (
        (group.get("name"), ", ".join(club.get("name") for club in group.all("Club")))
        for group in root.all("ClubsGroup")
    )
    return "; ".join(f"{name}: {clubs}" for name, clubs in groups if clubs)


def pairing_element(event: Event, notes: Notes) -> str:
    """Return the element of the pairing parameters: all of them, since the program lacks none."""
    weights = go_event(event).weights
    for order in (weights.first_order, weights.later_order):
        if order not in ORDERS:
            notes.fault(say("OpenGotha has no order {order} within a score group", order=order))
    return tag("PairingParameterSet", attributes_of(weights))


def club_groups_element(settings: Settings) -> Iterator[str]:
    """Yield the element of the groups of clubs, if there are any."""
    groups: List[str] = []
    text = settings.text(declared.PAIRING_CLUB_GROUPS)
    for number, part in enumerate(filter(None, map(str.strip, text.split(";"))), 1):
        name, mark, clubs = part.rpartition(":")
        names = filter(None, map(str.strip, clubs.split(",")))
        inside = [tag("Club", {"name": club}) for club in names]
        groups.append(tag("ClubsGroup", {"name": name if mark else str(number)}, *inside))
    yield from block("ClubsGroups", *groups)
