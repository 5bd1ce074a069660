"""Questions taken apart: ideas, names, addresses, and what is left over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.question_times import PERIODS, SAID
from fullhouse.kernel.questions import Grammar, has_name, words_of

IDEAS = {"count": "how many", "coming": "come*, turn* up", "not_coming": "not come*", **SAID}
GRAMMAR = Grammar(IDEAS, frozenset({"is", "does", "for", "with", "s"}), PERIODS, days=True)
KNOWN = {"service": ("Colour", "Long Cut", "Cut", ""), "staff": ("Jess", "Ömer")}


def test_ideas_are_found_in_any_order_and_those_of_most_words_first() -> None:
    assert GRAMMAR.hear("many come how?").ideas == {"count", "coming"}
    assert GRAMMAR.hear("Doesn't Anna come?").ideas == {"not_coming"}
    assert GRAMMAR.hear("up Anna turns").ideas == {"coming"}
    assert GRAMMAR.hear("up Anna").ideas == frozenset()


def test_what_is_left_over_is_a_name_and_an_address_is_none() -> None:
    heard = GRAMMAR.hear("Is Anna Berg's friend <Bo@Example.org>, is c@d.org?")
    assert heard.name == "Anna Berg friend c@d.org"
    assert heard.email == "bo@example.org"
    assert heard.period == ""


def test_names_are_known_however_they_are_written() -> None:
    assert GRAMMAR.hear("is long cut with OEMER", KNOWN).named == {"service": "Long Cut", "staff": "Ömer"}
    assert GRAMMAR.hear("cut is cut", KNOWN).named == {"service": "Cut"}


def test_a_known_name_beside_an_unknown_word_belongs_to_someone_else() -> None:
    heard = GRAMMAR.hear("does Jess Miller come for Colour", KNOWN)
    assert (heard.name, heard.named) == ("Jess Miller", {"service": "Colour"})


def test_of_two_names_of_one_kind_the_second_is_left_over() -> None:
    heard = GRAMMAR.hear("Colour for Cut", KNOWN)
    assert (heard.name, heard.named) == ("Cut", {"service": "Colour"})


def test_times_are_named_by_words_and_by_dates() -> None:
    heard = GRAMMAR.hear("is 12 June at 3 for today")
    assert (heard.periods, heard.period, heard.at, heard.rest) == (("--06-12", "today"), "--06-12", "03:00?", ())


def test_a_name_has_every_word_that_is_asked_for() -> None:
    assert has_name("Anna-Maria Größe", "groesse anna")
    assert has_name("Anna", "")
    assert not has_name("Anna Berg", "Anna Tal")
    assert words_of("Ä b-c") == ["ae", "b-c"]


@given(st.text(max_size=400))
def test_any_text_can_be_heard(text: str) -> None:
    assert isinstance(GRAMMAR.hear(text, KNOWN).rest, tuple)


@pytest.mark.parametrize("idea", [*PERIODS, "back"])
def test_every_period_can_be_said(idea: str) -> None:
    assert idea in SAID


WITH_WILL = Grammar(IDEAS, frozenset({"is", "who", "be", "will", "can", "does"}), PERIODS)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Is Will come?", "Will"),
        ("is will come", "will"),
        ("Does Will Smith come?", "Will Smith"),
        ("Is Anna Will come?", "Anna Will"),
        ("Will Will come?", "Will"),
        ("Is Can come?", "Can"),
        ("Who will be come?", ""),
        ("Will Anna come?", "Anna"),
        ("Who can come?", ""),
    ],
)
def test_a_word_that_says_nothing_may_be_a_name(asked: str, name: str) -> None:
    assert WITH_WILL.hear(asked).name == name


def test_will_who_works_here_is_known() -> None:
    assert WITH_WILL.hear("Is Will come?", {"staff": ("Will",)}).named == {"staff": "Will"}
