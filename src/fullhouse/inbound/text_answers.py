"""YES or NO by SMS: which offer or reminder it answers, if that is certain."""

from collections.abc import Iterator
from datetime import datetime
from itertools import chain
from typing import Literal

import msgspec

from fullhouse.engine.execute import Loader
from fullhouse.inbound.desk_replies import answered
from fullhouse.inbound.sms import InboundText
from fullhouse.inbound.text_notes import customer_at, note_of
from fullhouse.kernel.commands import Command
from fullhouse.kernel.messages import LOST, Message
from fullhouse.kernel.records import Get
from fullhouse.kernel.sms import Answer, answer_of
from fullhouse.products.frontdesk.appointments.commands import ConfirmAppointment
from fullhouse.products.frontdesk.appointments.model import Appointment, AppointmentsAt
from fullhouse.products.frontdesk.refill.conflicts import overlap
from fullhouse.products.frontdesk.shared.contacts import Contact, contact_id, identities
from fullhouse.products.frontdesk.shared.documents import Document, rulebook_of
from fullhouse.products.frontdesk.shared.link_binding import address_mark
from fullhouse.products.frontdesk.waitlist.commands import KEEP_ALL, ClaimSlot, DeclineSlot
from fullhouse.products.frontdesk.waitlist.messages import message_id
from fullhouse.products.frontdesk.waitlist.model import (
    STILL_MEANT,
    EntriesAt,
    Entry,
    OffersOfEntry,
    Slot,
    SlotOffer,
)

MOST_OFFERS = 5
# Why an open slot waits if nobody else can be asked.
NOBODY_ELSE = frozenset({"nobody_fits", "line_spent"})
ARRIVED = frozenset({"sending", "sent", "kept"})


class OfferAnswer(msgspec.Struct, frozen=True):
    """The command that a text gives; or the messages `among` which it may choose.

    `over` says that the offer which it means has ended lately, and its customer perhaps is off the
    list; or that it was claimed; or that nobody has its time yet, as it is `open`. If staff booked
    its customer at that time, `booked` is the appointment. `about` says what a text is that answers
    a reminder, or has other words than an answer.
    """

    command: Command | None = None
    among: tuple[str, ...] = ()
    over: Literal["", "ended", "off_list", "claimed", "booked", "open"] = ""
    booked: Appointment | None = None
    about: Literal["", "coming", "not_coming", "words"] = ""


class Reminded(msgspec.Struct, frozen=True):
    """An appointment ahead, and the last reminder of it, which was a text to this number."""

    appointment: Appointment
    message: Message

    @property
    def is_open(self) -> bool:
        """True if the customer has not answered."""
        return self.appointment.status == "booked"


NO_ANSWER = OfferAnswer()


def offer_answer(loader: Loader, text: InboundText, now: datetime, new_id: str) -> OfferAnswer:
    """Return the answer to the one live offer or the one reminder of a number, or to none.

    If it may mean another one as well, nothing is done, as only a link is certain. All else that
    a customer texts becomes a note to staff with the id `new_id`.
    """
    answer = _answer_of(loader, text)
    if answer is None and text.reply is not None:
        return NO_ANSWER
    offers = list(_offers_of(loader, text.sender, now))
    reminders = _reminders_to(loader, text.sender, now)
    if answer is not None:
        found = _plain_answer(loader, offers, reminders, answer, now)
        if found is not None and found.over == "open":
            noted = _other_words(loader, text, list(found.among), now, new_id, is_late=True)
            return msgspec.structs.replace(noted, over="open")
        is_start = answer == "yes" and has_stopped(loader, text.sender)
        if found is not None or is_start:
            return found or NO_ANSWER
    return _other_words(loader, text, _asked(offers, reminders, now), now, new_id)


def _answer_of(loader: Loader, text: InboundText) -> Answer | None:
    """Return the answer that a text is; some words count only where we write in their language."""
    answer = answer_of(text.body)
    if answer is not None or text.reply is not None:
        return answer
    return answer_of(text.body, language_at(loader, text.sender))


