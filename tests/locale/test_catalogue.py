"""Catalogues: texts by key, plural forms, and the language of a request."""

from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.messages import Catalog
from babel.messages.mofile import write_mo

from fullhouse.locale import (
    LANGUAGES,
    Catalogue,
    MissingText,
    catalogue,
    cldr,
    desk_language,
    known_language,
)
from fullhouse.locale.current import (
    current_language,
    format_number,
    gettext,
    ngettext,
    pgettext,
    translate,
    use_language,
)
from fullhouse.locale.numbers import comma, format_minutes


@pytest.fixture(autouse=True)
def _english_again() -> object:
    yield
    use_language("en")


@pytest.mark.parametrize(
    ("asked", "known"),
    [("de", "de"), ("de-AT", "de"), ("fr_CA", "fr"), ("tlh", "en"), ("", "en"), ("ES", "es")],
)
def test_a_language_is_known_by_its_first_part(asked: str, known: str) -> None:
    assert known_language(asked) == known


@pytest.mark.parametrize(
    ("asked", "written"), [("de-AT", "de"), ("es", "es"), ("it", "en"), ("ar", "en"), ("tlh", "en")]
)
def test_staff_read_english_where_the_desk_has_no_such_language(asked: str, written: str) -> None:
    assert desk_language(asked) == written


@pytest.mark.parametrize(("count", "text"), [(0, "s"), (1, ""), (2, "s"), (5, "s")])
def test_english_counts_one_and_several(count: int, text: str) -> None:
    assert catalogue("en").text("amounts", "days", count) == f"{{count}} day{text}"


@pytest.mark.parametrize(("count", "text"), [(0, ""), (1, ""), (2, "s")])
def test_french_counts_nothing_as_one(count: int, text: str) -> None:
    assert catalogue("fr").text("amounts", "days", count) == f"{{count}} jour{text}"


@pytest.mark.parametrize(
    ("language", "hours"),
    [
        ("pl", {1: "godzina", 3: "godziny", 5: "godzin", 12: "godzin", 22: "godziny"}),
        ("ar", {3: "ساعات", 11: "ساعة", 100: "ساعة", 103: "ساعات"}),
        ("it", {0: "ore", 1: "ora", 2: "ore"}),
    ],
)
def test_a_language_with_other_plural_forms_counts_in_them(
    language: str, hours: dict[int, str]
) -> None:
    found = {count: catalogue(language).text("amounts", "hours", count) for count in hours}
    assert found == {count: f"{{count}} {word}" for count, word in hours.items()}


def test_days_in_arabic_have_the_form_of_their_number() -> None:
    found = [catalogue("ar").text("amounts", "days", count) for count in (5, 12, 100)]
    assert found == ["{count} أيام", "{count} يومًا", "{count} يوم"]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "1 hour 30 minutes"),
        ("es", "1 hora y 30 minutos"),
        ("it", "1 ora e 30 minuti"),
        ("pt", "1 hora e 30 minutos"),
        ("ar", "ساعة و30 دقيقة"),
    ],
)
def test_hours_and_minutes_are_joined_as_the_language_does(language: str, said: str) -> None:
    assert format_minutes(90, language) == said


def test_arabic_has_a_comma_of_its_own() -> None:
    assert (comma("ar"), comma("de-AT"), comma("tlh")) == ("\u060c ", ", ", ", ")


def test_a_text_may_be_the_same_as_its_key() -> None:
    assert catalogue("en").text("notes", "someone") == "someone"


def test_a_missing_text_is_an_error_and_not_its_key() -> None:
    assert catalogue("en").find("rsvp", "no.such.key") == ""
    with pytest.raises(MissingText):
        catalogue("en").text("rsvp", "no.such.key")


def test_a_text_that_a_language_lacks_is_english() -> None:
    empty = BytesIO()
    write_mo(empty, Catalog(locale="nl"))
    empty.seek(0)
    lacking = Catalogue("nl", GNUTranslations(empty))
    assert lacking.text("dates", "today") == "today"


def test_an_unknown_sentence_is_left_in_english() -> None:
    use_language("de")
    assert gettext("Zebras: %(count)s", count=1234) == "Zebras: 1.234"
    assert ngettext("one zebra", "%(count)s zebras", 2000) == "2.000 zebras"
    assert pgettext("zoo", "Zebra") == "Zebra"
    assert translate("") == ""


def test_a_text_that_is_counted_elsewhere_is_found_without_a_number() -> None:
    use_language("de")
    counted = ngettext("You have a seat.", "You have %(count)s seats.", 1)
    assert translate("You have a seat.") == gettext("You have a seat.") == counted
    assert counted != "You have a seat."


def test_a_request_has_the_language_it_was_given() -> None:
    assert current_language() == "en"
    use_language("fr-CH")
    assert current_language() == "fr"
    assert format_number(12345) == "12\u202f345"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_its_days_and_months(language: str) -> None:
    names = cldr()[language]
    assert (len(names["weekdays"]), len(names["short_weekdays"])) == (7, 7)
    assert (len(names["months"]), len(names["short_months"])) == (12, 12)
    assert names["direction"] in {"ltr", "rtl"}
