"""Erasing someone deletes the raw mails they wrote, even unmatched ones; repeatable."""

from typing import Any

import msgspec
import pytest

from fullhouse.engine.budget_record import MessageBudget, budget_id
from fullhouse.engine.inbound_mail import InboundMail, InboundPage, RecordInboundMail
from fullhouse.engine.message_budget import Budgeting
from fullhouse.inbound.forms.guest_form import Invalid
from fullhouse.kernel.records import Get
from fullhouse.platforms.local.executor import GroupCommitExecutor
from fullhouse.platforms.memory.files import MemoryFiles
from fullhouse.products.frontdesk.shared.documents import SaveDocument
from fullhouse.products.frontdesk.waitlist.commands import JoinWaitlist, RequestJoin
from fullhouse.products.rsvp.commands import AnswerByMail, RequestSignUp
from fullhouse.products.rsvp.form_questions import (
    Answers,
    ChangeAnswers,
    EditQuestions,
    FormQuestion,
)
from fullhouse.products.rsvp.model import GuestByEmail
from fullhouse.web.privacy import person_data
from tests.support.event_app import START, Evening

ADA = "ada@example.org"


def came(
    evening: Evening,
    files: MemoryFiles,
    name: str,
    sender: str = ADA,
    scope: str = "",
    file: str = "",
) -> None:
    mail = InboundMail(
        id=name, place=name, scope=scope, sender=sender, text="Hello", at=START, file=file
    )
    if file:
        files.keep(file, b"Hello")
    evening.give(RecordInboundMail(mail=mail), "mail")


def erase(
    evening: Evening, files: MemoryFiles, *, lets_go: bool = True
) -> person_data.ErasureReport:
    async def erased() -> person_data.ErasureReport:
        return await person_data.erase(evening.engine, ADA, "host", files, lets_go=lets_go)

    return evening.call(erased)


@pytest.mark.parametrize("lets_go", [True, False])
def test_raw_mails_go_with_whoever_wrote_them_and_nobody_elses(
    evening: Evening, *, lets_go: bool
) -> None:
    files = MemoryFiles()
    evening.opens("party")
    evening.signs_up("Ada")
    came(evening, files, "m1", scope="party", file="mail/1.eml")
    came(evening, files, "m2", file="mail/2.eml")
    came(evening, files, "m3", sender="ben@example.org", file="mail/3.eml")
    came(evening, files, "m4")
    done = erase(evening, files, lets_go=lets_go)
    assert (done.events, done.entries, done.appointments, done.proposals, done.mails) == (
        ["party"],
        [],
        [],
        0,
        3,
    )
    assert [files.read(f"mail/{number}.eml") for number in (1, 2, 3)] == [None, None, b"Hello"]
    left = {mail.id: (mail.sender, mail.text) for mail in evening.load(InboundPage())}
    assert left == {
        "m1": ("", ""),
        "m2": ("", ""),
        "m4": ("", ""),
        "m3": ("ben@example.org", "Hello"),
    }


def test_export_and_erasure_cover_when_messages_reached_them(evening: Evening) -> None:
    # Stored as with a carrier; without one, budgets are only in memory.
    executor = evening.engine.executor
    assert isinstance(executor, GroupCommitExecutor)
    executor.budgeting = Budgeting()
    evening.opens()
    evening.signs_up("Ada")
    guest = evening.load(GuestByEmail("party", ADA))
    assert guest is not None
    answer = AnswerByMail(
        event_id="party",
        guest_id=guest.id,
        name="Ada",
        email=ADA,
        wants="ask",
        proven=True,
        marked=guest.id,
        occasion="o1",
    )
    evening.give(answer, "mail")

    async def exported() -> dict[str, Any]:
        return await person_data.export(evening.engine, ADA)

    for name, is_own in (("message_budget", False), ("answer_budget", True)):
        budget = evening.load(Get(MessageBudget, (budget_id(ADA, own=is_own),)))
        assert budget is not None
        assert evening.call(exported)[name] == msgspec.to_builtins(budget)
    erase(evening, MemoryFiles())
    ended = ((), None, evening.clock.now())
    for is_own in (False, True):
        erased = evening.load(Get(MessageBudget, (budget_id(ADA, own=is_own),)))
        assert erased is not None
        assert (erased.times, erased.delayed_until, erased.ends_at) == ended