def language_at(loader: Loader, phone: str) -> str:
    """Return the language in which we write to a number: its customer's, else the business's."""
    entries, appointments = loader.load(EntriesAt(phone)), loader.load(AppointmentsAt(phone))
    chosen = [one.language for one in entries if one.ended_at is None]
    chosen += [one.language for one in appointments if one.stands]
    rulebook = rulebook_of(loader.load(Get(Document, ("rules",))))
    return next(filter(None, chosen), rulebook.language)


def _plain_answer(
    loader: Loader, offers: list[SlotOffer], reminders: list[Reminded], answer: str, now: datetime
) -> OfferAnswer | None:
    """Return the answer of a plain yes or no; None if there is nothing that it answers."""
    live = [offer for offer in offers if _is_live(offer, now)]
    if live:
        return _of_offers(offers, live, reminders, answer)
    if reminders:
        return _of_reminders(offers, reminders, answer)
    return _over(loader, offers, answer, now)


def _of_offers(
    offers: list[SlotOffer], live: list[SlotOffer], reminders: list[Reminded], answer: str
) -> OfferAnswer:
    """Return the answer to a live offer; only links if another offer or a reminder may be meant.

    An earlier offer of the same slot to the same entry means the same time.
    """
    rivals = [one for one in reminders if one.is_open or one.message.at >= live[0].made_at]
    times = {(offer.entry_id, offer.slot_id) for offer in offers}
    if len(times) == 1 and not rivals:
        return OfferAnswer(_command(live[0], answer), tuple(_offer_messages(live)))
    return OfferAnswer(among=(*_offer_messages(live), *(one.message.id for one in rivals)))


def _of_reminders(offers: list[SlotOffer], reminders: list[Reminded], answer: str) -> OfferAnswer:
    """Return the answer to a reminder; NO cancels nothing by itself, as its link also moves."""
    ids = tuple(one.message.id for one in reminders)
    if answer == "no":
        return OfferAnswer(among=ids, about="not_coming")
    if offers or len(reminders) > 1:
        return OfferAnswer(among=ids)
    appointment, message = reminders[0].appointment, reminders[0].message
    confirm = ConfirmAppointment(
        appointment_id=appointment.id,
        chain=appointment.chain,
        reply=f"confirm-{appointment.chain}-{message.facts['hours']}",
        link=address_mark(message.to),
    )
    return OfferAnswer(confirm, ids, about="coming")


def _asked(offers: list[SlotOffer], reminders: list[Reminded], now: datetime) -> list[str]:
    """Return the messages that a number has not answered, the last reminder first."""
    newest = sorted(reminders, key=lambda one: one.message.at, reverse=True)
    live = [offer for offer in offers if _is_live(offer, now)]
    return [*(one.message.id for one in newest), *_offer_messages(live)]


def _other_words(
    loader: Loader,
    text: InboundText,
    asked: list[str],
    now: datetime,
    new_id: str,
    *,
    is_late: bool = False,
) -> OfferAnswer:
    """Return the note to staff about a text that answers nothing plainly; none for a stranger.

    One that `is_late` is a yes to an offer that has ended; the time is still free.
    """
    subjects = (answered(loader, loader.load(Get(Message, (name,)))) for name in asked)
    about = next(filter(None, subjects), None) or customer_at(loader, text.sender, now)
    if about is None:
        return NO_ANSWER
    note = note_of(loader, text, about, now, new_id, is_late=is_late)
    return NO_ANSWER if note is None else OfferAnswer(note, tuple(asked), about="words")


def _over(
    loader: Loader, offers: list[SlotOffer], answer: str, now: datetime
) -> OfferAnswer | None:
    """Return that the offer has ended; None for a no of someone who has its time.

    A yes that came late is still of use if nobody else is asked: staff can book its customer.
    """
    if not offers:
        return None
    taken = _taken(loader, offers)
    if taken is not None:
        return taken if answer == "yes" else None
    if not _all_wait(loader, offers):
        return OfferAnswer(over="off_list")
    still_open = [offer for offer in offers if answer == "yes" and _is_open(loader, offer, now)]
    if still_open:
        return OfferAnswer(among=tuple(_offer_messages(still_open)), over="open")
    return OfferAnswer(over="ended")


def _all_wait(loader: Loader, offers: list[SlotOffer]) -> bool:
    """Return True if the customers of all offers are still on the waitlist."""
    entries = [loader.load(Get(Entry, (offer.entry_id,))) for offer in offers]
    return all(entry is not None and entry.state == "waiting" for entry in entries)


