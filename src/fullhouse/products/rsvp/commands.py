"""Commands of the guest list: first those of people, then those of alarms."""

from datetime import datetime
from typing import Any, Literal

import msgspec

from fullhouse.kernel.commands import Command
from fullhouse.kernel.link_binding import GivenByLink
from fullhouse.products.rsvp.form_questions import Answers
from fullhouse.products.rsvp.model import PlaceAs, Settings, Source

# What a mail asks for. "keep" denies that they give anything up; "doubt" seems to cancel;
# "ask" says nothing that we can carry out.
MailWish = Literal["come", "cancel", "stop", "keep", "doubt", "thanks", "ask"]
# The guests that a host can write to: with a seat, on the waitlist, or invited and yet to confirm.
Audience = Literal["confirmed", "waiting", "invited"]


class CreateEvent(Command, frozen=True, kw_only=True, tag="CreateEvent"):
    """Create an event with an empty guest list."""

    event_id: str
    name: str
    starts_at: datetime
    ends_at: datetime | None = None
    timezone: str
    venue: str = ""
    cap: int
    host_email: str = ""
    host_name: str = ""
    settings: Settings = Settings()
    voice: dict[str, str] = {}
    sent: str = ""


class EditEvent(Command, frozen=True, kw_only=True, tag="EditEvent"):
    """Change some of an event's fields; unset ones stay. None as the end removes it.

    With `for_all` new reminders and windows also apply to guests on the list already. With `rev`
    nothing is changed if the event is not as it was when that revision was shown.
    """

    event_id: str
    name: str | msgspec.UnsetType = msgspec.UNSET
    starts_at: datetime | msgspec.UnsetType = msgspec.UNSET
    ends_at: datetime | msgspec.UnsetType | None = msgspec.UNSET
    timezone: str | msgspec.UnsetType = msgspec.UNSET
    venue: str | msgspec.UnsetType = msgspec.UNSET
    cap: int | msgspec.UnsetType = msgspec.UNSET
    host_email: str | msgspec.UnsetType = msgspec.UNSET
    host_name: str | msgspec.UnsetType = msgspec.UNSET
    settings: dict[str, Any] | msgspec.UnsetType = msgspec.UNSET
    voice: dict[str, str] | msgspec.UnsetType = msgspec.UNSET
    tell_guests: bool = True
    for_all: bool = False
    rev: int | None = None


class CloseSignUp(Command, frozen=True, kw_only=True, tag="CloseSignUp"):
    """Accept no new sign-ups; the queue, offers and cancellations go on."""

    event_id: str


class ReopenSignUp(Command, frozen=True, kw_only=True, tag="ReopenSignUp"):
    """Accept sign-ups again."""

    event_id: str


class CancelEvent(Command, frozen=True, kw_only=True, tag="CancelEvent"):
    """Cancel the event and write to everyone once."""

    event_id: str


class SendThanks(Command, frozen=True, kw_only=True, tag="SendThanks"):
    """Send the host's thank-you to everyone who had a seat."""

    event_id: str
    text: str


class SendBroadcast(Command, frozen=True, kw_only=True, tag="SendBroadcast"):
    """Write to all guests of one group; the same key writes once."""

    event_id: str
    key: str
    to: Audience
    subject: str
    text: str


class SignUp(Command, GivenByLink, frozen=True, kw_only=True, tag="SignUp"):
    """Ask for seats. `guest_id` is used if the address is new to the list.

    `sent` is the digest of the submission's nonce: the same one sent twice gets the same answer.
    `language` is the one that the guest chose, or "" for that of the event.
    """

    event_id: str
    guest_id: str
    name: str
    email: str
    party: int = 1
    source: Source = "form"
    place_as: PlaceAs = "confirmed"
    sent: str = ""
    language: str = ""
    answers: Answers = {}


class RequestSignUp(Command, frozen=True, kw_only=True, tag="RequestSignUp"):
    """Mail a link that signs this address up; nothing is held until it is pressed.

    `guest_id` is used if the address is new to the list then. `client` is a digest of the client
    address, whose unconfirmed requests are limited.
    """

    event_id: str
    guest_id: str
    name: str
    email: str
    party: int = 1
    client: str = ""
    language: str = ""
    answers: Answers = {}


class ConfirmSignUp(Command, frozen=True, kw_only=True, tag="ConfirmSignUp"):
    """Sign up as requested, now that the mailed link was pressed."""

    event_id: str
    message_id: str


class EndSignUpRequest(Command, frozen=True, kw_only=True, tag="EndSignUpRequest"):
    """Erase an address that requested a sign-up and did not become a guest."""

    event_id: str
    message_id: str


# What a mail says of its people without a number: more than one come, or someone does not come
# along.
SEVERAL, FEWER = -1, -2


