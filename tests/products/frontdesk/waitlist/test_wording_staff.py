"""Texts for staff: what became of a slot and why, the month's summary, and open work."""

from typing import Any

import pytest
from inline_snapshot import snapshot

from fullhouse.kernel.letter_html import as_text
from fullhouse.kernel.letters import Letter
from tests.products.frontdesk.waitlist.told import MONTH, letter
from tests.products.saying import read
from tests.support.phrases import phrases

PHRASES = phrases("frontdesk", "waitlist")

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
            "The next one may: the line is ready."
        ),
        "three unfilled": (
            "In May 2026 3 slots came free, and they found nobody this time. "
            "The next ones may: the line is ready."
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
Nobody on the waitlist fits this slot.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes

Nobody who waits could take it, or nobody who could can be reached just now. So nobody was asked.

You can still fill it: call someone, or book it as usual. If you free it again on the desk, the line
is looked at once more.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


def test_a_note_that_a_slot_is_handed_back_reads_whole() -> None:
    assert read(as_text(letter("handed_back"))) == snapshot("""\
This slot is back with you.

What: Colour
When: tomorrow, Friday 12 June, 14:00
With: Jess
How long: 1 hour 30 minutes
Asked: Ada and Ben

Everyone whom it fits and who can be reached was asked, and nobody took it.

You can still fill it: call someone, or book it as usual. If you free it again on the desk, the line
is asked once more.

See it on the desk:
https://salon.example/l/desk

--
You get this mail because you look after the front desk at Salon Jess.
""")


@pytest.mark.parametrize("language", PHRASES)
@pytest.mark.parametrize("why", ["tries_spent", "line_spent", "too_late", "withdrawn"])
def test_a_slot_that_is_handed_back_says_why_and_what_to_do(why: str, language: str) -> None:
    told = letter("handed_back", slot={"why": why}, business={"language": language})
    other = letter("handed_back", slot={"why": "a new reason"}, business={"language": language})
    assert len(told.paragraphs) == 2
    assert told.paragraphs[0] != other.paragraphs[0]


def test_a_reason_that_is_not_known_is_not_guessed() -> None:
    assert (
        letter("handed_back", slot={"why": "sunspots"}).paragraphs[0] == "It is no longer offered."
    )
    assert letter("handed_back", slot=None).paragraphs[0] == "It is no longer offered."


def test_what_starts_too_soon_is_not_sent_through_the_line_again() -> None:
    assert "again" not in body(letter("handed_back", slot={"why": "too_late"}))
    assert "free it again on the desk" in body(letter("handed_back", slot={"why": "tries_spent"}))


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
You get this mail because you look after the front desk at Salon Jess.
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
        ("From", "ada@example.org"),
        ("Subject", "A colour in June?"),
        ("Name", "Ada"),
        ("What", "Colour"),
    )
    assert "nobody is put on the waitlist before you say so" in body(told)


def test_the_end_of_texts_says_what_goes_on_and_how_to_raise_the_limit() -> None:
    told = letter("text_limit")
    assert told.details == (("Month", "June 2026"), ("Limit", "€20"))
    assert "Mails go on" in body(told)
    assert "the line “Texts:” of your rules" in body(told)
