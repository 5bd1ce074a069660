"""Records that each command needs, loaded step by step."""

from typing import Any

from msgspec import UNSET

from fullhouse.kernel.needs import found_many, in_sequence, together
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared import sms_budget
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    RerouteEntries,
    contact_needs,
    found_contacts,
    reach_needs,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist import housekeeping, queue, slot_index
from fullhouse.products.frontdesk.waitlist.model import (
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
    offer_key,
)

MOST_SLOTS = 10_000
# Sizes of the pages of a queue. Most often one of the first few entries is eligible. The pages
# grow, as a store may read the queue from its beginning for each of them.
PAGES = (5, 20, 80, 320)
# Several records of a kind are found under one of these names, a colon and their id.
SEVERAL = {"one": "entries", "of": "lines"}


def gathered(**found: Any) -> WaitlistState:  # noqa: ANN401 - any records
    """Build the state from the records found."""
    plain = {name: value for name, value in found.items() if ":" not in name}
    several = {
        field: found_many(found, name) for name, field in SEVERAL.items() if field not in plain
    }
    candidates: list[Entry] = []
    for name in sorted(found):
        if name.startswith("page:"):
            candidates += found[name]
    everything: dict[str, Any] = {**plain, **several, "candidates": tuple(candidates)}
    return WaitlistState(**everything, contacts=found_contacts(found))


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
    """Load the live offer of the slot, if it has one."""
    slot: Slot | None = found["slot"]
    if slot is None or not slot.live_offer_seq:
        return {}
    return {"offer": Get(SlotOffer, offer_key(slot.id, slot.live_offer_seq))}


def the_person_asked(_command: object, found: Found) -> Needs:
    """Load the entry that the offer was made to."""
    offer: SlotOffer | None = found.get("offer")
    if offer is None:
        return {}
    return {"entry": Get(Entry, (offer.entry_id,))}


def the_agenda(_command: object, found: Found) -> Needs:
    """Load the index of the slot's starting time."""
    slot: Slot | None = found.get("slot")
    if slot is None:
        return {}
    return {"agenda": Get(SlotIndex, (slot.agenda,))}


def its_offer(_command: object, found: Found) -> Needs:
    """Load the offer that an entry holds, with its slot."""
    entry: Entry | None = found["entry"]
    if entry is None or not entry.offer:
        return {}
    return offer_named(entry.offer)


def offer_named(name: str) -> Needs:
    """Return the needs of an offer and its slot."""
    slot_id, _, seq = name.rpartition("-")
    return {"slot": Get(Slot, (slot_id,)), "offer": Get(SlotOffer, offer_key(slot_id, int(seq)))}


def its_contacts(_command: object, found: Found) -> Needs:
    """Load the contacts of an entry."""
    entry: Entry | None = found.get("entry")
    if entry is None:
        return {}
    return contact_needs(entry.addresses)


