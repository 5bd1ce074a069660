"""Questions in the sign-up form: changed by the host, answered by guests, erased with them."""

from typing import Any

import msgspec
import pytest

from fullhouse.kernel.decisions import Guard
from fullhouse.kernel.records import Get
from fullhouse.platforms.memory.store import MemoryStore
from fullhouse.products.rsvp import commands
from fullhouse.products.rsvp.event_content import EditContent, EventContent
from fullhouse.products.rsvp.form_questions import (
    LONGEST_ANSWER,
    MOST_QUESTIONS,
    MOST_REMOVED,
    MOST_TEXT,
    Answers,
    ChangeAnswers,
    EditQuestions,
    FormQuestion,
    answers_problem,
    answers_to,
    fitting,
    is_missing,
)
from fullhouse.products.rsvp.link_binding import by_address, by_sign_up
from fullhouse.products.rsvp.model import Event, GuestListState, GuestResult
from fullhouse.products.rsvp.question_changes import edit_questions
from tests.support.rsvp_world import EVENT, Room, mail

FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), True, "party")
NOTE = FormQuestion("note", "Anything else?")
BUS = FormQuestion("bus", "Do you take the bus?", "yes_no")
ALL = (FOOD, NOTE, BUS)
FISH: Answers = {"food": ("Fish",)}


def ask(room: Room, *questions: FormQuestion, rev: int | None = None) -> GuestResult:
    return room.ask(EditQuestions(event_id=EVENT, questions=questions, rev=rev), "host")


def asking(*questions: FormQuestion) -> Room:
    room = Room(cap=9, max_party=3)
    assert ask(room, *(questions or ALL)).code == "changed"
    return room


def stored(room: Room) -> tuple[FormQuestion, ...]:
    content = room.store.load(Get(EventContent, (EVENT,)))
    return () if content is None else content.questions


def change(room: Room, answers: Answers, link: str = "") -> GuestResult:
    command = ChangeAnswers(event_id=EVENT, guest_id="anna", answers=answers, link=link)
    return room.ask(command, "guest")


def told(answer: GuestResult) -> tuple[str, str]:
    return answer.code, answer.field


def test_questions_stand_beside_the_event_which_counts_them() -> None:
    room = asking()
    assert (stored(room), room.event.asks) == (ALL, 3)
    assert room.actions()[-1] == "questions_changed"
    assert ask(room, *ALL).code == "unchanged"
    renamed = msgspec.structs.replace(BUS, label="Bus?")
    assert ask(room, FOOD, NOTE, renamed).code == "changed"
    assert ask(room).code == "changed"
    assert (stored(room), room.event.asks) == ((), 0)


@pytest.mark.parametrize("questions", [(NOTE,), (NOTE, BUS)])
def test_an_event_that_another_changed_meanwhile_is_decided_again(
    questions: tuple[FormQuestion, ...],
) -> None:
    event = asking(FOOD).event
    state = GuestListState(event=event)
    command = EditQuestions(event_id=EVENT, questions=questions)
    changes = edit_questions(state, command, event.starts).changes
    (change,) = [one for one in changes if one.kind is Event]
    assert Guard("asks", "==", 1) in change.guards


def test_an_unknown_event_asks_nothing() -> None:
    command = EditQuestions(event_id="none", questions=ALL)
    assert Room().ask(command, "host").code == "unknown_event"
    answers = ChangeAnswers(event_id="none", guest_id="anna", answers={})
    assert Room().ask(answers, "guest").code == "unknown_guest"


def test_questions_that_somebody_else_changed_are_not_overwritten_unseen() -> None:
    room = Room()
    room.ask(EditContent(event_id=EVENT, description="Cake"), "host")
    assert ask(room, FOOD, rev=0).code == "changed_since"
    assert ask(room, FOOD, rev=1).code == "changed"


def test_there_are_at_most_ten_and_none_is_asked_twice() -> None:
    room = Room()
    many = [FormQuestion(f"q{number}", "Why?") for number in range(MOST_QUESTIONS + 1)]
    assert told(ask(room, *many)) == ("too_many_questions", "questions")
    assert told(ask(room, NOTE, NOTE)) == ("same_question_twice", "questions")
    assert ask(room, *many[1:]).code == "changed"


