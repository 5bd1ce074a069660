"""Every DynamoDB table: its keys, its indexes, and whether what happens to it is streamed.

The store reads and writes by this, and the stacks are made from it.
"""

from typing import Literal

import msgspec


class Key(msgspec.Struct, frozen=True):
    """An attribute that is part of a key: text, or a number."""

    name: str
    kind: Literal["S", "N"] = "S"


class Index(msgspec.Struct, frozen=True):
    """Another order of the same items. It holds their keys and what it carries, and may be a moment behind."""

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
        return next(one for one in self.indexes if one.name == name)


EVENT_ID = Key("event_id")

# One item per event holds the counters, and the number of the last line of its audit (`stamp`). A scope without an
# event of its own, the desk or the waitlist, has an item here too, which holds nothing but that number.
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

# Who may be asked for a seat, in join order, to be read without delay: an index may be behind, this is not.
LINE = Table(name="ev-line", partition=EVENT_ID, sort=Key("place"))

# One address, one guest: an index cannot refuse a second one, this does.
ADDRESSES = Table(name="ev-addresses", partition=EVENT_ID, sort=Key("email"))

AUDIT = Table(name="ev-audit", partition=EVENT_ID, sort=Key("ts", "N"), stream="NEW_IMAGE")

# The outbox: what is written here leaves by the stream.
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

# The stream tells what stood here before, so that the schedule of an alarm that is gone can be found.
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

# Members, tokens and what else the desk keeps, each under its kind; and what is only of use for a while.
DESK = Table(name="ev-desk", partition=Key("kind"), sort=Key("id"), expires="expires_at")

# The house's own, and the guest list's.
TABLES: tuple[Table, ...] = (EVENTS, GUESTS, LINE, ADDRESSES, AUDIT, MESSAGES, ALARMS, INBOX, DESK)

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

# Those who wait have a place and may have an end; whoever is off the list has neither, so the indexes hold the line.
# Those who are off the list ended at some time; whoever was erased stands under no number, address or end any more.
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

# Who may be asked for a slot, in fair order, to be read without delay: by service and the staff whom they wish for,
# and apart from them those who hold an offer just now.
QUEUES = Table(name="wl-line", partition=Key("queue"), sort=Key("turn"))

# Contacts, service lines, agendas, what texts have cost, which entries the sheet does not show, what is known of the
# sheet and the calendar, proposals: each under its kind.
LISTS = Table(name="wl-list", partition=Key("kind"), sort=Key("id"))

# What happened to a slot, an entry or a contact, each by itself; all of it in order is the index's.
WAITLIST_AUDIT = Table(
    name="wl-audit",
    partition=SLOT_ID,
    sort=Key("ts", "N"),
    indexes=(Index("scope", Key("scope"), Key("ts", "N")),),
    stream="NEW_IMAGE",
)

# How many forms came from an address lately.
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

# Whoever was erased stands under no number or address any more, nor among those of whom something is known.
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

# By the name of the link that was followed, so that each is taken once.
REPLIES = Table(name="ar-replies", partition=APPT_ID, sort=Key("reply_id"))

# The books of days, what is known of addresses, which appointments the sheet does not show: each under its kind.
BOOKS = Table(name="ar-book", partition=Key("kind"), sort=Key("id"))

# What happened to an appointment, each by itself; all of it in order is the index's.
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
