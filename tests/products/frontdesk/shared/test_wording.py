"""How a message is put into words, whatever it is about."""

from collections.abc import Mapping
from typing import Any

import pytest

from fullhouse.kernel.sms import segment_count
from fullhouse.products.frontdesk.shared.message_facts import TemplateFacts
from fullhouse.products.frontdesk.shared.wording import (
    MessageContext,
    Phrases,
    join_words,
    say_sums,
    text_letter,
)
from tests.products.saying import sentences, shape
from tests.support.phrases import phrases

COMMON = phrases("frontdesk", "notes")
NEWS = {
    "news.subject": "News of {service}",
    "news.text": "{from_business}{service}{with_staff}: {answer}",
}


class PhrasesWithNews(Phrases, frozen=True):
    """Our phrases, and those of a kind of message that only this test has."""

    def say(self, key: str, values: Mapping[str, Any]) -> str:
        if key in NEWS:
            return NEWS[key].format_map(values)
        return super().say(key, values)


ENGLISH = PhrasesWithNews("en", "waitlist")
VALUES = {
    "service": "Cut",
    "from_business": "Salon: ",
    "with_staff": " with Jess",
    "answer": "https://x.example/a",
}


def telling(
    template: TemplateFacts = TemplateFacts(),  # noqa: B008 - any field; a frozen value
    name: str = "Ada",
    **sets: Any,
) -> MessageContext:
    usual: dict[str, Any] = {"kind": "news", "language": "en", "phrases": ENGLISH, "values": VALUES}
    inserts = {"name": name, "answer": VALUES["answer"]}
    return MessageContext(
        template=template, inserts=inserts, **{**usual, "answer": VALUES["answer"], **sets}
    )


@pytest.mark.parametrize(
    ("words", "said"),
    [([], ""), (["Ada"], "Ada"), (["Ada", "Ben"], "Ada and Ben"), (["A", "B", "C"], "A, B and C")],
)
def test_several_are_said_in_a_row(words: list[str], said: str) -> None:
    assert join_words(words, ENGLISH) == said


def test_sums_are_said_by_currency() -> None:
    assert say_sums({"USD": 1000, "EUR": 550}, ENGLISH) == "€5.50 and $10"
    assert say_sums({}, ENGLISH) == ""


def test_ours_is_said_where_staff_say_nothing_or_what_fails() -> None:
    for template in (
        TemplateFacts(),
        TemplateFacts("{{ x", "{{ x", "{{ x"),
        TemplateFacts(" ", " ", " "),
    ):
        told = telling(template)
        assert told.subject == "News of Cut"
        assert told.body("Ours.") == ("Ours.",)
        assert told.text == "Salon: Cut with Jess: https://x.example/a"


def test_staff_say_it_in_their_own_words() -> None:
    told = telling(
        TemplateFacts("{{ name }}: {{ answer }}", "Hi {{ name }},\n\nhello", "For {{ name }}")
    )
    assert (told.subject, told.body("Ours."), told.text) == (
        "For Ada",
        ("Hi Ada,", "hello"),
        "Ada: https://x.example/a",
    )


def test_a_greeting_without_a_name_leaves_no_comma_behind() -> None:
    assert telling(TemplateFacts(mail="Hi {{ name }}, hello"), name="").body("") == ("Hi, hello",)
    assert telling(TemplateFacts(mail="{{ name }}, hello"), name="").body("") == ("hello",)


def test_a_text_of_staff_that_leads_nowhere_is_not_said() -> None:
    assert telling(TemplateFacts("Hello {{ name }}")).text.startswith("Salon: Cut")


def test_how_to_end_texts_is_said_at_any_price_where_it_costs_nothing_or_never() -> None:
    stop = ENGLISH.say("stop.text", {})
    dear = {**VALUES, "service": "x" * 40, "from_business": "y" * 76}
    assert [telling(stop=one).text.endswith(stop) for one in ("never", "always", "if_free")] == [
        False,
        True,
        True,
    ]
    assert [
        telling(stop=one, values=dear).text.endswith(stop) for one in ("always", "if_free")
    ] == [True, False]


def test_names_are_spared_before_a_text_takes_a_third_part() -> None:
    long = {**VALUES, "from_business": "y" * 300}
    assert telling(values=long).text == "Cut with Jess: https://x.example/a"
    assert telling(values={**long, "with_staff": "z" * 300}).text == "Cut: https://x.example/a"
    endless = telling(values={**long, "with_staff": "z" * 300, "answer": "a" * 400}).text
    assert segment_count(endless) == 3


def test_a_letter_that_leaves_as_a_text_says_what_the_text_says() -> None:
    letter = text_letter(telling(), "News", ())
    assert (letter.heading, letter.subject, letter.language) == ("News", "News of Cut", "en")
    assert letter.text == letter.preview == " ".join(letter.paragraphs)


@pytest.mark.parametrize("language", ["de", "fr", "es"])
def test_what_all_products_say_alike_is_said_in_every_language(language: str) -> None:
    assert shape(COMMON[language]) == shape(COMMON["en"])
    assert sentences(COMMON[language]) & sentences(COMMON["en"]) == set()