def _is_open(loader: Loader, offer: SlotOffer, now: datetime) -> bool:
    """Return True if the offered time is free, and nobody else is about to be asked."""
    slot = loader.load(Get(Slot, (offer.slot_id,)))
    if slot is None or not slot.is_waiting or now >= slot.closes_at:
        return False
    return slot.why in NOBODY_ELSE


def _taken(loader: Loader, offers: list[SlotOffer]) -> OfferAnswer | None:
    """Return that the customer has the offered time, by the offer or otherwise; None without."""
    if any(offer.status == "claimed" for offer in offers):
        return OfferAnswer(over="claimed")
    booked = next(filter(None, (_booked_then(loader, offer) for offer in offers)), None)
    return OfferAnswer(over="booked", booked=booked) if booked is not None else None


def _booked_then(loader: Loader, offer: SlotOffer) -> Appointment | None:
    """Return the appointment that an offer's customer has at the offered time; None without."""
    entry = loader.load(Get(Entry, (offer.entry_id,)))
    slot = loader.load(Get(Slot, (offer.slot_id,)))
    if entry is None or slot is None:
        return None
    own = identities(entry.name, entry.addresses)
    pages = (loader.load(AppointmentsAt(address)) for address in entry.addresses)
    for one in chain.from_iterable(pages):
        is_own = not own.isdisjoint(identities(one.name, one.addresses))
        if is_own and one.stands and overlap(one, slot.starts_at, slot.ends_at):
            return one
    return None


def _command(offer: SlotOffer, answer: str) -> Command:
    """Return the command of an answer; the text of an offer names no appointment to give up."""
    if answer == "no":
        return DeclineSlot(slot_id=offer.slot_id, seq=offer.seq, entry_id=offer.entry_id)
    return ClaimSlot(
        slot_id=offer.slot_id, seq=offer.seq, entry_id=offer.entry_id, replaces=KEEP_ALL
    )


def _offer_messages(offers: list[SlotOffer]) -> list[str]:
    return [message_id("offer", offer.entry_id, offer.name) for offer in offers]


def _reminders_to(loader: Loader, phone: str, now: datetime) -> list[Reminded]:
    """Return the appointments ahead that a number was reminded of; none after STOP."""
    if has_stopped(loader, phone):
        return []
    found = []
    for appointment in loader.load(AppointmentsAt(phone)):
        if not appointment.stands or now >= appointment.starts_at or not appointment.reminder:
            continue
        message = loader.load(Get(Message, (appointment.reminder,)))
        if message is not None and _has_arrived(message, phone):
            found.append(Reminded(appointment, message))
    return found


def has_stopped(loader: Loader, phone: str) -> bool:
    """Return True if a number gets no texts, as its customer asked."""
    contact = loader.load(Get(Contact, (contact_id(phone),)))
    return contact is not None and contact.reach == "opted_out"


def _has_arrived(message: Message, phone: str) -> bool:
    """Return True if a text was sent to a number, or may have been."""
    if message.channel != "text" or message.to != phone:
        return False
    return message.status in ARRIVED or message.error.startswith(LOST)


def _offers_of(loader: Loader, phone: str, now: datetime) -> Iterator[SlotOffer]:
    """Yield the offers by text that are live at a number, or ended lately."""
    for entry in loader.load(EntriesAt(phone)):
        if not _may_have(entry, now):
            continue
        for offer in loader.load(OffersOfEntry(entry.id, limit=MOST_OFFERS)):
            if offer.channel == "text" and _is_meant(offer, now):
                yield offer


def _may_have(entry: Entry, now: datetime) -> bool:
    """Return False for entries that ended too long ago, so that their offers are not read."""
    return entry.ended_at is None or now - entry.ended_at < STILL_MEANT


def _is_live(offer: SlotOffer, now: datetime) -> bool:
    return offer.status == "live" and now < offer.ends_at


def _is_meant(offer: SlotOffer, now: datetime) -> bool:
    """Return True if an offer is live or ended lately; its end may be noted late."""
    ended_at = min(offer.ended_at or offer.ends_at, offer.ends_at)
    return now - ended_at < STILL_MEANT
