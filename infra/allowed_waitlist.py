"""Permissions of the functions of the waitlist; `allowed` has those of the guest list."""

from fullhouse.platforms.aws.dynamodb.erasure import KIND as FORGET
from fullhouse.platforms.aws.dynamodb.tables import (
    ALARMS,
    APPOINTMENTS,
    AUDIT,
    CLIENTS,
    DESK,
    ENTRIES,
    EVENTS,
    INBOX,
    LISTS,
    MESSAGES,
    OFFERS,
    QUEUES,
    RATE_LIMIT,
    REPLIES,
    SLOTS,
    WAITLIST_AUDIT,
)
from fullhouse.products.frontdesk.shared.documents import Document
from infra.allowed_appointments import (
    ADOPTS_CONTACTS,
    FORGETS_APPOINTMENTS,
    HOLDS_TIMES,
    KEEPS_BOOKS,
    OFFERS_TIMES,
    READS_CUSTOMERS,
    REMEMBERS_STOPS,
    REPLACES_BOOKINGS,
    RETIRES,
    SEES_NUMBERS,
)
from infra.grants import (
    ASKS_MODEL,
    BOOKS,
    CONFIG,
    COUNTS_MESSAGES,
    NOTES_HOOKS,
    NOTES_TEXTS,
    READS_MARKS,
    READS_MEMBERS,
    READS_RULES,
    RULES,
    SENDS,
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
    APPOINTMENTS_MIME,
    GOOGLE_ACCOUNT,
    LINK_KEY,
    RAW_MIME,
    RULES_SOURCE,
    WAITLIST_MIME,
    WAITLIST_SHELF,
    WAITLIST_SOURCE,
    WEBHOOK_SECRET,
)

SIGNS = on_secret(LINK_KEY, "GetSecretValue")
# An audit line takes the next number of the waitlist, which is in the table of events.
WRITES_DOWN = (on_table(WAITLIST_AUDIT, "PutItem"), on_table(EVENTS, "UpdateItem"))
QUEUES_MESSAGES = on_table(MESSAGES, "PutItem")
SETS_ALARMS = on_table(ALARMS, "PutItem")
RINGS = on_table(ALARMS, "GetItem", "PutItem", "DeleteItem")

WEB_FORM = (
    CONFIG,
    WAITLIST_CONFIG,
    READS_RULES,
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    SETS_ALARMS,
    on_table(ENTRIES, "GetItem", "PutItem", "UpdateItem"),  # also others with the same number
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    READS_CUSTOMERS,
    on_table(QUEUES, "PutItem"),
    on_table(RATE_LIMIT, "UpdateItem"),
)

CLAIM_HANDLER = (
    CONFIG,
    WAITLIST_CONFIG,
    SIGNS,
    READS_RULES,
    *WRITES_DOWN,
    READS_MARKS,  # tokens of texts
    on_table(MESSAGES, "GetItem", "PutItem"),  # where the link was sent, and what is to be sent
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(ENTRIES, "GetItem", "PutItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(
        LISTS, "GetItem", "PutItem", "UpdateItem"
    ),  # whoever stands in the sheet is to be written there anew
    on_table(QUEUES, "PutItem", "DeleteItem"),
    *REPLACES_BOOKINGS,
    on_table(APPOINTMENTS, "ConditionCheckItem"),  # a slot that is given up becomes none meanwhile
    on_table(RATE_LIMIT, "UpdateItem"),
)

