"""The questions of the sign-up form, at the desk."""

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import ChangeAnswers, FormQuestion
from tests.web.desk.support import Desk, text_of

PAGE = "/desk/e/party/page/questions"
FOOD = {
    "rev": "0",
    "label.0": "What do you eat?",
    "kind.0": "choice",
    "choices.0": "Fish\r\n\r\n Vegan ",
    "required.0": "yes",
    "per.0": "party",
}


def stored(desk: Desk) -> tuple[FormQuestion, ...]:
    content = desk.evening.load(Get(EventContent, ("party",)))
    return () if content is None else content.questions


def test_hosts_write_questions_and_the_form_asks_them(desk: Desk) -> None:
    desk.evening.opens(settings={"max_party": 3})
    assert "Ask your guests" in desk.read("/desk/e/party/page")
    saved = desk.send(PAGE, FOOD)
    assert saved.headers["location"] == f"{PAGE}?done=questions_changed"
    (question,) = stored(desk)
    assert question.id.startswith("what-do-you-eat-")
    assert (question.choices, question.required, question.per) == (("Fish", "Vegan"), True, "party")
    assert "What do you eat?" in desk.web.get("/e/party").text
    assert "1 question in the sign-up form" in desk.read("/desk/e/party/page")
    assert "The questions in the sign-up form were changed" in desk.read("/desk/e/party/audit")


def test_an_emptied_question_is_gone_and_the_others_keep_their_id(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, {**FOOD, "label.1": "Anything else?"})
    first, second = stored(desk)
    rest = {"rev": "1", "id.0": first.id, "id.1": second.id, "label.1": "Anything at all?"}
    desk.send(PAGE, rest)
    assert stored(desk) == (FormQuestion(second.id, "Anything at all?"),)
    again = desk.send(PAGE, {"rev": "2", "id.0": second.id, "label.0": "Anything at all?"})
    assert again.headers["location"].endswith("unchanged")


def test_what_is_wrong_stands_beside_its_question(desk: Desk) -> None:
    desk.evening.opens()
    page = desk.send(PAGE, {**FOOD, "choices.0": "", "label.1": "x" * 201})
    assert page.status_code == 422
    text = text_of(page)
    assert "Please give the answers to choose from." in text
    assert "at most 200 characters" in text
    assert "What do you eat?" in page.text
    assert stored(desk) == ()


def test_a_kind_stays_once_there_are_guests(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, {"rev": "0", "label.0": "Bus?"})
    desk.evening.signs_up("Ada")
    page = desk.send(PAGE, {"rev": "1", "id.0": stored(desk)[0].id, "label.0": "Bus?", **YES_NO})
    assert page.status_code == 409
    assert "its kind can't change" in text_of(page)
    assert stored(desk)[0].kind == "text"


YES_NO = {"kind.0": "yes_no"}


def test_questions_that_somebody_else_changed_are_replaced_knowingly(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, FOOD)
    mine = stored(desk)[0].id
    desk.send(PAGE, {"rev": "1", "id.0": mine, "label.0": "Food?", "kind.0": "text"})
    page = desk.send(PAGE, {"rev": "1", "id.0": mine, "label.0": "Bus?", "kind.0": "text"})
    assert page.status_code == 409
    assert "Someone else changed these texts." in text_of(page)
    assert "Bus?" in page.text
    assert 'name="rev" value="2"' in page.text


def test_questions_that_somebody_else_added_meanwhile_are_kept(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, {"rev": "0", "label.0": "Bus?"})
    page = desk.send(PAGE, {"rev": "0", "label.0": "Food?"})
    assert page.status_code == 409
    assert "Someone else added questions. They are below now." in text_of(page)
    both = {"rev": "1", "label.0": "Food?", "id.1": stored(desk)[0].id, "label.1": "Bus?"}
    assert all(f'value="{value}"' in page.text for value in both.values())
    desk.send(PAGE, both)
    assert [question.label for question in stored(desk)] == ["Food?", "Bus?"]


def test_a_removed_question_that_is_asked_again_has_its_answers(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, {"rev": "0", "label.0": "Bus?"})
    (bus,) = stored(desk)
    desk.evening.signs_up("Ada")
    command = ChangeAnswers(event_id="party", guest_id="ada", answers={bus.id: ("Line 7",)})
    desk.evening.give(command, "guest")
    desk.send(PAGE, {"rev": "1", "id.0": bus.id, "label.0": ""})
    desk.send(PAGE, {"rev": "2", "label.0": "bus?"})
    assert stored(desk)[0].id == bus.id
    assert "bus? Line 7" in desk.read("/desk/e/party/g/ada")


def test_the_same_question_twice_is_refused(desk: Desk) -> None:
    desk.evening.opens()
    page = desk.send(PAGE, {"rev": "0", "label.0": "Bus?", "label.1": "bus?"})
    assert page.status_code == 422
    assert "This question is asked twice." in text_of(page)


def test_what_can_no_longer_change_is_no_field(desk: Desk) -> None:
    desk.evening.opens()
    desk.send(PAGE, {"rev": "0", "label.0": "Bus?"})
    desk.evening.signs_up("Ada")
    page = desk.web.get(PAGE).text
    assert '<input type="hidden" name="kind.0" value="text">' in page
    saved = desk.send(PAGE, {"rev": "1", "id.0": stored(desk)[0].id, "label.0": "By bus?"})
    assert saved.headers["location"].endswith("questions_changed")


def test_ten_questions_leave_no_empty_fields(desk: Desk) -> None:
    desk.evening.opens()
    assert desk.web.get(PAGE).text.count("New question") == 2
    desk.send(PAGE, {"rev": "0", **{f"label.{number}": f"Why {number}?" for number in range(10)}})
    text = desk.web.get(PAGE).text
    assert (text.count("New question"), text.count("<legend>Question")) == (0, 10)
