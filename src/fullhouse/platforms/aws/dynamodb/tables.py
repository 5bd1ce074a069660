"""Every DynamoDB table with its keys, indexes and stream.

Used by the store, and to build the stacks.
"""

from typing import Literal

import msgspec


class Key(msgspec.Struct, frozen=True):
    """An attribute that is part of a key: text, or a number."""

    name: str
    kind: Literal["S", "N"] = "S"


class Index(msgspec.Struct, frozen=True):
    """Another order of a table's items, with their keys and `carries`; it may lag."""

    name: str
    partition: Key
    sort: Key
    carries: tuple[str, ...] = ()


class Table(msgspec.Struct, frozen=True, kw_only=True):
    """One table, on demand. `expires` names the attribute by which DynamoDB lets old items go."""

    name: str
    partition: Key
    sort: Key | None = None
    indexes: tuple[Index, ...] = ()
    stream: Literal["", "OLD_IMAGE", "NEW_IMAGE"] = ""
    expires: str = ""

    def index(self, name: str) -> Index:
        """Return the index of this name."""
        return next(index for index in self.indexes if index.name == name)


EVENT_ID = Key("event_id")

# One item per event has the counters, and the number of its last audit line (`stamp`). A scope
# without an event, the desk or the waitlist, has an item with only that number.
EVENTS = Table(name="ev-event", partition=EVENT_ID)

GUESTS = Table(
    name="ev-guests",
    partition=EVENT_ID,
    sort=Key("guest_id"),
    indexes=(
        Index("email", EVENT_ID, Key("email")),
        Index("waitlist_pos", EVENT_ID, Key("waitlist_pos", "N"), carries=("offer_expires",)),
    ),
)

# Guests who may get an offer, in the order of joining; unlike an index it never lags.
LINE = Table(name="ev-line", partition=EVENT_ID, sort=Key("place"))

# Keeps addresses unique within an event, which an index cannot do.
ADDRESSES = Table(name="ev-addresses", partition=EVENT_ID, sort=Key("email"))

AUDIT = Table(name="ev-audit", partition=EVENT_ID, sort=Key("ts", "N"), stream="NEW_IMAGE")

# The outbox: its stream starts the sending.
MESSAGES = Table(
    name="ev-messages",
    partition=Key("id"),
    indexes=(
        Index("scope", Key("scope"), Key("number", "N")),
        Index("addressee", Key("to"), Key("number", "N")),
        Index("due", Key("leaves"), Key("leaves_at", "N")),
    ),
    stream="NEW_IMAGE",
)

# The stream has the old item, to find the schedule of a deleted alarm.
ALARMS = Table(
    name="ev-alarms",
    partition=Key("key"),
    indexes=(Index("due", Key("shelf"), Key("due_at", "N")),),
    stream="OLD_IMAGE",
)

INBOX = Table(
    name="ev-inbox",
    partition=Key("id"),
    indexes=(
        Index("scope", Key("scope"), Key("place")),
        Index("shelf", Key("shelf"), Key("place")),
        Index("sender", Key("sender"), Key("at", "N")),
    ),
)

# Members, tokens and other records of the desk by kind, marks of mails, and items that expire.
DESK = Table(name="ev-desk", partition=Key("kind"), sort=Key("id"), expires="expires_at")

# Rate limits by client address.
CLIENTS = Table(name="ev-ratelimit", partition=Key("client"), expires="expires_at")

# Tables of the engine and the guest list.
TABLES: tuple[Table, ...] = (
    EVENTS,
    GUESTS,
    LINE,
    ADDRESSES,
    AUDIT,
    MESSAGES,
    ALARMS,
    INBOX,
    DESK,
    CLIENTS,
)

SLOT_ID, ENTRY_ID, SHELF = Key("slot_id"), Key("entry_id"), Key("shelf")

