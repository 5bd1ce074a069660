"""All that can be asked of the waitlist, as values: already parsed, nothing hostile left in them."""

from datetime import datetime
from typing import Literal

from msgspec import UNSET, UnsetType

from fullhouse.kernel.commands import Command
from fullhouse.products.frontdesk.waitlist.model import Reason, Source


class JoinWaitlist(Command, frozen=True, kw_only=True, tag="Join"):
    """Wait for a service. Whoever waits for it already, at the same phone or address, stays where they are."""

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


class EditEntry(Command, frozen=True, kw_only=True, tag="EditEntry"):
    """Change what someone waits for, or how they are reached; only what is given."""

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
    """Leave the list: the customer's own word, or staff's (`removed`)."""

    entry_id: str
    removed: bool = False
    source: Source = "form"


class EraseEntry(Command, frozen=True, kw_only=True, tag="EraseEntry"):
    """Take someone off the list and forget who they were."""

    entry_id: str


class SetEntryRetention(Command, frozen=True, kw_only=True, tag="KeepCustomers"):
    """Forget, from now on, whoever is off the list for so many days; 0 keeps them until they are erased on request."""

    days: int


class RetireEntries(Command, frozen=True, kw_only=True, tag="RetireEntries"):
    """Have those forgotten who are off the list for so many days: a page behind a place; come again tomorrow."""

    days: int
    again: bool = True
    after_ended: datetime | None = None
    after_id: str = ""


class FreeSlot(Command, frozen=True, kw_only=True, tag="FreeSlot"):
    """A slot is free: find its next person. The same slot told twice while it is open is one opening.

    `again` names a slot of that time that is over: staff free it once more. It takes its service's `minutes` where
    none are given.
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
    """Make the next move for an open slot."""

    slot_id: str


class ClaimSlot(Command, frozen=True, kw_only=True, tag="ClaimSlot"):
    """Take the slot that an offer holds."""

    slot_id: str
    seq: int
    entry_id: str


class DeclineSlot(Command, frozen=True, kw_only=True, tag="DeclineSlot"):
    """Let the slot go to the next person."""

    slot_id: str
    seq: int
    entry_id: str


class LapseSlot(Command, frozen=True, kw_only=True, tag="LapseSlot"):
    """End an offer whose deadline has come."""

    slot_id: str
    seq: int


class ExpireEntry(Command, frozen=True, kw_only=True, tag="Expire"):
    """Take someone off the list whose latest date has passed."""

    entry_id: str


class NoteReach(Command, frozen=True, kw_only=True, tag="NoteReach"):
    """Remember of a phone number or an address that it wants no offers, takes none, or wants them again."""

    address: str
    reach: Literal["fine", "opted_out", "bounced", "unreachable"]
    note: str = ""


class StartHousekeeping(Command, frozen=True, kw_only=True, tag="KeepHouse"):
    """Begin the daily round at 03:00 and the monthly summary on the first Monday at 09:00, in the business's zone."""


class Housekeep(Command, frozen=True, kw_only=True, tag="Housekeep"):
    """Take those off the list whose latest date has passed, and look after slots that got stuck: a page at a time."""

    again: bool = True
    before_freed: datetime | None = None
    before_id: str = ""


class SendMonthSummary(Command, frozen=True, kw_only=True, tag="Summarise"):
    """Tell staff how a month such as `2026-11` went: slots freed and filled, how fast, and what they brought in."""

    month: str
    again: bool = True


class MarkEntriesSynced(Command, frozen=True, kw_only=True, tag="MarkWritten"):
    """Note that entries stand in the sheet as they were at these revisions: `MOST_WRITTEN` at once."""

    entries: tuple[tuple[str, int], ...]
