"""Answers to questions about the waitlist, from the store."""

from collections.abc import Callable
from typing import Any

import msgspec

from fullhouse.engine.core import Engine
from fullhouse.kernel.records import Get
from fullhouse.locale import to_translate, to_translate_count
from fullhouse.locale.current import format_number, gettext, ngettext, pgettext, translate
from fullhouse.products.frontdesk.shared.rulebook.model import Rulebook, normalized_name
from fullhouse.products.frontdesk.waitlist import questions
from fullhouse.products.frontdesk.waitlist.model import (
    EntriesAt,
    Entry,
    FreedBetween,
    LineCounts,
    OffersOfSlot,
    Slot,
    SlotOffer,
    SlotPage,
    offer_key,
)
from fullhouse.web.desk.answer_view import (
    AnswerRow,
    AnswerView,
    CountedTexts,
    answer_view,
    at,
    at_hour,
    counted_sentence,
    for_whom,
    in_time,
    joined,
)
from fullhouse.web.desk.frontdesk.waitlist.day_view import Names, kind_of
from fullhouse.web.desk.frontdesk.waitlist.formatting import (
    BECAME,
    STATES,
)
from fullhouse.web.desk.frontdesk.waitlist.layout import HOME, LIST
from fullhouse.web.slot_status import load_slots, slot_now
from fullhouse.web.wish_text import dates

MOST_SLOTS = 20  # bounds the offers loaded for one question
KINDS = {"open": "open", "offered": "offered just now", "filled": "filled", "back": "handed back"}
DOTS = {"open": "", "offered": "held", "filled": "confirmed", "back": "cancelled"}
# Sentences for no, one and several; %(about)s says which and when.
DID: dict[str, CountedTexts] = {
    "open": (
        to_translate("No slot is open%(about)s."),
        to_translate_count(
            "%(count)s slot is open%(about)s.", "%(count)s slots are open%(about)s."
        ),
    ),
    "filled": (
        to_translate("No slot was filled%(about)s."),
        to_translate_count(
            "%(count)s slot was filled%(about)s.", "%(count)s slots were filled%(about)s."
        ),
    ),
    "freed": (
        to_translate("No slot was freed%(about)s."),
        to_translate_count(
            "%(count)s slot was freed%(about)s.", "%(count)s slots were freed%(about)s."
        ),
    ),
    "handed_back": (
        to_translate("No slot was handed back%(about)s."),
        to_translate_count(
            "%(count)s slot was handed back%(about)s.",
            "%(count)s slots were handed back%(about)s.",
        ),
    ),
}
WAIT: CountedTexts = (
    to_translate("Nobody waits%(about)s."),
    to_translate_count("%(count)s person waits%(about)s.", "%(count)s people wait%(about)s."),
)
HOLD: CountedTexts = (
    to_translate("Nobody holds an offer just now."),
    to_translate_count(
        "%(count)s person holds an offer just now.", "%(count)s people hold an offer just now."
    ),
)
ASKED: CountedTexts = (
    to_translate("Nobody was asked%(about)s."),
    to_translate_count(
        "%(count)s person was asked about slots%(about)s.",
        "%(count)s people were asked about slots%(about)s.",
    ),
)


def entry_row(entry: Entry) -> AnswerRow:
    """Return an entry as a row."""
    stands = "" if entry.state == "waiting" else translate(STATES[entry.state])
    staff = gettext("with %(staff)s", staff=entry.staff) if entry.staff else ""
    dot = "held" if entry.offer else "waitlisted"
    if stands:
        dot = "cancelled"
    about = joined(entry.service, dates(entry), staff, stands)
    return AnswerRow(f"{HOME}/entries/{entry.id}", entry.name, about, dot)


def slot_row(slot: Slot, book: Rulebook) -> AnswerRow:
    """Return a slot as a row."""
    kind = kind_of(slot)
    staff = gettext("with %(staff)s", staff=slot.staff) if slot.staff else ""
    about = joined(staff, translate(KINDS[kind]))
    name = f"{slot.service}, {at(slot.starts_at, book)}"
    return AnswerRow(f"{HOME}/slots/{slot.id}", name, about, DOTS[kind])


def count_waiting(engine: Engine, book: Rulebook, query: questions.CountWaiting) -> AnswerView:
    """Count the waiting customers; by service if the question names none."""
    if query.staff:
        listed = list_waiting(engine, book, query)
        return AnswerView(said=listed.said)
    counts = {one.id: one.waiting for one in engine.load(LineCounts())}
    if query.service:
        number = counts.get(normalized_name(query.service), 0)
        return AnswerView(said=counted_sentence(WAIT, number, for_whom(query.service, "")))
    names = {normalized_name(one.name): one.name for one in book.services}
    parts = [
        f"{names.get(id_, id_)} {format_number(number)}" for id_, number in counts.items() if number
    ]
    more = f"{', '.join(parts)}." if len(parts) > 1 else ""
    return AnswerView(said=counted_sentence(WAIT, sum(counts.values())), more=more)


def list_waiting(engine: Engine, _book: Rulebook, query: questions.WaitingFilter) -> AnswerView:
    """List the waiting customers in the order of joining."""
    page = engine.load(questions.line_of(query))
    found = [entry for entry in page if questions.waits(query, entry)]
    about = for_whom(query.service, query.staff)
    said = counted_sentence(WAIT, len(found), about, at_least=_is_part(page))
    return answer_view(said, [entry_row(entry) for entry in found], elsewhere=LIST)


def _is_part(page: tuple[object, ...]) -> bool:
    return len(page) >= questions.LOOKED_THROUGH