def test_a_kind_may_change_until_somebody_has_signed_up() -> None:
    room = asking(NOTE)
    for_all = FormQuestion("note", "Anything else?", per="party")
    assert ask(room, for_all).code == "changed"
    room.sign_up("anna", answers={"note": ("No",)})
    assert told(ask(room, BUS, NOTE)) == ("question_answered", "questions.1")
    assert told(ask(room, FormQuestion("note", "?", "yes_no", per="party")))[0] == (
        "question_answered"
    )
    assert stored(room) == (for_all,)


def test_a_removed_question_stays_for_its_answers_once_there_are_guests() -> None:
    room = asking(FOOD, NOTE)
    assert ask(room, FOOD).code == "changed"
    assert stored(room) == (FOOD,)
    room.sign_up("anna", answers=FISH)
    assert ask(room, BUS).code == "changed"
    assert stored(room) == (BUS, msgspec.structs.replace(FOOD, removed=True))
    assert room.event.asks == 1
    assert told(room.sign_up("ben", answers=FISH)) == ("unknown_question", "answers.food")
    # It can be asked again, as it was.
    assert ask(room, FOOD).code == "changed"
    assert stored(room) == (FOOD, msgspec.structs.replace(BUS, removed=True))


def test_only_the_latest_removed_questions_are_kept() -> None:
    room = Room()
    room.sign_up("anna")
    for number in range(MOST_REMOVED + 3):
        ask(room, FormQuestion(f"q{number}", "Why?"))
    kept = [question.id for question in stored(room)]
    assert len(kept) == MOST_REMOVED + 1
    assert kept[0] == f"q{MOST_REMOVED + 2}"
    assert "q0" not in kept


def test_a_sign_up_stores_its_answers_and_the_event_asks_for_them() -> None:
    room = asking()
    assert told(room.sign_up("anna")) == ("answer_missing", "answers.food")
    assert room.guests() == ()
    answers = {"food": ("Fish", "Vegan"), "bus": ("no",), "note": ("Käse & <b>",)}
    assert room.sign_up("anna", party=2, answers=answers).code == "confirmed"
    assert room.guest("anna").answers == answers
    assert told(room.sign_up("ben", party=2, answers=FISH)) == ("answer_missing", "answers.food")


@pytest.mark.parametrize(
    ("answers", "code", "field"),
    [
        ({**FISH, "age": ("9",)}, "unknown_question", "answers.age"),
        ({"food": ("Meat",)}, "not_a_choice", "answers.food"),
        ({**FISH, "bus": ("Yes",)}, "not_a_choice", "answers.bus"),
        ({"food": ("Fish", "Fish")}, "too_many_answers", "answers.food"),
        ({**FISH, "note": ("a", "b")}, "too_many_answers", "answers.note"),
        ({**FISH, "note": ("a" * (LONGEST_ANSWER + 1),)}, "answer_too_long", "answers.note"),
    ],
)
def test_answers_that_do_not_fit_are_refused(answers: Answers, code: str, field: str) -> None:
    room = asking()
    assert told(room.sign_up("anna", answers=answers)) == (code, field)
    assert told(room.sign_up("anna", answers=answers, source="import")) == (code, field)
    assert room.guests() == ()


def test_answers_are_bounded_together() -> None:
    questions = tuple(FormQuestion(f"q{n}", "Why?", per="party") for n in range(10))
    long = dict.fromkeys((question.id for question in questions), ("a" * 300,) * 3)
    assert sum(len(one) for given in long.values() for one in given) > MOST_TEXT
    assert answers_problem(questions, long, 3, complete=False) == ("answers_too_long", "answers")


def test_an_event_without_questions_takes_no_answers() -> None:
    answer = Room().sign_up("anna", answers=FISH)
    assert told(answer) == ("unknown_question", "answers.food")


def test_only_the_form_needs_them_all() -> None:
    room = asking()
    for source in ("import", "api", "host", "mail"):
        assert room.sign_up(source, source=source).code in ("confirmed", "pending")
        assert room.guest(source).answers is None
        assert is_missing(FOOD, room.guest(source).answers, 1)


def test_a_sign_up_again_does_not_touch_what_the_owner_answered() -> None:
    room = asking()
    room.sign_up("anna", answers=FISH)
    again = room.sign_up("anna", answers={"food": ("Vegan",)}, guest_id="other")
    assert (again.code, again.known) == ("already", True)
    assert room.guest("anna").answers == FISH


