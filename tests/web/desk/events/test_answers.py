"""Answers of guests at the desk: in the list, on the guest's page, in the file and at the door."""

import csv
import io

import msgspec

from fullhouse.engine.ports import AuditPage
from fullhouse.products.rsvp.commands import CancelGuest, EraseGuest, SetGuestRetention, SignUp
from fullhouse.products.rsvp.event_content import EditContent
from fullhouse.products.rsvp.form_questions import Answers, EditQuestions, FormQuestion
from fullhouse.web.api.control import verify
from tests.web.desk.support import Desk

LIST = "/desk/e/party/guests"
FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")
NOTE = FormQuestion("note", "=Anything else?")
BUS = FormQuestion("bus", "By bus?", "yes_no")


def asks(desk: Desk, *questions: FormQuestion) -> None:
    command = EditQuestions(event_id="party", questions=questions)
    assert desk.evening.give(command).code == "changed"


def comes(desk: Desk, name: str, answers: Answers, party: int = 1, source: str = "form") -> None:
    command = SignUp(
        event_id="party",
        guest_id=name.lower(),
        name=name,
        email=f"{name.lower()}@example.org",
        party=party,
        answers=answers,
        source="import" if source == "import" else "form",
    )
    assert desk.evening.give(command).code == "confirmed"


def answered(desk: Desk) -> Desk:
    desk.evening.opens(settings={"max_party": 3})
    asks(desk, FOOD, NOTE, BUS)
    comes(desk, "Ada", {"food": ("Fish", "Vegan"), "bus": ("yes",)}, party=2)
    comes(desk, "Bea", {"note": ("+1 <b>",)}, source="import")
    return desk


def exported(desk: Desk) -> list[list[str]]:
    text = desk.web.get(f"{LIST}.csv").content.decode("utf-8-sig")
    return [row[9:] for row in csv.reader(io.StringIO(text, newline=""))]


def test_the_list_and_the_guests_page_show_answers_and_what_is_missing(desk: Desk) -> None:
    answered(desk)
    text = desk.read(LIST)
    assert "What do you eat? Fish; Vegan By bus? Yes" in text
    assert "What do you eat? missing =Anything else? +1 <b>" in text
    assert text.count("missing") == 1
    assert "+1 &lt;b&gt;" in desk.web.get(LIST).text
    assert "What do you eat? Fish; Vegan" in desk.read("/desk/e/party/g/ada")
    assert "missing" in desk.read("/desk/e/party/g/bea")


def test_nobody_is_missing_anything_once_cancelled_or_erased(desk: Desk) -> None:
    answered(desk)
    desk.evening.give(CancelGuest(event_id="party", guest_id="bea"))
    desk.evening.give(EraseGuest(event_id="party", guest_id="ada"))
    text = desk.read(LIST)
    assert "missing" not in text
    assert "Vegan" not in text


def test_the_file_has_a_column_for_each_question_also_removed_ones(desk: Desk) -> None:
    answered(desk)
    head, *rows = exported(desk)
    assert head == ["What do you eat?", "'=Anything else?", "By bus?"]
    assert sorted(rows) == [["", "'+1 <b>", ""], ["Fish; Vegan", "", "Yes"]]
    asks(desk, BUS)
    head, *rows = exported(desk)
    assert head == ["By bus?", "What do you eat? (removed)", "'=Anything else? (removed)"]
    assert ["Yes", "Fish; Vegan", ""] in rows
    assert "Fish; Vegan" not in desk.read(LIST)
    assert "Fish; Vegan" in desk.read("/desk/e/party/g/ada")
    asks(desk)
    assert exported(desk)[0][0] == "By bus? (removed)"


def test_the_door_list_shows_answers(desk: Desk) -> None:
    answered(desk)
    assert "What do you eat? Fish; Vegan By bus? Yes" in desk.read("/desk/e/party/door")