def find_entry(engine: Engine, book: Rulebook, query: questions.FindEntry) -> AnswerView:
    """Answer whether a customer waits, and for what."""
    page = _entries(engine, query)
    found = [entry for entry in page if _is_theirs(query, entry)]
    waiting = [entry for entry in found if entry.state == "waiting"]
    if len(waiting) == 1:
        return _one_entry(waiting[0], book)
    whom = query.email or f"“{query.name}”"
    about = for_whom(query.service, "")
    said = gettext("%(whom)s is not on the list%(about)s.", whom=whom, about=about)
    if waiting:
        said = ngettext(
            "%(count)s entries on the list are under %(whom)s.",
            "%(count)s entries on the list are under %(whom)s.",
            len(waiting),
            whom=whom,
        )
    rows = [entry_row(entry) for entry in waiting or found]
    return answer_view(said, rows, _looked_through(page))


def _looked_through(page: tuple[object, ...]) -> str:
    if not _is_part(page):
        return ""
    return gettext(
        "I looked through the first %(number)s on the list.", number=questions.LOOKED_THROUGH
    )


def _one_entry(entry: Entry, book: Rulebook) -> AnswerView:
    said = gettext(
        "%(name)s waits for %(service)s, since %(when)s.",
        name=entry.name,
        service=entry.service,
        when=at(entry.joined_at, book),
    )
    more = gettext("They hold an offer just now.") if entry.offer else ""
    return answer_view(said, [entry_row(entry)], more)


def _entries(engine: Engine, query: questions.FindEntry) -> tuple[Entry, ...]:
    if query.email:
        return engine.load(EntriesAt(query.email))
    return engine.load(questions.line_of(query))


def _is_theirs(query: questions.FindEntry, entry: Entry) -> bool:
    return questions.waits(query, entry) and normalized_name(query.service) in ("", entry.line)


def find_slots(engine: Engine, book: Rulebook, query: questions.SlotFilter) -> AnswerView:
    """Count or show slots."""
    now = engine.now()
    page = _load_slots(engine, questions.slots_of(query, now, book.zone))
    found = [slot for slot in page if questions.is_meant(query, slot, now, book.zone)]
    when = in_time(query.period, now, book.zone, back=query.back)
    about = f"{for_whom(query.service, query.staff)}{when}"
    said = counted_sentence(DID[query.became], len(found), about, at_least=_is_part(page))
    if isinstance(query, questions.CountSlots):
        return AnswerView(said=said)
    ordered = sorted(found, key=lambda slot: slot.starts_at)
    return answer_view(said, [slot_row(slot, book) for slot in ordered], elsewhere=HOME)


def _load_slots(engine: Engine, wanted: SlotPage | FreedBetween) -> tuple[Slot, ...]:
    """Load slots as they are now."""
    if isinstance(wanted, SlotPage):
        return tuple(load_slots(engine, wanted))
    return tuple(slot_now(engine, slot) for slot in engine.load(wanted))


def list_offers(engine: Engine, book: Rulebook, _query: questions.ListOffers) -> AnswerView:
    """List the live offers with customer, slot and end."""
    page = engine.load(SlotPage("open", limit=questions.LOOKED_THROUGH))
    names, rows = Names(engine), []
    for slot in page:
        if not slot.live_offer_seq:
            continue
        offer = engine.load(Get(SlotOffer, offer_key(slot.id, slot.live_offer_seq)))
        if offer is not None:
            until = pgettext("time", "until %(when)s", when=at(offer.ends_at, book))
            rows.append(_offer_row(offer, slot, names, book, until, "held"))
    said = counted_sentence(HOLD, len(rows), at_least=_is_part(page))
    return answer_view(said, rows, elsewhere=HOME)


def _offer_row(
    offer: SlotOffer, slot: Slot, names: Names, book: Rulebook, about: str, dot: str
) -> AnswerRow:
    what = joined(f"{slot.service}, {at(slot.starts_at, book)}", about)
    return AnswerRow(f"{HOME}/entries/{offer.entry_id}", names(offer.entry_id), what, dot)


def who_was_offered(engine: Engine, book: Rulebook, query: questions.WhoWasOffered) -> AnswerView:
    """List the offers of a day's slots; if a weekday to come has no slots, of the last one."""
    found = _slots_at(engine, book, query)
    if not found and not query.back:
        query = msgspec.structs.replace(query, back=True)
        found = _slots_at(engine, book, query)
    when = in_time(query.period, engine.now(), book.zone, back=query.back)
    about = f"{for_whom(query.service, query.staff)}{when}{at_hour(query.at)}"
    if not found:
        return AnswerView(said=gettext("There is no freed slot%(about)s.", about=about))
    names, rows = Names(engine), []
    for slot in found[:MOST_SLOTS]:
        for offer in engine.load(OffersOfSlot(slot.id)):
            became = translate(BECAME[offer.status])
            rows.append(_offer_row(offer, slot, names, book, became, "waitlisted"))
    is_part = len(found) > MOST_SLOTS
    said = counted_sentence(ASKED, len(rows), about, at_least=is_part)
    return answer_view(said, rows, elsewhere=HOME)


def _slots_at(engine: Engine, book: Rulebook, query: questions.WhoWasOffered) -> list[Slot]:
    page = engine.load(questions.slots_at(query, engine.now(), book.zone))
    return [slot for slot in page if questions.is_asked_for(query, slot, book.zone)]


ANSWERS: dict[type, Callable[[Engine, Rulebook, Any], AnswerView]] = {
    questions.CountWaiting: count_waiting,
    questions.ListWaiting: list_waiting,
    questions.FindEntry: find_entry,
    questions.CountSlots: find_slots,
    questions.ListSlots: find_slots,
    questions.ListOffers: list_offers,
    questions.WhoWasOffered: who_was_offered,
}
