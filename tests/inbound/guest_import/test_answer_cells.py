"""Columns with answers in a guest list."""

import pytest

from fullhouse.inbound.guest_import.reader import read_list
from fullhouse.inbound.guest_import.row import GuestRow
from fullhouse.locale.current import in_language
from fullhouse.products.rsvp.form_questions import Answers, FormQuestion

FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")
BUS = FormQuestion("bus", "By bus?", "yes_no")
NAME = FormQuestion("name", "Name")
ALL = (FOOD, BUS, NAME)
HEAD = "Name,Email,Seats, what do  you EAT? ,By bus?,Other"


def answers(row: str, questions: tuple[FormQuestion, ...] = ALL, head: str = HEAD) -> Answers:
    (found,) = read_list(f"{head}\n{row}\n".encode(), questions).rows
    assert isinstance(found, GuestRow)
    assert found.command("e", "g", "pending").answers == found.answers
    return found.answers


@pytest.mark.parametrize(
    ("row", "read"),
    [
        ("Ada,a@example.org,2,Fish; vegan ,YES,x", {"food": ("Fish", "Vegan"), "bus": ("yes",)}),
        ("Ada,a@example.org,2,\u2013;Fish,no", {"food": ("", "Fish"), "bus": ("no",)}),
        ("Ada,a@example.org,2,;-,", {}),
        ("Ada,a@example.org", {}),
        ("Ada,a@example.org,1,Meat,perhaps", {"food": ("Meat",), "bus": ("perhaps",)}),
        ("Ada,a@example.org,1,'=1+1", {"food": ("=1+1",)}),
    ],
)
def test_a_column_under_the_words_of_a_question_has_its_answers(row: str, read: Answers) -> None:
    assert answers(row) == read


def test_yes_and_no_are_read_in_the_language_of_the_page() -> None:
    with in_language("de"):
        assert answers("Ada,a@example.org,1,,Ja") == {"bus": ("yes",)}


def test_what_is_read_is_said_and_the_rest_is_ignored() -> None:
    said = read_list(f"{HEAD}\nAda,a@example.org,1,Fish,,x\n".encode(), ALL).said
    assert "answers from “what do  you EAT?”" in said
    assert said.endswith("Ignored: “Other”.")
    assert "“By bus?”" in said


def test_without_questions_a_column_is_ignored_and_a_name_stays_a_name() -> None:
    assert answers("Ada,a@example.org,1,Fish,yes,x", ()) == {}
    assert answers("Ada,a@example.org,1", (NAME,)) == {}