class AnswerByMail(Command, frozen=True, kw_only=True, tag="AnswerByMail"):
    """Carry out what a mail to the event's address wants.

    `proven` if its sender is authenticated, `quiet` if their status is not mailed to them again,
    `exact` if its words cannot be misread. `marked` is the guest to whom the message was sent whose
    mark it brings back. `guest_id` is used if the address is new to the list. The same occasion is
    answered once.

    `offer` is the offer in the message that it answers, `lapsed` if the time of that one was over.
    `leaves` if its words take them off the list. `people` is how many it speaks of, 0 if of one,
    `SEVERAL` or `FEWER` if it does not say how many.
    `text` is for the host to read; it is mailed only if it `may_pass`: no more today otherwise.
    `client` is a digest of the client whose unconfirmed requests are limited, as of a form.
    """

    event_id: str
    guest_id: str
    name: str
    email: str
    wants: MailWish = "come"
    proven: bool = False
    marked: str = ""
    quiet: bool = False
    occasion: str = ""
    exact: bool = True
    offer: str = ""
    lapsed: bool = False
    leaves: bool = False
    people: int = 0
    subject: str = ""
    text: str = ""
    may_pass: bool = True
    client: str = ""


class ReplyToGuest(Command, frozen=True, kw_only=True, tag="ReplyToGuest"):
    """Mail the host's answer to someone who wrote; the same occasion sends it once.

    `guest_id` may be of someone who is not on the list.
    """

    event_id: str
    guest_id: str
    name: str
    email: str
    occasion: str
    subject: str = ""
    question: str = ""
    text: str


class NoteBounce(Command, frozen=True, kw_only=True, tag="NoteBounce"):
    """Record that mail to this guest's address bounced."""

    event_id: str
    guest_id: str
    email: str
    reason: str


class CancelGuest(Command, GivenByLink, frozen=True, kw_only=True, tag="CancelGuest"):
    """Cancel a guest's seat, offer or place in the queue; `by_host` changes what they are sent.

    `only_waiting` if a seat that they have by now is not meant.
    """

    event_id: str
    guest_id: str
    by_host: bool = False
    only_waiting: bool = False


class KeepSeat(Command, GivenByLink, frozen=True, kw_only=True, tag="KeepSeat"):
    """Keep a seat that is about to be cancelled."""

    event_id: str
    guest_id: str


class ClaimOffer(Command, GivenByLink, frozen=True, kw_only=True, tag="ClaimOffer"):
    """Take the seats held by this offer."""

    event_id: str
    guest_id: str
    offer_id: str


class DeclineOffer(Command, GivenByLink, frozen=True, kw_only=True, tag="DeclineOffer"):
    """Release the seats held by this offer for the next guest."""

    event_id: str
    guest_id: str
    offer_id: str


class TakeSeat(Command, GivenByLink, frozen=True, kw_only=True, tag="TakeSeat"):
    """Give a waiting guest a seat that is open to all."""

    event_id: str
    guest_id: str


class ChangeParty(Command, GivenByLink, frozen=True, kw_only=True, tag="ChangeParty"):
    """Change the number of people a guest comes with.

    `answers` are those of the people who are new, to the questions that each person is asked.
    """

    event_id: str
    guest_id: str
    party: int
    answers: Answers = {}


class ChangeContact(Command, GivenByLink, frozen=True, kw_only=True, tag="ChangeContact"):
    """Change a guest's name or language, or ask a new address to confirm itself.

    Empty fields stay.
    """

    event_id: str
    guest_id: str
    name: str = ""
    email: str = ""
    language: str = ""


class ConfirmAddress(Command, frozen=True, kw_only=True, tag="ConfirmAddress"):
    """Use the new address from now on; `mark` identifies the address that was confirmed."""

    event_id: str
    guest_id: str
    mark: str


class EraseGuest(Command, frozen=True, kw_only=True, tag="EraseGuest"):
    """Erase a guest's personal data; their seat or offer is released first."""

    event_id: str
    guest_id: str


class ResendLink(Command, GivenByLink, frozen=True, kw_only=True, tag="ResendLink"):
    """Mail a guest their own link again; the same occasion sends it once.

    With `asks` the mail asks whether they want to cancel.
    """

    event_id: str
    guest_id: str
    occasion: str
    asks: bool = False


class SendAgain(Command, frozen=True, kw_only=True, tag="SendAgain"):
    """Send a guest's message again that was not sent; the same occasion sends it once."""

    event_id: str
    message_id: str
    occasion: int


class StopMail(Command, GivenByLink, frozen=True, kw_only=True, tag="StopMail"):
    """Send this guest no reminders or offers any more."""

    event_id: str
    guest_id: str


class ResumeMail(Command, GivenByLink, frozen=True, kw_only=True, tag="ResumeMail"):
    """Send this guest reminders and offers again."""

    event_id: str
    guest_id: str


