"""Every function of the waitlist."""

from fullhouse.platforms.aws.dynamodb import tables
from infra import allowed_waitlist as allowed
from infra.function import Function, Waking

# A slot's next move is made as soon as the stream tells of it; all other alarms are booked.
LOOKS = '{"eventName":["INSERT","MODIFY"],"dynamodb":{"Keys":{"key":{"S":[{"prefix":"look:"}]}}}}'
NEW_LINES = '{"eventName":["INSERT"]}'
# A stream has at most two readers, so messages about appointments are handed on from here.
QUEUED_FOR_CUSTOMERS = (
    '{"dynamodb":{"NewImage":{"status":{"S":["queued"]},'
    '"product":{"S":["waitlist","appointments"]}}}}'
)

WAITLIST: tuple[Function, ...] = (
    Function(
        product="wl",
        name="web-form",
        what="The page on which people join the waitlist",
        package="waitlist",
        url="waitlist",
        grants=allowed.WEB_FORM,
    ),
    Function(
        product="wl",
        name="claim-handler",
        what="The links in texts and mails about slots",
        package="guests",
        url="claims",
        grants=allowed.CLAIM_HANDLER,
    ),
    Function(
        product="wl",
        name="slot-webhook",
        what="What the booking tool tells of freed slots",
        package="guests",
        url="hooks",
        grants=allowed.SLOT_WEBHOOK,
    ),
    Function(
        product="wl",
        name="offer-engine",
        what="A freed slot's next move, and the news of it for the bus",
        memory=512,
        timeout=60,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.ALARMS, only=LOOKS), Waking(tables.WAITLIST_AUDIT, only=NEW_LINES)),
        grants=allowed.OFFER_ENGINE,
    ),
    Function(
        product="wl",
        name="sender",
        what="The waitlist's outbox: texts leave by SNS, mails by SES, notes to staff elsewhere",
        timeout=30,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.MESSAGES, only=QUEUED_FOR_CUSTOMERS),),
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE"),
        grants=allowed.SENDER,
    ),
    Function(
        product="wl",
        name="roll-on-timer",
        what="Offers of slots whose claim window has passed",
        asynchronous=True,
        rung=True,
        grants=allowed.ROLL_ON_TIMER,
    ),
    Function(
        product="wl",
        name="housekeeping",
        what="The night's round: who waits no more, and slots that got stuck",
        asynchronous=True,
        rung=True,
        grants=allowed.HOUSEKEEPING,
    ),
    Function(
        product="wl",
        name="summary",
        what="How the month went, for staff",
        memory=512,
        timeout=30,
        asynchronous=True,
        rung=True,
        grants=allowed.SUMMARY,
    ),
    Function(
        product="wl",
        name="intake-ses-parser",
        what="Requests that are mailed to the waitlist, put before staff",
        memory=512,
        timeout=60,
        package="reading",
        asynchronous=True,
        told=("EV_ACCOUNT", "EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"),
        grants=allowed.INTAKE,
    ),
    Function(
        product="wl",
        name="drive-sync",
        what="What staff keep at Google, brought in step: the sheet, the documents, the calendar",
        timeout=30,
        package="sync",
        asynchronous=True,
        rung=True,
        told=("EV_RAW_MIME", "WL_RAW_MIME", "WL_WAITLIST_SOURCE", "WL_RULES_SOURCE"),
        grants=allowed.DRIVE_SYNC,
    ),
)
