"""Actions of guest links: the question, the button, the condition and the command of each.

The pages around them are in `link_pages`.
"""

from collections.abc import Callable, Mapping
from datetime import datetime

import msgspec

from fullhouse.inbound.forms.guest_form import clean_address, clean_name, clean_party, from_fields
from fullhouse.kernel.commands import Command
from fullhouse.kernel.links import Link
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.contact_changes import address_mark
from fullhouse.products.rsvp.model import Event, Guest, Offer
from fullhouse.web.rsvp.guest_status import deadline, outlook

Fields = Mapping[str, str]


class GuestLinkSession(msgspec.Struct, frozen=True):
    """A guest visiting a signed link."""

    event: Event
    guest: Guest
    link: Link
    now: datetime
    position: int | None = None

    @property
    def live_offer(self) -> Offer | None:
        """The offer whose seats are held for the guest right now."""
        offer = self.guest.offer
        if offer and self.now < offer.ends_at and self.event.is_live(self.now):
            return offer
        return None

    @property
    def is_on_list(self) -> bool:
        """True if the guest has something to cancel."""
        return self.guest.state != "cancelled" and self.event.is_live(self.now)

    @property
    def words(self) -> dict[str, str]:
        """The values of the placeholders in the sentences below."""
        seats, pronoun = "seat", "it"
        if self.guest.party > 1:
            seats, pronoun = f"{self.guest.party} seats", "them"
        offer = self.live_offer
        until = deadline(self.event, offer.ends_at) if offer else ""
        return {
            "the_seats": f"the {seats}",
            "your_seats": f"your {seats}",
            "it": pronoun,
            "until": until,
            "outlook": outlook(self.event, self.now),
            "email": self.guest.email,
            "new_email": self.guest.new_email,
        }


class LinkAction(msgspec.Struct, frozen=True):
    """An action: its question, whether it is possible now, and its command."""

    heading: str
    text: str
    button: str
    possible: Callable[[GuestLinkSession], bool]
    command: Callable[[GuestLinkSession, Fields], Command]


def _is_link_offer_live(session: GuestLinkSession) -> bool:
    offer = session.live_offer
    return offer is not None and session.link.offer in (offer.id, "")


def _offer_id(session: GuestLinkSession, fields: Fields) -> str:
    """Return the offer of the link; the link to all actions has none, so its form names it."""
    return session.link.offer or fields.get("offer", "")


def _claim(session: GuestLinkSession, fields: Fields) -> Command:
    return commands.ClaimOffer(
        event_id=session.event.id, guest_id=session.guest.id, offer_id=_offer_id(session, fields)
    )


def _decline(session: GuestLinkSession, fields: Fields) -> Command:
    return commands.DeclineOffer(
        event_id=session.event.id, guest_id=session.guest.id, offer_id=_offer_id(session, fields)
    )


