"""Permissions of the functions of appointments, and of others on their tables."""

from fullhouse.platforms.aws.dynamodb.tables import (
    ALARMS,
    APPOINTMENTS,
    APPOINTMENTS_AUDIT,
    BOOKS,
    CLIENTS,
    DESK,
    ENTRIES,
    EVENTS,
    INBOX,
    LISTS,
    MESSAGES,
    OFFERS,
    QUEUES,
    REPLIES,
    SENDS,
    SENDS_ARCHIVE,
    SLOTS,
    WAITLIST_AUDIT,
)
from fullhouse.products.frontdesk.shared.holidays import Holidays
from infra import grants
from infra.grants import (
    APPOINTMENTS_CONFIG,
    ASKS_MODEL,
    CONFIG,
    COUNTS_MESSAGES,
    NOTES_NEWS,
    READS_MARKS,
    READS_MEMBERS,
    READS_RULES,
    RULES,
    TELLS_BUS,
    TEXTS,
    WAITLIST_CONFIG,
    on_bucket,
    on_function,
    on_index,
    on_kinds,
    on_objects,
    on_secret,
    on_table,
    sees,
)
from infra.names import (
    APPOINTMENTS_GOOGLE_ACCOUNT,
    APPOINTMENTS_MIME,
    APPOINTMENTS_SOURCE,
    BOOKINGS_SHELF,
    LINK_KEY,
    RAW_MIME,
    SLACK_APP,
)

SIGNS = on_secret(LINK_KEY, "GetSecretValue")
# An audit line takes the next number of appointments, which is in the table of events.
WRITES_DOWN = (on_table(APPOINTMENTS_AUDIT, "PutItem"), on_table(EVENTS, "UpdateItem"))
QUEUES_MESSAGES = on_table(MESSAGES, "PutItem")
RINGS = on_table(ALARMS, "GetItem", "PutItem", "DeleteItem")
READS_CONTACTS = on_table(LISTS, "GetItem")  # also what texts have cost
# What earlier versions stored of an address.
READS_CUSTOMERS = on_table(BOOKS, "GetItem")

