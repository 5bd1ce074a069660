"""Permissions of each function: tables, by the reads and writes of its commands, and services.

A transaction needs the permissions of its parts. Writes of one command are granted together; a role
has no permission that no command of its function needs.
"""

from fullhouse.platforms.aws.dynamodb.erasure import KIND as FORGET
from fullhouse.platforms.aws.dynamodb.tables import (
    ADDRESSES,
    ALARMS,
    AUDIT,
    CLIENTS,
    DESK,
    EVENTS,
    GUESTS,
    INBOX,
    LINE,
    MESSAGES,
)
from fullhouse.platforms.aws.import_jobs import KIND as IMPORT
from infra.allowed_appointments import READS_CUSTOMERS
from infra.allowed_waitlist import (
    ANSWERS_OFFERS,
    ANSWERS_REMINDERS,
    FORGETS_CUSTOMERS,
    FRONT_DESK,
    NOTES_REACH,
)
from infra.grants import (
    ASKS_MODEL,
    BOOKS,
    BOOKS_AND_CLEARS,
    CONFIG,
    COUNTS_MESSAGES,
    ERASES_CONTENT,
    READS_CONTENT,
    READS_MARKS,
    READS_RULES,
    SENDS,
    TELLS_BUS,
    WAITLIST_CONFIG,
    on_bucket,
    on_function,
    on_index,
    on_kinds,
    on_objects,
    on_secret,
    on_table,
)
from infra.names import APPOINTMENTS_MIME, ASSETS, LINK_KEY, RAW_MIME, WAITLIST_MIME

SIGNS = on_secret(LINK_KEY, "GetSecretValue")
WRITES_DOWN = (on_table(AUDIT, "PutItem"), on_table(MESSAGES, "PutItem"))
STANDS_IN_LINE = on_table(LINE, "PutItem", "DeleteItem")
COUNTS = on_table(EVENTS, "GetItem", "UpdateItem")
KNOWS_ADDRESSES = on_index(GUESTS, "email")
KNOWS_POSITIONS = on_index(GUESTS, "waitlist_pos")
SETS_ALARMS = on_table(ALARMS, "PutItem", "DeleteItem")
RINGS = on_table(ALARMS, "GetItem", "PutItem", "DeleteItem")

# Putting someone new on the list, with a seat or in line; whoever is on it already is only told so.
TAKES_IN = (
    COUNTS,
    KNOWS_ADDRESSES,
    KNOWS_POSITIONS,
    on_table(ADDRESSES, "GetItem", "PutItem"),
    *WRITES_DOWN,
)
# Signing up: also those who come back, and those in line who find a seat.
SIGNS_UP = (*TAKES_IN, on_table(GUESTS, "GetItem", "PutItem", "UpdateItem"), STANDS_IN_LINE)

# What a commit began to forget is done item by item: lines, messages, mails, and the task itself.
FORGETS = (
    on_table(AUDIT, "PutItem", "Query", "UpdateItem"),
    on_index(MESSAGES, "addressee"),
    on_index(INBOX, "scope"),
    on_table(INBOX, "BatchGetItem", "UpdateItem"),
    on_objects(RAW_MIME, "*", "DeleteObjectVersion"),
    on_bucket(RAW_MIME, "ListBucketVersions"),
)

LIMITS = on_table(CLIENTS, "UpdateItem")

REGISTER = (
    CONFIG,
    SIGNS,
    *SIGNS_UP,
    on_table(ALARMS, "PutItem"),
    LIMITS,
    READS_CONTENT,
)

LINK_HANDLER = (
    CONFIG,
    SIGNS,
    COUNTS,
    on_table(GUESTS, "GetItem", "PutItem", "UpdateItem"),
    KNOWS_ADDRESSES,
    KNOWS_POSITIONS,
    on_table(ADDRESSES, "GetItem", "PutItem", "DeleteItem"),
    STANDS_IN_LINE,
    SETS_ALARMS,
    *WRITES_DOWN,
    on_table(MESSAGES, "GetItem"),  # what a mailed link was asked for
    LIMITS,
    READS_CONTENT,
)