def _cancel(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.CancelGuest(event_id=session.event.id, guest_id=session.guest.id)


def _back(session: GuestLinkSession, _fields: Fields) -> Command:
    event, guest = session.event, session.guest
    party = min(guest.party, event.settings.max_party)
    return commands.SignUp(
        event_id=event.id,
        guest_id=guest.id,
        name=guest.name,
        email=guest.email,
        party=party,
        source="link",
    )


def _take(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.TakeSeat(event_id=session.event.id, guest_id=session.guest.id)


def _party(session: GuestLinkSession, fields: Fields) -> Command:
    most = max(session.event.settings.max_party, session.guest.party)
    return commands.ChangeParty(
        event_id=session.event.id,
        guest_id=session.guest.id,
        party=clean_party(from_fields(fields).party, most),
    )


def _contact(session: GuestLinkSession, fields: Fields) -> Command:
    """Change the name or the address; an empty field keeps the old value."""
    typed = from_fields(fields)
    name = clean_name(typed.name) if typed.name.strip() else ""
    email = clean_address(typed.email) if typed.email.strip() else ""
    return commands.ChangeContact(
        event_id=session.event.id, guest_id=session.guest.id, name=name, email=email
    )


def _confirm_address(session: GuestLinkSession, _fields: Fields) -> Command:
    return commands.ConfirmAddress(
        event_id=session.event.id, guest_id=session.guest.id, mark=session.link.offer
    )


def _is_address_pending(session: GuestLinkSession) -> bool:
    asked = session.guest.new_email
    return bool(asked) and session.link.offer == address_mark(asked)


def _may_change_party(session: GuestLinkSession) -> bool:
    has_place = session.guest.offer is None and session.is_on_list
    return has_place and max(session.event.settings.max_party, session.guest.party) > 1


def _is_seat_free(session: GuestLinkSession) -> bool:
    event, guest = session.event, session.guest
    return (
        guest.is_waiting and event.is_live(session.now) and event.taken + guest.party <= event.cap
    )


CLAIM = LinkAction(
    "Take {the_seats}?",
    "Held for you until {until}. Until then nobody else can take {it}.",
    "Yes, I'll take {it}",
    _is_link_offer_live,
    _claim,
)
CONFIRM = msgspec.structs.replace(CLAIM, heading="Are you coming?", button="Yes, I'm coming")
DECLINE = LinkAction(
    "Let {the_seats} go?",
    "The next person in line will be asked. You keep your place in line.",
    "No thanks, not this time",
    _is_link_offer_live,
    _decline,
)
CANCEL = LinkAction(
    "Give {your_seats} back?",
    "Someone else will be glad of {it}.",
    "Yes, give {it} back",
    lambda session: session.is_on_list,
    _cancel,
)
LEAVE = msgspec.structs.replace(
    CANCEL,
    heading="Leave the line?",
    text="You would give up your place in line.",
    button="Yes, leave the line",
)
BACK = LinkAction(
    "Come after all?",
    "{outlook}.",
    "Yes, put me back on the list",
    lambda session: (
        session.guest.state == "cancelled" and bool(outlook(session.event, session.now))
    ),
    _back,
)
STOP = LinkAction(
    "No more mails about this event?",
    "No reminder and no offer would reach {email} any more. What you have stays yours.",
    "Yes, stop these mails",
    lambda session: session.guest.reach != "opted_out",
    lambda session, _fields: commands.StopMail(
        event_id=session.event.id, guest_id=session.guest.id
    ),
)
RESUME = LinkAction(
    "Mails are stopped.",
    "Reminders and offers do not reach {email} just now.",
    "Send me reminders and offers again",
    lambda session: session.guest.reach != "fine",
    lambda session, _fields: commands.ResumeMail(
        event_id=session.event.id, guest_id=session.guest.id
    ),
)
TAKE = LinkAction(
    "A seat is free.",
    "Anyone may take it: so may you.",
    "Take {the_seats} now",
    _is_seat_free,
    _take,
)
PARTY = LinkAction("How many are you?", "", "Change my party", _may_change_party, _party)

CONTACT = LinkAction(
    "My name or address is wrong",
    "We write to a new address first, and use it once you press the button in that mail. "
    "The old one is told.",
    "Save",
    lambda session: session.guest.state != "cancelled" and session.event.state != "cancelled",
    _contact,
)
ADDRESS = LinkAction(
    "Shall we write to you here?",
    "From then on all mails about this event go to {new_email}, and the old address is told.",
    "Yes, write to me here",
    _is_address_pending,
    _confirm_address,
)

# Actions of the link to all actions, in the order in which a guest would look for them.
ALL = {
    "claim": CLAIM,
    "decline": DECLINE,
    "take": TAKE,
    "party": PARTY,
    "contact": CONTACT,
    "back": BACK,
    "cancel": CANCEL,
    "stop": STOP,
    "resume": RESUME,
}
DEEDS = {
    "claim": CLAIM,
    "confirm": CONFIRM,
    "decline": DECLINE,
    "cancel": CANCEL,
    "leave": LEAVE,
    "back": BACK,
    "stop": STOP,
    "address": ADDRESS,
}


def action_for(purpose: str, guest: Guest) -> LinkAction:
    """Return the action of a link; leaving the waitlist has its own texts."""
    if purpose == "cancel" and guest.state == "waitlisted":
        return LEAVE
    return DEEDS[purpose]