def test_a_second_time_there_is_nothing_left_to_forget(evening: Evening) -> None:
    files = MemoryFiles()
    came(evening, files, "m1", file="mail/1.eml")
    assert erase(evening, files).mails == 1
    assert erase(evening, files) == person_data.ErasureReport([], [], [], 0, 0, [])


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        (" Ada@Example.org ", ADA),
        ("+491711234567", "+491711234567"),
        ("0171 1234567", "+491711234567"),
        ("+44 7911 123456", "+447911123456"),
    ],
)
def test_an_address_or_a_number_is_read_as_people_write_it(
    evening: Evening, typed: str, read: str
) -> None:
    async def look() -> str:
        return person_data.read_address(evening.engine, typed)

    assert evening.call(look) == read


@pytest.mark.parametrize("typed", ["", "  ", "Ada", "12", "030 1234567", "a@b@c", "+", "0171" * 40])
def test_what_is_neither_is_refused(evening: Evening, typed: str) -> None:
    async def look() -> None:
        with pytest.raises(Invalid):
            person_data.read_address(evening.engine, typed)

    evening.call(look)


def test_a_request_that_was_not_confirmed_is_found_and_erased(evening: Evening) -> None:
    evening.opens("party")
    asked = RequestSignUp(event_id="party", guest_id="r1", name="Ada", email=ADA)
    evening.give(asked, "guest")
    join = JoinWaitlist(entry_id="r2", name="Ada", email=ADA, service="Cut")
    evening.give(SaveDocument(name="rules", text="Services\n- Cut: 30 minutes\n"))
    evening.give(RequestJoin(join=join), "customer")
    found = evening.call(person_data.find, evening.engine, ADA)
    assert (found.is_known, len(found.requests)) == (True, 2)
    assert erase(evening, MemoryFiles()).requests == 2
    assert evening.mails(to=ADA) == []
    assert not evening.call(person_data.find, evening.engine, ADA).is_known


FOOD = FormQuestion("food", "What do you eat?", "choice", ("Fish", "Vegan"), per="party")
BUS = FormQuestion("bus", "By bus?", "yes_no")


def asks(evening: Evening, *questions: FormQuestion) -> None:
    evening.give(EditQuestions(event_id="party", questions=questions))


def answer(evening: Evening, answers: Answers) -> None:
    evening.give(ChangeAnswers(event_id="party", guest_id="ada", answers=answers), "guest")


def exported(evening: Evening) -> dict[str, Any]:
    async def export() -> dict[str, Any]:
        return await person_data.export(evening.engine, ADA)

    return evening.call(export)


def test_the_export_has_the_words_of_questions_and_answers(evening: Evening) -> None:
    evening.opens(cap=9, settings={"max_party": 3})
    asks(evening, FOOD, BUS)
    evening.signs_up("Ada", party=2)
    answer(evening, {"bus": ("yes",), "food": ("Fish", "")})
    (told,) = exported(evening)["events"]
    assert told["answers"] == [
        {"id": "food", "question": "What do you eat?", "answers": ["Fish", ""]},
        {"id": "bus", "question": "By bus?", "answers": ["Yes"]},
    ]
    asks(evening, BUS)
    (told,) = exported(evening)["events"]
    assert [one["question"] for one in told["answers"]] == ["By bus?", "What do you eat?"]


def test_whoever_answered_nothing_has_no_answers_in_the_export(evening: Evening) -> None:
    evening.opens()
    evening.signs_up("Ada")
    assert exported(evening)["events"][0]["answers"] == []
    assert "answers" not in exported(evening)["messages"][0]


def test_a_question_whose_words_are_gone_keeps_its_id_in_the_export(evening: Evening) -> None:
    evening.opens(cap=9)
    asks(evening, BUS)
    evening.signs_up("Ada")
    answer(evening, {"bus": ("no",)})
    for number in range(4):
        asks(evening, *(FormQuestion(f"q{number}-{n}", f"{number}, {n}?") for n in range(10)))
    (told,) = exported(evening)["events"]
    assert told["answers"] == [{"id": "bus", "question": "", "answers": ["no"]}]


def test_the_export_has_the_answers_of_a_sign_up_that_nobody_confirmed(evening: Evening) -> None:
    evening.opens(cap=9)
    asks(evening, BUS)
    request = RequestSignUp(
        event_id="party", guest_id="ada", name="Ada", email=ADA, answers={"bus": ("yes",)}
    )
    evening.give(request, "guest")
    (message,) = exported(evening)["messages"]
    assert message["answers"] == [{"id": "bus", "question": "By bus?", "answers": ["Yes"]}]
