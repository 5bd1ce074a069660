"""How much of each thing was used on the emulator: by an evening, to hold it at all and for each guest; by a month.

Every seat is taken, a tenth of the guests cancel, as many wait and claim; all reminders and headcounts are sent. Taken
from evenings with 20 and with 200 guests; one with 1,000 came out within 2% of it but for the time that functions
took. `tests/aws/test_cost.py` plays one again and holds it against this.
"""

from typing import NamedTuple

FIXED: dict[str, float] = {
    "mails": 8,
    "mail_gigabytes": 0.000124,
    "writes": 287,
    "reads": 311,
    "invocations": 63,
    "gigabyte_seconds": 52,
    "rings": 26,
    "secrets": 5,
    "parameters": 12,
    "log_gigabytes": 0.000032,
}
PER_GUEST: dict[str, float] = {
    "mails": 4.41,
    "mail_gigabytes": 0.0000802,
    "writes": 103.1,
    "reads": 38.1,
    "invocations": 6.82,
    "gigabyte_seconds": 0.98,
    "events": 1.3,
    "log_gigabytes": 0.0000047,
}


class Round(NamedTuple):
    """Something that comes round so often in a month, and what it uses each time."""

    times: int
    uses: dict[str, float]


# A month of the waitlist: for every five who join two slots are freed, each offered twice and claimed. Offers go by
# text and have two parts, since links are long. Whoever claims has an appointment, and each slot stands in the day's
# book meanwhile. Staff look at the desk once for each who joins. Taken from a month with 10 who
# join (`tests/aws/usual_month.py`); `tests/aws/test_cost.py` plays one again and holds it to this.
PER_ENTRY: dict[str, float] = {
    "texts": 2.0,
    "mails": 1.1,
    "mail_gigabytes": 0.000016,
    "writes": 163.0,
    "reads": 119.0,
    "invocations": 14.0,
    "gigabyte_seconds": 8.0,
    "events": 1.6,
    "rings": 0.8,
    "notices": 1.2,
    "log_gigabytes": 0.0000055,
}
# A month of appointments: each is written down by a script and reminded of once, by a text of two parts. Four of five
# confirm; the fifth gives it up and is told so; staff are told, and that nobody waits for it. Staff look at the desk
# once for each. Taken from a month with 10 (`tests/aws/usual_clinic.py`), which is played again as above.
PER_APPOINTMENT: dict[str, float] = {
    "texts": 2.2,
    "mails": 0.5,
    "mail_gigabytes": 0.000006,
    "writes": 84.0,
    "reads": 85.0,
    "invocations": 11.0,
    "gigabyte_seconds": 8.0,
    "events": 0.4,
    "rings": 3.0,
    "notices": 1.2,
    "log_gigabytes": 0.000006,
}
# The sweep every quarter of an hour, a look at Google every three minutes, the night's round, the month's summary.
ROUNDS: tuple[Round, ...] = (
    Round(
        2_920,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.2,
            "reads": 4,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(
        14_600,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.0,
            "reads": 6,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(31, {"invocations": 1, "gigabyte_seconds": 3.0, "reads": 12, "writes": 6, "rings": 1}),
    Round(
        1,
        {
            "invocations": 2,
            "gigabyte_seconds": 6.0,
            "reads": 60,
            "writes": 8,
            "rings": 1,
            "mails": 1,
        },
    ),
)
# The sweep and the tick every quarter of an hour, a look at the sheet every five minutes and at the calendar each hour,
# the week's summary.
ROUNDS_OF_APPOINTMENTS: tuple[Round, ...] = (
    Round(
        2_920,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.2,
            "reads": 4,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(
        2_920,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.2,
            "reads": 6,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(
        8_760,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.0,
            "reads": 6,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(
        730,
        {
            "invocations": 1,
            "gigabyte_seconds": 1.0,
            "reads": 6,
            "rings": 1,
            "log_gigabytes": 0.0000006,
        },
    ),
    Round(
        4,
        {
            "invocations": 2,
            "gigabyte_seconds": 6.0,
            "reads": 60,
            "writes": 8,
            "rings": 1,
            "mails": 1,
        },
    ),
)
