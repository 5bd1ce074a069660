"""Every store erases a customer with appointments: in lines, messages and staff notes."""

from typing import Any

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage, Store, Written
from fullhouse.kernel.audit import AuditMismatch, compare, line, replay
from fullhouse.kernel.decisions import Change, Decision, ErasePerson, Step, create, update
from fullhouse.kernel.erasure import GONE
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.appointments.messages import appointment_facts
from fullhouse.products.frontdesk.appointments.model import (
    ERASED_NAME,
    SCOPE,
    Appointment,
    BusyTime,
    DaySchedule,
)
from fullhouse.products.frontdesk.appointments.proposals import INSTEAD
from tests.platforms.contract.appointments import MAIL, PHONE, appointment, reply, send
from tests.platforms.contract.stores import NOW, message

BLANK: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": "", "link": ""}
OLD_MAIL = "anna@old.example"
ANNA = appointment(email=MAIL, link="https://example.org/anna")
BEN = appointment("a2", name="Ben", phone="+4915110000002")
DAY = DaySchedule(id="2026-06-02", taken=(BusyTime("a1", ANNA.starts_at, 45),))


def step(
    store: Store,
    subject: str,
    *changes: Change[Any],
    note: str = "",
    forget: tuple[ErasePerson, ...] = (),
) -> None:
    one = Step(SCOPE, "changed", subject, changes, note)
    store.commit(
        Written(Decision(None, steps=(one,), forget=forget), (line(one, NOW, "tester", "order-1"),))
    )


def told(name: str, about: Appointment, **fields: Any) -> Message:
    """Write what was sent to someone; staff hear of them by the same facts."""
    usual = {
        "product": SCOPE,
        "scope": SCOPE,
        "status": "sent",
        "facts": {"appointment": appointment_facts(about)},
    }
    mine = {
        "person": about.id,
        "to": about.phone,
        "channel": "text",
        "letter": f"Hello {about.name}",
    }
    return message(name, **{**usual, **mine, **fields})


STAFF: dict[str, Any] = {"person": "", "to": "staff", "channel": "staff"}


def written_down(store: Store) -> None:
    """Book two, change the address of one, remind both, and let staff hear of them."""
    early = msgspec.structs.replace(ANNA, email=OLD_MAIL)
    step(store, "a1", create(early), create(DAY), note="asked by Anna")
    step(store, "a2", create(BEN))
    step(store, "a1", update(early, email=MAIL, rev=1), note=f"550-gone {MAIL}")
    step(store, "a2", update(BEN, rev=1), note="551-gone ben")
    step(store, "a1", create(send()), create(reply()))
    both = {"tried": [{"id": one.id, "name": one.name} for one in (ANNA, BEN)]}
    messages = (
        told("m1", ANNA),
        told("m2", BEN),
        told("m3", ANNA, to=OLD_MAIL, channel="mail", error=f"550-gone {OLD_MAIL}"),
        told("m4", ANNA, to=MAIL, channel="mail", status="queued"),
        told("m5", ANNA, **STAFF),
        told("m6", BEN, **STAFF),
        told("m7", ANNA, **STAFF, facts=both),
    )
    store.commit(Written(Decision(None, messages=messages)))


def erase(store: Store, *people: Appointment) -> None:
    for person in people:
        step(store, person.id, blank(store, person), forget=(forgetting(person),))


def blank(store: Store, person: Appointment) -> Change[Appointment]:
    """Take who it was out of an appointment, as it stands by now."""
    kept = store.load(Get(Appointment, person.key))
    assert kept is not None
    return update(kept, **BLANK)


def forgetting(person: Appointment) -> ErasePerson:
    return ErasePerson(SCOPE, Appointment.kind_name, person.id, {**INSTEAD, **BLANK})


def found(store: Store, name: str) -> Message:
    kept = store.load(Get(Message, (name,)))
    assert kept is not None
    return kept


def all_of(store: Store) -> str:
    stored = (list(store.load(AllRecords())), store.load(AuditPage()), store.load(MessagePage()))
    return msgspec.json.encode(stored).decode()


