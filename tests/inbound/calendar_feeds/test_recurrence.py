"""What is called sure comes true: held against the library that follows the rules."""

from datetime import datetime

import pytest
from dateutil.rrule import rrulestr  # type: ignore[import-untyped]
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.inbound.calendar_feeds.recurrence import recurs_reliably

DAYS = ["MO", "FR", "MO,TU,WE,TH,FR", "1MO", "-1FR", "5TU", "53WE", "2SA,TH"]
RULES = st.fixed_dictionaries(
    {"FREQ": st.sampled_from(["DAILY", "WEEKLY", "MONTHLY", "YEARLY"])},
    optional={
        "INTERVAL": st.sampled_from(["1", "2", "7", "12"]),
        "BYMONTH": st.sampled_from(["2", "4", "6,7", "1,2,12"]),
        "BYMONTHDAY": st.sampled_from(["1", "15", "28", "29", "30", "31", "-1", "-31", "13,31"]),
        "BYDAY": st.sampled_from(DAYS),
        "BYSETPOS": st.sampled_from(["1", "-1", "2", "5"]),
    },
)


def said(rule: str) -> dict[str, str]:
    return dict(part.split("=") for part in rule.split(";"))


@given(
    RULES, st.sampled_from([datetime(2026, 1, 31), datetime(2024, 2, 29), datetime(2026, 6, 15)])
)
def test_a_rule_that_is_called_sure_finds_times_again_and_again(
    rule: dict[str, str], first: datetime
) -> None:
    if recurs_reliably(rule, first.day):
        text = ";".join(f"{name}={value}" for name, value in rule.items())
        found = rrulestr(text, dtstart=first)
        assert found.after(datetime(2040, 1, 1)).year < 2120


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY",
        "FREQ=DAILY;INTERVAL=3",
        "FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR",
        "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,TH",
        "FREQ=MONTHLY;BYMONTHDAY=31",
        "FREQ=MONTHLY;BYDAY=1MO",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=1",
        "FREQ=MONTHLY;INTERVAL=3;BYMONTHDAY=15",
        "FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13",
        "FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
        "FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU",
    ],
)
def test_what_calendars_write_every_day_is_sure(rule: str) -> None:
    assert recurs_reliably(said(rule), 15)


@pytest.mark.parametrize(
    "rule",
    [
        "FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
        "FREQ=DAILY;INTERVAL=7;BYDAY=MO",
        "FREQ=MONTHLY;INTERVAL=2;BYMONTH=3",
        "FREQ=YEARLY;BYWEEKNO=53",
        "FREQ=MONTHLY;BYDAY=MO;BYSETPOS=9",
        "FREQ=MONTHLY;BYDAY=?",
        "FREQ=MONTHLY;BYDAY=1MO,FR",
        "FREQ=MONTHLY;BYDAY=1MO;BYMONTHDAY=31",
        "FREQ=WEEKLY;BYDAY=MO;BYMONTHDAY=13",
        "FREQ=DAILY;INTERVAL=2;BYMONTHDAY=13",
        "FREQ=YEARLY;BYMONTH=x;BYMONTHDAY=y",
    ],
)
def test_what_may_never_come_true_is_not(rule: str) -> None:
    assert not recurs_reliably(said(rule), 15)
