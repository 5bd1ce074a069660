from datetime import datetime

import pytest

from fullhouse.kernel.dates import known_language, say_clock, say_day, say_moment

EVENING = datetime(2026, 6, 20, 18, 5)


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Saturday 20 June 2026, 18:05"),
        ("de", "Samstag, 20. Juni 2026, 18:05 Uhr"),
        ("fr", "samedi 20 juin 2026 à 18h05"),
        ("es", "sábado 20 de junio de 2026, 18:05"),
        ("tlh", "Saturday 20 June 2026, 18:05"),
    ],
)
def test_a_moment_is_said_in_each_language(language: str, said: str) -> None:
    assert say_moment(EVENING, language) == said


def test_the_year_may_be_left_out() -> None:
    assert say_moment(EVENING, "en", year=False) == "Saturday 20 June, 18:05"


def test_the_first_is_said_as_the_language_has_it() -> None:
    assert say_day(datetime(2026, 5, 1), "fr") == "vendredi 1er mai 2026"
    assert say_day(datetime(2026, 5, 1), "en") == "Friday 1 May 2026"


def test_a_leap_day_is_said() -> None:
    assert say_day(datetime(2028, 2, 29), "de") == "Dienstag, 29. Februar 2028"


@pytest.mark.parametrize(
    ("zone", "said"),
    [
        ("Europe/Berlin", "Berlin time"),
        ("America/Argentina/Buenos_Aires", "Buenos Aires time"),
        ("UTC", "UTC"),
        ("Etc/UTC", "UTC"),
        ("Etc/GMT+5", "UTC-05:00"),
        ("Etc/GMT-14", "UTC+14:00"),
    ],
)
def test_the_clock_is_named_by_its_place_or_else_by_its_distance(zone: str, said: str) -> None:
    assert say_clock(zone, EVENING, "en") == said


def test_the_clock_is_named_in_the_language() -> None:
    assert say_clock("Europe/Berlin", EVENING, "de") == "Ortszeit Berlin"


@pytest.mark.parametrize(("asked", "known"), [("de", "de"), ("de-AT", "de"), ("FR_ca", "fr"), ("", "en"), ("xx", "en")])
def test_a_language_is_found_by_its_plain_name(asked: str, known: str) -> None:
    assert known_language(asked) == known