def test_whoever_comes_back_by_a_link_keeps_their_answers() -> None:
    room = asking()
    room.sign_up("anna", answers=FISH, sent="a" * 20)
    room.cancel("anna")
    link = by_sign_up(room.guest("anna"))
    assert room.sign_up("anna", sent="a" * 20, link=link).code == "confirmed"
    assert room.guest("anna").answers == FISH
    room.cancel("anna")
    assert room.sign_up("anna", source="link").code == "confirmed"
    assert room.guest("anna").answers == FISH
    room.cancel("anna")
    room.sign_up("anna", answers={"food": ("Vegan",)})
    assert room.guest("anna").answers == {"food": ("Vegan",)}


def test_an_optional_answer_left_empty_in_the_form_is_gone() -> None:
    room = asking(NOTE)
    room.sign_up("anna", answers={"note": ("Late",)})
    room.cancel("anna")
    room.sign_up("anna")
    assert room.guest("anna").answers is None


def test_guests_change_their_answers_until_the_event_begins() -> None:
    room = asking()
    room.sign_up("anna", answers=FISH)
    vegan: Answers = {"food": ("Vegan",), "bus": ("yes",)}
    assert change(room, vegan).code == "answers_changed"
    assert change(room, vegan, by_address(room.guest("anna"))).code == "unchanged"
    assert room.guest("anna").answers == vegan
    assert room.actions("anna")[-1] == "answers_changed"
    assert told(change(room, {"food": ("",)})) == ("answer_missing", "answers.food")
    room.until("2026-06-19T19:00")
    assert change(room, FISH).code == "event_over"


def test_only_who_is_on_the_list_and_proven_changes_answers() -> None:
    room = asking()
    assert change(room, FISH).code == "unknown_guest"
    room.sign_up("anna", answers=FISH, sent="b" * 20)
    visitor = by_sign_up(room.guest("anna"))
    assert change(room, {"food": ("Vegan",)}, visitor).code == "unknown_guest"
    assert change(room, {"food": ("Vegan",)}, "--9").code == "link_replaced"
    room.cancel("anna")
    assert change(room, {"food": ("Vegan",)}).code == "already_cancelled"
    assert room.guest("anna").answers == FISH
    room.call_off()
    assert change(room, FISH).code == "event_cancelled"


def test_answers_to_removed_questions_stay_and_no_answers_are_none() -> None:
    room = asking(NOTE, BUS)
    room.sign_up("anna", answers={"note": ("Hi",), "bus": ("yes",)})
    ask(room, BUS)
    assert change(room, {}).code == "answers_changed"
    assert room.guest("anna").answers == {"note": ("Hi",)}
    room.sign_up("ben", answers={"bus": ("no",)})
    command = ChangeAnswers(event_id=EVENT, guest_id="ben", answers={})
    assert room.ask(command, "guest").code == "answers_changed"
    assert room.guest("ben").answers is None


def test_there_is_one_answer_for_each_person_who_comes() -> None:
    given: Answers = {"food": ("Fish", "Vegan"), "note": ("Hi",)}
    assert answers_to(FOOD, given, 3) == ("Fish", "Vegan", "")
    assert answers_to(FOOD, given, 1) == ("Fish",)
    assert answers_to(NOTE, given, 3) == ("Hi",)
    assert answers_to(BUS, None, 3) == ("",)
    assert is_missing(FOOD, given, 3)
    assert not is_missing(FOOD, given, 2)
    assert not is_missing(NOTE, None, 1)


def changes_party(
    room: Room, party: int, answers: Answers | None = None, link: str = ""
) -> GuestResult:
    command = commands.ChangeParty(
        event_id=EVENT, guest_id="anna", party=party, link=link, answers=answers or {}
    )
    return room.ask(command, "guest")


def two_and_their_answers() -> Room:
    room = asking()
    room.sign_up("anna", party=2, answers={"food": ("Fish", "Vegan"), "note": ("Hi",)})
    return room


def test_whoever_stays_away_leaves_no_answer_behind() -> None:
    room = two_and_their_answers()
    assert changes_party(room, 1).code == "party_changed"
    assert room.guest("anna").answers == {"food": ("Fish",), "note": ("Hi",)}
    assert changes_party(room, 2).code == "party_changed"
    assert answers_to(FOOD, room.guest("anna").answers, 2) == ("Fish", "")


