"""Weekdays and times of day in mails that ask for the waitlist."""

from datetime import UTC, datetime

import pytest

from fullhouse.inbound.extraction.review import approve_entry, read_edit
from fullhouse.products.frontdesk.shared.proposals import Proposal
from tests.inbound.extraction.desk import BOOKS, NOW, proposed, raw_mail, values

AT = datetime(2026, 6, 3, 8, tzinfo=UTC)
WISHED = ("weekdays", "from_time", "until_time", "earliest", "latest")


def wishes(text: str, language: str) -> dict[str, str]:
    found = values(raw_mail(text), language)
    return {field: found[field] for field in WISHED if field in found}


@pytest.mark.parametrize(
    ("language", "text"),
    [
        (
            "en",
            "Please put me on the list for a cut: Tuesdays or Thursdays after 5 would be great.",
        ),
        ("de", "Bitte auf die Warteliste für Haarschnitt. Dienstags oder donnerstags ab 17 Uhr."),
        ("fr", "Je voudrais une coupe. Les mardis ou jeudis après 17h seraient parfaits."),
        ("es", "Quisiera un corte. Los martes o jueves después de las 17 me viene bien."),
    ],
)
def test_a_habit_is_a_wish_and_no_date(language: str, text: str) -> None:
    assert wishes(text, language) == {"weekdays": "tue thu", "from_time": "17:00"}


def test_dates_and_wishes_stand_beside_each_other() -> None:
    text = "A colour please, Saturdays until 30 June, mornings."
    assert wishes(text, "en") == {
        "weekdays": "sat",
        "until_time": "12:00",
        "latest": "2026-06-30",
    }


def test_one_tuesday_stays_a_date() -> None:
    found = wishes("Could I come on Tuesday after 5pm for a cut?", "en")
    assert found == {"from_time": "17:00", "earliest": "2026-06-09", "latest": "2026-06-09"}


@pytest.mark.parametrize(
    ("language", "text", "wish"),
    [
        ("es", "Un corte, lunes y jueves.", {"weekdays": "mon thu"}),
        ("es", "Un corte, martes o jueves por favor", {"weekdays": "tue thu"}),
        ("es", "Un corte, lunes, miércoles o viernes", {"weekdays": "mon wed fri"}),
        (
            "es",
            "Un corte, lunes y jueves por la mañana",
            {"weekdays": "mon thu", "until_time": "12:00"},
        ),
        ("en", "A cut on Thu or Fri mornings", {"weekdays": "thu fri", "until_time": "12:00"}),
        (
            "en",
            "A cut on Tuesday, or Thursday mornings",
            {"weekdays": "thu", "until_time": "12:00"},
        ),
        (
            "en",
            "A cut on Tue and Thu and Fri afternoons",
            {"weekdays": "tue thu fri", "from_time": "12:00", "until_time": "17:00"},
        ),
        ("en", "A cut please. Mon to Wed and Fri.", {"weekdays": "mon tue wed fri"}),
        ("de", "Haarschnitt bitte. Mo-Mi oder Fr.", {"weekdays": "mon tue wed fri"}),
        ("de", "Haarschnitt bitte, Mo bis Mi und Fr passt.", {"weekdays": "mon tue wed fri"}),
        ("fr", "Une coupe svp, lundi à mercredi et vendredi.", {"weekdays": "mon tue wed fri"}),
        (
            "es",
            "Un corte por favor, de lunes a miércoles y viernes.",
            {"weekdays": "mon tue wed fri"},
        ),
        (
            "en",
            "A cut please. I work Monday to Friday until 5pm, so evenings or Saturdays.",
            {"weekdays": "sat", "from_time": "17:00"},
        ),
        (
            "de",
            "Haarschnitt bitte. Ich arbeite Montag bis Freitag bis 17 Uhr, also samstags.",
            {"weekdays": "sat"},
        ),
        (
            "fr",
            "Une coupe. Je travaille du lundi au vendredi, donc les samedis.",
            {"weekdays": "sat"},
        ),
        ("es", "Un corte. Trabajo de lunes a viernes, así que los sábados.", {"weekdays": "sat"}),
    ],
)
def test_weekdays_are_read_as_they_are_meant(
    language: str, text: str, wish: dict[str, str]
) -> None:
    assert wishes(text, language) == wish


