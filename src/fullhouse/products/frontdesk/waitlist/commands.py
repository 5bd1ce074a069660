"""Commands of the waitlist, as parsed and validated values."""

from datetime import datetime

from msgspec import UNSET, UnsetType

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.waitlist.model import Reason, Source


class JoinWaitlist(Command, frozen=True, kw_only=True, tag="Join"):
    """Wait for a service. A customer who waits for it already keeps their place."""

    entry_id: str
    name: str
    phone: str = ""
    email: str = ""
    service: str
    party: int = 1
    earliest: str = ""
    latest: str = ""
    staff: str = ""
    priority: int = 0
    joined_at: datetime | None = None
    source: Source = "form"
    sent: str = ""


class RequestJoin(Command, frozen=True, kw_only=True, tag="RequestJoin"):
    """Mail a link that joins the waitlist; the customer has no place until it is pressed.

    `client` is a digest of the client address, whose unconfirmed requests are limited.
    """

    join: JoinWaitlist
    client: str = ""


class EndJoinRequest(Command, frozen=True, kw_only=True, tag="EndJoinRequest"):
    """Erase a customer who requested a place and did not confirm it."""

    message_id: str


class EditEntry(Command, frozen=True, kw_only=True, tag="EditEntry"):
    """Change the given fields of an entry."""

    entry_id: str
    name: str | UnsetType = UNSET
    phone: str | UnsetType = UNSET
    email: str | UnsetType = UNSET
    service: str | UnsetType = UNSET
    party: int | UnsetType = UNSET
    earliest: str | UnsetType = UNSET
    latest: str | UnsetType = UNSET
    staff: str | UnsetType = UNSET
    priority: int | UnsetType = UNSET
    joined_at: datetime | UnsetType = UNSET
    source: Source = "desk"


class LeaveWaitlist(Command, frozen=True, kw_only=True, tag="Leave"):
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

    `again` names a slot of that time that is over: staff free it once more. Without `minutes` it
    takes as long as its service.
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
    sent: str = ""


class WithdrawSlot(Command, frozen=True, kw_only=True, tag="WithdrawSlot"):
    """Stop offering a slot: staff filled it by phone, or it is not free after all."""

    slot_id: str


class AdvanceSlot(Command, frozen=True, kw_only=True, tag="Look"):
    """Run the next action for an open slot."""

    slot_id: str


class ClaimSlot(Command, frozen=True, kw_only=True, tag="ClaimSlot"):
    """Claim the slot that an offer holds."""

    slot_id: str
    seq: int
    entry_id: str


class DeclineSlot(Command, frozen=True, kw_only=True, tag="DeclineSlot"):
    """Decline the slot, for the next customer."""

    slot_id: str
    seq: int
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
