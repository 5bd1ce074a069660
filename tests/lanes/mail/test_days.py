"""Another day than the event's may be another occasion."""

from datetime import date

import pytest

from fullhouse.lanes.mail.days import is_of_another_day

SATURDAY = date(2026, 6, 20)


@pytest.mark.parametrize(
    "text",
    [
        "I can't make it on Tuesday.",
        "Am Donnerstagabend schaffe ich es nicht.",
        "Vendredi je ne peux pas.",
        "El miércoles no.",
    ],
)
def test_days_of_which_none_is_the_event_s_are_another_occasion(text: str) -> None:
    assert is_of_another_day(text, SATURDAY)


@pytest.mark.parametrize(
    "text", ["I can't make it.", "Samstagabend geht nicht.", "I'm ill since Monday and can't come on Saturday."]
)
def test_no_day_or_the_event_s_own_among_others_is_not(text: str) -> None:
    assert not is_of_another_day(text, SATURDAY)