def test_two_single_days_in_spanish_stay_dates() -> None:
    found = wishes("Un corte, el lunes o jueves próximo", "es")
    assert "weekdays" not in found


def test_a_bare_number_is_a_guess_with_its_words() -> None:
    found = proposed(raw_mail("A cut, Tuesdays after 5, please"))
    assert (found["weekdays"].confidence, found["from_time"].confidence) == ("likely", "guess")
    assert "Tuesdays after 5" in found["from_time"].words


def test_what_is_approved_joins_with_the_wish_and_staff_may_correct_it() -> None:
    fields = tuple(proposed(raw_mail("A cut for Anna Berg, Tuesdays after 5pm, please")).values())
    proposal = Proposal(id="p1", product="waitlist", fields=fields, at=AT)
    join = approve_entry(proposal, BOOKS["en"], NOW, {"service": "Cut"}).join
    assert (join.weekdays, join.from_time, join.until_time) == (("tue",), "17:00", "")
    cells = read_edit(proposal, b'{"weekdays": ["fri", "sat"], "until_time": "20:00"}')
    join = approve_entry(proposal, BOOKS["en"], NOW, {"service": "Cut", **cells}).join
    assert (join.weekdays, join.from_time, join.until_time) == (("fri", "sat"), "17:00", "20:00")


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("en", "A cut please, not Monday or Tuesday."),
        ("en", "A cut please. Monday and Tuesday don't work."),
        ("en", "A cut please. We are away Monday and Tuesday."),
        ("en", "A cut please. I'm on holiday Monday and Tuesday."),
        ("en", "A cut please. I am busy on Monday, Tuesday and Thursday."),
        ("en", "A cut please. Kids have football Mon, Tue and Thu."),
        ("en", "A cut please. You were closed Monday and Tuesday when I tried to call."),
        ("en", "A cut please. Jess told me Monday and Tuesday are full."),
        ("en", "A cut please. Are you open Monday and Tuesday?"),
        ("en", "A cut please. My sister was at yours on Monday and Thursday."),
        ("en", "A cut please. We are away Mon to Wed and Fri."),
        ("en", "A cut please. I'd like to say that I am busy Monday to Wednesday and Friday."),
        ("de", "Haarschnitt bitte. Montag und Dienstag passt es nicht."),
        ("de", "Haarschnitt bitte, außer Montag und Dienstag."),
        ("de", "Haarschnitt bitte. Montag und Dienstag sind wir verreist."),
        ("de", "Haarschnitt bitte. Mo bis Mi und Fr sind wir verreist."),
        ("fr", "Une coupe svp. Je suis absente du lundi au mercredi et vendredi."),
        ("es", "Un corte por favor. De lunes a miércoles y viernes estoy fuera."),
        ("fr", "Une coupe svp. Lundi et mardi je ne peux pas."),
        ("fr", "Une coupe svp, sauf le lundi et le mardi."),
        ("es", "Un corte por favor, excepto lunes y martes."),
        ("es", "Un corte por favor. Estamos fuera lunes y martes."),
    ],
)
def test_days_on_which_something_else_is_so_are_neither_a_wish_nor_dates(
    language: str, text: str
) -> None:
    assert wishes(text, language) == {}


@pytest.mark.parametrize(
    ("language", "text", "weekdays"),
    [
        ("en", "A cut please. I could come Monday, Tuesday and Thursday.", "mon tue thu"),
        ("en", "A cut please. Mon, Tue & Thu.", "mon tue thu"),
        ("en", "A cut please: Mon/Tue/Thu.", "mon tue thu"),
        (
            "de",
            "Haarschnitt: montags und donnerstags ginge es. Di und Mi bin ich im Urlaub.",
            "mon thu",
        ),
        ("fr", "Une coupe. Je suis libre lundi, mardi et jeudi.", "mon tue thu"),
        ("es", "Un corte. Puedo lunes y jueves.", "mon thu"),
    ],
)
def test_days_that_suit_are_a_wish(language: str, text: str, weekdays: str) -> None:
    assert wishes(text, language) == {"weekdays": weekdays}
