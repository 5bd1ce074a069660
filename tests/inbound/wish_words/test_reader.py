"""Weekdays and times of day as people type them into a cell, in four languages."""

import pytest

from fullhouse.inbound.wish_words.reader import LONGEST_CELL, read_wish
from fullhouse.inbound.wish_words.vocabulary import LANGUAGES, load_words
from fullhouse.products.frontdesk.waitlist.wishes import DAY_PARTS, WEEKDAYS

WORKING = "mon tue wed thu fri"


def said(text: str, language: str) -> tuple[str, str, str] | None:
    wish = read_wish(text, language)
    if wish is None:
        return None
    return " ".join(wish.weekdays), wish.from_time, wish.until_time


@pytest.mark.parametrize(
    ("language", "text", "weekdays", "from_time", "until_time"),
    [
        ("en", "Mon, Thu", "mon thu", "", ""),
        ("en", "mon thu", "mon thu", "", ""),
        ("en", "Tuesdays or Thursdays after 5", "tue thu", "17:00", ""),
        ("en", "weekdays", WORKING, "", ""),
        ("en", "weekends after 10", "sat sun", "10:00", ""),
        ("en", "Sat-Mon", "mon sat sun", "", ""),
        ("en", "any day", "", "", ""),
        ("en", "mornings", "", "", "12:00"),
        ("en", "afternoons and evenings", "", "12:00", ""),
        ("en", "after 5pm", "", "17:00", ""),
        ("en", "before noon", "", "", "12:00"),
        ("en", "12am to 9am", "", "00:00", "09:00"),
        ("en", "9-5", "", "09:00", "17:00"),
        ("en", "between 9 and 12", "", "09:00", "12:00"),
        ("en", ">17:00", "", "17:00", ""),
        ("en", "from 9am to 12:30pm weekdays", WORKING, "09:00", "12:30"),
        ("en", "afternoons after 3", "", "15:00", "17:00"),
        ("de", "Mo\u2013Fr", WORKING, "", ""),
        ("de", "Di/Do 17-20 Uhr", "tue thu", "17:00", "20:00"),
        ("de", "ab 17 Uhr", "", "17:00", ""),
        ("de", "werktags ab 17.30 Uhr", WORKING, "17:30", ""),
        ("de", "mo, di oder do", "mon tue thu", "", ""),
        ("en", "Monday, Tuesday and Thursday", "mon tue thu", "", ""),
        ("en", "Mon to Wed and Fri", "mon tue wed fri", "", ""),
        ("de", "Mo bis Mi und Fr", "mon tue wed fri", "", ""),
        ("fr", "lundi à mercredi et vendredi", "mon tue wed fri", "", ""),
        ("es", "de lunes a miércoles y viernes", "mon tue wed fri", "", ""),
        ("fr", "lu, ma ou je", "mon tue thu", "", ""),
        ("es", "lu, ma o ju", "mon tue thu", "", ""),
        ("de", "Do.", "thu", "", ""),
        ("de", "Sa vormittags", "sat", "", "12:00"),
        ("de", "zwischen 9 und 12 Uhr, Mo bis Mi", "mon tue wed", "09:00", "12:00"),
        ("de", "Mon, Thu", "mon thu", "", ""),
        ("de", "nach 7 Uhr", "", "07:00", ""),
        ("fr", "mardi et jeudi après 17h", "tue thu", "17:00", ""),
        ("fr", "en semaine, le matin", WORKING, "", "12:00"),
        ("fr", "de 9h à 12h30", "", "09:00", "12:30"),
        ("fr", "l\u2019après-midi", "", "12:00", "17:00"),
        ("fr", "di", "sun", "", ""),
        ("es", "lunes y jueves", "mon thu", "", ""),
        ("es", "los lunes por la tarde", "mon", "12:00", "20:00"),
        ("es", "entre las 10 y las 13", "", "10:00", "13:00"),
        ("es", "antes de las 12", "", "", "12:00"),
        ("es", "tardes y noches", "", "12:00", ""),
    ],
)
def test_a_cell_is_read(
    language: str, text: str, weekdays: str, from_time: str, until_time: str
) -> None:
    assert said(text, language) == (weekdays, from_time, until_time)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "maybe",
        "not Mondays",
        "17:00",
        "9 10",
        "25:00",
        "after 30",
        "13pm",
        "mornings and evenings",
        "after 10 before 9",
        "Mon after 5, Thu mornings",
        "2026-06-20",
        "Mon " * LONGEST_CELL,
    ],
)
def test_what_cannot_be_read_is_not_guessed(text: str) -> None:
    assert read_wish(text, "en") is None


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_of_each_language_name_every_day_and_part(language: str) -> None:
    words = load_words(language)
    days = {*WEEKDAYS, "working", "weekend"}
    assert (set(words.days), set(words.letters.days)) == (days, days)
    assert {*words.parts, *words.letters.parts} <= DAY_PARTS.keys()
    for day in WEEKDAYS:
        for word in (*words.days[day], *words.letters.days[day]):
            assert said(word, language) == (day, "", ""), word