def test_someone_is_gone_from_every_line_and_message_and_the_audit_still_replays(
    store: Store,
) -> None:
    written_down(store)
    erase(store, ANNA)
    for gone in ("Anna", "anna@", PHONE, "example.org/anna", "550-gone"):
        assert gone not in all_of(store)
    for kept in ("Ben", BEN.phone, "551-gone ben"):
        assert kept in all_of(store)
    problems: list[AuditMismatch] = []
    lines = store.load(AuditPage())
    compare(replay(lines, AUDITED, problems), store.load(AllRecords()), problems)
    assert problems == []


def test_two_are_forgotten_in_one_commit(store: Store) -> None:
    written_down(store)
    changes = (blank(store, one) for one in (ANNA, BEN))
    step(store, "a1", *changes, forget=tuple(map(forgetting, (ANNA, BEN))))
    for gone in ("Anna", "anna@", PHONE, "Ben", BEN.phone, "551-gone"):
        assert gone not in all_of(store)


def test_what_has_not_left_never_will_and_what_has_says_no_more_to_whom(store: Store) -> None:
    written_down(store)
    before = found(store, "m2")
    erase(store, ANNA)
    waiting, gone = found(store, "m4"), found(store, "m3")
    assert (waiting.status, waiting.error, waiting.to) == ("failed", GONE, "")
    assert (gone.status, gone.error, gone.to, gone.letter) == ("sent", "erased", "", "")
    facts = gone.facts["appointment"]
    assert (facts["name"], facts["phone"], facts["service"]) == (ERASED_NAME, "", "Cut")
    assert found(store, "m2") == before


def test_a_note_to_staff_forgets_just_whom_it_named(store: Store) -> None:
    written_down(store)
    before = found(store, "m6")
    erase(store, ANNA)
    note, alone = found(store, "m7"), found(store, "m5")
    assert note.facts["tried"] == [{"id": "a1", "name": ERASED_NAME}, {"id": "a2", "name": "Ben"}]
    assert (note.letter, note.status, note.to) == ("", "sent", "staff")
    assert (alone.facts["appointment"]["name"], alone.letter) == (ERASED_NAME, "")
    assert found(store, "m6") == before


def test_someone_of_the_same_name_elsewhere_is_not_forgotten(store: Store) -> None:
    written_down(store)
    other = told("m8", ANNA, scope="waitlist", product="waitlist")
    store.commit(Written(Decision(None, messages=(other,))))
    before = found(store, "m8")
    erase(store, ANNA)
    assert found(store, "m8") == before


def test_a_proposal_is_forgotten_with_the_note_about_it_and_the_mail_that_it_came_by(
    store: Store,
) -> None:
    asked_for = {"name": "Anna", "sender": MAIL, "subject": "Anna asks", "service": "Cut"}
    notes = [
        told(f"m{name}", ANNA, **STAFF, facts={"proposal": {"id": name, **asked_for}})
        for name in ("p1", "p2")
    ]
    mails = [
        InboundMail(
            id=f"i{name}", place=name, scope=SCOPE, person=name, sender=MAIL, text="Hi", at=NOW
        )
        for name in ("p1", "p2")
    ]
    store.commit(Written(Decision(None, messages=tuple(notes), moves=tuple(map(create, mails)))))
    step(store, "p1", note="seen by Anna", forget=(ErasePerson(SCOPE, "proposal", "p1", INSTEAD),))
    nobody = {"name": ERASED_NAME, "sender": "", "subject": "", "service": "Cut"}
    assert found(store, "mp1").facts["proposal"] == {"id": "p1", **nobody}
    assert found(store, "mp2").facts["proposal"]["name"] == "Anna"
    wrote = [store.load(Get(InboundMail, (name,))) for name in ("ip1", "ip2")]
    assert [one and (one.sender, one.text) for one in wrote] == [("", ""), (MAIL, "Hi")]
    assert [one.note for one in store.load(AuditPage(SCOPE))] == ["erased"]
