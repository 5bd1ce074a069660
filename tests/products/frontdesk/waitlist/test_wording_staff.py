"""Texts for staff: what became of a slot and why, the month's summary, and open work."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from fullhouse.products.frontdesk.waitlist.wording import HAND_BACK_REASONS
from tests.products.frontdesk.waitlist.told import MONTH, TRIED, letter
from tests.products.saying import read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "waitlist", "notes", "waitlist_notes")
LANGUAGES = ("en", "de", "fr", "es")

QUIET = {"freed": 0, "filled": 0, "handed_back": 0, "offers": 0, "minutes_to_fill": 0, "money": {}}
MONTHS = {
    "quiet": QUIET,
    "one unfilled": {**QUIET, "freed": 1},
    "three unfilled": {**QUIET, "freed": 3},
    "one filled": {**QUIET, "freed": 1, "filled": 1},
    "five filled": MONTH,
}
SAID = {
    "en": {
        "quiet": "May 2026 was quiet: no slot came free, so nobody had to be asked.",
        "one unfilled": (
            "In May 2026 one slot came free, and it found nobody this time. "
            "The next one may: the waitlist is ready."
        ),
        "three unfilled": (
            "In May 2026 3 slots came free, and they found nobody this time. "
            "The next ones may: the waitlist is ready."
        ),
        "one filled": (
            "In May 2026 one slot came free, and the waitlist filled it. "
            "It took less than a minute. "
            "And nobody had to sit at the phone for it."
        ),
        "five filled": (
            "In May 2026 7 slots came free, and the waitlist filled 5 of them. "
            "It took 14 minutes on average. "
            "That brought back €600. And nobody had to sit at the phone for it."
        ),
    },
    "de": {
        "quiet": (
            "Der Mai 2026 war ruhig: Kein Termin wurde frei, also musste niemand gefragt werden."
        ),
        "one unfilled": (
            "Im Mai 2026 wurde ein Termin frei und fand diesmal niemanden. "
            "Der nächste vielleicht: Die Warteliste steht bereit."
        ),
        "three unfilled": (
            "Im Mai 2026 wurden 3 Termine frei und fanden diesmal niemanden. "
            "Die nächsten vielleicht: Die Warteliste steht bereit."
        ),
        "one filled": (
            "Im Mai 2026 wurde ein Termin frei, und die Warteliste hat ihn besetzt. "
            "Das dauerte weniger als eine Minute. Und niemand musste dafür am Telefon sitzen."
        ),
        "five filled": (
            "Im Mai 2026 wurden 7 Termine frei, und die Warteliste hat 5 davon besetzt. "
            "Das dauerte im Schnitt 14 Minuten. So habt ihr 600 € zurückgewonnen. "
            "Und niemand musste dafür am Telefon sitzen."
        ),
    },
    "fr": {
        "quiet": (
            "Un mois calme, mai 2026 : "
            "aucun créneau ne s'est libéré, et personne n'a dû être contacté."
        ),
        "one unfilled": (
            "En mai 2026, un créneau s'est libéré et n'a trouvé personne cette fois. "
            "Le prochain aura peut-être plus de chance : la liste est prête."
        ),
        "three unfilled": (
            "En mai 2026, 3 créneaux se sont libérés et n'ont trouvé personne cette fois. "
            "Les prochains auront peut-être plus de chance : la liste est prête."
        ),
        "one filled": (
            "En mai 2026, un créneau s'est libéré, et la liste d'attente l'a repris. "
            "Cela a pris moins d'une minute. Et personne n'a dû rester au téléphone pour cela."
        ),
        "five filled": (
            "En mai 2026, 7 créneaux se sont libérés ; repris par la liste d'attente : 5. "
            "Cela a pris 14 minutes en moyenne. Vous avez ainsi récupéré 600 €. "
            "Et personne n'a dû rester au téléphone pour cela."
        ),
    },
    "es": {
        "quiet": (
            "Fue un mes tranquilo, mayo de 2026: "
            "no quedó libre ningún hueco, y no hubo que preguntar a nadie."
        ),
        "one unfilled": (
            "En mayo de 2026 quedó libre un hueco, y esta vez no encontró a nadie. "
            "Quizá el próximo sí: hay gente esperando."
        ),
        "three unfilled": (
            "En mayo de 2026 quedaron libres 3 huecos, y esta vez no encontraron a nadie. "
            "Quizá los próximos sí: hay gente esperando."
        ),
        "one filled": (
            "En mayo de 2026 quedó libre un hueco, y la lista de espera lo ocupó. "
            "Tardó menos de un minuto. "
            "Y nadie tuvo que pasar horas al teléfono."
        ),
        "five filled": (
            "En mayo de 2026 quedaron libres 7 huecos; ocupados desde la lista de espera: 5. "
            "Tardaron 14 minutos de media. Así recuperasteis 600 €. "
            "Y nadie tuvo que pasar horas al teléfono."
        ),
    },
}


def body(told: Letter) -> str:
    return " ".join(told.paragraphs)


def summary(**facts: Any) -> Letter:
    return letter("summary", summary=facts)


def test_a_note_that_nobody_fits_reads_whole() -> None:
    assert read(as_text(letter("nobody_fits"))) == snapshot("""\
