"""A model's paragraph is used only if all its numbers are figures, in four languages."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from fullhouse.inbound.llm.narration import LONGEST, checked, narrate
from fullhouse.inbound.llm.number_words import VALUE, sum_of, value_of
from fullhouse.inbound.llm.port import Answer, ModelUnavailable, Shape
from tests.inbound.llm.spelling import LANGUAGES, spelt

PLAIN = (
    "In May 7 slots came free, and the waitlist filled 3 of them. "
    "That brought back €120.50 by 14:30."
)
FRAMES = {
    "en": "It was a good month for you: {} of them were filled that day.",
    "de": "Das war ein guter Monat: {} davon waren gleich wieder besetzt.",
    "fr": "Ce fut un beau mois pour vous : {} parmi elles ont trouvé preneur.",
    "es": "Ha sido un buen mes: {} de ellas se llenaron enseguida.",
}
numbers = st.integers(0, 9999)
languages = st.sampled_from(sorted(LANGUAGES))


class Says:
    """A model that says this."""

    def __init__(self, paragraph: object) -> None:
        self.paragraph = paragraph
        self.seen = ""

    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        self.seen = f"{task}\n{material}"
        return {"paragraph": self.paragraph}


class Silent:
    def ask(self, task: str, material: str, shape: Shape) -> Answer:
        raise ModelUnavailable("it is down")


@pytest.mark.parametrize(
    "text",
    [
        "Seven slots came free, and three of them found someone.",
        "7 slots came free, 3 found someone, and €120.50 came back by 14:30.",
        "Sieben Zeiten wurden frei, drei davon sind wieder besetzt.",
        "Sept créneaux se sont libérés, et trois ont trouvé preneur.",
        "Siete huecos quedaron libres, y tres se llenaron enseguida.",
        "A lovely, quiet month: the line did its work by itself.",
        "Ein schöner Monat, und niemand musste am Telefon sitzen.",
        "Une belle semaine, très calme, et un grand merci à toute l\u2019équipe.",
    ],
)
def test_words_that_hold_only_the_figures_are_used(text: str) -> None:
    assert checked(text, [7, 3], PLAIN) == text
    assert narrate(Says(text), {"freed": 7, "filled": 3}, PLAIN, "en", "staff") == text


@pytest.mark.parametrize(
    "text",
    [
        "Eight slots came free, and three of them were filled.",
        "8 slots came free, and 3 of them were filled.",
        "Acht Zeiten wurden frei, drei davon sind wieder besetzt.",
        "Vingt et une places se sont libérées ce mois-ci.",
        "Treinta y una plazas quedaron libres este mes.",
        "Quatre-vingt-trois places se sont libérées ce mois-ci.",
        "Siebenunddreißig Zeiten wurden frei in diesem Monat.",
        "Seven slots came free, more than half of them filled.",
        "Seven slots came free, twice as many as before.",
        "Seven slots came free, and 43% of them were filled.",
        "Seven slots came free, your third good month in a row.",
        "Seven slots came free, a dozen people were asked.",
        "Seven hundred slots came free, and three were filled.",
        "7 hundred slots came free, and three were filled.",
        "7 3 slots came free in this month of yours.",
        "7,3 slots came free in this month of yours.",
        "-7 slots came free in this month of yours.",
        "minus seven slots came free in this month.",
        "7k slots came free in this month of yours.",
        "\uff17\uff10 slots came free in this month of yours.",
        "³ slots came free in this month of yours, well.",
        "٣ slots came free in this month of yours, well.",
        "½ of the slots came free in this month of yours.",
        "Ⅷ slots came free in this month of yours, well.",
        "\u0432\u043e\u0441\u0435\u043c\u044c came free in this month of yours.",
        "eig\u200bht slots came free in this month of yours.",
        "eig\u00adht slots came free in this month of yours.",
        "Das Doppelte war frei, im ganzen Monat gesehen.",
        "La mitad de los huecos se llenaron enseguida.",
        "La moitié des places ont trouvé preneur ce mois-ci.",
        "Zweimal so viel wie vorher wurde in diesem Monat frei.",
        "On the 14th you filled three slots of seven.",
    ],
)
def test_one_number_too_many_and_the_plain_words_are_used(text: str) -> None:
    assert checked(text, [7, 3], PLAIN) == ""
    assert narrate(Says(text), {"freed": 7, "filled": 3}, PLAIN, "en", "staff") == PLAIN


@pytest.mark.parametrize(
    "text",
    [
        "Look at https://evil.example for all of the details.",
        "Look at evil.example for all of the details.",
        "Write to boss@evil.example for all of the details.",
        "Look here: [the details](x) for all of the rest.",
        "<b>A lovely month</b>, and everyone was happy.",
        "A lovely month, and everyone was happy.\x1b[31m Really.",
        "A lovely month, \u202eand everyone was happy.",
        "Too short.",
        "A lovely month. " * (LONGEST // 10),
        "",
    ],
)
def test_links_addresses_and_what_is_no_plain_text_are_not_used(text: str) -> None:
    assert checked(text, [7, 3], PLAIN) == ""


@pytest.mark.parametrize("said", [None, 7, ["x"], {"a": 1}])
def test_nonsense_leaves_the_plain_words(said: object) -> None:
    assert narrate(Says(said), {}, PLAIN, "en", "staff") == PLAIN


def test_without_a_model_or_with_one_that_is_down_the_words_are_plain() -> None:
    assert narrate(None, {"freed": 7}, PLAIN, "en", "staff") == PLAIN
    assert narrate(Silent(), {"freed": 7}, PLAIN, "en", "staff") == PLAIN
    assert narrate(Says("A lovely, quiet month it was."), {}, PLAIN, "it", "staff") == PLAIN


def test_the_model_is_given_the_plain_words_and_the_figures() -> None:
    model = Says("")
    narrate(model, {"freed": 7, "asked": 12}, PLAIN, "de", "the staff")
    assert PLAIN in model.seen
    assert "asked: 12" in model.seen
    assert "German" in model.seen


@given(st.sets(numbers, max_size=6), numbers, languages)
@example({20}, 21, "fr")
@example({100}, 101, "fr")
@example({80, 10}, 90, "fr")
@example({30, 1}, 31, "es")
@example({3, 100}, 300, "en")
def test_no_number_outside_the_figures_ever_passes(
    figures: set[int], number: int, language: str
) -> None:
    assume(number not in figures)
    frame = FRAMES[language]
    for said in (
        str(number),
        f"{number:,}",
        f"{number:_}".replace("_", " "),
        *spelt(number, language),
    ):
        assert checked(frame.format(said), figures) == "", said
        assert checked(frame.format(said.upper()), figures) == "", said


@given(numbers, languages)
def test_a_figure_passes_in_digits_and_in_words(number: int, language: str) -> None:
    for said in (str(number), *spelt(number, language)):
        text = FRAMES[language].format(said)
        assert checked(text, [number]) == text, said


@given(st.text(max_size=200), st.sets(numbers, max_size=4))
def test_whatever_a_model_writes_its_digits_are_figures(text: str, figures: set[int]) -> None:
    said = checked(f"A lovely month it was: {text}", figures)
    if any(letter.isdigit() for letter in said):
        assert set(
            filter(None, "".join(one if one.isdigit() else " " for one in said).split())
        ) <= {*map(str, figures)}


@given(st.lists(st.sampled_from(sorted(set(VALUE.values()))), min_size=1, max_size=6))
def test_words_in_a_row_are_one_number_or_none(values: list[int]) -> None:
    read = sum_of(values)
    assert read is None or read >= max(values)


@pytest.mark.parametrize(
    "word", ["und", "ein", "undzwei", "hundertx", "zweiundelf", "x" * 100, "tausendtausend"]
)
def test_a_word_that_is_no_number_has_no_value(word: str) -> None:
    assert value_of(word) is None
