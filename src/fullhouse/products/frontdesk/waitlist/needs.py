"""Records that each command needs, loaded step by step."""

from collections.abc import Callable, Sequence
from typing import Any

from msgspec import UNSET

from fullhouse.kernel.needs import Asking, found_many, in_sequence, together
from fullhouse.kernel.offers import MOST_ROUNDS
from fullhouse.kernel.product import Found
from fullhouse.kernel.records import Get, Needs
from fullhouse.products.frontdesk.shared import sms_budget
from fullhouse.products.frontdesk.shared.contacts import (
    Contact,
    RerouteEntries,
    contact_id,
    contact_needs,
    found_contacts,
    reach_needs,
)
from fullhouse.products.frontdesk.shared.documents import rulebook_of, the_documents
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist import (
    claim_questions,
    housekeeping,
    queue,
    rests,
    slot_index,
)
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist
from fullhouse.products.frontdesk.waitlist.entries import known_at_joining
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
SEVERAL = {"one": "entries", "of": "lines", "beside": "beside"}


def gathered(**found: Any) -> WaitlistState:  # noqa: ANN401 - any records
    """Build the state from the records found."""
    plain = {name: value for name, value in found.items() if ":" not in name}
    several = {
        field: found_many(found, name) for name, field in SEVERAL.items() if field not in plain
    }
    candidates = tuple(entry for page in found_many(found, "page") for entry in page)
    busy = tuple(entry for page in found_many(found, "busy") for entry in page)
    everything: dict[str, Any] = {**plain, **several, "candidates": candidates, "busy": busy}
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
    """Load the queue of the service that an entry changes to.

    One with a former name of its service gets the new name by any edit.
    """
    entry: Entry | None = found["entry"]
    if entry is None:
        return {}
    name = entry.service if command.service is UNSET else command.service
    service = rulebook_of(found["rules"]).service(name)
    line = normalized_name(service.name) if service is not None else entry.line
    return {"other_line": Get(ServiceQueue, (line,))} if line != entry.line else {}


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


def lines_of_agreeing(_command: object, found: Found) -> Needs:
    """Load the queues of entries whose number awaits consent: the command may give it."""
    awaiting = {one.id for one in found_many(found, "contact") if one.awaits_consent}
    if not awaiting:
        return {}
    entries = [entry for entry in found_many(found, "one") if contact_id(entry.phone) in awaiting]
    return their_lines(None, {f"one:{entry.id}": entry for entry in entries})


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


def slot_to_offer(found: Found) -> Slot | None:
    """Return the loaded slot if it is open and has no live offer."""
    slot: Slot | None = found["slot"]
    if slot is None or not slot.is_waiting:
        return None
    return slot


def its_lines(_command: object, found: Found) -> Needs:
    """Load the queues of a slot, and, if it waits, the entries it was offered to."""
    slot: Slot | None = found["slot"]
    if slot is None:
        return {}
    names = [each.line for each in rests.by_service(slot, rulebook_of(found["rules"]))]
    tried = {f"one:{name}": Get(Entry, (name,)) for name in slot.asked if slot.is_waiting}
    return {**{f"of:{name}": Get(ServiceQueue, (name,)) for name in names}, **tried}


def next_in_line(state_of: Callable[..., WaitlistState]) -> Asking:
    """Load fitting entries in fair order, page by page, until enough are eligible.

    The first of them gets the offer. The others share the time left with them. Of a rest, that is
    done for each service that may have it. `state_of` builds the state from the records found.
    """

    def needs(_command: object, found: Found) -> Needs:
        slot = slot_to_offer(found)
        if slot is None:
            return {}
        state = state_of(**found)
        rulebook = rulebook_of(state.rules)
        texts = state.spend is None or not sms_budget.is_exhausted(state.spend, rulebook)
        each_service = rests.by_service(slot, rulebook)
        for each in each_service:
            if missing := _more_of_service(each, state, found, texts=texts):
                return missing
        left = [entry for entry in state.candidates if entry.id not in slot.tried]
        if any(not queue.why_not(entry, state, texts=texts) for entry in left):
            return {}
        # Those who were tried, or have the time themselves, are not worth waiting for.
        limit = len(slot.tried) + len(state.busy_then) + 1
        return {
            f"busy:{each.line}": queue.fitting(each, rulebook, busy=True, texts=texts, limit=limit)
            for each in each_service
        }

    return needs


def _more_of_service(slot: Slot, state: WaitlistState, found: Found, *, texts: bool) -> Needs:
    """Ask for more of a service's queue; nothing if enough of it are eligible, or it is whole."""
    eligible = 0
    for entry in state.candidates:
        if entry.line != slot.line or entry.id in slot.tried:
            continue
        if missing := _missing_contacts(entry, found):
            return missing
        eligible += int(not queue.why_not(entry, state, texts=texts))
        if eligible == MOST_ROUNDS:
            return {}
    pages = _pages(found, slot)
    if pages and len(pages[-1]) < _page_size(len(pages) - 1):
        return {}
    return _next_page(slot, rulebook_of(state.rules), pages, texts=texts)


def _missing_contacts(entry: Entry, found: Found) -> Needs:
    contacts = contact_needs(entry.addresses)
    return {name: need for name, need in contacts.items() if name not in found}


def _pages(found: Found, slot: Slot) -> list[tuple[Entry, ...]]:
    return [page for name, page in found.items() if _is_page_of(slot.line, name)]


def _is_page_of(line: str, name: str) -> bool:
    return name.startswith("page:") and name.split(":", 2)[-1] == line


def _next_page(
    slot: Slot, rulebook: Rulebook, pages: Sequence[tuple[Entry, ...]], *, texts: bool
) -> Needs:
    """Ask for the next page of the queue."""
    last = pages[-1][-1] if pages else None
    limit = _page_size(len(pages))
    page = queue.fitting(slot, rulebook, texts=texts, behind=last, limit=limit)
    return {f"page:{len(pages):04d}:{slot.line}": page}


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


def of_known(asking: Asking) -> Asking:
    """Load needs of the entry that someone who joins has already; the sheet changes none so."""

    def needs(command: JoinWaitlist, found: Found) -> Needs:
        entries = found_many(found, "one")
        known = known_at_joining(entries, command, rulebook_of(found["rules"]))
        if known is None or command.source == "sheet":
            return {}
        return asking(command, {**found, "entry": known})

    return needs


PEOPLE = (its_contacts, everyone_there, their_lines)
JOINING = in_sequence(
    together(the_documents, the_entry, the_new_addresses),
    everyone_there,
    together(the_new_line, of_known(its_contacts)),
    of_known(everyone_there),
    together(lines_of_agreeing, of_known(together(their_lines, its_offer))),
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
FREEING = in_sequence(
    together(the_documents, the_time),
    the_same_slot,
    together(the_new_line, claim_questions.the_question),
    claim_questions.others_meant,
    claim_questions.who_claimed_them,
)
OF_OFFER = in_sequence(together(the_documents, the_slot, the_offer, the_entry), *PEOPLE, the_agenda)
LAPSING = in_sequence(together(the_documents, the_slot, the_offer), the_person_asked, *PEOPLE)
WITHDRAWING = in_sequence(
    together(the_documents, the_slot),
    together(the_agenda, the_live_offer),
    the_person_asked,
    *PEOPLE,
)
