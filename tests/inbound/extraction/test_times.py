"""Times of day as people write them, for a business that is open from nine to six."""

import msgspec
import pytest

from fullhouse.inbound.extraction.text import Source
from fullhouse.inbound.extraction.times import time_in
from tests.inbound.extraction.desk import BOOKS

TIMES = {
    "at 2:30 pm": "14:30",
    "at 2.30pm": "14:30",
    "2 p.m.": "14:00",
    "12 am": "00:00",
    "12:30 p.m.": "12:30",
    "quarter past two": "14:15",
    "half past nine": "09:30",
    "ten to three": "14:50",
    "at half two": "14:30",
    "at ten": "10:00",
    "at 4": "16:00",
    "at noon": "12:00",
    "dinner at 8": "20:00",
    "11 o'clock": "11:00",
    "14 Uhr 30": "14:30",
    "um 9.15 Uhr": "09:15",
    "um halb drei": "14:30",
    "fünf vor halb drei": "14:25",
    "Viertel nach zwei": "14:15",
    "viertel vor elf": "10:45",
    "um drei Uhr nachmittags": "15:00",
    "um 3": "15:00",
    "8:30 Uhr": "08:30",
    "von 14:30 bis 15:15 Uhr": "14:30",
    "à 14h30": "14:30",
    "à 15 h": "15:00",
    "trois heures et demie": "15:30",
    "quinze heures trente": "15:30",
    "neuf heures moins le quart": "08:45",
    "à midi": "12:00",
    "10 heures du matin": "10:00",
    "a las tres y media": "15:30",
    "a las once y cuarto": "11:15",
    "a las cuatro menos cuarto": "15:45",
    "a las 5 de la tarde": "17:00",
    "a las 16:30": "16:30",
    "al mediodía": "12:00",
    "14:30 - 15:15": "14:30",
    "12.30 Uhr": "12:30",
    "18h30": "18:30",
    "von 14.30 - 15.15 Uhr": "14:30",
    "a las cinco y media de la tarde": "17:30",
    "at half past four": "16:30",
    "at 10ish": "10:00",
    "around 3ish": "15:00",
    "gegen halb elf": "10:30",
    "um viertel vor drei": "14:45",
    "um drei viertel vier": "15:45",
    "à onze heures et quart": "11:15",
    "vers 16h": "16:00",
    "sobre las diez y cuarto": "10:15",
    "a mediodía": "12:00",
    "mittags um zwölf": "12:00",
    "at a quarter to four": "15:45",
    "a la una": "13:00",
    "a la una y media": "13:30",
    "at twelve thirty": "12:30",
    "9 am sharp": "09:00",
    "at 3.30": "15:30",
    "13h": "13:00",
    "15 Uhr s.t.": "15:00",
    "viertel drei": "14:15",
    "um fünf. Bis dann": "17:00",
    "15 Uhr 40.": "15:40",
    "am halbi vieri": "15:30",
    "midi moins dix": "11:50",
    "à midi et quart": "12:15",
    "en avant-midi, 10 h 15": "10:15",
    "cuatro y cuarto de la tarde": "16:15",
    "ten rather than eleven": "10:00",
    "um zehn statt um elf": "10:00",
    "a las 12:20 en vez de a las 11:00": "12:20",
    "the one at 2 pm is now at 4 pm": "16:00",
    "de 10 h, remplacé par 15 h 30": "15:30",
}
NO_TIMES = [
    "soon",
    "after 3pm",
    "ab 15 Uhr",
    "antes de las 5",
    "zwischen 14 und 16 Uhr",
    "between 2 and 4 pm",
    "at once",
    "at 25:00 or 13 pm",
    "Version 1.14:30:22",
    "20 minutes",
    "um 20 Euro",
    "un poco",
    "0171 3920104",
    "cet après-midi",
    "ten rather than eleven people",
]


@pytest.mark.parametrize("text", TIMES)
def test_a_time_is_read(text: str) -> None:
    found = time_in(Source(text), BOOKS["en"])
    assert found is not None
    assert (found.value, found.words) == (TIMES[text], text)


@pytest.mark.parametrize("text", NO_TIMES)
def test_what_is_no_time_to_come_at_stays_empty(text: str) -> None:
    assert time_in(Source(text), BOOKS["en"]) is None


def test_where_nobody_knows_when_it_is_open_the_half_of_the_day_is_a_guess() -> None:
    book = msgspec.structs.replace(BOOKS["en"], opening_hours=())
    found = time_in(Source("um drei"), book)
    assert found is not None
    assert (found.value, found.confidence) == ("15:00", "guess")


def test_of_two_times_the_first_is_a_guess() -> None:
    found = time_in(Source("at 10:00, or at 11:00"), BOOKS["en"])
    assert found is not None
    assert (found.value, found.confidence) == ("10:00", "guess")