There is nobody to ask for this slot.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes

Nobody on the waitlist can take it or be reached right now, so we didn't ask anyone.

The slot stays open until tomorrow, 13:50: whoever joins the waitlist and fits is asked. Meanwhile
the time is free. Call someone, or book it as usual.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


def test_a_note_that_a_slot_is_handed_back_reads_whole() -> None:
    assert read(as_text(letter("handed_back"))) == snapshot("""\
Nobody took this slot.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes
Asked: Ada and Ben

2 people were asked, as many as your rules allow, and none of them took it.

You can still fill it: call someone, or book it as usual. If you offer it again on the desk, we go
on with those who were not asked yet.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("why", HAND_BACK_REASONS)
def test_a_slot_that_is_handed_back_says_why_and_what_to_do(why: str, language: str) -> None:
    told = letter("handed_back", slot={"why": why}, business={"language": language})
    other = letter("handed_back", slot={"why": "a new reason"}, business={"language": language})
    assert len(told.paragraphs) == 2
    assert told.paragraphs[0] != other.paragraphs[0]


def test_a_note_that_everyone_was_asked_reads_whole() -> None:
    told = letter("nobody_fits", slot={"why": "line_spent", "tried": 2}, tried=TRIED)
    assert read(as_text(told)) == snapshot("""\
Nobody took this slot yet.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes
Asked: Ada and Ben

Everyone whom it fits and who can be reached was asked, and nobody took it.

The slot stays open until tomorrow, 13:50: whoever joins the waitlist and fits is asked. Meanwhile
the time is free. Call someone, or book it as usual.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


def test_a_note_that_the_time_was_booked_reads_whole() -> None:
    told = letter("handed_back", slot={"why": "booked_over"}, tried=[])
    assert read(as_text(told)) == snapshot("""\
All or part of this slot's time was booked.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes

So we no longer offer it. If some of its time is left, we offer that to someone on the waitlist whom
it suits. Otherwise it can be booked.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


def test_a_note_of_an_earlier_version_does_not_say_how_long_the_slot_stays_open() -> None:
    assert len(letter("nobody_fits", slot={"closes_at": None}).paragraphs) == 1


def test_a_reason_that_is_not_known_is_not_guessed() -> None:
    assert (
        letter("handed_back", slot={"why": "sunspots"}).paragraphs[0] == "It is no longer offered."
    )
    assert letter("handed_back", slot=None).paragraphs[0] == "It is no longer offered."


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("why", HAND_BACK_REASONS)
def test_a_slot_that_has_begun_says_only_why(why: str, language: str) -> None:
    told = letter("handed_back", slot={"why": why}, business={"language": language}, begun=True)
    usual = letter("handed_back", slot={"why": why}, business={"language": language})
    assert len(told.paragraphs) == 1
    is_same = told.paragraphs[0] == usual.paragraphs[0]
    assert is_same == (why not in ("too_late", "quiet_hours"))


def test_what_starts_too_soon_is_not_sent_through_the_line_again() -> None:
    assert "again" not in body(letter("handed_back", slot={"why": "too_late"}))
    assert "offer it again on the desk" in body(letter("handed_back", slot={"why": "tries_spent"}))


@pytest.mark.parametrize(
    ("tried", "said"),
    [
        (
            [{"name": "Ada"}],
            "One person was asked, as many as your rules allow, and did not take it.",
        ),
        (
            [{"name": "Ada"}, {"name": "Ben"}, {"name": "Cem"}],
            "3 people were asked, as many as your rules allow, and none of them took it.",
        ),
    ],
)
def test_those_who_were_asked_are_counted(tried: list[dict[str, str]], said: str) -> None:
    assert letter("handed_back", slot={"why": "tries_spent"}, tried=tried).paragraphs[0] == said


@pytest.mark.parametrize(
    ("tried", "said"),
    [
        ([{"name": "Ada"}], "Ada"),
        ([{"name": "Ada"}, {"name": "Ben"}, {"name": "Cem"}], "Ada, Ben and Cem"),
        ([], "2"),
    ],
)
def test_those_who_were_asked_are_named(tried: list[dict[str, str]], said: str) -> None:
    assert ("Asked", said) in letter("handed_back", tried=tried).details


def test_a_month_reads_whole() -> None:
    assert read(as_text(letter("summary"))) == snapshot("""\
5 of 7 freed slots filled.

Month: May 2026
Slots freed: 7
Filled from the waitlist: 5
Handed back to you: 2
Offers made: 9
Time to fill, on average: 14 minutes
Money recovered: €600

In May 2026 7 slots came free, and the waitlist filled 5 of them. It took 14 minutes on average.
That brought back €600. And nobody had to sit at the phone for it.

See it on the desk:
https://salon.example/l/desk

--
You get this email because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("month", MONTHS)
def test_a_month_reads_in_each_language(language: str, month: str) -> None:
    told = letter("summary", business={"language": language}, summary=MONTHS[month])
    assert body(told).replace("\u00a0", " ") == SAID[language][month]


def test_money_is_told_per_currency_as_people_write_it() -> None:
    told = letter(
        "summary", summary={"money": {"USD": 1000, "EUR": 123450}}, business={"language": "de"}
    )
    assert ("Zurückgewonnen", "1.234,50\u00a0€ und 10\u00a0$") in told.details


def test_a_month_without_prices_says_nothing_of_money() -> None:
    told = summary(**{**MONTH, "money": {}})
    assert "Money recovered" not in dict(told.details)
    assert "brought back" not in body(told)


def test_a_month_without_a_filled_slot_has_no_time_to_fill() -> None:
    told = summary(**{**MONTH, "filled": 0, "money": {}})
    assert "Time to fill, on average" not in dict(told.details)


def test_a_quiet_month_is_said_as_such() -> None:
    assert summary(**QUIET).heading == "No slot was freed."


def test_a_request_that_someone_wrote_is_to_be_looked_at() -> None:
    told = letter("proposal")
    assert told.details == (
        ("Name", "Ada"),
        ("Phone", "+6581237200"),
        ("Email", "ada@example.org"),
        ("What", "Colour"),
        ("Dates", "Saturday 20 June 2026 to Tuesday 30 June 2026, Mondays only, from 17:00 on"),
        ("With", "Jess"),
        ("From", "ada@example.org"),
        ("Subject", "A colour in June?"),
    )
    assert "they join the waitlist and get a message that says so" in body(told)
    assert "nobody joins before you say so" in body(told)


def test_the_end_of_texts_says_what_goes_on_and_how_to_raise_the_limit() -> None:
    told = letter("text_limit")
    assert told.details == (("Month", "June 2026"), ("Limit", "€20"))
    assert "Emails go on" in body(told)
    assert "the line “Texts:” of your rules" in body(told)


def test_people_who_are_missing_from_the_sheet_are_named_and_nobody_is_taken_off() -> None:
    told = letter("removal")
    assert told.subject == "Missing or ending in your sheet: 4. Please have a look"
    assert told.details == (("Names", "Ada, Ben and 2 more"),)
    assert "We have taken nobody off the waitlist" in body(told)
    assert [button.purpose for button in told.buttons] == ["desk"]


def test_bookings_that_are_missing_from_the_calendar_are_told_without_names() -> None:
    told = letter("removal", removal={"source": "calendar", "gone": 3, "people": []})
    assert told.heading == "Bookings are missing from your calendar: 3."
    assert told.details == ()
    assert "We have freed and offered nothing" in body(told)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_missing_is_told_in_each_language(language: str) -> None:
    for source in ("sheet", "calendar", "rules", "sheet-changes"):
        told = letter("removal", business={"language": language}, removal={"source": source})
        assert "4" in told.subject
        assert told.footer == letter("text_limit", business={"language": language}).footer


def test_a_month_says_what_was_given_up_again_and_what_is_open() -> None:
    told = dict(letter("summary", summary={"given_up": 2, "open": 1}).details)
    assert (told["Claimed, then given up or missed"], told["Still open"]) == ("2", "1")
    assert "Still open" not in dict(letter("summary").details)