def test_a_party_without_answers_shrinks_and_grows_without_any() -> None:
    room = asking(NOTE)
    room.sign_up("anna", party=2)
    for party in (1, 3):
        assert changes_party(room, party).code == "party_changed"
        assert room.guest("anna").answers is None


def test_guests_answer_for_people_they_bring_along() -> None:
    room = two_and_their_answers()
    link = by_address(room.guest("anna"))
    assert told(changes_party(room, 3, link=link)) == ("answer_missing", "answers.food")
    assert room.guest("anna").party == 2
    assert changes_party(room, 3, FISH, link).code == "party_changed"
    assert room.guest("anna").answers == {"food": ("Fish", "Vegan", "Fish"), "note": ("Hi",)}


@pytest.mark.parametrize(
    ("answers", "code"),
    [
        ({"food": ("Beef",)}, "not_a_choice"),
        ({"food": ("Fish", "Fish")}, "too_many_answers"),
        ({"note": ("Bye",)}, "unknown_question"),
    ],
)
def test_only_answers_of_the_new_people_are_taken(answers: Answers, code: str) -> None:
    room = two_and_their_answers()
    assert changes_party(room, 3, answers).code == code
    assert room.guest("anna").party == 2


def test_new_answers_stand_with_their_person_where_others_gave_none() -> None:
    hat = FormQuestion("hat", "Hat?", per="party")
    room = asking(hat)
    room.sign_up("anna", party=2)
    assert changes_party(room, 3, {"hat": ("Bowler",)}).code == "party_changed"
    assert room.guest("anna").answers == {"hat": ("", "", "Bowler")}


def test_the_answers_of_a_party_that_grows_are_bounded_together() -> None:
    questions = tuple(FormQuestion(f"q{n}", f"{n}?", per="party") for n in range(8))
    room = Room(cap=9, max_party=4)
    ask(room, *questions)
    long: Answers = {question.id: ("a" * 300,) for question in questions}
    twice = {name: given * 2 for name, given in long.items()}
    assert room.sign_up("anna", party=2, answers=twice).code == "confirmed"
    assert told(changes_party(room, 3, long)) == ("answers_too_long", "answers")


def test_the_host_need_not_know_what_the_new_people_answer() -> None:
    room = two_and_their_answers()
    assert changes_party(room, 3).code == "party_changed"
    assert is_missing(FOOD, room.guest("anna").answers, 3)


def test_whoever_comes_back_with_fewer_people_keeps_the_answers_of_these() -> None:
    room = two_and_their_answers()
    room.cancel("anna")
    assert room.guest("anna").comes is False
    room.sign_up("anna", party=1, source="link")
    assert room.guest("anna").answers == {"food": ("Fish",), "note": ("Hi",)}
    assert room.guest("anna").comes


def test_a_request_brings_its_answers_when_its_link_is_pressed() -> None:
    room = asking()
    request = commands.RequestSignUp(
        event_id=EVENT, guest_id="anna", name="Anna", email=mail("anna")
    )
    assert told(room.ask(request, "guest")) == ("answer_missing", "answers.food")
    answers: Answers = {**FISH, "note": ("Hi",)}
    request = msgspec.structs.replace(request, answers=answers)
    assert room.ask(request, "guest").code == "requested"
    # What is asked changes before the link is pressed: what no longer fits is left out.
    ask(room, msgspec.structs.replace(FOOD, choices=("Beef",)), NOTE)
    message = next(one for one in room.messages("invite", "anna") if one.facts.get("request"))
    room.ask(commands.ConfirmSignUp(event_id=EVENT, message_id=message.id), "guest")
    assert room.guest("anna").answers == {"note": ("Hi",)}


def test_what_a_request_answers_is_erased_if_its_link_is_not_pressed() -> None:
    room = asking(NOTE)
    request = commands.RequestSignUp(
        event_id=EVENT,
        guest_id="anna",
        name="Anna",
        email=mail("anna"),
        answers={"note": ("Wheelchair",)},
    )
    room.ask(request, "guest")
    assert "Wheelchair" in everything(room)
    room.until("2026-06-03T12:00")
    assert "Wheelchair" not in everything(room)


