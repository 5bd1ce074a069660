"""The sign-up chart: a step line with an end dot, and text and a table for screen readers."""

import re
from datetime import UTC, datetime, timedelta
from xml.etree import ElementTree as ET

from fullhouse.products.rsvp.signup_curve import Point, SignupCurve
from fullhouse.web.graphics.signup_chart import (
    BOTTOM,
    MOST_ROWS,
    RIGHT,
    TOP,
    chart,
    describe_growth,
    frame,
    rows,
)

BEGAN = datetime(2026, 6, 1, 10, 0, tzinfo=UTC)
DAY = timedelta(days=1)
ZONE = "Europe/Berlin"
CURVE = SignupCurve(BEGAN, DAY, (Point(0, 2, 0), Point(2, 10, 1), Point(5, 8, 0)))


def drawn(
    growth: SignupCurve = CURVE, cap: int = 10, until: datetime = BEGAN + 6 * DAY
) -> ET.Element:
    return ET.fromstring(chart(growth, cap, until, ZONE))  # noqa: S314 - our own picture


def paths(picture: ET.Element) -> dict[str, str]:
    return {one.get("class", ""): one.get("d", "") for one in picture.iter("path")}


def test_the_line_goes_in_steps_and_ends_at_a_dot() -> None:
    picture = drawn()
    line = paths(picture)["confirmed"]
    assert re.fullmatch(r"M\d+ \d+(H\d+V\d+)+H\d+", line)
    dots = {one.get("class"): (one.get("cx"), one.get("cy")) for one in picture.iter("circle")}
    assert dots["confirmed"] == (str(RIGHT), str(frame(CURVE, 10, BEGAN + 6 * DAY).y(8)))
    assert dots["waiting"] == (str(RIGHT), str(BOTTOM))


def test_a_list_on_which_nobody_waited_has_one_line() -> None:
    picture = drawn(SignupCurve(BEGAN, DAY, (Point(0, 2, 0),)))
    assert "waiting" not in paths(picture)
    assert (
        describe_growth(SignupCurve(BEGAN), 1, BEGAN, ZONE)
        == "On Monday 1 June 2026: 0 of 1 seat confirmed. Nobody has waited."
    )


def test_the_cap_is_drawn_where_the_line_would_not_lie_flat_under_it() -> None:
    assert paths(drawn())["cap"] == f"M4 {TOP}H{RIGHT}"
    assert "cap" not in paths(drawn(cap=1000))
    assert frame(CURVE, 1000, BEGAN).top == 10


def test_an_empty_list_is_a_level_line() -> None:
    assert paths(drawn(SignupCurve(BEGAN), 50, BEGAN))["confirmed"] == f"M4 {BOTTOM}H{RIGHT}"


def test_nothing_is_drawn_outside_the_picture() -> None:
    spans = frame(CURVE, 10, BEGAN + DAY)
    assert spans.x(BEGAN - DAY) == 4
    assert spans.x(BEGAN + 9 * DAY) == RIGHT
    assert frame(CURVE, 10, BEGAN - DAY).until == BEGAN


def test_it_says_in_words_what_it_shows() -> None:
    said = drawn().findtext("desc")
    assert said == (
        "From Monday 1 June 2026 to Sunday 7 June 2026: "
        "8 of 10 seats confirmed. 0 on the waitlist, 1 at most."
    )


def test_the_table_has_the_end_of_each_day() -> None:
    found = rows(CURVE, ZONE)
    assert [(row.day.day, row.confirmed, row.waiting) for row in found] == [
        (1, 2, 0),
        (3, 10, 1),
        (6, 8, 0),
    ]
    assert rows(SignupCurve(BEGAN), ZONE) == ()


def test_a_long_table_is_thinned_and_ends_with_the_last_day() -> None:
    long = SignupCurve(BEGAN, DAY, tuple(Point(at, at, 0) for at in range(200)))
    found = rows(long, ZONE)
    assert len(found) <= MOST_ROWS
    assert found[-1].confirmed == 199
