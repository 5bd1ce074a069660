"""Questions of the sign-up form, as hosts and scripts write them; and fields of a guest's form."""

import pytest

from fullhouse.inbound.forms.answer_form import filled_fields, read_answers
from fullhouse.inbound.forms.event_schema import GivenQuestion
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.inbound.forms.question_form import read_questions
from fullhouse.products.rsvp.form_questions import FormQuestion

FOOD = FormQuestion("food", "Food?", "choice", ("Fish", "Käse"), True, "party")
GONE = FormQuestion("gone", "Gone?", required=True, removed=True)


def read(**given: object) -> tuple[FormQuestion, ...]:
    question = GivenQuestion(**{"label": "Was isst du?", **given})  # type: ignore[arg-type]
    return read_questions([question], lambda _label: "01HXABCDEF")


def test_a_question_gets_an_id_that_reads_like_its_label_and_keeps_its_own() -> None:
    assert read() == (FormQuestion("was-isst-du-abcdef", "Was isst du?"),)
    assert read(label="  ما؟ ")[0].id == "01hxabcdef"
    assert read(id="food", kind="choice", choices=[" Fish "]) == (
        FormQuestion("food", "Was isst du?", "choice", ("Fish",)),
    )


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"label": " \u200b"}, "empty"),
        ({"label": "x" * 201}, "too_long"),
        ({"label": "two\nlines"}, "bad_text"),
        ({"id": "../x"}, "bad_id"),
        ({"id": "x" * 41}, "bad_id"),
        ({"kind": "choice"}, "bad_choices"),
        ({"kind": "choice", "choices": [f"c{number}" for number in range(21)]}, "bad_choices"),
        ({"kind": "choice", "choices": ["a", " a"]}, "bad_choices"),
        ({"kind": "choice", "choices": ["x" * 101]}, "bad_choices"),
        ({"kind": "choice", "choices": [" "]}, "empty"),
        ({"choices": ["a"]}, "bad_choices"),
    ],
)
def test_what_cannot_be_asked_is_refused(given: dict[str, object], code: str) -> None:
    with pytest.raises(Invalid) as refused:
        read(**given)
    assert [(one.code, one.field) for one in refused.value.problems] == [(code, "questions.0")]


def test_fields_of_questions_that_are_not_asked_are_ignored() -> None:
    fields = {"answers.food.1": "Fish", "answers.food.2": "Käse", "answers.gone": "x"}
    assert read_answers({**fields, "answers.x": "y"}, (FOOD, GONE), 2) == {"food": ("Fish", "Käse")}
    assert filled_fields((FOOD, GONE), {"food": ("Fish",), "gone": ("x",)}, 2) == {
        "answers.food.1": "Fish",
        "answers.food.2": "",
    }


def test_an_answer_is_one_line_without_tricks() -> None:
    note = FormQuestion("note", "Note?")
    read = read_answers({"answers.note": " a\r\n\x00b\u202e "}, (note,), 1)
    assert read == {"note": ("a b",)}
    assert read_answers({"answers.note": "\u200b"}, (note,), 1) == {}


def test_a_host_may_leave_out_fields_and_answers() -> None:
    fields = {"answers.food.1": "Fish"}
    assert read_answers(fields, (FOOD,), 2, complete=False) == {"food": ("Fish", "")}
    assert read_answers({}, (FOOD,), 2, complete=False) == {}
