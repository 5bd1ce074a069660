"""Months side by side: the bars are as high as their numbers, and words say the same."""

import xml.etree.ElementTree as ET

from fullhouse.web.graphics.bar_charts import MonthBar, describe_months, draw_months

SVG = "{http://www.w3.org/2000/svg}"


def heights(bars: tuple[MonthBar, ...], kind: str) -> list[str | None]:
    text = str(draw_months(bars)).replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)
    picture = ET.fromstring(text)  # noqa: S314 - our own
    return [one.get("height") for one in picture.iter(f"{SVG}rect") if one.get("class") == kind]


def test_a_bar_is_as_high_as_its_number() -> None:
    bars = (MonthBar("May", "May 2026", 10, 5), MonthBar("Jun", "June 2026", 20, 0))
    assert heights(bars, "freed") == ["70", "140"]
    assert heights(bars, "filled") == ["35", "0"]


def test_months_in_which_nothing_was_freed_are_flat() -> None:
    assert heights((MonthBar("Jun", "June 2026", 0, 0),), "freed") == ["0"]
    assert heights((), "freed") == []


def test_words_say_the_same() -> None:
    bars = (MonthBar("May", "May 2026", 1, 1), MonthBar("Jun", "June 2026", 4, 1))
    assert (
        describe_months(bars)
        == "May 2026: 1 of 1 freed slot filled. June 2026: 1 of 4 freed slots filled."
    )
