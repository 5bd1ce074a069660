"""Lines about opening hours, closed days and holidays."""

import pytest

from fullhouse.products.frontdesk.shared.rulebook.model import Closed, Hours
from tests.products.frontdesk.shared.rulebook.lines import reason, understood


def week(*days: tuple[int, str, str]) -> tuple[Hours, ...]:
    return tuple(Hours(*day) for day in days)


@pytest.mark.parametrize(
    ("written", "hours"),
    [
        (
            "Mon-Tue 09:00-18:00, Sat 10:00-14:00",
            week((0, "09:00", "18:00"), (1, "09:00", "18:00"), (5, "10:00", "14:00")),
        ),
        (
            "Mon, Wed-Thu 9-12",
            week((0, "09:00", "12:00"), (2, "09:00", "12:00"), (3, "09:00", "12:00")),
        ),
        (
            "Sat-Mon 10:00-11:00",
            week((0, "10:00", "11:00"), (5, "10:00", "11:00"), (6, "10:00", "11:00")),
        ),
        ("Monday 09:00-12:00 and 13:00-18:00", week((0, "09:00", "12:00"), (0, "13:00", "18:00"))),
        (
            "Tues: from 09:00 to 12:00, 12:00 to 18:00",
            week((1, "09:00", "12:00"), (1, "12:00", "18:00")),
        ),
        (
            "Mondays & Thurs 9am-5:30pm; Fri closed",
            week((0, "09:00", "17:30"), (3, "09:00", "17:30")),
        ),
        ("Fri 12am - 12pm", week((4, "00:00", "12:00"))),
        ("weekends 09.00-23.59", week((5, "09:00", "23:59"), (6, "09:00", "23:59"))),
        (
            "weekdays 08:00-09:00, Sat, Sun: closed",
            week(*((day, "08:00", "09:00") for day in range(5))),
        ),
        ("daily 08:00-09:00", week(*((day, "08:00", "09:00") for day in range(7)))),
    ],
)
def test_opening_hours_name_days_and_times(written: str, hours: tuple[Hours, ...]) -> None:
    assert understood(f"Opening hours: {written}").opening_hours == hours


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("Mon-Fri", "There are days without times."),
        ("Mon 09:00-12:00, Tue", "There are days without times."),
        ("09:00-18:00", "The days come first"),
        ("closed", "The days come first"),
        ("and", "No day is named."),
        ("Mon 18:00-09:00", "so 18:00-09:00 cannot be"),
        ("Mon 09:00", "so 09:00-09:00 cannot be"),
        ("Mon 09:00-24:00", "'24:00' is not a time of day"),
        ("Mon 09:00-12:60", "'12:60' is not a time of day"),
        ("Mon 09:00-13pm", "'13pm' is not a time of day"),
        ("Mon 09:00:00-10:00", "'0' is neither a day nor a time"),
        ("Mon 09:00-12:00 and 11:00-18:00", "The hours of Monday contradict each other."),
        ("Mon-Wed 09:00-12:00, Tue 11:00-13:00", "The hours of Tuesday contradict each other."),
        ("Mon-Fri 09:00-12:00, Wed closed", "The hours of Wednesday contradict each other."),
        ("Wed closed, Wed closed", "The hours of Wednesday contradict each other."),
        ("Mon, Fri-Mon 09:00-12:00", "Monday is named twice."),
        ("Mo-Fr 09:00-12:00", "'mo' is not a day of the week"),
        ("Funday 09:00-12:00", "'funday' is not a day of the week"),
        ("Mon ☀ 09:00-12:00", "'☀' is neither a day nor a time"),
        ("Mon-Wed-Fri 09:00-12:00", "I cannot see from when to when."),
        ("Mon - 09:00-12:00", "I cannot see from when to when."),
        ("- Mon 09:00-12:00", "I cannot see from when to when."),
        ("Mon 09:00-", "I cannot see from when to when."),
        ("Mon closed-closed", "I cannot see from when to when."),
        (
            "Mon "
            + " and ".join(
                f"{at // 60:02}:{at % 60:02}-{at // 60:02}:{at % 60 + 1:02}"
                for at in range(0, 1010, 10)
            ),
            "at most 100",
        ),
    ],
)
def test_opening_hours_that_cannot_be_are_named(written: str, why: str) -> None:
    found = reason(f"Opening hours: {written}")
    assert why in found
    example = "Opening hours: Mon-Fri 09:00-12:00 and 13:00-18:00, Sat 10:00-14:00"
    assert f"I understand lines such as `{example}`." in found


def test_closed_days_come_every_year_or_once_and_holidays_are_those_of_a_place() -> None:
    book = understood(
        "Closed: public holidays of DE-BE, 24 Dec, "
        "31. December, Jan 2nd, 29 Feb, 1 May 2027, 2026-12-27"
    )
    assert book.holidays_of == "DE-BE"
    assert book.closed == (
        *(Closed(12, 24), Closed(12, 31), Closed(1, 2), Closed(2, 29)),
        *(Closed(5, 1, 2027), Closed(12, 27, 2026)),
    )


@pytest.mark.parametrize(
    ("written", "place"), [("holidays in at", "AT"), ("Bank holidays of GB-SCT", "GB-SCT")]
)
def test_holidays_are_those_of_a_country_or_a_part_of_it(written: str, place: str) -> None:
    assert understood(f"Closed: {written}").holidays_of == place


@pytest.mark.parametrize(
    ("written", "why"),
    [
        ("public holidays of QQ", "There is no country QQ."),
        ("public holidays of Bavaria", "'public holidays of Bavaria' is not a day of the year"),
        ("public holidays of DE, public holidays of FR", "those of one place"),
        ("30 Feb", "There is no 30 Feb."),
        ("29 Feb 2027", "There is no 29 Feb 2027."),
        ("24 Doc", "There is no 24 Doc."),
        ("2026-13-01", "There is no 2026-13-01."),
        ("1 May 1927", "1927 is too far away"),
        ("0000-05-01", "0000 is too far away"),
        ("Sundays", "'Sundays' is not a day of the year"),
        ("24 Dec, December 24", "24 Dec is named twice."),
        (
            ", ".join(f"{day} Jan {year}" for year in range(2000, 2020) for day in range(1, 29)),
            "at most 400 closed days",
        ),
    ],
)
def test_closed_days_that_cannot_be_are_named(written: str, why: str) -> None:
    assert why in reason(f"Closed: {written}")
