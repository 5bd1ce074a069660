"""Every command of the guest list: given by people first, then by alarms."""

from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.products.rsvp.model import PlaceAs, Settings, Source


class CreateEvent(Command, frozen=True, kw_only=True, tag="CreateEvent"):
    """Open a guest list."""

    event_id: str
    name: str
    starts_at: datetime
    ends_at: datetime | None = None
    timezone: str
    venue: str = ""
    cap: int
    host_email: str = ""
    settings: Settings = Settings()
    sent: str = ""


class EditEvent(Command, frozen=True, kw_only=True, tag="EditEvent"):
    """Change some of an event's fields; what is unset stays. `for_all`: new schedules and windows hold for all."""

    event_id: str
    name: str | msgspec.UnsetType = msgspec.UNSET
    starts_at: datetime | msgspec.UnsetType = msgspec.UNSET
    ends_at: datetime | msgspec.UnsetType = msgspec.UNSET
    timezone: str | msgspec.UnsetType = msgspec.UNSET
    venue: str | msgspec.UnsetType = msgspec.UNSET
    cap: int | msgspec.UnsetType = msgspec.UNSET
    host_email: str | msgspec.UnsetType = msgspec.UNSET
    settings: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    voice: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    tell_guests: bool = True
    for_all: bool = False


class CloseSignUp(Command, frozen=True, kw_only=True, tag="CloseSignUp"):
    """Take no new sign-ups; the line, offers and cancels go on."""

    event_id: str


class ReopenSignUp(Command, frozen=True, kw_only=True, tag="ReopenSignUp"):
    """Take sign-ups again."""

    event_id: str


class CancelEvent(Command, frozen=True, kw_only=True, tag="CancelEvent"):
    """Call the event off and tell everyone once."""

    event_id: str


class SendThanks(Command, frozen=True, kw_only=True, tag="SendThanks"):
    """Send the host's thank-you to everyone who had a seat."""

    event_id: str
    text: str


class SignUp(Command, frozen=True, kw_only=True, tag="SignUp"):
    """Ask for seats. `guest_id` is used if the address is new to the list."""

    event_id: str
    guest_id: str
    name: str
    email: str
    party: int = 1
    source: Source = "form"
    place_as: PlaceAs = "confirmed"


class AnswerByMail(Command, frozen=True, kw_only=True, tag="AnswerByMail"):
    """What a mail to the event's address wants. `proven`: its sender is who they say; `quiet`: a calendar spoke.

    `guest_id` is used if the address is new to the list; the same occasion is answered once.
    """

    event_id: str
    guest_id: str
    name: str
    email: str
    wants: Literal["come", "cancel", "stop"] = "come"
    proven: bool = False
    quiet: bool = False
    occasion: str = ""


class NoteBounce(Command, frozen=True, kw_only=True, tag="NoteBounce"):
    """Mail to this guest came back from this address."""

    event_id: str
    guest_id: str
    email: str
    reason: str


class CancelGuest(Command, frozen=True, kw_only=True, tag="CancelGuest"):
    """Give back a seat, an offer, or a place in line; the guest is told whose doing it was."""

    event_id: str
    guest_id: str
    by_host: bool = False


class ClaimOffer(Command, frozen=True, kw_only=True, tag="ClaimOffer"):
    """Take the seats held by this offer."""

    event_id: str
    guest_id: str
    offer_id: str


class DeclineOffer(Command, frozen=True, kw_only=True, tag="DeclineOffer"):
    """Let the seats held by this offer go to the next."""

    event_id: str
    guest_id: str
    offer_id: str


class TakeSeat(Command, frozen=True, kw_only=True, tag="TakeSeat"):
    """Someone in line takes a seat that is open to all."""

    event_id: str
    guest_id: str


class ChangeParty(Command, frozen=True, kw_only=True, tag="ChangeParty"):
    """Come with more or fewer people."""

    event_id: str
    guest_id: str
    party: int


class ChangeContact(Command, frozen=True, kw_only=True, tag="ChangeContact"):
    """Be called otherwise, or be written to elsewhere once the new address has answered; what is empty stays."""

    event_id: str
    guest_id: str
    name: str = ""
    email: str = ""


class ConfirmAddress(Command, frozen=True, kw_only=True, tag="ConfirmAddress"):
    """The new address has answered; `mark` says which one it is."""

    event_id: str
    guest_id: str
    mark: str


class EraseGuest(Command, frozen=True, kw_only=True, tag="EraseGuest"):
    """Forget who a guest was; what they hold is given back first."""

    event_id: str
    guest_id: str


class ResendLink(Command, frozen=True, kw_only=True, tag="ResendLink"):
    """Mail a guest their own link again; the same occasion sends it once. `asks`: whether they give their place up."""

    event_id: str
    guest_id: str
    occasion: str
    asks: bool = False


class SendAgain(Command, frozen=True, kw_only=True, tag="SendAgain"):
    """Send a guest's message again that did not leave; the same occasion sends it once."""

    event_id: str
    message_id: str
    occasion: int


class StopMail(Command, frozen=True, kw_only=True, tag="StopMail"):
    """Send this guest no reminders or offers any more."""

    event_id: str
    guest_id: str


class ResumeMail(Command, frozen=True, kw_only=True, tag="ResumeMail"):
    """Send this guest reminders and offers again."""

    event_id: str
    guest_id: str


class OfferFreeSeats(Command, frozen=True, kw_only=True, tag="Fill"):
    """Look for the next person for seats set aside."""

    event_id: str


class LapseOffer(Command, frozen=True, kw_only=True, tag="LapseOffer"):
    """The deadline of an offer has come."""

    event_id: str
    guest_id: str
    offer_id: str


class RecapOffers(Command, frozen=True, kw_only=True, tag="RecapOffers"):
    """Bring the deadlines of live offers in line with the event's date and windows."""

    event_id: str
    after: str = ""
    stretch: bool = False


class Remind(Command, frozen=True, kw_only=True, tag="Remind"):
    """Send one reminder to all whom it is for, a page at a time."""

    event_id: str
    plan: int
    reminder: str
    due_at: datetime
    after: str = ""


class SendBulkMessage(Command, frozen=True, kw_only=True, tag="TellAll"):
    """Tell everyone on the list about a change, a cancellation, or thanks, a page at a time."""

    event_id: str
    kind: str
    occasion: int
    after: str = ""
    text: str = ""
    changes: tuple[str, ...] = ()


class SendHeadcount(Command, frozen=True, kw_only=True, tag="SendHeadcount"):
    """Mail the host where things stand this morning."""

    event_id: str
    due_at: datetime


class DraftThanks(Command, frozen=True, kw_only=True, tag="DraftThanks"):
    """Give the host a thank-you to edit and send, the morning after."""

    event_id: str


class SetGuestRetention(Command, frozen=True, kw_only=True, tag="KeepPeople"):
    """Keep people's data for so many days after their event has ended; 0 means until someone is erased on request."""

    days: int


class EraseOldEvents(Command, frozen=True, kw_only=True, tag="RetireEvents"):
    """Look for events that ended that long ago, a page at a time, and have their people erased."""

    days: int
    after: str = ""


class EraseEvent(Command, frozen=True, kw_only=True, tag="EraseEvent"):
    """Erase everyone on the list of an event that is over, a page at a time."""

    event_id: str
    after: str = ""
