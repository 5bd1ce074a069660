"""What each function of the waitlist may do, as `allowed` says it for the guest list."""

from fullhouse.platforms.aws.tables import (
    ALARMS,
    DESK,
    ENTRIES,
    EVENTS,
    LISTS,
    MESSAGES,
    OFFERS,
    QUEUES,
    RATE_LIMIT,
    SLOTS,
    WAITLIST_AUDIT,
)
from infra.grants import BOOKS, CONFIG, SENDS, TEXTS, WAITLIST_CONFIG, Grant, on_index, on_secret, on_table
from infra.names import LINK_KEY, WEBHOOK_SECRET
from infra.shapes import arn

SIGNS = on_secret(LINK_KEY, "GetSecretValue")
READS_RULES = on_table(DESK, "GetItem")
# A line in the audit takes the next number of the waitlist, which stands where the events' numbers stand.
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
    on_table(ENTRIES, "GetItem", "PutItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem"),
    on_table(RATE_LIMIT, "UpdateItem"),
)

CLAIM_HANDLER = (
    CONFIG,
    WAITLIST_CONFIG,
    SIGNS,
    READS_RULES,
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

SLOT_WEBHOOK = (
    CONFIG,
    WAITLIST_CONFIG,
    on_secret(WEBHOOK_SECRET, "GetSecretValue"),
    on_table(DESK, "GetItem", "PutItem", "UpdateItem"),
    *WRITES_DOWN,
    SETS_ALARMS,
    on_table(SLOTS, "GetItem", "PutItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
)

OFFER_ENGINE = (
    Grant(("events:PutEvents",), arn("events", "event-bus/default")),
    READS_RULES,
    *WRITES_DOWN,
    QUEUES_MESSAGES,
    RINGS,
    on_table(ENTRIES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "PutItem"),
    on_table(LISTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(QUEUES, "Query", "PutItem", "DeleteItem"),
)

SENDER = (
    CONFIG,
    WAITLIST_CONFIG,
    SIGNS,
    *BOOKS,
    *SENDS,
    *TEXTS,
    READS_RULES,
    *WRITES_DOWN,
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(MESSAGES, "GetItem", "BatchGetItem", "PutItem", "UpdateItem"),
    on_index(MESSAGES, "due"),
    on_table(ENTRIES, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(SLOTS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(OFFERS, "GetItem", "UpdateItem", "ConditionCheckItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem", "ConditionCheckItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

ROLL_ON_TIMER = (
    READS_RULES,
    *WRITES_DOWN,
    RINGS,
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

HOUSEKEEPING = (
    CONFIG,
    on_table(DESK, "GetItem", "PutItem"),  # the rules, and the task to forget someone
    *WRITES_DOWN,
    RINGS,
    on_table(ENTRIES, "GetItem", "BatchGetItem", "UpdateItem"),
    on_index(ENTRIES, "ends"),
    on_index(ENTRIES, "ended"),
    on_index(SLOTS, "status"),
    on_table(SLOTS, "BatchGetItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "DeleteItem"),
)

SUMMARY = (
    READS_RULES,
    on_index(SLOTS, "freed"),
    on_table(SLOTS, "BatchGetItem"),
    QUEUES_MESSAGES,
    on_table(EVENTS, "UpdateItem"),
)

# What those functions of the house may do with the waitlist that both products share.
NOTES_REACH = (
    on_table(DESK, "GetItem", "PutItem", "UpdateItem"),
    *WRITES_DOWN,
    on_table(ALARMS, "PutItem", "DeleteItem"),
    on_table(ENTRIES, "GetItem", "UpdateItem"),
    on_table(SLOTS, "GetItem", "UpdateItem"),
    on_table(OFFERS, "GetItem", "UpdateItem"),
    on_table(LISTS, "GetItem", "PutItem", "UpdateItem"),
    on_table(QUEUES, "PutItem", "DeleteItem"),
)

FRONT_DESK = (
    WAITLIST_CONFIG,
    *NOTES_REACH,
    on_table(ENTRIES, "BatchGetItem", "PutItem"),
    on_table(SLOTS, "BatchGetItem", "PutItem"),
    on_table(OFFERS, "BatchGetItem", "Query"),
    on_table(LISTS, "Query", "DeleteItem"),
    on_table(QUEUES, "Query"),
    on_table(WAITLIST_AUDIT, "Query", "UpdateItem"),
    on_index(WAITLIST_AUDIT, "scope"),
    on_index(OFFERS, "entry_id"),
    *(on_index(ENTRIES, one.name) for one in ENTRIES.indexes if one.name != "ended"),
    *(on_index(SLOTS, one.name) for one in SLOTS.indexes),
)

FORGETS_CUSTOMERS = (
    on_table(WAITLIST_AUDIT, "Query", "UpdateItem"),
    on_index(OFFERS, "entry_id"),
)
