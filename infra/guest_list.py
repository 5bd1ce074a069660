"""Every function of the guest list, and of the house that it shares with the waitlist."""

from fullhouse.platforms.aws.dynamodb import tables
from infra import allowed
from infra.function import Function, Waking

# What a business tells its customers leaves by senders of their own.
QUEUED_FOR_GUESTS = (
    '{"dynamodb":{"NewImage":{"status":{"S":["queued"]},'
    '"product":{"S":[{"anything-but":["waitlist","appointments"]}]}}}}'
)

GUEST_LIST: tuple[Function, ...] = (
    Function(
        name="register",
        what="The events' pages, and sign-up",
        package="guests",
        url="register",
        grants=allowed.REGISTER,
    ),
    Function(
        name="link-handler",
        what="The links in guests' mails",
        package="guests",
        url="links",
        grants=allowed.LINK_HANDLER,
    ),
    Function(
        name="desk",
        what="The host's desk and the JSON API",
        memory=512,
        timeout=30,
        package="desk",
        url="desk",
        told=(
            "EV_ACCOUNT",
            "EV_RAW_MIME",
            "EV_ASSETS",
            "WL_RAW_MIME",
            "WL_WAITLIST_SOURCE",
            "AR_RAW_MIME",
            "AR_APPOINTMENTS_SOURCE",
        ),
        grants=allowed.DESK_AND_API,
    ),
    Function(
        name="intake-ses-parser",
        what="Mail that comes in, read from the bucket where SES puts it",
        timeout=30,
        package="reading",
        asynchronous=True,
        told=("EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"),
        grants=allowed.INTAKE,
    ),
    Function(
        name="host-import",
        what="Lists of guests, row by row, asked for by the desk",
        timeout=60,
        asynchronous=True,
        wakes_itself=True,
        told=("EV_ACCOUNT", "EV_ASSETS"),
        grants=allowed.HOST_IMPORT,
    ),
    Function(
        name="keeper",
        what="What follows from a commit: schedules, the bus, and the sweep",
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.ALARMS), Waking(tables.AUDIT)),
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE", "EV_RAW_MIME", "WL_RAW_MIME", "AR_RAW_MIME"),
        grants=allowed.KEEPER,
    ),
    Function(
        name="messenger",
        what="The outbox: what is queued leaves by SES",
        timeout=30,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.MESSAGES, only=QUEUED_FOR_GUESTS),),
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE"),
        grants=allowed.MESSENGER,
    ),
    Function(
        name="reminder-fire",
        what="Reminders whose time has come",
        asynchronous=True,
        rung=True,
        grants=allowed.REMINDER_FIRE,
    ),
    Function(
        name="offer-timeout",
        what="Offers whose claim window has passed",
        asynchronous=True,
        rung=True,
        grants=allowed.OFFER_TIMEOUT,
    ),
    Function(
        name="host-summary",
        what="The host's daily headcount, and the draft of the thanks",
        memory=512,
        timeout=30,
        asynchronous=True,
        rung=True,
        grants=allowed.HOST_SUMMARY,
    ),
    Function(
        name="feedback",
        what="Bounces and complaints, remembered with the guest",
        asynchronous=True,
        grants=allowed.FEEDBACK,
    ),
    Function(
        name="rotate-key",
        what="A new key for links, asked for by Secrets Manager",
        timeout=30,
        grants=allowed.ROTATE_KEY,
    ),
)