class CheckIn(Command, frozen=True, kw_only=True, tag="CheckIn"):
    """Check people of a party in; without `people`, all who are missing.

    The same nonce counts once. `at` is the time on the device. With `admitted` they were let in
    while the device was offline: what the rules refuse is kept as extra. With `let_in` a guest
    without a seat gets one, if it is held for them or free.
    """

    event_id: str
    guest_id: str
    nonce: str
    people: int | None = None
    at: datetime | None = None
    admitted: bool = False
    let_in: bool = False


class CheckOut(Command, frozen=True, kw_only=True, tag="CheckOut"):
    """Undo these check-ins of a guest, also ones that are still to come; without any, all."""

    event_id: str
    guest_id: str
    nonces: tuple[str, ...] = ()
    at: datetime | None = None
    admitted: bool = False


class WalkIn(Command, frozen=True, kw_only=True, tag="WalkIn"):
    """Give free seats to people at the door and check them in.

    `guest_id` is a new one, or that of a guest on the list without a seat, whose name, address,
    party and answers stay. With `on_list` it is only the latter: nobody is added. `nonce`, `at`
    and `admitted` are as in `CheckIn`.
    """

    event_id: str
    guest_id: str
    nonce: str
    name: str = ""
    email: str = ""
    party: int = 1
    at: datetime | None = None
    admitted: bool = False
    on_list: bool = False
    answers: Answers = {}


class ReleaseNoShows(Command, frozen=True, kw_only=True, tag="ReleaseNoShows"):
    """Release the seats of guests of whom nobody has come, a page at a time."""

    event_id: str
    after: str = ""


class MakeDoorPass(Command, frozen=True, kw_only=True, tag="MakeDoorPass"):
    """Make a link for a helper at the door of this event."""

    event_id: str
    pass_id: str
    name: str


class RevokeDoorPass(Command, frozen=True, kw_only=True, tag="RevokeDoorPass"):
    """End a door pass at once."""

    event_id: str
    pass_id: str


class OfferFreeSeats(Command, frozen=True, kw_only=True, tag="Fill"):
    """Offer the seats set aside to the next guest."""

    event_id: str


class LapseOffer(Command, frozen=True, kw_only=True, tag="LapseOffer"):
    """End an offer whose deadline has come."""

    event_id: str
    guest_id: str
    offer_id: str


class RecapOffers(Command, frozen=True, kw_only=True, tag="RecapOffers"):
    """Adapt the deadlines of live offers to the event's new date or windows."""

    event_id: str
    after: str = ""
    stretch: bool = False


class EndGrace(Command, frozen=True, kw_only=True, tag="EndGrace"):
    """Cancel a seat that its guest gave up in their own words and did not keep."""

    event_id: str
    guest_id: str


class MoveGraces(Command, frozen=True, kw_only=True, tag="MoveGraces"):
    """Give guests who can still keep their seat time anew, because the date changed."""

    event_id: str
    after: str = ""


class Remind(Command, frozen=True, kw_only=True, tag="Remind"):
    """Send one reminder to all its guests, a page at a time."""

    event_id: str
    plan: int
    reminder: str
    due_at: datetime
    after: str = ""


class SendBulkMessage(Command, frozen=True, kw_only=True, tag="TellAll"):
    """Send a change, a cancellation or thanks to everyone on the list, a page at a time.

    `starts_before` is when an event that was changed would have started.
    """

    event_id: str
    kind: str
    occasion: int
    after: str = ""
    text: str = ""
    changes: tuple[str, ...] = ()
    starts_before: datetime | None = None


class SendBroadcastPage(Command, frozen=True, kw_only=True, tag="BroadcastPage"):
    """Send a host's message to the next page of guests of one group."""

    event_id: str
    key: str
    to: Audience
    subject: str
    text: str
    after: str = ""


class SendHeadcount(Command, frozen=True, kw_only=True, tag="SendHeadcount"):
    """Mail the host this morning's headcount."""

    event_id: str
    due_at: datetime


class DraftThanks(Command, frozen=True, kw_only=True, tag="DraftThanks"):
    """Mail the host a thank-you to edit and send, the morning after."""

    event_id: str


class SetGuestRetention(Command, frozen=True, kw_only=True, tag="KeepPeople"):
    """Erase guests this many days after their event has ended; 0 means only on request."""

    days: int


class EraseOldEvents(Command, frozen=True, kw_only=True, tag="RetireEvents"):
    """Find events that ended that long ago, a page at a time, and erase their guests."""

    days: int
    after: str = ""


class EraseEvent(Command, frozen=True, kw_only=True, tag="EraseEvent"):
    """Erase everyone on the list of an event that is over, a page at a time."""

    event_id: str
    after: str = ""
