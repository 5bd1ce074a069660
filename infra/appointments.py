"""Every function of appointments."""

from fullhouse.platforms.aws.dynamodb import tables
from infra import allowed_appointments as allowed
from infra.function import Function, Waking

MOVES_MADE = (
    '{"eventName":["INSERT"],"dynamodb":{"NewImage":{"action":{"S":'
    '["first_reminder","second_reminder","gap_alert"]}}}}'
)

APPOINTMENTS: tuple[Function, ...] = (
    Function(
        product="ar",
        name="drive-sync",
        what="The sheet of appointments that staff keep at Google",
        timeout=30,
        package="sync",
        asynchronous=True,
        rung=True,
        told=("AR_APPOINTMENTS_SOURCE",),
        grants=allowed.DRIVE_SYNC,
    ),
    Function(
        product="ar",
        name="calendar-sync",
        what="The calendar in which staff write appointments, and the public holidays",
        timeout=30,
        package="dates",
        asynchronous=True,
        rung=True,
        grants=allowed.CALENDAR_SYNC,
    ),
    Function(
        product="ar",
        name="intake-ses-parser",
        what="Bookings that are forwarded, put before staff",
        memory=512,
        timeout=60,
        package="reading",
        asynchronous=True,
        told=("EV_ACCOUNT", "EV_RAW_MIME", "AR_RAW_MIME"),
        grants=allowed.INTAKE,
    ),
    Function(
        product="ar",
        name="reminder",
        what=(
            "Who is expected soon, the one move that is due for each, "
            "and the news of it for the bus"
        ),
        memory=512,
        timeout=60,
        asynchronous=True,
        rung=True,
        streams=(Waking(tables.APPOINTMENTS_AUDIT, only=MOVES_MADE),),
        grants=allowed.REMINDER,
    ),
    Function(
        product="ar",
        name="dispatch",
        what=(
            "What is told about appointments: texts leave by SNS, mails by SES, "
            "notes to staff by Slack or SES"
        ),
        timeout=30,
        asynchronous=True,
        rung=True,
        told=("EV_ACCOUNT", "EV_SCHEDULER_ROLE"),
        grants=allowed.DISPATCH,
    ),
    Function(
        product="ar",
        name="reply-handler",
        what="Booking online, and the links in reminders: coming, another time, not coming",
        package="waitlist",  # phone numbers are typed
        url="replies",
        grants=allowed.REPLY_HANDLER,
    ),
    Function(
        product="ar",
        name="refill",
        what=(
            "What joins the two lists: a given-up time becomes a slot, "
            "a claimed slot an appointment"
        ),
        asynchronous=True,
        rung=True,
        grants=allowed.REFILL,
    ),
    Function(
        product="ar",
        name="summary",
        what="How the week went, for staff",
        memory=512,
        timeout=30,
        asynchronous=True,
        rung=True,
        grants=allowed.SUMMARY,
    ),
)
