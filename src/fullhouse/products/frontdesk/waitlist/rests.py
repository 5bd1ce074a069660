"""Slots that are the rest of a longer one: any service that fits may have them."""

from typing import Any

from msgspec.structs import replace

from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, Service, normalized_name
from fullhouse.products.frontdesk.waitlist.model import Entry, Slot

# So many services may have a rest, the longest first: each costs a read of its queue.
MOST_SERVICES = 12


def services_within(minutes: int, rulebook: Rulebook) -> tuple[Service, ...]:
    """Return the services that fit into so many minutes, the longest first."""
    fitting = [service for service in rulebook.services if service.minutes <= minutes]
    return tuple(sorted(fitting, key=lambda service: -service.minutes)[:MOST_SERVICES])


def by_service(slot: Slot, rulebook: Rulebook) -> tuple[Slot, ...]:
    """Return a slot as it is for each service that may have it: all that fit into a rest."""
    if not slot.is_rest:
        return (slot,)
    services = services_within(slot.rest_minutes, rulebook)
    return tuple(replace(slot, **_of_service(service)) for service in services)


def for_entry(slot: Slot, entry: Entry, rulebook: Rulebook) -> Slot:
    """Return a slot as it is for the service of an entry; unchanged if it is not for that."""
    found = (each for each in by_service(slot, rulebook) if each.line == entry.line)
    return next(found, slot)


def offered_as(slot: Slot, entry: Entry, rulebook: Rulebook) -> dict[str, Any]:
    """Return the fields of a rest that is offered to an entry: its service, and as long as that."""
    if not slot.is_rest:
        return {}
    offered = for_entry(slot, entry, rulebook)
    return {name: getattr(offered, name) for name in ("service", "line", "minutes", "price")}


def offered_no_more(slot: Slot) -> dict[str, Any]:
    """Return the fields of a rest whose offer has ended: all of it is open again."""
    return {"minutes": slot.rest_minutes} if slot.is_rest else {}


def _of_service(service: Service) -> dict[str, Any]:
    line = normalized_name(service.name)
    sets = {"service": service.name, "line": line, "minutes": service.minutes}
    return {**sets, "price": service.price}
