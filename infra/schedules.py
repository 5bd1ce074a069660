"""The group of one-off schedules, and the recurring schedules, all with an explicit time zone."""

from infra import names
from infra.function import Function, Product
from infra.functions import function_id, letters_id
from infra.names import SCHEDULES
from infra.registry import function
from infra.shapes import Json, att, ref, resource, sub

TRIES = 3
OLDEST_SECONDS = 900
# Nobody is woken every few minutes where nothing is kept elsewhere.
SYNCS, SYNCS_BOOK = "Syncs", "SyncsBook"


def resources(product: Product) -> Json:
    """Describe the recurring schedules of a product. Functions create one-off ones at run time."""
    if product != "ev":
        return _rounds() if product == "wl" else _reminding()
    words = "Rings what is due and relays what may leave, whatever signal was lost"
    sweep = _schedule(
        names.SWEEP, words, names.SWEEP_RATE, function("keeper"), '{"sweep": true}', "UTC"
    )
    return {
        "Schedules": resource("AWS::Scheduler::ScheduleGroup", {"Name": SCHEDULES}),
        "Sweep": {**sweep, "Properties": {**sweep["Properties"], "GroupName": ref("Schedules")}},
    }


def _rounds() -> Json:
    """Describe what comes round for the business, by the clock on its wall."""
    night = "Takes those off the list whose dates have passed, and looks after slots that got stuck"
    month = "Tells staff how the month before went"
    sync = "Looks at the sheet, the documents and the calendar that staff keep elsewhere"
    keeps, sums, looks = (
        function("wl-housekeeping"),
        function("wl-summary"),
        function("wl-drive-sync"),
    )
    here = ref("TimeZone")
    return {
        "DriveSync": {
            **_schedule(names.SYNC, sync, names.EVERY_FEW_MINUTES, looks, '{"sync": true}', here),
            "Condition": SYNCS,
        },
        "Housekeeping": _schedule(
            names.HOUSEKEEPING, night, names.EVERY_NIGHT, keeps, '{"housekeep": true}', here
        ),
        "Summary": _schedule(
            names.SUMMARY, month, names.EVERY_FIRST_MONDAY, sums, '{"summarise": true}', here
        ),
    }


def _reminding() -> Json:
    """Describe the tick of reminders, the weekly summary, and the syncs of sheet and calendar."""
    tick = "Looks at who is expected soon, and has each reminded whose time has come"
    week = "Tells staff how the week before went"
    sheet = "Looks at the sheet of appointments that staff keep elsewhere"
    hour = "Looks at the calendar in which staff write appointments, and at the public holidays"
    ticks, sums, here = function("ar-reminder"), function("ar-summary"), ref("TimeZone")
    looks, dates, told = function("ar-drive-sync"), function("ar-calendar-sync"), '{"sync": true}'
    return {
        "BookSync": {
            **_schedule(
                names.APPOINTMENTS_SYNC, sheet, names.EVERY_FIVE_MINUTES, looks, told, here
            ),
            "Condition": SYNCS_BOOK,
        },
        "CalendarSync": _schedule(names.CALENDAR_SYNC, hour, names.EVERY_HOUR, dates, told, here),
        "Tick": _schedule(names.TICK, tick, names.EVERY_QUARTER, ticks, '{"tick": true}', here),
        "WeeklySummary": _schedule(
            names.WEEKLY_SUMMARY, week, names.EVERY_MONDAY, sums, '{"summarise": true}', here
        ),
    }


def _schedule(
    name: str, words: str, expression: str, rings: Function, told: str, zone: object
) -> Json:
    role = sub(f"arn:${{AWS::Partition}}:iam::${{AWS::AccountId}}:role/{names.SCHEDULER_ROLE}")
    properties = {
        "Name": name,
        "GroupName": SCHEDULES,
        "Description": words,
        "ScheduleExpression": expression,
        "ScheduleExpressionTimezone": zone,
        "FlexibleTimeWindow": {"Mode": "OFF"},
        "Target": {
            "Arn": att(function_id(rings), "Arn"),
            "RoleArn": att("SchedulerRole", "Arn") if rings.product == "ev" else role,
            "Input": told,
            "DeadLetterConfig": {"Arn": att(letters_id(rings), "Arn")},
            "RetryPolicy": {
                "MaximumRetryAttempts": TRIES,
                "MaximumEventAgeInSeconds": OLDEST_SECONDS,
            },
        },
    }
    return resource("AWS::Scheduler::Schedule", properties)