DESK_AND_API = (
    CONFIG,
    SIGNS,
    LIMITS,
    on_table(EVENTS, "GetItem", "PutItem", "UpdateItem", "Scan"),
    on_table(GUESTS, "GetItem", "BatchGetItem", "Query", "PutItem", "UpdateItem"),
    KNOWS_ADDRESSES,
    KNOWS_POSITIONS,
    on_table(ADDRESSES, "GetItem", "PutItem", "DeleteItem"),
    on_table(LINE, "Query", "PutItem", "DeleteItem"),
    *FORGETS,
    on_table(INBOX, "GetItem"),
    on_index(INBOX, "shelf"),
    on_table(MESSAGES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(MESSAGES, "scope"),
    on_index(MESSAGES, "due"),
    RINGS,
    on_index(ALARMS, "due"),
    on_table(DESK, "GetItem", "Query", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_objects(ASSETS, "imports/*", "PutObject"),
    on_objects(RAW_MIME, "*", "GetObject"),
    on_bucket(RAW_MIME, "ListBucket", caller="aws"),
    on_function("ev-host-import"),
    *ASKS_MODEL,  # which query a question means
    *FRONT_DESK,
)

INTAKE = (
    CONFIG,
    LIMITS,
    SIGNS,  # marks in replies are checked with the key
    *SIGNS_UP,
    SETS_ALARMS,
    READS_MARKS,
    on_table(MESSAGES, "GetItem", "BatchGetItem"),
    on_index(MESSAGES, "addressee"),
    on_table(INBOX, "GetItem", "BatchGetItem", "PutItem"),
    on_index(INBOX, "sender"),
    on_objects(RAW_MIME, "*", "GetObject"),
    on_bucket(RAW_MIME, "ListBucket", caller="aws"),
    on_objects(WAITLIST_MIME, "waitlist/*", "PutObject"),  # replies to the front desk
    on_objects(APPOINTMENTS_MIME, "bookings/*", "PutObject"),
)

HOST_IMPORT = (
    CONFIG,
    *TAKES_IN,
    on_table(GUESTS, "GetItem", "PutItem"),
    on_table(LINE, "PutItem"),
    on_table(ALARMS, "PutItem"),
    on_kinds(DESK, (IMPORT,), "GetItem", "PutItem"),
    READS_CONTENT,  # which questions the event asks
    on_objects(ASSETS, "imports/*", "GetObject", "DeleteObjectVersion"),
    on_bucket(ASSETS, "ListBucketVersions"),
    on_bucket(ASSETS, "ListBucket", caller="aws"),
    on_function("ev-host-import"),
)

KEEPER = (
    *BOOKS_AND_CLEARS,
    TELLS_BUS,
    on_table(EVENTS, "GetItem", "UpdateItem", "ConditionCheckItem", "Scan"),
    on_table(GUESTS, "GetItem", "BatchGetItem", "Query", "UpdateItem"),
    KNOWS_POSITIONS,
    on_table(ADDRESSES, "PutItem", "DeleteItem"),
    on_table(LINE, "Query", "PutItem", "DeleteItem"),
    *FORGETS,
    on_table(MESSAGES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(MESSAGES, "due"),
    on_table(ALARMS, "GetItem", "BatchGetItem", "PutItem", "DeleteItem"),
    on_index(ALARMS, "due"),
    READS_RULES,  # in which zone a schedule rings
    on_kinds(DESK, (FORGET,), "Query", "PutItem", "UpdateItem", "DeleteItem"),
    ERASES_CONTENT,
    *FORGETS_CUSTOMERS,
)

MESSENGER = (
    CONFIG,
    SIGNS,
    *BOOKS,
    *SENDS,
    *COUNTS_MESSAGES,
    on_table(EVENTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(GUESTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    STANDS_IN_LINE,
    SETS_ALARMS,
    on_table(AUDIT, "PutItem"),
    on_table(MESSAGES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(MESSAGES, "due"),
)

REMINDER_FIRE = (
    RINGS,
    on_table(EVENTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(GUESTS, "Query"),
    on_table(MESSAGES, "PutItem"),
)

OFFER_TIMEOUT = (
    RINGS,
    COUNTS,
    on_table(GUESTS, "GetItem", "UpdateItem"),
    KNOWS_POSITIONS,
    on_table(LINE, "PutItem"),
    on_table(MESSAGES, "GetItem"),
    *WRITES_DOWN,
)

HOST_SUMMARY = (CONFIG, *ASKS_MODEL, RINGS, COUNTS, on_table(MESSAGES, "PutItem"))

FEEDBACK = (
    COUNTS,
    on_table(GUESTS, "GetItem", "UpdateItem"),
    on_table(LINE, "DeleteItem"),
    SETS_ALARMS,
    on_table(AUDIT, "PutItem"),
    on_table(MESSAGES, "GetItem"),
    READS_MARKS,
    READS_RULES,  # by which channel someone on the waitlist is reached now
    *NOTES_REACH,
    *ANSWERS_OFFERS,
    *ANSWERS_REMINDERS,
    READS_CUSTOMERS,
    WAITLIST_CONFIG,  # the addresses of pages in replies to texts
)

ROTATE_KEY = (
    on_secret(
        LINK_KEY, "DescribeSecret", "GetSecretValue", "PutSecretValue", "UpdateSecretVersionStage"
    ),
)