SLOT_WEBHOOK = (
    CONFIG,
    WAITLIST_CONFIG,
    on_secret(WEBHOOK_SECRET, "GetSecretValue"),
    READS_RULES,
    NOTES_HOOKS,
    *WRITES_DOWN,
    QUEUES_MESSAGES,  # staff are asked about a claimed slot; whoever loses a booking is told
    SETS_ALARMS,
    *HOLDS_TIMES,
    on_table(ENTRIES, "GetItem"),
    on_table(SLOTS, "GetItem", "PutItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(CLIENTS, "UpdateItem"),
)

OFFER_ENGINE = (
    TELLS_BUS,
    READS_RULES,
    *WRITES_DOWN,
    # The note about a given-up time waits for what becomes of it.
    on_table(MESSAGES, "GetItem", "PutItem", "UpdateItem"),
    RINGS,
    on_table(ENTRIES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "BatchGetItem", "UpdateItem", "ConditionCheckItem"),
    on_index(SLOTS, "starts"),  # claimed slots beside it, where they become no appointments
    *OFFERS_TIMES,
    on_table(OFFERS, "PutItem"),
    on_table(LISTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(QUEUES, "Query", "PutItem", "DeleteItem"),
)

SENDER = (
    on_function("ar-dispatch"),
    CONFIG,
    WAITLIST_CONFIG,
    SIGNS,
    *BOOKS,
    *SENDS,
    *TEXTS,
    on_kinds(DESK, RULES, "GetItem", "ConditionCheckItem"),
    *COUNTS_MESSAGES,
    *WRITES_DOWN,
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(MESSAGES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(MESSAGES, "due"),
    on_table(ENTRIES, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(SLOTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(OFFERS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
    *SEES_NUMBERS,
    on_index(APPOINTMENTS, "email"),  # whether they have the time of an offer that has ended
)

ROLL_ON_TIMER = (
    READS_RULES,
    *WRITES_DOWN,
    RINGS,
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

HOUSEKEEPING = (
    CONFIG,
    *RETIRES,
    *ADOPTS_CONTACTS,
    READS_RULES,
    on_kinds(DESK, (FORGET,), "PutItem"),
    # A request to join that was not confirmed, and the end of an offer that its holder is told.
    on_table(MESSAGES, "GetItem", "PutItem"),
    *WRITES_DOWN,
    RINGS,
    on_table(ENTRIES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(ENTRIES, "ends"),
    on_index(ENTRIES, "ended"),
    on_index(SLOTS, "status"),
    on_table(SLOTS, "GetItem", "BatchGetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(
        LISTS, "GetItem", "PutItem", "UpdateItem"
    ),  # whoever stands in the sheet is to be written there anew
    on_table(QUEUES, "DeleteItem"),
)

SUMMARY = (
    CONFIG,
    *ASKS_MODEL,
    READS_RULES,
    on_index(SLOTS, "freed"),
    on_table(SLOTS, "BatchGetItem"),
    on_table(APPOINTMENTS, "GetItem"),  # whether who claimed a slot still has it
    QUEUES_MESSAGES,
    on_table(EVENTS, "UpdateItem"),
    RINGS,
)

# What those functions of the house may do with the waitlist that both products share.
NOTES_REACH = (NOTES_TEXTS, *REMEMBERS_STOPS)
# YES or NO by text claims or declines an offer, as its link would.
ANSWERS_OFFERS = (
    QUEUES_MESSAGES,
    on_table(ALARMS, "DeleteItem"),
    on_table(ENTRIES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(ENTRIES, "phone"),
    on_index(ENTRIES, "email"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(OFFERS, "entry_id"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
    *REPLACES_BOOKINGS,
)
# YES by text confirms an appointment, as the link of its reminder would; other words are for staff.
ANSWERS_REMINDERS = (
    on_table(REPLIES, "GetItem", "PutItem"),
    on_table(LISTS, "Query"),
)

INTAKE = (
    CONFIG,
    SIGNS,  # marks in replies are checked with the key
    *ASKS_MODEL,
    WAITLIST_CONFIG,
    *REMEMBERS_STOPS,
    on_table(CLIENTS, "UpdateItem"),  # mails of an hour
    READS_CUSTOMERS,
    READS_RULES,
    READS_MARKS,
    READS_MEMBERS,  # whether one of the house's own wrote it
    on_table(MESSAGES, "GetItem"),
    on_table(APPOINTMENTS, "GetItem"),  # which appointment a reply is about
    on_table(INBOX, "GetItem", "BatchGetItem", "PutItem"),
    on_index(INBOX, "sender"),
    on_table(LISTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem", "Query"),
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    on_objects(WAITLIST_MIME, "waitlist/*", "GetObject"),
    on_bucket(WAITLIST_MIME, "ListBucket", caller="aws"),
    *sees("wl", WAITLIST_MIME, WAITLIST_SHELF),
    on_objects(RAW_MIME, "*", "PutObject"),
    on_objects(APPOINTMENTS_MIME, "bookings/*", "PutObject"),
)

DRIVE_SYNC = (
    CONFIG,
    *HOLDS_TIMES,
    WAITLIST_CONFIG,
    on_secret(GOOGLE_ACCOUNT, "GetSecretValue"),
    READS_RULES,
    QUEUES_MESSAGES,  # staff are asked about what is missing, or about a claimed slot
    on_table(APPOINTMENTS, "BatchGetItem"),  # what is in use that new rules lack
    on_index(APPOINTMENTS, "starts"),
    on_kinds(DESK, (Document.kind_name,), "PutItem", "UpdateItem"),
    on_table(AUDIT, "PutItem"),
    *WRITES_DOWN,
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(ENTRIES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    *(on_index(ENTRIES, name) for name in ("state", "phone", "email")),
    on_table(SLOTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(SLOTS, "starts"),
    on_index(SLOTS, "status"),  # what is on offer that new rules lack
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "Query", "PutItem", "UpdateItem", "DeleteItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
    on_objects(WAITLIST_SOURCE, "sheets/*", "GetObject", "PutObject", "DeleteObjectVersion"),
    on_bucket(WAITLIST_SOURCE, "ListBucketVersions"),
    on_bucket(WAITLIST_SOURCE, "ListBucket", caller="aws"),
    on_objects(RULES_SOURCE, "*", "PutObject"),
)

FORGETS_CUSTOMERS = (
    *FORGETS_APPOINTMENTS,
    on_objects(WAITLIST_MIME, "*", "DeleteObjectVersion"),  # a mail, wherever it lies
    on_bucket(WAITLIST_MIME, "ListBucketVersions"),
    on_table(WAITLIST_AUDIT, "Query", "UpdateItem"),
    on_index(OFFERS, "entry_id"),
)

FRONT_DESK = (
    WAITLIST_CONFIG,
    *KEEPS_BOOKS,
    *REMEMBERS_STOPS,
    on_table(ENTRIES, "BatchGetItem", "PutItem"),
    on_table(SLOTS, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "BatchGetItem", "Query", "UpdateItem"),
    on_table(LISTS, "Query", "BatchGetItem", "DeleteItem"),
    on_table(WAITLIST_AUDIT, "BatchGetItem"),
    on_index(WAITLIST_AUDIT, "scope"),
    *(on_index(ENTRIES, one.name) for one in ENTRIES.indexes if one.name not in ("ended", "ends")),
    *(on_index(SLOTS, one.name) for one in SLOTS.indexes),
    on_objects(WAITLIST_MIME, "waitlist/*", "GetObject"),
    on_objects(WAITLIST_MIME, "discarded/waitlist/*", "GetObject", "PutObject"),
    on_bucket(WAITLIST_MIME, "ListBucket", caller="aws"),
    on_objects(WAITLIST_SOURCE, "sheets/*", "GetObject"),
    on_bucket(WAITLIST_SOURCE, "ListBucket", caller="aws"),
    on_function("wl-drive-sync"),
    *FORGETS_CUSTOMERS,
)
