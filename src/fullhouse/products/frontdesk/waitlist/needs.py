"""What each command needs to know, asked for in the order in which one answer leads to the next question."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET

from fullhouse.kernel.needs import found_many, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared import sms_budget
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import normalized_name
from fullhouse.products.frontdesk.waitlist import housekeeping, queue, slot_index
from fullhouse.products.frontdesk.waitlist.model import (
    Contact,
    Entry,
    FreedBetween,
    LongestEnded,
    NextExpiring,
    ServiceQueue,
    Slot,
    SlotIndex,
    SlotOffer,
    SlotPage,
    WaitlistState,
    contact_id,
    offer_key,
)

MOST_SLOTS = 10_000
# How many of a line are asked for at once. Most often one of the first few can be asked; whoever must go on goes
# faster, as a store may read a line from its beginning for each page.
PAGES = (5, 20, 80, 320)
# Several of a kind are found under one of these names, a colon, and which one it is.
SEVERAL = {"contact": "contacts", "one": "entries", "of": "lines"}


def gathered(**found: Any) -> WaitlistState:  # noqa: ANN401 - whatever was asked for
    """Put what was found into one state."""
    plain = {name: value for name, value in found.items() if ":" not in name}
    several = {
        field: found_many(found, name) for name, field in SEVERAL.items() if field not in plain
    }
    pages = [found[name] for name in sorted(found) if name.startswith("page:")]
    everything: dict[str, Any] = {
        **plain,
        **several,
        "candidates": tuple(one for page in pages for one in page),
    }
    return WaitlistState(**everything)


def the_entry(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - any command on an entry
    """Load the entry that a command names."""
    return {"entry": Get(Entry, (command.entry_id,))}


def the_slot(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - any command on a slot
    """Load the slot that a command names."""
    return {"slot": Get(Slot, (command.slot_id,))}


def the_offer(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - any command on an offer
    """Load the offer that a command names."""
    return {"offer": Get(SlotOffer, offer_key(command.slot_id, command.seq))}


def the_live_offer(_command: object, found: Found) -> Needs:
    """Load the offer that is live on the slot, if one is."""
    slot: Slot | None = found["slot"]
    return (
        {"offer": Get(SlotOffer, offer_key(slot.id, slot.live_offer_seq))}
        if slot and slot.live_offer_seq
        else {}
    )


def the_person_asked(_command: object, found: Found) -> Needs:
    """Load the entry that an offer was made to."""
    offer: SlotOffer | None = found.get("offer")
    return {"entry": Get(Entry, (offer.entry_id,))} if offer is not None else {}


def the_agenda(_command: object, found: Found) -> Needs:
    """Load the agenda that a slot stands in."""
    slot: Slot | None = found.get("slot")
    return {"agenda": Get(SlotIndex, (slot.agenda,))} if slot is not None else {}


def its_offer(_command: object, found: Found) -> Needs:
    """Load the slot that is offered to an entry, with the offer."""
    entry: Entry | None = found["entry"]
    if entry is None or not entry.offer:
        return {}
    return offer_named(entry.offer)


def offer_named(name: str) -> Needs:
    """Ask for an offer, and for its slot."""
    slot_id, _, seq = name.rpartition("-")
    return {"slot": Get(Slot, (slot_id,)), "offer": Get(SlotOffer, offer_key(slot_id, int(seq)))}


def its_contacts(_command: object, found: Found) -> Needs:
    """Load the contacts of an entry."""
    entry: Entry | None = found.get("entry")
    return contacts_of(entry.addresses) if entry is not None else {}


def contacts_of(addresses: Iterable[str]) -> Needs:
    """Ask for the contacts of addresses."""
    return {f"contact:{name}": Get(Contact, (name,)) for name in map(contact_id, addresses)}


def the_new_addresses(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that gives addresses
    """Load the contacts of the addresses that a command gives."""
    return contacts_of(one for one in (command.phone, command.email) if one and one is not UNSET)


def the_address(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command on an address
    """Load the contact of an address."""
    return contacts_of((command.address,))


def the_new_line(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that gives a service
    """Load the line of the service that a command gives."""
    service = rulebook_of(found["rules"]).service(command.service)
    return (
        {"line": Get(ServiceQueue, (normalized_name(service.name),))} if service is not None else {}
    )


def the_other_line(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that may give a service
    """Load the line of the service that an entry is to change to, if it is."""
    wanted = {} if command.service is UNSET else the_new_line(command, found)
    return {"other_line": wanted["line"]} if wanted else {}


def everyone_there(_command: object, found: Found) -> Needs:
    """Load every entry that stands under the contacts."""
    names = [name for contact in found_many(found, "contact") for name in contact.entries]
    return {f"one:{name}": Get(Entry, (name,)) for name in names}


def their_lines(_command: object, found: Found) -> Needs:
    """Load the lines of those entries."""
    return {f"of:{one.line}": Get(ServiceQueue, (one.line,)) for one in found_many(found, "one")}


def their_contacts(_command: object, found: Found) -> Needs:
    """Load all contacts of those entries."""
    return contacts_of(address for one in found_many(found, "one") for address in one.addresses)


def the_time(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that names a time
    """Load the agenda of a starting time."""
    return {"agenda": Get(SlotIndex, (slot_index.agenda_of(command.starts_at),))}


def the_same_slot(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that names a slot's time
    """Load the slot that was told before, if it was."""
    rulebook = rulebook_of(found["rules"])
    mark = slot_index.find_reported(
        found["agenda"], command, queue.staff_named(command.staff, rulebook)
    )
    return {"slot": Get(Slot, (mark.slot_id if mark is not None else command.slot_id,))}


def its_own_line(_command: object, found: Found) -> Needs:
    """Load the line of a slot's service, and who was tried, while it looks for someone."""
    slot: Slot | None = found["slot"]
    if slot is None or slot.status != "open" or slot.live_offer_seq:
        return {}
    tried = {f"one:{name}": Get(Entry, (name,)) for name in slot.tried}
    return {"line": Get(ServiceQueue, (slot.line,)), **tried}


