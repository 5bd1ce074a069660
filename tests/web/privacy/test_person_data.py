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