def test_an_event_without_questions_shows_none(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Ada")
    assert exported(desk) == [[], []]
    for path in (LIST, "/desk/e/party/door", "/desk/e/party/g/ada"):
        assert 'class="faint answer"' not in desk.web.get(path).text


def test_erased_answers_and_questions_are_nowhere_and_the_audit_still_replays(desk: Desk) -> None:
    answered(desk)
    desk.evening.give(EditContent(event_id="party", price_note="Ask Ada"))
    desk.evening.give(SetGuestRetention(days=1))
    desk.evening.give(EraseGuest(event_id="party", guest_id="ada"))
    desk.evening.passes(days=60)
    written = msgspec.json.encode(desk.evening.load(AuditPage(limit=10_000))).decode()
    for gone in ("Vegan", "+1 <b>", "By bus?", "Ask Ada"):
        assert gone not in written
    assert verify(desk.evening.engine).problems == []
    assert desk.evening.event().asks == 0


def test_the_host_corrects_answers_and_may_leave_some_out(desk: Desk) -> None:
    answered(desk)
    path = "/desk/e/party/g/ada/answers"
    assert "Change answers\u2026" in desk.read("/desk/e/party/g/ada")
    assert 'value="Fish" selected' in desk.web.get(path).text
    typed = {"answers.food.1": "Vegan", "answers.food.2": "", "answers.bus": "no"}
    saved = desk.send(path, typed)
    assert saved.headers["location"] == "/desk/e/party/g/ada?done=answers_changed"
    assert desk.evening.guest("Ada").answers == {"food": ("Vegan", ""), "bus": ("no",)}
    assert "The answers of Ada were changed" in desk.read("/desk/e/party/audit")


def test_a_wrong_answer_stands_beside_its_field_and_nothing_is_saved(desk: Desk) -> None:
    answered(desk)
    page = desk.send("/desk/e/party/g/bea/answers", {"answers.note": "x" * 301})
    assert page.status_code == 422
    assert "x" * 301 in page.text
    assert desk.evening.guest("Bea").answers == {"note": ("+1 <b>",)}


def test_the_host_notes_answers_at_the_door_but_not_of_a_cancelled_event(desk: Desk) -> None:
    answered(desk)
    desk.evening.passes(days=19, hours=8)
    assert desk.evening.engine.now() > desk.evening.event().starts
    desk.send("/desk/e/party/g/bea/answers", {"answers.note": "Late"})
    assert desk.evening.guest("Bea").answers == {"note": ("Late",)}
    desk.evening.passes(days=1)
    page = desk.send("/desk/e/party/g/bea/answers", {"answers.note": "Later"})
    assert page.status_code == 422
    assert "Change answers" not in desk.read("/desk/e/party/g/bea")


def test_without_questions_there_is_no_such_page(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.signs_up("Ada")
    assert desk.web.get("/desk/e/party/g/ada/answers").status_code == 404
    assert "Change answers" not in desk.read("/desk/e/party/g/ada")


def test_answers_of_whoever_cancelled_are_shown_again_only_if_they_come_back(desk: Desk) -> None:
    answered(desk)
    desk.evening.give(CancelGuest(event_id="party", guest_id="ada"))
    for path in (LIST, "/desk/e/party/g/ada"):
        assert "Vegan" not in desk.read(path)
    assert not [row for row in exported(desk) if "Fish; Vegan" in row]
    back = SignUp(
        event_id="party",
        guest_id="ada",
        name="Ada",
        email="ada@example.org",
        party=2,
        source="link",
    )
    desk.evening.give(back)
    assert "What do you eat? Fish; Vegan" in desk.read(LIST)


def test_the_host_lets_someone_bring_one_more_and_is_asked_nothing(desk: Desk) -> None:
    answered(desk)
    desk.evening.give(CancelGuest(event_id="party", guest_id="bea"))
    fields = {"name": "Ada", "email": "ada@example.org", "party": "3"}
    assert desk.send("/desk/e/party/g/ada/edit", fields).status_code == 303
    assert desk.evening.guest("Ada").answers == {"food": ("Fish", "Vegan"), "bus": ("yes",)}
    assert "missing" in desk.read("/desk/e/party/g/ada")
