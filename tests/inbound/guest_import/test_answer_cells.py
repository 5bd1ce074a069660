"""Columns with answers in a guest list."""

import pytest

from fullhouse.inbound.guest_import.reader import read_list
from fullhouse.inbound.guest_import.row import GuestRow
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
        ("Ada,a@example.org,1,Meat,perhaps", {}),
        ("Ada,a@example.org,2,Fish;Meat,yes", {"bus": ("yes",)}),
    ],
)
def test_a_column_under_the_words_of_a_question_has_its_answers(row: str, read: Answers) -> None:
    assert answers(row) == read


@pytest.mark.parametrize("typed", ["Ja", "TRUE", "x", "1", "oui", "S\u00cd", "\u0646\u0639\u0645"])
def test_yes_is_read_as_forms_and_spreadsheets_write_it(typed: str) -> None:
    assert answers(f"Ada,a@example.org,1,,{typed}") == {"bus": ("yes",)}


@pytest.mark.parametrize("typed", ["Nein", "FALSE", "0", "n", "nie", "N\u00c3O"])
def test_no_is_read_as_forms_and_spreadsheets_write_it(typed: str) -> None:
    assert answers(f"Ada,a@example.org,1,,{typed}") == {"bus": ("no",)}


def test_an_answer_that_cannot_be_read_is_left_out_and_named() -> None:
    (found,) = read_list(f"{HEAD}\nAda,a@example.org,1,Meat,perhaps\n".encode(), ALL).rows
    assert isinstance(found, GuestRow)
    assert found.unread == ("What do you eat?", "By bus?")


@pytest.mark.parametrize(
    ("party", "cell", "read"),
    [
        (1, "nuts; eggs", ("nuts; eggs",)),
        (2, "nuts; eggs", ("nuts", "eggs")),
        (2, "nuts; eggs; milk", ("nuts", "eggs; milk")),
        (2, "'=1+1", ("=1+1",)),
    ],
)
def test_an_answer_may_have_a_semicolon(party: int, cell: str, read: tuple[str, ...]) -> None:
    allergies = FormQuestion("allergies", "Allergies", per="party")
    row = f'Ada,a@example.org,{party},"{cell}"'
    assert answers(row, (allergies,), "Name,Email,Seats,Allergies") == {"allergies": read}


def test_a_choice_with_a_semicolon_is_one_answer() -> None:
    food = FormQuestion("food", "Food", "choice", ("Fish; no bones", "Vegan"), per="party")
    assert answers('Ada,a@example.org,1,"Fish; no bones"', (food,), "Name,Email,Seats,Food") == {
        "food": ("Fish; no bones",)
    }


def test_what_is_read_is_said_and_the_rest_is_ignored() -> None:
    said = read_list(f"{HEAD}\nAda,a@example.org,1,Fish,,x\n".encode(), ALL).said
    assert "answers from “what do  you EAT?”" in said
    assert said.endswith("Ignored: “Other”.")
    assert "“By bus?”" in said


def test_without_questions_a_column_is_ignored_and_a_name_stays_a_name() -> None:
    assert answers("Ada,a@example.org,1,Fish,yes,x", ()) == {}
    assert answers("Ada,a@example.org,1", (NAME,)) == {}