def test_fitting_answers_are_of_questions_that_are_asked() -> None:
    gone = msgspec.structs.replace(NOTE, removed=True)
    given: Answers = {"food": ("Beef",), "note": ("Hi",), "bus": ("yes",), "age": ("9",)}
    assert fitting((FOOD, gone, BUS), given, 1) == {"bus": ("yes",)}


def test_fitting_answers_have_a_bound_together() -> None:
    notes = tuple(FormQuestion(f"n{number}", f"{number}?", per="party") for number in range(3))
    given: Answers = {note.id: ("x" * LONGEST_ANSWER,) * 9 for note in notes}
    assert fitting(notes, given, 9) == {note.id: given[note.id] for note in notes[:2]}


def walks_in(room: Room, answers: Answers, **more: Any) -> GuestResult:
    command = commands.WalkIn(
        event_id=EVENT, guest_id="door-1", nonce="1", name="Wim", answers=answers, **more
    )
    return room.ask(command, "door")


def test_someone_at_the_door_may_answer_and_is_never_made_to() -> None:
    room = asking()
    assert walks_in(room, {"food": ("Fish", "Vegan")}, party=2).code == "checked_in"
    assert room.guest("door-1").answers == {"food": ("Fish", "Vegan")}
    room = asking()
    assert walks_in(room, {}).code == "checked_in"
    assert room.guest("door-1").answers is None


def test_what_nobody_asks_is_refused_at_the_door() -> None:
    room = asking()
    assert told(walks_in(room, {"age": ("9",)})) == ("unknown_question", "answers.age")
    assert told(walks_in(Room(cap=9), {"age": ("9",)})) == ("unknown_question", "answers.age")
    assert room.event.confirmed == 0


def test_whoever_was_let_in_offline_keeps_the_answers_that_fit() -> None:
    room = asking()
    answers: Answers = {"food": ("Beef",), "bus": ("yes",), "age": ("9",)}
    assert walks_in(room, answers, admitted=True).code == "checked_in"
    assert room.guest("door-1").answers == {"bus": ("yes",)}


def everything(room: Room) -> str:
    store = room.store
    assert isinstance(store, MemoryStore)
    shelves = [list(shelf.values()) for shelf in store.shelves.values()]
    return msgspec.json.encode([shelves, store.lines]).decode()


def test_answers_are_erased_with_the_guest_also_from_the_audit() -> None:
    room = asking(NOTE)
    room.sign_up("anna", answers={"note": ("Wheelchair",)})
    change(room, {"note": ("Wheelchair and dog",)})
    room.ask(commands.EraseGuest(event_id=EVENT, guest_id="anna"), "host")
    assert room.guest("anna").answers is None
    assert "Wheelchair" not in everything(room)
    assert change(room, {"note": ("Back",)}).code == "unknown_guest"


def test_questions_are_erased_with_the_people_of_the_event() -> None:
    room = asking(FormQuestion("note", "Ada's number is 123?"))
    room.sign_up("anna", answers={"note": ("Wheelchair",)})
    room.give(commands.SetGuestRetention(days=30), "setup")
    room.until("2026-07-20T12:00")
    assert (stored(room), room.event.asks) == ((), 0)
    for gone in ("Wheelchair", "Ada's number"):
        assert gone not in everything(room)


def test_the_host_may_leave_answers_out_and_guests_may_not() -> None:
    room = asking(FOOD)
    room.sign_up("anna", answers={"food": ("Fish",)})
    emptied = ChangeAnswers(event_id=EVENT, guest_id="anna", answers={})
    assert room.ask(emptied, "guest").code == "answer_missing"
    by_host = msgspec.structs.replace(emptied, by_host=True)
    assert room.ask(by_host, "host").code == "answers_changed"
    assert room.guest("anna").answers is None


def test_who_answered_nothing_is_told_of_the_questions_until_they_do() -> None:
    room = Room(cap=9, settles=False)
    assert ask(room, NOTE).code == "changed"
    room.sign_up("anna")
    room.sign_up("ben", answers={"note": ("Late",)})
    unanswered = {one.to: one.facts.get("unanswered") for one in room.messages("confirmation")}
    assert unanswered == {"anna@example.org": True, "ben@example.org": None}
    assert change(room, {"note": ("Hi",)}).code == "answers_changed"
    room.settle()
    (message, _) = room.messages("confirmation")
    assert message.facts["unanswered"] is False
