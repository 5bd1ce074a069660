"""What a guest's link can do: for each deed the question, the button, when it is possible, and the command it gives.

How the pages are put together around them lives in `answering`.
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
    """Someone at the door with a link: who, for which event, when."""

    event: Event
    guest: Guest
    link: Link
    now: datetime
    position: int | None = None

    @property
    def live_offer(self) -> Offer | None:
        """The offer whose seats are held for them right now."""
        offer = self.guest.offer
        return (
            offer if offer and self.now < offer.ends_at and self.event.is_live(self.now) else None
        )

    @property
    def is_on_list(self) -> bool:
        """Whether there is something to give back."""
        return self.guest.state != "cancelled" and self.event.is_live(self.now)

    @property
    def words(self) -> dict[str, str]:
        """What the sentences below insert."""
        several, offer = self.guest.party > 1, self.live_offer
        return {
            "the_seats": f"the {self.guest.party} seats" if several else "the seat",
            "your_seats": f"your {self.guest.party} seats" if several else "your seat",
            "it": "them" if several else "it",
            "until": deadline(self.event, offer.ends_at) if offer else "",
            "outlook": outlook(self.event, self.now),
            "email": self.guest.email,
            "new_email": self.guest.new_email,
        }


class LinkAction(msgspec.Struct, frozen=True):
    """One thing to do: how it is asked, whether it can be done now, and what it orders."""

    heading: str
    text: str
    button: str
    possible: Callable[[GuestLinkSession], bool]
    command: Callable[[GuestLinkSession, Fields], Command]


def _this_offer(visit: GuestLinkSession) -> bool:
    offer = visit.live_offer
    return offer is not None and visit.link.offer in (offer.id, "")


def _offer_id(visit: GuestLinkSession, fields: Fields) -> str:
    """The offer that the link names; a link to everything names none, so its page says which one the button was for."""
    return visit.link.offer or fields.get("offer", "")


def _claim(visit: GuestLinkSession, fields: Fields) -> Command:
    return commands.ClaimOffer(
        event_id=visit.event.id, guest_id=visit.guest.id, offer_id=_offer_id(visit, fields)
    )


def _decline(visit: GuestLinkSession, fields: Fields) -> Command:
    return commands.DeclineOffer(
        event_id=visit.event.id, guest_id=visit.guest.id, offer_id=_offer_id(visit, fields)
    )


def _cancel(visit: GuestLinkSession, _fields: Fields) -> Command:
    return commands.CancelGuest(event_id=visit.event.id, guest_id=visit.guest.id)


def _back(visit: GuestLinkSession, _fields: Fields) -> Command:
    event, guest = visit.event, visit.guest
    party = min(guest.party, event.settings.max_party)
    return commands.SignUp(
        event_id=event.id,
        guest_id=guest.id,
        name=guest.name,
        email=guest.email,
        party=party,
        source="link",
    )


def _take(visit: GuestLinkSession, _fields: Fields) -> Command:
    return commands.TakeSeat(event_id=visit.event.id, guest_id=visit.guest.id)


def _party(visit: GuestLinkSession, fields: Fields) -> Command:
    most = max(visit.event.settings.max_party, visit.guest.party)
    return commands.ChangeParty(
        event_id=visit.event.id,
        guest_id=visit.guest.id,
        party=clean_party(from_fields(fields).party, most),
    )


def _contact(visit: GuestLinkSession, fields: Fields) -> Command:
    """Take a new name and a new address; what was left as it is, or left empty, stays."""
    typed = from_fields(fields)
    name = clean_name(typed.name) if typed.name.strip() else ""
    email = clean_address(typed.email) if typed.email.strip() else ""
    return commands.ChangeContact(
        event_id=visit.event.id, guest_id=visit.guest.id, name=name, email=email
    )


def _confirm_address(visit: GuestLinkSession, _fields: Fields) -> Command:
    return commands.ConfirmAddress(
        event_id=visit.event.id, guest_id=visit.guest.id, mark=visit.link.offer
    )


def _asked_for(visit: GuestLinkSession) -> bool:
    asked = visit.guest.new_email
    return bool(asked) and visit.link.offer == address_mark(asked)


def _may_change_party(visit: GuestLinkSession) -> bool:
    has_place = visit.guest.offer is None and visit.is_on_list
    return has_place and max(visit.event.settings.max_party, visit.guest.party) > 1


def _free_seat(visit: GuestLinkSession) -> bool:
    event, guest = visit.event, visit.guest
    return guest.is_waiting and event.is_live(visit.now) and event.taken + guest.party <= event.cap


CLAIM = LinkAction(
    "Take {the_seats}?",
    "Held for you until {until}. Until then nobody else can take {it}.",
    "Yes, I'll take {it}",
    _this_offer,
    _claim,
)
CONFIRM = msgspec.structs.replace(CLAIM, heading="Are you coming?", button="Yes, I'm coming")
DECLINE = LinkAction(
    "Let {the_seats} go?",
    "The next person in line will be asked. You keep your place in line.",
    "No thanks, not this time",
    _this_offer,
    _decline,
)
CANCEL = LinkAction(
    "Give {your_seats} back?",
    "Someone else will be glad of {it}.",
    "Yes, give {it} back",
    lambda visit: visit.is_on_list,
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
    lambda visit: visit.guest.state == "cancelled" and bool(outlook(visit.event, visit.now)),
    _back,
)
STOP = LinkAction(
    "No more mails about this event?",
    "No reminder and no offer would reach {email} any more. What you have stays yours.",
    "Yes, stop these mails",
    lambda visit: visit.guest.reach != "opted_out",
    lambda visit, _fields: commands.StopMail(event_id=visit.event.id, guest_id=visit.guest.id),
)
RESUME = LinkAction(
    "Mails are stopped.",
    "Reminders and offers do not reach {email} just now.",
    "Send me reminders and offers again",
    lambda visit: visit.guest.reach != "fine",
    lambda visit, _fields: commands.ResumeMail(event_id=visit.event.id, guest_id=visit.guest.id),
)
TAKE = LinkAction(
    "A seat is free.", "Anyone may take it: so may you.", "Take {the_seats} now", _free_seat, _take
)
PARTY = LinkAction("How many are you?", "", "Change my party", _may_change_party, _party)

CONTACT = LinkAction(
    "My name or address is wrong",
    "We write to a new address first, and use it once you press the button in that mail. The old one is told.",
    "Save",
    lambda visit: visit.guest.state != "cancelled" and visit.event.state != "cancelled",
    _contact,
)
ADDRESS = LinkAction(
    "Shall we write to you here?",
    "From then on all mails about this event go to {new_email}, and the old address is told.",
    "Yes, write to me here",
    _asked_for,
    _confirm_address,
)

# What the link to everything can do, in the order in which a guest would look for it.
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
    """Choose the deed of a link; giving back a place in line is asked in its own words."""
    return LEAVE if purpose == "cancel" and guest.state == "waitlisted" else DEEDS[purpose]
