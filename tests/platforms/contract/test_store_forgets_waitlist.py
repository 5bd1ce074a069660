"""Every store erases a person on the waitlist: also in slots' lines and staff notes."""

from typing import Any

import msgspec

from fullhouse.engine.catalogue import AUDITED
from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AllRecords, AuditPage, MessagePage, Store, Written
from fullhouse.kernel.audit import AuditMismatch, compare, line, replay
from fullhouse.kernel.decisions import Change, Decision, ErasePerson, Step, create, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.frontdesk.waitlist.model import ERASED_NAME, SCOPE, Entry
from tests.platforms.contract.stores import NOW, message
from tests.platforms.contract.waitlist import entry, slot, slot_offer

INSTEAD: dict[str, Any] = {"name": ERASED_NAME, "phone": "", "email": ""}
ANNA = entry(email="anna@example.org")
BEN = entry("w2", name="Ben", phone="+4915110000002")


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


def asked(store: Store, person: Entry, seq: int, note: str = "") -> None:
    """Write down that someone was offered the slot, and what they are called there."""
    offer = slot_offer("s1", seq, entry_id=person.id)
    step(store, "s1", create(offer), update(person, name=person.name, offer=offer.name), note=note)


def told(store: Store) -> None:
    """Let both join, be offered the same slot, and staff hear of it."""
    step(store, "w1", create(ANNA))
    step(store, "w2", create(BEN))
    step(store, "s1", create(slot()), note="nobody in it")
    asked(store, ANNA, 1, "550-gone anna@example.org")
    asked(store, BEN, 2, "551-gone ben")
    tried = [{"id": "w1", "name": "Anna"}, {"id": "w2", "name": "Ben"}]
    usual: dict[str, Any] = {"product": SCOPE, "scope": SCOPE, "status": "sent"}
    messages = (
        message(
            "m1",
            **usual,
            person="w1",
            to="+4915110000001",
            channel="text",
            facts={"entry": {"name": "Anna"}},
        ),
        message(
            "m2",
            **usual,
            person="w2",
            to="+4915110000002",
            channel="text",
            facts={"entry": {"name": "Ben"}},
        ),
        message(
            "m3",
            **usual,
            to="staff",
            channel="staff",
            facts={"tried": tried},
            letter="Anna and Ben",
        ),
        message(
            "m4",
            **usual,
            to="staff",
            channel="staff",
            facts={"tried": tried[1:]},
            letter="Only Ben",
        ),
    )
    store.commit(Written(Decision(None, messages=messages)))


def erase(store: Store, *people: Entry) -> None:
    for person in people:
        blank = update(person, name=ERASED_NAME, phone="", email="")
        step(store, person.id, blank, forget=(ErasePerson(SCOPE, "entry", person.id, INSTEAD),))


def all_of(store: Store) -> str:
    stored = (list(store.load(AllRecords())), store.load(AuditPage()), store.load(MessagePage()))
    return msgspec.json.encode(stored).decode()


def test_someone_is_gone_from_every_line_that_tells_of_them_and_the_audit_still_replays(
    store: Store,
) -> None:
    told(store)
    erase(store, ANNA)
    for gone in ("Anna", "anna@", ANNA.phone):
        assert gone not in all_of(store)
    for kept in ("Ben", BEN.phone, "551-gone ben", "nobody in it"):
        assert kept in all_of(store)
    problems: list[AuditMismatch] = []
    lines = store.load(AuditPage())
    compare(replay(lines, AUDITED, problems), store.load(AllRecords()), problems)
    assert problems == []


def test_two_who_were_offered_the_same_slot_are_forgotten_one_after_the_other(store: Store) -> None:
    told(store)
    erase(store, ANNA, BEN)
    for gone in ("Anna", "anna@", ANNA.phone, "Ben", BEN.phone, "551-gone"):
        assert gone not in all_of(store)
    assert "nobody in it" in all_of(store)


def test_two_are_forgotten_in_one_commit(store: Store) -> None:
    told(store)
    forget = tuple(ErasePerson(SCOPE, "entry", one.id, INSTEAD) for one in (ANNA, BEN))
    step(store, "w1", *(update(one, **INSTEAD) for one in (ANNA, BEN)), forget=forget)
    for gone in ("Anna", "anna@", ANNA.phone, "Ben", BEN.phone):
        assert gone not in all_of(store)


def test_a_note_to_staff_forgets_just_whom_it_named(store: Store) -> None:
    told(store)
    before = store.load(Get(Message, ("m4",)))
    erase(store, ANNA)
    note = store.load(Get(Message, ("m3",)))
    assert note is not None
    assert note.facts["tried"] == [{"id": "w1", "name": ERASED_NAME}, {"id": "w2", "name": "Ben"}]
    assert (note.letter, note.status, note.to) == ("", "sent", "staff")
    assert store.load(Get(Message, ("m4",))) == before


def test_a_request_is_forgotten_with_the_note_about_it_and_the_mail_that_it_came_by(
    store: Store,
) -> None:
    usual: dict[str, Any] = {
        "product": SCOPE,
        "scope": SCOPE,
        "status": "sent",
        "to": "staff",
        "channel": "staff",
    }
    asked_for = {
        "name": "Anna",
        "sender": "anna@example.org",
        "subject": "Anna asks",
        "service": "Cut",
    }
    notes = [
        message(f"m{name}", **usual, facts={"proposal": {"id": name, **asked_for}})
        for name in ("p1", "p2")
    ]
    mails = [
        InboundMail(
            id=f"i{name}",
            place=name,
            scope=SCOPE,
            person=name,
            sender="anna@example.org",
            text="Hi",
            at=NOW,
        )
        for name in ("p1", "p2")
    ]
    store.commit(Written(Decision(None, messages=tuple(notes), moves=tuple(map(create, mails)))))
    blank = {**INSTEAD, "sender": "", "subject": ""}
    step(store, "p1", forget=(ErasePerson(SCOPE, "proposal", "p1", blank),))
    gone, kept = (store.load(Get(Message, (name,))) for name in ("mp1", "mp2"))
    assert gone is not None
    nobody = {"name": ERASED_NAME, "sender": "", "subject": "", "service": "Cut"}
    assert gone.facts["proposal"] == {"id": "p1", **nobody}
    assert kept is not None
    assert kept.facts["proposal"]["name"] == "Anna"
    wrote = [store.load(Get(InboundMail, (name,))) for name in ("ip1", "ip2")]
    assert [one and (one.sender, one.text) for one in wrote] == [
        ("", ""),
        ("anna@example.org", "Hi"),
    ]