def the_new_addresses(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - has addresses
    """Load the contacts of the addresses that a command gives."""
    given = (command.phone, command.email)
    return reach_needs(address for address in given if address and address is not UNSET)


def the_address(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command on an address
    """Load the contact of an address."""
    return reach_needs((command.address,))


def the_contact(command: RerouteEntries, _found: Found) -> Needs:
    """Load the contact that a command names."""
    return {f"contact:{command.contact_id}": Get(Contact, (command.contact_id,))}


def the_new_line(command: Any, found: Found) -> Needs:  # noqa: ANN401 - names a service
    """Load the queue of the service that a command names."""
    service = rulebook_of(found["rules"]).service(command.service)
    if service is None:
        return {}
    return {"line": Get(ServiceQueue, (normalized_name(service.name),))}


def the_other_line(command: Any, found: Found) -> Needs:  # noqa: ANN401 - may name a service
    """Load the queue of the service that an entry is to change to."""
    if command.service is UNSET:
        return {}
    wanted = the_new_line(command, found)
    if not wanted:
        return {}
    return {"other_line": wanted["line"]}


def everyone_there(_command: object, found: Found) -> Needs:
    """Load every entry of the contacts."""
    needs: Needs = {}
    for contact in found_many(found, "contact"):
        needs |= {f"one:{name}": Get(Entry, (name,)) for name in contact.entries}
    return needs


def their_lines(_command: object, found: Found) -> Needs:
    """Load the queues of those entries."""
    lines = [entry.line for entry in found_many(found, "one")]
    return {f"of:{line}": Get(ServiceQueue, (line,)) for line in lines}


def their_contacts(_command: object, found: Found) -> Needs:
    """Load all contacts of those entries."""
    needs: Needs = {}
    for entry in found_many(found, "one"):
        needs |= contact_needs(entry.addresses)
    return needs


def the_time(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - a command that names a time
    """Load the index of a starting time."""
    return {"agenda": Get(SlotIndex, (slot_index.agenda_of(command.starts_at),))}


def the_same_slot(command: Any, found: Found) -> Needs:  # noqa: ANN401 - names a slot's time
    """Load the slot, under the id it has if it was reported before."""
    staff = queue.staff_named(command.staff, rulebook_of(found["rules"]))
    mark = slot_index.find_reported(found["agenda"], command, staff)
    slot_id = command.slot_id if mark is None else mark.slot_id
    return {"slot": Get(Slot, (slot_id,))}


def its_own_line(_command: object, found: Found) -> Needs:
    """Load the queue of an idle open slot, and the entries it was offered to."""
    slot: Slot | None = found["slot"]
    if slot is None or slot.status != "open" or slot.live_offer_seq:
        return {}
    tried = {f"one:{name}": Get(Entry, (name,)) for name in slot.tried}
    return {"line": Get(ServiceQueue, (slot.line,)), **tried}


def the_next_in_line(_command: object, found: Found) -> Needs:
    """Load fitting entries in fair order, page by page, until one is eligible."""
    slot: Slot | None = found["slot"]
    if "line" not in found or slot is None:
        return {}
    state = gathered(**found)
    rulebook = rulebook_of(state.rules)
    texts = state.spend is None or not sms_budget.is_exhausted(state.spend, rulebook)
    for entry in state.candidates:
        if entry.id in slot.tried:
            continue
        contacts = contact_needs(entry.addresses)
        missing = {name: need for name, need in contacts.items() if name not in found}
        if missing:
            return missing
        if not queue.why_not(entry, state.contacts, texts=texts):
            return {}
    return _next_page(slot, rulebook, found, texts=texts)


def _next_page(slot: Slot, rulebook: Rulebook, found: Found, *, texts: bool) -> Needs:
    """Ask for the next page of the queue; at its end, for one who holds another offer."""
    pages = [page for name, page in found.items() if name.startswith("page:")]
    if pages and len(pages[-1]) < _page_size(len(pages) - 1):
        limit = len(slot.tried) + 1
        return {"busy": queue.fitting(slot, rulebook, busy=True, texts=texts, limit=limit)}
    last = pages[-1][-1] if pages else None
    limit = _page_size(len(pages))
    page = queue.fitting(slot, rulebook, texts=texts, behind=last, limit=limit)
    return {f"page:{len(pages):04d}": page}


def _page_size(number: int) -> int:
    return PAGES[min(number, len(PAGES) - 1)]


def the_past(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - names a page of slots
    """Load the entries that expire next, and the next open slots."""
    page = SlotPage("open", command.before_freed, command.before_id, housekeeping.PAGE)
    return {"entries": NextExpiring(housekeeping.PAGE), "slots": page}


def the_long_gone(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - names a page of entries
    """Load the entries that ended longest ago."""
    return {"entries": LongestEnded(command.after_ended, command.after_id, housekeeping.PAGE)}


def the_month(command: Any, found: Found) -> Needs:  # noqa: ANN401 - a command that names a month
    """Load every slot freed in a month."""
    since, until = housekeeping.span_of(command.month, rulebook_of(found["rules"]).zone)
    return {"slots": FreedBetween(since, until, limit=MOST_SLOTS)}


def those_written(command: Any, _found: Found) -> Needs:  # noqa: ANN401 - names entries
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
REROUTING = in_sequence(
    together(the_documents, the_contact), everyone_there, their_lines, their_contacts
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