SLOTS = Table(
    name="wl-slots",
    partition=SLOT_ID,
    indexes=(
        Index("freed", SHELF, Key("freed")),
        Index("status", Key("status"), Key("freed")),
        Index("starts", SHELF, Key("starts")),
    ),
)

OFFERS = Table(
    name="wl-offers",
    partition=SLOT_ID,
    sort=Key("offer_seq"),
    indexes=(Index("entry_id", ENTRY_ID, Key("sent")),),
)

# Only waiting entries have `place` and `ends`, so those indexes hold just the queue. Ended entries
# have `ended`; erased ones have no phone, email or `ended`.
ENTRIES = Table(
    name="wl-entries",
    partition=ENTRY_ID,
    indexes=(
        Index("shelf", SHELF, ENTRY_ID),
        Index("state", Key("state"), ENTRY_ID),
        Index("line", Key("line"), Key("place")),
        Index("place", SHELF, Key("place")),
        Index("ends", SHELF, Key("ends")),
        Index("phone", Key("phone"), ENTRY_ID),
        Index("email", Key("email"), ENTRY_ID),
        Index("ended", SHELF, Key("ended")),
    ),
)

# Entries that may get an offer, in fair order, by service and wanted staff; those that hold an
# offer are in a partition of their own. Never lags.
QUEUES = Table(name="wl-line", partition=Key("queue"), sort=Key("turn"))

# Contacts, service queues, slot indexes, SMS costs, unsynced entries, states of sheet and
# calendar, and proposals, by kind.
LISTS = Table(name="wl-list", partition=Key("kind"), sort=Key("id"))

# Audit lines by slot, entry or contact; the index has all of them in order.
WAITLIST_AUDIT = Table(
    name="wl-audit",
    partition=SLOT_ID,
    sort=Key("ts", "N"),
    indexes=(Index("scope", Key("scope"), Key("ts", "N")),),
    stream="NEW_IMAGE",
)

# Rate limits of the join page by client address.
RATE_LIMIT = Table(name="wl-ratelimit", partition=Key("ip"), expires="expires_at")

WAITLIST_TABLES: tuple[Table, ...] = (
    SLOTS,
    OFFERS,
    ENTRIES,
    QUEUES,
    LISTS,
    WAITLIST_AUDIT,
    RATE_LIMIT,
)

APPT_ID = Key("appt_id")

# Erased appointments have no phone, email or `known`.
APPOINTMENTS = Table(
    name="ar-appointments",
    partition=APPT_ID,
    indexes=(
        Index("shelf", SHELF, APPT_ID),
        Index("status", Key("status"), APPT_ID),
        Index("starts", SHELF, Key("starts")),
        Index("known", SHELF, Key("known")),
        Index("phone", Key("phone"), APPT_ID),
        Index("email", Key("email"), APPT_ID),
    ),
)

SENDS = Table(name="ar-sends", partition=APPT_ID, sort=Key("window_index"))

SENDS_ARCHIVE = Table(name="ar-sends-archive", partition=APPT_ID, sort=Key("chain_window"))

# Keyed by the link, so that each counts once.
REPLIES = Table(name="ar-replies", partition=APPT_ID, sort=Key("reply_id"))

# Day schedules, customers, and unsynced appointments, by kind.
BOOKS = Table(name="ar-book", partition=Key("kind"), sort=Key("id"))

# Audit lines by appointment; the index has all of them in order.
APPOINTMENTS_AUDIT = Table(
    name="ar-audit",
    partition=APPT_ID,
    sort=Key("ts", "N"),
    indexes=(Index("scope", Key("scope"), Key("ts", "N")),),
    stream="NEW_IMAGE",
)

APPOINTMENTS_TABLES: tuple[Table, ...] = (
    APPOINTMENTS,
    SENDS,
    SENDS_ARCHIVE,
    REPLIES,
    BOOKS,
    APPOINTMENTS_AUDIT,
)
EVERY_TABLE: tuple[Table, ...] = (*TABLES, *WAITLIST_TABLES, *APPOINTMENTS_TABLES)
