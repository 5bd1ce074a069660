"""Inbound mail is found alike in every store: newest first, and who was answered since when."""

from datetime import timedelta
from typing import Any

from fullhouse.engine.inbound_mail import InboundMail, InboundPage, RepliesTo
from fullhouse.engine.ports import AllRecords, Store, Written
from fullhouse.kernel.decisions import Decision, create, update
from fullhouse.kernel.records import Get
from tests.platforms.contract.stores import NOW


def keeps(store: Store, mail_id: str, **more: Any) -> InboundMail:
    usual = {"place": mail_id, "scope": "e1", "sender": "anna@example.org", "at": NOW}
    mail = InboundMail(id=mail_id, **{**usual, **more})
    store.commit(Written(Decision(None, moves=(create(mail),))))
    return mail


def ids(mails: tuple[InboundMail, ...]) -> list[str]:
    return [mail.id for mail in mails]


def test_a_mail_is_read_as_it_was_written(store: Store) -> None:
    mail = keeps(
        store,
        "m1",
        name="Anna",
        subject="Re: Party",
        text="Yes!\n",
        size=9,
        made="done",
        answered=True,
    )
    assert store.load(Get(InboundMail, ("m1",))) == mail
    assert store.load(Get(InboundMail, ("m2",))) is None
    assert list(store.load(AllRecords())) == []


def test_the_newest_come_first_before_a_place_of_one_event_or_all(store: Store) -> None:
    for name, scope in (("a", "e1"), ("b", "e2"), ("c", "e1"), ("d", "")):
        keeps(store, name, scope=scope)
    assert ids(store.load(InboundPage())) == ["d", "c", "b", "a"]
    assert ids(store.load(InboundPage("e1"))) == ["c", "a"]
    assert ids(store.load(InboundPage("", "c"))) == ["b", "a"]
    assert ids(store.load(InboundPage("", "", 1))) == ["d"]


def test_answers_are_counted_by_sender_since_a_time(store: Store) -> None:
    keeps(store, "a", answered=True)
    keeps(store, "b", answered=True, at=NOW - timedelta(hours=1))
    keeps(store, "c")
    keeps(store, "d", answered=True, sender="ben@example.org")
    since = [NOW - timedelta(hours=1), NOW - timedelta(hours=2), NOW]
    needs = [RepliesTo("anna@example.org", one, "e1", proven=False) for one in since]
    assert list(map(store.load, needs)) == [1, 2, 0]


def test_answers_are_counted_by_event_and_by_proof(store: Store) -> None:
    keeps(store, "a", answered=True)
    keeps(store, "b", answered=True, proof="signed")
    keeps(store, "c", answered=True, proof="signed")
    keeps(store, "d", answered=True, scope="e2")
    keeps(store, "e", proof="signed")
    asked = [("e1", False), ("e1", True), ("e2", False), ("e2", True)]
    since = NOW - timedelta(hours=1)
    needs = [RepliesTo("anna@example.org", since, scope, proven=by) for scope, by in asked]
    assert list(map(store.load, needs)) == [1, 2, 1, 0]


def test_a_mail_can_be_forgotten_by_itself(store: Store) -> None:
    mail = keeps(store, "a", name="Anna", subject="Hello", text="Hi", answered=True)
    gone = update(mail, sender="", name="", subject="", text="", reason="erased")
    store.commit(Written(Decision(None, moves=(gone,))))
    assert store.load(Get(InboundMail, ("a",))) == gone.after
    assert store.load(InboundPage("e1")) == (gone.after,)
    assert (
        store.load(RepliesTo("anna@example.org", NOW - timedelta(hours=1), "e1", proven=False)) == 0
    )
