"""How much of each thing an evening used that was played on the emulator: to hold it at all, and for each guest.

Every seat is taken, a tenth of the guests cancel, as many wait and claim; all reminders and headcounts are sent. Taken
from evenings with 20 and with 200 guests; one with 1,000 came out within 2% of it but for the time that functions
took. `tests/aws/test_cost.py` plays one again and holds it against this.
"""

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
