from datetime import datetime

import pytest

from fullhouse.kernel.localized_dates import (
    format_datetime,
    format_day,
    format_limit,
    format_relative,
    format_short_day,
    say_clock,
    say_month,
    say_time,
    say_written_time,
)
from fullhouse.locale import known_language

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
    assert format_datetime(EVENING, language) == said


def test_the_year_may_be_left_out() -> None:
    assert format_datetime(EVENING, "en", year=False) == "Saturday 20 June, 18:05"


def test_the_first_is_said_as_the_language_has_it() -> None:
    assert format_day(datetime(2026, 5, 1), "fr") == "vendredi 1er mai 2026"
    assert format_day(datetime(2026, 5, 1), "en") == "Friday 1 May 2026"


def test_a_leap_day_is_said() -> None:
    assert format_day(datetime(2028, 2, 29), "de") == "Dienstag, 29. Februar 2028"


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


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("it", "ora di Berlino"),
        ("es", "hora local de Berlín"),
        ("nl", "tijd in Berlijn"),
        ("pt", "horário de Berlim"),
        ("ar", "بتوقيت برلين"),
    ],
)
def test_the_city_of_a_clock_is_named_in_the_language(language: str, said: str) -> None:
    assert say_clock("Europe/Berlin", EVENING, language) == said


@pytest.mark.parametrize(
    ("asked", "known"), [("de", "de"), ("de-AT", "de"), ("FR_ca", "fr"), ("", "en"), ("xx", "en")]
)
def test_a_language_is_found_by_its_plain_name(asked: str, known: str) -> None:
    assert known_language(asked) == known


@pytest.mark.parametrize(
    ("language", "today", "tomorrow", "both", "later"),
    [
        (
            "en",
            "today, 18:05",
            "tomorrow, 18:05",
            "tomorrow, Saturday 20 June, 18:05",
            "Saturday 20 June, 18:05",
        ),
        (
            "de",
            "heute, 18:05 Uhr",
            "morgen, 18:05 Uhr",
            "morgen, Samstag, 20. Juni, 18:05 Uhr",
            "Samstag, 20. Juni, 18:05 Uhr",
        ),
        (
            "fr",
            "aujourd'hui à 18h05",
            "demain à 18h05",
            "demain, samedi 20 juin à 18h05",
            "samedi 20 juin à 18h05",
        ),
        (
            "es",
            "hoy, 18:05",
            "mañana, 18:05",
            "mañana, sábado 20 de junio, 18:05",
            "sábado 20 de junio, 18:05",
        ),
    ],
)
def test_what_is_soon_is_said_as_people_say_it(
    language: str, today: str, tomorrow: str, both: str, later: str
) -> None:
    day_before = datetime(2026, 6, 19, 23, 59)
    assert format_relative(EVENING, datetime(2026, 6, 20, 0, 0), language) == today
    assert format_relative(EVENING, day_before, language) == tomorrow
    assert format_relative(EVENING, day_before, language, date=True) == both
    assert format_relative(EVENING, datetime(2026, 6, 18, 23, 59), language) == later
    assert format_relative(EVENING, datetime(2026, 6, 21, 0, 0), language, date=True) == later


def test_what_is_in_another_year_says_which() -> None:
    assert format_relative(EVENING, datetime(2025, 12, 1), "en") == "Saturday 20 June 2026, 18:05"


@pytest.mark.parametrize(
    ("language", "said"), [("en", "18:05"), ("de", "18:05 Uhr"), ("fr", "18h05"), ("es", "18:05")]
)
def test_a_time_of_day_is_said_in_each_language(language: str, said: str) -> None:
    assert say_time(EVENING, language) == said


@pytest.mark.parametrize(
    ("language", "said"), [("en", "09:45"), ("de", "09:45 Uhr"), ("fr", "9h45"), ("sv", "09:45")]
)
def test_a_written_time_is_said_in_each_language(language: str, said: str) -> None:
    assert say_written_time("09:45", language) == said
    assert say_written_time("soon", language) == "soon"
    assert say_written_time("", language) == ""


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "Saturday 20 June 2026"), ("pl", "20 czerwca 2026 (sobota)")],
)
def test_the_end_of_a_period_fits_the_words_around_it(language: str, said: str) -> None:
    assert format_limit(EVENING, language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "March 2026"), ("de", "März 2026"), ("fr", "mars 2026"), ("es", "marzo de 2026")],
)
def test_a_month_is_said_in_each_language(language: str, said: str) -> None:
    assert say_month("2026-03", language) == said


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "Sat 20 Jun 2026"),
        ("de", "Sa. 20. Juni 2026"),
        ("fr", "sam. 20 juin 2026"),
        ("es", "sáb 20 jun 2026"),
    ],
)
def test_a_day_with_short_names(language: str, said: str) -> None:
    assert format_short_day(EVENING, language) == said
