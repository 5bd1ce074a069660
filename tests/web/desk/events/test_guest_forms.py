"""A host adds, changes and cancels one guest; each page says first what will happen."""

from fullhouse.products.rsvp.commands import (
    CancelEvent,
    CancelGuest,
    ChangeContact,
    CloseSignUp,
    DeclineOffer,
    EditEvent,
    StopMail,
)
from fullhouse.products.rsvp.form_questions import EditQuestions, FormQuestion
from tests.web.desk.support import Desk, text_of

NEW = "/desk/e/party/guests/new"
DORA = {"name": "Dora", "email": "Dora@example.org", "place_as": "confirmed"}


def full(desk: Desk, *more: str) -> None:
    desk.evening.opens(cap=1)
    for name in ("Anna", *more):
        desk.evening.signs_up(name)


def test_a_guest_is_added_with_a_seat_and_told(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    assert "2 seats are open." in desk.read(NEW)
    answer = desk.send(NEW, DORA)
    path = answer.headers["location"]
    assert path.endswith("?done=added_confirmed")
    assert "they have a seat, and an email that says so is on its way" in desk.read(path)
    dora = desk.evening.guest("Dora")
    assert (dora.state, dora.source) == ("confirmed", "host")
    assert [mail.to for mail in desk.evening.mails("confirmation")] == ["dora@example.org"]


def test_a_guest_is_invited_and_has_to_answer(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    assert "a seat is held for 3 days until they answer" in desk.read(NEW)
    answer = desk.send(NEW, {**DORA, "place_as": "pending"})
    assert "a seat is held for them until they answer" in desk.read(answer.headers["location"])
    assert desk.evening.guest("Dora").state == "pending"


def test_that_the_room_is_full_is_said_first(desk: Desk) -> None:
    full(desk, "Bert")
    page = desk.read(NEW)
    assert "The room is full: whoever you add now joins the waitlist at position 2" in page
    assert "Put them on the waitlist" in page
    answer = desk.send(NEW, DORA)
    assert "they are on the waitlist" in desk.read(answer.headers["location"])
    assert desk.evening.guest("Dora").state == "waitlisted"


def test_who_is_on_the_list_already_is_shown_and_not_added_twice(desk: Desk) -> None:
    full(desk)
    answer = desk.send(NEW, {**DORA, "email": "anna@example.org"})
    assert answer.headers["location"] == "/desk/e/party/g/anna?done=added_already"
    assert "was on the list already" in desk.read(answer.headers["location"])


def test_what_is_wrong_stands_beside_its_field_and_what_was_typed_stays(desk: Desk) -> None:
    desk.evening.opens(settings={"max_party": 2})
    answer = desk.send(NEW, {"name": " ", "email": "dora", "party": "3", "place_as": "pending"})
    assert answer.status_code == 422
    page = text_of(answer)
    assert "Please enter a name." in page
    assert "That doesn't look like an email address." in page
    assert "A party can be from 1 to 2 people." in page
    assert 'value="dora"' in answer.text
    assert 'value="pending" checked' in answer.text
    assert desk.evening.mails() == []


def test_a_host_may_add_guests_while_sign_up_is_closed_but_not_when_it_is_over(desk: Desk) -> None:
    desk.evening.opens()
    desk.evening.give(CloseSignUp(event_id="party"))
    assert "Sign-up is closed for others" in desk.read(NEW)
    assert desk.send(NEW, DORA).status_code == 303
    desk.evening.give(CancelEvent(event_id="party"))
    assert "This event is cancelled, so nobody can be put on its list" in desk.read(NEW)
    answer = desk.send(NEW, {**DORA, "email": "emil@example.org"})
    assert answer.status_code == 422


def test_name_and_party_are_put_right(desk: Desk) -> None:
    desk.evening.opens(settings={"max_party": 3})
    desk.evening.signs_up("Anna")
    path = "/desk/e/party/g/anna/edit"
    assert "Change Anna" in desk.read(path)
    answer = desk.send(path, {"name": "Anna Berg", "email": "anna@example.org", "party": "2"})
    assert answer.headers["location"] == "/desk/e/party/g/anna?done=changed"
    anna = desk.evening.guest("Anna")
    assert (anna.name, anna.party) == ("Anna Berg", 2)
    assert "Anna Berg" in desk.read("/desk/e/party/g/anna?done=changed")
    again = desk.send(path, {"name": "Anna Berg", "email": "anna@example.org", "party": "2"})
    assert again.headers["location"] == "/desk/e/party/g/anna?done=unchanged"


def test_a_new_address_is_asked_before_it_counts(desk: Desk) -> None:
    full(desk)
    answer = desk.send("/desk/e/party/g/anna/edit", {"name": "Anna", "email": "new@example.org"})
    assert answer.headers["location"] == "/desk/e/party/g/anna?done=address_asked"
    assert "counts once someone presses the button" in desk.read(answer.headers["location"])
    assert desk.evening.guest("Anna").new_email == "new@example.org"


def test_a_change_that_cannot_be_made_says_why_and_what_was_saved(desk: Desk) -> None:
    desk.evening.opens(cap=3, settings={"max_party": 3})
    for name in ("Anna", "Bert"):
        desk.evening.signs_up(name)
    path = "/desk/e/party/g/anna/edit"
    bad = desk.send(path, {"name": "", "email": "x", "party": "9"})
    assert bad.status_code == 422
    refused = desk.send(path, {"name": "Ann", "email": "anna@example.org", "party": "3"})
    assert refused.status_code == 422
    assert "There are not enough free seats for that." in text_of(refused)
    assert desk.evening.guest("Anna").name == "Anna"
    half = desk.send(path, {"name": "Anna", "email": "bert@example.org", "party": "2"})
    assert "on the list already, under another name" in text_of(half)
    assert "The party is changed; the rest is not." in text_of(half)
    assert desk.evening.guest("Anna").party == 2


def test_taking_off_the_list_says_who_is_asked_then_does_it(desk: Desk) -> None:
    full(desk, "Bert")
    path = "/desk/e/party/g/anna/cancel"
    page = desk.read(path)
    assert "Nothing has happened yet." in page
    assert "Their seat is freed. Bert is asked first, at once" in page
    answer = desk.send(path)
    assert answer.headers["location"] == "/desk/e/party/g/anna?done=guest_cancelled"
    assert desk.evening.guest("Anna").state == "cancelled"
    assert "Is not coming" in desk.read("/desk/e/party/g/anna?done=guest_cancelled")
    assert [mail.to for mail in desk.evening.mails("cancelled")] == ["anna@example.org"]
    again = desk.send(path)
    assert again.status_code == 409
    assert "Nothing was changed" in text_of(again)
    assert "They are not on the list any more" in desk.read(path)


def test_at_night_the_next_is_asked_in_the_morning(desk: Desk) -> None:
    full(desk, "Bert")
    desk.evening.passes(hours=12)
    assert "Bert is asked first, when quiet hours end: Tue 2 Jun 2026, 08:00" in desk.read(
        "/desk/e/party/g/anna/cancel"
    )


def test_where_nobody_can_be_asked_it_says_so(desk: Desk) -> None:
    full(desk)
    path = "/desk/e/party/g/anna/cancel"
    assert "Nobody waits, so it is open to all." in desk.read(path)
    desk.evening.signs_up("Bert")
    desk.evening.give(StopMail(event_id="party", guest_id="bert"), "guest")
    assert "Nobody on the waitlist can be asked just now, so it is open to all." in desk.read(path)
    assert "They leave the waitlist. Everyone behind them moves up." in desk.read(
        "/desk/e/party/g/bert/cancel"
    )


def test_over_the_cap_a_seat_is_not_given_again(desk: Desk) -> None:
    desk.evening.opens(cap=2)
    for name in ("Anna", "Bert", "Cleo"):
        desk.evening.signs_up(name)
    desk.evening.give(EditEvent(event_id="party", cap=1))
    assert "More seats are taken than there are" in desk.read("/desk/e/party/g/anna/cancel")


def test_an_offer_is_handed_on_to_the_next_who_has_not_passed(desk: Desk) -> None:
    full(desk, "Bert", "Cleo", "Dora")
    desk.evening.give(CancelGuest(event_id="party", guest_id="anna"), "guest")
    desk.evening.give(DeclineOffer(event_id="party", guest_id="bert", offer_id="bert-1"), "guest")
    page = desk.read("/desk/e/party/g/cleo/cancel")
    assert "the offer that they hold is withdrawn. Dora is asked first, at once" in page


def test_when_the_event_has_begun_there_is_nothing_to_do(desk: Desk) -> None:
    full(desk)
    desk.evening.passes(days=20)
    assert "The event has begun, so there is nothing to do." in desk.read(
        "/desk/e/party/g/anna/cancel"
    )
    desk.send("/desk/e/party/g/anna/cancel")
    assert desk.evening.guest("Anna").state == "confirmed"


def test_a_form_that_is_out_of_date_takes_no_seats_away(desk: Desk) -> None:
    full(desk)
    guest = desk.evening.guest("Anna")
    desk.evening.give(ChangeContact(event_id="party", guest_id="anna", name="Anne"), "guest")
    fields = {"name": "Ann", "email": guest.email, "party": "1", "rev": str(guest.rev)}
    late = desk.send("/desk/e/party/g/anna/edit", fields)
    assert late.status_code == 409
    assert "This guest was changed in the meantime" in text_of(late)
    assert desk.evening.guest("anna").name == "Anne"


FOOD = FormQuestion("food", "Food?", "choice", ("Fish", "Vegan"), required=True, per="party")
NOTE = FormQuestion("note", "Anything else?", required=True)


def asking(desk: Desk) -> None:
    desk.evening.opens(cap=9, settings={"max_party": 3})
    desk.evening.give(EditQuestions(event_id="party", questions=(FOOD, NOTE)))


def test_a_host_adds_a_guest_with_answers(desk: Desk) -> None:
    asking(desk)
    page = desk.web.get(f"{NEW}?party=2").text
    assert "Person 1" in page
    assert "Person 2" in page
    answers = {"answers.food.1": "Fish", "answers.food.2": "Vegan", "answers.note": "Hi"}
    desk.send(NEW, {**DORA, "party": "2", **answers})
    assert desk.evening.guest("Dora").answers == {"food": ("Fish", "Vegan"), "note": ("Hi",)}


def test_no_answer_is_forced_on_a_host(desk: Desk) -> None:
    asking(desk)
    form = desk.web.get(NEW).text.partition('<form class="sheet"')[2]
    fields = [line for line in form.splitlines() if 'name="answers.' in line]
    assert len(fields) == 2
    assert not [line for line in fields if " required" in line]
    desk.send(NEW, {**DORA, "party": "3", "answers.food.1": "Fish"})
    assert desk.evening.guest("Dora").answers == {"food": ("Fish", "", "")}
    assert desk.read("/desk/e/party/guests").count("missing") == 2


def test_answers_that_do_not_fit_stand_beside_their_field_and_stay(desk: Desk) -> None:
    asking(desk)
    page = desk.send(NEW, {**DORA, "answers.food.1": "Beef", "answers.note": "Hi"})
    assert page.status_code == 422
    assert "Please choose one of the answers." in text_of(page)
    assert 'value="Hi"' in page.text
    assert desk.evening.mails("confirmation") == []


def test_without_questions_the_form_asks_none(desk: Desk) -> None:
    desk.evening.opens()
    assert "What do they answer?" not in desk.read(NEW)
