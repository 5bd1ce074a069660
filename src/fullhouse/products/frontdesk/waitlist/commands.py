"""Commands of the waitlist, as parsed and validated values."""

from datetime import datetime

from msgspec import UNSET, UnsetType

from fullhouse.kernel.commands import Command
from fullhouse.kernel.link_binding import GivenByLink
from fullhouse.products.frontdesk.shared.contacts import Given
from fullhouse.products.frontdesk.waitlist.model import Reason, SlotSource, Source, WithdrawReason
from fullhouse.products.frontdesk.waitlist.wishes import Weekdays

# Said instead of an appointment that a claimed slot replaces.
KEEP_ALL = "none"
# Said by a page that showed no appointment to choose.
UNASKED = "unasked"


class JoinWaitlist(Command, frozen=True, kw_only=True, tag="Join"):
    """Wait for a service. A customer who waits for it already keeps their place.

    What staff enter replaces what they wished before; the public form changes nothing of it.
    `given` says how their number was given, if the source alone does not tell; with `consent` staff
    confirm that they agree to offers by text. `language` is the one that the customer chose.
    """

    entry_id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    party: int = 1
    earliest: str = ""
    latest: str = ""
    weekdays: Weekdays = ()
    from_time: str = ""
    until_time: str = ""
    staff: str = ""
    priority: int = 0
    joined_at: datetime | None = None
    source: Source = "form"
    sent: str = ""
    given: Given = ""
    consent: bool = False
    language: str = ""


class RequestJoin(Command, frozen=True, kw_only=True, tag="RequestJoin"):
    """Mail a link that joins the waitlist; the customer has no place until it is pressed.

    `client` is a digest of the client address, whose unconfirmed requests are limited.
    """

    join: JoinWaitlist
    client: str = ""


class EndJoinRequest(Command, frozen=True, kw_only=True, tag="EndJoinRequest"):
    """Erase a customer who requested a place and did not confirm it."""

    message_id: str


class EditEntry(Command, GivenByLink, frozen=True, kw_only=True, tag="EditEntry"):
    """Change the given fields of an entry.

    With a `rev` nothing changes if the entry has another one by now. `language` is the one that the
    customer chose on the page, if they did.
    """

    entry_id: str
    name: str | UnsetType = UNSET
    phone: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    service: str | UnsetType = UNSET
    party: int | UnsetType = UNSET
    earliest: str | UnsetType = UNSET
    latest: str | UnsetType = UNSET
    weekdays: Weekdays | UnsetType = UNSET
    from_time: str | UnsetType = UNSET
    until_time: str | UnsetType = UNSET
    staff: str | UnsetType = UNSET
    priority: int | UnsetType = UNSET
    joined_at: datetime | UnsetType = UNSET
    source: Source = "desk"
    rev: int | None = None
    language: str = ""


class TextBack(Command, frozen=True, kw_only=True, tag="TextBack"):
    """Reply to a customer's text; `text_id` is its id at the carrier."""

    entry_id: str
    phone: str
    text_id: str
    words: str


class LeaveWaitlist(Command, GivenByLink, frozen=True, kw_only=True, tag="Leave"):
    """Leave the list: by the customer, or by staff (`removed`)."""

    entry_id: str
    removed: bool = False
    source: Source = "form"


class EraseEntry(Command, frozen=True, kw_only=True, tag="EraseEntry"):
    """Take a customer off the list and erase their data."""

    entry_id: str


class SetEntryRetention(Command, frozen=True, kw_only=True, tag="KeepCustomers"):
    """Erase customers so many days after they left the list; 0 keeps them."""

    days: int


class RetireEntries(Command, frozen=True, kw_only=True, tag="RetireEntries"):
    """Erase those who left the list so many days ago: one page, then again tomorrow."""

    days: int
    again: bool = True
    after_ended: datetime | None = None
    after_id: str = ""


