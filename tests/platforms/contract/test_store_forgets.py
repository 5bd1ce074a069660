"""Every store forgets a person whole, keeps addresses apart, and finds whom mail does not reach."""

from typing import Any

import msgspec
import pytest

from fullhouse.engine.inbound_mail import InboundMail
from fullhouse.engine.ports import AuditPage, Conflict, MessagePage, Store, Written
from fullhouse.kernel.audit import line
from fullhouse.kernel.decisions import Decision, ErasePerson, Step, create, update
from fullhouse.kernel.messages import Message
from fullhouse.kernel.records import Get
from fullhouse.products.rsvp.model import Guest, Unreachable
from tests.platforms.contract.stores import NOW, commit, event, guest, message, put

INSTEAD = {
    "name": "Gone",
    "email": "g1@erased.invalid",
    "new_email": "g1@erased.invalid",
    "reach_note": "gone",
}


def erase(store: Store, person: Guest) -> None:
    blank = update(person, name="Gone", email="g1@erased.invalid")
    step = Step("e1", "erased", person.id, (blank,), "550 anna@example.org")
    decision = Decision(
        None, steps=(step,), forget=(ErasePerson("e1", "guest", person.id, INSTEAD),)
    )
    store.commit(Written(decision, (line(step, NOW, "host", "order-2"),)))


def written(store: Store, *people: Guest) -> None:
    for one in people:
        step = Step("e1", "signed_up", one.id, (create(one),))
        store.commit(Written(Decision(None, steps=(step,)), (line(step, NOW, "guest", "order-1"),)))


def test_a_person_is_forgotten_in_lines_and_messages_and_nobody_else_is(store: Store) -> None:
    put(store, event())
    anna, ben = guest(email="anna@example.org"), guest("g2", name="Ben")
    written(store, anna, ben)
    put(
        store,
        message(person="g1", facts={"guest": {"name": "Anna"}}, letter="Dear Anna", status="sent"),
        message("m2", person="g1"),
        message("m3", person="g2", to="g2@example.org"),
    )
    erase(store, anna)
    lines = store.load(AuditPage("e1"))
    assert "Anna" not in msgspec.json.encode(lines).decode()
    assert "anna@" not in msgspec.json.encode(lines).decode()
    assert "Ben" in msgspec.json.encode(lines).decode()
    assert [one.number for one in lines] == sorted(one.number for one in lines)
    found = {one.id: one for one in store.load(MessagePage("e1"))}
    assert (found["m1"].to, found["m1"].letter, found["m1"].status) == (
        "g1@erased.invalid",
        "",
        "sent",
    )
    assert found["m1"].facts == {"guest": {"name": "Gone"}}
    assert (found["m2"].status, found["m3"].to) == ("failed", "g2@example.org")
    assert store.load(Get(Message, ("m2",))) == found["m2"]


def test_what_they_wrote_to_us_is_forgotten_too(store: Store) -> None:
    anna = guest(email="anna@example.org")
    put(store, event())
    written(store, anna)
    usual: dict[str, Any] = {
        "scope": "e1",
        "at": NOW,
        "name": "Anna",
        "subject": "Hello",
        "text": "It is me",
        "file": "mail/x.eml",
    }
    theirs = InboundMail(id="i1", place="1", sender="anna@example.org", **usual)
    others = InboundMail(id="i2", place="2", sender="ben@example.org", **usual)
    commit(store, create(theirs), create(others))
    erase(store, anna)
    found = store.load(Get(InboundMail, ("i1",)))
    assert found is not None
    assert (found.sender, found.name, found.subject, found.text, found.reason) == (
        "",
        "",
        "",
        "",
        "erased",
    )
    assert store.load(Get(InboundMail, ("i2",))) == others


def test_an_address_is_on_a_list_once_also_after_a_change(store: Store) -> None:
    anna, ben = guest(), guest("g2")
    put(store, event(), anna, ben)
    with pytest.raises(Conflict):
        commit(store, update(anna, email=ben.email))
    commit(store, update(anna, email="free@example.org"))
    found = store.load(Get(Guest, anna.key))
    assert found is not None
    assert found.email == "free@example.org"
    commit(store, update(found, email="free@example.org", name="Same"))


def test_those_whom_mail_does_not_reach_are_found_while_they_are_on_the_list(store: Store) -> None:
    people = [
        guest("g1", reach="opted_out"),
        guest("g2"),
        guest("g3", reach="bounced", state="waitlisted"),
        guest("g4", reach="bounced", state="cancelled"),
    ]
    put(store, event(), *people)
    assert [one.id for one in store.load(Unreachable("e1"))] == ["g1", "g3"]
    assert [one.id for one in store.load(Unreachable("e1", after="g1"))] == ["g3"]
    assert [one.id for one in store.load(Unreachable("e1", limit=1))] == ["g1"]


def test_messages_that_no_line_names_are_forgotten_by_their_address(store: Store) -> None:
    """A request to sign up has no audit line; mail to us from the same address is not its own."""
    put(store, event())
    theirs = message(person="r1", to="anna@example.org", facts={"guest": {"name": "Anna"}})
    other = message("m2", person="g2", to="anna@example.org", facts={"guest": {"name": "Anna"}})
    put(store, theirs, other)
    commit(
        store,
        create(InboundMail(id="i1", place="1", scope="e1", sender="anna@example.org", at=NOW)),
    )
    instead = {"name": "Gone", "email": "r1@erased.invalid"}
    forget = ErasePerson("e1", "guest", "r1", instead, ("anna@example.org",))
    store.commit(Written(Decision(None, clear_alarms=("end",), forget=(forget,)), ()))
    found = {one.id: one for one in store.load(MessagePage("e1"))}
    assert (found["m1"].to, found["m1"].facts["guest"]["name"]) == ("r1@erased.invalid", "Gone")
    assert (found["m2"].to, found["m2"].facts["guest"]["name"]) == ("anna@example.org", "Anna")
    kept = store.load(Get(InboundMail, ("i1",)))
    assert kept is not None
    assert kept.sender == "anna@example.org"
