"""What German needs of the reading: nouns by their ends, a would that is no past, questions that ask nothing."""

import pytest

from fullhouse.lanes.mail.clauses import folded, sentences_of
from fullhouse.lanes.mail.grammar import Sets, Ways
from fullhouse.lanes.mail.intent import intent_of


def test_a_way_may_name_a_word_by_its_end() -> None:
    ways = Ways("zur *feier", Sets({}))
    assert ways.are_in(("zur", "gartenfeier"))
    assert not ways.are_in(("zur", "feierstunde"))


def test_a_way_may_want_a_word_that_begins_none_of_a_set() -> None:
    ways = Ways("beim !<event>", Sets({"event": "fest | abend"}))
    assert ways.are_in(("beim", "aufbau"))
    assert not ways.are_in(("beim", "fest"))
    assert not ways.are_in(("beim",))


def test_a_would_is_told_from_a_past() -> None:
    assert folded("h\u00e4tte") != folded("hatte")
    assert folded("k\u00f6nnte") != folded("konnte")


@pytest.mark.parametrize(("text", "asks"), [("Wir bleiben daheim, ok?", False), ("Ist das ok?", True)])
def test_whoever_asks_for_understanding_asks_nothing(text: str, asks: bool) -> None:
    assert [one.asks for one in sentences_of(text)] == [asks]


@pytest.mark.parametrize(
    "text",
    [
        "Da ich am 14. operiert werde, kann ich leider nicht kommen.",
        "Meine Frau und ich k\u00f6nnen am Samstag leider nicht kommen.",
        "Ich muss leider wegen meiner Tochter absagen.",
    ],
)
def test_a_clause_that_begins_with_its_verb_is_no_question_behind_another(text: str) -> None:
    assert intent_of(text) == "cancel"


@pytest.mark.parametrize(
    "text",
    [
        "Ist mein Platz noch frei?",
        "N\u00fcsse vertrage ich leider nicht.",
        "Meinen zweiten Platz k\u00f6nnt ihr vergeben.",
        "Den Nudelsalat muss ich leider absagen.",
        "Ich muss um neun gehen.",
        "Meine Eltern sind leider verhindert.",
    ],
)
def test_something_else_that_is_given_up_costs_no_seat(text: str) -> None:
    assert intent_of(text) == "nothing"
