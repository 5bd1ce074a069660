"""Times in a question: which are understood, and which days they mean by the clocks there."""

from datetime import timedelta

import pytest

from fullhouse.kernel.question_times import find_times, is_over, matches_time, to_range
from tests.support.rsvp_world import BERLIN, there

NOW = there("2026-06-10 12:00")  # a Wednesday


@pytest.mark.parametrize(
    ("text", "periods"),
    [
        ("on 2026-06-12", ("2026-06-12",)),
        ("am 12.6.", ("--06-12",)),
        ("am 12.06.2027", ("2027-06-12",)),
        ("12 June", ("--06-12",)),
        ("the 1st of March 2027", ("2027-03-01",)),
        ("am 3. März", ("--03-03",)),
        ("am 3. Maerz", ("--03-03",)),
        ("June 12th, 2026", ("2026-06-12",)),
        ("Dez 24", ("--12-24",)),
        ("29.2.", ("--02-29",)),
        ("in the last 3 days", ("3d",)),
        ("in den letzten 2 Wochen", ("2w",)),
        ("in the next 12 hours", ("+12h",)),
        ("in den nächsten 3 Tagen", ("+3d",)),
        ("30.2.", ()),
        ("0001-01-01", ()),
        ("9999-12-31", ()),
        ("maybe 3", ()),
        ("in the next \u0663 days", ()),
        ("in the last \u0663 days", ()),
        ("\u0665 May", ()),
        ("May \u0665", ()),
        ("12 June \u0662\u0660\u0662\u0666", ("--06-12",)),
        ("IN DEN NÄCHSTEN 3 TAGEN", ("+3d",)),
        ("3. MÄRZ", ("--03-03",)),
    ],
)
def test_dates_and_lengths_are_taken_out(text: str, periods: tuple[str, ...]) -> None:
    assert find_times(text).periods == periods


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("at 3", "03:00?"),
        ("at 3pm", "15:00"),
        ("at 12 am", "00:00"),
        ("3:30", "03:30?"),
        ("um 15 Uhr", "15:00"),
        ("um 8 Uhr", "08:00"),
        ("15.30 Uhr", "15:30"),
        ("at 0:15", "00:15"),
        ("2 slots at 14:00", "14:00"),
        ("at 25", ""),
        ("at 3:75", ""),
        ("at 15pm", ""),
        ("3 slots", ""),
    ],
)
def test_an_hour_is_taken_out(text: str, at: str) -> None:
    assert find_times(text).at == at


def test_an_hour_means_either_half_of_the_day_where_nobody_says_which() -> None:
    three = there("2026-06-10 15:00")
    assert matches_time("", three, BERLIN)
    assert matches_time("03:00?", three, BERLIN)
    assert matches_time("15:00", three, BERLIN)
    assert not matches_time("03:00", three, BERLIN)
    assert not matches_time("03:30?", three, BERLIN)


@pytest.mark.parametrize(
    ("period", "back", "first", "behind"),
    [
        ("today", False, "2026-06-10", "2026-06-11"),
        ("tomorrow", False, "2026-06-11", "2026-06-12"),
        ("yesterday", False, "2026-06-09", "2026-06-10"),
        ("this_week", False, "2026-06-08", "2026-06-15"),
        ("next_week", False, "2026-06-15", "2026-06-22"),
        ("last_week", True, "2026-06-01", "2026-06-08"),
        ("this_month", False, "2026-06-01", "2026-07-01"),
        ("last_month", False, "2026-05-01", "2026-06-01"),
        ("friday", False, "2026-06-12", "2026-06-13"),
        ("friday", True, "2026-06-05", "2026-06-06"),
        ("wednesday", True, "2026-06-10", "2026-06-11"),
        ("2026-06-12", True, "2026-06-12", "2026-06-13"),
        ("--06-12", False, "2026-06-12", "2026-06-13"),
        ("--06-12", True, "2025-06-12", "2025-06-13"),
        ("--06-09", False, "2027-06-09", "2027-06-10"),
        ("--02-29", False, "2028-02-29", "2028-03-01"),
        ("--02-29", True, "2024-02-29", "2024-03-01"),
    ],
)
def test_a_period_goes_from_midnight_to_midnight_there(
    period: str, back: bool, first: str, behind: str
) -> None:
    assert to_range(period, NOW, BERLIN, back=back) == (
        there(f"{first} 00:00"),
        there(f"{behind} 00:00"),
    )


def test_a_length_goes_from_now_back_or_ahead() -> None:
    since, until = to_range("3d", NOW, BERLIN)
    assert since == there("2026-06-07 12:00")
    assert NOW < until < NOW + timedelta(seconds=1)
    assert to_range("+12h", NOW, BERLIN) == (NOW, there("2026-06-11 00:00"))


@pytest.mark.parametrize(
    "period", ["", "soon", "3x", "99999999w", "2026-02-30", "--02-30", "0001-01-01", "9999-12-31"]
)
def test_what_is_no_period_is_refused(period: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        to_range(period, NOW, BERLIN)


@pytest.mark.parametrize(
    ("period", "back", "over"),
    [
        ("today", False, True),
        ("last_week", False, True),
        ("this_month", False, True),
        ("3d", False, True),
        ("+3d", False, False),
        ("tomorrow", True, False),
        ("next_week", True, False),
        ("friday", False, False),
        ("friday", True, True),
        ("--06-12", True, True),
        ("--06-12", False, False),
        ("", True, False),
    ],
)
def test_something_was_done_in_a_period_that_is_not_still_to_come(
    period: str, back: bool, over: bool
) -> None:
    assert is_over(period, back=back) is over
