"""The questions of the sign-up form, at the desk."""

from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.event_content import EventContent
from fullhouse.products.rsvp.form_questions import Answers, ChangeAnswers, FormQuestion
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


def three_questions(desk: Desk) -> dict[str, str]:
    """The fields of the form, as the page shows them."""
    desk.evening.opens()
    labels = {f"label.{place}": label for place, label in enumerate(("Bus?", "Food?", "Hat?"))}
    desk.send(PAGE, {"rev": "0", **labels})
    ids = {f"id.{place}": question.id for place, question in enumerate(stored(desk))}
    return {"rev": "1", **labels, **ids}


def labels(desk: Desk) -> list[str]:
    return [question.label for question in stored(desk)]


def test_buttons_move_a_question_up_and_down(desk: Desk) -> None:
    fields = three_questions(desk)
    bus, food, hat = (question.id for question in stored(desk))
    moved = desk.send(PAGE, {**fields, "move": "up.2"})
    assert moved.headers["location"] == f"{PAGE}?done=questions_changed#up.1"
    assert [question.id for question in stored(desk)] == [bus, hat, food]
    desk.send(PAGE, {**fields, "rev": "2", "move": "down.0"})
    assert labels(desk) == ["Food?", "Bus?", "Hat?"]


def test_the_cursor_stays_at_the_question_that_moved(desk: Desk) -> None:
    fields = three_questions(desk)
    ends = {"up.1": "#down.0", "down.1": "#up.2", "up.0": "#down.0", "down.2": "#up.2"}
    for move, anchor in ends.items():
        moved = desk.send(PAGE, {**fields, "rev": "", "move": move})
        assert moved.headers["location"].endswith(anchor), move
    page = desk.web.get(PAGE).text
    buttons = [f'value="{way}.{place}"' for way in ("up", "down") for place in range(5)]
    there = ["up.1", "up.2", "down.0", "down.1"]
    assert [button for button in buttons if button in page] == [f'value="{one}"' for one in there]


def test_a_move_saves_what_was_typed_and_ignores_emptied_questions(desk: Desk) -> None:
    fields = {**three_questions(desk), "label.1": " ", "label.3": "By train?"}
    desk.send(PAGE, {**fields, "move": "up.3"})
    assert labels(desk) == ["Bus?", "By train?", "Hat?"]
    gone = {"rev": "2", "label.0": "", "label.1": "Food?", "move": "up.0"}
    assert desk.send(PAGE, gone).headers["location"].endswith("questions_changed")
    assert labels(desk) == ["Food?"]


def test_a_move_of_nothing_only_saves(desk: Desk) -> None:
    fields = three_questions(desk)
    for move in ("", "up", "up.", "up.x", "sideways.1", "up.99"):
        saved = desk.send(PAGE, {**fields, "rev": "", "move": move})
        assert saved.headers["location"].endswith("unchanged")


def test_a_move_shows_what_is_wrong_in_the_new_order(desk: Desk) -> None:
    fields = {**three_questions(desk), "label.2": "x" * 201, "move": "up.2"}
    page = desk.send(PAGE, fields)
    assert page.status_code == 422
    assert f'name="label.1" type="text" value="{"x" * 201}"' in page.text
    assert labels(desk) == ["Bus?", "Food?", "Hat?"]


def test_the_first_button_of_the_form_saves_and_moves_nothing(desk: Desk) -> None:
    three_questions(desk)
    form = desk.web.get(PAGE).text.partition('<form class="sheet"')[2]
    assert 'name="move"' not in form[: form.index("</button>")]
    assert ">Save</button>" in form[: form.index("</button>") + 9]


def test_the_order_holds_wherever_answers_are_shown(desk: Desk) -> None:
    fields = three_questions(desk)
    desk.send(PAGE, {**fields, "move": "up.2"})
    ids = {question.label: question.id for question in stored(desk)}
    desk.evening.signs_up("Ada")
    answers: Answers = {ids["Food?"]: ("1",), ids["Hat?"]: ("2",), ids["Bus?"]: ("3",)}
    command = ChangeAnswers(event_id="party", guest_id="ada", answers=answers)
    desk.evening.give(command, "guest")
    form = desk.web.get("/e/party").text
    assert form.index("Bus?") < form.index("Hat?") < form.index("Food?")
    embedded = desk.web.get("/e/party", headers={"accept": "application/json"}).json()
    asked = embedded["questions"]
    assert [question["label"] for question in asked] == ["Bus?", "Hat?", "Food?"]
    for path in ("guests", "door", "g/ada"):
        assert "Bus? 3 Hat? 2 Food? 1" in desk.read(f"/desk/e/party/{path}"), path
    head = desk.web.get("/desk/e/party/guests.csv").content.decode("utf-8-sig").splitlines()[0]
    assert head.endswith("Bus?,Hat?,Food?")
