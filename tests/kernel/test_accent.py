"""Accent colours: whatever a host types, it can be read by day and by night."""

from itertools import product

import pytest

from fullhouse.kernel.accent import (
    DAY,
    NIGHT,
    READABLE,
    VISIBLE,
    WHITE,
    contrast,
    palette,
    read_colour,
)

STEPS = ("00", "33", "66", "99", "cc", "ff")
COLOURS = [f"#{''.join(parts)}" for parts in product(STEPS, repeat=3)]


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("#A3182E", "#a3182e"),
        (" a3182e ", "#a3182e"),
        ("#fa0", "#ffaa00"),
        ("", ""),
        ("red", ""),
        ("#12345", ""),
        ("#1234567", ""),
        ("#12345g", ""),
        ("\u0661\u0662\u0663", ""),
    ],
)
def test_a_colour_is_three_or_six_hexadecimal_digits(typed: str, read: str) -> None:
    assert read_colour(typed) == read


def test_contrast_is_that_of_the_guidelines() -> None:
    assert contrast("#000000", WHITE) == pytest.approx(21)
    assert contrast(WHITE, "#000000") == pytest.approx(21)
    assert contrast("#767676", WHITE) == pytest.approx(4.54, abs=0.01)


@pytest.mark.parametrize("accent", COLOURS)
def test_any_colour_can_be_read_on_all_papers_and_carries_white_text(accent: str) -> None:
    made = palette(accent)
    assert contrast(made.link, DAY) >= READABLE
    assert contrast(made.night_link, NIGHT) >= READABLE
    assert contrast(made.night_button, NIGHT) >= VISIBLE
    for button in (made.button, made.pressed, made.night_button, made.night_pressed):
        assert contrast(button, WHITE) >= READABLE


def test_a_colour_that_can_be_read_stays_as_it_is() -> None:
    assert palette("#1f6b43").link == "#1f6b43"
    assert palette("#7fd0a3").night_link == "#7fd0a3"


def test_only_the_lightness_changes() -> None:
    made = palette("#ffcc00")
    assert made.link != "#ffcc00"
    red, green, blue = bytes.fromhex(made.link[1:])
    assert blue <= 2
    assert green / red == pytest.approx(0.8, abs=0.02)
