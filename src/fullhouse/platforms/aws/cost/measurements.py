"""Usage measured on the emulator: of an event, fixed and per guest, and of a month.

Every seat is taken, a tenth of the guests cancel, as many wait and claim; all reminders and
headcounts are sent. Measured with 20 and with 200 guests; a run with 1,000 came within 2%, except
for the time that functions took. `tests/aws/test_cost.py` repeats the run with 20.

What the protection of replies and addresses adds was measured with 20 guests: two marks for each
mail (4 write units), one count of messages (2) and one rate limit (1) for each sign-up.
"""

from typing import NamedTuple

FIXED: dict[str, float] = {
    "mails": 8,
    "mail_gigabytes": 0.000124,
    "writes": 330,
    "reads": 311,
    "invocations": 63,
    "gigabyte_seconds": 52,
    "rings": 26,
    "secrets": 13,
    "parameters": 25,
    "log_gigabytes": 0.000032,
}
PER_GUEST: dict[str, float] = {
    "mails": 4.41,
    "mail_gigabytes": 0.0000929,
    "writes": 124.0,
    "reads": 39.2,
    "invocations": 6.82,
    "gigabyte_seconds": 0.98,
    "events": 1.3,
    "log_gigabytes": 0.0000047,
}


class Round(NamedTuple):
    """A periodic task: how often it runs in a month, and its usage each time."""

    times: int
    uses: dict[str, float]


# A month of the waitlist: two slots are freed for every five entries, each offered twice and
# claimed. Offers are SMS of one part; confirmations, which name the date as well, have two, since
# AWS's own addresses are long. A claim makes an appointment, and each slot is held in the day
# schedule meanwhile. Staff open the desk once per entry. Measured with 10 entries.
PER_ENTRY: dict[str, float] = {
    "texts": 1.6,
    "mails": 1.1,
    "mail_gigabytes": 0.000016,
    "writes": 183.0,
    "reads": 117.0,
    "invocations": 14.0,
    "gigabyte_seconds": 8.0,
    "events": 1.6,
    "rings": 0.8,
    "notices": 1.2,
    "log_gigabytes": 0.0000055,
}
# A month of appointments: each is booked by a script and has one reminder, an SMS of one part.
# Four of five customers confirm; the fifth cancels and gets a message; staff get two notes: the
# cancellation, and that nobody waits. Staff open the desk once per appointment. Measured with 10
# appointments.
PER_APPOINTMENT: dict[str, float] = {
    "texts": 1.2,
    "mails": 0.25,
    "mail_gigabytes": 0.000006,
    "writes": 91.0,
    "reads": 90.0,
    "invocations": 11.0,
    "gigabyte_seconds": 8.0,
    "events": 0.4,
    "rings": 3.0,
    "notices": 1.2,
    "log_gigabytes": 0.000006,
}
# Sweep every 15 minutes, Google sync every 3 minutes, nightly housekeeping, monthly summary.
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
# Sweep and tick every 15 minutes, sheet sync every 5 minutes, calendar sync every hour, weekly
# summary.
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