def the_next_in_line(_command: object, found: Found) -> Needs:
    """Go through those whom the slot fits, in fair order, until one is found who may be asked."""
    slot: Slot | None = found["slot"]
    if "line" not in found or slot is None:
        return {}
    state = gathered(**found)
    rulebook = rulebook_of(state.rules)
    texts = state.spend is None or not sms_budget.is_exhausted(state.spend, rulebook)
    for entry in state.candidates:
        if entry.id in slot.tried:
            continue
        if wanted := {
            name: need for name, need in contacts_of(entry.addresses).items() if name not in found
        }:
            return wanted
        if not queue.why_not(entry, state.contacts, texts=texts):
            return {}
    pages = [page for name, page in found.items() if name.startswith("page:")]
    if pages and len(pages[-1]) < _page(len(pages) - 1):
        return {
            "busy": queue.fitting(slot, rulebook, busy=True, texts=texts, limit=len(slot.tried) + 1)
        }
    behind = pages[-1][-1] if pages else None
    limit = _page(len(pages))
    return {
        f"page:{len(pages):04d}": queue.fitting(
            slot, rulebook, texts=texts, behind=behind, limit=limit
        )
    }


def _page(number: int) -> int:
    """Say how many are on a page of the line."""
    return PAGES[min(number, len(PAGES) - 1)]


def the_past(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that goes through open slots
    """Load those who wait the shortest, and the next open slots."""
    page = SlotPage("open", command.before_freed, command.before_id, housekeeping.PAGE)
    return {"entries": NextExpiring(housekeeping.PAGE), "slots": page}


def the_long_gone(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that goes through those who ended
    """Load those who are off the list for the longest time."""
    return {"entries": LongestEnded(command.after_ended, command.after_id, housekeeping.PAGE)}


def the_month(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that names a month
    """Load every slot that was freed in a month."""
    since, until = housekeeping.span_of(command.month, rulebook_of(found["rules"]).zone)
    return {"slots": FreedBetween(since, until, limit=MOST_SLOTS)}


def those_written(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that names entries
    """Load the entries that were written to the sheet."""
    return {f"one:{name}": Get(Entry, (name,)) for name, _ in command.entries}


PEOPLE = (its_contacts, everyone_there, their_lines)
JOINING = in_sequence(
    together(the_documents, the_entry, the_new_addresses), everyone_there, the_new_line
)
OF_ENTRY = in_sequence(together(the_documents, the_entry), *PEOPLE, its_offer)
EDITING = in_sequence(
    together(the_documents, the_entry, the_new_addresses),
    *PEOPLE,
    together(the_other_line, its_offer),
)
NOTING_REACH = in_sequence(
    together(the_documents, the_address), everyone_there, their_lines, their_contacts
)
FREEING = in_sequence(together(the_documents, the_time), the_same_slot, the_new_line)
OF_OFFER = in_sequence(together(the_documents, the_slot, the_offer, the_entry), *PEOPLE, the_agenda)
LAPSING = in_sequence(together(the_documents, the_slot, the_offer), the_person_asked, *PEOPLE)
WITHDRAWING = in_sequence(
    together(the_documents, the_slot),
    together(the_agenda, the_live_offer),
    the_person_asked,
    *PEOPLE,
)
LOOKING = in_sequence(
    together(the_documents, the_slot, sms_budget.the_spend),
    together(its_own_line, the_agenda),
    at_last=the_next_in_line,
)
