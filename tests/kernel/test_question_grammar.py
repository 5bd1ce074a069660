"""Questions taken apart: ideas, names, addresses, and what is left over."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fullhouse.kernel.question_grammar import (
    Grammar,
    NotUnderstood,
    ParsedQuestion,
    Pattern,
    has_name,
    words_of,
)

KEYWORDS = {"count": "how many", "coming": "come*, turn* up", "not_coming": "not come*"}
KNOWN = {"service": ("Colour", "Long Cut", "Cut", ""), "staff": ("Jess", "Ömer")}


class Coming(msgspec.Struct, frozen=True):
    """Who comes, or not; never anybody on a Monday."""

    name: str = ""
    service: str = ""
    period: str = ""
    absent: bool = False

    def __post_init__(self) -> None:
        """Refuse Mondays."""
        if self.period == "monday":
            raise ValueError("we are closed")


class CountComing(Coming, frozen=True):
    """How many come."""


ABSENT = {"absent": {"coming": False, "not_coming": True}}
GRAMMAR = Grammar(
    KEYWORDS,
    (
        Pattern(CountComing, "count", one_of="coming not_coming", choices=ABSENT),
        Pattern(Coming, one_of="name service", may="period", choices=ABSENT),
        Pattern(CountComing, "count period", fixed={"service": "any"}),
    ),
    fillers="friend",
)


def hear(text: str, names: dict[str, tuple[str, ...]] | None = None) -> ParsedQuestion:
    return GRAMMAR.parse(text, names or {})


@pytest.mark.parametrize(
    ("question", "query"),
    [
        ("How many come?", CountComing()),
        ("How many do not come?", CountComing(absent=True)),
        ("Does Anna come today?", Coming("Anna", period="today", absent=False)),
        ("Colour today", Coming(service="Colour", period="today")),
        ("How many today?", CountComing(service="any", period="today")),
        ("How many come on Friday?", NotUnderstood()),
        ("Anna on Monday", NotUnderstood(("Anna",))),
        ("Does Anna come or not come?", NotUnderstood(("Anna",))),
        ("Does Anna come today or tomorrow?", NotUnderstood(("Anna",))),
        ("Does Anna at a@b.org come?", NotUnderstood(("Anna",))),
        ("How many?", NotUnderstood()),
    ],
)
def test_the_first_pattern_that_accounts_for_every_word_is_taken(
    question: str, query: object
) -> None:
    assert GRAMMAR.read(question, KNOWN) == query


def test_ideas_are_found_in_any_order_and_those_of_most_words_first() -> None:
    assert hear("many come how?").keywords == {"count", "coming"}
    assert hear("Doesn't Anna come?").keywords == {"not_coming"}
    assert hear("up Anna turns").keywords == {"coming"}
    assert hear("up Anna").keywords == frozenset()


def test_what_is_left_over_is_a_name_and_an_address_is_none() -> None:
    heard = hear("Is Anna Berg's friend <Bo@Example.org>, is c@d.org?")
    assert heard.parameters == {"name": "Anna Berg c@d.org", "email": "bo@example.org"}


def test_names_are_known_however_they_are_written() -> None:
    assert hear("is long cut with OEMER", KNOWN).parameters == {
        "service": "Long Cut",
        "staff": "Ömer",
    }
    assert hear("cut is cut", KNOWN).parameters == {"service": "Cut"}


def test_a_known_name_beside_an_unknown_word_belongs_to_someone_else() -> None:
    heard = hear("does Jess Miller come for Colour", KNOWN)
    assert heard.parameters == {"name": "Jess Miller", "service": "Colour"}


def test_of_two_names_of_one_kind_the_second_is_left_over() -> None:
    heard = hear("Colour for Cut", KNOWN)
    assert heard.parameters == {"name": "Cut", "service": "Colour"}


def test_times_are_named_by_words_and_by_dates() -> None:
    heard = hear("is 12 June at 3 for today")
    assert heard.parameters == {"period": "--06-12", "at": "03:00?"}
    assert not heard.is_about_one_thing


def test_a_name_has_every_word_that_is_asked_for() -> None:
    assert has_name("Anna-Maria Größe", "groesse anna")
    assert has_name("Anna", "")
    assert not has_name("Anna Berg", "Anna Tal")
    assert words_of("Ä b-c") == ["ae", "b-c"]


@given(st.text(max_size=400))
def test_any_text_can_be_heard(text: str) -> None:
    assert isinstance(hear(text, KNOWN).rest, tuple)


@pytest.mark.parametrize(
    ("asked", "name"),
    [
        ("Is Will come?", "Will"),
        ("is will come", "will"),
        ("Does Will Smith come?", "Will Smith"),
        ("Is Anna Will come?", "Anna Will"),
        ("Will Will come?", "Will"),
        ("Is Can come?", "Can"),
        ("How many will be come?", ""),
        ("Will Anna come?", "Anna"),
        ("How many can come?", ""),
    ],
)
def test_a_word_that_says_nothing_may_be_a_name(asked: str, name: str) -> None:
    assert hear(asked).parameters.get("name", "") == name


def test_will_who_works_here_is_known() -> None:
    assert hear("Is Will come?", {"staff": ("Will",)}).parameters == {"staff": "Will"}