# Storing that a contact wants no more messages, or gets none: its entries get another channel.
REMEMBERS_STOPS = (
    on_table(WAITLIST_AUDIT, "PutItem"),
    on_table(EVENTS, "UpdateItem"),
    on_table(ALARMS, "PutItem"),  # a slot that waits for someone in the queue looks again
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

ASKS_SLACK = on_secret(SLACK_APP, "GetSecretValue")
ASKS_GOOGLE = on_secret(APPOINTMENTS_GOOGLE_ACCOUNT, "GetSecretValue")
SET_UP = (CONFIG, WAITLIST_CONFIG, APPOINTMENTS_CONFIG)

# A text says for whom it is, and invites to reply YES only where no reminder could be meant.
SEES_NUMBERS = (on_table(APPOINTMENTS, "BatchGetItem"), on_index(APPOINTMENTS, "phone"))

DRIVE_SYNC = (
    *SET_UP,
    ASKS_GOOGLE,
    READS_RULES,
    *WRITES_DOWN,
    on_table(APPOINTMENTS_AUDIT, "Query"),  # how a row that ended came to its end
    on_table(ALARMS, "PutItem"),
    on_table(APPOINTMENTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(APPOINTMENTS, "starts"),
    on_table(BOOKS, "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"),
    on_table(LISTS, "GetItem", "Query", "PutItem", "UpdateItem"),
    on_table(REPLIES, "Query"),  # whether a customer picked the time themselves
    on_table(SENDS, "Query"),
    on_table(SENDS_ARCHIVE, "PutItem"),  # a row is moved whose reminder has left
    on_table(MESSAGES, "GetItem"),  # whether it has, where a number is put right
    QUEUES_MESSAGES,  # staff are asked about what is missing, customers are told
    on_objects(
        APPOINTMENTS_SOURCE,
        "sheets/appointments/*",
        "GetObject",
        "PutObject",
        "DeleteObjectVersion",
    ),
    on_bucket(APPOINTMENTS_SOURCE, "ListBucketVersions"),
    on_bucket(APPOINTMENTS_SOURCE, "ListBucket", caller="aws"),
)

CALENDAR_SYNC = (
    *SET_UP,
    ASKS_GOOGLE,
    READS_RULES,
    on_kinds(DESK, (Holidays.kind_name,), "PutItem", "UpdateItem"),
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    on_table(ALARMS, "PutItem"),  # a time is freed that staff confirm to be gone
    on_table(APPOINTMENTS, "GetItem", "UpdateItem"),
    on_table(BOOKS, "GetItem", "PutItem", "UpdateItem", "DeleteItem"),
    on_table(LISTS, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"),
)

INTAKE = (
    *SET_UP,
    SIGNS,  # marks in replies are checked with the key
    *ASKS_MODEL,
    *REMEMBERS_STOPS,
    on_table(CLIENTS, "UpdateItem"),  # mails of an hour
    READS_CUSTOMERS,
    on_table(MESSAGES, "GetItem"),
    on_table(APPOINTMENTS, "GetItem"),  # which appointment a reply is about
    READS_RULES,
    READS_MARKS,
    READS_MEMBERS,  # whether one of the house's own wrote it
    on_table(INBOX, "GetItem", "BatchGetItem", "PutItem"),
    on_index(INBOX, "sender"),
    on_table(LISTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query"),
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    on_objects(APPOINTMENTS_MIME, "bookings/*", "GetObject"),
    on_bucket(APPOINTMENTS_MIME, "ListBucket", caller="aws"),
    *sees("ar", APPOINTMENTS_MIME, BOOKINGS_SHELF),
    on_objects(RAW_MIME, "*", "PutObject"),
)

REMINDER = (
    TELLS_BUS,
    READS_RULES,
    *WRITES_DOWN,
    RINGS,
    READS_CONTACTS,
    on_table(APPOINTMENTS, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(APPOINTMENTS, "starts"),
    READS_CUSTOMERS,
    on_table(MESSAGES, "GetItem", "PutItem"),  # whether the last reminder has left, and the next
)

DISPATCH = (
    *SET_UP,
    SIGNS,
    ASKS_SLACK,
    *grants.BOOKS,
    *grants.SENDS,
    *TEXTS,
    on_kinds(DESK, RULES, "GetItem", "ConditionCheckItem"),
    *COUNTS_MESSAGES,
    *WRITES_DOWN,
    on_table(WAITLIST_AUDIT, "PutItem"),  # a contact that takes no more messages
    on_table(ALARMS, "PutItem"),  # its entries on the waitlist get another channel
    on_table(MESSAGES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(MESSAGES, "due"),
    on_table(APPOINTMENTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(BOOKS, "GetItem", "ConditionCheckItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_table(SENDS, "GetItem", "PutItem", "UpdateItem"),
    on_table(SENDS_ARCHIVE, "GetItem", "PutItem"),
    *SEES_NUMBERS,
    on_table(ENTRIES, "BatchGetItem"),
    on_index(ENTRIES, "phone"),
)

REPLY_HANDLER = (
    *SET_UP,
    SIGNS,
    READS_RULES,
    *WRITES_DOWN,
    READS_CONTACTS,
    on_table(ALARMS, "PutItem"),
    READS_MARKS,  # tokens of texts
    NOTES_NEWS,  # whether news of the customer waits for staff
    # Where the link was sent, what is to be sent, and the note to staff that collects more.
    on_table(MESSAGES, "GetItem", "PutItem", "UpdateItem"),
    on_table(APPOINTMENTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    # When the customer of an old link comes instead, and how many bookings a stranger has.
    on_index(APPOINTMENTS, "phone"),
    on_index(APPOINTMENTS, "email"),
    on_table(REPLIES, "GetItem", "PutItem"),
    on_table(SENDS, "Query"),
    on_table(SENDS_ARCHIVE, "PutItem"),
    on_table(BOOKS, "GetItem", "Query", "PutItem", "UpdateItem"),
    on_table(CLIENTS, "UpdateItem"),
)

# A slot's time is held in the day's book; whoever stood there and does not come is off it.
HOLDS_TIMES = (
    on_table(APPOINTMENTS_AUDIT, "PutItem"),
    on_table(APPOINTMENTS, "GetItem", "UpdateItem"),
    on_table(BOOKS, "GetItem", "PutItem", "UpdateItem"),
)

# A claimed slot may replace a later appointment of the same customer.
REPLACES_BOOKINGS = (
    *HOLDS_TIMES,
    on_table(APPOINTMENTS, "BatchGetItem"),
    on_index(APPOINTMENTS, "phone"),
    on_index(APPOINTMENTS, "email"),
)

# An offer takes the hold of its time, and nobody is offered one that overlaps their own booking.
OFFERS_TIMES = (
    on_table(APPOINTMENTS_AUDIT, "PutItem"),
    on_table(APPOINTMENTS, "GetItem"),
    on_table(BOOKS, "GetItem", "UpdateItem", "ConditionCheckItem"),
)

REFILL = (
    READS_RULES,
    *WRITES_DOWN,
    on_table(WAITLIST_AUDIT, "PutItem"),
    RINGS,
    # A time is not offered after all: the note that waits says so, else another one.
    on_table(MESSAGES, "GetItem", "PutItem", "UpdateItem"),
    on_table(APPOINTMENTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(BOOKS, "GetItem", "PutItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(
        LISTS,
        "GetItem",
        "PutItem",
        "UpdateItem",
        "DeleteItem",  # a question about a claimed slot closes with its booking
        "ConditionCheckItem",
    ),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

SUMMARY = (
    CONFIG,
    *ASKS_MODEL,
    READS_RULES,
    on_index(APPOINTMENTS, "starts"),
    on_table(APPOINTMENTS, "GetItem", "BatchGetItem"),
    on_index(SLOTS, "starts"),
    on_table(SLOTS, "BatchGetItem"),
    QUEUES_MESSAGES,
    on_table(MESSAGES, "GetItem"),  # whose reminder never left did not leave it unanswered
    on_table(EVENTS, "UpdateItem"),
    RINGS,
)

# The night's round finds whose appointment is over for so long that they are to be forgotten.
RETIRES = (
    on_table(APPOINTMENTS_AUDIT, "PutItem"),
    on_table(APPOINTMENTS, "GetItem", "BatchGetItem", "UpdateItem"),
    on_table(
        BOOKS, "GetItem", "PutItem"
    ),  # what is over stays in its day's book; the sheet is to be written anew
    on_index(APPOINTMENTS, "known"),
)

# The night's round stores contacts for customers of live appointments.
ADOPTS_CONTACTS = (on_index(APPOINTMENTS, "starts"),)

FORGETS_APPOINTMENTS = (
    on_table(APPOINTMENTS_AUDIT, "Query", "UpdateItem"),
    on_objects(APPOINTMENTS_MIME, "*", "DeleteObjectVersion"),  # a mail, wherever it lies
    on_bucket(APPOINTMENTS_MIME, "ListBucketVersions"),
)

KEEPS_BOOKS = (
    APPOINTMENTS_CONFIG,
    ASKS_SLACK,
    *HOLDS_TIMES,
    *FORGETS_APPOINTMENTS,
    on_table(APPOINTMENTS, "BatchGetItem", "PutItem"),
    *(on_index(APPOINTMENTS, one.name) for one in APPOINTMENTS.indexes if one.name != "known"),
    on_table(APPOINTMENTS_AUDIT, "BatchGetItem"),
    on_index(APPOINTMENTS_AUDIT, "scope"),
    on_table(SENDS, "Query"),
    on_table(SENDS_ARCHIVE, "PutItem"),
    on_table(REPLIES, "Query"),
    on_objects(APPOINTMENTS_MIME, "bookings/*", "GetObject"),
    on_objects(APPOINTMENTS_MIME, "discarded/bookings/*", "GetObject", "PutObject"),
    on_bucket(APPOINTMENTS_MIME, "ListBucket", caller="aws"),
    on_objects(APPOINTMENTS_SOURCE, "sheets/appointments/*", "GetObject"),
    on_bucket(APPOINTMENTS_SOURCE, "ListBucket", caller="aws"),
    on_function("ar-drive-sync"),
    on_function("ar-calendar-sync"),  # when Google says that the calendar has changed
)