class FreeSlot(Command, frozen=True, kw_only=True, tag="FreeSlot"):
    """Open a slot and find its next customer. A slot that is reported twice is opened once.

    `again` names a slot of that time that is over: staff free it once more. With `another` staff
    say that it is not the equal one that is known. Without `minutes` it takes as long as its
    service. `source` is who reports it; a report never takes a slot from a customer who claimed it.
    `freed_by` is the appointment whose own time it is, which is no report's business to say. A
    `rest` of a longer slot is for any service that fits into its `minutes`.
    """

    slot_id: str
    service: str
    starts_at: datetime
    minutes: int = 0
    staff: str = ""
    party_capacity: int = 1
    reason: Reason = "cancelled"
    ref: str = ""
    again: str = ""
    another: bool = False
    source: SlotSource = ""
    sent: str = ""
    freed_by: str = ""
    rest: bool = False

    @property
    def is_report(self) -> bool:
        """True if another tool reports it; staff and customers decide for themselves."""
        return not self.again and self.source != "desk"

    def is_no_show(self, now: datetime) -> bool:
        """Return True if a customer did not come; before the time begins it is a cancellation."""
        return self.reason == "no_show" and self.starts_at <= now


class WithdrawSlot(Command, frozen=True, kw_only=True, tag="WithdrawSlot"):
    """Stop offering a slot: staff filled it by phone, or it is not free after all.

    By itself it ends if someone has booked its time (`booked_over`), or if another open slot needs
    its chair (`gave_way`). Staff then get a note, unless they know it: then it is `known`.
    """

    slot_id: str
    why: WithdrawReason = "withdrawn"
    known: bool = False


class AdvanceSlot(Command, frozen=True, kw_only=True, tag="Look"):
    """Run the next action for an open slot; `rest` are looked at next."""

    slot_id: str
    rest: tuple[str, ...] = ()


class ClaimSlot(Command, frozen=True, kw_only=True, tag="ClaimSlot"):
    """Claim the slot that an offer holds.

    `replaces` is the customer's later appointment that the slot replaces, or `KEEP_ALL`. Without
    it, the slot replaces their only later appointment; if they have several, they keep all. With
    `UNASKED` nothing is booked if there is one: the customer has not seen it.
    """

    slot_id: str
    seq: int
    entry_id: str
    replaces: str = ""


class DeclineSlot(Command, frozen=True, kw_only=True, tag="DeclineSlot"):
    """Decline the slot, for the next customer."""

    slot_id: str
    seq: int
    entry_id: str


class GiveUpSlot(Command, GivenByLink, frozen=True, kw_only=True, tag="GiveUpSlot"):
    """Give up a claimed slot that is no appointment here: it goes back to staff."""

    slot_id: str
    entry_id: str


class LapseSlot(Command, frozen=True, kw_only=True, tag="LapseSlot"):
    """End an offer at its deadline."""

    slot_id: str
    seq: int


class ExpireEntry(Command, frozen=True, kw_only=True, tag="Expire"):
    """Take an entry off the list whose latest date has passed."""

    entry_id: str


class StartHousekeeping(Command, frozen=True, kw_only=True, tag="KeepHouse"):
    """Start the daily task at 03:00 and the summary on the first Monday at 09:00.

    Both by the clock in the business's zone.
    """


class Housekeep(Command, frozen=True, kw_only=True, tag="Housekeep"):
    """Expire entries whose latest date has passed and advance stuck slots, page by page."""

    again: bool = True
    before_freed: datetime | None = None
    before_id: str = ""


class SendMonthSummary(Command, frozen=True, kw_only=True, tag="Summarise"):
    """Send staff the figures of a month such as `2026-11`."""

    month: str
    again: bool = True


class MarkEntriesSynced(Command, frozen=True, kw_only=True, tag="MarkWritten"):
    """Note the revisions of entries that the sheet shows: `MOST_WRITTEN` at most."""

    entries: tuple[tuple[str, int], ...]
